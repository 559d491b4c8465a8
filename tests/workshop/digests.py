"""Writes the digests of files of weights, which the service asks for."""

from hashlib import sha256
from pathlib import Path


def record(path: Path) -> None:
    """Write the digest of a file of weights beside it."""
    digest = sha256(path.read_bytes()).hexdigest()
    path.with_name(f"{path.name}.sha256").write_text(f"{digest}\n", "ascii")
