"""The program of a child: it limits itself, then answers one call after the other."""

import resource
import signal
from collections.abc import Sequence

from mailbot.pool.channel import Channel
from mailbot.pool.options import PoolOptions
from mailbot.pool.wire import answer_call, unpack


def main(arguments: Sequence[str]) -> None:
    """Answer calls on a descriptor, until it closes.

    The arguments name the descriptor and the module of the table of calls.
    """
    channel, calls = Channel.of(int(arguments[0])), arguments[1]
    options = unpack(channel.receive(), PoolOptions)
    confine(options)
    channel.send(b"")
    while True:
        try:
            asked = channel.receive()
        except EOFError:
            return
        _allow(options.cpu_seconds)
        channel.send(answer_call(asked, calls))


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


def _allow(cpu_seconds: int) -> None:
    """Give the next call its own CPU time; SIGXCPU ends the process when it is used."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    spent = int(used.ru_utime + used.ru_stime) + 1
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (spent + cpu_seconds, hard))
