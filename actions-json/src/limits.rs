//! The limits of this crate that users may meet. Their section of `docs/limits.md` is written from this table:
//!
//! ```sh
//! WRITE_PAGE=1 cargo test --workspace --test it limits::
//! ```

use std::time::Duration;

wire::limits! {
    "Sites with actions.json" {
        pub MAX_IMPORT_DEPTH: usize = 8, Count, "Imports between the root manifest and another import", "The import is excluded";
        pub MAX_IMPORTS: usize = 256, Count, "Imports of a manifest", "Further ones are excluded";
        pub(crate) SITE_PAGES: usize = 256, Count, "Connected pages of a site", "A further one is refused";
        pub(crate) SITE_CALLS: usize = 1024, Count, "Calls that wait for their result", "A further one is refused";
        pub(crate) SITE_EVENTS: usize = 4096, Count, "Events that are recognized if they are repeated", "The oldest one is forgotten, and its repetition is admitted";
        pub(crate) ID_BYTES: usize = 1024, Bytes, "The id of a page, a call or an event", "It is refused";
        pub(crate) CALL_TIMEOUT: Duration = Duration::from_secs(30), Time, "A call without `timeout_ms`", "It fails with a timeout";
        pub(crate) SCHEMA_VALUES: usize = 20_000, Count, "Values of a schema, with all references expanded", "The schema is refused";
        pub(crate) SCHEMA_DEPTH: usize = 256, Count, "Levels of a schema, with all references expanded", "The schema is refused";
    }
    "Expressions of workflows" {
        pub(crate) EXPRESSION_BYTES: usize = 32_000, Count, "Bytes of an expression", "It is refused";
        pub(crate) EXPRESSION_DEPTH: usize = 200, Count, "Levels of an expression; each operator of a chain is one", "It is refused";
        pub(crate) EXPRESSION_CALLS: usize = 2_000, Count, "Levels of nested calls", "The evaluation fails";
        pub(crate) EXPRESSION_ELEMENTS: usize = 4_096, Count, "Elements of a created list", "The evaluation fails";
        pub(crate) EXPRESSION_VALUE: usize = 1 << 20, Bytes, "A created string or value", "The evaluation fails";
        pub(crate) EXPRESSION_WORK: u64 = 200_000, Count, "Steps of one evaluation", "The evaluation fails";
    }
}
