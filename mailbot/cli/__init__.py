"""The command `mailbot`."""


def main() -> None:
    """Run the command."""
