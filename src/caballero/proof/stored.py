"""Certificates as JSON, and back.

``certificate_data`` writes the type of a certificate and all its fields, ``read_certificate`` reads
them. What was read claims nothing until its ``check`` confirms it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, cast, get_args, get_origin, get_type_hints

from caballero.machine.errors import InvalidInput
from caballero.model.interchange import place_json

from .certificate import (
    Bottleneck,
    Certificate,
    Crowded,
    Imbalance,
    Split,
    Theorem,
    TooFar,
    TooFew,
    Unreachable,
)
from .deduction import Deduction
from .reasoned import has_type

TYPES: Final[Mapping[str, type]] = MappingProxyType(
    {
        kind.__name__: kind
        for kind in (
            Bottleneck, Crowded, Deduction, Imbalance, Split, Theorem, TooFar, TooFew, Unreachable,
        )
    }
)  # fmt: skip
"""The certificates that can be checked, by the names of their types."""


def certificate_data(certificate: Certificate) -> dict[str, object]:
    """Return a certificate as data for ``json.dumps``.

    >>> from caballero import solve
    >>> certificate_data(solve("4x5", closed=True).certificate)
    {'type': 'Theorem', 'name': 'schwenk', 'sides': [4, 5]}
    """
    values = {field.name: getattr(certificate, field.name) for field in fields(certificate)}
    return {"type": type(certificate).__name__, **{key: as_data(v) for key, v in values.items()}}


def read_certificate(data: object) -> Certificate:
    """Read what :func:`certificate_data` returned; refuse anything else."""
    try:
        rest = dict(cast("Mapping[str, Any]", data))
        kind = TYPES[rest.pop("type")]
        hints = _hints(kind)
        values = {name: read_as(hints[name], value) for name, value in rest.items()}
        return cast("Certificate", kind(**values))
    except (TypeError, ValueError, KeyError, AttributeError):
        raise InvalidInput("proof-unreadable") from None


def as_data(value: object, named: bool = False) -> object:
    """Return a value as data for ``json.dumps``: dataclasses within it as lists of their fields.

    With `named`, as objects with the names of their fields: proofs are short, answers explain
    themselves.

    >>> from caballero.proof.deduction import Step
    >>> as_data((Step((0, 5), True, "two-left"),))
    [[[0, 5], True, 'two-left']]
    >>> as_data(Step((0, 5), True, "two-left"), named=True)
    {'edge': [0, 5], 'used': True, 'rule': 'two-left'}
    """
    if is_dataclass(value):
        parts = {field.name: as_data(getattr(value, field.name), named) for field in fields(value)}
        return parts if named else [*parts.values()]
    if isinstance(value, (tuple, list)):
        return [as_data(part, named) for part in value]
    return value if isinstance(value, bool) else place_json(cast("Any", value))


def read_as(hint: Any, data: object) -> Any:
    """Read what :func:`as_data` returned for a value of a type; lists become tuples.

    Raises :class:`InvalidInput` for anything else.
    """
    try:
        value = _converted(hint, data)
    except (TypeError, ValueError, RecursionError):
        value = None
    if not has_type(value, hint):
        raise InvalidInput("proof-unreadable")
    return value


def _converted(hint: Any, data: object) -> Any:
    if not isinstance(data, list):
        return data
    if is_dataclass(hint):
        values = map(_converted, _hints(cast("Any", hint)).values(), data)
        return cast("Any", hint)(*values)
    parts: Sequence[Any] = get_args(hint) if get_origin(hint) is tuple else ()
    if len(parts) != len(data) or Ellipsis in parts:
        parts = [parts[0] if parts else None] * len(data)
    return tuple(map(_converted, parts, data))


@lru_cache(maxsize=32)
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)
