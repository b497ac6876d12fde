"""Counting, listing and sampling by sweeps; see :mod:`caballero.machine.kernel`."""
