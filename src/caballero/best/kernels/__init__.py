"""The search for the best tour; see :mod:`caballero.machine.kernel`."""
