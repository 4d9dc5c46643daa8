//! The lines of the mapping, by the names under which notes and refusals cite them.

use crate::{Rule, fields::Others};

/// The rules of one direction.
pub(super) struct Rules {
    pub(super) instance_id: Rule,
    pub(super) extension_id: Rule,
    pub(super) extension_name: Rule,
    pub(super) canvas_id: Rule,
    pub(super) title: Rule,
    pub(super) status: Rule,
    pub(super) url: Rule,
    pub(super) availability: Rule,
    pub(super) provider: Rule,
    pub(super) contents: Rule,
    pub(super) channel: Rule,
    pub(super) action: Rule,
    pub(super) references: Rule,
    /// A member that no table names.
    pub(super) member: Rule,
    pub(super) others: Others,
}

macro_rules! rules {
    ($name:ident, $mapping:literal) => {
        pub(super) static $name: Rules = Rules {
            instance_id: rules!($mapping, "/instance-id", "/instanceId"),
            extension_id: rules!($mapping, "/extension-id", "/extensionId"),
            extension_name: rules!($mapping, "/extension-name", "/extensionName"),
            canvas_id: rules!($mapping, "/canvas-id", "/canvasId"),
            title: rules!($mapping, "/title", "/title"),
            status: rules!($mapping, "/status", "/status"),
            url: rules!($mapping, "/url", "/url"),
            availability: rules!($mapping, "/availability", "/availability"),
            provider: rules!($mapping, "/provider", "/provider"),
            contents: rules!($mapping, "/contents", "/contents"),
            channel: rules!($mapping, "/channel", "/channel"),
            action: rules!($mapping, "/action", "/action"),
            references: rules!($mapping, "/references", "/action"),
            member: rules!($mapping, "/unknown-member", ""),
            others: Others {
                carried: &rules!($mapping, "/field", ""),
                restored: &rules!($mapping, "/restored", ""),
            },
        };
    };
    ($mapping:literal, $name:literal, $pointer:literal) => {
        Rule { id: concat!($mapping, $name), from: $pointer, to: $pointer }
    };
}

rules!(FORWARD, "ahp-canvas-1.0");
rules!(BACKWARD, "ahp-1.0-canvas");
