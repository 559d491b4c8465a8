"""Trains the word model on the phrase books.

    python -m tests.workshop.words.train [--hold-out AUTHOR,AUTHOR...]

Needs scikit-learn (the extra `train`). Takes some minutes on one core and writes
`mailbot/talk/wishes/weights/words.npz`, at most 1 MB. With --hold-out nothing is
written; how well the phrases of these authors are understood is printed, and how sure
the model is.
"""

import argparse
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize_scalar
from scipy.sparse import csr_matrix
from sklearn.svm import LinearSVC

from mailbot.talk.wishes.classifier import NONE, WEIGHTS, strengths_of
from mailbot.talk.wishes.features import BUCKETS, concept_features, features
from tests.workshop.digests import record
from tests.workshop.words.book import CLASSES, Phrase, read_books

COPIES = 1
"""Changed copies of each phrase: misspelt, with a greeting or a thank-you around it.

More of them make training many times as long."""

_MODELS = 3
"""How many models of other copies each are averaged."""

_STRENGTH = 0.8  # inverse of the regularisation; fits the thirty classes
_TOLERANCE = 0.03  # no worse than a smaller one, in half of the time
_EVENNESS = 0.5
"""How much more a phrase of a small book counts: the power of how much smaller it is.

Of the phrases of held-out authors in the ten smallest books 68 % are right by it, and
64 % without; in the others 75.6 instead of 75.9 %."""

_LEVELS = 12  # of a weight, in either direction; more do not make it better
_RARITY_STEPS = 20  # of a rarity, for each factor of e

WANT_SHARPNESS, LANGUAGE_SHARPNESS = 4.7, 5.0
"""What turns scores into logits whose probabilities are right on held-out authors."""

_BINS = (0.0, 0.35, 0.5, 0.65, 0.8, 0.9, 0.97, 1.01)
_LETTERS = "abcdefghijklmnopqrstuvwxyz"

Found = tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]
"""The features of a text, and how often it has each."""

Rarity = npt.NDArray[np.uint8]


