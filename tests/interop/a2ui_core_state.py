"""Reads messages with `a2ui-core` and returns the surfaces that they build.

Each input line is {"version", "messages"}; each output line is {"errors", "surfaces"}: for each message null or the reason why
the core refuses it, and for each surface its components (in the form of 0.9, by id), its data, its root and its theme.
A line with "action" instead of "messages" contains one message of a renderer; its answer is {"errors": [...]}. A line with "text"
contains the answer of a model, JSON or text with JSON in tags; `a2ui-agent-sdk` reads it, and the answer is {"messages"} or {"error"}.
"""

import json
import sys
import warnings

from a2ui.core.catalog import Catalog
from a2ui.core.processing import MessageProcessor, MessageProcessorOptions
from a2ui.core.schema import v0_8, v0_9, v1_0
from a2ui.core.validation import RELAXED_VALIDATION
from a2ui.inference_formats.direct_json import DirectJsonParser
from a2ui.inference_formats.direct_json.json_reader import read_json
from a2ui.parser import RawA2uiPart
from pydantic import TypeAdapter

RENDERERS = {
    "0.8": TypeAdapter(v0_8.RendererToAgentMessage),
    "0.9": TypeAdapter(v0_9.RendererToAgentMessage),
    "1.0": TypeAdapter(v1_0.RendererToAgentMessage),
}

PARSER = DirectJsonParser([Catalog(catalog_id="prepared", protocol_version="0.9", components=[], functions=[])])


def catalog_ids(value):
    """Yields every catalog that a message names, for its surface or for one of its components."""
    if isinstance(value, dict):
        if isinstance(value.get("catalogId"), str):
            yield value["catalogId"]
        for inner in value.values():
            yield from catalog_ids(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from catalog_ids(inner)


def read(version, messages):
    # Catalogs of these names that accept any component: the test compares the state of the core, not its validation.
    ids = list(dict.fromkeys(["prepared", *catalog_ids(messages)]))
    catalogs = [Catalog(catalog_id=catalog_id, protocol_version=version, components=[], functions=[]) for catalog_id in ids]
    options = MessageProcessorOptions(validation_config=RELAXED_VALIDATION)
    processor = MessageProcessor(catalogs, options=options)
    errors = []
    for message in messages:
        try:
            processor.process_messages([message])
            errors.append(None)
        except Exception as error:  # Whatever the core says is its answer.
            errors.append(f"{type(error).__name__}: {error}")
    surfaces = {}
    for surface in processor.model.surfaces.values():
        components = {
            component_id: {"id": component_id, "component": component.type, **component.properties}
            for component_id, component in surface.components_model.components_map.items()
        }
        surfaces[surface.id] = {
            "root": surface.root_id,
            "theme": surface.theme,
            "sendDataModel": surface.send_data_model,
            "components": components,
            "dataModel": surface.data_model.get("/"),
        }
    return {"errors": errors, "surfaces": surfaces}


def read_action(version, message):
    try:
        RENDERERS[version].validate_python(message)
        return {"errors": [None]}
    except Exception as error:
        return {"errors": [f"{type(error).__name__}: {error}"]}


def read_text(text):
    blocks = [block.part.a2ui_raw for block in PARSER.unwrap(text) if isinstance(block.part, RawA2uiPart)]
    messages = []
    try:
        for block in blocks or [text]:
            document = read_json(block)
            messages.extend(document if isinstance(document, list) else [document])
        return {"messages": messages}
    except ValueError as error:
        return {"error": str(error)}


def answered(asked):
    if "text" in asked:
        return read_text(asked["text"])
    if "action" in asked:
        return read_action(asked["version"], asked["action"])
    return read(asked["version"], asked["messages"])


warnings.simplefilter("ignore")
for line in sys.stdin:
    answer = answered(json.loads(line))
    print(json.dumps(answer), flush=True)
