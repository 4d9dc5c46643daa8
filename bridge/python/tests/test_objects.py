"""What Python objects keep of JSON, and the errors for those that JSON cannot hold."""

from __future__ import annotations

import collections
import dataclasses
import decimal
import enum
import json
import sys
import types
from collections.abc import Sequence
from typing import Any

import pytest

from agent_ui_bridge import JsonText, RefusedError, UsageError, _json, translate


def with_total(click: dict[str, Any], total: object) -> dict[str, Any]:
    return {**click, "action": {**click["action"], "context": {"total": total}}}


@pytest.mark.parametrize(
    "value",
    [
        2**53 + 1,
        -(10**400),
        0.1,
        1e308,
        5e-324,
        -0.0,
        True,
        None,
        "\u2028 \U0001f600 \x7f \x00",
        "\ufeff",
        [],
        {},
        {"": {"~/": [[]]}},
    ],
)
def test_values_come_back_exactly(click: dict[str, Any], value: object) -> None:
    message = with_total(click, value)
    there = translate(message, "a2ui@0.9", "aap")
    assert there.messages[0].value["data"] == {"total": value}
    back = translate(there.messages, "aap", "a2ui@0.9").messages[0].value
    assert back == message and json.dumps(back) == json.dumps(message)


def test_the_order_of_members_is_kept(click: dict[str, Any]) -> None:
    message = with_total(click, {"b": 1, "a": 2, "10": 3, "9": 4})
    there = translate(message, "a2ui@0.9", "aap")
    assert list(there.messages[0].value["data"]["total"]) == ["b", "a", "10", "9"]


def test_tuples_are_lists(click: dict[str, Any]) -> None:
    there = translate((with_total(click, (1, 2)),), "a2ui@0.9", "aap")
    assert there.messages[0].value["data"] == {"total": [1, 2]}


class Fee(enum.IntEnum):
    LOW = 2


class Currency(str, enum.Enum):
    EURO = "eur"


@dataclasses.dataclass
class Total:
    fee: float
    tags: Sequence[str] = ()


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (types.MappingProxyType({"a": types.MappingProxyType({"b": 1})}), {"a": {"b": 1}}),
        (collections.ChainMap({"a": 1}), {"a": 1}),
        (collections.UserDict({"a": collections.UserList([1])}), {"a": [1]}),
        (collections.OrderedDict(b=1, a=2), {"b": 1, "a": 2}),
        (collections.deque([1, collections.deque([2])]), [1, [2]]),
        (range(3), [0, 1, 2]),
        (Total(2.5, ("x",)), {"fee": 2.5, "tags": ["x"]}),
        ([Total(2.5)], [{"fee": 2.5, "tags": []}]),
        (Currency.EURO, "eur"),
        ({Currency.EURO: Currency.EURO}, {"eur": "eur"}),
        (Fee.LOW, 2),
    ],
)
def test_mappings_sequences_dataclasses_and_enums_are_written(click: dict[str, Any], value: object, expected: object) -> None:
    for message in (with_total(click, value), types.MappingProxyType(with_total(click, value))):
        there = translate(message, "a2ui@0.9", "aap")
        assert there.messages[0].value["data"]["total"] == expected
        assert there.messages[0].text == translate(with_total(click, expected), "a2ui@0.9", "aap").messages[0].text


@dataclasses.dataclass(frozen=True)
class Record:
    id: str
    timestamp: str
    canvasFile: str
    action: str
    summary: str
    element: str | None = None


def test_a_dataclass_and_an_iterable_of_objects_are_messages() -> None:
    records = [Record(str(number), "2026-05-18T15:30:00.000Z", "a.html", "click", "A click") for number in range(2)]
    expected = translate([dataclasses.asdict(record) for record in records], "aap", "a2ui@0.9").messages
    for messages in (records, tuple(records), iter(records), (record for record in records), dict(enumerate(records)).values()):
        assert translate(messages, "aap", "a2ui@0.9").messages == expected
    assert translate(records[0], "aap", "a2ui@0.9").messages == expected[:1]


