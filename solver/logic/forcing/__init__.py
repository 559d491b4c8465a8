"""Arguments from a supposition, for where no pattern is left.

demands        all that the rules demand of a grid, side by side
supposition    what follows from a supposition, and for what reasons
arguments      what suppositions prove, the shortest argument first
nested         nets in which something is ruled out by a net of its own
searches       nishio, forcing chains and nets
"""
