"""The first answers of a process, which several threads read at the same time."""

import subprocess
import sys

_READ = """
import sys
from threading import Barrier, Thread
from mailbot.model import Content, Kind
from mailbot.pool.protocol.calls import read_letter
from mailbot.pool.protocol.wire import prepare, read_answer, write_answer

sys.setswitchinterval(1e-6)
answer = write_answer(lambda: Content(Kind.SOLVED, "t", told={"r1c1": 3}))
prepare(read_letter)
together, read = Barrier(8), []

def first():
    together.wait()
    read.append(read_answer(answer, read_letter).text)

threads = [Thread(target=first) for _ in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
assert read == ["t"] * 8
"""


def test_the_first_answers_are_read_in_eight_threads_at_once(long: bool) -> None:
    for _ in range(200 if long else 3):
        done = subprocess.run([sys.executable, "-c", _READ], check=False)
        assert done.returncode == 0
