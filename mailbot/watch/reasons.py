"""Why a letter went to Quarantine, as one of a few words for counting."""

_SIGNS = (
    ("too large to be fetched", "size"),
    ("took longer", "time"),
    ("takes too long", "time"),
    ("time is up", "time"),
    ("needed more than", "memory"),
    ("ended its process", "died"),
    ("killed its dask workers", "died"),
    ("broke its process", "broken"),
    ("never finished", "crash"),
    ("unsure:", "unsure"),
)
"""Words of a reason, and what it counts as; the first that fits."""


def reason_word(why: str) -> str:
    """The word for a reason, "other" for all that is not named here.

    >>> reason_word("ended its process twice (signal 9)")
    'died'
    """
    return next((word for sign, word in _SIGNS if sign in why), "other")
