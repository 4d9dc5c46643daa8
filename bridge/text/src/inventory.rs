//! The wire types of this crate.

wire::inventory! {
    /// Every wire type of this crate.
    pub static TYPES = [
        crate::ContextFields,
        crate::translation::SavedDirection,
        crate::translation::SavedLiveSurface,
        crate::translation::SavedRepairer,
        crate::translation::SavedTextBridge,
        crate::translation::SavedTextTranslator,
        crate::translation::SavedVersion,
        crate::translation::WaitingMessage,
    ];
}
