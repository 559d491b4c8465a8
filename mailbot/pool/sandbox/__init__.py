"""The sandbox: what a process may still do while it reads a stranger's mail.

A reader that is taken over by a picture or a document gains the rights of this process
and no others: it computes, runs Tesseract and answers its parent. The parts:

    kernel      no capabilities, no new privileges, no tracing by others
    landlock    files: the libraries of Python and Tesseract to read, one folder to
                write, three programs to run (`places` names them)
    calls       system calls: none that reach the network or another process

The fork server enters the sandbox before the first letter, and its readers are born in
it. Where the kernel lacks a part, the other parts hold, and `enter` tells.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from mailbot import kernel
from mailbot.pool.sandbox import calls, landlock
from mailbot.pool.sandbox.places import rules


def enter(scratch: Path) -> tuple[tuple[str, ...], Callable[[], None]]:
    """Confine this process and all that it starts, for good.

    Args:
        scratch: the only folder in which they write.

    Returns:
        What this machine lacks of the sandbox, in words for the operator; and what a
        reader calls to part it from all other processes.

    Raises:
        OSError: the kernel refuses a part that it has offered.
    """
    missing = []
    filters = calls.compile_filters()
    ruleset = landlock.make_ruleset(rules(scratch)) if landlock.abi() else None
    kernel.forbid_dumping()
    kernel.forbid_new_privileges()
    kernel.drop_capabilities()
    if ruleset is None:
        missing.append("Landlock: readers may read what this user may read")
    else:
        landlock.restrict(ruleset)
    if filters is None:
        missing.append("libseccomp: readers may use the network")
        return tuple(missing), _nothing
    calls.restrict(filters.server)
    return tuple(missing), partial(calls.restrict, filters.reader)


def _nothing() -> None:
    """Part no reader from anything."""
