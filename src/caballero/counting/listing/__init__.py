"""List every tour.

``iter_tours`` returns a ``Listing``: an iterator with a token of its position, from which another
listing resumes. ``trees`` chooses what to search, ``sources`` searches it, ``quotient`` is
about tours with a symmetry, ``cycles`` writes and judges tours, ``tokens`` writes positions as
short texts, ``work`` divides a listing among workers, and ``tables`` gives tours as arrays,
thousands at a time. ``magic`` finds tours whose numbers have equal sums.
"""
