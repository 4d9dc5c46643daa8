//! Checks of values in properties and arguments.

use super::{
    AnyComponent, Catalog, ObjectMembers, Returns, addresses,
    catalogs::{KnownCatalogs, ResolvedCatalog},
    values::older_key,
};
use crate::{Notation, Version, data_model};
use std::fmt;
use wire::{DecodeRule, Finding, Fix, Payload, PayloadKind, Pointer, WireType, spelling};

/// The state of checking one component or call: the catalogs that apply, and the findings.
///
/// Rules: `unknown-component`, `unknown-function`, `unknown-member`, `unknown-word`, `missing-member`, `null-member`,
/// `duplicate-member`, `wrong-type`, `child-list`, `exactly-one`, `min-items`, `integer`, `uri`, `date-time`, `data-path`,
/// `return-type`, `call-depth`, `format-string`, `template-as-text`, `not-callable`, `unsafe-address`, and in 1.0 `notation`,
/// `reserved-key`, `missing-catalog` and `catalog-version`.
pub struct Checker<'a> {
    pub(super) known: KnownCatalogs<'a>,
    /// The number of calls that enclose the current value.
    pub(super) calls: usize,
    /// `true` if the agent makes the outermost call, `false` if the renderer does.
    pub(super) is_of_agent: bool,
    pub(super) found: &'a mut Vec<Finding>,
}

impl fmt::Debug for Checker<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Checker")
            .field("calls", &self.calls)
            .field("found", &self.found)
            .finish_non_exhaustive()
    }
}

/// The kinds of values that are allowed as literals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ValueRole {
    /// A value of the data model. Up to 0.10, objects are not allowed.
    Value,
    /// An argument of a function, which may be an object.
    Argument,
}

/// Checks a component at the pointer `at`.
pub(super) fn check_component(
    known: KnownCatalogs<'_>,
    component: &impl AnyComponent,
    at: &Pointer,
    found: &mut Vec<Finding>,
) {
    let Some(name) = component.type_name() else { return };
    let mut checker = Checker { known, calls: 0, is_of_agent: false, found };
    let properties = component.properties(checker.notation());
    let catalog = match known.named_by(component) {
        Some((key, id)) => {
            let catalog = checker.named_catalog(&id, &at.member(key));
            if key == "catalogId" && checker.notation().has_marked_keys() && catalog.is_none() {
                // If the named catalog is known, it reports the old key itself.
                checker.report(older_key(key, at));
            }
            catalog
        }
        None => match known.surface {
            ResolvedCatalog::Known(catalog) => Some(catalog),
            // A missing catalog is reported for the component, and the calls in it cannot be checked.
            ResolvedCatalog::Foreign | ResolvedCatalog::Unknown | ResolvedCatalog::Unnamed => None,
        },
    };
    let Some(catalog) = catalog else { return checker.calls_in(&properties, &component.properties_at(at)) };
    if !catalog.check_component(name, &properties, &component.properties_at(at), &mut checker) {
        let message = format!("unknown component type `{name}`: the catalog does not define it");
        let finding = Finding::error("unknown-component", at.member("component"), message);
        return checker.report(match closest(name, &catalog.component_names()) {
            // In 0.8, the type is the name of a member.
            Some(like) if checker.version() == Version::V0_8 => {
                finding.hint(format_args!("did you mean `{like}`?"))
            }
            Some(like) => finding.hint(format_args!("did you mean `{like}`?")).fix(Fix::string(like)),
            None => finding.hint("use a type of the catalog, or name the catalog that defines it"),
        });
    }
    addresses::of_component(name, &properties, &component.properties_at(at), &mut checker);
}

impl<'a> Checker<'a> {
    /// Creates a checker for one catalog that adds to `found`.
    pub fn new(catalog: &'a dyn Catalog, found: &'a mut Vec<Finding>) -> Self {
        Self { known: KnownCatalogs::alone(catalog), calls: 0, is_of_agent: false, found }
    }

    /// Returns the A2UI version of the message. For a checker of one catalog, it is the version of the catalog.
    pub fn version(&self) -> Version {
        self.known.version
    }

    /// Returns the notation of bindings and calls.
    pub fn notation(&self) -> Notation {
        match self.version() {
            Version::V0_8 => Notation::Bound,
            _ if self.is_1_0() => self.known.notation,
            _ => Notation::Plain,
        }
    }

    /// Returns `true` for 1.0, except the 1.0 of June 2026, which is 0.10 under another name.
    pub(crate) fn is_1_0(&self) -> bool {
        self.version() == Version::V1_0
    }

    pub(super) fn is_0_10(&self) -> bool {
        matches!(self.version(), Version::V0_10 | Version::V1_0June)
    }

    /// Adds a finding to the result.
    pub fn report(&mut self, finding: Finding) {
        self.found.push(finding);
    }

