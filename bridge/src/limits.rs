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
    "Blocks of Slack as surfaces" {
        /// Slack itself allows two levels.
        pub(crate) MAX_BLOCK_DEPTH: usize = 8, Count, "Levels of blocks within blocks", "Deeper blocks are left out with a note";
        pub(crate) MAX_CHART_CELLS: usize = 10_000, Count, "Cells of the table that shows a chart", "Further rows are left out with a note";
        /// Each button contains the table of all inputs.
        pub(crate) MAX_REFERENCE_BYTES: usize = 16 << 20, Bytes, "The tables of inputs in all buttons", "The message is refused";
    }
}
