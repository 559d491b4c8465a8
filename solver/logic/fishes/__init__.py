"""One digit on some houses that cross as many others.

placements    the places that no full placement of a digit makes use of
fish          parallel lines alone
finned        fish with fins, and those with boxes or houses of any kind
"""
