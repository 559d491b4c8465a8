"""The Dovecot of another Debian release, unpacked into a folder of its own.

Nothing of it is installed. Its programs run with that folder as their root, which takes
root's rights.
"""

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from tests.programs import output, run
from tests.servers.daemon import free_port
from tests.servers.dovecot import OAUTH, Ports, configuration, installed_version
from tests.servers.lab import make_certificate
from tests.servers.programs import make_devices

RELEASES = {(2, 3): "bookworm", (2, 4): "trixie"}
PACKAGES = ("dovecot-imapd", "dovecot-lmtpd")
_FILES = {
    "etc/passwd": "root:x:0:0:::\nnobody:x:65534:65534:::\n",
    "etc/group": "root:x:0:\nnogroup:x:65534:\n",
}
"""What programs look for that no package brings."""


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
        (self.root / "tmp").chmod(0o1777)
        for file, text in _FILES.items():
            (self.root / file).parent.mkdir(parents=True, exist_ok=True)
            (self.root / file).write_text(text)
        make_devices(self.root)
        for package in sorted(self._packages.glob("*.deb")):
            output("dpkg-deb", "--extract", str(package), str(self.root))

    def command(self, *command: str) -> list[str]:
        """The command that runs a program of the release, without root's rights."""
        return ["chroot", "--userspec=nobody:nogroup", str(self.root), *command]

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
        output("apt-get", "-q", *given, *arguments)


def other_dovecot(folder: Path) -> tuple[Release, Ports]:
    """The Dovecot that is not installed, 2.3 or 2.4, configured as the lab's.

    Raises:
        OSError: it cannot be had here.
        ValueError: it does not take the configuration without a word.
    """
    if os.geteuid() != 0:
        raise PermissionError("only root may change the root of a program")
    [version] = RELEASES.keys() - {installed_version()}
    release = Release(RELEASES[version], folder)
    release.unpack()
    home = release.root / "home"
    home.mkdir()
    files = (home / "cert.pem", home / "key.pem")
    make_certificate(*files)
    for path in (home, *files):
        shutil.chown(path, "nobody", "nogroup")
    ports = Ports(free_port(), free_port(), free_port())
    oauth = OAUTH.format(tokens=4)
    (home / "oauth2.conf").write_text(oauth)  # 2.3 reads it, 2.4 does not
    text = configuration(version, home, *files, ports, oauth)
    (home / "conf").write_text(text.replace(str(release.root), ""))
    command = release.command("/usr/bin/doveconf", "-c", "/home/conf", "-n")
    done = run(*command, check=False)
    if done.returncode or done.stderr or "oauthbearer" not in done.stdout:
        raise ValueError(done.stderr)
    return release, ports


def _mirror() -> str:
    """The mirror of Debian that apt is set up with."""
    label = ("Created-By: Packages", "Label: Debian")
    found = output("apt-get", "indextargets", "--format", "$(REPO_URI)", *label)
    if not found.strip():
        raise FileNotFoundError("apt has no mirror of Debian")
    return found.split()[0]
