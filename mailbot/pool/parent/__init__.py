"""The parent's side of the pool: what runs in the mailbot's own process.

In: a call and its arguments. Out: a future of the answer. The way of a call:

    executor    Pool: an Executor whose calls can be made to give way to others; futures
                of what others come to
    local       LocalPool: a thread for each child takes a free slot, asks, and asks
                again where a reader was lost
    forkserver  the process whose forks read, as the parent sees it, and its free slots
    process     how that process is started: by us, or as another user; counts the
                processes of a reader, and ends what is left of them
    slot        a slot of it: is sent calls, one reader after the other; keeps deadlines

Nothing here imports the child's side. An answer is checked (`protocol.wire`) before
anything here or above looks at it.
"""
