"""What a sentence forbids by its words: a denial, and what it belongs to."""

from collections.abc import Iterator
from itertools import islice, takewhile

from mailbot.language.concepts import Concepts
from mailbot.model.requests import Limit
from mailbot.talk.cells.clauses import Item
from mailbot.talk.said import Sentence

_END = frozenset({"solution", "whole", "rest", "finish", "solve"})
_MORE = frozenset({"more", "rest", "next", "elsewhere"})
_TOLD = frozenset({"digit", "tell", "hush", "show", "put"})
_UNABLE = frozenset({"can", "understand", "stuck"})
_ASKED_OF_US = frozenset({"tell", "hush", "give", "digit", "solution"})
"""A denial of the first tells what people cannot do, and forbids us nothing: none of us
can see how to go on. Beside one of the second it may forbid."""

_NEAR = 5
"""Words behind a denial to which it belongs."""

_NEAR_BEFORE, _NEAR_BEHIND = 4, 3
"""Words between a hint and what denies it: tips are really not needed."""

_WANTING = frozenset({"want", "interest"})
"""What somebody denies who does not want to know why."""

_WHAT = frozenset({"what", "that"})
"""Tags of "what"; a Romance "que" has both, and mostly is no question."""

_OTHER = _END | {"hint", "digit", "only"}
"""What a denial denies that stands before a place: tell me no digit, only where."""

_BEFORE = 6
"""Words before a verb of telling that may be what it does not tell."""


def denied_in(sentence: Sentence) -> frozenset[Limit]:
    """What a sentence forbids by its words: a denial, and what it belongs to."""
    items, about = sentence.items, sentence.about
    found: set[Limit] = set()
    untold = list(_untold_places(sentence))
    for at, said in enumerate(about):
        if _denies(sentence, at) and not _is_about_more(sentence, at):
            near = range(at + 1, min(at + 1 + _NEAR, len(items)))
            joined = list(takewhile(lambda n: not _ends(items[n]), near))
            denied = said.union(*(_meant(sentence, n) for n in joined))
            if "hush" in denied:
                denied = denied.union(*about[max(at - _BEFORE, 0) : at])
            elif not joined:
                denied = denied.union(_told_before(sentence, at))
            place = any(at < where <= at + 1 + _BEFORE for where in untold)
            if not place or "digit" in denied:
                found |= set(_denied(denied, hinted="hint" in sentence.concepts))
    return frozenset(found)


def _told_before(sentence: Sentence, at: int) -> Concepts:
    """What a denial denies that ends its part: tell the digit not, as Germans say."""
    items = sentence.items
    before = range(at - 1, max(at - _BEFORE, 0) - 1, -1)
    part = list(takewhile(lambda n: not _ends(items[n]), before))
    said = frozenset[str]().union(*(_meant(sentence, n) for n in part))
    other = frozenset[str]().union(*(items[n].token.tags for n in part[:1]))
    told = {"tell", "digit"} <= said and not {"if", "or"} & other and "why" not in said
    return said if told else frozenset()


def _meant(sentence: Sentence, at: int) -> Concepts:
    """What a denied word is about.

    The "yet" of "not yet" is not about more digits; what people do not see or find
    themselves is not about what we show.
    """
    about, tags = sentence.about[at], sentence.items[at].token.tags
    own = "seeing" in tags or "done" in about
    if own and "want" not in sentence.concepts:
        about -= _TOLD
    one = any("one" in said for said in sentence.about[at + 1 : at + 2])
    return about - _MORE if "yet" in tags and not one else about


def _denies(sentence: Sentence, at: int) -> bool:
    """Whether a word denies by itself; a verb of telling needs a denial before it.

    Swedish "utan" denies no verb of telling behind it: "utan ge mig siffran".
    """
    tags, about = sentence.items[at].token.tags, sentence.about[at]
    behind = frozenset[str]().union(*sentence.about[at + 1 : at + 2])
    if "but" in tags and _ASKED_OF_US & behind - {"digit", "solution"}:
        return False
    silent = "hush" in about and "reveal" not in tags
    return silent or bool({"not", "decline"} & about)


