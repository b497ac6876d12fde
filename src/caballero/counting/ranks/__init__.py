"""Tours by their numbers, and random tours.

A ``TourSpace`` numbers all tours of a problem: ``rank`` returns the number of a tour, ``unrank``
the tour of a number, and a random number gives a random tour. ``whole`` stores all layers of a
sweep; ``halves`` joins two half sweeps if a whole sweep is too large.
"""
