"""An agent of A2UI 0.9: it takes orders for lockers. It writes one message per line and reads one action per line."""

import json
import sys

SURFACE = "lockers"
free = 3


def say(message):
    print(json.dumps({"version": "v0.9", **message}), flush=True)


def say_free():
    say({"updateDataModel": {"surfaceId": SURFACE, "path": "/free", "value": f"{free} free"}})


components = [
    {"id": "root", "component": "Row", "children": ["title", "free", "rent"]},
    {"id": "title", "component": "Text", "text": "Lockers:"},
    {"id": "free", "component": "Text", "text": {"path": "/free"}},
    {"id": "rent", "component": "Button", "child": "label", "action": {"event": {"name": "rent"}}},
    {"id": "label", "component": "Text", "text": "Rent one"},
]
say({"createSurface": {"surfaceId": SURFACE, "catalogId": "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}})
say({"updateComponents": {"surfaceId": SURFACE, "components": components}})
say_free()

for line in sys.stdin:
    if json.loads(line).get("action", {}).get("name") == "rent" and free > 0:
        free -= 1
        say_free()
        print(json.dumps({"parts": [{"text": f"Locker {free + 1} is yours."}]}), flush=True)
