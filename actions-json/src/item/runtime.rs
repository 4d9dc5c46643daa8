//! The items `runtime_ready` and `runtime_status`.

use super::{RuntimeId, RuntimeKey, timestamp::check_timestamp};
use crate::{check, manifest::Manifest};
use wire::{Field, Finding, Payload, Pointer, Timestamp, Tolerant, Validate};

wire::object! {
    /// The report of a page that it is connected and ready.
    ///
    /// Missing or invalid members are reported as findings and do not prevent decoding, because logs contain what
    /// pages sent.
    ///
    /// Specification: [`runtime_ready`](https://github.com/yaniv256/actions.json/blob/1546fec74222bb5a3b4b319ad7d2b92db32ec3b1/docs/actions-bridge-protocol.md#runtime_ready).
    pub struct RuntimeReady by "type" = "runtime_ready" {
        /// The id of the runtime.
        runtime_id =: Tolerant<RuntimeId>,
        /// The id of the page across its connections.
        runtime_key?: Field<RuntimeKey>,
        /// The address of the page.
        url =: Tolerant<String>,
        /// The approval under which the page runs; null if there is none.
        authorization_id?: Field<String>,
        /// The version of the browser extension.
        extension_version?: Field<String>,
        /// The manifest that the page loaded.
        manifest?: Tolerant<Box<Manifest>>,
        /// The device of the page. Runtimes send this member; the specification does not define it.
        device?: Option<Payload>,
        /// The tab, with `tab_id`, `title` and `active`. Runtimes send this member; the specification does not define
        /// it.
        tab?: Option<Payload>,
        /// The items that a reconnecting runtime missed. Runtimes send this member; the specification does not define
        /// it.
        replay?: Option<Payload>,
    }

    /// The status report of a page.
    ///
    /// Specification: [`runtime_status`](https://github.com/yaniv256/actions.json/blob/1546fec74222bb5a3b4b319ad7d2b92db32ec3b1/docs/actions-bridge-protocol.md#runtime_status).
    pub struct RuntimeStatus by "type" = "runtime_status" {
        /// The id of the runtime. The specification requires the id, but bridges send keep-alive items without it.
        runtime_id?: Field<RuntimeId>,
        /// The address of the page.
        url?: Field<String>,
        /// The names of the current states of the page.
        states?: Field<Vec<String>>,
        /// The status of each attachment.
        attachments?: Field<Vec<AttachmentStatus>>,
        /// The time at which the runtime observed the status.
        observed_at?: Field<Timestamp>,
        /// The id of the page across its connections. Runtimes send this member; the specification does not define it
        /// here.
        runtime_key?: Field<RuntimeKey>,
        /// The approval under which the page runs. Runtimes send this member; the specification does not define it
        /// here.
        authorization_id?: Field<String>,
        /// The version of the extension. Runtimes send this member; the specification does not define it here.
        extension_version?: Field<String>,
        /// `true` if the page is connected. Runtimes send this member; the specification does not define it.
        connected?: Field<bool>,
        /// The names of the page's actions. Runtimes send this member; the specification does not define it.
        actions?: Field<Vec<String>>,
    }

    /// The status of one attachment.
    ///
    /// Specification: [`runtime_status`](https://github.com/yaniv256/actions.json/blob/1546fec74222bb5a3b4b319ad7d2b92db32ec3b1/docs/actions-bridge-protocol.md#runtime_status).
    pub struct AttachmentStatus {
        /// The id of the attachment.
        id: String,
        /// The status word, such as `attached`.
        state: String,
    }
}

impl RuntimeReady {
    /// Returns the title of the tab.
    pub fn title(&self) -> Option<String> {
        Some(self.tab_member("title")?.as_str()?.into_owned())
    }

    /// Returns `true` if the page's tab is the active tab.
    #[cfg(feature = "host")]
    pub(crate) fn is_active(&self) -> bool {
        self.tab_member("active")
            .is_some_and(|active| active.text() == "true")
    }

    fn tab_member(&self, name: &str) -> Option<Payload> {
        self.tab.as_ref()?.member(name)
    }
}

impl Validate for RuntimeReady {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        if self.runtime_id.get().is_none() {
            found.push(missing_runtime(
                at,
                "the page does not state its `runtime_id`",
            ));
        }
        if self.url.get().is_none() {
            let message = "the page does not state its `url`";
            found.push(
                Finding::error("required", at.member("url"), message)
                    .hint("add the address of the page"),
            );
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
            found.push(missing_runtime(
                at,
                "the status does not state its `runtime_id`",
            ));
        }
        check_timestamp(at.member("observed_at"), &self.observed_at, found);
    }
}

fn missing_runtime(at: &Pointer, message: &str) -> Finding {
    Finding::error("required", at.member("runtime_id"), message).hint("add the id of the runtime")
}
