"""Processes that are forks of one that has loaded the mailbot: hundreds are cheap."""

import multiprocessing
from multiprocessing.process import BaseProcess

from mailbot.cli import COMMANDS

PROCESSES = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload(["tests.crash.job", *COMMANDS.values()])


def exit_code(process: BaseProcess, seconds: float) -> int:
    """Wait for the end of a process; its exit code (-9: killed)."""
    process.join(seconds)
    if process.exitcode is None:
        process.kill()
        raise TimeoutError("the process did not come to an end")
    return process.exitcode
