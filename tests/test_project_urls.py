"""The web addresses that a wheel names are those of the checkout it was built from."""

import subprocess
from pathlib import Path
from runpy import run_path
from typing import Any

from tests.cases import cases_of

cases = cases_of(__file__)

HOOK = run_path(str(Path(__file__).parent.parent / "deploy/urls.py"))


def checkout(folder: Path, remote: str = "") -> Path:
    """A new git repository in `folder`, with `remote` as its origin if it is given."""
    subprocess.run(["git", "init", "--quiet", folder], check=True)
    if remote:
        asked = ["git", "-C", str(folder), "remote", "add", "origin", remote]
        subprocess.run(asked, check=True)
    return folder


def metadata_of(root: Path) -> dict[str, Any]:
    metadata: dict[str, Any] = {}
    HOOK["ProjectUrls"](str(root), {}).update(metadata)
    return metadata


@cases("remote")
def test_a_checkout_of_a_web_host_names_it(remote: str, tmp_path: Path) -> None:
    home = "https://code.example.org/we/mail-bot"
    assert metadata_of(checkout(tmp_path, remote)) == {
        "urls": {"Homepage": home, "Issues": f"{home}/issues"}
    }


@cases("remote")
def test_a_private_address_is_not_published(remote: str, tmp_path: Path) -> None:
    assert metadata_of(checkout(tmp_path, remote)) == {"urls": {}}


def test_without_a_remote_of_its_own_nothing_is_named(tmp_path: Path) -> None:
    outer = checkout(tmp_path / "outer", "https://code.example.org/they/other")
    unpacked = outer / "unpacked"
    unpacked.mkdir()
    assert metadata_of(unpacked) == {}
    assert metadata_of(checkout(tmp_path / "alone")) == {}
