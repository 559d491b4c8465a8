"""The child's own side: it confines itself, then runs one errand after the other."""

import pickle
import resource
import signal
from collections.abc import Sequence

from mailbot.pool.line import Line
from mailbot.pool.options import PoolOptions
from mailbot.pool.wire import Errand, write_answer


def main(arguments: Sequence[str]) -> None:
    """Serve the parent on the descriptor named first, until it hangs up."""
    line = Line.of(int(arguments[0]))
    options: PoolOptions = pickle.loads(line.receive())  # noqa: S301 (the parent's)
    confine(options)
    line.send(b"")
    while True:
        try:
            asked = line.receive()
        except EOFError:
            return
        line.send(_answer(asked, options.cpu_seconds))


def confine(options: PoolOptions) -> None:
    """Set the limits of this process; they cannot be raised again."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for limit, value in (
        (resource.RLIMIT_AS, options.memory),
        (resource.RLIMIT_FSIZE, options.file_size),
        (resource.RLIMIT_NOFILE, options.files),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(limit, (value, value))


def _answer(asked: bytearray, cpu_seconds: int) -> bytes:
    _allow(cpu_seconds)
    try:
        errand: Errand = pickle.loads(asked)  # noqa: S301 (the parent's)
        return write_answer(errand.run())
    except Exception as error:  # noqa: BLE001 (every error is an answer)
        return write_answer(None, error)


def _allow(cpu_seconds: int) -> None:
    """Give the next errand its own share of CPU time (at its end SIGXCPU ends us)."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    spent = int(used.ru_utime + used.ru_stime) + 1
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (spent + cpu_seconds, hard))
