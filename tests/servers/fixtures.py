"""The fixtures; tests/conftest.py loads them as a plugin."""

from collections.abc import Iterator

import pytest

from tests.servers.lab import Account, Servers
from tests.servers.watched import Watched


@pytest.fixture(scope="session")
def servers() -> Iterator[Servers]:
    """Dovecot and Postfix, started once; take fresh accounts from it."""
    lab = Servers()
    yield lab
    lab.close()


@pytest.fixture
def bot(servers: Servers) -> Account:
    return servers.account("bot")


@pytest.fixture
def ada(servers: Servers) -> Account:
    return servers.account("ada")


@pytest.fixture
def mail(servers: Servers, bot: Account) -> Iterator[Watched]:
    """An account of ours whose inboxes are closed at the end."""
    watched = Watched(servers, bot)
    with watched.opened:
        yield watched
