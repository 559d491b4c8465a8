"""The Dovecot of another Debian release, unpacked into a folder of its own.

Nothing of it is installed or started. `Release.run` calls its programs in that folder,
which takes root, or `sudo -n`.
"""

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

PACKAGES = ("dovecot-imapd", "dovecot-lmtpd")
_FILES = {
    "dev/null": "",
    "etc/passwd": "root:x:0:0:root:/root:/bin/sh\n",
    "etc/group": "root:x:0:\n",
}
"""What programs look for that no package brings."""

_SUDO = [] if os.geteuid() == 0 else ["sudo", "-n"]


class Release:
    """A release of Debian, such as trixie, from where apt fetches packages here.

    Args:
        name: its code name.
        folder: an empty folder, for its packages.
    """

    def __init__(self, name: str, folder: Path) -> None:
        self._name = name
        self.root = folder / "root"
        self._apt = folder / "apt"
        for part in ("state/lists/partial", "cache/archives/partial", "etc", "root"):
            (self._apt / part).mkdir(parents=True)
        (self._apt / "status").touch()
        self._packages = self._apt / "cache/archives"

    def unpack(self, packages: Sequence[str] = PACKAGES) -> None:
        """Fetch packages with all that they need, and unpack them.

        Raises:
            OSError: this system has no apt, or no mirror of Debian answers.
        """
        sources = self._apt / "etc/sources"
        sources.write_text(f"deb {_mirror()} {self._name} main\n")
        self._call_apt("update")
        self._call_apt("install", "--download-only", "--assume-yes", *packages)
        for part in ("bin", "lib", "lib64", "sbin"):  # as Debian lays a system out
            (self.root / "usr" / part).mkdir(parents=True)
            (self.root / part).symlink_to(f"usr/{part}")
        (self.root / "tmp").mkdir()
        for file, text in _FILES.items():
            (self.root / file).parent.mkdir(parents=True, exist_ok=True)
            (self.root / file).write_text(text)
        for package in sorted(self._packages.glob("*.deb")):
            _output("dpkg-deb", "--extract", str(package), str(self.root))

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Call a program of the release, with the folder as its root."""
        return subprocess.run(
            [*_SUDO, "chroot", str(self.root), *command],
            capture_output=True,
            text=True,
            check=False,
        )

    def _call_apt(self, *arguments: str) -> None:
        options = {
            "Dir::State": self._apt / "state",
            "Dir::State::status": self._apt / "status",
            "Dir::Cache": self._apt / "cache",
            "Dir::Etc::SourceList": self._apt / "etc/sources",
            "Dir::Etc::SourceParts": "/dev/null",
            "APT::Install-Recommends": "false",
            "APT::Update::Error-Mode": "any",
            "APT::Sandbox::User": "",
            "Debug::NoLocking": "true",
            "Acquire::Languages": "none",
        }
        given = [
            part for item in options.items() for part in ("-o", "{}={}".format(*item))
        ]
        _output("apt-get", "-q", *given, *arguments)


def _mirror() -> str:
    """The mirror of Debian that apt is set up with."""
    label = ("Created-By: Packages", "Label: Debian")
    found = _output("apt-get", "indextargets", "--format", "$(REPO_URI)", *label)
    if not found.strip():
        raise FileNotFoundError("apt has no mirror of Debian")
    return found.split()[0]


def _output(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise OSError(f"{command[0]}: {done.stderr.strip()}")
    return done.stdout
