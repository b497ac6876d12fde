"""The page and its server: ``caballero serve``, from the extra ``web``.

:mod:`.bounds` has the limits of requests, :mod:`.models` their schema, :mod:`.refusals` the answers
to bad requests; :mod:`.guard` refuses foreign origins. :mod:`.tasks` searches, counts and verifies,
:mod:`.looking` computes statistics and draws; :mod:`.jobs` runs both in the processes of
:mod:`.worker`. :mod:`.trace` streams a search. :mod:`.app` joins all of it, and :mod:`.server`
listens. ``static/`` is the page. :mod:`.site` writes it as files for a web space, where the browser
runs :mod:`.browser`; both need the standard library only.

Only ``cli/serve.py`` imports this package.
"""
