//! `runtime_ready` and `runtime_status`.

use super::{RuntimeId, RuntimeKey};
use crate::{check, manifest::Manifest};
use wire::{Field, Finding, Payload, Pointer, Timestamp, Tolerant, Validate};

wire::object! {
    /// A page is there and listens. actions.json v1, `runtime_ready`.
    ///
    /// Pages write it, and logs hold what they wrote: what is missing or odd is a finding and does not keep a log from being read.
    pub struct RuntimeReady by "type" = "runtime_ready" {
        /// Which page.
        runtime_id =: Tolerant<RuntimeId>,
        /// The page across its connections.
        runtime_key?: Field<RuntimeKey>,
        /// Its address.
        url =: Tolerant<String>,
        /// The approval under which it runs; null if there is none.
        authorization_id?: Field<String>,
        /// The version of the extension.
        extension_version?: Field<String>,
        /// What the page lets an agent do.
        manifest?: Tolerant<Box<Manifest>>,
        /// The machine; runtimes send it, the specification does not name it.
        device?: Option<Payload>,
        /// The tab, with `tab_id`, `title` and `active`; runtimes send it, the specification does not name it.
        tab?: Option<Payload>,
        /// What a runtime that comes back has missed; runtimes send it, the specification does not name it.
        replay?: Option<Payload>,
    }

    /// How a page is doing. actions.json v1, `runtime_status`.
    pub struct RuntimeStatus by "type" = "runtime_status" {
        /// Which page. The specification asks for it; bridges keep connections alive with items that lack it.
        runtime_id?: Field<RuntimeId>,
        /// Its address.
        url?: Field<String>,
        /// The names of the states in which it is.
        states?: Field<Vec<String>>,
        /// How its attachments are doing.
        attachments?: Field<Vec<AttachmentStatus>>,
        /// When the runtime looked.
        observed_at?: Field<Timestamp>,
        /// The page across its connections; runtimes send it, the specification does not name it here.
        runtime_key?: Field<RuntimeKey>,
        /// The approval under which it runs; runtimes send it, the specification does not name it here.
        authorization_id?: Field<String>,
        /// The version of the extension; runtimes send it, the specification does not name it here.
        extension_version?: Field<String>,
        /// Whether it is connected; runtimes send it, the specification does not name it.
        connected?: Field<bool>,
        /// The names of its actions; runtimes send it, the specification does not name it.
        actions?: Field<Vec<String>>,
    }

    /// How one attachment is doing. actions.json v1, `runtime_status`.
    pub struct AttachmentStatus {
        /// Which one.
        id: String,
        /// How it is doing.
        state: String,
    }
}

impl RuntimeReady {
    /// The title of its tab.
    pub fn title(&self) -> Option<String> {
        Some(self.tab_member("title")?.as_str()?.into_owned())
    }

    /// Whether its tab is the one that people look at.
    pub fn is_active(&self) -> bool {
        self.tab_member("active").is_some_and(|active| active.text() == "true")
    }

    fn tab_member(&self, name: &str) -> Option<Payload> {
        self.tab.as_ref()?.member(name)
    }
}

impl Validate for RuntimeReady {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        if self.runtime_id.get().is_none() {
            found.push(missing_runtime(at, "This page does not say which one it is."));
        }
        if self.url.get().is_none() {
            let message = "This page does not say at which address it is.";
            found.push(Finding::error("required", at.member("url"), message).hint("the address of the page"));
        }
        if let Some(manifest) = self.manifest.get() {
            manifest.findings(&at.member("manifest"), found);
        }
        if let Some(odd) = self.manifest.invalid().filter(|odd| !odd.is_null()) {
            check::object(at.member("manifest"), odd, found);
        }
    }
}

impl Validate for RuntimeStatus {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        if self.runtime_id.get().is_none() {
            found.push(missing_runtime(at, "This status does not say of which runtime."));
        }
        super::timestamp(at.member("observed_at"), &self.observed_at, found);
    }
}

fn missing_runtime(at: &Pointer, message: &str) -> Finding {
    Finding::error("required", at.member("runtime_id"), message).hint("the id of the runtime")
}
