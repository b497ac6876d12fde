"""Every tour, one after the other.

``iter_tours`` is the way in; what it returns is a ``Listing``, an iterator that can say where it
is, so that another one goes on from there. ``feeds`` has the two searches behind it, and
``tokens`` the short texts.
"""

from .listing import Listing, iter_tours

__all__ = ["Listing", "iter_tours"]
