//! Entries of the data model.

use crate::rules;
use std::collections::BTreeSet;
use wire::{Field, Finding, Number, Pointer, Validate};

wire::object! {
    /// A member of an object in the data model, with a key and exactly one value.
    ///
    /// Entries cannot express lists or null. The schema allows only one level of `valueMap`. Deeper levels, which real
    /// agents send, are accepted and reported as findings.
    ///
    /// Specification: [A2UI 0.8, § 4.1 The `dataModelUpdate` message](https://github.com/a2ui-project/a2ui/blob/72ddee7b69c228aa70320e3bd5a18abd14f47d80/specification/v0_8/docs/a2ui_protocol.md#41-the-datamodelupdate-message).
    pub struct DataEntry {
        /// The name of the member.
        key: String,
        /// The value, if it is a string.
        value_string as "valueString"?: Field<String>,
        /// The value, if it is a number.
        value_number as "valueNumber"?: Field<Number>,
        /// The value, if it is a boolean.
        value_boolean as "valueBoolean"?: Field<bool>,
        /// The members of the value, if it is an object.
        value_map as "valueMap"?: Field<Vec<DataEntry>>,
    }
}

/// The single value of an entry.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum DataValue<'a> {
    String(&'a str),
    Number(&'a Number),
    Boolean(bool),
    Map(&'a [DataEntry]),
}

impl DataEntry {
    /// Returns the value of the entry, or `None` if the entry does not have exactly one value.
    pub(crate) fn value(&self) -> Option<DataValue<'_>> {
        let mut values = [
            self.value_string
                .as_ref()
                .map(|text| DataValue::String(text)),
            self.value_number.as_ref().map(DataValue::Number),
            self.value_boolean.map(DataValue::Boolean),
            self.value_map
                .as_ref()
                .map(|entries| DataValue::Map(entries)),
        ]
        .into_iter()
        .filter(|value| !value.is_absent());
        match (values.next(), values.next()) {
            (Some(Field::Value(value)), None) => Some(value),
            _ => None,
        }
    }
}

/// Checks a list of entries. The depth of the message limits the recursion.
pub(super) fn findings(entries: &[DataEntry], at: &Pointer, found: &mut Vec<Finding>) {
    let mut keys = BTreeSet::new();
    for (index, entry) in entries.iter().enumerate() {
        let at = at.element(index);
        if !keys.insert(&entry.key) {
            let message =
                format_args!("duplicate entry `{}`: only the last one is used", entry.key)
                    .to_string();
            let finding = Finding::warning("duplicate-key", at.member("key"), message);
            found.push(finding.hint("keep one entry for each key"));
        }
        entry.findings(&at, found);
        if let Field::Value(below) = &entry.value_map {
            let at = at.member("valueMap");
            findings(below, &at, found);
            let nested = below
                .iter()
                .enumerate()
                .filter(|(_, entry)| !entry.value_map.is_absent());
            for (index, _) in nested {
                let at = at.element(index).member("valueMap");
                let finding = Finding::error(
                    "nested-value-map",
                    at,
                    "a `valueMap` must not contain another `valueMap`",
                );
                found.push(
                    finding.hint(
                        "send the deeper entries in a separate `dataModelUpdate` with its path",
                    ),
                );
            }
        }
    }
}

/// Checks the entry, except for the content of its `valueMap`.
impl Validate for DataEntry {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        if self.value().is_none() {
            let message =
                format_args!("the entry `{}` must have exactly one value", self.key).to_string();
            let hint = "write one of `valueString`, `valueNumber`, `valueBoolean`, `valueMap`";
            found.push(Finding::error("exactly-one-value", at.clone(), message).hint(hint));
        }
        rules::reject_unknown(&self.extra, "an entry", at, found);
    }
}
