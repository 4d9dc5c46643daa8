"""Several threads at once."""

from __future__ import annotations

import sys
import sysconfig
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from agent_ui_bridge import Translator, translate


def longest_gap(lines: str) -> tuple[float, float]:
    """Returns the share of a long call in which a thread that counts stood still, and the seconds of the call."""
    is_done = threading.Event()
    gaps: list[float] = []

    def count() -> None:
        last = time.perf_counter()
        while not is_done.is_set():
            time.sleep(0.001)
            now = time.perf_counter()
            gaps.append(now - last)
            last = now

    counter = threading.Thread(target=count)
    started = time.perf_counter()
    counter.start()
    translation = translate(lines, "aap", "a2ui@0.9")
    took = time.perf_counter() - started
    is_done.set()
    counter.join()
    assert len(translation.messages) == 20_000
    return max(gaps) / took, took


def test_another_thread_runs_while_a_call_works(record: str) -> None:
    """With the lock held, the other thread stands still for nearly the whole call. Only the list of results needs the lock."""
    lines = "\n".join([record] * 20_000)
    # A busy machine may stop any thread for a while, but hardly three times.
    found = [longest_gap(lines) for _ in range(3)]
    assert min(took for _, took in found) > 0.05, found
    assert min(share for share, _ in found) < 0.5, found


def test_threads_get_the_same_results_as_one(record: str, stream: list[dict[str, Any]]) -> None:
    expected = translate(record, "aap", "a2ui@0.9"), translate(stream, "a2ui@0.9", "ahp")

    def work(_: int) -> None:
        for _ in range(50):
            assert translate(record, "aap", "a2ui@0.9") == expected[0]
            assert translate(stream, "a2ui@0.9", "ahp") == expected[1]

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(8)))


def test_threads_share_a_translator(record: str) -> None:
    translator = Translator("aap", "a2ui@0.9")

    def work(thread: int) -> list[tuple[str, int]]:
        found: list[tuple[str, int]] = []
        for number in range(200):
            translation = translator.push(record.replace('"7"', f'"{thread}-{number}"'))
            assert len(translation.messages) == 1
            carry = translation.messages[0].carry
            assert f'"{thread}-{number}"' in carry
            found.extend((carry, note.input) for note in translation.notes)
        return found

    with ThreadPoolExecutor(8) as pool:
        found = [pair for part in pool.map(work, range(8)) for pair in part]
    # Each call had a number of its own.
    assert len({number for _, number in found}) == 8 * 200
    assert translator.finish().messages == []


def test_saving_waits_for_a_push(stream: list[dict[str, Any]]) -> None:
    translator = Translator("a2ui@0.9", "a2ui@0.8")
    translator.push(stream[0])

    def push(_: int) -> None:
        for number in range(100):
            translator.push({**stream[2], "updateDataModel": {"surfaceId": "s", "path": "/name", "value": number}})

    def save(_: int) -> None:
        for _ in range(100):
            Translator.resume(translator.save()).push(stream[1])

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda task: task(0), [push, save, push, save]))


def test_the_module_does_not_turn_the_lock_on() -> None:
    # Only an interpreter that was built without the lock can tell.
    if sysconfig.get_config_var("Py_GIL_DISABLED"):
        assert not sys._is_gil_enabled()  # type: ignore[attr-defined]
