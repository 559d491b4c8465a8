"""The files in a zip archive, within limits of size and number."""

import zlib
from collections.abc import Iterator
from io import BytesIO
from zipfile import BadZipFile, ZipFile, ZipInfo

from mailbot.errors import TooLarge, UnreadablePicture

_MOST_FILES = 5_000
_ENTRY = b"PK\x01\x02"  # begins the record of a file in the archive's directory
_MOST_BYTES = 48_000_000
"""Bytes of all files that are read from one archive, decompressed."""

_ENCRYPTED = 1  # a flag of a file
_METHODS = (0, 8)  # stored and deflated: all that office programs write


class Locked(UnreadablePicture):
    """A document that needs a password."""


class Package:
    """A zip archive; a file is decompressed when it is asked for."""

    def __init__(self, data: bytes) -> None:
        """Read the archive's directory.

        Raises:
            UnreadablePicture: no archive, or a broken one.
            TooLarge: it lists too many files.
        """
        if data.count(_ENTRY) > _MOST_FILES:
            raise TooLarge("an archive of too many files")
        try:
            self._archive = ZipFile(BytesIO(data))
        except (BadZipFile, ValueError, OSError, UnicodeError, EOFError) as e:
            raise UnreadablePicture(f"a broken archive: {e}"[:200]) from e
        self._files = {file.filename: file for file in self._archive.infolist()}
        self._left = _MOST_BYTES

    def names(self) -> list[str]:
        """The names of the files, in the archive's order."""
        return list(self._files)

    def read(self, name: str) -> bytes:
        """A file's bytes; b"" if there is no such file.

        Raises:
            UnreadablePicture: it is broken.
            Locked: it is encrypted.
            TooLarge: over the limit for all files of the archive together.
        """
        file = self._files.get(name)
        if file is None:
            return b""
        if file.flag_bits & _ENCRYPTED:
            raise Locked("an encrypted file")
        if file.compress_type not in _METHODS:
            raise UnreadablePicture("an unknown compression")
        data = self._decompressed(file)
        self._left -= len(data)
        if self._left < 0:
            raise TooLarge("a document that is too large when decompressed")
        return data

    def pictures(self, *folders: str) -> Iterator[bytes]:
        """The pictures in some folders, except previews of the document."""
        for name in self._files:
            if name.startswith(folders) and "humbnail" not in name:
                yield self.read(name)

    def _decompressed(self, file: ZipInfo) -> bytes:
        try:
            with self._archive.open(file) as stream:
                return stream.read(self._left + 1)
        except (
            *(BadZipFile, zlib.error, ValueError, OSError, EOFError),
            *(NotImplementedError, RuntimeError, UnicodeError),
        ) as e:
            raise UnreadablePicture(f"a broken archive: {e}"[:200]) from e


def gunzip(data: bytes) -> bytes:
    """The bytes of a gzip file.

    Raises:
        UnreadablePicture: it is broken.
        TooLarge: over the limit.
    """
    stream = zlib.decompressobj(16 + zlib.MAX_WBITS)
    try:
        whole = stream.decompress(data, _MOST_BYTES + 1)
    except zlib.error as e:
        raise UnreadablePicture(f"a broken gzip file: {e}") from e
    if len(whole) > _MOST_BYTES:
        raise TooLarge("a document that is too large when decompressed")
    if not stream.eof:
        raise UnreadablePicture("a gzip file that is cut off")
    return whole