    /// Returns the number of findings so far.
    pub(crate) fn count(&self) -> usize {
        self.found.len()
    }

    /// Reports the first error of reading a value as the type `T`.
    ///
    /// This is enough for properties with plain data. Values that may be bound or computed need
    /// [`CatalogValue::check`](super::CatalogValue::check), which knows the functions of the catalog.
    pub fn check_decodes<T: WireType>(&mut self, value: &Payload, at: &Pointer) {
        let Err(error) = value.decode::<T>() else { return };
        let rule = match error.rule {
            DecodeRule::Missing => "missing-member",
            DecodeRule::Duplicate => "duplicate-member",
            DecodeRule::Key => "exactly-one",
            DecodeRule::Value => "unknown-word",
            _ => "wrong-type",
        };
        let finding = Finding::error(rule, at.join(&error.pointer), error.message);
        self.report(finding.hint(error.hint));
    }

    pub(crate) fn wrong_type(&mut self, value: &Payload, at: &Pointer, expected: impl fmt::Display) {
        let (name, found) = (at.segments().last().unwrap_or_default(), value.kind());
        let message = match name.bytes().all(|byte| byte.is_ascii_digit()) {
            true => format!("expected {expected}, found {found}"),
            false => format!("`{name}` must be {expected}, not {found}"),
        };
        self.report(Finding::error("wrong-type", at.clone(), message).hint(format_args!("write {expected}")));
    }

    /// Returns the names of the path and call members in the current notation, then in the other notation.
    pub(super) fn names(&self) -> [(&'static str, &'static str); 2] {
        let (plain, at) = (("path", "call"), ("@path", "@call"));
        if self.notation().has_marked_values() { [at, plain] } else { [plain, at] }
    }

    /// Checks a value that may be bound, computed or a literal.
    pub(crate) fn dynamic(
        &mut self,
        value: &Payload,
        at: &Pointer,
        expected: Returns,
        literal: impl FnOnce(&Payload, &Pointer, &mut Self),
    ) {
        if !value.is_object() {
            #[cfg(feature = "surface")]
            if expected == Returns::String && self.calls == 0 {
                self.template_as_text(value, at);
            }
            return literal(value, at, self);
        }
        let [(path, call), (other_path, other_call)] = self.names();
        if has(value, call) {
            return self.call(value, at, Some(expected));
        }
        if !has(value, path) && self.is_1_0() {
            let other = [other_path, other_call].into_iter().find(|name| has(value, name));
            if let Some(name) = other {
                return self.other_notation(name, at);
            }
        }
        self.binding(value, at, path);
    }

