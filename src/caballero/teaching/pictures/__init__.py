"""Pictures and texts of the textbook: traces, trees, starts, and charts of costs."""
