//! The lines of the mapping, by the names under which notes and refusals cite them.

use crate::Rule;

/// Surface to canvas. Pointers in the surface are those of its snapshot.
pub(super) mod forward {
    use super::Rule;

    pub(in super::super) static SURFACE: Rule =
        Rule { id: "a2ui-ahp/surface", from: "", to: "/contents/0/text" };
    pub(in super::super) static INSTANCE: Rule =
        Rule { id: "a2ui-ahp/instance-id", from: "/surfaceId", to: "/state/instanceId" };
    pub(in super::super) static CHANNEL: Rule =
        Rule { id: "a2ui-ahp/channel", from: "/surfaceId", to: "/channel" };
    pub(in super::super) static URL: Rule = Rule { id: "a2ui-ahp/url", from: "/surfaceId", to: "/state/url" };
    pub(in super::super) static TITLE: Rule =
        Rule { id: "a2ui-ahp/title", from: "/theme/agentDisplayName", to: "/state/title" };
    pub(in super::super) static CANVAS_ID: Rule =
        Rule { id: "a2ui-ahp/canvas-id", from: "", to: "/state/canvasId" };
    pub(in super::super) static EXTENSION_ID: Rule =
        Rule { id: "a2ui-ahp/extension-id", from: "", to: "/state/extensionId" };
    /// What comes out of the carry: beside the state, in it, and of the contents.
    pub(in super::super) static RESTORED: Rule = Rule { id: "a2ui-ahp/restored", from: "", to: "" };
    pub(in super::super) static RESTORED_STATE: Rule =
        Rule { id: "a2ui-ahp/restored", from: "/state", to: "/state" };
    pub(in super::super) static RESTORED_CONTENTS: Rule =
        Rule { id: "a2ui-ahp/restored", from: "/contents", to: "/contents" };
    /// Members of an update that no table names: the surface has no place for them.
    pub(in super::super) static MESSAGE_MEMBERS: Rule =
        Rule { id: "a2ui-ahp/unknown-member", from: "", to: "" };
    pub(in super::super) static SURFACE_UPDATE_MEMBERS: Rule =
        Rule { id: "a2ui-ahp/unknown-member", from: "/surfaceUpdate", to: "" };
    pub(in super::super) static DATA_MODEL_UPDATE_MEMBERS: Rule =
        Rule { id: "a2ui-ahp/unknown-member", from: "/dataModelUpdate", to: "" };
    pub(in super::super) static UPDATE_COMPONENTS_MEMBERS: Rule =
        Rule { id: "a2ui-ahp/unknown-member", from: "/updateComponents", to: "" };
    pub(in super::super) static UPDATE_DATA_MODEL_MEMBERS: Rule =
        Rule { id: "a2ui-ahp/unknown-member", from: "/updateDataModel", to: "" };
    pub(in super::super) static DELETE_SURFACE_MEMBERS: Rule =
        Rule { id: "a2ui-ahp/unknown-member", from: "/deleteSurface", to: "" };
    /// A surface that its own messages take away.
    pub(in super::super) static DELETED: Rule =
        Rule { id: "a2ui-ahp/deleted-surface", from: "/deleteSurface/surfaceId", to: "" };
    pub(in super::super) static MESSAGE: Rule =
        Rule { id: "a2ui-ahp/message", from: "", to: "/action/payload" };
}

/// Canvas to surface.
pub(super) mod backward {
    use super::Rule;

    pub(in super::super) static SURFACE: Rule = Rule { id: "ahp-a2ui/surface", from: "/contents", to: "" };
    pub(in super::super) static TITLE: Rule =
        Rule { id: "ahp-a2ui/title", from: "/state/title", to: "/createSurface/theme/agentDisplayName" };
    /// What the canvas states and a surface has no place for.
    pub(in super::super) static STATE: Rule = Rule { id: "ahp-a2ui/state", from: "/state", to: "" };
    pub(in super::super) static DOCUMENT: Rule =
        Rule { id: "ahp-a2ui/document", from: "/contents/0", to: "" };
    /// What the line says beside the state.
    pub(in super::super) static BESIDE: Rule = Rule { id: "ahp-a2ui/canvas", from: "", to: "" };
    pub(in super::super) static INSTANCE: Rule =
        Rule { id: "ahp-a2ui/instance-id", from: "/state/instanceId", to: "/createSurface/surfaceId" };
    pub(in super::super) static MESSAGE: Rule =
        Rule { id: "ahp-a2ui/message", from: "/action/payload", to: "" };
    pub(in super::super) static ACTION: Rule = Rule { id: "ahp-a2ui/action", from: "/action", to: "" };
}
