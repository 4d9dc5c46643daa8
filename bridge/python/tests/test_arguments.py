"""Wrong arguments: each is a `UsageError` that names the argument. Missing and unknown ones are Python's own `TypeError`."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest

import agent_ui_bridge as package
from agent_ui_bridge import DIALECTS, Message, Stream, Translator, UsageError, check, message_schema, translate

RECORD = '{"id":"7","timestamp":"2026-05-18T15:30:00.000Z","canvasFile":"a.html","action":"click","summary":"A click"}'
CATALOG = {"catalogId": "shop", "components": {}}
# The functions without their types, as a program without type checks sees them.
any_package: Any = package

MISTAKES: list[tuple[str, str, Callable[[Any], object]]] = [
    ("a missing dialect", "from_", lambda p: p.translate(RECORD, None, "aap")),
    ("another missing dialect", "to", lambda p: p.translate(RECORD, "aap", None)),
    ("swapped arguments", "from_", lambda p: p.translate("aap", RECORD, "a2ui")),
    ("a swapped object", "from_", lambda p: p.translate("aap", {"id": "7"}, "a2ui")),
    ("a message at the end", "to", lambda p: p.translate("aap", "a2ui", {"id": "7"})),
    ("a dialect in bytes", "from_", lambda p: p.translate(RECORD, b"aap", "a2ui")),
    ("an unknown dialect", "from_", lambda p: p.translate(RECORD, "aapp", "a2ui")),
    ("an unknown target", "to", lambda p: p.translate(RECORD, "aap", "nonsense")),
    ("no message", "message", lambda p: p.translate(None, "aap", "a2ui")),
    ("a path", "message", lambda p: p.translate(Path("record.json"), "aap", "a2ui")),
    ("a number", "message", lambda p: p.check(7)),
    ("a list of texts", "message[0]", lambda p: p.translate([RECORD], "aap", "a2ui")),
    ("a list of lists", "message[0]", lambda p: p.translate([[{}]], "aap", "a2ui")),
    ("a set", "message[0]", lambda p: p.translate({7}, "aap", "a2ui")),
    ("an open file", "message[0]", lambda p: p.translate(io.StringIO(RECORD), "aap", "a2ui")),
    ("a mixed list", "message[1]", lambda p: p.translate([{}, None], "aap", "a2ui")),
    ("a whole translation", "message", lambda p: p.translate(p.translate(RECORD, "aap", "a2ui"), "a2ui", "aap")),
    ("the class of a message", "message", lambda p: p.decode(Message)),
    ("messages of fold", "messages", lambda p: p.fold(7)),
    ("a carry that is an object", "carry", lambda p: p.translate("{}", "aap", "a2ui", carry={"v": 9})),
    ("a carry in bytes", "carry", lambda p: p.translate("{}", "aap", "a2ui", carry=b"{}")),
    ("a carry that is a message", "carry", lambda p: p.translate("{}", "aap", "a2ui", carry=Message("{}", "{}"))),
    ("a carry of a list", "carry[1]", lambda p: p.translate("[]", "aap", "a2ui", carry=["{}", {}])),
    ("a flag", "strict", lambda p: p.translate("{}", "aap", "a2ui", strict="yes")),
    ("a flag that is None", "embed", lambda p: p.translate("{}", "aap", "a2ui", embed=None)),
    ("another flag", "trust_embedded", lambda p: p.Translator("aap", "a2ui", trust_embedded=1)),
    ("the flag of ids", "escape_ids", lambda p: p.Bridge("aap", "a2ui", escape_ids="id")),
    ("a key of another type", "carry_key", lambda p: p.Bridge("aap", "a2ui", carry_key=7)),
    ("a short key", "carry_key", lambda p: p.translate("{}", "aap", "a2ui", carry_key="secret")),
    ("a limit of another type", "max_bytes", lambda p: p.translate("{}", "aap", "a2ui", max_bytes="1 MB")),
    ("a flag as a limit", "max_bytes", lambda p: p.translate("{}", "aap", "a2ui", max_bytes=True)),
    ("a negative limit", "max_bytes", lambda p: p.translate("{}", "aap", "a2ui", max_bytes=-1)),
    ("a huge limit", "max_bytes", lambda p: p.translate("{}", "aap", "a2ui", max_bytes=2**80)),
    ("an unknown type", "type", lambda p: p.translate("{}", "aap", "a2ui", type="Interactoin")),
    ("a type of another type", "type", lambda p: p.translate("{}", "aap", "a2ui", type=7)),
    ("a type to check", "type", lambda p: p.check("{}", "aap", type=7)),
    ("a type to decode", "type", lambda p: p.decode("{}", "aap", type=7)),
    ("a context in bytes", "context", lambda p: p.translate("{}", "aap", "a2ui", context=b"{}")),
    ("a context that is a list", "context", lambda p: p.translate("{}", "aap", "a2ui", context=["time"])),
    ("an unknown member", "runtimeId", lambda p: p.translate("{}", "aap", "a2ui", context={"runtimeID": "r"})),
    ("a misspelt member", "canvasFile", lambda p: p.Bridge("aap", "a2ui", context='{"canvasFlie":"a.html"}')),
    ("catalogs as a text", "catalogs", lambda p: p.check("{}", "a2ui", catalogs='{"catalogId":"x"}')),
    ("catalogs as bytes", "catalogs", lambda p: p.check("{}", "a2ui", catalogs=b"{}")),
    ("catalogs as an object", "catalogs", lambda p: p.Checker("a2ui", catalogs=CATALOG)),
    ("catalogs as a number", "catalogs", lambda p: p.Bridge("a2ui", "ahp", catalogs=7)),
    ("no catalogs", "catalogs", lambda p: p.check("{}", "a2ui", catalogs=None)),
    ("a catalog that is a number", "catalogs[1]", lambda p: p.check("{}", "a2ui", catalogs=["{}", 7])),
    ("a catalog of two", "catalogs[0]", lambda p: p.check("{}", "a2ui", catalogs=[[CATALOG]])),
    ("a catalog that is a path", "catalogs[0]", lambda p: p.check("{}", "a2ui", catalogs=[Path("shop.json")])),
    ("a catalog in Latin-1", "catalogs[0]", lambda p: p.check("{}", "a2ui", catalogs=[b"\xe9"])),
    ("a catalog for a schema", "catalog", lambda p: p.message_schema("a2ui", catalog=b"\xe9")),
    ("a list of catalogs for a schema", "catalog", lambda p: p.message_schema("a2ui", catalog=[CATALOG])),
    ("components as a text", "components", lambda p: p.message_schema("a2ui", components="Text")),
    ("components that are no names", "components[0]", lambda p: p.message_schema("a2ui", components=[7])),
    ("functions as a number", "functions", lambda p: p.message_schema("a2ui", functions=7)),
    ("optional as a text", "optional", lambda p: p.message_schema("a2ui", optional="label")),
    ("a target of another type", "target", lambda p: p.message_schema("a2ui", target=7)),
    ("a profile of another type", "profile", lambda p: p.check("{}", "actions-json", profile=7)),
    ("a protocol of another type", "protocol", lambda p: p.check("{}", 7)),
    ("a protocol that is a message", "protocol", lambda p: p.decode("aap", RECORD)),
    ("no protocol", "protocol", lambda p: p.Checker(None)),
    ("no protocol for a schema", "protocol", lambda p: p.schema(None)),
    ("no protocol for types", "protocol", lambda p: p.types(["aap"])),
    ("an unknown protocol", "protocol", lambda p: p.types("aapp")),
    ("a protocol of a stream", "protocol", lambda p: p.Stream(7)),
    ("a piece of a stream", "piece", lambda p: p.Stream().push(["{"])),
    ("a text to repair", "text", lambda p: p.repair({})),
    ("a flag of fold", "as_messages", lambda p: p.fold("{}", "a2ui", as_messages="yes")),
    ("a state in bytes", "saved", lambda p: p.Translator.resume(b"{}")),
    ("a state of a bridge", "saved", lambda p: p.Bridge.resume({})),
    ("a state of a checker", "saved", lambda p: p.Checker.resume(None)),
    ("a state that is no JSON", "saved", lambda p: p.Translator.resume("nothing")),
    ("a state of another class", "saved", lambda p: p.Bridge.resume(p.Translator("aap", "a2ui").save())),
    ("a text for push_all", "messages", lambda p: p.Translator("aap", "a2ui").push_all(RECORD)),
    ("an object for push_all", "messages", lambda p: p.Translator("aap", "a2ui").push_all({})),
    ("a number for push_all", "messages", lambda p: p.Translator("aap", "a2ui").push_all(7)),
]


@pytest.mark.parametrize(("name", "call"), [pytest.param(n, c, id=i.replace(" ", "-")) for i, n, c in MISTAKES])
def test_a_wrong_argument_is_named(name: str, call: Callable[[Any], object]) -> None:
    with pytest.raises(UsageError) as caught:
        call(any_package)
    error = caught.value
    assert f"`{name}`" in str(error), error
    assert error.rule and error.hint and error.kind is None and error.line is None
    assert error.__suppress_context__ or error.__context__ is None


def test_missing_and_unknown_arguments_are_those_of_python() -> None:
    calls: list[Callable[[], object]] = [
        lambda: any_package.translate(RECORD, "aap"),
        lambda: any_package.translate(RECORD, "aap", "a2ui", exact=True),
        lambda: any_package.translate(RECORD, "aap", "a2ui", strcit=True),
        lambda: any_package.Bridge("aap"),
        lambda: any_package.Bridge("aap", "a2ui", exact=True),
        lambda: any_package.Checker("aap", context={}),
    ]
    for call in calls:
        with pytest.raises(TypeError):
            call()


def test_hints_say_what_is_right() -> None:
    hints: list[tuple[Callable[[Any], object], str]] = [
        (lambda p: p.translate("aap", RECORD, "a2ui"), "pass the message first, and then the names"),
        (lambda p: p.translate(RECORD, "aapp", "a2ui"), 'pass "aap@1.0" as `from_`'),
        (lambda p: p.translate(p.translate(RECORD, "aap", "a2ui"), "a2ui", "aap"), "pass its `messages`"),
        (lambda p: p.check("{}", "a2ui", catalogs="{}"), "pass a list, such as `catalogs=[catalog]`"),
        (lambda p: p.translate(Path("a"), "aap", "a2ui"), "read the file first, and pass its text"),
        (lambda p: p.translate("{}", "aap", "a2ui", context={"runtimeID": ""}), "did you mean `runtimeId`?"),
        (lambda p: p.translate({"a": Message("{}", "{}")}, "aap", "a2ui"), "pass its `value`"),
        (lambda p: p.translate("{}", "aap", "a2ui", carry=Message("{}", "{}")), "pass its `carry`"),
    ]
    for call, hint in hints:
        with pytest.raises(UsageError) as caught:
            call(any_package)
        assert caught.value.hint == hint


class Model:
    """A model of pydantic, as far as the package looks at it."""

    def __iter__(self) -> Any:
        return iter([("id", "7")])

    def model_dump(self) -> dict[str, str]:
        return {"id": "7"}


def test_models_are_named_with_their_remedy() -> None:
    inputs: list[Any] = [Model(), [Model()], {"inner": Model()}]
    for message in inputs:
        with pytest.raises(UsageError) as caught:
            translate(message, "aap", "a2ui")
        assert "model_dump" in caught.value.hint and "Model" in caught.value.message


def test_the_type_of_messages_is_an_option(record: str) -> None:
    for name in get_args(package.MessageType):
        Translator("aap" if name != "CanvasState" else "ahp", "a2ui", type=name)
    request = translate(record, "aap", "a2ui@0.9").messages[0]
    back = translate(request.text, "a2ui@0.9", "aap", type="SubmitRequest").messages[0]
    assert back.value != translate(request.text, "a2ui@0.9", "aap").messages[0].value


def test_iterables_of_names_and_catalogs_are_read_once() -> None:
    assert message_schema("a2ui@0.9", components=iter(["Text"])) == message_schema("a2ui@0.9", components=("Text",))
    line = '{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}'
    assert check(line, catalogs=iter([CATALOG])) == check(line, catalogs=(CATALOG,)) == []


def test_names_of_the_literal_types_are_those_of_the_program() -> None:
    page = (Path(__file__).resolve().parents[3] / "docs/finding.schema.json").read_text(encoding="utf-8")
    for alias in (package.Severity, package.RefusalKind, package.Verdict, package.Profile):
        for name in get_args(alias):
            assert f'"{name}"' in page, name
    for target in get_args(package.SchemaTarget):
        if target != "anthropic":
            assert message_schema("a2ui@0.9", target=target)
    assert all(isinstance(Stream(name), Stream) for name in DIALECTS if name.startswith("a2ui"))
