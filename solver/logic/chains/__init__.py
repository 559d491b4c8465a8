"""Links, each of which leads to the next, by length.

single_digit    two links on one digit
wings           two or three cells with few candidates
colouring       webs of two colours
links           what chains are made of
chains          chains of any length, with groups, and loops
"""
