"""The settings: what the operator may set, and where it is read from.

In: a TOML file and the environment. Out: one frozen, checked `Settings`, or BadSettings
with one line that says what to change.

    schema      every setting, and the kinds of their values: open it to add or change
                one; what an option of another package has stands there: its default,
                or all of it, where the setting is the option
    load        the file, then the environment over it; what is wrong, as one line
    secrets     passwords and client files from files, commands and the service manager

`mailbot.cli.wiring` and `mailbot.cli.mail` turn Settings into the options of each part.
"""

from mailbot.settings.load import (
    WRITTEN,
    anybody_writes,
    find_file,
    forget_secrets,
    load,
    mailboxes,
    no_file_found,
    service_manager,
)
from mailbot.settings.schema import Settings
from mailbot.settings.secrets import client_file, password
