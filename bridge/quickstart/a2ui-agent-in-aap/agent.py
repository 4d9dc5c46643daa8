"""An agent that speaks A2UI 0.9 over lines: it shows a guest list, and adds a guest at each click."""
import json
import sys

CATALOG = "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"


def say(body):
    print(json.dumps({"version": "v0.9", **body}), flush=True)


def show(guests):
    text = f"Guests: {guests}"
    say({"updateDataModel": {"surfaceId": "guests", "path": "/text", "value": text}})


guests = 0
say({"createSurface": {"surfaceId": "guests", "catalogId": CATALOG}})
say({"updateComponents": {"surfaceId": "guests", "components": [
    {"id": "root", "component": "Column", "children": ["text", "add"]},
    {"id": "text", "component": "Text", "text": {"path": "/text"}},
    {"id": "add", "component": "Button", "child": "label", "action": {"event": {"name": "add"}}},
    {"id": "label", "component": "Text", "text": "Add a guest"},
]}})
show(guests)
for line in sys.stdin:
    if json.loads(line).get("action", {}).get("name") == "add":
        guests += 1
        show(guests)
