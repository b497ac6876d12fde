"""What runs every search: limits, errors, messages, kernels, values.

This package imports nothing above it.
"""
