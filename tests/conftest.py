"""Settings for all tests: hypothesis without a deadline, for the machine may be busy."""

from hypothesis import settings

settings.register_profile("caballero", deadline=None, max_examples=60)
settings.load_profile("caballero")
