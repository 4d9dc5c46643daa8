"""Translates agent-UI messages between A2UI, AHP canvases, AAP and actions.json, and reports every lost field.

>>> from agent_ui_bridge import translate
>>> click = {"version": "v0.9", "action": {"name": "save", "surfaceId": "s", "sourceComponentId": "b",
...          "timestamp": "2026-05-18T15:30:00.000Z", "context": {"total": 2.5}}}
>>> there = translate(click, "a2ui@0.9", "ahp")
>>> there.messages[0].value["action"]["type"]
'canvas/message'
>>> translate(there.messages, "ahp", "a2ui@0.9").messages[0].value == click
True

A message is text (``str`` or ``bytes``), an object (a mapping or a dataclass), or a :class:`Message` that the package returned. Each
result has its exact ``text``, and its ``value`` as a Python object. The package has no dependencies, starts no threads and does no I/O.
"""

from ._arguments import MessageType, Profile, SchemaTarget
from ._bridge import Bridge
from ._calls import check, decode, fold, message_schema, recognize, repair, schema, translate, types
from ._checker import Checker
from ._context import Context
from ._errors import AgentUiError, RefusedError, UsageError
from ._findings import Finding, Findings, Note, RefusalKind, Severity, Verdict
from ._messages import JsonText, Message
from ._native import DIALECTS, __version__
from ._results import Checked, Decoded, Folded, Repaired, Translation
from ._stream import Stream, StreamedComponent, StreamedMessage, StreamEvent, StreamFault, StreamFinding
from ._translator import Translator

__all__ = [
    "DIALECTS",
    "AgentUiError",
    "Bridge",
    "Checked",
    "Checker",
    "Context",
    "Decoded",
    "Finding",
    "Findings",
    "Folded",
    "JsonText",
    "Message",
    "MessageType",
    "Note",
    "Profile",
    "RefusalKind",
    "RefusedError",
    "Repaired",
    "SchemaTarget",
    "Severity",
    "Stream",
    "StreamEvent",
    "StreamFault",
    "StreamFinding",
    "StreamedComponent",
    "StreamedMessage",
    "Translation",
    "Translator",
    "UsageError",
    "Verdict",
    "__version__",
    "check",
    "decode",
    "fold",
    "message_schema",
    "recognize",
    "repair",
    "schema",
    "translate",
    "types",
]
