"""Long work in shards, which can be killed, resumed, shared among workers, and checked.

``start_run`` starts a run in a folder, its *store*, and ``resume_run`` continues it (``running``).
The workers are any ``concurrent.futures.Executor``, such as a ``cluster`` (``workers``). ``ledger``
records the state of each shard, ``tasks`` defines and does shards, ``session`` leases them to
workers, and ``store`` manages the folder.
"""
