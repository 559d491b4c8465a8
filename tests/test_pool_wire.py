"""The messages between parent and child: values of ours arrive whole, others never."""

import pickle

import pytest

from mailbot.errors import BadLetter, MissingTool, TooCostly
from mailbot.model import (
    Address,
    Claim,
    Defer,
    Findings,
    Ignore,
    Kind,
    Note,
    NoteKind,
    Quarantine,
    Reply,
    Respond,
)
from mailbot.pool.wire import read_answer, write_answer
from solver import parse, solve
from tests.fakes import NOON

ADA = Address("Ada", "ada@people.example")
REPLY = Reply(ADA, "Re: Sudoku", "<1@x>", ("<1@x>",), "<2@x>", "Here it is.")
PUZZLE = parse("4.2./3.../..4./...2")


@pytest.mark.parametrize(
    "value",
    [
        Respond(REPLY, Claim(ADA.address, ADA.domain, "s"), Kind.SOLVED),
        Ignore("a list"),
        Defer(NOON, "later"),
        Quarantine("no letter"),
        Findings(notes=(Note(NoteKind.TIME, part="2"),)),
        PUZZLE,
        solve(PUZZLE),
        {"plain": [1, 2.0, None, {"a"}, frozenset("b"), b"c"]},
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_value_of_ours_arrives_whole(value: object) -> None:
    assert read_answer(write_answer(value)) == value


@pytest.mark.parametrize(
    "error",
    [
        BadLetter("no header", "The letter has no header."),
        MissingTool("no Tesseract"),
        OSError(12, "Cannot allocate memory", "file"),
        UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_error_of_ours_or_of_python_arrives_whole(error: Exception) -> None:
    with pytest.raises(type(error)) as caught:
        read_answer(write_answer(None, error))
    assert (str(caught.value), vars(caught.value)) == (str(error), vars(error))


@pytest.mark.parametrize(
    "name",
    [
        "builtins.eval",
        "builtins.SystemExit",
        "mailbot.cli.main",
        "mailbot.errors.Path",
        "mailbot.model.dataclass",
        "os.system",
        "solver.solve",
        "subprocess.Popen",
    ],
)
def test_no_function_and_no_class_of_another_module_is_loaded(name: str) -> None:
    module, _, function = name.rpartition(".")
    named = f"c{module}\n{function}\n.".encode()
    with pytest.raises(TooCostly, match=f"{name} is no value of ours"):
        read_answer(named)


def test_an_answer_that_is_no_pair_of_value_and_error_is_refused() -> None:
    for said in (b"", b"no pickle", pickle.dumps(1), pickle.dumps((1, None))[:-1]):
        with pytest.raises(TooCostly, match="broke its process"):
            read_answer(said)
