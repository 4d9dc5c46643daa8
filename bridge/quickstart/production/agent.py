"""An A2UI 0.9 agent: it shows a counter, and counts clicks. AGENT_UI_SESSION names its session."""

import json
import sys

CATALOG = "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"


def say(**message):
    print(json.dumps({"version": "v0.9", **message}), flush=True)


say(createSurface={"surfaceId": "queue", "catalogId": CATALOG})
say(updateComponents={"surfaceId": "queue", "components": [
    {"id": "root", "component": "Column", "children": ["title", "next"]},
    {"id": "title", "component": "Text", "text": {"path": "/title"}},
    {"id": "next", "component": "Button", "child": "label", "action": {"event": {"name": "next"}}},
    {"id": "label", "component": "Text", "text": "Next guest"}]})
say(updateDataModel={"surfaceId": "queue", "value": {"title": "0 guests were served"}})

served = 0
for line in sys.stdin:
    if json.loads(line).get("action", {}).get("name") == "next":
        served += 1
        say(updateDataModel={"surfaceId": "queue", "path": "/title", "value": f"{served} guests were served"})
    print('{"turn":"end"}', flush=True)
