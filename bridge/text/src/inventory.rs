//! The wire types of this crate.

wire::inventory! {
    /// Every wire type of this crate.
    pub static TYPES = [crate::ContextFields];
}
