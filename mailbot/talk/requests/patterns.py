"""Which structure of a sentence speaks for which act, as a table.

A feature in lower case is what words are about (`concepts.toml`) or a kind of word
(`grammar.toml`); one in upper case is a structure:

    CELL, HOUSE     a cell, or a row, column or box, is named
    DIGIT           a digit of the grid is named, beside the places
    COUNT           a number of steps is named
    KINDS           a number of easy or hard puzzles is named
    SIZE            a size of a puzzle is named
    TECHNIQUE       a technique is named
    METHOD          techniques are spoken of, and none is named
    ASKS            it is a question
    SHORT           it is a question of a few words
    WHAT            it asks what or which
    WOULD           it speaks of what would be
    PUZZLE          one of several puzzles is named
    NO_HINT         it denies that a hint is wanted
    FORBIDS         it denies that something is told
    UNSOLVED        it speaks of a puzzle that is not solved
    EITHER          it asks for yes or no, right or wrong
"""

from dataclasses import dataclass

from mailbot.model.requests import Act


@dataclass(frozen=True, slots=True)
class Pattern:
    """A structure that makes an act likelier, or less likely.

    Attributes:
        act: the act.
        needs: features that a sentence must have, each a choice: "row|col".
        lacks: features of which it must have none.
        factor: how much likelier the act is.
        example: a sentence that it holds for.
    """

    act: Act
    needs: tuple[str, ...]
    lacks: tuple[str, ...]
    factor: float
    example: str

    def holds(self, features: frozenset[str]) -> bool:
        """Whether a sentence with these features has the structure."""
        if not features.isdisjoint(self.lacks):
            return False
        return all(not features.isdisjoint(n.split("|")) for n in self.needs)


def _row(act: Act, needs: str, lacks: str, factor: float, example: str = "") -> Pattern:
    return Pattern(act, tuple(needs.split()), tuple(lacks.split()), factor, example)


NARROW = (
    _row(
        Act.ALL,
        "ASKS count DIGIT|rest|digit|cell|hint",
        "solution solve CELL HOUSE",
        0.02,
        "How many 5s are missing?",
    ),
    _row(
        Act.SOLUTION,
        "restart only|please|ASKS|give|show|want|tell|can",
        "solution solve answers rest finish",
        0.02,
        "Just tidy it up to print it.",
    ),
    _row(
        Act.SOLUTION,
        "DIGIT only|FORBIDS finish|give|show|whole|please",
        "solution solve rest CELL HOUSE",
        0.02,
        "Fill in all the 7s only.",
    ),
    _row(
        Act.SOLUTION,
        "give|show|tell|mail UNSOLVED",
        "solution solve",
        0.02,
        "Send it back unsolved, please.",
    ),
)
"""What is asked for is less than the end, even if the letter as a whole sounds so."""

