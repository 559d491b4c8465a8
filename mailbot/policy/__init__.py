"""Who is answered, and to which address.

In: a Letter, of which only the headers and the types of its parts are read. Out: a
Decision: Ignore with the first reason that applies, or Accept with the recipient and
the claim. The ledger counts claims against the caps; no rates are kept here.

The steps of `decide`, in order:

1. the letter names one sender, and our mail server does not call it forged:
   `authentication` (SPF, DKIM, DMARC);
2. it is not a letter of our own that came back: `_why_own`;
3. no machine wrote it: `machines`, one rule for each header or name that tells so;
4. the operator's lists and dates let it in: `_why_unwanted`;
5. a letter without a puzzle is answered only if the settings say so;
6. Reply-To counts only if the sender is proven, and within the sender's domain.

A new sign of a machine is a rule in `machines.RULES`; a new setting is a field of
options.PolicyOptions, and is read here.
"""

from datetime import datetime
from itertools import chain

from mailbot.language.subjects import thread_name
from mailbot.mail.message.addresses import is_listed, plain_address
from mailbot.mail.message.identity import is_own_id
from mailbot.model import Accept, Address, Claim, Decision, Ignore, Letter
from mailbot.options import PolicyOptions
from mailbot.policy.authentication import Standing, standing_of
from mailbot.policy.machines import (
    addresses_in,
    is_robot,
    is_routed,
    values,
    why_machine,
)

__all__ = ["PolicyOptions", "decide"]


def decide(
    letter: Letter, options: PolicyOptions, now: datetime, found: bool
) -> Decision:
    """Whether a letter is answered, and to which address.

    Args:
        letter: the letter.
        options: the operator's rules.
        now: the moment of deciding (aware); a letter from the future counts as new.
        found: whether the letter holds a puzzle; True as long as that is not known.
    """
    sender = letter.envelope.sender
    if sender is None:
        return Ignore("the letter names no single sender")
    standing = standing_of(letter, options.authserv_id)
    if standing is Standing.FORGED:
        return Ignore("the sender is forged, says our mail server")
    why = (
        _why_own(letter, sender, options)
        or why_machine(letter)
        or _why_unwanted(letter, sender, options, now)
    )
    if why:
        return Ignore(why)
    proven = standing is Standing.PROVEN
    if not proven and options.unproven == "never":
        return Ignore("the sender is not vouched for")
    if not found and not _may_say_no(options, proven):
        return Ignore("no puzzle found, and the sender is not vouched for")
    to = _recipient(letter, sender, options) if proven else sender
    claim = Claim(
        plain_address(to.address),
        to.domain,
        thread_name(letter.envelope.subject),
        no_puzzle=not found,
        proven=proven,
    )
    # A display name is the sender's words, which go back to nobody.
    return Accept(Address("", to.address), claim)


def _why_own(letter: Letter, sender: Address, options: PolicyOptions) -> str:
    """Why a letter is one of our own that came back; "" if it is none."""
    if _is_own(sender.address, options):
        return "sent from our own address"
    if is_own_id(letter.envelope.message_id, options.addresses):
        return "one of our own replies, going by its Message-ID"
    passed = chain.from_iterable(map(addresses_in, values(letter, "x-loop")))
    if any(_is_own(address, options) for address in passed):
        return "it went through us already (X-Loop)"
    return ""


def _why_unwanted(
    letter: Letter, sender: Address, options: PolicyOptions, now: datetime
) -> str:
    """Why the operator's settings rule a letter out; "" if they do not."""
    if is_listed(sender, options.deny):
        return "the sender is on the deny list"
    if options.allow and not is_listed(sender, options.allow):
        return "the sender is not on the allow list"
    recipients = (*letter.envelope.to, *letter.envelope.cc)
    if options.only_addressed and not any(
        _is_own(recipient.address, options) for recipient in recipients
    ):
        return "not addressed to us"
    dated = letter.envelope.date
    if options.newer_than and dated and min(dated, now) < options.newer_than:
        return "older than the installation"
    return ""


def _recipient(letter: Letter, sender: Address, options: PolicyOptions) -> Address:
    """Reply-To if it is one address in the proven sender's domain, else the sender.

    With any other Reply-To, a stranger could make the bot write to a third person.
    """
    wanted = letter.envelope.reply_to
    if (
        len(wanted) == 1
        and wanted[0].domain == sender.domain
        and not is_robot(wanted[0].address)
        and not is_routed(wanted[0].address)
        and not _is_own(wanted[0].address, options)
        and not is_listed(wanted[0], options.deny)
    ):
        return wanted[0]
    return sender


def _may_say_no(options: PolicyOptions, proven: bool) -> bool:
    """Whether the sender may be told that no puzzle was found."""
    return options.no_puzzle == "always" or (options.no_puzzle == "trusted" and proven)


def _is_own(address: str, options: PolicyOptions) -> bool:
    return plain_address(address) in map(plain_address, options.addresses)
