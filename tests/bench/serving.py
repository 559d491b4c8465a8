"""The service beside a bare echo loop: letters a second, and mail to reply."""

from collections.abc import Callable, Mapping
from statistics import median

from tests.bench import wire
from tests.bench.report import Section, table
from tests.servers import Servers

Measure = Callable[[], float]


def compare_services(quick: bool) -> Section:
    """Both in turns, on the same Dovecot and Postfix."""
    count, rounds = (30, 1) if quick else (100, 3)
    servers = Servers()
    try:
        rates = _take_turns(
            {
                "ours": lambda: wire.mailbot_rate(servers, count),
                "bare loop": lambda: wire.bare_rate(servers, count),
            },
            rounds,
        )
        waits = _take_turns(
            {
                "ours": lambda: wire.mailbot_latency(servers, 8),
                "bare loop": lambda: wire.bare_latency(servers, 8),
            },
            rounds,
        )
    finally:
        servers.close()
    rows = [
        (
            *(name, f"{rates[name]:.1f}", f"{rates[name] / rates['bare loop']:.2f}"),
            *(f"{waits[name]:.2f}", f"{waits[name] - waits['bare loop']:+.2f}"),
        )
        for name in rates
    ]
    header = ("service", "letters/s", "of the bare loop", "mail to reply, s", "more")
    return Section("Letters", _ABOUT.format(count, rounds) + table(header, rows))


_ABOUT = """\
`mailbot run` reads, solves, remembers, replies and files; the bare loop fetches a
letter, sends a fixed reply with a copy to itself and flags the letter. {} waiting
letters with a puzzle as text; wall time, the median of {} turns each. Mail to reply
holds Dovecot's own half second before it tells of new mail.

"""


def _take_turns(rivals: Mapping[str, Measure], rounds: int) -> dict[str, float]:
    values: dict[str, list[float]] = {name: [] for name in rivals}
    for _ in range(rounds):
        for name, run in rivals.items():
            values[name].append(run())
    return {name: median(seen) for name, seen in values.items()}
