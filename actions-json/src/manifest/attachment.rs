//! What a runtime adds to a page. actions.json v1, attachments.

use super::{Source, Target};
use wire::{Loose, Number, Payload};

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
        id =: Loose<AttachmentId>,
        /// What it is.
        kind?: Loose<AttachmentKind>,
        /// For people and models.
        description?: Loose<String>,
        /// Where on the page it belongs.
        target =: Loose<Box<Target>>,
        /// How it looks and what it does.
        affordance?: Loose<Affordance>,
        /// When it comes and goes.
        lifecycle =: Loose<Lifecycle>,
        /// The signals of its life: names, or an object of them.
        signals?: Option<Payload>,
        /// Where it comes from.
        source?: Loose<Box<Source>>,
    }

    /// How an attachment looks and what it does. actions.json v1, attachments.
    pub struct Affordance {
        /// What it says.
        label?: Loose<String>,
        /// What it says to who asks.
        title?: Loose<String>,
        /// On which side of its target it stands: `afterend` and the like.
        placement?: Loose<String>,
        /// How many there may be.
        max_instances?: Loose<Number>,
        /// What it opens: `{"tool","arguments"}`.
        opens?: Option<Payload>,
    }

    /// When an attachment comes and goes. actions.json v1, attachments.
    pub struct Lifecycle {
        /// When it comes.
        install?: Loose<String>,
        /// When it goes.
        remove?: Loose<String>,
        /// When it comes again.
        reattach?: Loose<String>,
        /// What happens when the page is no longer what it was.
        drift?: Loose<String>,
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
