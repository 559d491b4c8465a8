"""The lock that admits one worker to a mailbox; it ends with its process."""

import fcntl
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mailbot.errors import InboxUnavailable, LedgerUnavailable


@contextmanager
def hold(folder: Path, account: str) -> Iterator[None]:
    """Hold the lock of a mailbox: a file in `folder`, usually the folder of the ledger.

    The kernel keeps the lock (flock): kill -9 frees it, and a file left behind means
    nothing.

    Raises:
        InboxUnavailable: another worker, `once` or `run`, holds it.
        LedgerUnavailable: the folder cannot be written to.
    """
    name = re.sub(r"[^\w.@-]", "_", account) or "mailbox"
    try:
        file = (folder / f"{name}.lock").open("w")
    except OSError as error:
        raise LedgerUnavailable(f"cannot lock {account}: {error}") from error
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise InboxUnavailable(f"another worker holds {account}") from error
        yield
