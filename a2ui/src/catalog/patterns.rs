//! Checks of the regular expressions in calls and components. Clients match them by backtracking.

mod ambiguity;

use super::Checker;
use crate::ecma_pattern;
use wire::{Finding, Payload, Pointer};

/// The function that matches a pattern, and the argument with the pattern.
const SEARCHES: (&str, &str) = ("regex", "pattern");

/// The component that matches a pattern, and the property with the pattern.
const MATCHES: (&str, &str) = ("TextField", "validationRegexp");

/// Reports slow regular expressions in the properties of a component.
pub(super) fn check_component(
    name: &str,
    properties: &Payload,
    at: &Pointer,
    checker: &mut Checker<'_>,
) {
    check_pattern(MATCHES, name, properties, at, checker);
}

/// Reports slow regular expressions in the arguments of a function.
pub(super) fn check_call(name: &str, args: &Payload, at: &Pointer, checker: &mut Checker<'_>) {
    check_pattern(SEARCHES, name, args, at, checker);
}

/// Reports slow regular expressions in the calls of a component whose catalog is unknown. Clients evaluate `regex` on
/// surfaces of any catalog. If the notation marks calls, the check of calls reports these expressions instead.
pub(super) fn check_unmarked_calls(value: &Payload, at: &Pointer, checker: &mut Checker<'_>) {
    if checker.notation().has_marked_values() {
        return;
    }
    // The reader limits the nesting of messages, so the recursion is bounded.
    for (index, element) in value.elements().enumerate() {
        check_unmarked_calls(&element, &at.element(index), checker);
    }
    if let (Some(name), Some(args)) = (value.member("call"), value.member("args")) {
        check_call(
            &name.as_str().unwrap_or_default(),
            &args,
            &at.member("args"),
            checker,
        );
    }
    for (name, value) in value.members() {
        check_unmarked_calls(&value, &at.member(&name), checker);
    }
}

fn check_pattern(
    (owner, member): (&str, &str),
    name: &str,
    values: &Payload,
    at: &Pointer,
    checker: &mut Checker<'_>,
) {
    if name != owner {
        return;
    }
    let Some(pattern) = values.member(member) else {
        return;
    };
    // The client reads a bound pattern from the data model, so the value is unknown here.
    let Some(pattern) = pattern.as_str() else {
        return;
    };
    if !is_slow(&pattern) {
        return;
    }
    let message =
        format!("matching `{pattern}` can take exponential time in clients that backtrack");
    let finding = Finding::warning("slow-pattern", at.member(member), message);
    checker.report(finding.hint(
        "repeat a part only once, and let its alternatives start differently: `^a+$` instead of `^(a+)+$`",
    ));
}

/// Returns `true` if a backtracking matcher can need exponential time for the pattern. An invalid pattern is not slow,
/// because clients do not match it.
fn is_slow(pattern: &str) -> bool {
    ecma_pattern::parse(pattern)
        .is_some_and(|parts| ambiguity::is_exponential(&parts, pattern.len()))
}

#[cfg(test)]
mod tests {
    use super::is_slow;

    #[test]
    fn ambiguous_repetitions_make_a_pattern_slow() {
        for pattern in [
            "^(a+)+$",
            "(a|a)*b",
            "(a|aa)+$",
            "(.*)*x",
            r"(\d+)*$",
            "(a*)*",
            "(a*b*)*c",
            "(a?b?)*c",
            "((a?|b?)c)*d",
            "((a?)+b)*c",
            "(?:[a-z]|[m-p])*1",
            r"^(\w|\d)+$",
            r"^(\s|.)*!$",
            r"^\w+([.-]?\w+)*@\w+([.-]?\w+)*(\.\w{2,3})+$",
            r"^(\d{1,3})+$",
            "(a{2,}){2,}b",
            "^(.*a){12}$",
            "^(?=(a+)+b)a",
            "^(?<!(x+x+)+y)a",
            "(?<name>a+)+$",
            r"(\x61|a)*b",
            r"(\u0061|[^b])*b",
            "(a|b|ab)*c",
            "((ab)*|(abab)*)*c",
            "^([a-zA-Z]+ ?)*$",
        ] {
            assert!(is_slow(pattern), "{pattern}");
        }
    }

    #[test]
    fn unambiguous_repetitions_are_not_slow() {
        for pattern in [
            "",
            "a",
            r"^\d{3}-\d{4}$",
            r"^\d{5}(-\d{4})?$",
            "^[a-z]+(-[a-z]+)*$",
            r"^[^\s@]+@[^\s@]+\.[^\s@]+$",
            r"^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}$",
            r"^(\d{3}\.){3}\d{3}$",
            r"^(\d{10})+$",
            r"^([a-z0-9]{1,63}\.)+[a-z]{2,}$",
            "^(a|b)*$",
            "^(?:a|b|c)+d$",
            "^(ab|cd)*$",
            "^(?=.*[0-9])(?=.*[a-z]).{8,}$",
            r"^(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}$",
            r"^\+?[0-9 ()-]{7,20}$",
            "^#([0-9a-f]{3}|[0-9a-f]{6})$",
            r"^https?://\S+$",
            "a*a*a*b",
            "(a?)*",
            "(a+)?(b+)?",
            r"(\p{L}|x)*",
            "[]*",
            r"(a)\1+",
            "{x}*",
            "a{,2}",
        ] {
            assert!(!is_slow(pattern), "{pattern}");
        }
    }

    #[test]
    fn invalid_and_huge_patterns_are_analyzed_quickly() {
        for pattern in ["(", ")", "[a", "*", "a**", "a\\", "(?a)", "x{2,1}"] {
            assert!(!is_slow(pattern), "{pattern}");
        }
        let deep = "(".repeat(10_000) + &")*".repeat(10_000);
        assert!(!is_slow(&deep));
        assert!(!is_slow(&"{".repeat(1_000_000)));
        assert!(!is_slow("((((a{900}){900}){900}){900}){900}"));
        // The alternatives contain the same part twice.
        assert!(is_slow(&format!("({}|[a-z])*", ["0"; 5].join("|"))));
        for many in [
            ["[a-z]"; 500].join("|"),
            "a?".repeat(400),
            "(a|b".repeat(40) + &")*".repeat(40),
        ] {
            let large = format!("({many})*").repeat(20);
            let _ = is_slow(&large);
        }
    }
}
