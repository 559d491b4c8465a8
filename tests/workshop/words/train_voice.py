"""Trains the model that tells an organisation's voice from a person's.

    python -m tests.workshop.words.train_voice

Needs scikit-learn (the extra `train`); takes about two minutes on one core and writes
`mailbot/talk/wishes/weights/voice.npz`. Prints how many lines of persons and of
organisations that the model never met have odds above those that the program asks for.
"""

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

from mailbot.model.requests import Act
from mailbot.talk.wishes.voice import BUCKETS, WEIGHTS, voice_features
from tests.workshop.digests import record
from tests.workshop.words.book import CLASSES, read_books

FOOTER = "footer"
"""The book of what organisations write below the letters of their people."""

_STRENGTH = 1.0  # inverse of the regularisation
_SHARES = {FOOTER: 12.0, Act.STOP.value: 2.0}
"""How much a line of these books counts: of organisations there are far fewer lines,
and who wants no more letters says it in their words."""

_LEVELS = 100  # of a weight, in either direction
_FOLDS = 7  # every author is held out once to measure
_LEAST_ODDS = (0.5, -1.2, -1.8, -2.2)  # those that `mailbot.talk.wishes.lines` asks for


def main() -> None:
    """Measure on authors held out in turn, then train on all and write the weights."""
    lines = list(_lines())
    known = _matrix([text for _, text, _ in lines])
    truth = np.array([want == FOOTER for *_, want in lines])
    shares = np.array([_SHARES.get(want, 1.0) for *_, want in lines])
    authors = [author for author, *_ in lines]
    names = sorted(set(authors))
    odds = np.zeros(len(lines))
    for fold in range(_FOLDS):
        held = np.isin(authors, names[fold::_FOLDS])
        model = _fit(known[~held], truth[~held], shares[~held])
        odds[held] = model.decision_function(known[held])
    print(f"lines: {(~truth).sum()} of persons, {truth.sum()} of organisations")
    for least in _LEAST_ODDS:
        persons, footers = odds[~truth] > least, odds[truth] > least
        print(f"above {least}: {persons.mean():.2%} and {footers.mean():.1%}")
    _write(_fit(known, truth, shares))


def _lines() -> Iterator[tuple[str, str, str]]:
    """Each line of the books: its author, its text, and the book."""
    for phrase in read_books((*CLASSES, FOOTER)):
        for line in phrase.text.split("\n"):
            if line.strip():
                yield phrase.author, line.strip(), phrase.want


def _matrix(texts: Sequence[str]) -> csr_matrix:
    found = [voice_features(text) for text in texts]
    starts = np.cumsum([0, *map(len, found)])
    values = np.concatenate([np.full(len(f), 1 / max(len(f), 1) ** 0.5) for f in found])
    shape = (len(found), BUCKETS)
    return csr_matrix((values, np.concatenate(found), starts), shape=shape)


def _fit(
    known: csr_matrix, truth: npt.NDArray[np.bool_], shares: npt.NDArray[np.float64]
) -> LogisticRegression:
    model = LogisticRegression(C=_STRENGTH, max_iter=200, solver="liblinear")
    return model.fit(known, truth, shares)


def _write(model: LogisticRegression) -> None:
    weights = model.coef_[0]
    scale = np.abs(weights).max() / _LEVELS
    np.savez_compressed(
        WEIGHTS,
        weights=np.round(weights / scale).astype(np.int8),
        scale=scale,
        bias=model.intercept_[0],
    )
    record(WEIGHTS)


if __name__ == "__main__":
    main()