def main() -> None:
    """Train on all authors, or measure on those that are held out."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hold-out", default="", metavar="AUTHORS")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    held_out = set(filter(None, options.hold_out.split(",")))
    phrases = list(read_books())
    kept = [p for p in phrases if p.author not in held_out]
    told = list(_grown(kept, random.Random(options.seed)))
    rarity = _rarity([_found(p) for p in told], [p.author for p in told])
    wants = _fit_wants(kept, rarity, options.seed)
    plain = matrix([_found_in_any(p) for p in told], rarity)
    languages = _fit(plain, [p.language for p in told], options.seed)
    if held_out:
        held = [p for p in phrases if p.author in held_out]
        unseen = matrix([_found(p) for p in held], rarity)
        _measure(wants, unseen, held, lambda phrase: phrase.want)
        unseen = matrix([_found_in_any(p) for p in held], rarity)
        _measure(languages, unseen, held, lambda phrase: phrase.language)
        return
    write(WEIGHTS, rarity, wants, languages)
    record(WEIGHTS)


def _fit_wants(kept: Sequence[Phrase], rarity: Rarity, seed: int) -> LinearSVC:
    """The mean of some models, each of other copies: chance hits do not add up."""
    models = []
    for number in range(_MODELS):
        told = list(_grown(kept, random.Random(seed + number)))
        known = matrix([_found(p) for p in told], rarity)
        models.append(_fit(known, [p.want for p in told], seed + number))
    mean = models[0]
    mean.coef_ = np.mean([model.coef_ for model in models], axis=0)
    mean.intercept_ = np.mean([model.intercept_ for model in models], axis=0)
    return mean


def _found(phrase: Phrase) -> Found:
    """What tells the wish of a phrase: its words, and what they are about."""
    about = concept_features(phrase.text, phrase.language)
    return np.unique(features(phrase.text) + about, return_counts=True)


def _found_in_any(phrase: Phrase) -> Found:
    """What tells the language of a phrase: its words alone."""
    return np.unique(features(phrase.text), return_counts=True)


def _rarity(found: Sequence[Found], authors: Sequence[str]) -> Rarity:
    """How rare each feature is: steps of the logarithm of its share of the texts.

    0 for what only one author writes: it tells who writes, and not what is wanted.
    """
    numbers = {author: number for number, author in enumerate(sorted(set(authors)))}
    texts, last = np.zeros(BUCKETS), np.full(BUCKETS, -1)
    shared = np.zeros(BUCKETS, bool)
    for (buckets, _), author in zip(found, authors, strict=True):
        texts[buckets] += 1
        shared[buckets] |= (last[buckets] >= 0) & (last[buckets] != numbers[author])
        last[buckets] = numbers[author]
    rarity = np.log((len(found) + 1) / (texts + 1))
    steps = np.clip(np.round(rarity * _RARITY_STEPS), 1, 255)
    return np.where(shared, steps, 0).astype(np.uint8)


def matrix(found: Sequence[Found], rarity: Rarity) -> csr_matrix:
    """The features of texts, shape [texts, BUCKETS], as the word model sees them."""
    starts = np.cumsum([0, *(len(buckets) for buckets, _ in found)])
    columns = np.concatenate([buckets for buckets, _ in found])
    values = np.concatenate([strengths_of(c, rarity[b]) for b, c in found])
    shape = (len(found), BUCKETS)
    return csr_matrix((values, columns, starts), shape=shape, dtype=np.float32)


def write(path: Path, rarity: Rarity, wants: LinearSVC, languages: LinearSVC) -> None:
    """Store both models in one file, their weights as bytes, without those of 0."""
    order = [
        list(wants.classes_).index(name) for name in CLASSES if name in wants.classes_
    ]
    told, spoken = WANT_SHARPNESS, LANGUAGE_SHARPNESS
    weights = np.concatenate([wants.coef_[order] * told, languages.coef_ * spoken]).T
    bias = np.concatenate(
        [wants.intercept_[order] * told, languages.intercept_ * spoken]
    )
    scales = np.abs(weights).max(axis=0) / _LEVELS
    kept = csr_matrix(np.round(weights / scales).astype(np.int8))
    path.parent.mkdir(exist_ok=True)
    np.savez_compressed(
        path,
        rarity=rarity,
        lengths=np.diff(kept.indptr).astype(np.uint8),
        columns=kept.indices.astype(np.uint8),
        weights=kept.data,
        scales=scales.astype(np.float32),
        bias=bias.astype(np.float32),
        names=np.array([*wants.classes_[order], *languages.classes_]),
        wants=len(order),
    )
    print(f"{path.name}: {path.stat().st_size / 1e6:.2f} MB")


def _fit(known: csr_matrix, names: Sequence[str], seed: int) -> LinearSVC:
    """One name against the rest; better on held-out authors than one softmax."""
    counts = Counter(names)
    mean = len(names) / len(counts)
    weights = {name: (mean / count) ** _EVENNESS for name, count in counts.items()}
    model = LinearSVC(
        C=_STRENGTH,
        tol=_TOLERANCE,
        max_iter=100,
        random_state=seed,
        class_weight=weights,
    )
    return model.fit(known, names)


def _measure(
    model: LinearSVC,
    unseen: csr_matrix,
    held: Sequence[Phrase],
    name: Callable[[Phrase], str],
) -> None:
    """Print what is right by author and language, and how sure the model was."""
    scores = model.decision_function(unseen)
    truth = np.array([list(model.classes_).index(name(phrase)) for phrase in held])
    right = scores.argmax(axis=1) == truth
    for key in ("author", "language"):
        for value in sorted({getattr(phrase, key) for phrase in held}):
            mine = np.array([getattr(phrase, key) == value for phrase in held])
            print(f"{value:16} {mine.sum():5} {right[mine].mean():.1%}")

    def surprise(sharpness: float) -> float:
        chances = _chances(scores * sharpness)[np.arange(len(truth)), truth]
        return float(-np.log(chances + 1e-12).mean())

    best = minimize_scalar(surprise, bounds=(0.5, 30.0), method="bounded").x
    print(f"all {right.mean():.1%}, sharpness {best:.1f}")
    sure = _chances(scores * best).max(axis=1)
    for low, high in pairwise(_BINS):
        inside = (sure >= low) & (sure < high)
        if inside.any():
            told, true = sure[inside].mean(), right[inside].mean()
            print(f"from {low:.2f}: {inside.sum():5} mean {told:.2f} right {true:.0%}")


def _chances(logits: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    weights = np.exp(logits - logits.max(axis=1, keepdims=True))
    chances: npt.NDArray[np.float64] = weights / weights.sum(axis=1, keepdims=True)
    return chances


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
