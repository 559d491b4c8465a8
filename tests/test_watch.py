"""What the running service shows, and what it never shows."""

import json
import logging
import os
import re
import socket
import threading
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import timedelta
from io import StringIO
from pathlib import Path
from threading import active_count
from time import monotonic

import pytest
from msgspec.structs import replace

from mailbot.errors import BadSettings, LedgerUnavailable
from mailbot.ledger import State
from mailbot.mail.message.writing import write
from mailbot.mail.ports import Side
from mailbot.model import Address, Reply
from mailbot.options import WorkerOptions
from mailbot.settings.load import find_file
from mailbot.settings.schema import InboxSettings
from mailbot.watch import metrics
from mailbot.watch.logs import configure
from mailbot.watch.metrics import Backlog, Metrics
from mailbot.watch.observer import Observer
from mailbot.watch.systemd import ServiceManager
from mailbot.worker import service as worker_service
from mailbot.worker.events import (
    Beat,
    Decided,
    Delayed,
    Event,
    GaveWay,
    Overtaken,
    Recovered,
    Rehearsed,
    Settled,
    Taken,
    Trouble,
)
from tests.cases import cases_of
from tests.cli.command import BOT, Command, Running, letter
from tests.fakes import NOON
from tests.sample_letters import PUZZLE, SOLUTION
from tests.servers.daemon import HOST, free_port, until

cases = cases_of(__file__)


PRIVATE = ("ada@people.example", "Ada", "secret topic", PUZZLE, SOLUTION, "53..7")


class Manager:
    """A service manager that notes what it is told."""

    def __init__(self, path: Path) -> None:
        self.address = str(path)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(self.address)
        self.told: list[str] = []
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def close(self) -> None:
        """Hear what is still on its way, then no more."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as end:
            end.sendto(b"", self.address)
        self._listener.join()
        self._socket.close()

    def _listen(self) -> None:
        while heard := self._socket.recv(4096):
            self.told += heard.decode().splitlines()


@dataclass(frozen=True, slots=True)
class Seen:
    """What a whole run of the service showed."""

    lines: list[dict[str, object]]
    log: str
    metrics: str
    told: list[str]
    home: str
    """The folder of the run: its path may name whoever runs the tests."""


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> Seen:
    """A run: one letter answered, a robot's ignored, a broken one in quarantine."""
    home = tmp_path_factory.mktemp("run")
    mailbot, manager, port = Command(home), Manager(home / "notify"), free_port()
    mailbot.settings(
        top='authserv_id = "mx.bots.example"',
        more=f"""\
[reading]
letter_mb = 1
[log]
format = "json"
[watch]
metrics_port = {port}
health_file = "{home}/alive"
""",
    )
    robot = b"Auto-Submitted: auto-generated\r\n" + letter(subject="secret topic robot")
    mailbot.file("letters/1.eml", letter(subject="secret topic"))
    mailbot.file("letters/2.eml", robot)
    mailbot.file("letters/3.eml", letter("y" * 60 + "\n" + f"{PUZZLE}\n" * 20000))
    environment = {"NOTIFY_SOCKET": manager.address}
    with closing(manager), mailbot.started("run", env=environment) as service:
        log = "".join(_until_settled(service, letters=3))
        until((home / "alive").exists, "no sign of life")
        with urllib.request.urlopen(f"http://{HOST}:{port}/metrics") as page:
            metrics = page.read().decode()
        log += service.stop().err
    lines = [json.loads(line) for line in log.splitlines()]
    return Seen(lines, log, metrics, manager.told, str(home))


def _until_settled(service: Running, letters: int) -> Iterator[str]:
    for line in iter(service.line, ""):
        yield line
        letters -= "settled" in line
        if not letters:
            return


def test_nothing_private_is_logged_measured_or_told_to_the_manager(seen: Seen) -> None:
    assert seen.lines
    for shown in (seen.log, seen.metrics, "\n".join(seen.told)):
        public = shown.replace(seen.home, "").lower()
        assert not [word for word in PRIVATE if word.lower() in public]


