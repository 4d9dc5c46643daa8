//! The member `version` of messages.

wire::word! {
    /// The value of the member `version`. The enumeration is closed, because other values mean other messages.
    ///
    /// Specification: [A2UI 0.9, Envelope message structure](https://github.com/a2ui-project/a2ui/blob/4e6e1fdc4947c23a7f5d798edd70fe36c78cc4ba/specification/v0_9/docs/a2ui_protocol.md#envelope-message-structure).
    pub closed enum Version {
        /// A2UI 0.9; messages of 0.9.1 can have this value as well.
        V0_9 = "v0.9",
        /// A2UI 0.9.1 only.
        V0_9_1 = "v0.9.1",
    }
}
