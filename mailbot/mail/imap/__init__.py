"""A mailbox on an IMAP server.

    inbox     ImapInbox: the Inbox; opens a new connection after every fault
    session   one connection: TLS, login, IDLE; the only user of IMAPClient's socket
    wake      what ends a wait from another thread
    arrivals  which letters are new: SELECT, SEARCH, and FETCH of sizes
    contents  copies of our replies, and the headers of the newest letters
    folders   where settled letters go: MOVE, COPY, STORE, CREATE; copies with APPEND

Errors leave as InboxUnavailable (try again) or BadSettings (a person has to act).
"""
