//! What every mapping shares. It knows no mapping; of the protocols it knows their names, how their messages are read, and how a
//! canvas file names a surface.
//!
//! | module | holds |
//! |---|---|
//! | `settle` | how a message gets from one dialect to another, its carry and its notes |
//! | `ways` | of which message an image is, from type to type or as JSON |
//! | `notes` | [`Note`], [`Verdict`] |
//! | `rules` | the tables of the mappings |
//! | [`carry`] | what a message cannot hold and its way back needs |
//! | `follows` | fields that stay as they were while what is visible of them does |
//! | `form` | the messages, and how a dialect reads them |
//! | `list` | lists whose elements are known by a key |
//! | `difference` | where two JSON messages differ |
//! | `places` | which places in a message lie in others |
//! | `context`, `routes`, [`names`] | what no message holds; canvas files and the surfaces that they show |
//! | [`ids`] | ids that follow from content |
//! | [`tool_names`] | names of tools, where one protocol allows more characters than another |
//! | `dialect` | the names of protocols and versions |
//! | `saved` | surfaces that are written down |
//! | `room` | how many bytes may be kept of earlier messages |
//! | `refusal` | why a translation did not take place |

pub mod carry;
mod context;
mod depth;
mod dialect;
pub(crate) mod difference;
mod follows;
mod form;
pub mod ids;
mod list;
pub mod names;
mod notes;
mod places;
mod refusal;
mod room;
mod routes;
mod rules;
mod saved;
mod settle;
pub mod tool_names;
mod ways;

pub use carry::Carry;
pub use context::Context;
pub use dialect::{Dialect, DialectOrProtocol, Protocol};
pub use notes::{Label, Note, Verdict};
pub use refusal::{Refusal, RefusalKind};
pub use room::DEFAULT_SESSION_BYTES;
pub use routes::{Routes, RoutesError};
pub use rules::Rule;
pub use saved::SavedSurface;

pub(crate) use carry::{CarriedField, Layer};
pub(crate) use depth::fits as fits_depth;
pub(crate) use difference::Change;
pub(crate) use follows::Follows;
pub(crate) use form::{Form, payload, said};
pub(crate) use list::{Joint, List};
pub(crate) use notes::{Notes, RESTORED};
pub(crate) use room::{ENTRY, Room};
pub(crate) use rules::{OtherRules, rules};
pub(crate) use settle::{Direction, UNKNOWN, refuse_errors};
pub(crate) use ways::WaysBack;
#[cfg(test)]
pub(crate) use {depth::is_shallow, form::tests::tells_what_is_written};

use a2ui::Message;

/// What is asked for beside the messages. What only a carry or a note needs is not computed without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Requested {
    /// What the way back needs.
    pub carry: bool,
    /// What became of every field.
    pub notes: bool,
}

impl Default for Requested {
    /// Everything.
    fn default() -> Self {
        Self { carry: true, notes: true }
    }
}

/// Decides which losses a [`Translator`](crate::Translator) refuses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LossPolicy {
    /// Translates a message even if fields are lost.
    #[default]
    Allow,
    /// Refuses a message if it would lose a field that the carry does not hold. For callers that keep the carry.
    RefuseUnlessCarried,
    /// Refuses a message if the target lacks a field, even if the carry holds it. For callers that discard the carry.
    Refuse,
}

impl LossPolicy {
    /// Returns the refusal of every loss in these notes that this policy does not allow.
    pub(crate) fn refusal<'a>(self, notes: impl IntoIterator<Item = &'a Note>) -> Option<Refusal> {
        match self {
            Self::Allow => None,
            Self::RefuseUnlessCarried => Refusal::losses(notes, true),
            Self::Refuse => Refusal::losses(notes, false),
        }
    }
}

