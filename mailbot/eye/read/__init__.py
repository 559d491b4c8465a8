"""Cuts a grid into cells and reads them."""
