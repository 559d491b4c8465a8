"""The bench's commands are no tests: they need the extra `bench`, and run for long."""

collect_ignore = ["plots.py", "run.py", "seeing.py", "solving.py"]
