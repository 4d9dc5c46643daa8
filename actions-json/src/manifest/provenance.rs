//! Who wrote a manifest, and who looked at it. actions.json v1, provenance.

use wire::{Loose, Timestamp};

wire::object! {
    /// Where a manifest comes from. It is public and so names nobody's files and accounts. actions.json v1, provenance.
    pub struct Provenance {
        /// Who wrote it.
        created_by?: Loose<String>,
        /// When; often a date alone.
        created_at?: Loose<Timestamp>,
        /// Who changed it last.
        updated_by?: Loose<String>,
        /// When.
        updated_at?: Loose<Timestamp>,
        /// Who reviewed it.
        reviewed_by?: Loose<String>,
        /// When.
        reviewed_at?: Loose<Timestamp>,
        /// From what it was made.
        source?: Loose<String>,
        /// Which revision it is.
        revision?: Loose<String>,
    }
}