    /// Reports a literal text with expressions, which only `formatString` replaces.
    #[cfg(feature = "surface")]
    fn template_as_text(&mut self, value: &Payload, at: &Pointer) {
        let Some(text) = value.as_str() else { return };
        if !crate::expression::format_string::is_template(&text) {
            return;
        }
        let [(_, call), _] = self.names();
        let message = "the expression is shown as literal text: only `formatString` replaces `${…}`";
        let fixed = format!(r#"{{"{call}":"formatString","args":{{"value":{value}}}}}"#);
        let finding = Finding::warning("template-as-text", at.clone(), message);
        self.report(finding.hint(format_args!("write `{fixed}`")).fix(Fix::Replace(fixed)));
    }

    /// Checks a value that must be a binding.
    pub(crate) fn only_binding(&mut self, value: &Payload, at: &Pointer) {
        let [(path, _), (other, _)] = self.names();
        match !has(value, path) && has(value, other) && self.is_1_0() {
            true => self.other_notation(other, at),
            false => self.binding(value, at, path),
        }
    }

    fn other_notation(&mut self, name: &str, at: &Pointer) {
        let [(path, call), _] = self.names();
        let message = format!("`{name}` is not used in this notation of A2UI 1.0");
        let finding = Finding::error("notation", at.member(name), message);
        self.report(finding.hint(format_args!("write `{path}` for bindings and `{call}` for calls")));
    }

    fn binding(&mut self, value: &Payload, at: &Pointer, path: &'static str) {
        let Some(mut members) = ObjectMembers::of(value, at, "DataBinding", self) else { return };
        members.member::<String>(path, true, &[&data_path], self);
        members.close(self);
    }

    /// Checks a value of any type that may be bound, computed or a literal.
    pub(crate) fn dynamic_value(&mut self, value: &Payload, at: &Pointer, role: ValueRole) {
        let since_1_0 = self.is_1_0();
        let [(path, call), _] = self.names();
        match value.kind() {
            PayloadKind::Null if role == ValueRole::Value || !since_1_0 => {
                self.wrong_type(value, at, "a string, number, boolean, array, binding or call");
            }
            PayloadKind::Object => {}
            PayloadKind::Array if self.notation().has_marked_values() => return self.in_literal(value, at),
            _ => return,
        }
        if !value.is_object() {
            return;
        }
        // An argument may be any object; it is a call or a binding only if it is well-formed.
        let is_lenient = role == ValueRole::Argument;
        let is = |name: &str| {
            let member = value.members().find(|member| member.0 == name);
            member.is_some_and(|(_, value)| !is_lenient || value.kind() == PayloadKind::String)
        };
        let is_alone = value.members().count() == 1;
        let must_be_binding = since_1_0 && self.notation() == Notation::Plain && !is_lenient;
        if is(call) {
            return self.call(value, at, Some(Returns::Any));
        }
        if is(path) && (is_alone || must_be_binding) {
            return self.binding(value, at, path);
        }
        if !since_1_0 && !is_lenient {
            let expected = "a string, number, boolean, array, `{\"path\"}` or `{\"call\"}`";
            self.wrong_type(value, at, expected);
        }
        if self.notation().has_marked_values() {
            self.literal(value, at);
        }
    }

    /// Checks a literal array or object, which may contain bindings and calls. They can only be recognized in notations that
    /// mark them.
    fn in_literal(&mut self, value: &Payload, at: &Pointer) {
        match value.kind() {
            PayloadKind::Array => {
                let elements = value.elements().enumerate();
                elements.for_each(|(index, element)| self.in_literal(&element, &at.element(index)));
            }
            PayloadKind::Object if has(value, "@call") => self.call(value, at, Some(Returns::Any)),
            PayloadKind::Object if has(value, "@path") => self.binding(value, at, "@path"),
            PayloadKind::Object => self.literal(value, at),
            _ => {}
        }
    }

    /// Checks the calls in a value that no catalog checks. They can only be recognized in notations that mark them.
    pub(super) fn calls_in(&mut self, value: &Payload, at: &Pointer) {
        if !self.notation().has_marked_values() {
            return;
        }
        match value.kind() {
            PayloadKind::Array => {
                let elements = value.elements().enumerate();
                elements.for_each(|(index, element)| self.calls_in(&element, &at.element(index)));
            }
            PayloadKind::Object if is_call(value) => self.call(value, at, None),
            PayloadKind::Object => {
                value.members().for_each(|(name, value)| self.calls_in(&value, &at.member(&name)));
            }
            _ => {}
        }
    }

    /// Checks the reserved names in a value for which the catalog reported nothing, because it may not have looked at it.
    pub(super) fn reserved_in(&mut self, value: &Payload, at: &Pointer) {
        if !self.notation().has_marked_values() {
            return;
        }
        match value.kind() {
            PayloadKind::Array => {
                let elements = value.elements().enumerate();
                elements.for_each(|(index, element)| self.reserved_in(&element, &at.element(index)));
            }
            // Calls and bindings were already checked with their members.
            PayloadKind::Object if is_call(value) || is_binding(value) => {}
            PayloadKind::Object => {
                for (name, inner) in value.members() {
                    self.reserved_in(&inner, &at.member(&name));
                    self.name(&name, at);
                }
            }
            _ => {}
        }
    }

    /// Checks the names of a literal object. A name with one leading `@` is reserved; two stand for a literal one.
    fn literal(&mut self, value: &Payload, at: &Pointer) {
        for (name, inner) in value.members() {
            self.in_literal(&inner, &at.member(&name));
            self.name(&name, at);
        }
    }

    fn name(&mut self, name: &str, at: &Pointer) {
        if name.starts_with('@') && !name.starts_with("@@") {
            let message = format!("the name `{name}` is reserved, because it begins with `@`");
            let finding = Finding::error("reserved-key", at.member(name), message);
            self.report(finding.hint(format_args!("write `@{name}` for a literal member `{name}`")));
        }
    }
}

/// Returns the name in a catalog that is most similar to an unknown name.
pub(super) fn closest<'n>(name: &str, names: &[&'n str]) -> Option<&'n str> {
    const MAX_NAMES: usize = 1_000;
    spelling::closest(name, names.iter().copied().take(MAX_NAMES))
}

pub(super) fn has(value: &Payload, name: &str) -> bool {
    value.members().any(|member| member.0 == name)
}

fn is_call(value: &Payload) -> bool {
    has(value, "@call") && value.members().all(|(name, _)| matches!(&*name, "@call" | "catalogId" | "args"))
}

fn is_binding(value: &Payload) -> bool {
    has(value, "@path") && value.members().count() == 1
}

/// Checks that a string is a path of the data model.
pub(crate) fn data_path(value: &Payload, at: &Pointer, checker: &mut Checker<'_>) {
    let Some(path) = value.as_str() else { return };
    if let Err(error) = data_model::segments(&path) {
        checker.report(Finding::error("data-path", at.clone(), &error).hint(error.hint()));
    }
}
