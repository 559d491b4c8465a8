"""The two kinds of site, for every campaign."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.crash.sites import Site, imap_site, spool_site
from tests.servers import Servers

MakeSite = Callable[[str], Site]


@pytest.fixture(params=["spool", pytest.param("imap", marks=pytest.mark.servers)])
def make_site(request: pytest.FixtureRequest, tmp_path: Path) -> MakeSite:
    """Makes fresh sites by name, each with a worker installed."""
    if request.param == "spool":
        return lambda name: spool_site(tmp_path / name)
    servers: Servers = request.getfixturevalue("servers")
    return lambda name: imap_site(tmp_path / name, servers)
