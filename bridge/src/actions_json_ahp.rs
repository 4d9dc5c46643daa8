//! actions.json and AHP canvases (the proposal): a manifest is a kind of canvas, its tools are what can be done with it.
//!
//! | manifest | `ClientCanvasDeclaration` | how |
//! |---|---|---|
//! | `surface.surface_id` | `canvasId` | as it is; absent: `actions-json` |
//! | `surface.name`, or a text in place of the surface | `displayName` | as it is; absent: the `canvasId` |
//! | `surface.description` | `description` | as it is; absent: empty |
//! | `tools[].name` | `actions[].name` | as it is; other names as safe identifiers (see [`tool_names`](crate::tool_names)) |
//! | `tools[].description` | `actions[].description` | as it is |
//! | `tools[].input_schema` | `actions[].inputSchema` | as it is |
//! | everything else | – | carried |
//!
//! Calls and their answers travel in JSON-RPC frames:
//!
//! | item | frame | how |
//! |---|---|---|
//! | `action_call` | request `canvasInvokeAction` | `call_id` is the `id`, `name` the `actionName`, `arguments` the `input`, `runtime_id` the `instanceId` |
//! | `action_call_output` | response | `output` is the `value` |
//! | `action_error` | error response | a `CanvasProviderError` of its code and message |
//!
//! Session, kind of canvas and extension are the caller's; everything else is carried.

mod call;
mod call_id;
mod declaration;
mod error_code;
mod rules;

pub use call::{backward as item, forward as frame};
pub use declaration::{backward, forward};
