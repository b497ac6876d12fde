"""Moved to caballero.reduction; this line goes as soon as everybody imports it from there."""

from caballero.reduction import CycleQuestion, as_cycle, cycle_question, rows, two_colours

__all__ = ["CycleQuestion", "as_cycle", "cycle_question", "rows", "two_colours"]
