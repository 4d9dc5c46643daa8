//! Maps actions.json manifests and calls to canvases of the AHP proposal and back. A manifest becomes a canvas
//! declaration, and its tools become actions.
//!
//! | manifest | `ClientCanvasDeclaration` | how |
//! |---|---|---|
//! | `surface.surface_id` | `canvasId` | copied; `actions-json` if absent |
//! | `surface.name`, or a text instead of a surface object | `displayName` | copied; the `canvasId` if absent |
//! | `surface.description` | `description` | copied; empty if absent |
//! | `tools[].name` | `actions[].name` | copied; backward, converted to a safe identifier (see [`tool_names`](crate::tool_names)) |
//! | `tools[].description` | `actions[].description` | copied |
//! | `tools[].input_schema` | `actions[].inputSchema` | copied |
//! | everything else | – | carried |
//!
//! Calls and their answers become JSON-RPC frames:
//!
//! | item | frame | how |
//! |---|---|---|
//! | `action_call` | request `canvasInvokeAction` | `call_id` is the `id`, `name` the `actionName`, `arguments` the `input`, `runtime_id` the `instanceId` |
//! | `action_call_output` | response | `output` is the `value` |
//! | `action_error` | error response | a `CanvasProviderError` with its code and message |
//!
//! The session, the canvas id and the extension id come from the context. All other fields are carried.

pub(crate) mod call;
pub(crate) mod declaration;
mod error_code;

use crate::lens::rules;

rules! { "actions-json-ahp", "ahp-actions-json";
    version "version": "/version" => "";
    canvas_id "canvas-id": "/surface/surface_id" => "/canvasId";
    display_name "display-name": "/surface/name" => "/displayName";
    description "description": "/surface/description" => "/description";
    actions "actions": "/tools" => "/actions";
    action_name "action-name": "/tools" => "/actions";
    action_description "action-description": "/tools" => "/actions";
    input_schema "input-schema": "/tools" => "/actions";
    handler "handler": "/tools" => "";
    left_out "left-out": "/tools" => "";
    call_id "call-id": "/call_id" => "/id";
    name "name": "/name" => "/params/actionName";
    arguments "arguments": "/arguments" => "/params/input";
    runtime_id "runtime-id": "/runtime_id" => "/params/instanceId";
    channel "channel": "" => "/params/channel";
    canvas "canvas": "" => "/params/canvasId";
    extension_id "extension-id": "" => "/params/extensionId";
    output "output": "/output" => "/result/value";
    error_code "error-code": "/error/code" => "/error/data/code";
    message "message": "/error/message" => "/error/data/message";
    item "item": "/type" => "";
}
