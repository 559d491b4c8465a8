"""The formats and protocols of mail: letters come in here, and replies go out.

Nothing here decides anything: the worker drives an Inbox and an Outbox, the ledger
remembers, and `respond` reads the letters that `message` has parsed.

    in:   IMAP, Maildir or .eml files -> RawMail -> message.letter.parse -> Letter
    out:  Reply -> message.writing.write -> bytes -> SMTP, sendmail or .eml files

    ports        the protocols Inbox and Outbox: all that the worker knows of a server
    message/     the format: bytes to a Letter, a Reply to bytes, Message-IDs
    imap/        the Inbox over IMAP
    smtp/        the Outboxes over SMTP and over a local sendmail program
    spool/       Inbox and Outbox in the file system
    oauth/       access tokens of Google and Microsoft
    credentials  a password, or where access tokens come from
    tls          how the connection to a server is encrypted
    options      which mailbox or way out, on which server: what settings give

What to change where:

- an IMAP command: imap/arrivals (search, what is new), imap/folders (move, flag,
  append) or imap/session (login, IDLE);
- an SMTP command: smtp/session; what the answer to it means for a reply: smtp/outbox;
- what is read of a letter: message/letter (bodies and parts), message/headers;
- the headers of a reply: message/writing;
- a provider with a password: nothing, its host goes into the settings, and a file in
  config/ shows them; a provider with OAuth2: a module in oauth/, named in oauth/login;
- another kind of mailbox: a class with the methods of ports.Inbox, made in cli/mail.
"""
