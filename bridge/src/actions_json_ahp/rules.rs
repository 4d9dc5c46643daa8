//! The lines of the mapping, by the names under which notes and refusals cite them.

use crate::{Rule, fields::Others};

/// The rules of one direction.
pub(super) struct Rules {
    pub(super) version: Rule,
    pub(super) canvas_id: Rule,
    pub(super) display_name: Rule,
    pub(super) description: Rule,
    pub(super) actions: Rule,
    pub(super) action_name: Rule,
    pub(super) action_description: Rule,
    pub(super) input_schema: Rule,
    pub(super) handler: Rule,
    pub(super) call_id: Rule,
    pub(super) name: Rule,
    pub(super) arguments: Rule,
    pub(super) runtime_id: Rule,
    pub(super) channel: Rule,
    pub(super) canvas: Rule,
    pub(super) extension_id: Rule,
    pub(super) output: Rule,
    pub(super) error_code: Rule,
    pub(super) message: Rule,
    pub(super) item: Rule,
    pub(super) others: Others,
}

macro_rules! rules {
    ($name:ident, $mapping:literal, $( $rule:ident: $id:literal $from:literal $to:literal; )*) => {
        pub(super) static $name: Rules = Rules {
            $( $rule: Rule { id: concat!($mapping, $id), from: $from, to: $to }, )*
            others: Others {
                carried: &Rule { id: concat!($mapping, "/field"), from: "", to: "" },
                restored: &Rule { id: concat!($mapping, "/restored"), from: "", to: "" },
            },
        };
    };
}

rules! { FORWARD, "actions-json-ahp",
    version: "/version" "/version" "";
    canvas_id: "/canvas-id" "/surface/surface_id" "/canvasId";
    display_name: "/display-name" "/surface/name" "/displayName";
    description: "/description" "/surface/description" "/description";
    actions: "/actions" "/tools" "/actions";
    action_name: "/action-name" "/tools" "/actions";
    action_description: "/action-description" "/tools" "/actions";
    input_schema: "/input-schema" "/tools" "/actions";
    handler: "/handler" "/tools" "";
    call_id: "/call-id" "/call_id" "/id";
    name: "/name" "/name" "/params/actionName";
    arguments: "/arguments" "/arguments" "/params/input";
    runtime_id: "/runtime-id" "/runtime_id" "/params/instanceId";
    channel: "/channel" "" "/params/channel";
    canvas: "/canvas" "" "/params/canvasId";
    extension_id: "/extension-id" "" "/params/extensionId";
    output: "/output" "/output" "/result/value";
    error_code: "/error-code" "/error/code" "/error/data/code";
    message: "/message" "/error/message" "/error/data/message";
    item: "/item" "/type" "";
}

rules! { BACKWARD, "ahp-actions-json",
    version: "/version" "" "/version";
    canvas_id: "/canvas-id" "/canvasId" "/surface/surface_id";
    display_name: "/display-name" "/displayName" "/surface/name";
    description: "/description" "/description" "/surface/description";
    actions: "/actions" "/actions" "/tools";
    action_name: "/action-name" "/actions" "/tools";
    action_description: "/action-description" "/actions" "/tools";
    input_schema: "/input-schema" "/actions" "/tools";
    handler: "/handler" "" "/tools";
    call_id: "/call-id" "/id" "/call_id";
    name: "/name" "/params/actionName" "/name";
    arguments: "/arguments" "/params/input" "/arguments";
    runtime_id: "/runtime-id" "/params/instanceId" "/runtime_id";
    channel: "/channel" "/params/channel" "";
    canvas: "/canvas" "/params/canvasId" "";
    extension_id: "/extension-id" "/params/extensionId" "";
    output: "/output" "/result/value" "/output";
    error_code: "/error-code" "/error/data/code" "/error/code";
    message: "/message" "/error/data/message" "/error/message";
    item: "/item" "/method" "";
}