@pytest.mark.parametrize(
    ("value", "rule", "place"),
    [
        (float("nan"), "python/number", ""),
        (float("-inf"), "python/number", ""),
        ([1, {"a/b": float("inf")}], "python/number", "/1/a~1b"),
        ({7: "seven"}, "python/key", ""),
        ({None: 0}, "python/key", ""),
        ({(1, 2): 0}, "python/key", ""),
        ({"a": [{True: 0}]}, "python/key", "/a/0"),
        (decimal.Decimal("2.50"), "python/type", ""),
        ({"when": {1, 2}}, "python/type", "/when"),
        (b"bytes", "python/type", ""),
        (types.MappingProxyType({7: 0}), "python/key", ""),
        (collections.deque([types.MappingProxyType({"a": {7: 0}})]), "python/key", "/0/a"),
        ({Currency.EURO: collections.UserString("a")}, "python/type", "/eur"),
        (Total(float("nan")), "python/number", "/fee"),
        (Total, "python/type", ""),
        (JsonText("1"), "python/type", ""),
    ],
)
def test_a_value_that_json_cannot_hold_is_named(click: dict[str, Any], value: object, rule: str, place: str) -> None:
    with pytest.raises(UsageError) as caught:
        translate(with_total(click, value), "a2ui@0.9", "aap")
    assert (caught.value.rule, caught.value.pointer) == (rule, "/action/context/total" + place)
    assert caught.value.hint and caught.value.message in str(caught.value)
    assert caught.value.__suppress_context__ or caught.value.__context__ is None


def test_an_object_that_contains_itself_is_named(click: dict[str, Any]) -> None:
    inner: dict[str, Any] = {}
    inner["again"] = [inner]
    with pytest.raises(UsageError) as caught:
        translate(with_total(click, inner), "a2ui@0.9", "aap")
    assert (caught.value.rule, caught.value.pointer) == ("python/circle", "/action/context/total/again/0")
    inner["again"] = [types.MappingProxyType(inner)]
    with pytest.raises(UsageError) as caught:
        translate(with_total(click, inner), "a2ui@0.9", "aap")
    assert caught.value.rule in ("python/circle", "python/depth")


def test_an_object_that_nests_too_deep_is_refused(click: dict[str, Any]) -> None:
    deep: Any = 1
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises((UsageError, RefusedError)):
        translate(with_total(click, deep), "a2ui@0.9", "aap")
    while isinstance(deep, list):
        deep = deep.pop()


@pytest.mark.skipif(not hasattr(sys, "set_int_max_str_digits"), reason="this version of Python has no limit")
def test_the_limit_of_python_for_digits_is_named(click: dict[str, Any]) -> None:
    with pytest.raises(UsageError) as caught:
        translate(with_total(click, 10**5000), "a2ui@0.9", "aap")
    assert (caught.value.rule, caught.value.pointer) == ("python/number", "/action/context/total")
    assert "set_int_max_str_digits" in caught.value.hint
    assert _json.read("9" * 4300) == 10**4300 - 1
    with pytest.raises(UsageError) as caught:
        _json.read('{"total":' + "9" * 5000 + "}")
    assert "`text`" in caught.value.hint


def test_a_result_that_a_float_cannot_hold_is_named() -> None:
    assert _json.read('{"a":1.5e308,"b":-0.0,"c":1e-999}') == {"a": 1.5e308, "b": -0.0, "c": 0.0}
    for number in ("1e999", "-1e999", f"{'9' * 400}.0"):
        with pytest.raises(UsageError) as caught:
            _json.read(f'{{"total":{number}}}')
        assert caught.value.rule == "python/number" and "`text`" in caught.value.hint


@pytest.mark.parametrize("number", ["1e999", "-0", "2.50", "9" * 5000, "1E+2", "0.1000000000000000055511151231257827"])
def test_text_keeps_every_number(click: dict[str, Any], number: str) -> None:
    text = json.dumps(with_total(click, 0), separators=(",", ":")).replace('"total":0', f'"total":{number}')
    there = translate(text, "a2ui@0.9", "aap")
    assert f'"total":{number}' in there.messages[0].text
    assert translate(there.messages, "aap", "a2ui@0.9").messages[0].text == text


@pytest.mark.parametrize("message", [7, None, 2.5, True, object()])
def test_an_argument_of_another_type_is_named(message: Any) -> None:
    with pytest.raises(UsageError) as caught:
        translate(message, "aap", "a2ui")
    assert type(message).__name__ in caught.value.message


@pytest.mark.parametrize("text", ['{"a":"\ud800"}', {"a": "\ud800"}])
def test_a_lone_surrogate_is_reported_with_its_place(text: Any) -> None:
    with pytest.raises(RefusedError) as caught:
        translate(text, "a2ui@0.9", "aap")
    assert caught.value.kind == "decode"


def test_bytes_that_are_not_utf8_are_refused_with_their_place(record: str) -> None:
    with pytest.raises(RefusedError) as caught:
        translate(record.encode() + b"\n" + record.encode()[:-3] + b"\xff\"}", "aap", "a2ui")
    assert (caught.value.kind, caught.value.rule, caught.value.line) == ("decode", "encoding", 2)
