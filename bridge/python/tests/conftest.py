"""Values that several tests use."""

from __future__ import annotations

from typing import Any

import pytest

RECORD = (
    '{"id":"7","timestamp":"2026-05-18T15:30:00.000Z","canvasFile":"a.html","action":"click","element":null,'
    '"data":{"fee":2.50,"id":12345678901234567890},"summary":"User click on a.html"}'
)


@pytest.fixture
def record() -> str:
    return RECORD


@pytest.fixture
def click() -> dict[str, Any]:
    return {
        "version": "v0.9",
        "action": {
            "name": "save",
            "surfaceId": "s",
            "sourceComponentId": "b",
            "timestamp": "2026-05-18T15:30:00.000Z",
            "context": {"total": 2.5},
        },
    }


@pytest.fixture
def stream() -> list[dict[str, Any]]:
    catalog = "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"
    text = {"id": "root", "component": "Text", "text": {"path": "/name"}}
    return [
        {"version": "v0.9", "createSurface": {"surfaceId": "s", "catalogId": catalog}},
        {"version": "v0.9", "updateComponents": {"surfaceId": "s", "components": [text]}},
        {"version": "v0.9", "updateDataModel": {"surfaceId": "s", "path": "/name", "value": "Ada"}},
    ]
