//! The lens around the two functions of a mapping: it restores, compares, carries and notes.
//!
//! The lens contains no mapping.
//!
//! | module | contains |
//! |---|---|
//! | `reconcile` | [`Direction::reconcile`]: restores carried fields, carries new losses, completes the notes |
//! | `losses` | the fields that do not come back, as a mapping states them |
//! | `message_pair` | a source and its target, each serialised at most once |
//! | `translation` | one message in one mapping: requests, notes, outputs |
//! | `notes`, `label` | [`Note`], [`Verdict`] and the short texts in them |
//! | `rules` | the tables of the mappings |
//! | [`carry`] | fields that a target cannot hold, kept for the way back |
//! | `edges` | the places of a target that show the fields of its source |
//! | `required` | required texts that may be unknown until a carry restores them |
//! | `derived` | what is visible of fields, and derived fields, which are restored while it is unchanged |
//! | `fingerprint` | fingerprints of visible values, which detect an edit |
//! | `message_types` | the message types, and how each dialect reads them |
//! | `typed_members` | access to the members of a message without serialising it |
//! | `keyed_list` | lists whose elements are identified by a key |
//! | `difference` | the differences between two JSON messages |
//! | `held` | messages that wait in a session, and fields that wait for their element |
//! | `returning` | messages that return to a dialect from which they came |
//! | `replacement` | messages that stand for another message of the source, or for none |
//! | `component_places` | the places of the components of a surface in its messages |
//! | `message_part` | parts of a message that the target has in messages of their own |
//! | `places` | pointers sorted by nesting |
//! | `depth` | the depth limit of targets |

pub mod carry;
#[cfg(feature = "a2ui")]
mod component_places;
mod depth;
mod derived;
pub(crate) mod difference;
mod edges;
mod field_map;
mod fingerprint;
#[cfg(feature = "a2ui")]
mod held;
mod keyed_list;
mod label;
mod losses;
mod message_pair;
#[cfg(feature = "a2ui")]
mod message_part;
mod message_types;
mod places;
mod reconcile;
#[cfg(feature = "a2ui")]
mod replacement;
mod required;
mod returning;
mod rules;
mod translation;
mod typed_members;

pub use carry::Carry;
#[cfg(feature = "a2ui")]
pub use component_places::{ComponentPlace, ComponentPlaces};
pub use field_map::{Note, RequestedNotes, Verdict};
#[cfg(feature = "a2ui")]
pub use held::{HeldFields, HeldMessage};
pub use label::Label;
pub use rules::Rule;
pub use translation::{LossPolicy, RequestedOutputs};

pub(crate) use derived::DerivedField;
pub(crate) use difference::Change;
pub(crate) use field_map::FieldMap;
#[cfg(test)]
pub(crate) use field_map::RESTORED;
pub(crate) use keyed_list::KeyedList;
pub(crate) use losses::Losses;
#[cfg(feature = "a2ui")]
pub(crate) use message_part::MessagePart;
#[cfg(test)]
pub(crate) use message_types::tests::assert_values_match_json;
pub(crate) use message_types::{Translatable, payload};
#[cfg(all(feature = "a2ui", any(feature = "acp", feature = "mcp-elicitation")))]
pub(crate) use reconcile::whole_target;
pub(crate) use reconcile::{Direction, Returns};
#[cfg(feature = "a2ui")]
pub(crate) use replacement::{A2uiOutput, Original};
pub(crate) use required::RequiredText;
pub(crate) use rules::{OtherRules, rules};
pub(crate) use translation::{Output, Step, Translated, TranslationCx};
pub(crate) use typed_members::assert_members;