def test_every_line_about_a_letter_holds_its_id(seen: Seen) -> None:
    service = ("started", "stopped", "trouble")
    about = [line for line in seen.lines if line["message"] not in service]
    assert {line["letter"] for line in about} == {1, 2, 3}
    messages = {line["message"] for line in about}
    assert {"taken", "decided", "settled"} <= messages
    assert {line["mailbox"] for line in about} == {BOT}


def test_the_log_tells_the_outcome_of_each_letter(seen: Seen) -> None:
    ends = {
        line["letter"]: line["outcome"]
        for line in seen.lines
        if line["message"] == "settled"
    }
    assert ends == {1: "sent", 2: "ignored", 3: "quarantined"}


def test_the_log_begins_with_what_is_served_and_ends_with_the_stop(seen: Seen) -> None:
    first, last = seen.lines[0], seen.lines[-1]
    assert (first["message"], first["mailbox"]) == ("started", BOT)
    assert str(first["server"]).endswith("/letters")
    assert (last["message"], last["level"]) == ("stopped", "INFO")


def test_the_log_tells_why_a_letter_is_ignored(seen: Seen) -> None:
    [why] = [line["why"] for line in seen.lines if line.get("outcome") == "ignore"]
    assert why == "Auto-Submitted is auto-generated"


def test_a_reason_that_may_name_somebody_is_not_logged() -> None:
    why = "Auto-Submitted is ada@people.example"
    assert "ada" not in _logged(Decided(BOT, 7, "ignore", "", why, {}))
    subject = "secret topic"
    assert "secret" not in _logged(Decided(BOT, 7, "respond", "help", subject, {}))


