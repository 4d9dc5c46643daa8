"""Messages as Python objects, and as the JSON text that the compiled part reads and writes."""

from __future__ import annotations

import json
import math
import os
import sys
from typing import Any, Union

from ._errors import UsageError, usage_error

Text = Union[str, bytes, bytearray, memoryview]
Object = dict[str, Any]

_EXACT = "pass and request text (`exact=True`), which keeps every number as it is written"
_READ = "read the file first, and pass its text"


def utf8(text: str) -> bytes:
    """Encodes a text. A lone surrogate becomes its JSON escape, so that the reader reports it with its place."""
    return text.encode("utf-8", "backslashreplace")


def to_text(message: object, name: str = "message") -> tuple[bytes, bool]:
    """Returns a message as JSON text, and ``True`` if it was text before."""
    if isinstance(message, str):
        return utf8(message), True
    if isinstance(message, bytes):
        return message, True
    if isinstance(message, (bytearray, memoryview)):
        return bytes(message), True
    if isinstance(message, (dict, list, tuple)):
        return utf8(write(message)), False
    kind = type(message).__name__
    is_path = isinstance(message, os.PathLike)
    raise usage_error(
        "python/type",
        f"the argument `{name}` must be text, a dict or a list of dicts, and is of the type `{kind}`",
        _READ if is_path else "pass str or bytes, or the objects that json.loads returns",
    )


def write(value: object) -> str:
    """Writes a value as JSON text.

    Raises :class:`UsageError` with the place of a value that JSON cannot hold.
    """
    try:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    except RecursionError:
        raise usage_error("python/depth", "the object nests too deep for JSON", "flatten the object") from None
    except (TypeError, ValueError) as error:
        raise _unwritable(value, error) from None
    if not _has_only_string_keys(value):
        raise _unwritable(value, None)
    return text


def read(text: str) -> Any:
    """Reads a message. Integers of any size and member order are kept; other numbers become floats."""
    try:
        return json.loads(text, parse_float=_finite)
    except UsageError:
        raise
    except ValueError as error:
        # Python limits the digits of integers: sys.set_int_max_str_digits.
        raise usage_error("python/number", f"Python cannot read a number of the result: {error}", _EXACT) from None


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        shown = text if len(text) <= 40 else f"{text[:40]}…"
        raise usage_error("python/number", f"the number {shown} is outside of the range of a Python float", _EXACT)
    return number


def _has_only_string_keys(value: object) -> bool:
    open_values = [value]
    while open_values:
        value = open_values.pop()
        if isinstance(value, dict):
            for key, member in value.items():
                if not isinstance(key, str):
                    return False
                if isinstance(member, (dict, list, tuple)):
                    open_values.append(member)
        else:
            open_values.extend(element for element in value if isinstance(element, (dict, list, tuple)))  # type: ignore[attr-defined]
    return True


def _unwritable(value: object, error: Exception | None) -> UsageError:
    """Finds the first value that JSON cannot hold."""
    open_values: list[tuple[str, object, tuple[int, ...]]] = [("", value, ())]
    while open_values:
        pointer, value, parents = open_values.pop()
        children: list[tuple[str, object, tuple[int, ...]]] = []
        if id(value) in parents:
            return usage_error("python/circle", "the object contains itself", "copy the inner object", pointer)
        inside = (*parents, id(value))
        if isinstance(value, dict):
            for key, member in value.items():
                if not isinstance(key, str):
                    kind = type(key).__name__
                    message = f"the key {key!r} is of the type `{kind}`, but keys of JSON objects are strings"
                    return usage_error("python/key", message, f"write str({key!r}) as the key", pointer)
                escaped = key.replace("~", "~0").replace("/", "~1")
                children.append((f"{pointer}/{escaped}", member, inside))
        elif isinstance(value, (list, tuple)):
            children.extend((f"{pointer}/{index}", element, inside) for index, element in enumerate(value))
        elif isinstance(value, float) and not math.isfinite(value):
            message = f"JSON has no number for `{float(value)!r}`"
            return usage_error("python/number", message, "write None, a string or a finite number", pointer)
        elif isinstance(value, int) and not isinstance(value, bool):
            limit = getattr(sys, "get_int_max_str_digits", int)()
            if limit and abs(value) >= 10**limit:
                message = f"the integer has more than {limit} digits, which Python does not write by default"
                return usage_error("python/number", message, "call sys.set_int_max_str_digits(0)", pointer)
        elif not (value is None or isinstance(value, (str, bool, float))):
            message = f"JSON cannot hold a value of the type `{type(value).__name__}`"
            hint = "convert it to a string, a number, a list or a dict; write exact decimals in a JSON text"
            return usage_error("python/type", message, hint, pointer)
        open_values.extend(reversed(children))
    return usage_error("python/type", f"the object cannot be written as JSON: {error}", "pass the message as JSON text")
