"""The watch: shows how the running service is, and nothing private.

In: the worker's Events. Out: log lines, numbers for Prometheus, a health file, and
messages to the service manager.

    observer    what each event shows where, and the word for each reason: open it for
                a new event or log line
    logs        the form of a log line; which fields may be shown, which are private
    metrics     the numbers, and the port where Prometheus reads them
    systemd     the messages of sd_notify(3)
"""
