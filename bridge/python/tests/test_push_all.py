"""Translation of an iterable, without holding all of it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from agent_ui_bridge import RefusedError, Translator, translate

BROKEN = '{"id":"8","action":"click"}'


def test_an_iterable_gives_what_one_call_gives(stream: list[dict[str, Any]]) -> None:
    expected = translate(stream, "a2ui@0.9", "a2ui@0.8")
    lines = [json.dumps(message, separators=(",", ":")) for message in stream]
    for messages in (stream, lines, iter(lines), (line.encode() for line in lines)):
        found = list(Translator("a2ui@0.9", "a2ui@0.8").push_all(messages))
        # One translation for each message, and one for the end.
        assert len(found) == len(stream) + 1
        assert [message for one in found for message in one.messages] == expected.messages


def test_an_open_file_is_read_line_by_line(record: str, tmp_path: Path) -> None:
    file = tmp_path / "records.jsonl"
    file.write_text(f"{record}\n\n{record}\n", encoding="utf-8")
    with file.open("rb") as lines, Translator("aap", "a2ui@0.9") as translator:
        found = [message for one in translator.push_all(lines) for message in one.messages]
    with Translator("a2ui@0.9", "aap") as translator:
        back = [message.text for one in translator.push_all(found) for message in one.messages]
    assert back == [record, record]


def test_messages_are_read_when_they_are_needed(record: str) -> None:
    read = 0

    def endless() -> Iterator[str]:
        nonlocal read
        while True:
            read += 1
            yield record

    translations = Translator("aap", "a2ui@0.9").push_all(endless())
    assert read == 0
    for expected in (1, 2, 3):
        assert len(next(translations).messages) == 1 and read == expected


def test_a_refused_message_ends_the_iterator_or_is_reported(record: str) -> None:
    lines = [record, f"{BROKEN}\n{record}", record]
    remaining = iter(lines)
    translator = Translator("aap", "a2ui@0.9")
    found = []
    with pytest.raises(RefusedError):
        for translation in translator.push_all(remaining):
            found += translation.messages
    # The translator goes on with the remaining messages.
    for translation in translator.push_all(remaining):
        found += translation.messages
    assert len(found) == 2

    refused: list[RefusedError] = []
    translations = list(Translator("aap", "a2ui@0.9").push_all(lines, on_refused=refused.append))
    assert [len(translation.messages) for translation in translations] == [1, 1, 1, 0]
    assert [error.rule for error in refused] == ["missing"]


def test_a_refusal_at_the_end_is_reported() -> None:
    update = {"surfaceUpdate": {"surfaceId": "s", "components": []}}
    refused: list[RefusedError] = []
    translations = list(Translator("a2ui@0.8", "a2ui@0.9").push_all([update], on_refused=refused.append))
    assert len(translations) == 2 and translations[1].messages == []
    assert all(isinstance(error, RefusedError) for error in refused)


PROGRAM = """
import resource
from agent_ui_bridge import Translator

def records(count):
    for number in range(count):
        yield {"id": str(number), "timestamp": "2026-05-18T15:30:00.000Z", "canvasFile": "a.html", "action": "click",
               "element": None, "data": {"note": "x" * 1_000}, "summary": "A click"}

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

translator = Translator("aap", "a2ui@0.9")
count = 0
for number, translation in enumerate(translator.push_all(records(20_000))):
    count += len(translation.messages)
    if number == 2_000:
        warm = peak()
print(count, (peak() - warm) // 1024)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems count memory in other units")
def test_the_memory_does_not_grow_with_the_input() -> None:
    ran = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    count, mebibytes = map(int, ran.stdout.split())
    # The texts of the messages alone have more than 20 MiB.
    assert count == 20_000 and mebibytes < 10, ran.stdout
