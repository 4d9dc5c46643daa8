"""Shows messages of A2UI 0.9, or of 1.0 with marked values, as a client built on `a2ui-core` does.

Each input line is {"dialect", "messages"}; each output line is {"screen": [...]} or {"error": "..."}. A screen contains sentences,
and for each component [depth, type, shown, sent], which screen.mjs formats as a line. The first argument lists the visible
properties of each type: SHOWN of screen.mjs as JSON.
"""

import copy
import functools
import json
import sys
import warnings

from a2ui.core.basic_catalog.v0_9 import BasicCatalog as Basic0_9
from a2ui.core.basic_catalog.v1_0 import BasicCatalog as Basic1_0
from a2ui.core.catalog import Catalog, create_function_implementation
from a2ui.core.processing import MessageProcessor, MessageProcessorOptions
from a2ui.core.resolution import ComponentContext, GenericBinder
from a2ui.core.validation import ValidationConfig
from pydantic import BaseModel
from typing import Any

SHOWN = json.loads(sys.argv[1])
BASIC = {"a2ui@0.9": Basic0_9, "a2ui@1.0-sep": Basic1_0}

# An example sends its components in several messages.
STRICT = ValidationConfig(allow_orphan_components=True, allow_dangling_references=True, allow_missing_root=True)


class Capitalized(BaseModel):
    value: Any = None


class Capitalize:
    name, return_type, schema = "capitalize", "string", Capitalized


def capitalized(args, context, signal):
    text = "" if args.get("value") is None else str(args["value"])
    return text[:1].upper() + text[1:]


def catalogs(dialect, messages):
    named = {message["createSurface"].get("catalogId") for message in messages if "createSurface" in message}
    return named_catalogs(dialect, tuple(sorted(named - {None})))


@functools.cache
def named_catalogs(dialect, named):
    """Returns the basic catalog under every name: except for one function, the minimal catalog is a part of it."""
    basic = BASIC[dialect](locale="en-US")
    found = [basic]
    for catalog_id in named:
        if catalog_id == basic.id:
            continue
        found.append(
            Catalog(
                catalog_id=catalog_id,
                protocol_version=basic.protocol_version,
                components=list(basic.components.values()),
                functions=[*basic.functions.values(), create_function_implementation(Capitalize, capitalized)],
            )
        )
    return found


class Reader:
    def __init__(self, dialect, messages):
        options = MessageProcessorOptions(validation_config=STRICT)
        self.processor = MessageProcessor(catalogs(dialect, messages), options=options)
        self.path = "@path" if dialect == "a2ui@1.0-sep" else "path"
        self.call = "@call" if dialect == "a2ui@1.0-sep" else "call"
        self.lines = []
        self.actions = []
        self.processor.process_messages(messages)
        # A copy, as the context refers to values in the data model.
        self.processor.model.on_action.subscribe(lambda action: self.actions.append(copy.deepcopy(action)))

    def screen(self):
        for surface in self.processor.model.surfaces.values():
            surface.on_error.subscribe(lambda error: self.lines.append(f"error {error['code']}: {error['message']}"))
            for filled in (False, True):
                self.lines.append(f"{'filled in' if filled else 'surface'} {surface.id}")
                if filled:
                    self.walk(surface, surface.root_id, "/", 1, True)
                self.walk(surface, surface.root_id, "/", 1, False)
        return self.lines

    def walk(self, surface, component_id, path, depth, fill):
        component = surface.components_model.get(component_id)
        if component is None:
            if not fill:
                self.lines.append([depth, "missing", {}, {}])
            return
        context = ComponentContext.from_surface(surface, component_id, path)
        raw = component.properties
        props = GenericBinder(context).snapshot
        if fill:
            self.fill(component.type, raw, context.data_context)
        else:
            self.lines.append([depth, component.type, self.shown(component.type, props), self.sent(component_id, raw, props, context)])
        for below, scope in self.below(component.type, raw, context.data_context, path):
            self.walk(surface, below, scope, depth + 1, fill)

    def fill(self, kind, raw, scope):
        entered = {
            "TextField": "42" if raw.get("variant") == "number" else "someone@example.org",
            "CheckBox": True,
            "Slider": raw.get("max"),
            "DateTimeInput": "2027-03-04T05:06:00Z",
            "ChoicePicker": [option["value"] for option in raw.get("options", [])][-1:],
        }
        value = raw.get("value")
        if kind in entered and isinstance(value, dict) and self.path in value:
            scope.set(value[self.path], entered[kind])

    def shown(self, kind, props):
        shown = {name: props.get(name) for name in SHOWN[kind]}
        if "options" in props:
            shown["options"] = [option["label"] for option in props["options"]]
        if "tabs" in props:
            shown["tabs"] = [tab["title"] for tab in props["tabs"]]
        return shown

    def sent(self, component_id, raw, props, context):
        sent = {}
        action = raw.get("action") or {}
        # A call is wrapped in `functionCall` up to 0.9, and has no wrapper from 1.0 on.
        call = action.get("functionCall", action)
        if "event" in action:
            self.actions.clear()
            props["action"]()
            found = [action for action in self.actions if action["sourceComponentId"] == component_id]
            sent["event"] = found[0] if found else {"name": "nothing"}
        elif self.call in call:
            sent["call"] = {
                "name": call[self.call],
                "context": context.data_context.resolve_dynamic_value(call.get("args", {})),
            }
        if "checks" in raw:
            sent["failing"] = props["validationErrors"]
        return copy.deepcopy(sent)

    def below(self, kind, raw, scope, path):
        if kind in ("Row", "Column", "List"):
            children = raw.get("children", [])
            if isinstance(children, list):
                return [(child, path) for child in children]
            base = scope.resolve_path(children["path"])
            items = scope.data_model.get(base)
            count = len(items) if isinstance(items, list) else 0
            return [(children["componentId"], f"{base.rstrip('/')}/{at}") for at in range(count)]
        if kind in ("Card", "Button"):
            return [(raw.get("child"), path)]
        if kind == "Modal":
            return [(raw.get("trigger"), path), (raw.get("content"), path)]
        if kind == "Tabs":
            return [(tab["child"], path) for tab in raw.get("tabs", [])]
        return []


warnings.simplefilter("ignore")
for line in sys.stdin:
    asked = json.loads(line)
    try:
        answer = {"screen": Reader(asked["dialect"], asked["messages"]).screen()}
    except Exception as error:  # Whatever the core makes of the messages is the answer.
        answer = {"error": f"{type(error).__name__}: {error}"}
    print(json.dumps(answer), flush=True)