/// One message on its way through one mapping: everything about it but the message itself.
pub(crate) struct Job<'a> {
    /// The number of the message from which it comes.
    pub(crate) input: u64,
    /// The carry that came with it.
    pub(crate) carry: &'a Carry,
    pub(crate) cx: &'a Context,
    pub(crate) want: Requested,
    /// Decides which losses are refused.
    pub(crate) loss_policy: LossPolicy,
    /// Whether another mapping takes what comes out of this one.
    pub(crate) passes_through: bool,
    /// What became of the fields, so far.
    pub(crate) notes: Vec<Note>,
    /// What became of them in mappings before this one.
    pub(crate) before: Vec<Note>,
    /// What will be said of a message that waits, when it comes out.
    pub(crate) held: Vec<Note>,
    /// What was said in mappings before of one that waits, and is not said again until it comes out.
    pub(crate) held_before: Vec<Note>,
}

impl<'a> Job<'a> {
    pub(crate) fn new(input: u64, carry: &'a Carry, cx: &'a Context, want: Requested) -> Self {
        let (notes, before, held, held_before) = Default::default();
        Self {
            input,
            carry,
            cx,
            want,
            loss_policy: LossPolicy::Allow,
            passes_through: false,
            notes,
            before,
            held,
            held_before,
        }
    }

    /// The same for another message, about which nothing was said yet.
    pub(crate) fn with<'b>(&self, input: u64, carry: &'b Carry) -> Job<'b>
    where
        'a: 'b,
    {
        Job::new(input, carry, self.cx, self.want)
    }

    /// To collect notes about the message.
    pub(crate) fn notes(&self) -> Notes {
        Notes::about(self.input, self.want.notes)
    }

    /// Takes in what was collected.
    pub(crate) fn say(&mut self, mut notes: Notes) {
        if self.notes.is_empty() {
            self.notes = notes.list;
        } else {
            self.notes.append(&mut notes.list);
        }
    }

    /// What comes out, with the notes that were collected about it.
    pub(crate) fn output<T>(&mut self, message: T, carry: Carry) -> Output<T> {
        let notes = std::mem::take(&mut self.notes);
        Output { input: self.input, message, carry, notes, before: None }
    }

    /// The same of a message of A2UI.
    pub(crate) fn message(&mut self, message: impl Into<Message>, carry: Carry) -> Output {
        self.output(Box::new(message.into()), carry)
    }

    pub(crate) fn wants_anything(&self) -> bool {
        self.want.carry || self.want.notes
    }

    /// Whether the message alone decides what comes out, and nothing else is asked for.
    pub(crate) fn is_plain(&self) -> bool {
        !self.wants_anything() && self.carry.is_empty()
    }
}

/// A message that comes out of a mapping.
#[derive(Clone, Debug)]
pub(crate) struct Output<T = Box<Message>> {
    /// The number of the message from which it comes.
    pub(crate) input: u64,
    pub(crate) message: T,
    /// What its way back needs.
    pub(crate) carry: Carry,
    /// What became of the fields from which it comes, those that went nowhere with them.
    pub(crate) notes: Vec<Note>,
    /// What became of them in mappings before, where the message waited in this one.
    pub(crate) before: Option<Vec<Note>>,
}

impl<T> Output<T> {
    /// The same with another message.
    pub(crate) fn map<U>(self, f: impl FnOnce(T) -> U) -> Output<U> {
        let Self { input, message, carry, notes, before } = self;
        Output { input, message: f(message), carry, notes, before }
    }
}

/// A mapping whose messages depend on earlier ones. A message is translated without changing anything, and gives changes; each
/// change that is made gives the one that takes it back.
pub(crate) trait Session {
    type Change;

    fn apply(&mut self, change: Self::Change) -> Self::Change;

    /// About how many bytes the session keeps of what a change states; never fewer than it keeps.
    fn bytes(change: &Self::Change) -> usize;

    /// Makes several, and gives those that take them back, in the order in which they do.
    fn apply_all(&mut self, changes: Vec<Self::Change>) -> Vec<Self::Change> {
        let mut undo: Vec<_> = changes.into_iter().map(|change| self.apply(change)).collect();
        undo.reverse();
        undo
    }
}
