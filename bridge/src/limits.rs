//! The limits of this crate that users may meet. Their section of `docs/limits.md` is written from this table:
//!
//! ```sh
//! WRITE_PAGE=1 cargo test --workspace --test it limits::
//! ```

wire::limits! {
    "Function calls in a translation from A2UI 0.9 to 0.8" {
        pub(crate) MAX_CALL_STEPS: usize = 10_000, Count, "Steps that compute one value", "The value counts as unknown";
        pub(crate) MAX_CALL_TEXT: usize = 64 << 10, Bytes, "The texts of one value", "The value counts as unknown";
        pub(crate) MAX_MODEL_BYTES: usize = 16 << 20, Bytes, "The data model of one surface", "Its data counts as unknown";
    }
    "Surfaces as Adaptive Cards" {
        pub(crate) MAX_CARD_LEVELS: usize = 20, Count, "Levels of components with a container of their own", "Deeper components stand in the container above";
        pub(crate) MAX_FALLBACK_TEXT: usize = 1 << 10, Bytes, "The text that an older host shows instead of a card", "The text is cut";
    }
    "Surfaces as blocks of Slack" {
        pub(crate) MAX_MESSAGE_TEXT: usize = 13_000, Count, "Characters in the texts of all blocks of a message", "Further blocks are dropped, and notes name them";
        pub(crate) MAX_VIEW_BYTES: usize = 240_000, Bytes, "The blocks of a modal or home tab", "Further blocks are dropped, and notes name them";
    }
}
