"""What a reader under a stranger's control would try, as calls for `LocalPool`."""

import ctypes
import os
import signal
import socket
import subprocess
from collections.abc import Callable
from pathlib import Path

from mailbot.pool.protocol.calls import load

__all__ = ["ATTACKS", "CALLS", "FOES", "attack", "load"]

FOES = __name__

_PTRACE_ATTACH, _KEYCTL = 16, 250
_LIBC = ctypes.CDLL(None, use_errno=True)


def warm() -> None:
    """Load nothing ahead."""


def _checked(result: int) -> int:
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def _connect(family: socket.AddressFamily, address: tuple[str, int] | str) -> int:
    with socket.socket(family) as end:
        end.connect(address)
    return 1


def _trace(process: int) -> int:
    return _checked(_LIBC.ptrace(_PTRACE_ATTACH, process, None, None))


def _read_memory(process: int) -> int:
    buffer = ctypes.create_string_buffer(16)
    piece = (ctypes.c_size_t * 2)(ctypes.addressof(buffer), 16)
    return _checked(_LIBC.process_vm_readv(process, piece, 1, piece, 1, 0))


def _run(*command: str) -> int:
    return len(subprocess.run(command, capture_output=True, check=True).stdout)


def _kill(process: int, number: int) -> int:
    os.kill(process, number)
    return 1


def _mount(place: str) -> int:
    return _checked(_LIBC.mount(b"none", place.encode(), b"tmpfs", 0, None)) + 1


def _leave_a_daemon() -> int:
    """Start a process that would outlive this one."""
    if not os.fork():
        os.setsid()
        if not os.fork():
            Path("daemon").write_text("lives")
            signal.pause()
        os._exit(0)
    return _checked(-1 if os.wait()[1] else 0) + 1


_LOADER = "/lib64/ld-linux-x86-64.so.2"

ATTACKS: dict[str, Callable[[str, int], int]] = {
    "connect": lambda *_: _connect(socket.AF_INET, ("127.0.0.1", 25)),
    "connect by IPv6": lambda *_: _connect(socket.AF_INET6, ("::1", 25)),
    "connect locally": lambda *_: _connect(socket.AF_UNIX, "\0systemd"),
    "read the password": lambda place, _: len(Path(place, "password").read_text()),
    "read the ledger": lambda place, _: len(Path(place, "ledger").read_bytes()),
    "read the users": lambda *_: len(Path("/etc/passwd").read_text()),
    "list the state": lambda place, _: len([*Path(place).iterdir()]),
    "read the environment": lambda _, foe: len(
        Path(f"/proc/{foe}/environ").read_bytes()
    ),
    "open the memory": lambda _, foe: os.open(f"/proc/{foe}/mem", os.O_RDONLY),
    "read the memory": lambda _, foe: _read_memory(foe),
    "trace": lambda _, foe: _trace(foe),
    "kill": lambda _, foe: _kill(foe, signal.SIGTERM),
    "kill all": lambda *_: _kill(-1, signal.SIGCONT),
    "stop itself": lambda *_: _kill(os.getpid(), signal.SIGSTOP),
    "write outside": lambda place, _: Path(place, "written").write_text("x"),
    "write beside its folder": lambda *_: _write_beside(),
    "write to /tmp": lambda *_: Path("/tmp/written").write_text("x"),
    "overwrite code": lambda *_: os.open(__file__, os.O_WRONLY),
    "run a shell": lambda *_: _run("/bin/sh", "-c", "echo x"),
    "run a shell by the loader": lambda *_: _run(_LOADER, "/bin/sh", "-c", "echo x"),
    "run a program of its own": lambda *_: _run_own(),
    "hide a file": lambda *_: _hide_a_file(),
    "make a file without a name": lambda *_: os.open(
        os.environ["TMPDIR"], os.O_TMPFILE | os.O_RDWR
    ),
    "mount": lambda place, _: _mount(place),
    "make a name space": lambda *_: _checked(_LIBC.unshare(0x10000000)) + 1,
    "use the keyring": lambda *_: _checked(_LIBC.syscall(_KEYCTL, 0, -3, 1)) + 1,
    "leave a daemon": lambda *_: _leave_a_daemon(),
}
"""Attacks by their names. Each is given the folder of the bot's state and the process
that reads the mailbox, and answers a positive number where it succeeds."""


def _write_beside() -> int:
    """Write where another reader might write."""
    return Path(os.environ["TMPDIR"]).with_name("other").write_text("x")


def _hide_a_file() -> int:
    """Take room on the disk where nobody looks."""
    path = Path(os.environ["TMPDIR"], "hidden")
    path.write_bytes(b"x" * 4096)
    path.unlink()
    return not path.exists()


def _run_own() -> int:
    program = Path(os.environ["TMPDIR"], "program")
    program.write_bytes(b"#!/bin/sh\necho x\n")
    program.chmod(0o700)
    return _run(str(program))


def attack(name: str, place: str, foe: int) -> int:
    """Try an attack."""
    return ATTACKS[name](place, foe)


def succeed() -> int:
    return 1


CALLS = (attack, succeed)
