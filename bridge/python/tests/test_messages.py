"""Messages that bring their carry, and the text and the value of results."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from agent_ui_bridge import JsonText, Message, RefusedError, Translator, UsageError, decode, translate


def record(number: int, action: str) -> dict[str, Any]:
    return {
        "id": f"A{number}",
        "timestamp": "2026-05-18T15:30:00.000Z",
        "canvasFile": f"{number}.html",
        "action": action,
        "element": None,
        "data": {"fee": number},
        "summary": f"User {action} on {number}.html",
    }


RECORDS = [record(1, "approve"), record(2, "reject"), record(3, "click")]


def test_messages_in_another_order_keep_their_carries() -> None:
    """A carry that is matched by its position gives the id of one record to another one."""
    there = translate(RECORDS, "aap", "a2ui@0.9").messages
    for order in ([2, 1, 0], [1], [0, 2], [1, 1]):
        messages = [there[index] for index in order]
        expected = [RECORDS[index] for index in order]
        for back in (
            translate(messages, "a2ui@0.9", "aap"),
            translate(iter(messages), "a2ui@0.9", "aap"),
            translate([m.value for m in messages], "a2ui@0.9", "aap", carry=[m.carry for m in messages]),
            translate("\n".join(map(str, messages)), "a2ui@0.9", "aap", carry=[m.carry for m in messages]),
        ):
            assert [message.value for message in back.messages] == expected
    for one, expected_one in zip(there, RECORDS):
        back = translate(one.text, "a2ui@0.9", "aap", carry=one.carry)
        assert [message.value for message in back.messages] == [expected_one]


def test_carries_in_another_order_find_their_messages() -> None:
    there = translate(RECORDS, "aap", "a2ui@0.9").messages
    texts, carries = [message.value for message in there], [message.carry for message in there]
    for order in (carries[::-1], [carries[1], carries[2], carries[0]]):
        back = translate(texts, "a2ui@0.9", "aap", carry=order)
        assert [message.value for message in back.messages] == RECORDS and back.findings == []


def test_carries_that_belong_to_other_messages_are_refused() -> None:
    there = translate(RECORDS, "aap", "a2ui@0.9").messages
    texts, carries = [message.value for message in there], [message.carry for message in there]
    # The first message is edited, so the carry at its place is the only one that it can have.
    texts[0]["action"]["name"] = "submit"
    with pytest.raises(UsageError) as caught:
        translate(texts, "a2ui@0.9", "aap", carry=[carries[1], carries[0], carries[2]])
    assert caught.value.rule == "carry/other-message"
    with pytest.raises(UsageError) as caught:
        translate(texts, "a2ui@0.9", "aap", carry=carries[:2])
    assert caught.value.rule == "carry/count"


def test_a_carry_of_no_message_of_the_call_is_a_finding() -> None:
    there = translate(RECORDS, "aap", "a2ui@0.9").messages
    back = translate(there[0].text, "a2ui@0.9", "aap", carry=there[1].carry)
    assert [(finding.severity, finding.rule) for finding in back.findings] == [("warning", "carry/other-message")]
    assert translate(there[0], "a2ui@0.9", "aap").findings == []


def test_objects_and_messages_are_one_list() -> None:
    there = translate(RECORDS[:2], "aap", "a2ui@0.9").messages
    back = translate([there[1], there[0].value, JsonText(there[0].text)], "a2ui@0.9", "aap").messages
    assert back[0].value == RECORDS[1]
    assert back[1].value["id"] != "A1" and back[1].text == back[2].text


def test_a_translator_takes_messages_with_their_carries() -> None:
    forward, backward = Translator("aap", "a2ui@0.9"), Translator("a2ui@0.9", "aap")
    there = [forward.push(one).messages[0] for one in RECORDS]
    back = [backward.push(message).messages[0].value for message in reversed(there)]
    assert back == RECORDS[::-1]


def test_a_stored_message_restores_its_source() -> None:
    there = translate(RECORDS, "aap", "a2ui@0.9").messages
    rows = json.loads(json.dumps([[message.text, message.carry] for message in there]))
    back = translate([Message(text, carry) for text, carry in rows], "a2ui@0.9", "aap")
    assert [message.value for message in back.messages] == RECORDS


def test_a_copy_of_a_message_as_an_object_or_as_json_is_refused() -> None:
    """Its carry would be ignored, and the record would get another id."""
    message = translate(RECORDS[0], "aap", "a2ui@0.9").messages[0]
    stored = {"text": message.text, "carry": message.carry}
    for copied in (stored, [stored], json.dumps(stored), json.dumps([stored], indent=2)):
        with pytest.raises(UsageError) as caught:
            translate(copied, "a2ui@0.9", "aap")
        assert caught.value.rule == "carry/copy"
    assert translate(Message(**stored), "a2ui@0.9", "aap").messages[0].value == RECORDS[0]


@pytest.mark.parametrize("carry", ["{}", ["{}"], [None]])
def test_a_carry_beside_a_message_is_refused(carry: Any) -> None:
    there = translate(RECORDS[:1], "aap", "a2ui@0.9").messages
    inputs: list[Any] = [there[0], there, [there[0].value, there[0]]]
    for message in inputs:
        with pytest.raises(UsageError) as caught:
            translate(message, "a2ui@0.9", "aap", carry=carry)
        assert caught.value.rule == "python/argument" and "`carry`" in caught.value.message


def test_a_changed_value_is_not_silently_undone() -> None:
    message = translate(RECORDS[:1], "aap", "a2ui@0.9").messages[0]
    changes: list[Callable[[Any], object]] = [
        lambda value: value["action"].update(name="submit"),
        lambda value: value["action"]["context"].update(fee=True),
        lambda value: value["action"]["context"].clear(),
        lambda value: value.update(version=value.pop("version")),
    ]
    assert translate(message, "a2ui@0.9", "aap").messages[0].value == RECORDS[0]
    for change in changes:
        edited = Message(message.text, message.carry)
        change(edited.value)
        calls: list[Callable[[], object]] = [
            lambda: translate(edited, "a2ui@0.9", "aap"),
            lambda: translate([edited], "a2ui@0.9", "aap"),
            lambda: decode(edited),
            lambda: pickle.dumps(edited),
        ]
        for call in calls:
            with pytest.raises(UsageError) as caught:
                call()
            assert caught.value.rule == "python/edited" and "carry=message.carry" in caught.value.hint
        translate(edited.value, "a2ui@0.9", "aap", carry=edited.carry)


def test_texts_are_exact_and_values_are_built_on_demand() -> None:
    text = '{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/n","value":[1e999,2.50,%s]}}' % ("9" * 5000)
    message = decode(text).messages[0]
    assert message.text == str(message) == text
    with pytest.raises(UsageError) as caught:
        message.value
    assert caught.value.rule == "python/number" and "`text`" in caught.value.hint
    message = decode(text.replace("1e999", "1").replace("9" * 5000, "1")).messages[0]
    assert message.value["updateDataModel"]["value"] == [1, 2.5, 1]
    assert message.value is message.value


def test_messages_compare_and_copy_by_their_texts() -> None:
    message = translate(RECORDS[:1], "aap", "a2ui@0.9").messages[0]
    message.value
    copies = [copy.copy(message), copy.deepcopy(message)]
    copies += [pickle.loads(pickle.dumps(message, protocol)) for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)]
    for same in copies:
        assert same == message and hash(same) == hash(message) and same.notes == message.notes
    assert eval(repr(message), {"Message": Message}).carry == message.carry
    assert message != Message(message.text, "{}") and JsonText(message.text) != message
    assert JsonText("{}") == JsonText("{}") != JsonText("[]")
    for name in ("text", "value", "carry", "notes"):
        with pytest.raises(AttributeError):
            setattr(message, name, "")


def test_wrong_parts_of_a_message_are_named() -> None:
    mistakes: list[tuple[Callable[[], object], str]] = [
        (lambda: Message({}, "{}"), "text"),  # type: ignore[arg-type]
        (lambda: Message("{}", None), "carry"),  # type: ignore[arg-type]
        (lambda: JsonText(b"{}"), "text"),  # type: ignore[arg-type]
    ]
    for create, name in mistakes:
        with pytest.raises(UsageError, match=f"`{name}`"):
            create()
    with pytest.raises(UsageError, match="not JSON"):
        JsonText("{").value
    with pytest.raises(RefusedError):
        decode(JsonText("{"), "a2ui")
