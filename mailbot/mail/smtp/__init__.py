"""The ways out: replies are submitted over SMTP, or given to a sendmail program.

    outbox    SmtpOutbox: an Outbox on one connection, which it keeps
    session   one connection: TLS, login, MAIL and RCPT; its socket, with a deadline
              for each answer
    blame     whom an answer concerns, and whether to try again
    sendmail  SendmailOutbox: the Outbox that starts a local program

Errors leave as SubmissionDeferred (not delivered, try later), SubmissionRefused (never
try again), SubmissionUnsure (nobody knows) or BadSettings (a person has to act).
"""
