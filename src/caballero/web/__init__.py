"""The page and its server: ``caballero serve``, from the extra ``web``.

One story each: :mod:`.bounds` how much anybody may ask, :mod:`.models` what a request may look
like, :mod:`.refusals` how it is told that it may not, :mod:`.guard` who is let in at all;
:mod:`.tasks` does the work and :mod:`.looking` draws, :mod:`.worker` in processes of their own
that :mod:`.jobs` keeps; :mod:`.trace` tells a search as it goes on; :mod:`.app` joins them, and
:mod:`.server` listens. ``static/`` is the page.

Nobody but ``cli/serve.py`` imports this, for only who serves has the extra.
"""
