//! Values that a catalog can check.

use super::Checker;
use crate::{CatalogId, ComponentId, rules};
use wire::{Field, Finding, Fix, Number, Payload, PayloadKind, Pointer, spelling};

/// A type of value in properties or arguments. The check works on the JSON value, so that it reports all problems and not only
/// the first.
///
/// ```
/// use agent_ui_a2ui::{Notation, Version, catalog::{CatalogValue, Checker, basic}, v0_9::DynamicString};
/// use agent_ui_a2ui::wire::{Payload, Pointer};
///
/// let catalog = basic(Version::V0_9, Notation::Plain);
/// let mut findings = Vec::new();
/// let caption = Payload::parse(r#"{"call":"formatNumbr","args":{}}"#)?;
/// DynamicString::check(&caption, &Pointer::root(), &mut Checker::new(&catalog, &mut findings));
/// assert_eq!(findings[0].rule, "unknown-function");
/// # Ok::<(), agent_ui_a2ui::wire::DecodeError>(())
/// ```
pub trait CatalogValue {
    /// Reports the problems of `value` at the pointer `at`.
    fn check(value: &Payload, at: &Pointer, checker: &mut Checker<'_>);

    /// Adds the places at which such a value refers to components, as paths below `path` with `*` for every element of a list:
    /// `tabs/*/child`.
    fn references(_path: &str, _found: &mut Vec<String>) {}
}

macro_rules! values_of_kind {
    ($($Type:ty: $kind:ident $expected:literal),* $(,)?) => { $(
        impl CatalogValue for $Type {
            fn check(value: &Payload, at: &Pointer, checker: &mut Checker<'_>) {
                if value.kind() != PayloadKind::$kind {
                    checker.wrong_type(value, at, $expected);
                }
            }
        }
    )* };
}

values_of_kind! {
    String: String "a string",
    CatalogId: String "a string, the id of a catalog",
    Number: Number "a number",
    bool: Boolean "a boolean",
}

impl CatalogValue for ComponentId {
    fn check(value: &Payload, at: &Pointer, checker: &mut Checker<'_>) {
        if value.kind() != PayloadKind::String {
            checker.wrong_type(value, at, "a string, the id of a component");
        }
    }

    fn references(path: &str, found: &mut Vec<String>) {
        found.push(path.to_owned());
    }
}

/// Accepts any value without a check.
impl CatalogValue for Option<Payload> {
    fn check(_: &Payload, _: &Pointer, _: &mut Checker<'_>) {}
}

impl<T: CatalogValue> CatalogValue for Field<T> {
    fn check(value: &Payload, at: &Pointer, checker: &mut Checker<'_>) {
        if value.is_null() {
            return checker.report(rules::null_member(at.clone()));
        }
        T::check(value, at, checker);
    }

    fn references(path: &str, found: &mut Vec<String>) {
        T::references(path, found);
    }
}

impl<T: CatalogValue> CatalogValue for Vec<T> {
    fn check(value: &Payload, at: &Pointer, checker: &mut Checker<'_>) {
        if value.kind() != PayloadKind::Array {
            return checker.wrong_type(value, at, "an array");
        }
        for (index, element) in value.elements().enumerate() {
            T::check(&element, &at.element(index), checker);
        }
    }

