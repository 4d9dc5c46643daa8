//! What a runtime adds to a page. actions.json v1, attachments.

use super::{Source, Target};
use wire::{Number, Payload, Tolerant};

wire::text! {
    /// Names an attachment.
    pub struct AttachmentId;
}

wire::word! {
    /// What an attachment is. actions.json v1, attachments.
    pub open enum AttachmentKind {
        /// A button that opens an overlay.
        OverlayLauncher = "overlay_launcher",
        /// A note.
        Annotation = "annotation",
        /// A shortcut.
        Shortcut = "shortcut",
        /// A badge that tells a state.
        StatusBadge = "status_badge",
    }
}

wire::object! {
    /// Something that a runtime adds to a page. actions.json v1, attachments.
    pub struct Attachment {
        /// Its id, unique among the attachments.
        id =: Tolerant<AttachmentId>,
        /// What it is.
        kind?: Tolerant<AttachmentKind>,
        /// For people and models.
        description?: Tolerant<String>,
        /// Where on the page it belongs.
        target =: Tolerant<Box<Target>>,
        /// How it looks and what it does.
        affordance?: Tolerant<Affordance>,
        /// When it comes and goes.
        lifecycle =: Tolerant<Lifecycle>,
        /// The signals of its life: names, or an object of them.
        signals?: Option<Payload>,
        /// Where it comes from.
        source?: Tolerant<Box<Source>>,
    }

    /// How an attachment looks and what it does. actions.json v1, attachments.
    pub struct Affordance {
        /// What it says.
        label?: Tolerant<String>,
        /// What it says to who asks.
        title?: Tolerant<String>,
        /// On which side of its target it stands: `afterend` and the like.
        placement?: Tolerant<String>,
        /// How many there may be.
        max_instances?: Tolerant<Number>,
        /// What it opens: `{"tool","arguments"}`.
        opens?: Option<Payload>,
    }

    /// When an attachment comes and goes. actions.json v1, attachments.
    pub struct Lifecycle {
        /// When it comes.
        install?: Tolerant<String>,
        /// When it goes.
        remove?: Tolerant<String>,
        /// When it comes again.
        reattach?: Tolerant<String>,
        /// What happens when the page is no longer what it was.
        drift?: Tolerant<String>,
    }
}

impl Attachment {
    /// The names of its signals, from either form.
    pub fn signal_names(&self) -> Vec<String> {
        let Some(signals) = &self.signals else { return Vec::new() };
        let values = signals.elements().chain(signals.members().map(|(_, value)| value));
        values.filter_map(|value| value.as_str().map(Into::into)).collect()
    }
}
