"""Python objects as JSON text, and back."""

from __future__ import annotations

import dataclasses
import json
import math
import sys
from collections import UserString
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ._errors import UsageError, usage_error
from ._findings import Record

_EXACT = "read the `text` of the result, which has every number as it is written"


def utf8(text: str) -> bytes:
    """Encodes a text. A lone surrogate becomes its JSON escape, so that the reader reports it with its place."""
    return text.encode("utf-8", "backslashreplace")


def is_object(value: object) -> bool:
    """Returns ``True`` for what becomes a JSON object: a mapping, or an instance of a dataclass that is no result of this package."""
    if isinstance(value, Mapping):
        return True
    return dataclasses.is_dataclass(value) and not isinstance(value, (type, Record))


def _is_list(value: object) -> bool:
    """Returns ``True`` for what becomes a JSON list."""
    return isinstance(value, Sequence) and not isinstance(value, (str, bytes, bytearray, memoryview, UserString))


def _as_json(value: object) -> object:
    """Returns a mapping, dataclass or sequence as the `dict` or `list` that `json` writes."""
    if isinstance(value, Mapping):
        return dict(value)
    if is_object(value):
        # `asdict` would copy the values, too.
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}  # type: ignore[arg-type]
    if _is_list(value):
        return list(value)  # type: ignore[call-overload]
    raise TypeError


_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False, default=_as_json)


def write(value: object, pointer: str = "") -> str:
    """Writes a value as JSON text. ``pointer`` is its place in the argument.

    Raises :class:`UsageError` with the place of a value that JSON cannot hold.
    """
    try:
        text = _ENCODER.encode(value)
    except RecursionError:
        raise usage_error("python/depth", "the object nests too deep for JSON", "flatten the object") from None
    except (TypeError, ValueError) as error:
        raise _unwritable(value, error, pointer) from None
    if not _has_only_string_keys(value):
        raise _unwritable(value, None, pointer)
    return text


def read(text: str) -> Any:
    """Reads a message. Integers of any size and member order are kept; other numbers become floats."""
    try:
        return json.loads(text, parse_float=_finite)
    except UsageError:
        raise
    except json.JSONDecodeError as error:
        raise usage_error("python/type", f"the text is not JSON: {error}", "pass JSON text") from None
    except ValueError as error:
        # Python limits the digits of integers: sys.set_int_max_str_digits.
        raise usage_error("python/number", f"Python cannot read a number of the result: {error}", _EXACT) from None


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        shown = text if len(text) <= 40 else f"{text[:40]}…"
        raise usage_error("python/number", f"the number {shown} is outside of the range of a Python float", _EXACT)
    return number


def _children(value: object) -> Iterable[tuple[object, object]]:
    """Returns the members of a value, each with its key or index."""
    if isinstance(value, Mapping):
        return value.items()
    if is_object(value):
        return [(field.name, getattr(value, field.name)) for field in dataclasses.fields(value)]  # type: ignore[arg-type]
    if _is_list(value):
        return enumerate(value)  # type: ignore[arg-type]
    return ()


def _has_only_string_keys(value: object) -> bool:
    open_values = [value]
    while open_values:
        value = open_values.pop()
        # Most values are of these types, which need no slower test.
        if isinstance(value, dict):
            for key, member in value.items():
                if not isinstance(key, str):
                    return False
                if not isinstance(member, (str, int, float)):
                    open_values.append(member)
        elif isinstance(value, (list, tuple)):
            open_values.extend(element for element in value if not isinstance(element, (str, int, float)))
        elif value is not None:
            for key, member in _children(value):
                if not isinstance(key, str) and not _is_list(value):
                    return False
                open_values.append(member)
    return True


def _unwritable(value: object, error: Exception | None, pointer: str) -> UsageError:
    """Finds the first value that JSON cannot hold."""
    open_values: list[tuple[str, object, tuple[int, ...]]] = [(pointer, value, ())]
    while open_values:
        pointer, value, parents = open_values.pop()
        if id(value) in parents:
            return usage_error("python/circle", "the object contains itself", "copy the inner object", pointer)
        if is_object(value) or _is_list(value):
            children: list[tuple[str, object, tuple[int, ...]]] = []
            for key, member in _children(value):
                if is_object(value) and not isinstance(key, str):
                    kind = type(key).__name__
                    message = f"the key {key!r} is of the type `{kind}`, but keys of JSON objects are strings"
                    return usage_error("python/key", message, f"write str({key!r}) as the key", pointer)
                # The name of an enum's member is not its text, so `str` must not be called on a key.
                name = key if isinstance(key, str) else str(key)
                escaped = str.replace(name, "~", "~0").replace("/", "~1")
                children.append((f"{pointer}/{escaped}", member, (*parents, id(value))))
            open_values.extend(reversed(children))
            continue
        unwritable = _unwritable_leaf(value, pointer)
        if unwritable is not None:
            return unwritable
    return usage_error("python/type", f"the object cannot be written as JSON: {error}", "pass the message as JSON text")


def _unwritable_leaf(value: object, pointer: str) -> UsageError | None:
    """Returns the error for a value that is no object and no list, if JSON cannot hold it."""
    if isinstance(value, float) and not math.isfinite(value):
        message = f"JSON has no number for `{float(value)!r}`"
        return usage_error("python/number", message, "write None, a string or a finite number", pointer)
    if isinstance(value, int) and not isinstance(value, bool):
        limit = getattr(sys, "get_int_max_str_digits", int)()
        if limit and abs(value) >= 10**limit:
            message = f"the integer has more than {limit} digits, which Python does not write by default"
            return usage_error("python/number", message, "call sys.set_int_max_str_digits(0)", pointer)
    if value is None or isinstance(value, (str, bool, int, float)):
        return None
    message = f"JSON cannot hold a value of the type `{type(value).__name__}`"
    return usage_error("python/type", message, type_hint(value), pointer)


def type_hint(value: object) -> str:
    """Returns the advice for a value of a type that a message cannot have."""
    kind = type(value)
    if hasattr(kind, "model_dump"):
        return 'pass `model_dump(mode="json", by_alias=True)` of the model'
    for name in ("messages", "states", "text"):
        if isinstance(value, Record) and hasattr(value, name):
            return f"pass its `{name}`"
    if hasattr(kind, "value") and hasattr(kind, "text"):
        return "pass its `value`"
    return "convert it to a string, a number, a list or a dict; write exact decimals in a JSON text"
