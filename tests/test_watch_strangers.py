"""What others on the machine may do to the health file, the port and the settings."""

import os
import socket
from pathlib import Path
from threading import active_count
from time import monotonic

import pytest

from mailbot.errors import BadSettings
from mailbot.settings.load import find_file
from mailbot.watch import metrics
from mailbot.watch.metrics import Metrics
from mailbot.watch.observer import Observer

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
