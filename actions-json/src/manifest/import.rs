//! Other manifests that become part of one. actions.json v1, imports.

use super::Provenance;
use wire::Tolerant;

wire::text! {
    /// Names an import.
    pub struct ImportId;

    /// Where an imported manifest lies: an address, or a path in a storage.
    pub struct ImportUri;
}

wire::word! {
    /// What kind of place a manifest is imported from. The list is closed; other words are kept and are findings.
    /// actions.json v1, imports.
    pub open enum ImportKind {
        /// The site itself.
        Website = "website",
        /// This machine.
        Local = "local",
        /// A storage of the user.
        Storage = "storage",
        /// A storage that several share.
        Shared = "shared",
        /// A public collection.
        Public = "public",
        /// A package.
        Package = "package",
    }
}

wire::word! {
    /// How far an import is trusted. The list is closed; other words are kept and are findings. actions.json v1, imports.
    pub open enum Trust {
        /// As the site is.
        Website = "website",
        /// As what is the user's own.
        Private = "private",
        /// As what several share.
        Shared = "shared",
        /// As what anybody may publish.
        Public = "public",
        /// As this machine is.
        Local = "local",
        /// Nobody says.
        Unknown = "unknown",
    }
}

wire::object! {
    /// Another manifest that becomes part of this one. actions.json v1, imports.
    ///
    /// ```
    /// # use agent_ui_actions_json as actions_json;
    /// use actions_json::manifest::{Import, Trust};
    ///
    /// let import = Import::new("tides", "https://tides.test/actions.json").namespace("tides").trust(Trust::Public);
    /// assert!(import.is_enabled(), "what does not say otherwise is enabled");
    /// assert!(!import.enabled(false).is_enabled());
    /// ```
    pub struct Import {
        /// Its id, unique among the imports.
        id =: Tolerant<ImportId>,
        /// What kind of place it lies in.
        kind?: Tolerant<ImportKind>,
        /// Where it lies.
        uri =: Tolerant<ImportUri>,
        /// What stands, with a dot, in front of its names.
        namespace?: Tolerant<String>,
        /// How far it is trusted.
        trust?: Tolerant<Trust>,
        /// Whether it is used; absent: it is.
        enabled?: Tolerant<bool>,
        /// Where it comes from.
        provenance?: Tolerant<Provenance>,
    }

    /// How imports come together. actions.json v1, imports.
    pub struct Composition {
        /// What happens where two names are the same: `prefer_local`.
        default_conflict_policy?: Tolerant<String>,
        /// Whether every import needs a namespace.
        namespace_required?: Tolerant<bool>,
    }
}

impl Trust {
    /// How much it is, among the others: what is the user's own before what several share, that before the site, and the site
    /// before what anybody may publish. Words that the list does not have are as good as none.
    ///
    /// ```
    /// # use agent_ui_actions_json as actions_json;
    /// use actions_json::manifest::Trust;
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
    /// Whether it is used.
    pub fn is_enabled(&self) -> bool {
        self.enabled.is_absent() || self.enabled.get() == Some(&true)
    }
}
