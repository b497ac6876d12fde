"""The searches for a tour; see :mod:`caballero.machine.kernel`."""
