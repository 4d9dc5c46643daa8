//! What all families of rules do with members.

use super::{
    declared_names::DeclaredNames,
    profile::Profile,
    rules::{self, ManifestRule},
    slots, suggestion,
};
use crate::{identifier::is_safe, manifest::PrimitiveName};
use std::{collections::BTreeSet, fmt};
use wire::{Extra, Finding, List, Member, Number, Payload, PayloadKind, Pointer, Severity, Tolerant, token};

/// Judges one manifest, or a part of one.
pub(super) struct Judge<'a> {
    pub(super) profile: &'a Profile,
    /// The primitives that there are, if that is known.
    pub(super) primitives: Option<BTreeSet<&'a str>>,
    /// What is declared; unknown where only a part is judged.
    pub(super) declared: Option<DeclaredNames<'a>>,
    pub(super) found: Vec<Finding>,
}

impl<'a> Judge<'a> {
    pub(super) fn new(profile: &'a Profile) -> Self {
        Self { profile, primitives: None, declared: None, found: Vec::new() }
    }

    /// Whether this is the name of a primitive: of the dictionary that was brought, or of the manifest's own.
    pub(super) fn is_primitive(&self, name: &str) -> bool {
        self.primitives.as_ref().is_some_and(|primitives| primitives.contains(name))
            || self
                .declared
                .as_ref()
                .is_some_and(|declared| declared.primitives.contains(&PrimitiveName::from(name)))
    }

    /// A finding.
    pub(super) fn find(
        &mut self,
        rule: &ManifestRule,
        at: Pointer,
        message: impl fmt::Display,
        hint: impl fmt::Display,
    ) {
        let finding = match self.profile.severity(rule) {
            Severity::Error => Finding::error(rule.id, at, message),
            Severity::Warning => Finding::warning(rule.id, at, message),
            _ => Finding::info(rule.id, at, message),
        };
        self.found.push(finding.hint(hint));
    }

