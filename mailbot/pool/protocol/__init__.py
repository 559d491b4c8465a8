"""What the parent and its children both know: how they are started and what they say.

    start       how a fork server is started, and what it is told then; the folder in
                which its readers write
    control     what the parent and a slot tell each other about readers
    channel     frames: messages with their length ahead, over a socket pair;
                deadlines that judge the other end and not the machine
    wire        how calls and answers are written, read and checked
    calls       the calls that a child answers: a closed set with typed arguments
    file_calls  those of them that read FILEs, for commands that answer no letters
    findings    the result of a call that reads a FILE, as a message

A new call is a function in `calls`. It names as a string what a child imports for it.
"""
