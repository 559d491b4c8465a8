"""Pictures of results, for those who would rather look.

matplotlib comes with the bench alone: it is loaded when something is drawn.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tests.bench.measure import Times

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_OURS = "#0b5394"
_THEIRS = ("#cc4125", "#e69138", "#bf9000", "#6aa84f", "#45818e", "#8e7cc3", "#999999")


def draw_solvers(collections: Mapping[str, Times], path: Path) -> None:
    """For each collection, the share of puzzles that each solver ends within a time."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(3.6 * len(collections), 4))
    places = figure.subplots(1, len(collections), sharey=True, squeeze=False)[0]
    colours = _colours([rival for times in collections.values() for rival in times])
    for axes, (name, times) in zip(places, collections.items(), strict=True):
        for rival, seconds in times.items():
            ordered = sorted(second * 1e3 for second in seconds)
            share = [100 * (i + 1) / len(ordered) for i in range(len(ordered))]
            axes.step(
                [ordered[0], *ordered],
                [0, *share],
                where="post",
                color=colours[rival],
                linewidth=2.5 if rival == "ours" else 1.3,
                label=rival,
            )
        axes.set_xscale("log")
        axes.set_title(name, fontsize=10)
        axes.set_xlabel("milliseconds a puzzle")
        axes.grid(alpha=0.3)
    places[0].set_ylabel("per cent of the puzzles")
    _finish(figure, places[0], path, columns=len(colours))


def draw_readers(
    shares: Mapping[str, Mapping[str, tuple[float, float]]], path: Path
) -> None:
    """By reader and distortion: shares (0..1) of pictures answered, of cells right."""
    names = list(next(iter(shares.values())))
    colours = _colours(list(shares))
    from matplotlib.figure import Figure

    figure = Figure(figsize=(12, 7))
    places = figure.subplots(2, 1, sharex=True)
    wide = 0.8 / len(shares)
    for number, (reader, values) in enumerate(shares.items()):
        at = [i + number * wide for i in range(len(names))]
        for axes, kind in zip(places, (0, 1), strict=True):
            heights = [100 * values[name][kind] for name in names]
            axes.bar(at, heights, wide, color=colours[reader], label=reader)
    middle = [i + 0.4 - wide / 2 for i in range(len(names))]
    places[1].set_xticks(middle, names, rotation=35, ha="right")
    for axes, title in zip(
        places, ("pictures answered rightly, %", "cells read rightly, %"), strict=True
    ):
        axes.set_ylabel(title)
        axes.set_ylim(0, 104)
        axes.grid(axis="y", alpha=0.3)
    _finish(figure, places[0], path, columns=len(shares))


def _colours(names: Sequence[str]) -> dict[str, str]:
    others = [name for name in dict.fromkeys(names) if name != "ours"]
    return {"ours": _OURS, **dict(zip(others, _THEIRS, strict=False))}


def _finish(figure: "Figure", axes: "Axes", path: Path, columns: int) -> None:
    handles, labels = axes.get_legend_handles_labels()
    figure.legend(handles, labels, loc="lower center", ncol=columns, frameon=False)
    figure.tight_layout(rect=(0, 0.07, 1, 1))
    figure.savefig(path, dpi=90)
