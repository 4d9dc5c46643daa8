//! The limits that the carriers of messages have on JSON values.

use wire::{Finding, Pointer, token};

/// The limits of a carrier on JSON values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CarrierLimits {
    /// `true` if all numbers are converted to doubles.
    pub doubles: bool,
    /// `true` if the order of the members of objects is lost.
    pub unordered: bool,
    /// `true` if members named `__proto__`, and `prototype` in `constructor`, are left out.
    pub prototypes: bool,
}

impl CarrierLimits {
    /// Returns findings about values that the carrier cannot preserve: the first number that does not fit into a
    /// double, the first object with an order of members, and the first member that clients refuse.
    pub(crate) fn findings(self, text: &str) -> Vec<Finding> {
        let mut found = Found::default();
        found.search(text, &Pointer::root(), self, 0);
        let number = found.number.map(|(at, number)| {
            let message = format!("clients receive the number {number} as the nearest double");
            Finding::warning("carrier/double", at, message).hint("send exact numbers as strings")
        });
        let order = found.order.map(|at| {
            let message = "clients receive the members of objects in another order";
            Finding::info("carrier/order", at, message).hint("do not rely on the order of members")
        });
        let prototype = found.prototype.map(|at| {
            let message = "clients do not receive this member, because they refuse its name";
            Finding::warning("carrier/prototype", at, message)
                .hint("use another name for the member")
        });
        number.into_iter().chain(order).chain(prototype).collect()
    }
}

/// The maximum depth of the search. A2UI messages are never deeper.
const SEARCH_DEPTH: usize = 128;

#[derive(Default)]
struct Found {
    number: Option<(Pointer, String)>,
    order: Option<Pointer>,
    prototype: Option<Pointer>,
}

impl Found {
    /// Searches a JSON text for the first loss of each kind. `at` is the place of the text in the message.
    fn search(&mut self, text: &str, at: &Pointer, limits: CarrierLimits, depth: usize) {
        let wants_number = limits.doubles && self.number.is_none();
        let wants_order = limits.unordered && self.order.is_none();
        let wants_prototype = limits.prototypes && self.prototype.is_none();
        if depth > SEARCH_DEPTH || !(wants_number || wants_order || wants_prototype) {
            return;
        }
        match text.as_bytes().first() {
            Some(b'{' | b'[') => {
                // The outer object precedes those inside it.
                if wants_order && has_two_members(text) {
                    self.order = Some(at.clone());
                }
                for (index, child) in token::children(text).enumerate() {
                    let below = match child.name {
                        Some(name) => at.member(&token::name(name)),
                        None => at.member(&index.to_string()),
                    };
                    if wants_prototype && self.prototype.is_none() && is_prototype(&child) {
                        self.prototype = Some(below.clone());
                    }
                    self.search(child.text, &below, limits, depth + 1);
                }
            }
            Some(b'-' | b'0'..=b'9') if wants_number && !is_double(text) => {
                self.number = Some((at.clone(), text.to_owned()));
            }
            _ => {}
        }
    }
}

/// Returns `true` if clients that protect the prototypes of JavaScript refuse this JSON text.
pub(crate) fn has_prototype_member(text: &str) -> bool {
    // The names may be escaped.
    if !["__proto__", "constructor", "\\u"]
        .iter()
        .any(|part| text.contains(part))
    {
        return false;
    }
    let limits = CarrierLimits {
        prototypes: true,
        ..CarrierLimits::default()
    };
    !limits.findings(text).is_empty()
}

/// Returns a JSON text without the members that clients that protect the prototypes of JavaScript refuse.
pub(crate) fn without_prototype_members(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    copy_without_prototypes(text, 0, &mut kept);
    kept
}

