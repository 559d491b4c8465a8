"""The kinds of values that settings have, and the table that they stand in."""

from pathlib import Path
from typing import Annotated

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationInfo,
)

from mailbot.errors import BadLetter
from mailbot.language.folders import written
from mailbot.mail.message.writing import wire_address

Positive = Annotated[int, Field(gt=0)]
Seconds = Annotated[float, Field(gt=0)]


def _located(value: object, info: ValidationInfo) -> object:
    if not value:
        return None
    folder = (info.context or {}).get("folder")
    if folder is None or not isinstance(value, str) or value.startswith("~"):
        return value
    return folder / value


File = Annotated[Path | None, BeforeValidator(_located)]
"""A path, relative to the settings file that names it; an empty string is none."""


def _checked(address: str) -> str:
    try:
        if address:
            wire_address(address)
    except BadLetter as error:
        raise ValueError(f"{address!r} is no address like me@example.org") from error
    return address


MailAddress = Annotated[str, AfterValidator(_checked)]
"""An address; an empty string is none."""


def _spoken(code: str) -> str:
    known = ("auto", *written())
    if code not in known:
        raise ValueError(f"{code!r} is none of {' '.join(known)}")
    return code


LanguageCode = Annotated[str, AfterValidator(_spoken)]
"""The code of a language that replies are written in, or "auto"."""


class Table(BaseModel):
    """One table of the file. An unknown key is an error."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, use_attribute_docstrings=True
    )
