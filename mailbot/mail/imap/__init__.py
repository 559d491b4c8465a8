"""A mailbox on an IMAP server.

    inbox       ImapInbox: the Inbox; how often a server is asked, by what it was
                heard to announce, and what ends a wait from another thread
    connection  its connection, replaced after every fault; SELECT
    login       connecting, and the ways to log in
    session     one connection: TLS and IDLE; the only user of IMAPClient's socket
    wire        what it reads through: a deadline for each command
    arrivals    which letters are new: SEARCH, and FETCH of sizes
    letters     the letters themselves; each alone where several together fail
    fetched     the answers to FETCH, each parsed alone
    folders     where settled letters go: MOVE, COPY, STORE, CREATE; APPEND of copies

Errors leave as InboxUnavailable (try again), LetterUnavailable (others can be had) or
BadSettings (a person has to act).
"""
