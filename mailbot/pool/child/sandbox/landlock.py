"""Landlock: which files a process may use, told to the kernel by system call.

See landlock(7). What no rule allows is refused.
"""

import ctypes
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from mailbot.kernel import checked, libc

_CREATE, _ADD, _RESTRICT = 444, 445, 446  # the same on all architectures
_VERSION = 1  # a flag of _CREATE: tell the ABI
_PATH_BENEATH = 1  # a kind of rule

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_REMOVE_FILE, _MAKE_REG, _TRUNCATE = 1 << 5, 1 << 8, 1 << 14
_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
"""By ABI, how many rights to files the kernel knows; the same from the last one on."""

_OF_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE
"""Rights that a rule about a file, and not a folder, may give."""

READ = _READ_FILE | _READ_DIR
EXECUTE = _EXECUTE | _READ_FILE
DEVICE = _READ_FILE | _WRITE_FILE
SCRATCH = READ | _WRITE_FILE | _REMOVE_FILE | _MAKE_REG | _TRUNCATE
"""A folder for plain files: no folders in it, no links, sockets or programs."""


class _Ruleset(ctypes.Structure):
    _fields_ = (
        ("files", ctypes.c_uint64),
        ("ports", ctypes.c_uint64),
        ("scopes", ctypes.c_uint64),
    )


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _layout_ = "ms"
    _fields_ = (("rights", ctypes.c_uint64), ("folder", ctypes.c_int32))


def abi() -> int:
    """The version of Landlock that the kernel offers; 0 for none."""
    version: int = libc.syscall(_CREATE, None, ctypes.c_size_t(0), _VERSION)
    return max(0, version)


def make_ruleset(rules: Iterable[tuple[Path, int]], *, network: bool = False) -> int:
    """The descriptor of a ruleset that allows these rights below these paths only.

    Paths that do not exist are left out. From ABI 4 on no TCP port is allowed, without
    `network`; from 6 on no signal and no abstract socket reaches a process outside.

    Raises:
        OSError: the kernel has no Landlock.
    """
    version = abi()
    files = (1 << _RIGHTS.get(version, max(_RIGHTS.values()))) - 1
    ports = 0b11 if version >= 4 and not network else 0
    handled = _Ruleset(files, ports, 0b11 if version >= 6 else 0)
    size = ctypes.c_size_t(ctypes.sizeof(handled))
    ruleset = checked(
        libc.syscall(_CREATE, ctypes.byref(handled), size, 0), "landlock_create_ruleset"
    )
    for path, rights in rules:
        with suppress(FileNotFoundError):
            _allow(ruleset, path, rights & files)
    return ruleset


def restrict(ruleset: int) -> None:
    """Put this process, and all that it starts, under a ruleset, for good; close it.

    Raises:
        OSError: the kernel refuses: new privileges were not forbidden before.
    """
    checked(libc.syscall(_RESTRICT, ruleset, 0), "landlock_restrict_self")
    os.close(ruleset)


def _allow(ruleset: int, path: Path, rights: int) -> None:
    place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        if not path.is_dir():
            rights &= _OF_FILES
        rule = _Beneath(rights, place)
        checked(
            libc.syscall(_ADD, ruleset, _PATH_BENEATH, ctypes.byref(rule), 0),
            f"landlock_add_rule {path}",
        )
    finally:
        os.close(place)
