"""One digit on some houses that cross as many others.

fish      parallel lines alone
finned    fish with fins, and those with boxes or houses of any kind
"""
