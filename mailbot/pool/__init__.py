"""The pool: reads letters in child processes with limits, behind an Executor.

In: `pool.submit(read_letter, rfc822, brief)`, called by cli.answering. Out: a future of
the result, or of TooCostly, another error of ours, or ChildUnavailable.

The way of a call, and the file to open for a change:

    local       LocalPool: a thread of the parent takes a free slot, and tries again
                where a reader was lost
    executor    calls that give way to others, for any pool
    forkserver  the process whose forks read, as the parent sees it
    process     how that process is started: by us, or as another user
    instance    how it becomes one of another user
    slot        a slot of it: is sent calls, one reader after the other; keeps deadlines
    session     the processes of a reader, and the signals by which others end it
    scratch     the folder in which readers write
    control     what the parent and a slot tell each other about readers
    channel     frames: messages with their length ahead, over a socket pair
    patience    deadlines that judge the other end and not the machine
    calls       the calls that a child answers: a closed set with typed arguments
    file_calls  those of them that read FILEs, for commands that answer no letters
    findings    the result of a call that reads a FILE, as a message
    wire        how calls and answers are written, read and checked
    child       the program of the fork server
    reader      a fork of it, which answers one call
    sandbox     what the fork server and its readers may do: files, system calls
    cluster     Fleet: the same Executor over a dask cluster of other machines
    options     how many children, their limits; where the cluster is

Rule 1: the parent never imports what reads letters. `calls` names it, and a child
        imports it: so the parent loads no cv2.
Rule 2: a child holds no secret. It is a new program with the variables `KEPT` of the
        environment, no others, and the descriptors of its channels to the parent; a
        reader has one.
Rule 3: a letter can harm only itself. Its reader is a fork that lives for this letter,
        in a sandbox; one that dies or overspends costs its letter.
Rule 4: an answer of a child is data, checked field by field. It names no person: to
        whom a reply goes is decided in the parent, by the headers alone.
Rule 5: no letter is blamed for what somebody else did: where a reader was killed or
        stopped from outside, the letter is read again.
"""

from mailbot.pool.calls import draw_file, probe_reading, read_file, read_letter
from mailbot.pool.executor import Pool
from mailbot.pool.local import LocalPool
from mailbot.pool.options import FleetOptions, PoolOptions
from mailbot.pool.slot import ChildUnavailable

__all__ = [
    "ChildUnavailable",
    "FleetOptions",
    "LocalPool",
    "Pool",
    "PoolOptions",
    "draw_file",
    "probe_reading",
    "read_file",
    "read_letter",
]
