"""What a letter passes from fetch to submit: modules and functions of ours.

As a program it reads the letter in its own process, where a pool would hand it to a
child, so that one count sees the whole way.
"""

import json
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from types import FrameType
from typing import ParamSpec, TypeVar

from mailbot.cli.wiring import open_room
from mailbot.pool import MayTake, Pool, attempt
from mailbot.pool.protocol import calls
from mailbot.pool.protocol.wire import answer_call, read_answer, write_call
from mailbot.settings import Settings, mailboxes
from mailbot.settings.schema import AnswerSettings, InboxSettings, OutboxSettings
from mailbot.watch.observer import Observer
from mailbot.worker import run_once
from tests.bench.report import Section, table
from tests.sample_letters import BOT, HEAD, OTHER, PUZZLE, raw

P = ParamSpec("P")
T = TypeVar("T")
_ROOT = Path(__file__).parents[2]


class _Here(Pool):
    """Has calls written, answered and read as between processes, in this one."""

    def submit_within(self, may_take: MayTake, call: "partial[T]") -> Future[T]:
        asked = write_call(calls.__name__, call)
        answer = partial(answer_call, asked, calls.__name__)
        return attempt(lambda: read_answer(answer(), call.func))


def measure_walk() -> Section:
    """The modules and the functions that a letter with a typed puzzle passes."""
    command = [sys.executable, "-m", __name__]
    done = subprocess.run(command, capture_output=True, check=True, cwd=_ROOT)
    functions: dict[str, int] = json.loads(done.stdout)
    modules = Counter(map(_room, functions))
    rows = [
        [room, number, sum(functions[m] for m in functions if _room(m) == room)]
        for room, number in sorted(modules.items())
    ]
    rows.append(["in all", len(functions), sum(functions.values())])
    body = (
        "One letter with a typed puzzle, fetched from a spool, answered and submitted "
        "in one process, as the second letter there: modules whose functions ran, and "
        "how many of these.\n\n"
    )
    header = ["room", "modules", "functions"]
    return Section("A letter's walk", body + table(header, rows))


def functions_passed(home: Path) -> dict[str, int]:
    """How many functions of each module run for one letter; its reply stays in `home`.

    It is the second letter, since the first one fills tables that are kept. Lambdas and
    comprehensions stand in a function, and are not counted beside it.
    """
    inbox, outbox = home / "in", home / "out"
    for folder in (inbox, outbox):
        folder.mkdir()
    settings = Settings(
        address=BOT,
        state=home,
        inbox=InboxSettings(kind="spool", path=inbox),
        outbox=OutboxSettings(kind="spool", path=outbox),
        answer=AnswerSettings(older_mail=True),
    )
    passed: set[tuple[str, str]] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        code, module = frame.f_code, frame.f_globals.get("__name__", "")
        written = "<" not in code.co_name[:1] + code.co_filename[:1]
        if event == "call" and written and _room(module):
            passed.add((module, code.co_qualname))

    (mailbox,) = mailboxes(settings)
    with open_room(settings, mailbox, _Here(), Observer()) as room:
        (inbox / "first.eml").write_bytes(raw(OTHER, head=HEAD.replace("<1@", "<2@")))
        run_once(room)
        (inbox / "second.eml").write_bytes(raw(PUZZLE))
        sys.setprofile(note)
        try:
            run_once(room)
        finally:
            sys.setprofile(None)
    return dict(sorted(Counter(module for module, _ in passed).items()))


def _room(module: str) -> str:
    """The package of ours that holds a module, "" if it is not ours."""
    top, _, rest = module.partition(".")
    return (
        f"{top}.{rest.partition('.')[0]}"
        if top == "mailbot"
        else top * (top == "solver")
    )


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        sys.stdout.write(json.dumps(functions_passed(Path(made))))
