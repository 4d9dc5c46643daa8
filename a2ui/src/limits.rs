//! The limits of this crate that users may encounter. Their section of `docs/limits.md` is written from this table:
//!
//! ```sh
//! WRITE_PAGE=1 cargo test --workspace --test it limits::
//! ```

wire::limits! {
    "Surfaces of A2UI" {
        pub DEFAULT_MAX_BYTES: usize = 64 << 20, Bytes, "The memory of one surface or data model (`SurfaceOptions::max_bytes`)", "The message is refused";
        pub DEFAULT_MAX_TOTAL_BYTES: usize = 256 << 20, Bytes, "The memory of all surfaces together (`SurfaceOptions::max_total_bytes`)", "The message is refused";
        /// The message that contains a whole model has two more levels, and must still be readable.
        pub MAX_DATA_DEPTH: usize = wire::MAX_DEPTH - 2, Count, "Levels of a data model", "The message is refused";
        /// A2UI's own clients have this limit. At any index, an existing element can be replaced, and an element can be appended.
        pub MAX_PADDED_INDEX: usize = 10_000, Count, "The highest index up to which a list is padded", "The message is refused";
        /// A2UI's own clients have this limit.
        pub MAX_CALL_DEPTH: usize = 5, Count, "Levels of function calls", "The call is refused";
        /// A2UI's own clients count the levels in this way, with the message as the first level.
        pub(crate) JSON_DEPTH: usize = 50, Count, "Levels of JSON in a message, down to the properties of its components", "`check` warns";
        /// Chains of 51 components are allowed. The limit is that of A2UI's own clients, because the specification
        /// sets none.
        pub(crate) COMPONENT_DEPTH: usize = 50, Count, "The depth of one component below another", "The message is refused";
    }
    "Resolved surfaces of A2UI" {
        pub RESOLVED_STEPS: usize = 500_000, Count, "Evaluated values of one surface, roughly (`Surface::resolve`)", "The surface is not resolved";
        pub RESOLVED_TEXT: usize = 64 << 20, Bytes, "The text of the values of one surface (`Surface::resolve`)", "The surface is not resolved";
    }
    "Expressions of A2UI" {
        pub(crate) ARGUMENTS: usize = 1000, Count, "Arguments of a function call", "The evaluation fails";
        /// Calls are also limited by [`MAX_CALL_DEPTH`].
        pub(crate) FORMAT_DEPTH: usize = 100, Count, "Levels of `${` and calls in a text", "The evaluation fails";
        pub(crate) DECIMALS: usize = 100, Count, "Digits after the decimal point", "The evaluation fails";
        pub(crate) PATTERN_BYTES: usize = 1000, Count, "Bytes of a regular expression", "The evaluation fails";
        pub(crate) COMPILED_PATTERN: usize = 1 << 20, Bytes, "A compiled regular expression", "The evaluation fails";
        pub(crate) PATTERN_TEXT: usize = 64 << 10, Bytes, "A text that a regular expression is matched against", "The evaluation fails";
    }
}