    /// The value of a member. What else stands there is a finding; null is nothing.
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
                self.odd(at.member(name), payload, what);
                None
            }
            Tolerant::Invalid(_) | Tolerant::Absent => None,
        }
    }

    /// Something else than `what` stands there.
    pub(super) fn odd(&mut self, at: Pointer, payload: &Payload, what: &str) {
        if what == OBJECT && payload.is_object() {
            return self.find_duplicates(&at, payload);
        }
        if what == TEXTS && payload.kind() == PayloadKind::Array {
            for (index, child) in token::children(payload.text()).enumerate() {
                if !child.text.starts_with('"') {
                    self.find(&rules::SHAPE, at.element(index), "This is no text.", TEXT);
                }
            }
            return;
        }
        self.find(&rules::SHAPE, at, sentence(payload.kind()), what);
    }

    /// An object that does not read has a member twice: nothing else is asked of objects.
    pub(super) fn find_duplicates(&mut self, at: &Pointer, payload: &Payload) {
        let mut seen = BTreeSet::new();
        for child in token::children(payload.text()) {
            let name = token::string(child.name.unwrap_or_default());
            if !seen.insert(name.clone()) {
                self.find(&rules::DUPLICATE, at.member(&name), "This member is there twice.", "once");
            }
        }
    }

    pub(super) fn text<T: AsRef<str>>(&mut self, at: &Pointer, name: &str, member: &Tolerant<T>) {
        if let Some(text) = self.read(at, name, member, TEXT) {
            slots::dead(text.as_ref(), &|| at.member(name), self);
        }
    }

    pub(super) fn texts<T>(&mut self, at: &Pointer, name: &str, member: &Tolerant<T>) {
        self.read(at, name, member, TEXTS);
    }

    /// A limit: how long, how often, how many.
    pub(super) fn limit(&mut self, at: &Pointer, name: &str, member: &Tolerant<Number>) {
        let number = self.read(at, name, member, "a number");
        if number.is_some_and(|number| number.as_str().starts_with('-')) {
            self.find(&rules::NEGATIVE, at.member(name), "This is below zero.", "a number from 0");
        }
    }

    pub(super) fn boolean(&mut self, at: &Pointer, name: &str, member: &Tolerant<bool>) {
        self.read(at, name, member, "true or false");
    }

    /// A word out of a closed list.
    pub(super) fn word<T: AsRef<str>>(
        &mut self,
        at: &Pointer,
        name: &str,
        member: &Tolerant<T>,
        words: &[&str],
    ) {
        if let Some(word) = self.read(at, name, member, TEXT) {
            let word = word.as_ref();
            if !words.contains(&word) {
                let hint =
                    suggestion::suggest(word, words.iter().copied(), &format!("one of {}", words.join(", ")));
                let message = "The specification does not list this word.";
                self.find(&rules::UNKNOWN_WORD, at.member(name), message, hint);
            }
        }
    }

    /// Every element of a list of objects.
    pub(super) fn each<'m, T>(
        &mut self,
        at: &Pointer,
        name: &str,
        member: &'m Tolerant<List<T>>,
        judge: impl FnMut(&mut Self, &Pointer, &'m T),
    ) {
        if let Some(list) = self.read(at, name, member, LIST) {
            self.elements(&at.member(name), list, &rules::SHAPE, judge);
        }
    }

    /// Every element of a list of objects; what is no object breaks `rule`.
    pub(super) fn elements<'m, T>(
        &mut self,
        at: &Pointer,
        list: &'m List<T>,
        rule: &ManifestRule,
        mut judge: impl FnMut(&mut Self, &Pointer, &'m T),
    ) {
        for (index, element) in list.entries().enumerate() {
            let at = at.element(index);
            match element {
                Ok(value) => judge(self, &at, value),
                Err(payload) if payload.is_object() => self.find_duplicates(&at, payload),
                Err(payload) => self.find(rule, at, sentence(payload.kind()), OBJECT),
            }
        }
    }

    /// A member that the specification requires is missing.
    pub(super) fn missing(&mut self, rule: &ManifestRule, at: &Pointer, name: &str, extra: &Extra) {
        let known = extra.iter().map(|(name, _)| name);
        let hint = match suggestion::closest(name, known) {
            Some(slip) => format!("`{name}`; `{slip}` stands there"),
            None => format!("`{name}`"),
        };
        self.find(rule, at.member(name), format_args!("`{name}` is missing."), hint);
    }

    /// A name or id: there, safe, and the only one of its kind.
    pub(super) fn identifier<'m, T: AsRef<str>>(
        &mut self,
        at: &Pointer,
        name: &str,
        member: &'m Tolerant<T>,
        extra: &Extra,
        others: &mut BTreeSet<&'m str>,
    ) {
        match member {
            Tolerant::Value(value) => {
                self.safe(at, name, value.as_ref());
                if !others.insert(value.as_ref()) {
                    let message = format!("Something further up has this `{name}`.");
                    self.find(&rules::V5, at.member(name), message, "one of its own");
                }
            }
            Tolerant::Invalid(payload) if !payload.is_null() => {
                self.find(&rules::V4, at.member(name), sentence(payload.kind()), SAFE);
            }
            Tolerant::Invalid(_) | Tolerant::Absent => self.missing(&rules::REQUIRED, at, name, extra),
        }
    }

    /// An id or name by which something in the list may be looked up.
    pub(super) fn once<'m>(
        &mut self,
        at: &Pointer,
        name: &str,
        member: &'m Tolerant<String>,
        others: &mut BTreeSet<&'m str>,
    ) {
        if member.get().is_some_and(|value| !others.insert(value.as_str())) {
            let message = format!("Something further up has this `{name}`.");
            self.find(&rules::SAME_ID, at.member(name), message, "one of its own");
        }
    }

    /// The dictionary, if there is one, has this primitive.
    pub(super) fn in_dictionary(&mut self, rule: &ManifestRule, at: Pointer, name: &str) {
        let unknown = self.primitives.as_ref().filter(|known| !known.contains(name));
        if let Some(known) = unknown {
            let hint = suggestion::suggest(name, known.iter().copied(), "a primitive of the dictionary");
            let message = format!("The dictionary has no primitive {name:?}.");
            self.find(rule, at, message, hint);
        }
    }

    /// What is required is a primitive of the dictionary, or of the manifest itself.
    pub(super) fn requires(&mut self, at: Pointer, name: &str) {
        if !self.is_primitive(name) {
            self.in_dictionary(&rules::UNKNOWN_PRIMITIVE, at, name);
        }
    }

    /// A safe identifier.
    pub(super) fn safe(&mut self, at: &Pointer, name: &str, value: &str) {
        if !is_safe(value) {
            self.find(&rules::V4, at.member(name), "This is no safe identifier.", SAFE);
        }
    }

    /// Members that the table of a closed object does not name.
    pub(super) fn check_closed(
        &mut self,
        rule: &ManifestRule,
        at: &Pointer,
        extra: &Extra,
        members: &[Member],
    ) {
        let names = || members.iter().map(|member| member.name);
        for (name, _) in extra.iter() {
            let all = names().collect::<Vec<_>>().join(", ");
            let hint = suggestion::suggest(name, names(), &format!("only {all}"));
            let message = format!("`{name}` is no member that the specification names here.");
            self.find(rule, at.member(name), message, hint);
        }
    }

    /// Something refers to something that has to be declared.
    pub(super) fn reference(
        &mut self,
        rule: &ManifestRule,
        at: Pointer,
        name: &str,
        kind: &str,
        names: impl for<'d> Fn(&'d DeclaredNames<'a>) -> &'d super::declared_names::Names<'a>,
    ) {
        let Some(declared) = &self.declared else { return };
        let among = names(declared);
        if !declared.has(among, name) {
            let hint = among.suggest(name, &format!("a {kind} that the manifest declares"));
            self.find(rule, at, format_args!("The manifest declares no {kind} {name:?}."), hint);
        }
    }

    /// Judges a JSON Schema: an object, which with the feature `jsonschema` some draft has to accept. Null counts as something
    /// else.
    pub(super) fn schema(&mut self, rule: &ManifestRule, at: &Pointer, name: &str, schema: &Option<Payload>) {
        let Some(schema) = schema else { return };
        if schema.is_object() {
            #[cfg(feature = "jsonschema")]
            self.usable(&at.member(name), schema);
        } else {
            self.find(rule, at.member(name), sentence(schema.kind()), "a JSON Schema that is an object");
        }
    }

    #[cfg(feature = "jsonschema")]
    fn usable(&mut self, at: &Pointer, schema: &Payload) {
        for fault in crate::schema::faults(schema) {
            self.find(&super::rules::UNUSABLE_SCHEMA, at.join(&fault.pointer), fault.message, fault.hint);
        }
    }
}

pub(super) const TEXT: &str = "a text";
pub(super) const TEXTS: &str = "a list of texts";
pub(super) const LIST: &str = "a list";
pub(super) const OBJECT: &str = "an object";
const SAFE: &str = "segments of letters, digits, _ and -, each starting with a letter, separated by dots";

/// What stands there.
pub(super) fn sentence(kind: PayloadKind) -> String {
    match kind {
        PayloadKind::String => "This is a text.".to_owned(),
        PayloadKind::Array => "This is a list.".to_owned(),
        other => format!("This is {other}."),
    }
}
