"""Mail programs of Debian that exclude each other, each unpacked in a folder.

Nothing of them is installed. `Unpacked.run` calls a program with the folder as its
root, which takes root's rights; the libraries are those of this machine.
"""

import os
import signal
import stat
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from subprocess import DEVNULL

from tests.cases import data_of
from tests.programs import output
from tests.servers.daemon import Daemon

[_USERS] = data_of(__file__, "users")
_HOMES = {"bot": "/home/bot", "opensmtpd": "/var/lib/opensmtpd/empty"}
_FETCH = (
    *("apt-get", "-q", "--assume-yes", "--download-only", "--reinstall"),
    *("--no-install-recommends", "-o", "Debug::NoLocking=1", "-o"),
)
"""Fetches packages with all that they need and that is not installed here."""

_HASHES = {"bot": "saaPqozet7ogc"}
"""PASSWORD of `dovecot`, as crypt(3) hashes it."""


class Unpacked:
    """Packages of Debian, unpacked.

    Args:
        packages: their names; what they need is fetched with them.
        folder: an empty folder; what is fetched stays beside it for the next one.
        programs: its programs, whose libraries are copied.

    Raises:
        OSError: it cannot be fetched or run here.
    """

    def __init__(
        self, packages: Sequence[str], folder: Path, programs: Sequence[str]
    ) -> None:
        if os.geteuid() != 0:
            raise PermissionError("only root may change the root of a program")
        self.root = folder / "root"
        archives = folder.parent / "-".join(["archives", *packages])
        if not archives.exists():
            fetched = folder / "archives"
            (fetched / "partial").mkdir(parents=True)
            output(*_FETCH, f"Dir::Cache::archives={fetched}", "install", *packages)
            fetched.rename(archives)
        for file in archives.glob("*.deb"):
            output("dpkg-deb", "--extract", str(file), str(self.root))
        for program in programs:
            self._copy_libraries(program)
        for part in ("etc", "run", "tmp", "var/spool", "var/log"):
            (self.root / part).mkdir(parents=True, exist_ok=True)
        make_devices(self.root)
        names = (
            f"{n}:{_HASHES.get(n, 'x')}:{i}:{i}::{_HOMES.get(n, '/')}:/bin/false\n"
            for n, i in _USERS.items()
        )
        self.write("etc/passwd", "".join(names))
        groups = "".join(f"{n}:x:{i}:\n" for n, i in _USERS.items())
        self.write("etc/group", groups)
        self.write("etc/hosts", "127.0.0.1 localhost\n")

    def write(self, name: str, text: str) -> Path:
        """A file of it."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def folder(self, name: str, user: str = "root") -> Path:
        """A folder of it that belongs to a user."""
        path = self.root / name
        path.mkdir(parents=True, exist_ok=True)
        self.give(path, user)
        return path

    def give(self, path: Path, user: str) -> None:
        """Make a file or folder that of a user."""
        os.chown(path, _USERS[user], _USERS[user])

    def add(self, program: str) -> None:
        """Take a program of this machine along."""
        place = self.root / program.lstrip("/")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(Path(program).read_bytes())
        place.chmod(0o755)
        self._copy_libraries(program)

    def command(self, *command: str) -> list[str]:
        """The command that runs a program of it."""
        return ["chroot", str(self.root), *command]

    def begin(self, command: Sequence[str]) -> None:
        """Start a command that goes on beside us; `end_all` ends it."""
        whole = ["setsid", "--fork", *command]
        subprocess.run(whole, check=True, stdout=DEVNULL, stderr=DEVNULL)

    def running(self) -> Iterator[int]:
        """The processes of its programs, whoever started them."""
        for process in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                if (process / "root").resolve() == self.root.resolve():
                    yield int(process.name)

    def end_all(self) -> None:
        """End the programs of it that still run."""
        for process in self.running():
            with suppress(OSError):
                os.kill(process, signal.SIGKILL)

    def wrapper(self, path: Path, program: str, *arguments: str) -> Path:
        """A program of this machine that passes its arguments on to one of it."""
        called = " ".join(self.command(program, *arguments))
        path.write_text(f'#!/bin/sh\nexec {called} "$@"\n')
        path.chmod(0o755)
        return path

    def _copy_libraries(self, program: str) -> None:
        own = ":".join({str(lib.parent) for lib in self.root.rglob("*.so.*")})
        path = str(self.root / program.lstrip("/"))
        told = output("env", f"LD_LIBRARY_PATH={own}", "ldd", path)
        if "not found" in told:
            raise FileNotFoundError(f"{program} needs libraries that are not here")
        for line in told.splitlines():
            for word in line.split():
                if word.startswith("/") and not word.startswith(str(self.root)):
                    place = self.root / word.lstrip("/")
                    place.parent.mkdir(parents=True, exist_ok=True)
                    place.write_bytes(Path(word).read_bytes())
                    place.chmod(0o755)


class Together(Daemon):
    """A server, and other programs of its root beside it."""

    def __init__(
        self,
        found: Unpacked,
        beside: Sequence[Sequence[str]],
        command: Sequence[str],
        port: int,
        log: Path,
    ) -> None:
        super().__init__(command, port, log)
        self._found = found
        self._beside = beside

    def start(self) -> None:
        """Start the others, and then the server."""
        for command in self._beside:
            self._found.begin(command)
        super().start()

    def stop(self) -> None:
        """Stop the server, and whatever else runs there."""
        super().stop()
        self._found.end_all()


AUTHORITY = (
    "/usr/lib/courier/courier-authlib/authdaemond",
    "/usr/lib/courier-authlib/libauthpam.so",
)
"""What all programs of Courier ask who a user is."""


def authority(found: Unpacked) -> list[str]:
    """The command that starts it."""
    found.folder("run/courier/authdaemon")
    told = ("authmodulelist=authpam", "daemons=1")
    return ["env", *told, *found.command(AUTHORITY[0])]


def make_devices(root: Path) -> None:
    """Make the devices that programs look for below a root of their own."""
    (root / "dev").mkdir(exist_ok=True)
    for name, minor in (("null", 3), ("urandom", 9)):
        os.mknod(root / "dev" / name, stat.S_IFCHR | 0o666, os.makedev(1, minor))
        (root / "dev" / name).chmod(0o666)


def is_known(package: str) -> bool:
    """Whether this release of Debian has a package."""
    try:
        return bool(output("apt-cache", "show", package))
    except OSError:
        return False
