"""Trains the word model on the phrase books.

    python -m mailbot.workshop.words.train [--hold-out AUTHOR]

Needs scikit-learn (the extra `train`). Takes some seconds a language on one core and
writes `mailbot/talk/weights/words.npz`, at most 1 MB. With --hold-out nothing is
written, and the accuracy on that author's phrases is printed.
"""

import argparse
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

from mailbot.talk.classifier import NONE, WEIGHTS
from mailbot.talk.features import BUCKETS, features
from mailbot.weights import record
from mailbot.workshop.words.book import CLASSES, Phrase, read_books

COPIES = 3
"""Changed copies of each phrase: misspelt, with a greeting or a thank-you around it."""

_STRENGTH = 10.0  # inverse of the regularisation; chosen on held-out authors
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def main() -> None:
    """Train on all authors, or measure on one that is held out."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hold-out", default="", metavar="AUTHOR")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    phrases = list(read_books())
    kept = [p for p in phrases if p.author != options.hold_out]
    told = list(_grown(kept, random.Random(options.seed)))
    wants = _fit([p.text for p in told], [p.want for p in told])
    if options.hold_out:
        held = [p for p in phrases if p.author == options.hold_out]
        guesses = wants.predict(matrix(p.text for p in held))
        right = sum(g == p.want for g, p in zip(guesses, held, strict=True))
        print(f"{options.hold_out}: {right} of {len(held)} right")
        return
    languages = _fit([p.text for p in told], [p.language for p in told])
    write(WEIGHTS, wants, languages)
    record(WEIGHTS)


def matrix(texts: Iterable[str]) -> csr_matrix:
    """The features of texts, shape [texts, BUCKETS]: roots of their shares."""
    starts, columns, values = [0], [], []
    for text in texts:
        buckets, counts = np.unique(features(text), return_counts=True)
        columns.append(buckets)
        values.append(np.sqrt(counts / counts.sum()))
        starts.append(starts[-1] + len(buckets))
    stored = (np.concatenate(values), np.concatenate(columns), starts)
    return csr_matrix(stored, shape=(len(starts) - 1, BUCKETS), dtype=np.float32)


def write(path: Path, wants: LogisticRegression, languages: LogisticRegression) -> None:
    """Store both models in one file, their weights as bytes."""
    order = [
        list(wants.classes_).index(name) for name in CLASSES if name in wants.classes_
    ]
    weights = np.concatenate([wants.coef_[order], languages.coef_]).T
    bias = np.concatenate([wants.intercept_[order], languages.intercept_])
    scales = np.abs(weights).max(axis=0) / 127
    path.parent.mkdir(exist_ok=True)
    np.savez_compressed(
        path,
        weights=np.round(weights / scales).astype(np.int8),
        scales=scales.astype(np.float32),
        bias=bias.astype(np.float32),
        names=np.array([*wants.classes_[order], *languages.classes_]),
        wants=len(order),
    )
    print(f"{path.name}: {path.stat().st_size / 1e6:.2f} MB")


def _fit(texts: Sequence[str], names: Sequence[str]) -> LogisticRegression:
    model = LogisticRegression(C=_STRENGTH, max_iter=200, tol=1e-3)
    return model.fit(matrix(texts), names)


def _grown(phrases: Sequence[Phrase], dice: random.Random) -> Iterator[Phrase]:
    """The phrases, and copies as other people would have written them."""
    books: dict[tuple[str, str], list[str]] = defaultdict(list)
    for phrase in phrases:
        books[phrase.language, phrase.want].append(phrase.text)
    for phrase in phrases:
        yield phrase
        for _ in range(COPIES):
            yield _changed(phrase, books, dice)


def _changed(
    phrase: Phrase, books: dict[tuple[str, str], list[str]], dice: random.Random
) -> Phrase:
    text = phrase.text
    if dice.random() < 0.5:
        text = _misspelt(text, dice)
    idle = books[phrase.language, NONE]
    if dice.random() < 0.35 and idle and phrase.want != "confirm":
        beside = dice.choice(idle)
        text = f"{beside}\n{text}" if dice.random() < 0.5 else f"{text}\n{beside}"
    thanks = books[phrase.language, "thanks"]
    if dice.random() < 0.2 and thanks:
        beside = dice.choice(thanks)[:60]
        text = f"{beside} {text}" if dice.random() < 0.7 else f"{text} {beside}"
    return Phrase(phrase.language, phrase.author, phrase.want, text)


def _misspelt(text: str, dice: random.Random) -> str:
    """A text with a slip of the finger about every 25 letters."""
    signs = list(text)
    for _ in range(max(1, len(signs) // 25)):
        if len(signs) < 4:
            break
        at = dice.randrange(len(signs) - 1)
        match dice.randrange(4):
            case 0:
                del signs[at]
            case 1:
                signs[at], signs[at + 1] = signs[at + 1], signs[at]
            case 2:
                signs.insert(at, signs[at])
            case _:
                signs[at] = dice.choice(_LETTERS)
    return "".join(signs)


if __name__ == "__main__":
    main()
