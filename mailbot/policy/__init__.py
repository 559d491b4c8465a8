"""Who is answered, and to which address.

In: a Letter, of which only the headers and the types of its parts are read. Out: a
Decision: Ignore with the first reason that applies, or Accept with the recipient and
the claim. The ledger counts claims against the caps; no rates are kept here.

The steps of `decide`, in order:

1. the letter names one sender, and our mail server does not call it forged:
   `authentication` (SPF, DKIM, DMARC, as the server reports them). A From that can be
   read in two ways counts only if DMARC passes for the domain that we read in it. A
   letter that is addressed to somebody else proves its sender only by SPF, and so does
   one with many signatures: anybody may send on a signed letter;
2. it is not a letter of our own that came back: `_why_own`;
3. no machine wrote it: `machines`, one rule for each header or name that tells so;
   weaker signs go with the decision, for whoever reads the letter;
4. the operator's lists let it in: `_why_unwanted`;
5. a letter without a puzzle is answered only if the settings say so;
6. the reply goes to the sender's own mailbox, if mail can reach it: a Reply-To
   counts only if it is the author's mailbox, perhaps with a +tag: with any other one,
   a letter could make us write to a stranger.

A claim names the domain whose replies are counted together, or none where the sender
uses one of the `providers`.

A new sign of a machine is a rule in `machines.RULES`; a new setting is a field of
options.PolicyOptions, and is read here.
"""

from dataclasses import replace
from itertools import chain

from mailbot.language.subjects import thread_name
from mailbot.mail.message.addresses import (
    is_listed,
    plain_address,
    read_addresses,
    same_mailbox,
)
from mailbot.mail.message.domains import is_reachable, normal_domain, organisation
from mailbot.mail.message.identity import (
    LOOP_HEADERS,
    has_many_signatures,
    is_own_id,
    is_reply_id,
    letter_ids,
)
from mailbot.model import Accept, Address, Claim, Decision, Envelope, Ignore, Letter
from mailbot.options import PolicyOptions
from mailbot.policy.authentication import Standing, judge
from mailbot.policy.machines import (
    addresses_in,
    is_robot,
    is_routed,
    values,
    why_machine,
    why_suppressed,
    why_suspect,
)
from mailbot.policy.providers import PROVIDERS


def decide(letter: Letter, options: PolicyOptions) -> Decision:
    """Whether a letter with a puzzle is answered, and to which address."""
    sender = letter.envelope.sender
    if sender is None:
        return Ignore("the letter names no single sender")
    verdict = judge(letter.envelope, options.authserv_id, options.relays)
    if verdict.standing is Standing.FAILED:
        return Ignore("the sender is forged, says our mail server")
    if not (letter.envelope.plain_sender or verdict.by_dmarc):
        return Ignore("From can be read in several ways, and DMARC proves none of them")
    addressed = is_addressed(letter.envelope, options)
    once = verdict.by_spf or not has_many_signatures(letter.envelope)
    proven = verdict.standing is Standing.PROVEN and (addressed or verdict.by_spf)
    proven = proven and once
    suppressed = why_suppressed(letter)
    unwanted = not proven and options.unproven == "never"
    why = (
        _why_own(letter, sender, options)
        or why_machine(letter)
        or ("" if proven else suppressed)
        or _why_unwanted(letter, sender, options)
        or ("the sender is not vouched for" if unwanted else "")
    )
    if why:
        return Ignore(why)
    to = recipient_of(letter.envelope, sender, options)
    if isinstance(to, Ignore):
        return to
    whole = organisation(to.domain) or to.domain
    shared = PROVIDERS.union(map(normal_domain, options.providers))
    envelope = letter.envelope
    referred = dict.fromkeys((*envelope.references, *envelope.in_reply_to))
    claim = Claim(
        plain_address(to.address),
        "" if shared & {whole, to.domain} else whole,
        thread_name(letter.envelope.subject),
        proven=proven,
        ids=letter_ids(letter.envelope),
        answers=tuple(name for name in referred if is_own_id(name, options.addresses)),
    )
    # A display name is the sender's words, which go back to nobody.
    return Accept(
        Address("", to.address), claim, why_suspect(letter), suppressed, addressed
    )


def without_puzzle(accepted: Accept, options: PolicyOptions) -> Accept | Ignore:
    """What a letter gets that would be answered, if no puzzle is found in it."""
    proven = accepted.claim.proven
    if options.no_puzzle == "always" or (options.no_puzzle == "trusted" and proven):
        return replace(accepted, claim=replace(accepted.claim, no_puzzle=True))
    return Ignore("no puzzle found, and the sender is not vouched for")


def _why_own(letter: Letter, sender: Address, options: PolicyOptions) -> str:
    """Why a letter is one of our own that came back; "" if it is none."""
    if is_own(sender.address, options):
        return "sent from our own address"
    if is_own_id(letter.envelope.message_id, options.addresses):
        return "one of our own replies, going by its Message-ID"
    if is_reply_id(letter.envelope.message_id):  # all else may be cut off on its way
        return "a reply of another mailbot, going by its Message-ID"
    names = map(str.lower, LOOP_HEADERS)
    named = chain.from_iterable(values(letter, name) for name in names)
    passed = chain.from_iterable(map(addresses_in, named))
    ours = set(map(plain_address, options.addresses))
    if not ours.isdisjoint(map(plain_address, passed)):
        return "it went through us already, going by its headers"
    return ""


def _why_unwanted(letter: Letter, sender: Address, options: PolicyOptions) -> str:
    """Why the operator's settings rule a letter out; "" if they do not."""
    if is_listed(sender, options.deny):
        return "the sender is on the deny list"
    if options.allow and not is_listed(sender, options.allow):
        return "the sender is not on the allow list"
    if options.only_addressed and not is_addressed(letter.envelope, options):
        return "not addressed to us"
    return ""


def is_addressed(envelope: Envelope, options: PolicyOptions) -> bool:
    """Whether a letter names an address of ours; it does where none is known."""
    named = [recipient.address for recipient in (*envelope.to, *envelope.cc)]
    for value in (v for name, v in envelope.headers if name == "resent-to"):
        named += [recipient.address for recipient in read_addresses(value)]
    ours = set(map(plain_address, options.addresses))
    return not ours or not ours.isdisjoint(map(plain_address, named))


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
