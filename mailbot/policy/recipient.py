"""The address that a reply goes to: the author's own, and nobody else's.

A Reply-To counts only if it is the author's mailbox, perhaps with a +tag: with any
other one, a letter could make us write to a stranger.
"""

from mailbot.mail.message.addresses import plain_address, same_mailbox
from mailbot.mail.message.domains import is_reachable
from mailbot.model import Address, Envelope, Ignore
from mailbot.options import PolicyOptions
from mailbot.policy.machines import is_robot, is_routed


def recipient_of(
    envelope: Envelope, sender: Address, options: PolicyOptions
) -> Address | Ignore:
    """The address to answer; Ignore where none may be answered."""
    if not is_reachable(sender.domain):
        return Ignore("no mail reaches the sender's domain")
    wanted = envelope.reply_to
    if any(is_robot(w.address) or is_own(w.address, options) for w in wanted):
        return Ignore("the Reply-To is nobody's address, or ours")
    if len(wanted) != 1 or is_routed(wanted[0].address):  # a route in the +tag, too
        return sender
    return wanted[0] if same_mailbox(wanted[0], sender) else sender


def is_own(address: str, options: PolicyOptions) -> bool:
    """Whether an address is one of ours, in any spelling and with any +tag."""
    return plain_address(address) in map(plain_address, options.addresses)
