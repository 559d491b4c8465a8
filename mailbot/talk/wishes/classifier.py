"""The word model: what a person's words may mean, and in which language they are.

A linear model over hashed features (`features`), trained on the phrase books of the
language folders by `tests.workshop.words.train`; its card is `weights/README.md`. It
knows nothing of the situation that the words stand in.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path

import numpy as np
import numpy.typing as npt

from mailbot.talk.wishes.features import concept_features, features, sentences
from mailbot.weights import read_weights

WEIGHTS = Path(__file__).parent / "weights" / "words.npz"

_BY_SENTENCE = 0.6
"""How much the sentence counts that speaks most clearly for a wish; the rest is by the
whole text. A wish is often one sentence of a story."""

NONE = "none"
"""The class of words that ask for nothing: a greeting, where the puzzle is from."""

REFUSAL = "refusal"
"""The class of words that only refuse the end of the puzzle: please don't finish it."""

NO_DIGIT = "no-digit"
"""The class of words that forbid any digit: not a single number, please."""

ONLY_THIS = "only-this"
"""The class of words that forbid more than what is named: nothing beyond that."""

MISTAKE = "mistake"
"""The class of `Act.FIRST_MISTAKE`: just one of my errors."""


_NEAREST = {
    "where": "hint",
    "candidates": "cell",
    "places": "cell",
    "technique": "unclear",
    MISTAKE: "check",
    "verdict": "moves",
    "undo": "correct",
    "restart": "unclear",
    NO_DIGIT: REFUSAL,
    ONLY_THIS: REFUSAL,
}
"""The class that a finer one counts for where only the older wishes are weighed."""


@dataclass(frozen=True, slots=True)
class _Model:
    """The weights [BUCKETS, wants + languages] as bytes, and a scale for each column.

    Of twenty weights nineteen are 0, so only the others are kept, row by row: the row
    of a bucket is `weights` and their `columns` from its place in `starts` to the next.
    `rarity` [BUCKETS] tells how much a feature counts: a rare one tells more than one
    of every other phrase. `names` are those of the columns, the first `wants` of them
    of wants.
    """

    rarity: npt.NDArray[np.uint8]
    starts: npt.NDArray[np.int32]
    columns: npt.NDArray[np.uint8]
    weights: npt.NDArray[np.int8]
    scales: npt.NDArray[np.float32]
    bias: npt.NDArray[np.float32]
    names: tuple[str, ...]
    wants: int

    def scores(
        self, buckets: npt.NDArray[np.intp], strengths: npt.NDArray[np.float32]
    ) -> npt.NDArray[np.floating]:
        """The sums of the weights of some buckets, each with its strength."""
        begins = self.starts[buckets]
        counts = self.starts[buckets + 1] - begins
        ends = np.cumsum(counts)
        place = np.arange(ends[-1]) + np.repeat(begins - ends + counts, counts)
        told = np.repeat(strengths, counts) * self.weights[place]
        return np.bincount(self.columns[place], told, len(self.names)) * self.scales


@lru_cache(maxsize=64)
def chances_of_wants(text: str, language: str) -> Mapping[str, float]:
    """How likely each want is (a value of `Want`, NONE or REFUSAL) by a text.

    Args:
        text: what a person wrote.
        language: the language that it is in.

    Raises:
        MissingTool: the weights are not there.
    """
    model = load_model()
    logits = _of_wants(text, language)
    parts = sentences(text)
    if len(parts) > 1:
        loudest = np.max([_of_wants(part, language) for part in parts], axis=0)
        none = model.names.index(NONE)
        loudest[none] = min(loudest[none], logits[none])  # a greeting asks for nothing
        logits = (1 - _BY_SENTENCE) * logits + _BY_SENTENCE * loudest
    return dict(zip(model.names, _softmax(logits), strict=False))


def coarse_chances(text: str, language: str) -> dict[str, float]:
    """How likely each of the older wishes is; a finer one counts for its nearest."""
    said = dict(chances_of_wants(text, language))
    for finer, nearest in _NEAREST.items():
        said[nearest] += said.pop(finer, 0.0)
    return said


@lru_cache(maxsize=64)
def _of_wants(text: str, language: str) -> npt.NDArray[np.float32]:
    """What the model says of each want by a text."""
    found = features(text) + concept_features(text, language)
    return _logits(found, slice(0, load_model().wants))


@lru_cache(maxsize=64)
def chances_of_languages(text: str) -> Mapping[str, float]:
    """How likely a text is in each of the languages that the model knows.

    Raises:
        MissingTool: the weights are not there.
    """
    model = load_model()
    chances = _softmax(_logits(features(text), slice(model.wants, None)))
    return dict(zip(known_languages(), chances, strict=True))


def known_languages() -> tuple[str, ...]:
    """The languages that the model knows.

    Raises:
        MissingTool: the weights are not there.
    """
    model = load_model()
    return model.names[model.wants :]


def _logits(found: list[int], columns: slice) -> npt.NDArray[np.float32]:
    """What the model says of a text with these features, for some of its columns."""
    model = load_model()
    buckets, counts = np.unique(found, return_counts=True)
    strengths = strengths_of(counts, model.rarity[buckets])
    logits = model.scores(buckets, strengths).astype(np.float32) + model.bias
    return logits[columns]


def strengths_of(
    counts: npt.NDArray[np.intp], rarity: npt.NDArray[np.uint8]
) -> npt.NDArray[np.float32]:
    """How much each feature of a text counts, as a vector of length 1.

    Args:
        counts: how often the text has the feature.
        rarity: how rare the feature is in the phrase books.
    """
    strengths = np.sqrt(counts).astype(np.float32) * rarity
    length = max(float(np.linalg.norm(strengths)), 1e-6)
    return (strengths / length).astype(np.float32)


@cache
def load_model() -> _Model:
    """The model, read once a process.

    Raises:
        MissingTool: the file is not there or damaged.
    """
    stored = np.load(BytesIO(read_weights(WEIGHTS)), allow_pickle=False)
    starts = np.zeros(len(stored["lengths"]) + 1, np.int32)
    np.cumsum(stored["lengths"], out=starts[1:])
    return _Model(
        stored["rarity"],
        starts,
        stored["columns"],
        stored["weights"],
        stored["scales"],
        stored["bias"],
        tuple(map(str, stored["names"])),
        int(stored["wants"]),
    )


def _softmax(logits: npt.NDArray[np.float32]) -> list[float]:
    weights = np.exp(logits - logits.max())
    return [float(p) for p in weights / weights.sum()]
