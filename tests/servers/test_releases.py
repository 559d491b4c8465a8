"""The configuration of the tests' Dovecot, for each release of Debian."""

from pathlib import Path

import pytest

from tests.servers.dovecot import (
    OAUTH,
    Ports,
    configuration,
    installed_version,
)
from tests.servers.lab import make_certificate
from tests.servers.releases import Release

RELEASES = {(2, 3): "bookworm", (2, 4): "trixie"}


@pytest.mark.servers
@pytest.mark.timeout(900)  # 40 MB are fetched
def test_the_other_dovecot_accepts_its_configuration(tmp_path: Path) -> None:
    """All tests of servers use the Dovecot that is installed, 2.3 or 2.4."""
    [version] = RELEASES.keys() - {installed_version()}
    release = Release(RELEASES[version], tmp_path)
    try:
        release.unpack()
    except OSError as error:
        pytest.skip(f"{RELEASES[version]} cannot be had here: {error}")
    named = release.run("/usr/sbin/dovecot", "--version").stdout
    assert named.startswith("{}.{}.".format(*version))
    home = release.root / "home"
    home.mkdir()
    make_certificate(home / "cert.pem", home / "key.pem")
    oauth = OAUTH.format(tokens=4)
    files = (home / "cert.pem", home / "key.pem")
    text = configuration(version, home, *files, Ports(1, 2, 3), oauth)
    for user in {home.owner(), home.group()}:
        text = text.replace(f" = {user}\n", " = root\n")
    (home / "conf").write_text(text.replace(str(release.root), ""))
    done = release.run("/usr/bin/doveconf", "-c", "/home/conf", "-n")
    told = [line for line in done.stderr.splitlines() if not line.startswith("sudo:")]
    assert (done.returncode, told) == (0, [])
    assert "oauthbearer" in done.stdout
