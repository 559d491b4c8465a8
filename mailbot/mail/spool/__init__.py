"""A mailbox that is a folder on this machine: .eml files or a Maildir."""
