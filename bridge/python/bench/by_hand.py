"""A translator by hand to compare with: AAP records to A2UI 0.9 actions. It checks nothing, and keeps no digits of numbers."""

from __future__ import annotations

import json
from typing import Any

_NOTES = [
    {"verdict": verdict, "rule": f"aap-a2ui/{rule}", "from": from_, "to": to}
    for verdict, rule, from_, to in [
        ("renamed", "canvas-file", "/canvasFile", "/action/surfaceId"),
        ("renamed", "element", "/element", "/action/sourceComponentId"),
        ("renamed", "action", "/action", "/action/name"),
        ("renamed", "data", "/data", "/action/context"),
        ("copied", "timestamp", "/timestamp", "/action/timestamp"),
        ("carried", "id", "/id", None),
        ("carried", "summary", "/summary", None),
    ]
]


def record(number: int) -> str:
    """Writes a record as an agent would."""
    return json.dumps(
        {
            "id": f"f6554697-47fd-4d67-8db9-{number:012x}",
            "timestamp": "2026-05-18T15:30:00.000Z",
            "canvasFile": "bookings/east.html",
            "action": "click",
            "element": "save-button",
            "data": {"guests": number % 9, "note": "window seat, please", "tags": ["a", "b"], "price": 12.5},
            "summary": "User click 'save-button' on bookings/east.html",
        },
        separators=(",", ":"),
    )


def there_object(record: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any], list[dict[str, Any]]]:
    """Returns the action, the carry and the notes of a record."""
    action = {
        "version": "v0.9",
        "action": {
            "name": record["action"],
            "surfaceId": record["canvasFile"],
            "sourceComponentId": record.get("element") or "",
            "timestamp": record["timestamp"],
            "context": record.get("data", {}),
        },
    }
    fields = [["/id", record["id"]], ["/summary", record["summary"]]]
    return action, {"v": 1, "layers": [{"from": "aap@1.0", "fields": fields}]}, _NOTES


def there(text: str) -> tuple[str, str, list[dict[str, Any]]]:
    """Translates one text to an action and its carry, both as text, and the notes."""
    action, carry, notes = there_object(json.loads(text))
    write = json.dumps
    return write(action, separators=(",", ":")), write(carry, separators=(",", ":")), notes


def back(text: str, carry: str) -> str:
    """Translates an action back to its record."""
    action = json.loads(text)["action"]
    record = {
        "id": "",
        "timestamp": action["timestamp"],
        "canvasFile": action["surfaceId"],
        "action": action["name"],
        "element": action["sourceComponentId"],
        "data": action["context"],
        "summary": "",
    }
    for layer in json.loads(carry)["layers"]:
        for pointer, value in layer["fields"]:
            record[pointer[1:]] = value
    return json.dumps(record, separators=(",", ":"))
