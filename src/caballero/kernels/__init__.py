"""Kernels: the inner loops, over states of flat arrays and ints.

A kernel is written once, as plain Python, and runs compiled if the package was built with a C
compiler (:mod:`caballero.kernels._kernel` explains how). It never raises and allocates nothing: it
changes the state that it is given and returns a status. A long kernel takes a number of steps and
returns when they are spent, so that its caller can check the clock and continue.

One family of kernels is one file, which imports nothing of this package but what kernels share.
A kernel does not see boards, pieces or problems: it gets their data as arguments.
"""
