"""Sweeps of a frontier over a board or a graph.

``order`` and ``narrow`` choose the order of the vertices, ``sweep`` counts the states layer by
layer, ``halves`` joins two sweeps that meet in the middle, and ``checkpoint`` stores layers.
"""
