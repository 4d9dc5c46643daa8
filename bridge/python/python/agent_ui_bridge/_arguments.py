"""The arguments of the calls. Each wrong one is a :class:`UsageError` that names it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, Optional, Protocol, Union

from ._context import Context
from ._errors import UsageError, usage_error
from ._findings import Record
from ._json import is_object, type_hint, utf8, write
from ._messages import JsonText, Message, unchanged_text

if TYPE_CHECKING:
    from ._native import TranslateOptions

Profile = Literal["published", "strict"]
SchemaTarget = Literal["json-schema", "openai", "anthropic"]
MessageType = Literal["Interaction", "SubmitRequest", "CanvasMessage", "CanvasState"]


class _Dataclass(Protocol):
    """An instance of a dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Any]]


Text = Union[str, bytes, bytearray, memoryview]
Object = Union[Mapping[str, Any], _Dataclass]
MessageInput = Union[Text, Object, JsonText, Iterable[Union[Object, JsonText]]]
Carry = Union[str, Sequence[Optional[str]], None]


class Input(NamedTuple):
    """The JSON text of an argument."""

    text: bytes
    has_places: bool
    """``True`` if the caller knows the text, so that lines and columns in it have a meaning."""
    carry: str | None = None
    """The carries of the messages: one, or a JSON list."""


def read_message(message: object, name: str = "message") -> Input:
    """Returns the JSON text of a message or of several messages."""
    if isinstance(message, (str, bytes, bytearray, memoryview)):
        return Input(read_text(message, name), True)
    if isinstance(message, JsonText):
        carry = message.carry if isinstance(message, Message) else None
        return Input(utf8(unchanged_text(message)), True, carry)
    if is_object(message):
        return Input(utf8(write(message)), False)
    # Models of pydantic are iterable, and their elements are no messages.
    if isinstance(message, Iterable) and not isinstance(message, Record) and not hasattr(type(message), "model_dump"):
        return _read_list(list(message), name)
    raise _wrong_type(message, name, "a text, an object or a list of objects", _message_hint(message))


def _read_list(messages: list[object], name: str) -> Input:
    if all(map(is_object, messages)):
        return Input(utf8(write(messages)), False)
    texts: list[str] = []
    carries: list[str | None] = []
    for index, message in enumerate(messages):
        if isinstance(message, JsonText):
            texts.append(unchanged_text(message))
            carries.append(message.carry if isinstance(message, Message) else None)
        elif is_object(message):
            texts.append(write(message, f"/{index}"))
            carries.append(None)
        else:
            is_text = isinstance(message, (str, bytes, bytearray, memoryview))
            hint = 'join the lines with "".join(…), or call `Translator.push_all`' if is_text else _message_hint(message)
            raise _wrong_type(message, f"{name}[{index}]", "an object or a `Message`", hint)
    has_carry = any(isinstance(message, Message) for message in messages)
    return Input(utf8(f"[{','.join(texts)}]"), False, _carry_list(carries) if has_carry else None)


def carry_of(given: Input, carry: object) -> str | None:
    """Returns the carry of messages: their own, or that of the argument ``carry``."""
    if carry is None:
        return given.carry
    if given.carry is not None:
        message = "the argument `carry` was passed with a `Message`, which has a carry of its own"
        raise usage_error("python/argument", message, "omit `carry`, or pass the `text` of the message")
    if isinstance(carry, str):
        return carry
    if isinstance(carry, Message):
        raise _wrong_type(carry, "carry", "`str`, or a list of `str` and None", "pass its `carry`")
    if not isinstance(carry, Sequence) or isinstance(carry, (bytes, bytearray, memoryview)):
        hint = "pass `Message.carry` unchanged, or pass the `Message` itself without `carry`"
        raise _wrong_type(carry, "carry", "`str`, or a list of `str` and None", hint)
    for index, each in enumerate(carry):
        if not (each is None or isinstance(each, str)):
            raise _wrong_type(each, f"carry[{index}]", "`str` or None", "pass `Message.carry` unchanged")
    return _carry_list(carry)


def _carry_list(carries: Sequence[str | None]) -> str:
    return f"[{','.join('null' if carry is None else carry for carry in carries)}]"


def read_text(text: object, name: str) -> bytes:
    """Returns an argument that must be text, in UTF-8."""
    if isinstance(text, str):
        return utf8(text)
    if isinstance(text, bytes):
        return text
    if isinstance(text, (bytearray, memoryview)):
        return bytes(text)
    raise _wrong_type(text, name, "`str` or `bytes`", _path_hint(text) or "pass str or bytes")


def dialect(name: object, argument: str) -> str:
    """Returns an argument that must name a dialect or protocol."""
    if not isinstance(name, str):
        hint = "pass one of agent_ui_bridge.DIALECTS, or a protocol without a version"
        if is_object(name) or isinstance(name, (bytes, list, tuple, JsonText)):
            hint = "pass the message first, and then the names"
        raise _wrong_type(name, argument, "the name of a dialect", hint)
    if name.lstrip()[:1] in ("{", "["):
        message = f"the argument `{argument}` must be the name of a dialect, and is a JSON text"
        raise usage_error("python/argument", message, "pass the message first, and then the names")
    return name


