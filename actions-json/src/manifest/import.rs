//! Imports: other manifests that are composed into a manifest.

use super::Provenance;
use wire::Tolerant;

wire::text! {
    /// The id of an import.
    ///
    /// Specification: [`imports`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#imports).
    pub struct ImportId;

    /// The location of an imported manifest: an address, or a path in a storage.
    ///
    /// Specification: [`imports`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#imports).
    pub struct ImportUri;
}

wire::word! {
    /// The kind of location of an import. The list is closed; other words are preserved and reported as findings.
    ///
    /// Specification: [`imports`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#imports).
    pub open enum ImportKind {
        /// The website itself.
        Website = "website",
        /// The local machine.
        Local = "local",
        /// A storage of the user.
        Storage = "storage",
        /// A storage that several users share.
        Shared = "shared",
        /// A public collection of manifests.
        Public = "public",
        /// An installed software package.
        Package = "package",
    }
}

wire::word! {
    /// The trust in an import. The list is closed; other words are preserved and reported as findings.
    ///
    /// Specification: [`imports`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#imports).
    pub open enum Trust {
        /// Trusted like the website.
        Website = "website",
        /// Trusted like the user's private data.
        Private = "private",
        /// Trusted like data that several users share.
        Shared = "shared",
        /// Trusted like data that anyone may publish.
        Public = "public",
        /// Trusted like the local machine.
        Local = "local",
        /// The trust is not stated.
        Unknown = "unknown",
    }
}

wire::object! {
    /// Another manifest that is composed into this one.
    ///
    /// Specification: [`imports`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#imports).
    ///
    /// ```
    /// use agent_ui_actions_json::manifest::{Import, Trust};
    ///
    /// let import = Import::new("tides", "https://tides.test/actions.json").namespace("tides").trust(Trust::Public);
    /// assert!(import.is_enabled(), "what does not say otherwise is enabled");
    /// assert!(!import.enabled(false).is_enabled());
    /// ```
    pub struct Import {
        /// The id, unique among the imports.
        id =: Tolerant<ImportId>,
        /// The kind of the import's location.
        kind?: Tolerant<ImportKind>,
        /// The location of the manifest.
        uri =: Tolerant<ImportUri>,
        /// The prefix of the import's names, without the separating dot.
        namespace?: Tolerant<String>,
        /// The trust in the manifest.
        trust?: Tolerant<Trust>,
        /// `false` if the import is not used; absent means `true`.
        enabled?: Tolerant<bool>,
        /// The origin of the import entry.
        provenance?: Tolerant<Provenance>,
    }

    /// The rules for composing imports.
    ///
    /// Specification: [`imports`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#imports).
    pub struct Composition {
        /// The policy for conflicting names: `prefer_local`.
        default_conflict_policy?: Tolerant<String>,
        /// `true` if every import needs a namespace.
        namespace_required?: Tolerant<bool>,
    }
}

impl Trust {
    /// Returns the rank of the trust. Private ranks above shared, shared above the website, and the website above
    /// public. Unknown words rank lowest.
    ///
    /// ```
    /// use agent_ui_actions_json::manifest::Trust;
    ///
    /// use Trust::{Local, Private, Public, Shared, Unknown, Website};
    /// let ranks = [Unknown, Public, Website, Shared, Private, Local].map(|trust| trust.rank());
    /// assert!(ranks.is_sorted());
    /// ```
    pub fn rank(&self) -> u8 {
        match self {
            Self::Local => 5,
            Self::Private => 4,
            Self::Shared => 3,
            Self::Website => 2,
            Self::Public => 1,
            Self::Unknown | Self::Other(_) => 0,
        }
    }
}

impl Import {
    /// Returns `true` if the import is used.
    pub fn is_enabled(&self) -> bool {
        self.enabled.is_absent() || self.enabled.get() == Some(&true)
    }
}