def test_the_log_names_the_rule_of_silence(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    why = "the cap of 3 replies a day to a sender without proof is reached"
    Observer()(Settled(BOT, 7, State.REFUSED, why, 0.0, ours=True))
    assert caplog.records[-1].__dict__["why"] == why
    assert not hasattr(caplog.records[-1], "private")
    Observer()(Settled(BOT, 7, State.REFUSED, "550 no such user", 0.0))
    assert not hasattr(caplog.records[-1], "why")


def test_the_log_calls_a_draft_a_draft(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    Observer()(Settled(BOT, 7, State.SENT, "", 0.0, drafted=True))
    assert caplog.records[-1].__dict__["outcome"] == "drafted"


def test_metrics_count_letters_by_outcome(seen: Seen) -> None:
    for outcome in ("sent", "ignored", "quarantined"):
        line = f'mailbot_letters_total{{mailbox="{BOT}",outcome="{outcome}"}} 1.0'
        assert line in seen.metrics
    assert f'mailbot_queue{{mailbox="{BOT}",state="quarantine"}} 1.0' in seen.metrics
    assert f'mailbot_queue{{mailbox="{BOT}",state="new"}} 0.0' in seen.metrics
    assert "mailbot_stage_seconds_bucket" in seen.metrics
    assert "mailbot_last_contact_timestamp_seconds" in seen.metrics


def test_a_letter_that_gives_way_to_others_is_counted_and_logged_for_debugging_only(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level("DEBUG", "mailbot")
    watch = Observer()
    watch(GaveWay(BOT, 7, 0.5))
    [record] = caplog.records
    assert (record.levelname, record.getMessage()) == ("DEBUG", "gaveway")
    name = 'mailbot_stage_seconds_sum{stage="given back"}'
    assert f"{name} 0.5" in _shown(watch.metrics)


def test_the_service_manager_is_told_ready_first_and_stopping_last(seen: Seen) -> None:
    assert seen.told[0] == "READY=1"
    assert "WATCHDOG=1" in seen.told
    ends = [line for line in seen.told if not line.startswith("STATUS=")]
    assert "STOPPING=1" in ends[-6:]


BEAT = Beat(BOT, NOON, 0)
EVENTS: list[Event] = [
    Taken(BOT, 1, 100),
    GaveWay(BOT, 1, 0.5),
    Delayed(BOT, 1, NOON, "ada@people.example is not there"),
    Overtaken(BOT, 1, "letter 1 is IGNORED: no `grant` to READY"),
    Trouble(BOT, Side.IN, "InboxUnavailable", "no answer", 300.0),
    Recovered(BOT, Side.IN),
    BEAT,
]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_every_event_feeds_the_watchdog(event: Event, tmp_path: Path) -> None:
    with closing(Manager(tmp_path / "notify")) as manager:
        Observer(manager=ServiceManager(manager.address))(event)
    assert "WATCHDOG=1" in manager.told


def test_the_watchdog_waits_longer_than_any_pause_of_the_worker() -> None:
    """Idle, the worker beats after each wait; unreachable, after each retreat."""
    unit = Path(__file__).parent.parent / "deploy/systemd/mailbot.service"
    [line] = [x for x in unit.read_text().splitlines() if x.startswith("WatchdogSec=")]
    patience = float(line.partition("=")[2])
    timeout = InboxSettings().timeout_seconds
    assert WorkerOptions().idle + 3 * timeout < patience
    assert worker_service._LONGEST_RETREAT + 3 * timeout < patience


def test_a_manager_or_a_health_file_that_is_gone_ends_nothing(tmp_path: Path) -> None:
    watch = Observer(
        manager=ServiceManager(str(tmp_path / "nobody")),
        health=tmp_path / "no/such/folder",
    )
    watch(BEAT)
    assert "mailbot_last_contact_timestamp_seconds{" in _shown(watch.metrics)


def test_private_texts_are_logged_only_if_the_settings_say_so() -> None:
    event = Delayed(BOT, 7, NOON + timedelta(hours=1), "ada@people.example: busy")
    assert "ada" not in _logged(event, private=False)
    assert "ada@people.example: busy" in _logged(event, private=True)
    message = Rehearsed(
        BOT, 7, b"To: ada@people.example\r\n\r\nHi", "ada@people.example"
    )
    assert "ada" not in _logged(message, private=False)
    assert "ada" in _logged(message, private=True)


def test_the_reply_of_a_dry_run_is_logged_as_a_person_reads_it() -> None:
    reply = Reply(
        to=Address("Zoë", "zoe@people.example"),
        subject="Re: Lösung",
        in_reply_to="",
        references=(),
        message_id="<1@bots.example>",
        text="Här är lösningen:\n\n534 678 912\n",
        html="<p>Här är lösningen</p>",
    )
    message = write(reply, Address("Sudoku", BOT), NOON)
    event = Rehearsed(BOT, 7, message, "zoe@people.example")
    logged = json.loads(_logged(event, private=True, form="json"))
    assert logged["letter"] == 7
    head = "To: Zoë <zoe@people.example>\nSubject: Re: Lösung\n"
    text = f"{head}\nHär är lösningen:\n\n534 678 912"
    assert logged["private"] == text
    below = _logged(event, private=True).splitlines()[1:]
    assert below == [f"    {line}" for line in text.splitlines()]


@cases("state, outcome")
def test_the_log_of_a_dry_run_says_would_have(state: State, outcome: str) -> None:
    happened = Settled(BOT, 7, state, "", 1.0)
    assert f"outcome={state.value.lower()} " in _logged(happened)
    assert f"outcome={outcome} " in _logged(replace(happened, rehearsed=True))


@pytest.mark.parametrize("form", ["plain", "json"])
def test_a_log_line_is_one_line_whatever_it_holds(form: str) -> None:
    logged = _logged(_refused("a\r\nb\nINFO forged"), form=form)
    assert len(logged.splitlines()) == 1


@pytest.mark.parametrize("form", ["plain", "json"])
def test_no_control_or_format_character_reaches_the_log(form: str) -> None:
    logged = _logged(_refused("x\x1b[2J\x9b\u202e\u2066\u200b\x7fy"), form=form)
    assert logged.strip().isprintable()
    assert "y" in logged


def _refused(why: str = "451 busy", *, repeated: bool = False) -> Trouble:
    return Trouble(BOT, Side.OUT, "SubmissionDeferred", why, 60.0, repeated=repeated)


def test_an_outage_is_a_warning_when_it_begins_and_a_line_when_it_is_over() -> None:
    begun = _logged(_refused())
    assert begun.split(" ", 1)[1] == (
        f"WARNING trouble: 451 busy; next try in 60 s mailbox={BOT} side=out\n"
    )
    assert _logged(_refused(repeated=True)) == ""
    over = _logged(Recovered(BOT, Side.OUT))
    assert over.split(" ", 1)[1] == f"INFO trouble is over mailbox={BOT} side=out\n"


def test_metrics_show_an_outage_and_its_end() -> None:
    watch = Observer()
    watch.started(BOT, "mail.example")
    gauge = f'mailbot_trouble{{mailbox="{BOT}",side="out"}}'
    assert f"{gauge} 0.0" in _shown(watch.metrics)
    watch(_refused())
    watch(_refused(repeated=True))
    shown = _shown(watch.metrics)
    assert f"{gauge} 1.0" in shown
    counted = f'{{kind="SubmissionDeferred",mailbox="{BOT}",side="out"}} 2.0'
    assert f"mailbot_errors_total{counted}" in shown
    watch(Recovered(BOT, Side.OUT))
    assert f"{gauge} 0.0" in _shown(watch.metrics)


def test_lost_readers_and_quarantined_letters_are_counted_by_their_reason() -> None:
    watch = Observer()
    watch.lost_reader("ended by SIGSEGV")
    watch.lost_reader("took longer than 30 s of CPU")
    why = "took longer than 30 s of CPU"
    watch(Settled(BOT, 7, State.QUARANTINED, why, 1.0, rehearsed=False))
    shown = _shown(watch.metrics)
    for reason in ("died", "time"):
        assert f'mailbot_child_deaths_total{{reason="{reason}"}} 1.0' in shown
    counted = f'{{mailbox="{BOT}",reason="time"}} 1.0'
    assert f"mailbot_quarantined_total{counted}" in shown


def test_the_health_file_is_fresh_and_names_trouble_out(tmp_path: Path) -> None:
    watch = Observer(health=tmp_path / "alive")
    watch(_refused())
    assert not (tmp_path / "alive").exists(), "only the way in keeps it fresh"
    watch(BEAT)
    assert (tmp_path / "alive").read_text() == f"{BOT}, out: 451 busy\n"
    watch(Recovered(BOT, Side.OUT))
    watch(BEAT)
    assert (tmp_path / "alive").read_text() == "ok\n"


def test_the_health_file_names_trouble_in_and_ages(tmp_path: Path) -> None:
    health = tmp_path / "alive"
    watch = Observer(health=health)
    trouble = Trouble(BOT, Side.IN, "InboxUnavailable", "no answer", 300.0)
    watch(trouble)
    assert not health.exists(), "the server was never reached"
    watch(BEAT)
    os.utime(health, (1000, 1000))
    watch(trouble)
    assert health.read_text() == f"{BOT}, in: no answer\n"
    assert health.stat().st_mtime == 1000, "a restart may help"


def test_the_queue_counts_letters_being_read_apart_from_new_ones() -> None:
    counts = {State.NEW: 5, State.READY: 1, State.QUARANTINED: 0}
    shown = _queue_of(counts, reading=2)
    assert shown == {"new": 3, "reading": 2, "ready": 1, "quarantine": 0}


def test_the_queue_holds_no_letter_that_the_ledger_has_not() -> None:
    assert _queue_of({State.NEW: 1}, 2) == {"new": 0, "reading": 1, "quarantine": 0}


def test_no_queue_is_shown_while_the_ledger_cannot_be_read() -> None:
    def fail() -> Backlog:
        raise LedgerUnavailable("the disk is full")

    metrics = Metrics()
    with metrics.serving(HOST, free_port(), fail):
        assert "mailbot_queue{" not in _shown(metrics)


def _queue_of(letters: Mapping[State, int], reading: int) -> dict[str, int]:
    """The queue as it is shown; the ledger has those letters."""
    watch = Observer()
    watch(replace(BEAT, in_flight=reading))
    with watch.metrics.serving(HOST, free_port(), lambda: {BOT: letters}):
        metrics = watch.metrics.registry.collect()
    [queue] = [metric for metric in metrics if metric.name == "mailbot_queue"]
    assert {sample.labels["mailbox"] for sample in queue.samples} == {BOT}
    return {sample.labels["state"]: int(sample.value) for sample in queue.samples}


def test_the_stages_of_fifty_letters_add_up_to_the_whole(tmp_path: Path) -> None:
    """By value, and each letter waits for others: they come together."""
    mailbot, port = Command(tmp_path), free_port()
    mailbot.settings(more=f"[watch]\nmetrics_port = {port}")
    for number in range(50):
        who = f"p{number}@people.example"
        mailbot.file(f"letters/{number}.eml", letter(subject=f"{number}", sender=who))
    with mailbot.started("run") as service:
        list(_until_settled(service, letters=50))
        with urllib.request.urlopen(f"http://{HOST}:{port}/metrics") as page:
            shown = page.read().decode()
        assert service.stop().code == 0
    found = re.findall(r'^mailbot_stage_seconds_sum{stage="(.*)"} (.*)$', shown, re.M)
    stages = {stage: float(seconds) for stage, seconds in found}
    whole = stages.pop("arrival to end")
    assert {"policy", "parse", "solve", "compose", "send"} <= stages.keys()
    assert sum(stages.values()) == pytest.approx(whole, rel=0.1)
    assert f'mailbot_stage_seconds_count{{stage="arrival to end"}} {50}.0' in shown


def _logged(event: Event, *, private: bool = False, form: str = "plain") -> str:
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    stream = StringIO()
    try:
        root.handlers[:] = []  # configure closes those that it replaces
        configure(form, "info", private, stream)
        Observer()(event)
    finally:
        root.handlers[:] = before
        root.setLevel(level)
    return stream.getvalue()


def _shown(metrics: Metrics) -> str:
    from prometheus_client import generate_latest

    return generate_latest(metrics.registry).decode()


# Strangers at the port.


PORT = 19_417


def beat(health: Path) -> None:
    Observer(health=health)._write_health(health)


def test_the_health_file_follows_no_link_and_waits_for_no_pipe(tmp_path: Path) -> None:
    target, link, pipe = tmp_path / "mine", tmp_path / "link", tmp_path / "pipe"
    target.write_text("kept")
    link.symlink_to(target)
    os.mkfifo(pipe)
    for health in (link, pipe):
        beat(health)
    assert target.read_text() == "kept"
    beat(tmp_path / "health")
    assert (tmp_path / "health").read_text() == "ok\n"


def test_idle_connections_take_few_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metrics, "_IDLE", 0.5)
    before = active_count()
    with Metrics().serving("127.0.0.1", PORT, dict):
        idle = [socket.create_connection(("127.0.0.1", PORT)) for _ in range(40)]
        begun = monotonic()
        for connection in idle:
            connection.settimeout(20)
            assert connection.recv(1) == b""
            assert active_count() <= before + 10
        assert monotonic() - begun < 15
        for connection in idle:
            connection.close()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root makes files of others")
def test_settings_of_another_user_in_this_folder_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "mailbot.toml"
    file.write_text('address = "bot@bots.example"\n')
    assert find_file(None, {}) == Path("mailbot.toml")
    os.chown(file, 12_345, -1)
    with pytest.raises(BadSettings, match="another user"):
        find_file(None, {})
    assert find_file(file, {}) == file