def optional_dialect(name: object, argument: str) -> str | None:
    """Returns an argument that may name a dialect or protocol."""
    return None if name is None else dialect(name, argument)


def optional_name(name: object, argument: str) -> str | None:
    """Returns an argument that must be `str` or None."""
    if name is None or isinstance(name, str):
        return name
    raise _wrong_type(name, argument, "`str` or None", "pass the name as `str`")


def saved_text(saved: object) -> str:
    """Returns a saved state."""
    if isinstance(saved, str):
        return saved
    raise _wrong_type(saved, "saved", "`str`", "pass the text that `save` returned")


def flag(value: object, argument: str) -> bool:
    """Returns an argument that must be a flag."""
    if isinstance(value, bool):
        return value
    raise _wrong_type(value, argument, "True or False", "pass True or False")


def names(value: object, argument: str) -> list[str] | None:
    """Returns a list of names, or None for all."""
    if value is None:
        return None
    if isinstance(value, (str, bytes)) or not isinstance(value, Iterable):
        raise _wrong_type(value, argument, "a list of names", "pass a list of `str`")
    found: list[str] = []
    for index, name in enumerate(value):
        if not isinstance(name, str):
            raise _wrong_type(name, f"{argument}[{index}]", "`str`", "pass a list of `str`")
        found.append(name)
    return found


def catalog_texts(catalogs: object) -> list[str]:
    """Returns the texts of catalogs."""
    is_one = isinstance(catalogs, (str, bytes, bytearray, memoryview, JsonText)) or is_object(catalogs)
    if is_one or not isinstance(catalogs, Iterable):
        raise _wrong_type(catalogs, "catalogs", "a list of catalogs", "pass a list, such as `catalogs=[catalog]`")
    return [catalog_text(catalog, f"catalogs[{index}]") for index, catalog in enumerate(catalogs)]


def catalog_text(catalog: object, argument: str) -> str:
    """Returns the text of a catalog."""
    is_text = isinstance(catalog, (str, bytes, bytearray, memoryview, JsonText))
    if not is_text and not is_object(catalog):
        hint = _path_hint(catalog) or "pass the JSON text of a catalog, or the object"
        raise _wrong_type(catalog, argument, "a text or an object", hint)
    try:
        return read_message(catalog, argument).text.decode()
    except UnicodeDecodeError as error:
        byte = error.object[error.start]
        message = f"the argument `{argument}` must be UTF-8, and its byte {error.start} is 0x{byte:02x}"
        raise usage_error("python/argument", message, "save the file as UTF-8") from None


def translate_options(
    context: Context | str | None,
    strict: bool,
    embed: bool,
    trust_embedded: bool,
    escape_ids: bool,
    carry_key: str | bytes | None,
    max_bytes: int | None,
    type: MessageType | None,
    catalogs: Iterable[Text | Object] = (),
) -> TranslateOptions:
    """Returns the options of a translation as the compiled part reads them."""
    return (
        _context_text(context),
        flag(strict, "strict"),
        flag(embed, "embed"),
        flag(trust_embedded, "trust_embedded"),
        flag(escape_ids, "escape_ids"),
        _key(carry_key),
        _limit(max_bytes),
        optional_name(type, "type"),
        catalog_texts(catalogs),
    )


def _context_text(context: object) -> str | None:
    if context is None or isinstance(context, str):
        return context
    if not is_object(context):
        raise _wrong_type(context, "context", "an object, JSON text or None", "pass a dict with the members of `Context`")
    return utf8(write(context, "/context")).decode()


def _key(key: object) -> bytes | None:
    if key is None or isinstance(key, bytes):
        return key
    if isinstance(key, str):
        return utf8(key)
    raise _wrong_type(key, "carry_key", "`bytes` or `str`", "pass at least 16 random bytes")


def _limit(limit: object) -> int | None:
    if limit is None:
        return None
    if not isinstance(limit, int) or isinstance(limit, bool):
        raise _wrong_type(limit, "max_bytes", "a number of bytes", "pass an int, or omit `max_bytes`")
    if 0 <= limit <= sys.maxsize:
        return limit
    message = f"the argument `max_bytes` must be a number of bytes, and is {limit}"
    raise usage_error("python/argument", message, f"pass a number from 0 to {sys.maxsize}, or omit `max_bytes`")


def _wrong_type(value: object, argument: str, expected: str, hint: str) -> UsageError:
    kind = type(value).__name__
    message = f"the argument `{argument}` must be {expected}, and is of the type `{kind}`"
    return usage_error("python/type", message, hint)


def _message_hint(message: object) -> str:
    if isinstance(message, Record) or hasattr(type(message), "model_dump"):
        return type_hint(message)
    return _path_hint(message) or "pass str or bytes, or the objects that json.loads returns"


def _path_hint(value: object) -> str:
    return "read the file first, and pass its text" if isinstance(value, os.PathLike) else ""
