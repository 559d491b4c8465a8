"""What the worker does from time to time: erase, file again, look for damage."""

from pathlib import Path

import pytest

from mailbot.worker.delivery import Delivery
from mailbot.worker.sides import Sides
from mailbot.worker.upkeep import Upkeep
from tests.office import Office

DAY = 86400


@pytest.mark.parametrize(
    ("seconds", "looks"), [(60, 1), (DAY - 60, 1), (DAY + 60, 2), (-2 * DAY, 2)]
)
def test_the_ledger_is_looked_through_at_first_and_once_a_day(
    tmp_path: Path, seconds: int, looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    office, looked = Office(tmp_path).install(), list[None]()
    with office.open_room() as room:
        monkeypatch.setattr(type(room.ledger), "verify", lambda _: looked.append(None))
        sides = Sides(room)
        upkeep = Upkeep(room, Delivery(room, sides), sides)
        upkeep.do_what_is_due()
        office.clock.go_on(seconds)
        upkeep.do_what_is_due()
    assert len(looked) == looks
