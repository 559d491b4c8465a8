"""What Linux offers a process and Python does not: prctl, capabilities, limits.

Everything here concerns the calling process alone.
"""

import ctypes
import os
import resource
import time
from pathlib import Path

libc = ctypes.CDLL(None, use_errno=True)
"""The C library. `checked` turns its error numbers into OSError."""

_SET_PDEATHSIG, _SET_DUMPABLE = 1, 4  # <linux/prctl.h>
_SET_CHILD_SUBREAPER, _SET_NO_NEW_PRIVS = 36, 38
_CAPABILITY_VERSION = 0x20080522  # <linux/capability.h>, version 3
_ENV_START, _ENV_END = 49, 50  # fields of /proc/self/stat, from 0
_CPU_CLOCK = 2  # with the number of a process, see clock_getcpuclockid(3)
_FORGET = 4  # MADV_DONTNEED, <linux/mman.h>
_COLLAPSE = 25  # MADV_COLLAPSE, <linux/mman.h>, since Linux 6.1
_HUGE = 2 * 2**20


def cpu_seconds() -> float:
    """CPU time of this process and of the processes that it has waited for."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def cpu_seconds_of(process: int) -> float:
    """CPU time of another process, without what it has started.

    Raises:
        OSError: it has ended.
    """
    return time.clock_gettime(~process << 3 | _CPU_CLOCK)


def checked(result: int, what: str) -> int:
    """The result of a call of the C library.

    Raises:
        OSError: it is negative.
    """
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
    return result


def forbid_dumping() -> None:
    """Close our memory, our environment and our descriptors to other processes.

    They then need the capability to trace any process: the same user is not enough.
    """
    _set(_SET_DUMPABLE, 0)


def forbid_new_privileges() -> None:
    """No program that is started from here on gains rights, by setuid or otherwise."""
    _set(_SET_NO_NEW_PRIVS, 1)


def die_with_parent(signal: int) -> None:
    """Have the kernel send us a signal when our parent ends."""
    _set(_SET_PDEATHSIG, signal)


def adopt_orphans() -> None:
    """Become the parent of what our descendants leave behind when they end."""
    _set(_SET_CHILD_SUBREAPER, 1)


def lower_limit(limit: int, soft: int, hard: int) -> None:
    """Set a limit of this process, to one that is lower already if there is one."""
    _, allowed = resource.getrlimit(limit)
    if allowed != resource.RLIM_INFINITY:
        soft, hard = min(soft, allowed), min(hard, allowed)
    resource.setrlimit(limit, (soft, hard))


def drop_capabilities() -> None:
    """Give up what makes root more than a user, if this process has it."""
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION, 0)
    held = (ctypes.c_uint32 * 6)()
    checked(libc.capget(header, held), "capget")
    if any(held):
        checked(libc.capset(header, (ctypes.c_uint32 * 6)()), "capset")


def let_go_of_code(maps: str) -> None:
    """Give up our hold on the code of Python and of libraries that has run so far.

    Most of it ran once, when a library started. What runs again is mapped again, from
    what the kernel holds of the files; a fork has to do that in any case.

    Args:
        maps: the text of /proc/self/maps.
    """
    for line in maps.splitlines():
        addresses, rights, _, _, inode, *_ = line.split()
        if rights == "r-xp" and inode != "0":
            start, end = (int(address, 16) for address in addresses.split("-"))
            libc.madvise(ctypes.c_void_p(start), ctypes.c_size_t(end - start), _FORGET)


def use_huge_pages(maps: str) -> None:
    """Move our private memory to pages of 2 MB, where the kernel can.

    A fork is then made and ended in less time: the kernel copies and frees one entry
    of its tables where there were 512.

    Args:
        maps: the text of /proc/self/maps.
    """
    for line in maps.splitlines():
        addresses, rights, _, _, _, *name = line.split()
        if rights != "rw-p" or name not in ([], ["[heap]"]):
            continue
        start, end = (int(address, 16) for address in addresses.split("-"))
        for place in range(-(-start // _HUGE) * _HUGE, end - _HUGE + 1, _HUGE):
            libc.madvise(ctypes.c_void_p(place), ctypes.c_size_t(_HUGE), _COLLAPSE)


def wipe_environment() -> None:
    """Overwrite what /proc/PID/environ shows of us; keep our variables.

    The kernel shows the memory that the process was started with. The variables that
    are still set are copied elsewhere first, where the C library finds them.
    """
    for name, value in os.environb.items():
        os.putenv(name, value)
    after_name = Path("/proc/self/stat").read_text().rpartition(")")[2].split()
    fields = ["pid", "name", *after_name]
    start, end = int(fields[_ENV_START]), int(fields[_ENV_END])
    ctypes.memset(start, 0, end - start)


def _set(option: int, value: int) -> None:
    checked(libc.prctl(option, value, 0, 0, 0), "prctl")
