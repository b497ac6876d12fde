"""Tests of the page in a browser.

A package, so that the browser ends with them: while it runs, asyncio is its own in this process.
"""
