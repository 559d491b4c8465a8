"""Why a letter went to Quarantine or its reader ended, as one word for counting."""

_SIGNS = (
    ("too large to be fetched", "size"),
    ("took longer", "time"),
    ("takes too long", "time"),
    ("time is up", "time"),
    ("needed more than", "memory"),
    ("wrote more files", "disk"),
    ("started more processes", "processes"),
    ("its child was ended", "outside"),
    ("stopped from outside", "outside"),
    ("ended by", "died"),
    ("closed its channel", "died"),
    (" readers (", "died"),
    ("killed its dask workers", "died"),
    ("broke its process", "broken"),
    ("never finished", "crash"),
    ("unsure:", "unsure"),
)
"""Words of a reason, and what it counts as; the first that fits."""


def reason_word(why: str) -> str:
    """The word for a reason, "other" for all that is not named here.

    >>> reason_word("ended 3 readers (ended by SIGSEGV)")
    'died'
    """
    return next((word for sign, word in _SIGNS if sign in why), "other")
