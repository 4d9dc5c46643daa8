//! Checks of dynamic values, which may be bindings, calls or literals.

use super::{Checker, Returns, checker::has};
use crate::Notation;
use wire::{Finding, Payload, PayloadKind, Pointer};

/// The role of a dynamic value, which determines the allowed literals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ValueRole {
    /// A data model value. Up to 0.10, objects are not allowed.
    Value,
    /// A function argument, which may be an object.
    Argument,
}

impl Checker<'_> {
    /// Checks a value that may be a binding, a call or a literal.
    pub(super) fn check_dynamic(&mut self, value: &Payload, at: &Pointer, expected: Returns) {
        if !value.is_object() {
            #[cfg(feature = "surface")]
            if expected == Returns::String && self.calls == 0 {
                self.report_template_as_text(value, at);
            }
            return self.check_typed_literal(value, at, expected);
        }
        let [(path, call), (other_path, other_call)] = self.names();
        if has(value, call) {
            return self.call(value, at, Some(expected));
        }
        if !has(value, path) && self.is_1_0() {
            let other = [other_path, other_call]
                .into_iter()
                .find(|name| has(value, name));
            if let Some(name) = other {
                return self.report_other_notation(name, at);
            }
        }
        self.check_binding(value, at, path);
    }

    fn check_typed_literal(&mut self, value: &Payload, at: &Pointer, expected: Returns) {
        let (kind, words) = match expected {
            Returns::Number => (PayloadKind::Number, "a number"),
            Returns::Boolean => (PayloadKind::Boolean, "a boolean"),
            Returns::Array => (PayloadKind::Array, "an array"),
            _ => (PayloadKind::String, "a string"),
        };
        if value.kind() != kind {
            return self.wrong_type(value, at, words);
        }
        for (index, element) in value.elements().enumerate() {
            if element.kind() != PayloadKind::String {
                self.wrong_type(&element, &at.element(index), "a string");
            }
        }
    }

    /// Reports a literal text with `${…}` expressions, which only `formatString` evaluates.
    #[cfg(feature = "surface")]
    fn report_template_as_text(&mut self, value: &Payload, at: &Pointer) {
        let Some(text) = value.as_str() else { return };
        if !crate::expression::format_string::is_template(&text) {
            return;
        }
        let [(_, call), _] = self.names();
        let message =
            "the expression is shown as literal text: only `formatString` replaces `${…}`";
        let fixed = format!(r#"{{"{call}":"formatString","args":{{"value":{value}}}}}"#);
        let finding = Finding::warning("template-as-text", at.clone(), message);
        self.report(
            finding
                .hint(format_args!("write `{fixed}`"))
                .fix(wire::Fix::Replace(fixed)),
        );
    }

    /// Checks a value that must be a binding.
    pub(super) fn check_required_binding(&mut self, value: &Payload, at: &Pointer) {
        let [(path, _), (other, _)] = self.names();
        match !has(value, path) && has(value, other) && self.is_1_0() {
            true => self.report_other_notation(other, at),
            false => self.check_binding(value, at, path),
        }
    }

    fn report_other_notation(&mut self, name: &str, at: &Pointer) {
        let [(path, call), _] = self.names();
        let message = format!("`{name}` is not used in this notation of A2UI 1.0");
        let finding = Finding::error("notation", at.member(name), message);
        self.report(finding.hint(format_args!(
            "write `{path}` for bindings and `{call}` for calls"
        )));
    }

    fn check_binding(&mut self, value: &Payload, at: &Pointer, path: &'static str) {
        let name = if path == "@path" {
            "@DataBinding"
        } else {
            "DataBinding"
        };
        self.check_definition(name, value, at);
    }

    /// Checks a value of any type that may be a binding, a call or a literal.
    pub(super) fn check_dynamic_value(&mut self, value: &Payload, at: &Pointer, role: ValueRole) {
        let since_1_0 = self.is_1_0();
        let [(path, call), _] = self.names();
        match value.kind() {
            // In 1.0, null is a valid argument of a function.
            PayloadKind::Null if role == ValueRole::Value || !since_1_0 => {
                self.wrong_type(
                    value,
                    at,
                    "a string, number, boolean, array, binding or call",
                );
            }
            PayloadKind::Object => {}
            PayloadKind::Array if self.notation().has_marked_values() => {
                return self.check_in_literal(value, at);
            }
            _ => return,
        }
        if !value.is_object() {
            return;
        }
        // An argument may be any object, so only a well-formed call or binding counts as one.
        let is_lenient = role == ValueRole::Argument;
        let (is_call, is_binding) = match is_lenient {
            true => (has_text(value, call), has_text(value, path)),
            false => (has(value, call), has(value, path)),
        };
        let is_alone = value.members().count() == 1;
        let must_be_binding = since_1_0 && self.notation() == Notation::Plain && !is_lenient;
        // An object with members other than the path is a literal, unless a binding is required.
        if is_call {
            return self.call(value, at, Some(Returns::Any));
        }
        if is_binding && (is_alone || must_be_binding) {
            return self.check_binding(value, at, path);
        }
        // Before 1.0, the schema of a dynamic value allows no other objects.
        if !since_1_0 && !is_lenient {
            let expected = "a string, number, boolean, array, `{\"path\"}` or `{\"call\"}`";
            self.wrong_type(value, at, expected);
        }
        if self.notation().has_marked_values() {
            self.check_literal_object(value, at);
        }
    }

    /// Checks a literal array or object for bindings and calls. These are recognizable only in notations that mark them.
    fn check_in_literal(&mut self, value: &Payload, at: &Pointer) {
        match value.kind() {
            PayloadKind::Array => {
                let elements = value.elements().enumerate();
                elements.for_each(|(index, element)| {
                    self.check_in_literal(&element, &at.element(index))
                });
            }
            PayloadKind::Object if has(value, "@call") => self.call(value, at, Some(Returns::Any)),
            PayloadKind::Object if has(value, "@path") => self.check_binding(value, at, "@path"),
            PayloadKind::Object => self.check_literal_object(value, at),
            _ => {}
        }
    }

    /// Checks the calls in a value that no catalog checks. Calls are recognizable only in notations that mark them.
    pub(super) fn check_calls_in(&mut self, value: &Payload, at: &Pointer) {
        if !self.notation().has_marked_values() {
            return;
        }
        match value.kind() {
            PayloadKind::Array => {
                let elements = value.elements().enumerate();
                elements
                    .for_each(|(index, element)| self.check_calls_in(&element, &at.element(index)));
            }
            PayloadKind::Object if is_call(value) => self.call(value, at, None),
            PayloadKind::Object => {
                value
                    .members()
                    .for_each(|(name, value)| self.check_calls_in(&value, &at.member(&name)));
            }
            _ => {}
        }
    }

    /// Checks the reserved names in a value without findings, because the catalog may have skipped the value.
    pub(super) fn check_reserved_names_in(&mut self, value: &Payload, at: &Pointer) {
        if !self.notation().has_marked_values() {
            return;
        }
        match value.kind() {
            PayloadKind::Array => {
                let elements = value.elements().enumerate();
                elements.for_each(|(index, element)| {
                    self.check_reserved_names_in(&element, &at.element(index))
                });
            }
            // Calls and bindings were checked with their members before.
            PayloadKind::Object if is_call(value) || is_binding(value) => {}
            PayloadKind::Object => {
                for (name, inner) in value.members() {
                    self.check_reserved_names_in(&inner, &at.member(&name));
                    self.check_name(&name, at);
                }
            }
            _ => {}
        }
    }

    /// Checks the member names of a literal object. A name with one leading `@` is reserved. Two leading `@` are the
    /// escape for one.
    fn check_literal_object(&mut self, value: &Payload, at: &Pointer) {
        for (name, inner) in value.members() {
            self.check_in_literal(&inner, &at.member(&name));
            self.check_name(&name, at);
        }
    }

    fn check_name(&mut self, name: &str, at: &Pointer) {
        if name.starts_with('@') && !name.starts_with("@@") {
            let message = format!("the name `{name}` is reserved, because it begins with `@`");
            let finding = Finding::error("reserved-key", at.member(name), message);
            self.report(finding.hint(format_args!(
                "write `@{name}` for a literal member `{name}`"
            )));
        }
    }
}

fn has_text(value: &Payload, name: &str) -> bool {
    match value.member(name) {
        Some(member) => member.kind() == PayloadKind::String,
        None => false,
    }
}

fn is_call(value: &Payload) -> bool {
    has(value, "@call")
        && value
            .members()
            .all(|(name, _)| matches!(&*name, "@call" | "catalogId" | "args"))
}

fn is_binding(value: &Payload) -> bool {
    has(value, "@path") && value.members().count() == 1
}
