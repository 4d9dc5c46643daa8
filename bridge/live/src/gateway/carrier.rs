//! The limits that the carriers of messages have on JSON values.

use wire::{Finding, Pointer, token};

/// The limits of a carrier on JSON values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CarrierLimits {
    /// `true` if all numbers are converted to doubles.
    pub doubles: bool,
    /// `true` if the order of the members of objects is lost.
    pub unordered: bool,
}

impl CarrierLimits {
    /// Returns findings about values that the carrier cannot preserve: the first number that does not fit into a
    /// double, and the first object with an order of members.
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
        number.into_iter().chain(order).collect()
    }
}

/// The maximum depth of the search. A2UI messages are never deeper.
const SEARCH_DEPTH: usize = 128;

#[derive(Default)]
struct Found {
    number: Option<(Pointer, String)>,
    order: Option<Pointer>,
}

impl Found {
    /// Searches a JSON text for the first loss of each kind. `at` is the place of the text in the message.
    fn search(&mut self, text: &str, at: &Pointer, limits: CarrierLimits, depth: usize) {
        let wants_number = limits.doubles && self.number.is_none();
        let wants_order = limits.unordered && self.order.is_none();
        if depth > SEARCH_DEPTH || !(wants_number || wants_order) {
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
}