fn copy_without_prototypes(text: &str, depth: usize, to: &mut String) {
    let (open, close) = match text.as_bytes().first() {
        Some(b'{') => ('{', '}'),
        Some(b'[') => ('[', ']'),
        _ => return to.push_str(text),
    };
    if depth > SEARCH_DEPTH {
        return to.push_str(text);
    }
    to.push(open);
    let mut has_member = false;
    for child in token::children(text).filter(|child| !is_prototype(child)) {
        if std::mem::replace(&mut has_member, true) {
            to.push(',');
        }
        if let Some(name) = child.name {
            to.push_str(name);
            to.push(':');
        }
        copy_without_prototypes(child.text, depth + 1, to);
    }
    to.push(close);
}

/// Returns `true` for a member that could change the prototypes of JavaScript.
fn is_prototype(member: &token::Child<'_>) -> bool {
    match member.name.map(token::name).as_deref() {
        Some("__proto__") => true,
        Some("constructor") if member.text.starts_with('{') => token::children(member.text)
            .any(|inner| inner.name.map(token::name).as_deref() == Some("prototype")),
        _ => false,
    }
}

/// Returns `true` for an object whose members have an order, because there are at least two.
fn has_two_members(text: &str) -> bool {
    text.starts_with('{') && token::children(text).nth(1).is_some()
}

/// Returns `true` if a double represents this number exactly, apart from its notation.
fn is_double(text: &str) -> bool {
    let Ok(double) = text.parse::<f64>() else {
        return false;
    };
    // The shortest text of a double has at most 17 digits. Equal digits mean that nothing was rounded.
    double.is_finite() && digits(text) == digits(&format!("{double:e}"))
}

/// Returns the significant digits of a number without the exponent.
fn digits(text: &str) -> String {
    let mantissa = text.split(['e', 'E']).next().unwrap_or_default();
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    digits.trim_matches('0').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_a_double_cannot_represent_are_found() {
        for text in [
            "0",
            "-0",
            "1",
            "1.0",
            "1e3",
            "100",
            "0.1",
            "9007199254740992",
            "1.5e-300",
            "12345678901234567000",
        ] {
            assert!(is_double(text), "{text}");
        }
        for text in [
            "12345678901234567890",
            "9007199254740993",
            "0.1000000000000000055511151231257827",
            "1e999",
        ] {
            assert!(!is_double(text), "{text}");
        }
    }

    #[test]
    fn only_the_first_place_of_each_loss_is_found() {
        let limits = CarrierLimits {
            doubles: true,
            unordered: true,
            prototypes: false,
        };
        let found = limits.findings(r#"{"a":[1,9007199254740993],"b":{"c":1,"d":2}}"#);
        let places: Vec<_> = found
            .iter()
            .map(|found| (found.rule, found.pointer.as_str()))
            .collect();
        assert_eq!(places, [("carrier/double", "/a/1"), ("carrier/order", "")]);

        let found = limits.findings(r#"{"a":{"x":1,"y":2},"b":3}"#);
        let place = found.first().map(|found| found.pointer.as_str());
        assert_eq!(place, Some(""));
    }

    #[test]
    fn members_that_could_change_prototypes_are_found() {
        for text in [
            r#"{"a":[{"__proto__":1}]}"#,
            r#"{"\u005f_proto__":1}"#,
            r#"{"a":{"constructor":{"prototype":{}}}}"#,
        ] {
            assert!(has_prototype_member(text), "{text}");
        }
        for text in [
            r#"{"a":"__proto__"}"#,
            r#"{"constructor":1}"#,
            r#"{"constructor":{"x":{"prototype":1}}}"#,
            r#"{"prototype":{"constructor":1}}"#,
        ] {
            assert!(!has_prototype_member(text), "{text}");
        }
        let hostile =
            r#"{"a":[1.50,{"__proto__":1,"b":{"constructor":{"prototype":{}},"c":[]}}],"d":"x"}"#;
        let kept = without_prototype_members(hostile);
        assert_eq!(kept, r#"{"a":[1.50,{"b":{"c":[]}}],"d":"x"}"#);
        let limits = CarrierLimits {
            prototypes: true,
            ..CarrierLimits::default()
        };
        let found = limits.findings(r#"{"a":[{"__proto__":1}]}"#);
        let place = found.first().map(|found| found.pointer.as_str());
        assert_eq!(place, Some("/a/0/__proto__"));
    }
}
