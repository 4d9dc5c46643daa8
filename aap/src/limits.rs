//! The limits of this crate that users may meet. Their section of `docs/limits.md` is written from this table:
//!
//! ```sh
//! WRITE_PAGE=1 cargo test --workspace --test it limits::
//! ```

wire::limits! {
    "Records of AAP" {
        pub(crate) PATH_BYTES: usize = 1024, Bytes, "The path of a canvas", "It is refused";
        pub(crate) SEGMENT_BYTES: usize = 255, Bytes, "A segment of the path of a canvas", "It is refused";
        pub(crate) ELEMENT_BYTES: usize = 1024, Bytes, "The id of an element", "`check` reports it";
        pub(crate) VERB_BYTES: usize = 256, Bytes, "The verb of an action", "`check` reports it";
        pub(crate) DATA_BYTES: usize = 256 << 10, Bytes, "The data of a record", "`check` reports it";
        pub(crate) DATA_DEPTH: usize = 64, Count, "Levels of the data of a record", "`check` reports it";
        pub(crate) SUMMARY_UNITS: usize = 200, Count, "UTF-16 units of data in a summary", "They are cut off, as the published provider does";
    }
}
