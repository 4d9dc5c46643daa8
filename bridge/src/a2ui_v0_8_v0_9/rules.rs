//! The lines of the mapping, by the names under which notes and refusals cite them. Those of the properties of components stand
//! in the table of the components.

use crate::{Rule, fields::Others};

/// 0.8 to 0.9.
pub(super) mod forward {
    use super::{Others, Rule};

    pub(in super::super) static SURFACE_ID: Rule =
        Rule { id: "a2ui-0.8-0.9/surface-id", from: "/surfaceId", to: "/surfaceId" };
    pub(in super::super) static VERSION: Rule = Rule { id: "a2ui-0.8-0.9/version", from: "", to: "/version" };
    pub(in super::super) static CATALOG_ID: Rule = Rule {
        id: "a2ui-0.8-0.9/catalog-id",
        from: "/beginRendering/catalogId",
        to: "/createSurface/catalogId",
    };
    pub(in super::super) static ROOT: Rule =
        Rule { id: "a2ui-0.8-0.9/root", from: "/beginRendering/root", to: "" };
    pub(in super::super) static STYLES: Rule =
        Rule { id: "a2ui-0.8-0.9/styles", from: "/beginRendering/styles", to: "/createSurface/theme" };
    pub(in super::super) static BEGIN: Rule =
        Rule { id: "a2ui-0.8-0.9/begin-rendering", from: "/beginRendering", to: "/updateComponents" };
    pub(in super::super) static ID: Rule = Rule { id: "a2ui-0.8-0.9/id", from: "/id", to: "/id" };
    pub(in super::super) static TYPE: Rule =
        Rule { id: "a2ui-0.8-0.9/component", from: "/component", to: "/component" };
    pub(in super::super) static WEIGHT: Rule =
        Rule { id: "a2ui-0.8-0.9/weight", from: "/weight", to: "/weight" };
    /// A property that the published catalog does not have: its value is taken for what it is.
    pub(in super::super) static PROPERTY: Rule =
        Rule { id: "a2ui-0.8-0.9/property", from: "/component", to: "" };
    /// The literal beside a path, which the client writes into the data model before it is shown.
    pub(in super::super) static WRITE: Rule =
        Rule { id: "a2ui-0.8-0.9/initial-value", from: "/surfaceUpdate/components", to: "/updateDataModel" };
    pub(in super::super) static PATH: Rule =
        Rule { id: "a2ui-0.8-0.9/path", from: "/dataModelUpdate/path", to: "/updateDataModel/path" };
    pub(in super::super) static CONTENTS: Rule =
        Rule { id: "a2ui-0.8-0.9/contents", from: "/dataModelUpdate/contents", to: "/updateDataModel/value" };
    pub(in super::super) static MEMBER: Rule = Rule { id: "a2ui-0.8-0.9/unknown-member", from: "", to: "" };
    pub(in super::super) static HELD: Rule = Rule { id: "a2ui-0.8-0.9/held", from: "", to: "/createSurface" };
    pub(in super::super) static ACTION: Rule =
        Rule { id: "a2ui-0.8-0.9/user-action", from: "/userAction", to: "/action" };
    pub(in super::super) static SOURCE: Rule = Rule {
        id: "a2ui-0.8-0.9/source-component-id",
        from: "/userAction/sourceComponentId",
        to: "/action/sourceComponentId",
    };
    pub(in super::super) static ERROR: Rule = Rule { id: "a2ui-0.8-0.9/error", from: "/error", to: "/error" };
    pub(in super::super) static MESSAGE: Rule = Rule { id: "a2ui-0.8-0.9/message", from: "", to: "" };

    pub(in super::super) static OTHERS: Others = Others {
        carried: &Rule { id: "a2ui-0.8-0.9/field", from: "", to: "" },
        restored: &Rule { id: "a2ui-0.8-0.9/restored", from: "", to: "" },
    };
}

/// 0.9 to 0.8.
pub(super) mod backward {
    use super::{Others, Rule};

    pub(in super::super) static SURFACE_ID: Rule =
        Rule { id: "a2ui-0.9-0.8/surface-id", from: "/surfaceId", to: "/surfaceId" };
    pub(in super::super) static VERSION: Rule = Rule { id: "a2ui-0.9-0.8/version", from: "/version", to: "" };
    pub(in super::super) static CATALOG_ID: Rule = Rule {
        id: "a2ui-0.9-0.8/catalog-id",
        from: "/createSurface/catalogId",
        to: "/beginRendering/catalogId",
    };
    pub(in super::super) static ROOT: Rule =
        Rule { id: "a2ui-0.9-0.8/root", from: "/createSurface", to: "/beginRendering/root" };
    pub(in super::super) static THEME: Rule =
        Rule { id: "a2ui-0.9-0.8/theme", from: "/createSurface/theme", to: "/beginRendering/styles" };
    pub(in super::super) static SEND_DATA_MODEL: Rule =
        Rule { id: "a2ui-0.9-0.8/send-data-model", from: "/createSurface/sendDataModel", to: "" };
    pub(in super::super) static ID: Rule = Rule { id: "a2ui-0.9-0.8/id", from: "/id", to: "/id" };
    pub(in super::super) static TYPE: Rule =
        Rule { id: "a2ui-0.9-0.8/component", from: "/component", to: "/component" };
    pub(in super::super) static WEIGHT: Rule =
        Rule { id: "a2ui-0.9-0.8/weight", from: "/weight", to: "/weight" };
    pub(in super::super) static PROPERTY: Rule =
        Rule { id: "a2ui-0.9-0.8/property", from: "", to: "/component" };
    pub(in super::super) static PATH: Rule =
        Rule { id: "a2ui-0.9-0.8/path", from: "/updateDataModel/path", to: "/dataModelUpdate/path" };
    pub(in super::super) static VALUE: Rule =
        Rule { id: "a2ui-0.9-0.8/value", from: "/updateDataModel/value", to: "/dataModelUpdate/contents" };
    pub(in super::super) static MEMBER: Rule = Rule { id: "a2ui-0.9-0.8/unknown-member", from: "", to: "" };
    pub(in super::super) static HELD: Rule =
        Rule { id: "a2ui-0.9-0.8/held", from: "/createSurface", to: "/beginRendering" };
    pub(in super::super) static SURFACE: Rule = Rule { id: "a2ui-0.9-0.8/surface", from: "", to: "" };
    pub(in super::super) static ACTION: Rule =
        Rule { id: "a2ui-0.9-0.8/action", from: "/action", to: "/userAction" };
    pub(in super::super) static SOURCE: Rule = Rule {
        id: "a2ui-0.9-0.8/source-component-id",
        from: "/action/sourceComponentId",
        to: "/userAction/sourceComponentId",
    };
    pub(in super::super) static ERROR: Rule = Rule { id: "a2ui-0.9-0.8/error", from: "/error", to: "/error" };
    pub(in super::super) static MESSAGE: Rule = Rule { id: "a2ui-0.9-0.8/message", from: "", to: "" };

    pub(in super::super) static OTHERS: Others = Others {
        carried: &Rule { id: "a2ui-0.9-0.8/field", from: "", to: "" },
        restored: &Rule { id: "a2ui-0.9-0.8/restored", from: "", to: "" },
    };
}
