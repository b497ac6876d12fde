"""A call of a command: one value with its options, which goes through the whole command."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from caballero.core.limits import Limits


class Call:
    """The options of a call by their parameters; None for an option that the command has not.

    `form` is the format of the answer, and `output` its file. A test reads that every name is one
    of a parameter.
    """

    def __init__(self, options: Mapping[str, Any]) -> None:
        self.options = options

    def __getattr__(self, name: str) -> Any:
        """Return the value of an option."""
        return self.options.get(name)

    def but(self, **changes: Any) -> Call:
        """Return the call with some options changed."""
        return Call({**self.options, **changes})

    def those(self, *names: str) -> dict[str, Any]:
        """Return options by their names, without those that have no value."""
        return {name: value for name in names if (value := self.options.get(name)) is not None}

    @property
    def limits(self) -> Limits:
        """The limits of the search."""
        return Limits(seconds=self.seconds, megabytes=self.megabytes)
