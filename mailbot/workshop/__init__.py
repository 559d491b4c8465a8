"""Draws papers, hands and screens; trains and measures the digit network."""
