//! Authorship and review of manifests.

use wire::{Timestamp, Tolerant};

wire::object! {
    /// The authorship and review of a manifest. Manifests are public, so provenance must not contain private names,
    /// paths or addresses.
    ///
    /// Specification: [`provenance`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#provenance).
    pub struct Provenance {
        /// The author of the manifest.
        created_by?: Tolerant<String>,
        /// The time of creation, often a date alone.
        created_at?: Tolerant<Timestamp>,
        /// The author of the last change.
        updated_by?: Tolerant<String>,
        /// The time of the last change.
        updated_at?: Tolerant<Timestamp>,
        /// The reviewer of the manifest.
        reviewed_by?: Tolerant<String>,
        /// The time of the review.
        reviewed_at?: Tolerant<Timestamp>,
        /// The source that the manifest was created from.
        source?: Tolerant<String>,
        /// The revision of the manifest.
        revision?: Tolerant<String>,
    }
}
