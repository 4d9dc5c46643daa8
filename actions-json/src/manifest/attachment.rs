//! Attachments: elements that a runtime adds to a page.

use super::{Source, Target};
use wire::{Number, Payload, Tolerant};

wire::text! {
    /// The id of an attachment.
    ///
    /// Specification: [`attachments`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#attachments).
    pub struct AttachmentId;
}

wire::word! {
    /// The kind of an attachment.
    ///
    /// Specification: [`attachments`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#attachments).
    pub open enum AttachmentKind {
        /// A button that opens an overlay.
        OverlayLauncher = "overlay_launcher",
        /// A note beside its target.
        Annotation = "annotation",
        /// A shortcut to an action.
        Shortcut = "shortcut",
        /// A badge that shows a status.
        StatusBadge = "status_badge",
    }
}

wire::object! {
    /// An element that a runtime adds to a page.
    ///
    /// Specification: [`attachments`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#attachments).
    pub struct Attachment {
        /// The id, unique among the attachments.
        id =: Tolerant<AttachmentId>,
        /// The kind of the attachment.
        kind?: Tolerant<AttachmentKind>,
        /// A description for people and models.
        description?: Tolerant<String>,
        /// The element of the page that the attachment is placed at.
        target =: Tolerant<Box<Target>>,
        /// The appearance and behavior of the attachment.
        affordance?: Tolerant<Affordance>,
        /// The conditions for installing and removing the attachment.
        lifecycle =: Tolerant<Lifecycle>,
        /// The signals that the attachment sends: a list of names, or an object whose values are names.
        signals?: Option<Payload>,
        /// Hints on the source of the declaration.
        source?: Tolerant<Box<Source>>,
    }

    /// The appearance and behavior of an attachment.
    ///
    /// Specification: [`attachments`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#attachments).
    pub struct Affordance {
        /// The visible label of the element.
        label?: Tolerant<String>,
        /// The title, usually shown as a tooltip.
        title?: Tolerant<String>,
        /// The position relative to the target, such as `afterend`.
        placement?: Tolerant<String>,
        /// The maximum number of instances.
        max_instances?: Tolerant<Number>,
        /// The tool call that a click makes: `{"tool","arguments"}`.
        opens?: Option<Payload>,
    }

    /// The conditions for installing and removing an attachment.
    ///
    /// Specification: [`attachments`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#attachments).
    pub struct Lifecycle {
        /// The condition for installing the attachment.
        install?: Tolerant<String>,
        /// The condition for removing the attachment.
        remove?: Tolerant<String>,
        /// The condition for installing the attachment again.
        reattach?: Tolerant<String>,
        /// The reaction to a changed page.
        drift?: Tolerant<String>,
    }
}

impl Attachment {
    /// Returns the names of the signals from both forms of `signals`.
    pub fn signal_names(&self) -> Vec<String> {
        let Some(signals) = &self.signals else {
            return Vec::new();
        };
        let values = signals
            .elements()
            .chain(signals.members().map(|(_, value)| value));
        values
            .filter_map(|value| value.as_str().map(Into::into))
            .collect()
    }
}
