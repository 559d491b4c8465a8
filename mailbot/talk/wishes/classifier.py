"""The word model: what a person's words may mean, and in which language they are.

A linear model over hashed features (`features`), trained on the phrase books of the
language folders by `mailbot.workshop.words.train`; its card is `weights/README.md`. It
knows nothing of the situation that the words stand in.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path

import numpy as np
import numpy.typing as npt

from mailbot.talk.wishes.features import features
from mailbot.weights import read_weights

WEIGHTS = Path(__file__).parent / "weights" / "words.npz"

NONE = "none"
"""The class of words that ask for nothing: a greeting, where the puzzle is from."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """Probabilities: of each want (a value of `Want`, or NONE), of each language."""

    wants: Mapping[str, float]
    languages: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class _Model:
    """The weights [BUCKETS, wants + languages] as bytes, and a scale for each column.

    `rarity` [BUCKETS] tells how much a feature counts: a rare one tells more than one
    of every other phrase. `names` are those of the columns, the first `wants` of them
    of wants.
    """

    rarity: npt.NDArray[np.uint8]
    weights: npt.NDArray[np.int8]
    scales: npt.NDArray[np.float32]
    bias: npt.NDArray[np.float32]
    names: tuple[str, ...]
    wants: int


@lru_cache(maxsize=64)
def meaning_of(text: str) -> Meaning:
    """What a text may mean.

    Raises:
        MissingTool: the weights are not there.
    """
    model = load_model()
    counted = Counter(features(text))
    buckets = sorted(counted)
    counts = np.array([counted[bucket] for bucket in buckets])
    strengths = strengths_of(counts, model.rarity[buckets])
    logits = (strengths @ model.weights[buckets]) * model.scales + model.bias
    wants, languages = logits[: model.wants], logits[model.wants :]
    return Meaning(
        dict(zip(model.names, _softmax(wants), strict=False)),
        dict(zip(model.names[model.wants :], _softmax(languages), strict=True)),
    )


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
    return _Model(
        stored["rarity"],
        stored["weights"],
        stored["scales"],
        stored["bias"],
        tuple(map(str, stored["names"])),
        int(stored["wants"]),
    )


def _softmax(logits: npt.NDArray[np.float32]) -> list[float]:
    weights = np.exp(logits - logits.max())
    return [float(p) for p in weights / weights.sum()]
