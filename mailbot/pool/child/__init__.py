"""The child's side of the pool: what runs in the processes that read letters.

    server    the program of a child: a fork server with a few slots. It loads what
              reading needs and sees no letter
    reader    a fork of it in a slot: takes one call, answers it and ends
    sandbox   what the fork server and its readers may do: files, system calls
    instance  becomes a fork server of another user, when a service manager starts it

In: the setup (`protocol.start`), then what the parent says about each slot
(`protocol.control`) and a call for each reader (`protocol.wire`). Out: the answer to
each call, and how its reader ended. Nothing here imports the parent's side.
"""
