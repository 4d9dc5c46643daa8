//! Checks of members that all rules share.

use super::{
    declared_names::DeclaredNames,
    profile::Profile,
    rules::{self, ManifestRule},
    slots::Slot,
    suggestion::{self, Suggestion},
};
use crate::{identifier::is_safe, manifest::PrimitiveName};
use std::{collections::BTreeSet, fmt};
use wire::{
    Extra, Finding, Fix, List, Member, Number, Payload, PayloadKind, Pointer, Severity, Tolerant,
    token,
};

/// The state of one validation of a manifest or of a part.
pub(super) struct Checker<'a> {
    pub(super) profile: &'a Profile,
    /// The names of the known primitives; `None` without a dictionary.
    pub(super) primitives: Option<BTreeSet<&'a str>>,
    /// The declared names; `None` if only a part is validated.
    pub(super) declared: Option<DeclaredNames<'a>>,
    pub(super) found: Vec<Finding>,
}

impl<'a> Checker<'a> {
    pub(super) fn new(profile: &'a Profile) -> Self {
        Self {
            profile,
            primitives: None,
            declared: None,
            found: Vec::new(),
        }
    }

    /// Returns `true` if the dictionary or the manifest itself defines the primitive.
    pub(super) fn is_primitive(&self, name: &str) -> bool {
        if let Some(primitives) = &self.primitives
            && primitives.contains(name)
        {
            return true;
        }
        match &self.declared {
            Some(declared) => declared.primitives.contains(&PrimitiveName::from(name)),
            None => false,
        }
    }

    /// Adds a finding with the severity of the profile.
    pub(super) fn report(
        &mut self,
        rule: &ManifestRule,
        at: Pointer,
        message: impl fmt::Display,
        suggestion: impl Into<Suggestion>,
    ) {
        let finding = match self.profile.severity(rule) {
            Severity::Error => Finding::error(rule.id, at, message),
            Severity::Warning => Finding::warning(rule.id, at, message),
            _ => Finding::info(rule.id, at, message),
        };
        let Suggestion { hint, fix } = suggestion.into();
        let finding = finding.hint(hint);
        self.found.push(match fix {
            Some(fix) => finding.fix(fix),
            None => finding,
        });
    }

    /// Reports a value of the wrong type.
    pub(super) fn report_wrong_type(
        &mut self,
        rule: &ManifestRule,
        at: Pointer,
        kind: PayloadKind,
        expected: impl fmt::Display,
    ) {
        self.report(
            rule,
            at,
            mismatch(kind, &expected),
            format_args!("use {expected}"),
        );
    }

