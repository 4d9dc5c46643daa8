"""An A2UI 0.9 agent: it shows a form, and answers a booking with a new title."""

import json
import sys

CATALOG = "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"


def say(**message):
    print(json.dumps({"version": "v0.9", **message}), flush=True)


say(createSurface={"surfaceId": "trip", "catalogId": CATALOG})
say(updateComponents={"surfaceId": "trip", "components": [
    {"id": "root", "component": "Card", "child": "form"},
    {"id": "form", "component": "Column", "children": ["title", "seats", "book"]},
    {"id": "title", "component": "Text", "text": {"path": "/title"}, "variant": "h3"},
    {"id": "seats", "component": "Slider", "label": "Seats", "value": {"path": "/seats"}, "min": 1, "max": 8},
    {"id": "book", "component": "Button", "child": "label",
     "action": {"event": {"name": "book", "context": {"seats": {"path": "/seats"}}}}},
    {"id": "label", "component": "Text", "text": "Book"}]})
say(updateDataModel={"surfaceId": "trip", "value": {"title": "Boat trip", "seats": 2}})

for line in sys.stdin:
    action = json.loads(line).get("action", {})
    if action.get("name") == "book":
        title = f"{action['context']['seats']} seats are booked"
        say(updateDataModel={"surfaceId": "trip", "path": "/title", "value": title})
