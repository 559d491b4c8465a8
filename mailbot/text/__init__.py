"""Puzzles that were typed: in text, HTML, links and attached text files."""