    /// Returns the value of a member, and reports a value of another type. Null is treated as absent.
    pub(super) fn read<'m, T>(
        &mut self,
        at: &Pointer,
        name: &str,
        member: &'m Tolerant<T>,
        what: &str,
    ) -> Option<&'m T> {
        match member {
            Tolerant::Value(value) => Some(value),
            Tolerant::Invalid(payload) if !payload.is_null() => {
                self.report_odd(at.member(name), payload, what);
                None
            }
            Tolerant::Invalid(_) | Tolerant::Absent => None,
        }
    }

    /// Reports a value of another type than the expected type `what`.
    pub(super) fn report_odd(&mut self, at: Pointer, payload: &Payload, what: &str) {
        if what == OBJECT && payload.is_object() {
            return self.report_duplicates(&at, payload);
        }
        if what == TEXTS && payload.kind() == PayloadKind::Array {
            for (index, element) in payload.elements().enumerate() {
                if element.kind() != PayloadKind::String {
                    self.report_wrong_type(&rules::SHAPE, at.element(index), element.kind(), TEXT);
                }
            }
            return;
        }
        self.report_wrong_type(&rules::SHAPE, at, payload.kind(), what);
    }

    /// Reports duplicate members, which are the only reason for which an object cannot be decoded.
    pub(super) fn report_duplicates(&mut self, at: &Pointer, payload: &Payload) {
        let mut seen = BTreeSet::new();
        for child in token::children(payload.text()) {
            let name = token::string(child.name.unwrap_or_default());
            if !seen.insert(name.clone()) {
                self.report(
                    &rules::DUPLICATE,
                    at.member(&name),
                    "the member occurs twice",
                    "remove one of them",
                );
            }
        }
    }

    pub(super) fn check_text<T: AsRef<str>>(
        &mut self,
        at: &Pointer,
        name: &str,
        member: &Tolerant<T>,
    ) {
        if let Some(text) = self.read(at, name, member, TEXT) {
            self.report_dead_slot(text.as_ref(), &|| at.member(name));
        }
    }

    pub(super) fn check_texts<T>(&mut self, at: &Pointer, name: &str, member: &Tolerant<T>) {
        self.read(at, name, member, TEXTS);
    }

    /// Reports a slot in a place where slots are not evaluated.
    pub(super) fn report_dead_slot(&mut self, text: &str, at: &dyn Fn() -> Pointer) {
        if matches!(Slot::from_text(text), Slot::Expression(_)) {
            let hint = "move the slot into `args`, a condition or `output`";
            self.report(
                &rules::W_DEAD_SLOT,
                at(),
                "slots are not evaluated here",
                hint,
            );
        }
    }

    /// Checks a limit, such as a duration or a number of repetitions.
    pub(super) fn check_limit(&mut self, at: &Pointer, name: &str, member: &Tolerant<Number>) {
        let number = self.read(at, name, member, "a number");
        if number.is_some_and(|number| number.as_str().starts_with('-')) {
            self.report(
                &rules::NEGATIVE,
                at.member(name),
                "the limit is negative",
                "use 0 or a positive number",
            );
        }
    }

    pub(super) fn check_boolean(&mut self, at: &Pointer, name: &str, member: &Tolerant<bool>) {
        self.read(at, name, member, "true or false");
    }

    /// Checks that a word is in a closed list.
    pub(super) fn check_word<T: AsRef<str>>(
        &mut self,
        at: &Pointer,
        name: &str,
        member: &Tolerant<T>,
        words: &[&str],
    ) {
        if let Some(word) = self.read(at, name, member, TEXT) {
            let word = word.as_ref();
            if !words.contains(&word) {
                let hint = suggestion::suggest_word(
                    word,
                    words.iter().copied(),
                    &format!("use one of {}", words.join(", ")),
                );
                let message = "the specification does not define this word";
                self.report(&rules::UNKNOWN_WORD, at.member(name), message, hint);
            }
        }
    }

    /// Checks every element of a member that is a list of objects.
    pub(super) fn check_member_elements<'m, T>(
        &mut self,
        at: &Pointer,
        name: &str,
        member: &'m Tolerant<List<T>>,
        checker: impl FnMut(&mut Self, &Pointer, &'m T),
    ) {
        if let Some(list) = self.read(at, name, member, LIST) {
            self.check_elements(&at.member(name), list, &rules::SHAPE, checker);
        }
    }

    /// Checks every element of a list of objects. Elements of other types violate `rule`.
    pub(super) fn check_elements<'m, T>(
        &mut self,
        at: &Pointer,
        list: &'m List<T>,
        rule: &ManifestRule,
        mut checker: impl FnMut(&mut Self, &Pointer, &'m T),
    ) {
        for (index, element) in list.entries().enumerate() {
            let at = at.element(index);
            match element {
                Ok(value) => checker(self, &at, value),
                // The only unreadable objects are those with duplicate members.
                Err(payload) if payload.is_object() => self.report_duplicates(&at, payload),
                Err(payload) => self.report_wrong_type(rule, at, payload.kind(), OBJECT),
            }
        }
    }

    /// Reports a missing required member.
    pub(super) fn report_missing(
        &mut self,
        rule: &ManifestRule,
        at: &Pointer,
        name: &str,
        extra: &Extra,
    ) {
        let known = extra.iter().map(|(name, _)| name);
        let hint = match suggestion::closest(name, known) {
            Some(slip) => format!("rename `{slip}` to `{name}`"),
            None => format!("add `{name}`"),
        };
        self.report(
            rule,
            at.member(name),
            format_args!("the required member `{name}` is missing"),
            hint,
        );
    }

    /// Checks that a name or id is present, safe and unique.
    pub(super) fn check_identifier<'m, T: AsRef<str>>(
        &mut self,
        at: &Pointer,
        name: &str,
        member: &'m Tolerant<T>,
        extra: &Extra,
        others: &mut BTreeSet<&'m str>,
    ) {
        match member {
            Tolerant::Value(value) => {
                self.check_safe(at, name, value.as_ref());
                if !others.insert(value.as_ref()) {
                    let message = format!("an earlier element already has this `{name}`");
                    self.report(&rules::V5, at.member(name), message, "use a unique value");
                }
            }
            Tolerant::Invalid(payload) if !payload.is_null() => {
                let message = mismatch(payload.kind(), TEXT);
                self.report(&rules::V4, at.member(name), message, SAFE);
            }
            Tolerant::Invalid(_) | Tolerant::Absent => {
                self.report_missing(&rules::REQUIRED, at, name, extra)
            }
        }
    }

    /// Checks the uniqueness of a name that identifies an element of a list.
    pub(super) fn check_unique<'m>(
        &mut self,
        at: &Pointer,
        name: &str,
        member: &'m Tolerant<String>,
        others: &mut BTreeSet<&'m str>,
    ) {
        if member
            .get()
            .is_some_and(|value| !others.insert(value.as_str()))
        {
            let message = format!("an earlier element already has this `{name}`");
            self.report(
                &rules::SAME_ID,
                at.member(name),
                message,
                "use a unique value",
            );
        }
    }

    /// Checks that the dictionary contains a primitive, if there is a dictionary.
    pub(super) fn check_in_dictionary(&mut self, rule: &ManifestRule, at: Pointer, name: &str) {
        if let Some(known) = &self.primitives
            && !known.contains(name)
        {
            let hint = suggestion::suggest_word(
                name,
                known.iter().copied(),
                "use a primitive of the dictionary",
            );
            let message = format!("the dictionary does not contain the primitive {name:?}");
            self.report(rule, at, message, hint);
        }
    }

    /// Checks that a required primitive is in the dictionary or defined by the manifest itself.
    pub(super) fn check_required_primitive(&mut self, at: Pointer, name: &str) {
        if !self.is_primitive(name) {
            self.check_in_dictionary(&rules::UNKNOWN_PRIMITIVE, at, name);
        }
    }

    /// Checks that a name is a safe identifier.
    pub(super) fn check_safe(&mut self, at: &Pointer, name: &str, value: &str) {
        if !is_safe(value) {
            self.report(
                &rules::V4,
                at.member(name),
                "the value is not a safe identifier",
                SAFE,
            );
        }
    }

    /// Reports the unknown members of a closed object.
    pub(super) fn check_closed(
        &mut self,
        rule: &ManifestRule,
        at: &Pointer,
        extra: &Extra,
        members: &[Member],
    ) {
        let names: Vec<&str> = members.iter().map(|member| member.name).collect();
        for (name, _) in extra.iter() {
            let all = format!("use only {}", names.join(", "));
            let hint = suggestion::suggest_name(name, names.iter().copied(), &all);
            let message = format!("the specification does not define the member `{name}` here");
            self.report(rule, at.member(name), message, hint);
        }
    }

    /// Checks a reference to a declared name.
    pub(super) fn check_reference(
        &mut self,
        rule: &ManifestRule,
        at: Pointer,
        name: &str,
        kind: &str,
        names: impl for<'d> Fn(&'d DeclaredNames<'a>) -> &'d super::declared_names::Names<'a>,
    ) {
        let Some(declared) = &self.declared else {
            return;
        };
        let among = names(declared);
        if !declared.has(among, name) {
            let hint = among.suggest(name, &format!("use a {kind} that the manifest declares"));
            self.report(
                rule,
                at,
                format_args!("the manifest does not declare the {kind} {name:?}"),
                hint,
            );
        }
    }

    /// Changes the edit of the last finding at this place: the edit replaces the name of the member, not its value.
    pub(super) fn suggest_as_name(&mut self, at: &Pointer) {
        let Some(last) = self.found.last_mut().filter(|last| last.pointer == *at) else {
            return;
        };
        if let Some(Fix::Replace(json)) = &last.fix {
            last.fix = Some(Fix::Rename(token::string(json).into_owned()));
        }
    }

    /// Checks a JSON Schema, which must be an object. With the feature `jsonschema`, at least one draft must accept
    /// the schema. Null is treated as a value of the wrong type.
    pub(super) fn check_schema(
        &mut self,
        rule: &ManifestRule,
        at: &Pointer,
        name: &str,
        schema: &Option<Payload>,
    ) {
        let Some(schema) = schema else { return };
        if schema.is_object() {
            #[cfg(feature = "jsonschema")]
            self.check_usable(&at.member(name), schema);
        } else {
            self.report_wrong_type(
                rule,
                at.member(name),
                schema.kind(),
                "a JSON Schema that is an object",
            );
        }
    }

    #[cfg(feature = "jsonschema")]
    fn check_usable(&mut self, at: &Pointer, schema: &Payload) {
        for fault in crate::schema::faults(schema) {
            self.report(
                &super::rules::UNUSABLE_SCHEMA,
                at.join(&fault.pointer),
                fault.message,
                fault.hint,
            );
        }
    }
}

pub(super) const TEXT: &str = "a string";
pub(super) const TEXTS: &str = "an array of strings";
pub(super) const LIST: &str = "an array";
pub(super) const OBJECT: &str = "an object";
const SAFE: &str =
    "use segments of letters, digits, _ and -, each starting with a letter, separated by dots";

/// Returns the message about a value of the wrong type.
pub(super) fn mismatch(kind: PayloadKind, expected: impl fmt::Display) -> String {
    format!("expected {expected}, found {kind}")
}
