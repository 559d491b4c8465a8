"""What all tests share: the long form by a flag."""

import pytest

pytest_plugins = ["tests.servers.fixtures"]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="the long campaigns in full")
    parser.addoption("--update-replies", action="store_true", help="approve replies")


@pytest.fixture(scope="session")
def long(request: pytest.FixtureRequest) -> bool:
    """Whether the long campaigns run in full."""
    return bool(request.config.getoption("--long"))
