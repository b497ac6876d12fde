"""What all certificates have in common: a reason, in words."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from caballero.core.words import Message


class Reasoned(ABC):
    """The base of the certificates: they print as their reason."""

    __slots__ = ()

    @property
    @abstractmethod
    def reason(self) -> Message:
        """Why there is no tour."""

    def __str__(self) -> str:
        return str(self.reason)

    def _repr_html_(self) -> str:
        return self.reason._repr_html_()
