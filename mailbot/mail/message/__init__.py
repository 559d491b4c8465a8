"""The format of mail (RFC 5322, MIME): letters are parsed, and replies written.

    letter    `parse`: bytes -> Letter; decides which part is a body and which a file;
              `parse_head`: the headers alone; `letter_of`: a FILE of the command line
    parts     takes a MIME tree apart into leaves, without recursion
    headers   header lines -> names and values -> Envelope
    addresses the addresses of a header; the one spelling of a person
    domains   the one spelling of a domain, and its organisation
    tokens    where comments and quoted strings end; decodes encoded words
    source    opens sources of messages and pages that stand within a text
    cms       opens signed S/MIME
    transfer  decodes base64, quoted-printable and uuencode
    tnef      opens Outlook's winmail.dat, and decompresses the RTF in it
    writing   `write`: Reply -> bytes
    identity  our Message-IDs

Charsets are decoded in mailbot.charset. No I/O: everything is a function on bytes.
"""
