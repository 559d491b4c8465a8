"""`mailbot reply`: a letter in, the reply out, nothing sent or remembered."""

import json
from email import message_from_bytes, message_from_string
from email.message import EmailMessage
from email.policy import default

from tests.cli.command import BOT, VOUCHED, Command, digits, keys, letter
from tests.sample_letters import PUZZLE, SOLUTION

KEYS = "file seconds action kind why to solutions want told answers reply"
US = {"MAILBOT_ADDRESS": BOT, "MAILBOT_AUTHSERV_ID": "mx.bots.example"}


def test_the_environment_is_enough(mailbot: Command) -> None:
    done = mailbot("reply", "-", stdin=VOUCHED + letter(), env=US)
    assert (done.code, done.err) == (0, "")
    reply = message_from_bytes(done.out.encode(), _class=EmailMessage, policy=default)
    assert reply["To"] == "ada@people.example"
    assert BOT in reply["From"]
    assert reply["Subject"] == "Re: My puzzle"
    assert reply["Auto-Submitted"] == "auto-replied"
    body = reply.get_body(("plain",))
    assert body
    assert SOLUTION in digits(body.get_content())
    assert list(mailbot.home.iterdir()) == [], "nothing is remembered"


def test_the_object_of_json_has_the_promised_keys(mailbot: Command) -> None:
    file = mailbot.file("p.eml", letter())
    value = json.loads(mailbot("reply", "--json", file, env=US).out)
    assert keys(value) == KEYS
    assert (value["file"], value["action"]) == (str(file), "reply")
    assert (value["kind"], value["to"]) == ("solved", "ada@people.example")
    assert value["solutions"] == [SOLUTION]
    assert message_from_string(value["reply"])["Subject"] == "Your Sudoku"


def test_a_robot_gets_no_reply_and_the_code_is_3(mailbot: Command) -> None:
    robot = mailbot.file("robot.eml", b"Auto-Submitted: auto-generated\r\n" + letter())
    good = mailbot.file("good.eml", letter())
    done = mailbot("reply", "--json", robot, good, "missing.eml", env=US)
    assert done.code == 3
    ignored, replied, missing = map(json.loads, done.lines)
    assert ignored["action"] == "ignore"
    assert ignored["kind"] is None
    assert ignored["reply"] is None
    assert f"{robot}: no reply: {ignored['why']}" in done.err
    assert replied["action"] == "reply"
    assert (missing["action"], missing["to"]) == ("quarantine", None)
    assert "No such file" in missing["why"]


def test_a_proven_sender_is_told_that_there_is_no_puzzle(mailbot: Command) -> None:
    hello = letter("hello", "hello")
    stranger = mailbot.file("stranger.eml", hello)
    known = mailbot.file("known.eml", VOUCHED + hello)
    done = mailbot("reply", "--json", stranger, known, env=US)
    assert done.code == 3
    first, second = map(json.loads, done.lines)
    assert first["action"] == "ignore"
    assert (second["action"], second["kind"]) == ("reply", "no-puzzle")


def test_no_rule_of_age_and_no_cap_holds_back_a_reply(mailbot: Command) -> None:
    old = mailbot.file("old.eml", b"Date: 1 Jan 2001 00:00:00 +0000\r\n" + letter())
    done = mailbot("reply", "--json", *([old] * 25), env=US)
    assert done.code == 0
    assert {json.loads(line)["action"] for line in done.lines} == {"reply"}


def test_without_tesseract_an_unclear_picture_is_put_off_and_text_is_answered(
    mailbot: Command, open_picture: bytes
) -> None:
    files = (
        mailbot.file("picture.eml", letter("see below", picture=open_picture)),
        mailbot.file("text.eml", letter(PUZZLE)),
    )
    done = mailbot("reply", "--json", *files, env=US | {"PATH": str(mailbot.home)})
    assert done.code == 69
    waits, replied = map(json.loads, done.lines)
    assert (waits["action"], replied["action"]) == ("defer", "reply")
    assert "apt-get install tesseract-ocr" in done.err
