//! The wire types of this crate.

wire::inventory! {
    /// Every wire type of the bridge itself.
    pub static TYPES = [
        crate::a2ui_ahp::Fold,
        crate::a2ui_ahp::FoldedSurface,
        crate::a2ui_v0_8_v0_9::Backward,
        crate::a2ui_v0_8_v0_9::BackwardSurface,
        crate::a2ui_v0_8_v0_9::Forward,
        crate::a2ui_v0_8_v0_9::ForwardSurface,
        crate::a2ui_v0_8_v0_9::Held,
        crate::a2ui_v0_8_v0_9::HeldCreate,
        crate::a2ui_v0_8_v0_9::Items,
        crate::a2ui_v0_8_v0_9::Node,
        crate::a2ui_v0_8_v0_9::Shown,
        crate::a2ui_v0_9_v1_0::Downward,
        crate::a2ui_v0_9_v1_0::Upward,
        crate::ahp_canvas_ahp_v1_0::CanvasSession,
        crate::canvases::CanvasDispatch,
        crate::canvases::OpenCanvas,
        crate::canvases::ProposedAction,
        crate::canvases::ReleasedAction,
        crate::canvases::ReleasedCanvas,
        crate::carry::Carry,
        crate::carry::CarriedField,
        crate::carry::CarryVersion,
        crate::carry::Layer,
        crate::mcp::ListToolsResult,
        crate::mcp::Tool,
        crate::mcp::ToolAnnotations,
        crate::Label,
        crate::Note,
        crate::SavedBridge,
        crate::SavedTranslator,
        crate::Verdict,
    ];
}
