"""Trains and measures the digit network."""
