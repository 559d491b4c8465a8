"""Finds the lattice of a grid in a picture."""
