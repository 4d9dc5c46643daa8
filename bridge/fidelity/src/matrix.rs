//! The measured fidelity, as data.

use super::variant::Variant;
use wire::{Field, Payload};

wire::object! {
    /// The results for every field of every message in every mapping.
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
        /// The name of the type of the translated message.
        message: String,
        /// The numbers of accepted values that survive.
        kept: SurvivalCounts,
        /// The measured fields of the message.
        fields: Vec<MeasuredField>,
    }

    /// The numbers of experiments whose accepted values came back unchanged.
    pub struct SurvivalCounts {
        /// The number of accepted values.
        accepted: u64,
        /// The number of values that came back from the target alone.
        alone: u64,
        /// The number of values that came back with the carry inside the message; null if messages have no slot for one.
        embedded?: Field<u64>,
        /// The number of values that came back with the carry next to the message.
        carried: u64,
        /// The number of values that were refused with a reason.
        refused: u64,
    }

    /// The results for one field.
    pub struct MeasuredField {
        /// The place in the message, empty for the message itself; `*` stands for any index.
        field: String,
        /// The documentation of the field.
        doc: String,
        /// `true` if the field is required.
        required: bool,
        /// The experiments with the field.
        cases: Vec<Case>,
    }

    /// The result of one experiment.
    pub struct Case {
        /// The variation of the field.
        variant: Variant,
        /// The outcome for the field.
        outcome: Outcome,
        /// The places in the target that changed with the field.
        targets: Vec<String>,
        /// The rules of the notes about the field, or the rule of the refusal.
        rules: Vec<String>,
        /// `true` if the field comes back from the target alone. Absent if the message was refused.
        alone?: Field<bool>,
        /// `true` if the field comes back with the carry inside the message; null if the message has no slot for one.
        embedded?: Field<bool>,
        /// `true` if the field comes back with the carry next to the message.
        carried?: Field<bool>,
        /// The reason why the field does not come back even with the carry; absent if the field comes back.
        why?: Field<String>,
        /// The value of the field; absent if the field was absent.
        before?: Option<Payload>,
        /// The values in the target, by place.
        after?: Option<Payload>,
        /// The contradiction between the observation and the notes; absent if they agree.
        dishonest?: Field<String>,
    }
}

wire::word! {
    /// The outcome for a field in an experiment.
    pub closed enum Outcome {
        /// The target has the same value under the same member name, at any place.
        Copied = "copied",
        /// The target has the same value under another name.
        Renamed = "renamed",
        /// The target has another value, from which the old one is restored.
        Encoded = "encoded",
        /// The target has a value computed from this field and others.
        Derived = "derived",
        /// The target has a constant in its place.
        Defaulted = "defaulted",
        /// The carry has the value, or a part of it.
        Carried = "carried",
        /// The value is lost.
        Dropped = "dropped",
        /// The carry has the value, because it would be unsafe in the target.
        Quarantined = "quarantined",
        /// The message has the same meaning as before.
        Same = "same",
        /// The message was refused.
        Refused = "refused",
    }
}
