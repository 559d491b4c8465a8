"""Which act a sentence asks for: by the word model, and by its structure."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import pairwise

from mailbot.language.concepts import thesaurus_of
from mailbot.language.puzzles import ANY
from mailbot.model.requests import REVEALING, Act
from mailbot.talk.cells.clauses import Item
from mailbot.talk.requests.counts import count_of
from mailbot.talk.requests.denials import (
    denied_in,
    denies_hints,
    denies_reasons,
    denies_where,
)
from mailbot.talk.requests.fresh import numbers_of_kinds, size_of
from mailbot.talk.requests.parting import LONGEST_LABEL
from mailbot.talk.requests.patterns import factor_of
from mailbot.talk.requests.scopes import (
    Standing,
    cells_of,
    digits_of,
    houses_of,
    puzzles_named,
    techniques_of,
)
from mailbot.talk.said import Sentence
from mailbot.talk.wishes.classifier import (
    MISTAKE,
    NO_DIGIT,
    NONE,
    ONLY_THIS,
    REFUSAL,
    chances_of_wants,
)
from mailbot.talk.wishes.situation import Situation

FORBIDDING = (REFUSAL, NO_DIGIT, ONLY_THIS)
"""Classes of words that ask for nothing, and forbid something."""

IDLE = frozenset(
    {
        *(NONE, "unclear", *FORBIDDING),
        *(Act.THANKS, Act.HELP, Act.DISPUTE, Act.STOP, Act.CONFIRM),
    }
)
"""Acts and classes that ask for nothing of a puzzle."""

_ASKING = frozenset(
    {"ASKS", "give", "show", "tell", "want", "please", "can", "check", "help", "how"}
)
"""Features of a sentence that asks for something."""

_SHORT = 4
"""The most words, with the question mark, of "Am I right?" and the like."""

_STRANGE, _STRANGER = 2, 3
"""How many words that are not understood make a question doubtful, and a sentence."""

_LIFE = frozenset({"story", "family"})
"""What somebody writes about who asks for nothing."""

_DOUBT, _END = 0.65, 0.5
"""The probability from which a sentence that is not quite understood may ask, and below
which it does not ask for the end."""

_OF_NO_MISTAKE = frozenset({"digit", "hint", "next", "CELL", "HOUSE", "DIGIT", "put"})
"""What a sentence asks for that asks for one of something else than mistakes."""

_KINDS = frozenset({"row", "column", "box"})
"""Kinds of words for a house, of which none is named by them alone."""

_EDGES = frozenset(
    {
        *("top", "bottom", "left", "right", "middle"),
        *("top_left", "top_right", "bottom_left", "bottom_right"),
    }
)
_TAGGED = frozenset({"seeming", "what", "yet", "unsolved", "past", "put", "together"})
"""Kinds of words that are features by their names."""

_DENIAL = frozenset({"not", "decline", "FORBIDS", "NO_HINT"})
_SILENCE = frozenset({"hush", "self", "only"})
"""Features of a sentence that forbids to tell digits; the second, if it is no question.
"""

_UNDENIED = 0.03
"""How much likelier (here, less likely) it forbids them without one of these."""

_FLOOR = 0.004
"""How likely any act is at least, so that a clear structure can speak for it."""

PRIORS: Mapping[Situation, Mapping[Act, float]] = {
    Situation.FIRST: {
        Act.RESTART: 0.3,
        Act.UNDO: 0.05,
        Act.WHY: 0.3,
        Act.STOP: 0.2,
        Act.DISPUTE: 0.1,
        Act.CONFIRM: 0.05,
        Act.CORRECT: 0.3,
        Act.NEW: 0.005,
        Act.HELP: 0.2,
        Act.THANKS: 0.3,
    },
    Situation.BARE: {
        Act.NEW: 4.0,
        **dict.fromkeys((Act.UNDO, Act.RESTART, Act.VERDICT, Act.MOVES), 0.1),
        **dict.fromkeys((Act.CORRECT, Act.CONFIRM, Act.FIRST_MISTAKE), 0.1),
    },
    Situation.SOLVED: {
        **dict.fromkeys((Act.HINT, Act.WHERE), 0.1),
        Act.SOLUTION: 0.12,
        Act.NEW: 2.5,
        **dict.fromkeys((Act.CHECK, Act.UNDO), 0.2),
    },
    Situation.HINTED: {Act.HINT: 2.0, Act.NEW: 0.3},
    Situation.ASKED: {
        Act.CONFIRM: 3.0,
        **dict.fromkeys((Act.WHERE, Act.UNDO, Act.RESTART, Act.VERDICT), 0.1),
        Act.FIRST_MISTAKE: 0.1,
        **dict.fromkeys((Act.NEW, Act.DISPUTE, Act.STOP), 0.2),
    },
}
"""How much likelier than in the phrase books an act is where the words stand."""


_WISHING = frozenset(
    {*("ASKS", "new", "more", "easier", "harder", "like"), *("give", "want", "please")}
)
"""What a wish for a new puzzle speaks of, and the foot of a reply does not."""

_SURELY = 0.9
"""The probability from which a sentence that names no place asks for something that is
about none, whatever the sentence before it names."""

_IN_A_HEADING = frozenset({Act.WHERE, Act.HINT})
"""What a long heading may surely ask for without a word of asking."""

_NEARLY = 0.5
"""How likely, beside the likeliest act, one must be that tells less to be meant."""

_TELLING: Mapping[str, int] = {
    **dict.fromkeys(REVEALING, 81),
    Act.PART: 9,
    **dict.fromkeys((Act.HINT, Act.CELL), 1),
}
_MODEST_ACTS = (
    *(Act.WHERE, Act.CANDIDATES, Act.PLACES, Act.TECHNIQUE, Act.CHECK),
    *(Act.FIRST_MISTAKE, Act.VERDICT, Act.HINT, Act.CELL, Act.PART),
)


_MAYBE = 0.1
"""The probability from which a sentence may ask for a hint; of 25 letters that only as
a whole asked for one, a sentence was below it in one."""


def _told(name: str) -> int:
    """About how many digits an act tells."""
    return _TELLING.get(name, 0)


@dataclass(frozen=True, slots=True)
class Heard:
    """What a sentence asks for.

    Attributes:
        sentence: what was said.
        features: its structure (`patterns`).
        chances: how likely each act is, and each class that asks for nothing.
        of_named: whether it is a part of a sentence that names one of several puzzles.
    """

    sentence: Sentence
    features: frozenset[str]
    chances: Mapping[str, float]
    of_named: bool = False

    @property
    def asks(self) -> bool:
        """Whether somebody asks here, and tells no story."""
        return bool(_ASKING & self.features)

    @property
    def is_heading(self) -> bool:
        """Whether it only names what stands below it, as "The original:".

        A long one is a wish by a word of asking, other than for how it was done, or if
        it is surely one: a hint for the next step in this one.
        """
        wish = bool(({"PUZZLE", *_ASKING} - {"how"}) & self.features)
        wish |= self.act in _IN_A_HEADING and self.chance >= _SURELY
        short = len(self.sentence.items) <= LONGEST_LABEL
        return self.sentence.text.endswith(":") and (short or not wish)

    @property
    def act(self) -> str:
        """The likeliest act or class, or one nearly as likely that tells less."""
        best = max(self.chances, key=self.chances.__getitem__)
        least = self.chances[best] * _NEARLY
        modest = [n for n in _MODEST_ACTS if self.chances[n] >= least]
        lesser = [n for n in modest if _told(n) < _told(best)]
        return max(lesser, key=self.chances.__getitem__, default=best)

    @property
    def chance_of_any(self) -> float:
        """How likely it is that anything of a puzzle is asked for."""
        return 1 - sum(self.chances[name] for name in IDLE)

    @property
    def is_doubtful(self) -> bool:
        """Whether strange words may well ask for something, and hardly for the end."""
        forbidden = sum(self.chances[name] for name in FORBIDDING)
        ended = sum(self.chances[act] for act in REVEALING)
        strange = "STRANGE" in self.features and not _LIFE & self.features
        return strange and self.chance_of_any + forbidden >= _DOUBT and ended < _END

    @property
    def chance(self) -> float:
        """How likely that is."""
        return self.chances[self.act]


def idle(one: Heard) -> Heard:
    """A sentence that asks for nothing, whatever it sounds like."""
    chances = dict.fromkeys(one.chances, 0.0) | {NONE: 1.0}
    return replace(one, features=one.features - _ASKING, chances=chances)


def hear(
    sentence: Sentence,
    language: str,
    standing: Standing,
    carried: frozenset[str] = frozenset(),
    told: frozenset[str] = frozenset(),
) -> Heard:
    """What a sentence asks for where it stands.

    Args:
        sentence: the sentence.
        language: that of the letter.
        standing: where it stands.
        carried: the structure of the sentence before, for one that names no place.
        told: what one before tells of: a digit, for one that asks which cells take it,
            or something wrong, for one that asks for one of it.
    """
    alone = features_of(sentence, language, standing)
    if Act.FIRST_MISTAKE in standing.impossible:
        told -= {"wrong"}
    features = alone | _of_before(sentence, alone, carried, told)
    chances = _chances(sentence, language, standing, alone)
    if features > alone and not (_WISHING & alone and _is_of_no_place(chances)):
        chances = _chances(sentence, language, standing, features)
    else:
        features = alone
    return Heard(sentence, features, chances)


def _of_before(
    sentence: Sentence,
    features: frozenset[str],
    carried: frozenset[str],
    told: frozenset[str],
) -> frozenset[str]:
    """The structure that a sentence takes over from those before it."""
    more = frozenset[str]()
    which = "ASKS" in features and bool({"digit", "one"} & features)
    which &= "not" not in features
    other = which or bool({"possible", "rest"} & features)
    elsewhere = "where" in features and not other
    if not {"CELL", "HOUSE"} & features and not elsewhere:
        more |= carried & {"CELL", "HOUSE", "DIGIT", "put", "WOULD"}
    if "HOUSE" in features | more and _asks_which_cells(sentence):
        # The 8 drives me mad. Which cells of row 5 can take it?
        more |= told & {"DIGIT"}
    if "wrong" in told and "one" in features and not _OF_NO_MISTAKE & features:
        more |= {"wrong"}  # something is wrong. Show me one.
    if sentence.asks and not {"where", "row", "col", "cell"} & features:
        more |= carried & {"TECHNIQUE"}
    return more


def _is_of_no_place(chances: Mapping[str, float]) -> bool:
    """Whether a sentence surely asks for something that is about no cell or house."""
    return any(chances[act] >= _SURELY for act in (Act.NEW, Act.RATING))


def _chances(
    sentence: Sentence, language: str, standing: Standing, features: frozenset[str]
) -> Mapping[str, float]:
    """How likely each act is, and each class that asks for nothing."""
    said = chances_of_wants(sentence.text, language)
    priors = PRIORS.get(standing.situation, {})
    weights = {
        act.value: max(said.get(_class_of(act), 0.0), _FLOOR)
        * priors.get(act, 1.0)
        * factor_of(act, features)
        for act in Act
        if act is not Act.UNCLEAR
    }
    weights |= {name: said.get(name, 0.0) for name in (NONE, "unclear", *FORBIDDING)}
    denying = _DENIAL if "ASKS" in features else _DENIAL | _SILENCE
    if not denying & features:  # could you reveal five digits?
        weights[NO_DIGIT] *= _UNDENIED
    total = sum(weights.values())
    return {name: weight / total for name, weight in weights.items()}


def _class_of(act: Act) -> str:
    return MISTAKE if act is Act.FIRST_MISTAKE else act.value


def _asks_which_cells(sentence: Sentence) -> bool:
    """Whether cells are asked for, and not what may stand in them: in which cells?"""
    tags = [item.token.tags for item in sentence.items]
    before = zip([frozenset[str](), *tags], tags, sentence.about[1:], strict=False)
    return any(
        "cell" in about
        and ("what" in near or ("preposition" in first and "article" not in near))
        for first, near, about in before
    )


def _is_one_digit(pair: tuple[Item, Item]) -> bool:
    """Whether two words count one digit in figures: 1 digit."""
    return pair[0].token.text == "1" and "digit" in pair[1].token.tags


def _is_strange(sentence: Sentence, language: str) -> bool:
    """Whether words are not understood, and none says what is or belongs somewhere.

    Of a language without a list of concepts nobody can tell.
    """
    pairs = zip(sentence.items, sentence.about, strict=True)
    unknown = [item for item, said in pairs if item.is_unknown and not said]
    strange = len(unknown) >= (_STRANGE if sentence.asks else _STRANGER)
    told = "is" in sentence.tags or not thesaurus_of(language).words
    return strange and not told


def features_of(
    sentence: Sentence, language: str, standing: Standing
) -> frozenset[str]:
    """The structure of a sentence, as the table of patterns names it."""
    shape = standing.shape
    places, techniques = sentence.places, techniques_of(sentence, language)
    naming = {at for at, _ in puzzles_named(sentence, standing.puzzles, before=0)}
    numbers = {sentence.items[at].token.number for at in naming}
    about = enumerate(zip(sentence.items, sentence.about, strict=True))
    concepts = frozenset[str]().union(
        *(said for at, (item, said) in about if not item.place and at not in naming)
    )
    structure = {
        "CELL": bool(cells_of(places, shape)),
        "LIES": "is" in sentence.tags
        and (len(places) > 1 or bool(_EDGES & sentence.tags)),
        "HOUSE": bool(houses_of(places, shape)),
        "DIGIT": bool({*digits_of(sentence, shape)} - numbers),
        "COUNT": count_of(sentence, of_named=bool(naming)) > 1,
        "KINDS": any(numbers_of_kinds(sentence)),
        "SIZE": size_of(sentence) is not None,
        "TECHNIQUE": bool(techniques) and ANY not in techniques,
        "METHOD": ANY in techniques,
        "PUZZLE": bool(naming),
        "TOLD": standing.told,
        "ASKS": sentence.asks,
        "SHORT": sentence.asks and len(sentence.items) <= _SHORT,
        "FORBIDS": bool(denied_in(sentence)),
        "NO_HINT": denies_hints(sentence),
        "WOULD": bool({"would", "if"} & sentence.tags),
        "STRANGE": _is_strange(sentence, language),
        "NO_WHY": denies_reasons(sentence),
        "NO_WHERE": denies_where(sentence),
        "one": "one" in concepts or any(map(_is_one_digit, pairwise(sentence.items))),
        "SOLVABLE": bool({"solvable", "unambiguous"} & sentence.tags),
        "EITHER": sentence.asks_yes_or_no
        or ("or" in sentence.tags and {"right", "wrong"} <= sentence.concepts),
    }
    named = {"cell"} if _KINDS & sentence.tags else set[str]()  # in which block?
    named |= {tag.upper() for tag in _TAGGED & sentence.tags}
    return concepts | named | {n for n, holds in structure.items() if holds}


def vague_hint(heard: Sequence[Heard], clear: Set[str]) -> Act:
    """What is meant by a letter that sounds like a hint only as a whole.

    Args:
        heard: its sentences.
        clear: the acts that are clearly asked for.
    """
    if Act.THANKS in clear and clear <= IDLE:
        return Act.THANKS  # the one that you told of the second was great
    hints = any(one.chances[Act.HINT] >= _MAYBE for one in heard)
    return Act.HINT if hints else Act.UNCLEAR
