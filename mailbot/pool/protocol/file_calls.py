"""The calls of commands that read FILEs and answer no letters.

As in `calls`, `load` and `warm` make the process ready whose forks answer them. Half as
much is loaded, which a command that reads one picture does not wait for.
"""

from importlib import import_module

from mailbot.pool.protocol.calls import draw_file, probe_reading, read_file

CALLS = (read_file, draw_file, probe_reading)


def load() -> None:
    """Import what reading a FILE needs."""
    for module in ("respond.findings", "eye.picture"):
        import_module(f"mailbot.{module}")


def warm() -> None:
    """Do nothing: a command has few FILEs read."""
