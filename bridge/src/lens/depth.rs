//! The depth limit of targets, reported at the place in the source.

use super::rules::Rule;
use crate::Refusal;
use wire::{MAX_DEPTH, Payload, Pointer, token};

/// Returns `true` if a value nests so little that no message with this value exceeds the depth limit. Most values are
/// shallow.
pub(crate) fn is_shallow(value: Option<&Payload>) -> bool {
    value.is_none_or(|value| !token::can_exceed_depth(value.text(), MAX_DEPTH / 2 - 1))
}

/// Refuses a target that nests too deeply. The pointer locates the deep value in the source, if the value comes from there.
/// `source` is called only for a refusal. It returns null if there is no source, which makes the pointer the root.
pub(crate) fn refuse_too_deep(
    source: &dyn Fn() -> Payload,
    target: &Payload,
    limit: usize,
    rule: &Rule,
) -> Result<(), Refusal> {
    if !token::can_exceed_depth(target.text(), limit) {
        return Ok(());
    }
    let depth = target.depth();
    if depth <= limit {
        return Ok(());
    }
    // A wrapper around the message reduces the depth left for it.
    let source = source();
    let wrapped = depth.saturating_sub(source.depth());
    let too_deep = token::deeper_than(source.text(), limit.saturating_sub(wrapped));
    let pointer = Pointer::parse(rule.from)
        .unwrap_or_default()
        .join(&too_deep.unwrap_or_default());
    // A limit above `MAX_DEPTH` includes the list around a message, which the sentence need not mention.
    let message = format_args!("the result would nest deeper than {MAX_DEPTH} levels").to_string();
    Err(Refusal::limit(rule.id, pointer, message).hint("flatten the value at this place"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULE: Rule = Rule {
        id: "a-b/depth",
        from: "/data",
        to: "",
    };

    #[test]
    fn a_value_is_shallow_if_no_enclosing_message_can_be_too_deep() {
        let lists =
            |levels: usize| Payload::parse("[".repeat(levels) + &"]".repeat(levels)).unwrap();
        assert!(is_shallow(None) && is_shallow(Some(&lists(MAX_DEPTH / 2 - 1))));
        assert!(!is_shallow(Some(&lists(MAX_DEPTH / 2))));
    }

    #[test]
    fn a_value_that_is_too_deep_is_refused_at_its_pointer() {
        let parse = |text: &str| Payload::parse(text).unwrap();
        // Adjacent brackets, and brackets in strings, do not nest.
        for (target, limit, is_refused) in [
            ("[[]]", 2, false),
            ("[[]]", 1, true),
            (r#"{"a":[],"b":[],"c":"[[["}"#, 2, false),
            (r#"{"a":[],"b":[[]]}"#, 2, true),
        ] {
            assert_eq!(
                refuse_too_deep(&Payload::null, &parse(target), limit, &RULE).is_err(),
                is_refused,
                "{target} {limit}"
            );
        }
        let refused = refuse_too_deep(
            &|| parse(r#"{"x":[[1]]}"#),
            &parse(r#"{"w":{"x":[[1]]}}"#),
            3,
            &RULE,
        );
        assert_eq!(refused.unwrap_err().pointer().as_str(), "/data/x/0");
    }
}
