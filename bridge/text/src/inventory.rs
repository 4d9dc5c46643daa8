//! The wire types of this crate.

wire::inventory! {
    /// Every wire type of this crate.
    pub static TYPES = [
        crate::ContextFields,
        crate::saved_state::SavedChecker,
        crate::saved_state::SavedDirection,
        crate::saved_state::SavedLiveSurface,
        crate::saved_state::SavedRepairer,
        crate::saved_state::SavedTextBridge,
        crate::saved_state::SavedTextTranslator,
        crate::saved_state::SavedVersion,
        crate::saved_state::WaitingMessage,
    ];
}
