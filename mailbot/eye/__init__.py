"""Puzzles in pictures and documents: found, cut into cells, read, decided upon."""
