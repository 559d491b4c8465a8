"""The program of a child: it limits itself, then answers one call after the other."""

import pickle
import resource
import signal
from collections.abc import Sequence

from mailbot.pool.channel import Channel
from mailbot.pool.options import PoolOptions
from mailbot.pool.wire import Call, write_answer


def main(arguments: Sequence[str]) -> None:
    """Answer calls on the descriptor that the first argument names, until it closes."""
    channel = Channel.of(int(arguments[0]))
    options: PoolOptions = pickle.loads(channel.receive())  # noqa: S301 (the parent's)
    confine(options)
    channel.send(b"")
    while True:
        try:
            asked = channel.receive()
        except EOFError:
            return
        channel.send(_answer(asked, options.cpu_seconds))


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
        call: Call = pickle.loads(asked)  # noqa: S301 (the parent's)
        return write_answer(call.run())
    except Exception as error:  # noqa: BLE001 (every error is an answer)
        return write_answer(None, error)


def _allow(cpu_seconds: int) -> None:
    """Give the next call its own CPU time; SIGXCPU ends the process when it is used."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    spent = int(used.ru_utime + used.ru_stime) + 1
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (spent + cpu_seconds, hard))
