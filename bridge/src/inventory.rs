//! The wire types of this crate.

wire::inventory! {
    /// Every wire type of the bridge itself in this build.
    pub static TYPES = [
        crate::carry::Carry,
        crate::carry::CarriedField,
        crate::carry::CarryVersion,
        crate::carry::Layer,
        crate::carry::PartOfMessage,
        crate::carry::VisibleValue,
        crate::Label,
        crate::Note,
        crate::SavedBridge,
        crate::SavedSurface,
        crate::SavedTranslator,
        crate::Sessions,
        crate::Verdict,
    ] if (all(feature = "a2ui", any(feature = "ahp", feature = "renditions"))) [
        crate::SavedFold,
        crate::FoldedSurface,
    ] if (feature = "a2ui") [
        crate::ComponentPlace,
        crate::ComponentPlaces,
        crate::HeldFields,
        crate::HeldMessage,
        crate::a2ui_v0_8_v0_9::BackwardSession,
        crate::a2ui_v0_8_v0_9::BackwardSurface,
        crate::a2ui_v0_8_v0_9::ForwardSession,
        crate::a2ui_v0_8_v0_9::ForwardSurface,
        crate::a2ui_v0_8_v0_9::DataNode,
        crate::a2ui_v0_8_v0_9::SurfaceData,
        crate::a2ui_v0_8_v0_9::UnrepeatedComponent,
        crate::a2ui_v0_8_v0_9::KnownComponent,
        crate::a2ui_v0_8_v0_9::SurfaceState,
        crate::a2ui_v0_8_v0_9::ComponentGraph,
        crate::a2ui_v0_8_v0_9::GraphComponent,
        crate::a2ui_v0_9_v1_0::DowngradeSession,
        crate::a2ui_v0_9_v1_0::UpgradeSession,
    ] if (feature = "ahp") [
        crate::ahp_canvas_ahp_v1_0::CanvasSession,
        crate::canvases::CanvasDispatch,
        crate::canvases::OpenCanvas,
        crate::canvases::ProposedAction,
        crate::canvases::ReleasedAction,
        crate::canvases::ReleasedCanvas,
    ] if (feature = "mcp") [
        crate::mcp::ListToolsResult,
        crate::mcp::Tool,
        crate::mcp::ToolAnnotations,
    ] if (feature = "responses") [
        crate::responses::FunctionCall,
        crate::responses::FunctionCallOutput,
        crate::responses::ResponseItem,
    ];
}
