//! What was measured, as data.

use super::variant::Variant;
use wire::{Field, Payload};

wire::object! {
    /// What becomes of every field of every message in every mapping.
    pub struct Matrix {
        /// The mappings, each in one direction.
        mappings: Vec<Mapping>,
    }

    /// One mapping in one direction, for one kind of message.
    pub struct Mapping {
        /// The dialect of the source.
        from: String,
        /// The dialect of the target.
        to: String,
        /// What is translated: the name of the type.
        message: String,
        /// How much of what was accepted survives.
        kept: Kept,
        /// Its fields.
        fields: Vec<MeasuredField>,
    }

    /// How many experiments with accepted values came back as they were.
    pub struct Kept {
        /// How many were accepted.
        accepted: u64,
        /// How many came back from the target alone.
        alone: u64,
        /// How many came back when the carry was in the message; null if no message has room for one.
        embedded?: Field<u64>,
        /// How many came back when the carry was beside it.
        carried: u64,
        /// How many were refused, with a reason.
        refused: u64,
    }

    /// One field.
    pub struct MeasuredField {
        /// Its place in the message, empty for the message itself; `*` stands for any index.
        field: String,
        /// What the specification says of it, in short.
        doc: String,
        /// Whether it has to be there.
        required: bool,
        /// The experiments with it.
        cases: Vec<Case>,
    }

    /// One experiment.
    pub struct Case {
        /// What was done with the field.
        variant: Variant,
        /// What became of it.
        outcome: Outcome,
        /// Where it went: the places in the target that moved with it.
        targets: Vec<String>,
        /// The rules that the notes name for it, or the one by which it was refused.
        rules: Vec<String>,
        /// Whether it comes back from the target alone. Absent if it was refused.
        alone?: Field<bool>,
        /// Whether it comes back when the carry is in the message; null if the message has no room for one.
        embedded?: Field<bool>,
        /// Whether it comes back when the carry is beside the message.
        carried?: Field<bool>,
        /// Why it does not come back even with the carry; absent where it does.
        why?: Field<String>,
        /// What the field held; absent if it was absent.
        before?: Option<Payload>,
        /// What then stood in the target, by place.
        after?: Option<Payload>,
        /// What was observed and what the notes say instead. Absent where they say what was observed.
        dishonest?: Field<String>,
    }
}

wire::word! {
    /// What became of a field in an experiment.
    pub closed enum Outcome {
        /// The same value under the same name: that of the member, wherever it stands.
        Copied = "copied",
        /// The same value under another name.
        Renamed = "renamed",
        /// Another value, from which the old one comes back.
        Encoded = "encoded",
        /// Something was computed from it and other fields.
        Derived = "derived",
        /// The target got a constant in its place.
        Defaulted = "defaulted",
        /// It is in the carry, in whole or in part.
        Carried = "carried",
        /// It is gone.
        Dropped = "dropped",
        /// It is in the carry because it would be unsafe in the target.
        Quarantined = "quarantined",
        /// The message says what it said before.
        Same = "same",
        /// The message was refused.
        Refused = "refused",
    }
}
