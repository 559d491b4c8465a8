"""An IMAP mailbox: its session, its folders, the letters that arrive in it."""
