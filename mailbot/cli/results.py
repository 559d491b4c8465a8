"""The result of one check of `mailbot check`."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of one check; `advice` says what to do, if anything.

    `code` is the exit code, not 0 where the mailbot cannot work like this.
    """

    name: str
    text: str
    advice: str = ""
    code: int = 0