def denies_hints(sentence: Sentence) -> bool:
    """Whether all hints that a sentence speaks of are denied: no more hints please."""
    about = sentence.about
    hints = [at for at, said in enumerate(about) if "hint" in said]
    return bool(hints) and all(_is_denied(sentence, at) for at in hints)


def denies_reasons(sentence: Sentence) -> bool:
    """Whether somebody does not want to know why; not: I want to know why not."""
    wanting = (at for at, said in enumerate(sentence.about) if _WANTING & said)
    denied = any(_is_denied(sentence, at) for at in wanting)
    return denied and "why" in sentence.concepts and not sentence.asks


def denies_where(sentence: Sentence) -> bool:
    """Whether a sentence forbids to tell the place, and no digit: don't say where!"""
    where = [at for at, said in enumerate(sentence.about) if "where" in said]
    return bool(where) and where == list(_untold_places(sentence))


def _untold_places(sentence: Sentence) -> Iterator[int]:
    """The words for a place that nobody shall tell; not: why not tell me where?"""
    if not (sentence.asks or "why" in sentence.concepts):
        for at, said in enumerate(sentence.about):
            if "where" in said and _is_untold(sentence, at):
                yield at


def _is_untold(sentence: Sentence, at: int) -> bool:
    """Whether a denial stands right before a word, or only a verb of telling between.

    "Nicht verraten, wo" and "verrat nicht, wo" are the same.
    """
    items, about = sentence.items[:at], sentence.about[:at]
    words = [
        (item.token.tags, said)
        for item, said in zip(items, about, strict=True)
        if item.token.text != "," and "article" not in item.token.tags - {"not"}
    ][-_BEFORE:]
    denied = [n for n, (_, said) in enumerate(words) if "not" in said]
    if not denied:
        return False
    between = words[denied[-1] + 1 :]
    told = any({"tell", "want"} & said for _, said in words)
    seen = any("seeing" in tags or {"what"} == tags & _WHAT for tags, _ in words)
    other = any(_OTHER & said for _, said in between)
    return not (seen or other) and (told or not between)


def _is_denied(sentence: Sentence, at: int) -> bool:
    """Whether a denial stands near a word, and no sign between them."""
    items, about = sentence.items, sentence.about
    before = takewhile(lambda n: not _ends(items[n]), range(at - 1, -1, -1))
    behind = takewhile(lambda n: not _ends(items[n]), range(at + 1, len(items)))
    near = (*islice(before, _NEAR_BEFORE), *islice(behind, _NEAR_BEHIND))
    return any("not" in about[n] for n in near)  # not only a hint denies it, too


def _is_about_more(sentence: Sentence, at: int) -> bool:
    """Whether a denial forbids nothing: not only the answer; French "ne ... que"."""
    behind = zip(sentence.items[at + 1 :], sentence.about[at + 1 :], strict=True)
    near = [item.token.tags | about for item, about in islice(behind, 2)]
    only = any("only" in said for said in near[:1])
    return only or any("restricts" in said for said in near[1:])


def _ends(item: Item) -> bool:
    """Whether a denial reaches no further: no 8. Please solve it."""
    return not item.token.text[0].isalnum() or "but" in item.token.tags


def _denied(about: Concepts, *, hinted: bool) -> Iterator[Limit]:
    """What a denial of words that are about these things forbids.

    Beside a hint that is asked for, what nobody shall tell is the end.
    """
    if _UNABLE & about and not _ASKED_OF_US & about:
        return
    if _END & about:
        yield Limit.NO_SOLUTION
    elif _MORE & about:
        yield Limit.ONLY_NAMED
    elif _TOLD & about:
        end = hinted and "digit" not in about
        yield Limit.NO_SOLUTION if end else Limit.NO_DIGIT
