"""Kernels: the inner loops, over flat sequences of ints.

A kernel is written once and runs at two speeds: as it stands on lists, or compiled on arrays
(:mod:`caballero.kernels._speed` says how and when). It never raises, it allocates nothing, it
writes into what it is given and returns a status code. Long kernels stop every so many steps
with their whole state in what they were given, so that the caller can look at the clock and
go on, at the other speed if it likes.

One family of kernels is one file, which imports nothing of this package but ``_speed``: a
compiled kernel is cached on disk by its own file alone, and would not notice a change in
another one. The values that a board, a piece or a problem decides come in as arguments.
"""
