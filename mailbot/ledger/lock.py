"""One worker a mailbox: a lock that ends with the process that holds it."""

import fcntl
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mailbot.errors import InboxUnavailable, LedgerUnavailable


@contextmanager
def hold(folder: Path, account: str) -> Iterator[None]:
    """Hold a mailbox, by a lock file in `folder` (the ledger's, by custom).

    The lock is the kernel's (flock): kill -9 frees it, a stale file means nothing.

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
