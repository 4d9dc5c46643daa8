//! MIME types of A2UI data.

wire::word! {
    /// The MIME type of the data in a part. The enumeration is open, because parts can contain any data.
    ///
    /// Specification: [A2UI 1.0, A2A extension, Data encoding](https://github.com/a2ui-project/a2ui/blob/e6a001f2c2af31261acf7319454130bcce6557e9/specification/v1_0/extensions/a2a/docs/a2ui_extension_specification.md#data-encoding).
    pub open enum MimeType {
        /// A2UI messages, as written by 0.9.1 and later versions.
        A2uiJson = "application/a2ui+json",
        /// A2UI messages, as written by 0.8 and 0.9.
        JsonA2ui = "application/json+a2ui",
    }
}
