"""Messages that are read while they are still being written."""

from __future__ import annotations

import copy
import pickle

import pytest
from agent_ui_bridge import (
    Checker,
    Stream,
    StreamedComponent,
    StreamedMessage,
    StreamEvent,
    StreamFault,
    UsageError,
    decode,
)

CREATE = '{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}'
ROOT = '{"id":"root","component":"Text","text":"é 🎉","weight":1.50}'
UPDATE = '{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[%s,{"id":"b","component":"Divider"}]}}' % ROOT
LAYOUTS = [
    f"{CREATE}\n{UPDATE}\n",
    f"[{CREATE},{UPDATE}]",
    f'{{"messages":[{CREATE},\n{UPDATE}]}}',
    f"Here:\n```json\n[{CREATE},{UPDATE}]\n```\n",
    f"Here:\n<a2ui-json>{CREATE}{UPDATE}</a2ui-json>\n",
]


def test_a_half_written_message_gives_its_complete_components() -> None:
    stream = Stream()
    begin = UPDATE.index('},{"id":"b"') + 1
    (component,) = stream.push(UPDATE[:begin])
    assert isinstance(component, StreamedComponent)
    assert component == StreamedComponent("s", ROOT, 1, 69)
    assert component.value == {"id": "root", "component": "Text", "text": "é 🎉", "weight": 1.5}
    # The piece completes a component and the message.
    divider, message = stream.push(UPDATE[begin:] + "\n")
    assert isinstance(divider, StreamedComponent) and divider.value["id"] == "b"
    assert isinstance(message, StreamedMessage)
    assert message.value["updateComponents"]["components"][0] == component.value
    assert (message.line, message.column) == (1, 1)
    assert stream.finish() == []


@pytest.mark.parametrize("text", LAYOUTS)
def test_bytes_one_by_one_give_the_messages_of_the_whole_text(text: str) -> None:
    stream = Stream("a2ui@0.9")
    events: list[StreamEvent] = []
    for byte in text.encode():
        events += stream.push(bytes([byte]))
    events += stream.finish()
    messages = [event.text for event in events if isinstance(event, StreamedMessage)]
    assert messages == [message.text for message in decode(text, "a2ui").messages] == [CREATE, UPDATE]
    components = [event.text for event in events if isinstance(event, StreamedComponent)]
    assert components == [ROOT, '{"id":"b","component":"Divider"}']


def test_the_end_reports_a_message_without_its_end() -> None:
    stream = Stream()
    stream.push(f"{CREATE}\n{UPDATE[:100]}")
    (fault,) = stream.finish()
    assert isinstance(fault, StreamFault)
    assert (fault.finding.line, fault.finding.column) == (2, 1)


def test_a_faulty_message_does_not_affect_the_next() -> None:
    stream = Stream()
    events = stream.push('{"version":"v0.9","deleteSurface":{}}\n' + CREATE + "\n")
    assert [type(event) for event in events] == [StreamFault, StreamedMessage]


def test_events_can_be_copied_pickled_and_pushed() -> None:
    checker = Checker("a2ui@0.9")
    stream = Stream()
    events = stream.push(CREATE + "\n" + UPDATE[:-3]) + stream.push(UPDATE[-3:] + "\n")
    assert [type(event) for event in events] == [StreamedMessage, StreamedComponent, StreamedComponent, StreamedMessage]
    for event in events:
        for same in (copy.copy(event), copy.deepcopy(event), pickle.loads(pickle.dumps(event))):
            assert same == event and type(same) is type(event)
        if isinstance(event, StreamedMessage):
            assert checker.push(event).is_accepted


def test_wrong_arguments_are_usage_errors() -> None:
    with pytest.raises(UsageError, match="cannot be read in pieces"):
        Stream("mcp")
    with pytest.raises(UsageError, match="piece"):
        Stream().push({})  # type: ignore[arg-type]
