"""Puzzles on paper and for Moodle."""
