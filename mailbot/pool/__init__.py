"""The pool: reads letters in child processes with limits, behind an Executor.

In: `pool.submit(read_letter, rfc822, brief)`, called by cli.answering. Out: a future of
the result, or of TooCostly, another error of ours, or ChildUnavailable.

Its rooms; each has a map of its own:

    parent    what runs in the mailbot's process: LocalPool, which has calls answered by
              readers, sees after them and ends those that overspend
    child     what runs in other processes: the fork server, its readers, their sandbox
    protocol  what both know: the calls, and how calls and answers pass between them
    cluster   Fleet: the same Executor over a dask cluster of other machines
    options   how many children, their limits; where the cluster is

`parent` and `child` never import each other. They meet in `protocol`, which imports
neither. `cluster` stands above all three.

Rule 1: the parent never imports what reads letters. `protocol.calls` names it, and a
        child imports it: so the parent loads no cv2.
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

from mailbot.pool.options import FleetOptions, PoolOptions
from mailbot.pool.parent.executor import MayTake, Pool, attempt, ignore, then, unlimited
from mailbot.pool.parent.forkserver import UNSEEN
from mailbot.pool.parent.local import LocalPool
from mailbot.pool.parent.slot import ChildUnavailable
from mailbot.pool.protocol.calls import draw_file, probe_reading, read_file, read_letter
from mailbot.pool.protocol.wire import FILE_CALLS
