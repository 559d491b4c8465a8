"""The sandbox: what a process may still do while it reads a stranger's mail.

A reader that is taken over by a picture or a document gains the rights of this process
and no others: it computes, runs Tesseract and answers its parent. The parts:

    kernel      no capabilities, no new privileges, no tracing by others
    landlock    files: the libraries of Python and Tesseract to read, one folder to
                write, three programs to run (`places` names them)
    calls       system calls: none that reach the network or another process

The fork server enters the sandbox before the first letter, and its readers are born in
it; each then parts from the others. Where the kernel lacks a part, the other parts
hold, and `enter` tells.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path

from mailbot import kernel
from mailbot.pool.child.sandbox import calls, landlock
from mailbot.pool.child.sandbox.landlock import READ, SCRATCH
from mailbot.pool.child.sandbox.places import readable, rules

_NAMES = ("/etc/hosts", "/etc/nsswitch.conf", "/etc/resolv.conf", "/etc/gai.conf")
"""Where the C library looks for the addresses of machines."""


def _part(ruleset: int | None, program: bytes | None) -> None:
    """Part a reader from all other processes, and from the folders of other readers.

    The arguments are for Landlock and seccomp, where the kernel has them.
    """
    if ruleset is not None:
        landlock.restrict(ruleset)
    if program is not None:
        calls.restrict(program)


def enter(
    folder: Path, scratches: Sequence[Path]
) -> tuple[tuple[str, ...], list[Callable[[], None]]]:
    """Confine this process and all that it starts, for good.

    Args:
        folder: the only folder in which they write.
        scratches: the folders in it, in each of which one reader writes.

    Returns:
        What this machine lacks of the sandbox, in words for the operator; and what a
        reader calls to part it from others, for each folder of readers.

    Raises:
        OSError: the kernel refuses a part that it has offered.
    """
    missing = []
    filters = calls.compile_filters()
    shared = list(rules())
    whole, *own = (
        landlock.make_ruleset([(place, SCRATCH), *shared]) if landlock.abi() else None
        for place in (folder, *scratches)
    )
    kernel.forbid_dumping()
    kernel.forbid_new_privileges()
    kernel.drop_capabilities()
    if whole is not None:
        landlock.restrict(whole)
    else:
        missing.append("Landlock: readers may read what this user may read")
    if filters:
        calls.restrict(filters.server)
    else:
        missing.append("libseccomp: readers may use the network")
    program = filters.reader if filters else None
    return tuple(missing), [partial(_part, ruleset, program) for ruleset in own]


def enter_network(files: Iterable[Path]) -> None:
    """Confine this process, which speaks to other machines and starts nothing.

    It reads the files of Python, those that tell the addresses of machines, and
    `files`; it writes nothing.
    """
    kernel.forbid_dumping()
    kernel.forbid_new_privileges()
    if landlock.abi():
        own = [(file, READ) for file in (*map(Path, _NAMES), *files)]
        landlock.restrict(landlock.make_ruleset([*readable(), *own], network=True))
