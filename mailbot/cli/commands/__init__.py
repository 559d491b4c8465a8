"""The subcommands of `mailbot`, each imported only when it is called.

service    run, once: the service
demo       demo, with the sample letters of `samples`
letters    reply: a letter in, the reply out
read       read: what pictures, documents, mails and text hold
solve      solve: puzzles as text; `batch` solves one puzzle a line
new        new: makes puzzles
check      check: tries the settings and everything that they name
memory     status, show, retry, forget, resume: what the ledger knows
login      login: OAuth2
templates  config: the ready-made settings files
"""
