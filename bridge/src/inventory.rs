//! The wire types of this crate.

wire::inventory! {
    /// Every wire type of the bridge itself.
    pub fn each {
        crate::a2ui_ahp::CanvasDispatch,
        crate::a2ui_ahp::OpenCanvas,
        crate::a2ui_ahp::ReleasedCanvas,
        crate::carry::Carry,
        crate::carry::CarriedField,
        crate::carry::CarryVersion,
        crate::carry::Hop,
    }
}
