"""A mailbox that solves Sudoku: letters in, solved replies out."""
