"""Both directions of a conversation."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from agent_ui_bridge import Bridge, RefusedError, Translator, UsageError

TEXT = {"Text": {"text": {"literalString": "Book"}}}
BUTTON = {"Button": {"child": "label", "action": {"name": "book", "context": []}}}
SURFACE: list[dict[str, Any]] = [
    {"surfaceUpdate": {"surfaceId": "s", "components": [{"id": "top", "component": BUTTON}, {"id": "label", "component": TEXT}]}},
    {"beginRendering": {"surfaceId": "s", "root": "top"}},
]
CLICK = {
    "version": "v0.9",
    "action": {
        "name": "book",
        "surfaceId": "s",
        "sourceComponentId": "root",
        "timestamp": "2026-05-18T15:30:00.000Z",
        "context": {},
    },
}


def clicked(bridge: Bridge) -> Any:
    (message,) = bridge.backward(CLICK).messages
    return message.value["userAction"]["sourceComponentId"]


def test_a_click_names_the_component_that_the_agent_has_made() -> None:
    """The root component of 0.9 has the id `root`, and the agent has called it `top`."""
    bridge = Bridge("a2ui@0.8", "a2ui@0.9")
    shown = [message.value for one in SURFACE for message in bridge.forward(one).messages]
    components = [one for message in shown for one in message.get("updateComponents", {}).get("components", [])]
    assert {component["id"] for component in components} == {"root", "label"}
    assert clicked(bridge) == "top"


def test_a_lone_translator_refuses_a_click_that_needs_the_surfaces() -> None:
    """Without the surfaces, the id `root` would be wrong for the agent, and nothing would say so."""
    with pytest.raises(RefusedError) as caught:
        Translator("a2ui@0.9", "a2ui@0.8").push(CLICK)
    assert 'context["surfaces"]' in caught.value.hint
    with_surfaces = Translator("a2ui@0.9", "a2ui@0.8", context={"surfaces": SURFACE})
    assert with_surfaces.push(CLICK).messages[0].value["userAction"]["sourceComponentId"] == "top"


COPIES: list[Callable[[Bridge], Bridge]] = [
    copy.copy,
    copy.deepcopy,
    lambda bridge: pickle.loads(pickle.dumps(bridge)),
    lambda bridge: Bridge.resume(bridge.save(), strict=True),
]


@pytest.mark.parametrize("copied", COPIES)
def test_a_copy_has_the_surfaces_and_a_state_of_its_own(copied: Callable[[Bridge], Bridge]) -> None:
    bridge = Bridge("a2ui@0.8", "a2ui@0.9", strict=True)
    bridge.forward(SURFACE)
    other = copied(bridge)
    bridge.forward({"deleteSurface": {"surfaceId": "s"}})
    assert clicked(other) == "top"
    # The options are copied, too.
    with pytest.raises(RefusedError):
        other.forward('{"deleteSurface":{"surfaceID":"s"}}')


def test_an_action_is_written_in_the_version_of_its_surface() -> None:
    bridge = Bridge("a2ui", "a2ui@1.0")
    bridge.forward(SURFACE)
    click = {**CLICK, "version": "1.0"}
    assert "userAction" in bridge.backward(click).messages[0].value


def test_messages_come_back_with_their_carries() -> None:
    record = {
        "id": "7",
        "timestamp": "2026-05-18T15:30:00.000Z",
        "canvasFile": "a.html",
        "action": "click",
        "element": None,
        "summary": "A click",
    }
    bridge = Bridge("aap", "a2ui@0.9")
    there = bridge.forward(record)
    assert bridge.backward(there.messages).messages[0].value == record
    message = there.messages[0]
    assert bridge.backward(message.text, carry=message.carry).messages[0].value == record
    with pytest.raises(UsageError, match="`carry`"):
        bridge.backward(message, carry=message.carry)
    assert there.notes and there.messages[0].notes == there.notes


def test_the_ends_return_what_waits() -> None:
    bridge = Bridge("a2ui@0.9", "ahp")
    catalog = "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"
    bridge.forward({"version": "v0.9", "createSurface": {"surfaceId": "s", "catalogId": catalog}})
    expected = Translator("a2ui@0.9", "ahp")
    expected.push({"version": "v0.9", "createSurface": {"surfaceId": "s", "catalogId": catalog}})
    assert bridge.finish_forward() == expected.finish()
    assert bridge.finish_backward().messages == []


def test_a_check_sees_the_surfaces_and_changes_nothing() -> None:
    bridge = Bridge("a2ui@0.8", "a2ui@0.9")
    bridge.forward(SURFACE)
    saved = bridge.save()
    wrong = {"surfaceUpdate": {"surfaceId": "s", "components": [{"id": "label", "component": {"Txt": {}}}]}}
    checked = bridge.check(wrong)
    assert not checked.is_accepted and "unknown-component" in [finding.rule for finding in checked.findings]
    assert checked.findings.for_model() and str(checked.findings[0]).startswith("error[")
    right = {"surfaceUpdate": {"surfaceId": "s", "components": [{"id": "label", "component": TEXT}]}}
    assert bridge.check(right).is_accepted
    assert bridge.check(bridge.forward(right).messages[0].text).findings != []
    assert bridge.save() == saved or clicked(bridge) == "top"


def test_a_check_knows_catalogs() -> None:
    catalog = {"catalogId": "shop", "components": {"Price": {"properties": {"amount": {"type": "number"}}}}}
    create = {"version": "v0.9", "createSurface": {"surfaceId": "s", "catalogId": "shop"}}
    price = {"id": "root", "component": "Price", "amount": "much"}
    update = {"version": "v0.9", "updateComponents": {"surfaceId": "s", "components": [price]}}
    bridge = Bridge("a2ui@0.9", "a2ui@1.0", catalogs=[catalog])
    bridge.forward(create)
    for same in (bridge, copy.copy(bridge), pickle.loads(pickle.dumps(bridge))):
        assert not same.check(update).is_accepted
    without = Bridge.resume(bridge.save())
    assert without.check(update).is_accepted


KEY = b"0123456789abcdef"


def test_only_sealed_carries_are_used_with_a_key() -> None:
    record = '{"id":"7","timestamp":"2026-05-18T15:30:00.000Z","canvasFile":"a.html","action":"click","summary":"A click"}'
    sealed = Bridge("aap", "a2ui@0.9", carry_key=KEY)
    message = sealed.forward(record).messages[0]
    same_key = Bridge("aap", "a2ui@0.9", carry_key=KEY.decode() + "\n")
    assert same_key.backward(message).messages[0].text == record
    other = Bridge("aap", "a2ui@0.9", carry_key=b"another key of 16 bytes")
    assert other.backward(message).messages[0].value["id"] != "7"
    unsealed = Bridge("aap", "a2ui@0.9").forward(record).messages[0]
    assert sealed.backward(unsealed).messages[0].value["id"] != "7"


def test_a_pickle_never_contains_a_key() -> None:
    for session in (Bridge("aap", "a2ui", carry_key=KEY), Translator("aap", "a2ui", carry_key=KEY)):
        assert KEY.decode() not in session.save()
        with pytest.raises(UsageError) as caught:
            pickle.dumps(session)
        assert "`carry_key`" in caught.value.message and "save()" in caught.value.hint
        # A copy stays in the process, and keeps the key.
        assert type(copy.copy(session)) is type(session) is type(copy.deepcopy(session))


def test_ids_are_escaped_on_request() -> None:
    text = {"id": "a b", "component": "Text", "text": "Hello"}
    root = {"id": "root", "component": "Column", "children": ["a b"]}
    catalog = "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"
    stream: list[dict[str, Any]] = [
        {"version": "v0.9", "createSurface": {"surfaceId": "s", "catalogId": catalog}},
        {"version": "v0.9", "updateComponents": {"surfaceId": "s", "components": [root, text]}},
    ]
    plain = [message.text for message in Bridge("a2ui@0.9", "a2ui@1.0").forward(stream).messages]
    escaped = [message.text for message in Bridge("a2ui@0.9", "a2ui@1.0", escape_ids=True).forward(stream).messages]
    assert any('"a b"' in text for text in plain) and not any('"a b"' in text for text in escaped)


def test_the_kept_bytes_are_limited() -> None:
    bridge = Bridge("a2ui@0.8", "a2ui@0.9", max_bytes=100)
    with pytest.raises(RefusedError) as caught:
        bridge.forward(SURFACE)
    assert caught.value.kind == "limit"


def test_a_with_statement_frees_the_state() -> None:
    with Bridge("a2ui@0.8", "a2ui@0.9") as bridge:
        bridge.forward(SURFACE)
    calls: list[Callable[[], object]] = [
        lambda: bridge.forward(SURFACE),
        lambda: bridge.backward(CLICK),
        lambda: bridge.check(CLICK),
        bridge.finish_forward,
        bridge.finish_backward,
        bridge.save,
        lambda: copy.copy(bridge),
    ]
    for call in calls:
        with pytest.raises(UsageError) as caught:
            call()
        assert caught.value.rule == "python/closed" and "bridge" in caught.value.message
