"""The searches for one tour; see :mod:`caballero.machine.kernel`."""