PATTERNS: tuple[Pattern, ...] = (
    *NARROW,
    _row(Act.ALL, "CELL", "solution solve", 0.02, "All options of r1c2, please."),
    _row(
        Act.RESTART,
        "restart solve",
        "not FORBIDS UNSOLVED",
        0.02,
        "Solve it and make a tidy copy.",
    ),
    _row(Act.WHERE, "CELL", "where", 0.2, "What is in r1c2?"),
    _row(
        Act.WHERE,
        "WHAT cell ASKS",
        "CELL DIGIT digit possible can wrong put solution solve easy",
        8.0,
        "Which square exactly?",
    ),
    _row(Act.WHERE, "CELL DIGIT", "", 0.2, "Which one is it, a 4 in r1c2?"),
    _row(Act.WHERE, "CELL WHAT one|digit", "next", 0.2, "Which one is in r1c3?"),
    _row(
        Act.CANDIDATES,
        "HOUSE digit WHAT",
        "possible can WOULD rest",
        0.3,
        "What are the digits in row 2?",
    ),
    _row(Act.CANDIDATES, "possible CELL", "DIGIT", 12.0, "What could go in r1c2?"),
    _row(Act.CANDIDATES, "possible HOUSE", "DIGIT", 8.0, "The options in row 4?"),
    _row(Act.CANDIDATES, "possible whole", "DIGIT", 3.0, "All pencil marks, please."),
    _row(Act.CANDIDATES, "DIGIT", "", 0.2, "Where can the 2 go?"),
    _row(Act.PLACES, "DIGIT HOUSE", "CELL put", 15.0, "Where can the 2 go in row 9?"),
    _row(
        Act.PLACES,
        "DIGIT HOUSE replace",
        "possible can ASKS",
        0.02,
        "I swapped the 3 and the 7 in row 2.",
    ),
    _row(Act.PLACES, "CELL", "", 0.1, "What is in r1c2?"),
    _row(Act.TECHNIQUE, "TECHNIQUE", "", 30.0, "Is there an X-wing?"),
    _row(
        Act.VERDICT,
        "SHORT CELL DIGIT",
        "where next why how more hint possible new hard easy level can",
        5.0,
        "4 in r1c2?",
    ),
    _row(Act.VERDICT, "EITHER CELL DIGIT", "", 30.0, "4 in r1c2. Yes or no?"),
    _row(Act.CHECK, "EITHER CELL DIGIT", "", 0.1, "4 in r1c2. Right or wrong?"),
    _row(Act.CHECK, "CELL DIGIT WOULD", "whole", 0.1, "Would a 4 in r1c2 be right?"),
    _row(
        Act.VERDICT,
        "CELL DIGIT WOULD right|wrong",
        "",
        4.0,
        "Would a 4 in r1c2 be right?",
    ),
    _row(
        Act.VERDICT,
        "check CELL DIGIT",
        "put printed wrong why hint next solve solution answers",
        5.0,
        "Please check: r1c2 is a 4.",
    ),
    _row(Act.CORRECT, "check CELL DIGIT", "put printed wrong", 0.1, "Check r1c2: a 4."),
    _row(Act.VERDICT, "ASKS party right", "", 100.0, "Which of us is right?"),
    _row(Act.VERDICT, "ASKS who right DIGIT", "party", 100.0, "A 4. Who is right?"),
    _row(Act.WHY, "why CELL DIGIT", "", 3.0, "Why is r1c2 a 4?"),
    _row(Act.WHY, "SHORT CELL DIGIT", "why how understand", 0.1, "4 in r1c2?"),
    _row(Act.HINT, "more tell", "new puzzle", 4.0, "Tell me another."),
    _row(Act.HINT, "not more one digit", "", 5.0, "Not more than one digit, please."),
    _row(
        Act.NEW,
        "harder|easier one|next|more|new|puzzle|want|give",
        "CELL HOUSE DIGIT hint",
        20.0,
        "The next one harder, please.",
    ),
    _row(
        Act.NEW,
        "SIZE more|new|want|give|please|can|easier|harder",
        "CELL HOUSE digit",
        15.0,
        "Two more, but 9x9 ones.",
    ),
    _row(Act.UNDO, "undo", "", 2.0, "Take it back, please."),
    _row(
        Act.HINT,
        "undo hint",
        "next more give show tell COUNT one",
        0.05,
        "Take the last hint back.",
    ),
    _row(
        Act.UNDO,
        "not replace",
        "undo right wrong hint",
        0.05,
        "I will not change that 1.",
    ),
    _row(Act.RESTART, "restart", "", 2.0, "Back to square one, please."),
    _row(
        Act.RESTART,
        "elsewhere more|new|undo give|show|mail|can|want|please",
        "CELL DIGIT HOUSE hint wrong right solve solution harder easier level",
        15.0,
        "Please send it again as it was in the newspaper.",
    ),
    _row(
        Act.HINT,
        "COUNT digit|hint|next|give|want|please|can",
        "CELL HOUSE TECHNIQUE new puzzle harder easier like wrong right why possible",
        15.0,
        "Three more, please.",
    ),
    _row(
        Act.HINT,
        "COUNT digit give|take|want",
        "CELL HOUSE put not undo why how wrong right thanks possible self",
        8.0,
        "Make it two digits.",
    ),
    _row(Act.HINT, "HOUSE one|COUNT|more", "whole wrong", 10.0, "One number in row 5."),
    _row(
        Act.HINT,
        "COUNT|DIGIT like",
        "digit hint CELL HOUSE",
        0.02,
        "Four more like this.",
    ),
    _row(
        Act.NEW,
        "COUNT|DIGIT like",
        "digit hint CELL HOUSE not why undo",
        300.0,
        "Four more like this.",
    ),
    _row(Act.HINT, "KINDS", "CELL HOUSE cell digit hint", 0.02, "Four more, all easy."),
    _row(
        Act.NEW,
        "KINDS",
        "CELL HOUSE cell digit hint why undo",
        300.0,
        "Four more, all easy.",
    ),
    _row(
        Act.SOLUTION,
        "PUZZLE solution|solve|finish|whole",
        "not decline hint where wrong HOUSE CELL done so_far story self",
        20.0,
        "Puzzle 2: the solution.",
    ),
    _row(
        Act.SOLUTION,
        "HOUSE whole|finish",
        "rest solution solve",
        0.005,
        "Fill in all of row 5.",
    ),
    _row(
        Act.CHECK,
        "COUNT digit",
        "check right wrong so_far",
        0.05,
        "Could I have three digits?",
    ),
    _row(Act.CHECK, "CELL DIGIT ASKS", "put whole", 0.1, "A 4 in r1c2: right?"),
    _row(Act.CHECK, "recognised right ASKS", "CELL DIGIT", 40.0, "You read it right?"),
    _row(
        Act.CHECK,
        "ASKS rest right|wrong",
        "CELL DIGIT HOUSE hint next more",
        8.0,
        "Are the others right?",
    ),
    _row(Act.RATING, "CELL", "hard easy level", 0.1, "What is in r1c2?"),
    _row(Act.CELL, "possible CELL", "", 0.3, "What could go in r1c2?"),
    _row(Act.CELL, "ASKS CELL DIGIT", "WHAT how", 0.1, "Does a 4 go into r1c2?"),
    _row(
        Act.CELL,
        "can WHAT CELL ASKS",
        "tell give show want please",
        0.1,
        "What can be in r1c2?",
    ),
    _row(
        Act.CANDIDATES,
        "can WHAT CELL|cell ASKS|HOUSE",
        "DIGIT tell give show please where",
        12.0,
        "What can be in r1c2?",
    ),
    _row(Act.SOLUTION, "not|decline", "", 0.4, "Do not tell me the answer."),
    _row(Act.NEW, "CELL", "", 0.1, "What is in r1c2?"),
    _row(
        Act.FIRST_MISTAKE,
        "PUZZLE",
        "wrong right check replace",
        0.05,
        "One digit for the first.",
    ),
    _row(Act.NEW, "PUZZLE one", "new harder easier", 0.05, "One for the second."),
    _row(Act.NEW, "HOUSE", "", 0.3, "One number in row 5, please."),
    _row(Act.HINT, "NO_HINT", "", 0.02, "I do not want a hint."),
    _row(
        Act.HINT,
        "thanks|praise hint",
        "ASKS more next please want give can show tell COUNT stuck",
        0.2,
        "Thanks, that hint helped a lot.",
    ),
    _row(
        Act.PART,
        "HOUSE done",
        "ASKS give show tell want please",
        0.05,
        "Row 1 is done.",
    ),
    _row(
        Act.PART, "HOUSE WHAT digit", "possible", 3.0, "What are the digits in row 2?"
    ),
    _row(Act.CELL, "ASKS WHAT CELL", "possible", 6.0, "What is in r1c2?"),
    _row(Act.CORRECT, "CELL DIGIT ASKS", "printed wrong", 0.1, "r1c2 is a 4?"),
    _row(Act.MOVES, "CELL DIGIT ASKS", "put", 0.3, "Is it a 4 in r1c2?"),
    _row(Act.MOVES, "CELL DIGIT WOULD", "", 0.1, "Would a 4 be right in r1c2?"),
    _row(Act.VERDICT, "CELL DIGIT WOULD", "", 3.0, "Would a 4 go in r1c2?"),
    _row(
        Act.SOLUTION,
        "whole digit",
        "not FORBIDS CELL HOUSE TECHNIQUE possible hush where",
        4.0,
        "All digits, please.",
    ),
)

