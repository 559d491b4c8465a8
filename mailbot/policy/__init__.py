"""Who is answered, and to which address.

The first reason to stay silent decides. Rates are not kept here: an Accept carries
the claim that the ledger grants or refuses.
"""

from collections.abc import Collection
from datetime import datetime
from itertools import chain

from mailbot.language.subjects import thread_name
from mailbot.mail.message.identity import is_own_id, plain_address
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
        found: whether a puzzle was found in it, as far as is known yet.
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
    trusted = standing is Standing.PROVEN
    if not found and not _may_say_no(options, trusted):
        return Ignore("no puzzle found, and the sender is not vouched for")
    to = _recipient(letter, sender, options) if trusted else sender
    subject = thread_name(letter.envelope.subject)
    claim = Claim(plain_address(to.address), to.domain, subject, no_puzzle=not found)
    return Accept(to, claim, trusted)


def _why_own(letter: Letter, sender: Address, options: PolicyOptions) -> str:
    """Letters of our own that came back."""
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
    """What the operator rules out."""
    if _is_listed(sender, options.deny):
        return "the sender is on the deny list"
    if options.allow and not _is_listed(sender, options.allow):
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
    """Reply-To where it is the proven sender's own domain, else the sender.

    Anywhere else the bot would carry a stranger's picture to a third person.
    """
    wanted = letter.envelope.reply_to
    if (
        len(wanted) == 1
        and wanted[0].domain == sender.domain
        and not is_robot(wanted[0].address)
        and not is_routed(wanted[0].address)
        and not _is_own(wanted[0].address, options)
        and not _is_listed(wanted[0], options.deny)
    ):
        return wanted[0]
    return sender


def _may_say_no(options: PolicyOptions, trusted: bool) -> bool:
    return options.no_puzzle == "always" or (options.no_puzzle == "trusted" and trusted)


def _is_own(address: str, options: PolicyOptions) -> bool:
    return plain_address(address) in map(plain_address, options.addresses)


def _is_listed(who: Address, entries: Collection[str]) -> bool:
    address = plain_address(who.address)
    return any(
        f"@{who.domain}" == entry.lower()
        if entry.startswith("@")
        else address == plain_address(entry)
        for entry in entries
    )
