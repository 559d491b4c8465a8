"""The same Executor over a dask cluster of other machines.

    fleet    Fleet: hands calls to the cluster, or to children here where that is set
    relay    the process that speaks to dask, as the parent sees it
    broker   the program of that process; what a dask worker does with a call
    reports  the messages between these two and the dask workers

Only `broker` imports dask: the parent, which holds the password, is never handed an
object to unpickle.
"""
