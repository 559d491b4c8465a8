"""The web addresses in a wheel's metadata: those of the checkout it is built from.

The home is the address that git knows as `origin`. A fork therefore names itself, and a
checkout of a folder, or no checkout at all, names nothing.
"""

import re
import subprocess
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_SHORT_SSH = re.compile(r"git@([\w.-]+):")
# Neither a port nor a password: such an address is not for the public.
_REMOTE = re.compile(r"(?:https://|ssh://git@)([\w.-]+/[\w./~-]+?)(?:\.git)?/?")


def project_urls(remote: str) -> dict[str, str]:
    """The project's addresses by label; none if the remote is no public web host."""
    found = _REMOTE.fullmatch(_SHORT_SSH.sub(r"ssh://git@\1/", remote))
    if not found:
        return {}
    home = f"https://{found[1]}"
    return {"Homepage": home, "Issues": f"{home}/issues"}


class ProjectUrls(MetadataHookInterface):
    """Sets `project.urls` while a wheel or an archive of the sources is built."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the addresses to the metadata, in place."""
        if not Path(self.root, ".git").exists():
            return  # the folder may lie in a checkout of something else
        asked = ["git", "-C", self.root, "remote", "get-url", "origin"]
        try:
            answer = subprocess.run(  # noqa: S603 -- an argument list, no shell
                asked, capture_output=True, text=True, check=True
            )
        except (OSError, subprocess.CalledProcessError):
            return  # no git, or no remote of that name
        metadata["urls"] = project_urls(answer.stdout.strip())
