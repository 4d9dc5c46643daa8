//! The lines of the mapping, by the names under which notes and refusals cite them.

use crate::{Rule, fields::Others};

/// The rules of one direction.
pub(super) struct Rules {
    pub(super) version: Rule,
    pub(super) surface_id: Rule,
    pub(super) catalog_id: Rule,
    pub(super) theme: Rule,
    pub(super) send_data_model: Rule,
    pub(super) metadata: Rule,
    pub(super) components: Rule,
    pub(super) data_model: Rule,
    pub(super) id: Rule,
    pub(super) component: Rule,
    pub(super) property: Rule,
    pub(super) heading: Rule,
    pub(super) regexp: Rule,
    pub(super) checks: Rule,
    pub(super) path: Rule,
    pub(super) value: Rule,
    pub(super) member: Rule,
    pub(super) action: Rule,
    pub(super) error: Rule,
    pub(super) message: Rule,
    pub(super) others: Others,
}

macro_rules! rules {
    ($name:ident, $mapping:literal, theme $theme:literal $extension:literal) => {
        pub(super) static $name: Rules = Rules {
            version: Rule { id: concat!($mapping, "/version"), from: "/version", to: "/version" },
            surface_id: Rule { id: concat!($mapping, "/surface-id"), from: "/surfaceId", to: "/surfaceId" },
            catalog_id: Rule {
                id: concat!($mapping, "/catalog-id"),
                from: "/createSurface/catalogId",
                to: "/createSurface/catalogId",
            },
            theme: Rule { id: concat!($mapping, "/theme"), from: $theme, to: $extension },
            send_data_model: Rule {
                id: concat!($mapping, "/send-data-model"),
                from: "/createSurface/sendDataModel",
                to: "/createSurface/sendDataModel",
            },
            metadata: Rule { id: concat!($mapping, "/metadata"), from: "/metadata", to: "" },
            components: Rule {
                id: concat!($mapping, "/components"),
                from: "/createSurface/components",
                to: "/updateComponents/components",
            },
            data_model: Rule {
                id: concat!($mapping, "/data-model"),
                from: "/createSurface/dataModel",
                to: "/updateDataModel/value",
            },
            id: Rule { id: concat!($mapping, "/id"), from: "/id", to: "/id" },
            component: Rule { id: concat!($mapping, "/component"), from: "/component", to: "/component" },
            property: Rule { id: concat!($mapping, "/property"), from: "", to: "" },
            heading: Rule { id: concat!($mapping, "/Text.variant"), from: "/variant", to: "/text" },
            regexp: Rule {
                id: concat!($mapping, "/TextField.validationRegexp"),
                from: "/validationRegexp",
                to: "/checks",
            },
            checks: Rule { id: concat!($mapping, "/checks"), from: "/checks", to: "/checks" },
            path: Rule {
                id: concat!($mapping, "/path"),
                from: "/updateDataModel/path",
                to: "/updateDataModel/path",
            },
            value: Rule {
                id: concat!($mapping, "/value"),
                from: "/updateDataModel/value",
                to: "/updateDataModel/value",
            },
            member: Rule { id: concat!($mapping, "/unknown-member"), from: "", to: "" },
            action: Rule { id: concat!($mapping, "/action"), from: "/action", to: "/action" },
            error: Rule { id: concat!($mapping, "/error"), from: "/error", to: "/error" },
            message: Rule { id: concat!($mapping, "/message"), from: "", to: "" },
            others: Others {
                carried: &Rule { id: concat!($mapping, "/field"), from: "", to: "" },
                restored: &Rule { id: concat!($mapping, "/restored"), from: "", to: "" },
            },
        };
    };
}

rules!(FORWARD, "a2ui-0.9-1.0", theme "/createSurface/theme" "/createSurface/metadata/extensions/agent_ui_theme");
rules!(BACKWARD, "a2ui-1.0-0.9", theme "/createSurface/metadata/extensions/agent_ui_theme" "/createSurface/theme");
