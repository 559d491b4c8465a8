"""Decides what a reading is worth: an answer that is sure, or what there is to ask."""
