"""Weights are read only if they are those that belong here."""

from hashlib import sha256
from pathlib import Path

import pytest

from mailbot.errors import MissingTool
from mailbot.eye.find import network
from mailbot.eye.read import digits
from mailbot.talk.wishes import classifier
from mailbot.weights import read_weights
from tests.workshop.digests import record

SHIPPED = (digits.MODEL, network.MODEL, classifier.WEIGHTS)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_the_weights_that_are_shipped_have_their_digest(path: Path) -> None:
    content = read_weights(path)
    told = path.with_name(f"{path.name}.sha256").read_text()
    assert told == f"{sha256(content).hexdigest()}\n"


def test_weights_with_one_changed_bit_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "digits.onnx"
    path.write_bytes(b"\x00" * 100)
    record(path)
    assert read_weights(path) == b"\x00" * 100
    path.write_bytes(b"\x00" * 99 + b"\x01")
    with pytest.raises(MissingTool, match="damaged, or not the one that belongs here"):
        read_weights(path)


def test_weights_without_their_digest_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "digits.onnx"
    path.write_bytes(b"weights")
    with pytest.raises(MissingTool, match=r"digits\.onnx\.sha256 is missing"):
        read_weights(path)


def test_a_network_that_was_exchanged_is_not_loaded(tmp_path: Path) -> None:
    path = tmp_path / "digits.onnx"
    path.write_bytes(digits.MODEL.read_bytes())
    record(path)
    path.write_bytes(network.MODEL.read_bytes())
    with pytest.raises(MissingTool, match="damaged"):
        digits.load_network(path)