NEEDED = (
    _row(Act.VERDICT, "ASKS|right|wrong|yes|family|quarrel|doubt|WOULD", "", 0.1),
    _row(Act.FIRST_MISTAKE, "wrong|right|check|replace", "", 0.3),
    _row(Act.PLACES, "DIGIT", "", 0.02),
    _row(Act.TECHNIQUE, "TECHNIQUE|METHOD", "", 0.1),
    _row(Act.CELL, "CELL", "", 0.05),
    _row(Act.CHECK, "check|right|wrong|so_far", "", 0.3),
    _row(Act.RATING, "hard|easy|level|how", "", 0.3),
    _row(Act.WHY, "why|understand|how|steps|METHOD|TECHNIQUE", "", 0.3),
    _row(Act.ALL, "unique|count|whole|more", "", 0.2),
    _row(Act.MOVES, "DIGIT", "", 0.1),
    _row(Act.SOLUTION, "solution|solve|finish|whole|rest|surrender", "", 0.3),
)
"""What an act needs: without any of these features it is less likely by the factor."""


def factor_of(act: Act, features: frozenset[str]) -> float:
    """How much likelier the structure of a sentence makes an act.

    Args:
        act: the act.
        features: what the sentence has.
    """
    factor = 1.0
    for pattern in PATTERNS:
        if pattern.act is act and pattern.holds(features):
            factor *= pattern.factor
    for needed in NEEDED:
        if needed.act is act and not needed.holds(features):
            factor *= needed.factor
    return factor
