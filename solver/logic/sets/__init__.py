"""Cells that lock digits among them, or almost do.

almost_locked    almost locked sets, two at a time
als_links        chains and blossoms of them
sue_de_coq       cells where a box and a line cross
"""
