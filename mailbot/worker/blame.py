"""Whose fault it is that a step of one letter failed.

LetterUnavailable     the letter's: it waits, and is asked for again later
InboxUnavailable      the letter's, if the mailbox can be opened; else the server's
the same many times in a row   the server's
InboxThrottled        the letter's once; the server's if the next letter fails, too
IllegalMove           nobody's: another process has moved the letter meanwhile
any other of ours     not the letter's: what is Passing ends the pass, what is
Permanent ends the service
anything else         the letter's, or a bug that it has found: it is set aside
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from mailbot.errors import (
    IllegalMove,
    InboxThrottled,
    InboxUnavailable,
    LetterUnavailable,
    Passing,
    Permanent,
    one_line,
)
from mailbot.ledger import Entry, State
from mailbot.mail.ports import Arrival
from mailbot.worker.delivery import Delivery
from mailbot.worker.events import Overtaken
from mailbot.worker.reception import Reception
from mailbot.worker.records import Mailroom

_IN_A_ROW = 5
"""Letters that cannot be had, one after the other, until the server is left alone."""

_log = logging.getLogger(__name__)


class Blame:
    """Keeps what goes wrong with one letter from the others."""

    def __init__(
        self, room: Mailroom, reception: Reception, delivery: Delivery
    ) -> None:
        self._room = room
        self._reception = reception
        self._delivery = delivery
        self._unhad = 0  # letters in a row

    @contextmanager
    def of(self, letter: int | Arrival) -> Iterator[None]:
        """Run a step of one letter, known by its number, or not yet recorded."""
        unhad, self._unhad = self._unhad, 0
        try:
            yield
        except IllegalMove as error:
            number = letter if isinstance(letter, int) else 0
            self._room.events(Overtaken(self._room.inbox.name, number, str(error)))
        except (LetterUnavailable, InboxUnavailable) as error:
            if isinstance(error, InboxUnavailable):
                self._room.inbox.open()
            most = 1 if isinstance(error, InboxThrottled) else _IN_A_ROW
            given_up = unhad >= most
            if given_up or not self._reception.put_off(self._entry(letter), error):
                raise
            self._unhad = unhad + 1
        except (Passing, Permanent):
            raise
        except Exception as error:  # noqa: BLE001  # of whatever kind it is
            self._set_aside(letter, error)

    def _set_aside(self, letter: int | Arrival, error: Exception) -> None:
        """Quarantine a letter, unless it was only to be filed."""
        entry, now = self._entry(letter), self._room.clock()
        if not entry.state.is_open:
            return
        why = f"our own fault: {type(error).__name__}: {one_line(error)}"
        _log.warning("letter %s is set aside: %s", entry.id, why)
        with suppress(IllegalMove):
            self._room.ledger.settle(entry.id, State.QUARANTINED, why, now)
        with suppress(Exception):  # the letter is settled, if it is filed or not
            self._delivery.finish(self._room.ledger.entry(entry.id))

    def _entry(self, letter: int | Arrival) -> Entry:
        if isinstance(letter, Arrival):
            return self._reception.record(letter)
        return self._room.ledger.entry(letter)
