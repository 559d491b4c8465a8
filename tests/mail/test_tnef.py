"""winmail.dat: the text and the files that Outlook packs into it."""

import struct

from hypothesis import given
from hypothesis import strategies as st

from mailbot.mail.message.tnef import decompress_rtf, open_tnef
from tests.examples import examples
from tests.sample_letters import PUZZLE, attribute, tnef

_TEXT, _BINARY, _SHORT, _CLSID = 0x1F, 0x102, 0x2, 0x48


def padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % 4)


def variable(kind: int, name: int, data: bytes) -> bytes:
    return struct.pack("<HHII", kind, name, 1, len(data)) + padded(data)


def properties(*found: bytes) -> bytes:
    return struct.pack("<I", len(found)) + b"".join(found)


SIGNATURE = struct.pack("<IH", 0x223E9F78, 1)
OTHERS = (
    struct.pack("<HHI", _SHORT, 0x0E17, 1),
    struct.pack("<HH", _CLSID, 0x0E18) + bytes(16),
    struct.pack("<HHIHHHH", 0x1000 | _SHORT, 0x0E19, 3, 1, 2, 3, 0),
    struct.pack("<HH", 0x3, 0x8001) + bytes(16) + struct.pack("<III", 0, 7, 5),
    struct.pack("<HH", 0x3, 0x8002)
    + bytes(16)
    + struct.pack("<II", 1, 6)
    + padded("abc".encode("utf-16-le"))
    + struct.pack("<I", 5),
)
"""Properties of other kinds, which have to be stepped over at their true length."""


def test_bodies_and_files_in_properties_are_read() -> None:
    data = (
        SIGNATURE
        + attribute(
            1,
            0x9003,
            properties(*OTHERS, variable(_BINARY, 0x1013, f"<p>{PUZZLE}".encode())),
        )
        + attribute(2, 0x9002, bytes(14))
        + attribute(2, 0x8010, b"RATSEL~1.TXT\0")
        + attribute(2, 0x800F, PUZZLE.encode())
        + attribute(
            2,
            0x9005,
            properties(
                *OTHERS,
                variable(_TEXT, 0x3707, "r\u00e4tsel \u2603.txt\0".encode("utf-16-le")),
                variable(_TEXT, 0x370E, "Text/Plain\0".encode("utf-16-le")),
            ),
        )
    )
    found = open_tnef(data, "2")
    assert found is not None
    assert found.html == f"<p>{PUZZLE}"
    (part,) = found.parts
    assert (part.number, part.content_type) == ("2.1", "text/plain")
    assert (part.filename, part.data.decode()) == ("r\u00e4tsel \u2603.txt", PUZZLE)


def test_a_winmail_that_is_cut_off_is_read_up_to_the_cut() -> None:
    found = open_tnef(tnef(PUZZLE, "a.txt", PUZZLE.encode())[:-40], "1")
    assert found is not None
    assert found.text == PUZZLE
    assert PUZZLE.startswith(found.parts[0].data.decode())


def test_a_count_of_billions_costs_no_time() -> None:
    many = struct.pack("<I", 2**32 - 1)
    bomb = many + struct.pack("<HHI", 0x1000 | _TEXT, 0x1000, 2**32 - 1)
    found = open_tnef(SIGNATURE + attribute(1, 0x9003, bomb), "1")
    assert found is not None
    assert (found.text, found.html, found.parts) == ("", "", [])


def literals(text: bytes) -> bytes:
    """Text as compressed RTF in which each byte stands for itself, and an end."""
    runs = (text[i : i + 8] for i in range(0, len(text), 8))
    return b"".join(b"\0" + run for run in runs)


RTF = b"{\\rtf1 " + PUZZLE[:40].encode()


def test_a_body_in_rtf_alone_becomes_a_part() -> None:
    packed = literals(RTF)
    head = struct.pack("<II4sI", len(packed) + 12, len(RTF), b"LZFu", 0)
    body = properties(*OTHERS, variable(_BINARY, 0x1009, head + packed))
    found = open_tnef(SIGNATURE + attribute(1, 0x9003, body), "2")
    assert found is not None
    assert [(p.content_type, p.data) for p in found.parts] == [("text/rtf", RTF)]


def test_rtf_is_decompressed_as_its_specification_shows() -> None:
    # MS-OXRTFCP, 4.1.2: a copy that goes on into what it writes.
    packed = bytes.fromhex(
        "1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0"
    )
    assert decompress_rtf(packed) == b"{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}"
    plain = struct.pack("<II4sI", 20, 4, b"MELA", 0) + b"{x}\n"
    assert decompress_rtf(plain) == b"{x}\n"


@examples(100)
@given(st.binary(max_size=300))
def test_any_compressed_bytes_are_read_to_an_end(data: bytes) -> None:
    head = struct.pack("<II4sI", len(data) + 12, 2**32 - 1, b"LZFu", 0)
    assert len(decompress_rtf(head + data)) <= 17 * len(data)


@examples(100)
@given(st.binary(max_size=300))
def test_any_bytes_behind_the_signature_are_read_to_an_end(data: bytes) -> None:
    assert open_tnef(SIGNATURE + data, "1") is not None
    assert open_tnef(data, "1") is None or data.startswith(SIGNATURE[:4])
