"""What all tests share: the long form by a flag."""

import faulthandler
import os
import sys
import threading

import pytest

pytest_plugins = ["tests.servers.fixtures"]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="the long campaigns in full")
    parser.addoption("--update-replies", action="store_true", help="approve replies")


@pytest.fixture(scope="session")
def long(request: pytest.FixtureRequest) -> bool:
    """Whether the long campaigns run in full."""
    return bool(request.config.getoption("--long"))


def pytest_unconfigure() -> None:
    """End in red, and at once, where a test left a thread that Python would wait for.

    Stacks of all threads go to the terminal: a run that never ends tells nothing.
    """
    left = [t.name for t in threading.enumerate() if not t.daemon]
    if left != [threading.main_thread().name]:
        print(f"threads were left behind: {left}", file=sys.stderr)
        faulthandler.dump_traceback()
        os._exit(1)
