"""Whose voice a line is in: a person's who writes of a puzzle, or an organisation's.

A linear model over the hashed features of the word model, trained on the phrase books
(`footer` against all others) by `tests.workshop.words.train_voice`. Links, addresses
and telephone numbers are one sign each.
"""

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path

import numpy as np
import numpy.typing as npt

from mailbot.talk.wishes.features import features
from mailbot.weights import read_weights

WEIGHTS = Path(__file__).parent / "weights" / "voice.npz"

BUCKETS = 2**16

_SIGNS = (
    (re.compile(r"(?:https?://|www\.)\S+", re.IGNORECASE), " zlink "),
    (re.compile(r"\S{1,64}@[\w.-]{1,100}"), " zmail "),
    (re.compile(r"\b[\w-]{2,40}(?:\.[\w-]{2,40}){1,3}(?:/\S*)?\b"), " zlink "),
    (re.compile(r"\+?\d[\d ()/.-]{5,20}\d"), " zphone "),
)
"""What stands in the texts of organisations, and the word that replaces it."""


@dataclass(frozen=True, slots=True)
class _Model:
    """The weights [BUCKETS] as bytes, their scale, and the bias."""

    weights: npt.NDArray[np.int8]
    scale: float
    bias: float


def voice_features(text: str) -> npt.NDArray[np.intp]:
    """The features of a line, each once, in ascending order."""
    for pattern, sign in _SIGNS:
        text = pattern.sub(sign, text)
    found = {feature % BUCKETS for feature in features(text)}
    return np.array(sorted(found), dtype=np.intp)  # np.unique loads numpy.ma: 2 MB


@lru_cache(maxsize=256)
def organisation_odds(text: str) -> float:
    """The logarithm of the odds that an organisation speaks in a line.

    Raises:
        MissingTool: the weights are not there.
    """
    model, found = _load(), voice_features(text)
    total = float(model.weights[found].sum(dtype=np.int64)) * model.scale
    return total / float(np.sqrt(max(len(found), 1))) + model.bias


@cache
def _load() -> _Model:
    stored = np.load(BytesIO(read_weights(WEIGHTS)), allow_pickle=False)
    return _Model(stored["weights"], float(stored["scale"]), float(stored["bias"]))
