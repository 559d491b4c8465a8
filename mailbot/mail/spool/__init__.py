"""A mailbox in the file system, with the same promises as one on a server.

inbox    SpoolInbox and SpoolOutbox: the Inbox and the Outbox
layouts  how letters lie in a folder: as .eml files or as a Maildir
files    files written whole and moved without a gap, safe against a power cut
"""
