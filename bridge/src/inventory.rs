//! The wire types of this crate.

wire::inventory! {
    /// Every wire type of the bridge itself.
    pub static TYPES = [
        crate::a2ui_ahp::CanvasDispatch,
        crate::a2ui_ahp::OpenCanvas,
        crate::a2ui_v0_8_v0_9::Backward,
        crate::a2ui_v0_8_v0_9::BackwardSurface,
        crate::a2ui_v0_8_v0_9::Forward,
        crate::a2ui_v0_8_v0_9::ForwardSurface,
        crate::a2ui_v0_8_v0_9::Held,
        crate::a2ui_v0_9_v1_0::Downward,
        crate::a2ui_v0_9_v1_0::Upward,
        crate::ahp_canvas_ahp_v1_0::CanvasSession,
        crate::ahp_canvas_ahp_v1_0::ProposedAction,
        crate::ahp_canvas_ahp_v1_0::ReleasedAction,
        crate::ahp_canvas_ahp_v1_0::ReleasedCanvas,
        crate::carry::Carry,
        crate::carry::CarriedField,
        crate::carry::CarryVersion,
        crate::carry::Hop,
        crate::mcp::ListToolsResult,
        crate::mcp::Tool,
        crate::mcp::ToolAnnotations,
        crate::Session,
    ];
}

#[cfg(feature = "fidelity")]
wire::inventory! {
    /// The wire types of the fidelity matrix.
    pub static FIDELITY = [
        crate::fidelity::Matrix,
        crate::fidelity::Mapping,
        crate::fidelity::Kept,
        crate::fidelity::MeasuredField,
        crate::fidelity::Case,
        crate::fidelity::Variant,
        crate::fidelity::Outcome,
        crate::fidelity::conformance::Answer,
        crate::fidelity::conformance::AnswerError,
        crate::fidelity::conformance::AnswerNote,
        crate::fidelity::conformance::ConformanceCase,
        crate::fidelity::conformance::Expectation,
        crate::fidelity::conformance::Level,
        crate::fidelity::conformance::Op,
        crate::fidelity::conformance::Request,
        crate::fidelity::conformance::RequestContext,
    ];
}
