"""Exit codes that are no error's; the others stand in `mailbot.errors`."""

NOTHING_FOUND = 4
NOT_ONE_SOLUTION = 5