    fn references(path: &str, found: &mut Vec<String>) {
        T::references(&format!("{path}/*"), found);
    }
}

/// Checks a word of a closed vocabulary.
pub(crate) fn check_word(value: &Payload, at: &Pointer, words: &[&str], checker: &mut Checker<'_>) {
    let Some(word) = value.as_str() else {
        return checker.wrong_type(value, at, "a string");
    };
    if words.contains(&&*word) {
        return;
    }
    let name = at.segments().last().unwrap_or_default().into_owned();
    let message = format!("`{word}` is not an allowed value of `{name}`");
    let finding = Finding::error("unknown-word", at.clone(), message);
    checker.report(match spelling::closest(&word, words.iter().copied()) {
        Some(like) => finding
            .hint(format_args!("did you mean `{like}`?"))
            .fix(Fix::string(like)),
        None => finding.hint(format_args!("write one of `{}`", words.join("`, `"))),
    });
}

/// Reports a check that contains its function call directly, as drafts of 0.9 showed it. Returns `true` for such a check.
fn reports_call_without_condition(
    value: &Payload,
    at: &Pointer,
    checker: &mut Checker<'_>,
) -> bool {
    let key = ["call", "@call"]
        .into_iter()
        .find(|key| value.member(key).is_some());
    let Some(key) = key.filter(|_| value.member("condition").is_none()) else {
        return false;
    };
    let name = value
        .member(key)
        .and_then(|name| name.as_str().map(|name| name.into_owned()));
    let name = name.unwrap_or_default();
    let message = "the function call of a check must be in `condition`";
    let finding = Finding::error("missing-member", at.member("condition"), message);
    checker.report(finding.hint(format_args!(
        "write `{{\"condition\":{{\"{key}\":\"{name}\",\"args\":…}},\"message\":…}}`"
    )));
    true
}

/// A table rule that checks a member which is present.
pub(crate) type MemberRule<'r> = &'r dyn Fn(&Payload, &Pointer, &mut Checker<'_>);

pub(crate) struct ObjectMembers<'a> {
    at: &'a Pointer,
    what: &'static str,
    members: Vec<(String, Payload)>,
}

impl<'a> ObjectMembers<'a> {
    /// Returns the members of an object, or reports that the value is not an object.
    pub(crate) fn of(
        value: &Payload,
        at: &'a Pointer,
        what: &'static str,
        checker: &mut Checker<'_>,
    ) -> Option<Self> {
        if !value.is_object() {
            checker.wrong_type(value, at, format_args!("an object ({what})"));
            return None;
        }
        if what == "CheckRule" && reports_call_without_condition(value, at, checker) {
            return None;
        }
        let mut members: Vec<(String, Payload)> = Vec::new();
        let mut seen = std::collections::BTreeSet::new();
        for (name, value) in value.members() {
            if seen.insert(name.clone().into_owned()) {
                members.push((name.into_owned(), value));
            } else {
                let message = format!("duplicate property `{name}`");
                let finding = Finding::error("duplicate-member", at.member(&name), message);
                checker.report(finding.hint("keep only one of them"));
            }
        }
        Some(Self { at, what, members })
    }

    fn take(&mut self, name: &str) -> Option<Payload> {
        let at = self.members.iter().position(|member| member.0 == name)?;
        Some(self.members.remove(at).1)
    }

    /// Takes a member under its current name. Keys that every component has had no `@` before; such a key is accepted with a
    /// finding.
    fn take_key<'n>(
        &mut self,
        name: &'n str,
        checker: &mut Checker<'_>,
    ) -> (&'n str, Option<Payload>) {
        let Some(plain) = name.strip_prefix('@').filter(|plain| is_plain_key(plain)) else {
            return (name, self.take(name));
        };
        if !checker.notation().has_marked_keys() {
            return (plain, self.take(plain));
        }
        if let Some(value) = self.take(name) {
            return (name, Some(value));
        }
        let value = self.take(plain);
        if value.is_some() {
            checker.report(older_key(plain, self.at));
        }
        (if value.is_some() { plain } else { name }, value)
    }

    /// Checks one member by its row in the table.
    pub(crate) fn member<T: CatalogValue>(
        &mut self,
        name: &str,
        required: bool,
        rules: &[MemberRule<'_>],
        checker: &mut Checker<'_>,
    ) {
        self.member_of(T::check, name, required, rules, checker);
    }

    fn member_of(
        &mut self,
        of_type: fn(&Payload, &Pointer, &mut Checker<'_>),
        name: &str,
        required: bool,
        rules: &[MemberRule<'_>],
        checker: &mut Checker<'_>,
    ) {
        let (name, value) = self.take_key(name, checker);
        let at = self.at.member(name);
        let Some(value) = value else {
            if required {
                let message = format!("`{}` is missing the required property `{name}`", self.what);
                checker.report(
                    Finding::error("missing-member", at, message)
                        .hint(format_args!("add `{name}`")),
                );
            }
            return;
        };
        let before = checker.count();
        of_type(&value, &at, checker);
        if checker.count() == before {
            rules.iter().for_each(|rule| rule(&value, &at, checker));
        }
    }

    /// Reports the members that are not in the table.
    pub(crate) fn close(self, checker: &mut Checker<'_>) {
        for (name, _) in self.members {
            if checker.notation().has_marked_keys() && matches!(&*name, "catalogId" | "metadata") {
                checker.report(older_key(&name, self.at));
                continue;
            }
            let message = format!("`{}` has no property `{name}`", self.what);
            let finding = Finding::error("unknown-member", self.at.member(&name), message);
            checker.report(
                finding.hint(
                    "remove it: other readers may reject or ignore it (this tool preserves it)",
                ),
            );
        }
    }
}

fn is_plain_key(name: &str) -> bool {
    crate::v1_0::KEYS.iter().any(|(_, plain)| *plain == name)
}

/// Reports a component key of the basic catalog under its name before October 2026. The catalog has no property of that name.
pub(super) fn older_key(name: &str, at: &Pointer) -> Finding {
    let message = format!("`{name}` is the name of this key before October 2026");
    Finding::warning("older-key", at.member(name), message).hint(format_args!("write `@{name}`"))
}
