//! Ids of runtimes, calls and events.

wire::text! {
    /// The id of a runtime, that is, of one connected page.
    ///
    /// Specification: [Correlation Rules](https://github.com/yaniv256/actions.json/blob/1546fec74222bb5a3b4b319ad7d2b92db32ec3b1/docs/actions-bridge-protocol.md#correlation-rules).
    pub struct RuntimeId;

    /// The id of a page across its connections. A new runtime with the same key replaces the old one.
    ///
    /// Specification: [`runtime_ready`](https://github.com/yaniv256/actions.json/blob/1546fec74222bb5a3b4b319ad7d2b92db32ec3b1/docs/actions-bridge-protocol.md#runtime_ready).
    pub struct RuntimeKey;

    /// The id of one call, repeated in its output and its errors.
    ///
    /// Specification: [Correlation Rules](https://github.com/yaniv256/actions.json/blob/1546fec74222bb5a3b4b319ad7d2b92db32ec3b1/docs/actions-bridge-protocol.md#correlation-rules).
    pub struct CallId;

    /// The id of one event of a page.
    ///
    /// Specification: [Correlation Rules](https://github.com/yaniv256/actions.json/blob/1546fec74222bb5a3b4b319ad7d2b92db32ec3b1/docs/actions-bridge-protocol.md#correlation-rules).
    pub struct EventId;
}
