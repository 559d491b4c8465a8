"""Trains and measures the word model on the phrase books of the languages."""
