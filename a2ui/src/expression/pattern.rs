//! The function `regex`, which evaluates JavaScript patterns in linear time.

use super::{EvaluationError, FunctionContext};

/// Returns `true` if the pattern of the call matches part of the call's value.
#[cfg(not(feature = "regex"))]
pub(super) fn is_found(call: &FunctionContext<'_, '_>) -> Result<bool, EvaluationError> {
    let message = "this build does not support regular expressions: enable the feature `regex`";
    Err(EvaluationError::new(
        "regex-feature",
        call.at().clone(),
        message,
    ))
}

#[cfg(feature = "regex")]
pub(super) use with_regex::is_found;

#[cfg(feature = "regex")]
mod with_regex {
    use super::{EvaluationError, FunctionContext};
    use crate::{
        ecma_pattern::{self, CharacterSet, Part},
        limits::{COMPILED_PATTERN, PATTERN_BYTES, PATTERN_TEXT},
    };
    use regex::RegexBuilder;

    /// Returns `true` if the pattern of the call matches part of the call's value.
    pub(in super::super) fn is_found(
        call: &mut FunctionContext<'_, '_>,
    ) -> Result<bool, EvaluationError> {
        let (text, pattern) = (call.text("value")?, call.text("pattern")?);
        let at = call.argument_at("pattern");
        if pattern.len() > PATTERN_BYTES || text.len() > PATTERN_TEXT {
            let message = format!(
                "the pattern may have at most {PATTERN_BYTES} bytes, and the text at most {PATTERN_TEXT}"
            );
            return Err(EvaluationError::new("limit", at, message));
        }
        let Some(part) = ecma_pattern::parse(&pattern) else {
            return Err(invalid_pattern(at));
        };
        let translated = match translate(&part, &pattern) {
            Ok(translated) => translated,
            Err(what) => {
                let message =
                    format!("{what} is not supported, because it cannot be matched in linear time");
                return Err(EvaluationError::new("pattern-unsupported", at, message));
            }
        };
        // Compiling costs about as much as copying this much text.
        call.evaluation().produce(PATTERN_BYTES + text.len(), &at)?;
        match RegexBuilder::new(&translated)
            .size_limit(COMPILED_PATTERN)
            .dfa_size_limit(COMPILED_PATTERN)
            .build()
        {
            Ok(regex) => Ok(regex.is_match(&text)),
            Err(regex::Error::CompiledTooBig(_)) => {
                let message =
                    format!("the compiled pattern needs more than {COMPILED_PATTERN} bytes");
                Err(EvaluationError::new("limit", at, message))
            }
            Err(_) => Err(invalid_pattern(at)),
        }
    }

    fn invalid_pattern(at: wire::Pointer) -> EvaluationError {
        EvaluationError::new(
            "pattern",
            at,
            "the pattern is not a valid regular expression",
        )
    }

    /// Translates a pattern to the syntax of the crate `regex`. The error is the name of a feature that the crate lacks.
    fn translate(part: &Part, pattern: &str) -> Result<String, &'static str> {
        // Without a flag, JavaScript reads these escapes as letters, which is not the author's intention.
        let mut letters = pattern.chars();
        while let Some(letter) = letters.next() {
            match (letter, letters.as_str().chars().next()) {
                ('\\', Some('p' | 'P')) => {
                    return Err(r"`\p`, which means nothing in JavaScript without a flag,");
                }
                ('\\', Some('c')) => return Err(r"`\c`"),
                ('\\', _) => drop(letters.next()),
                _ => {}
            }
        }
        let mut translated = String::new();
        write(part, &mut translated)?;
        Ok(translated)
    }

    // The parser limits the depth of groups, so the recursion is bounded.
    fn write(part: &Part, to: &mut String) -> Result<(), &'static str> {
        match part {
            Part::Start => to.push('^'),
            Part::End => to.push('$'),
            Part::WordBoundary => to.push_str(r"(?-u:\b)"),
            Part::NoWordBoundary => return Err(r"`\B`"),
            Part::BackReference => return Err("a back reference"),
            Part::Look(_) => return Err("look-around"),
            Part::One(set) => write_set(set, to)?,
            Part::Sequence(parts) => {
                for part in parts {
                    write(part, to)?;
                }
            }
            Part::Alternatives(parts) => {
                to.push_str("(?:");
                for (index, part) in parts.iter().enumerate() {
                    to.push_str(if index > 0 { "|" } else { "" });
                    write(part, to)?;
                }
                to.push(')');
            }
            Part::Repeated { part, min, max } => {
                to.push_str("(?:");
                write(part, to)?;
                let max = max.map(|max| max.to_string()).unwrap_or_default();
                to.push_str(&format!("){{{min},{max}}}"));
            }
        }
        Ok(())
    }

    /// The range of the surrogates, with which JavaScript represents characters beyond U+FFFF. A UTF-8 text contains
    /// none.
    const SURROGATES: (u32, u32) = (0xD800, 0xDFFF);

    fn is_surrogate(code: u32) -> bool {
        (SURROGATES.0..=SURROGATES.1).contains(&code)
    }

    fn write_set(set: &CharacterSet, to: &mut String) -> Result<(), &'static str> {
        let mut class = String::new();
        for &(first, last) in set.ranges() {
            // A range that contains all surrogates matches characters beyond U+FFFF, too.
            if is_surrogate(first) || is_surrogate(last) {
                return Err("half of a surrogate pair");
            }
            if last < SURROGATES.0 || first > SURROGATES.1 {
                class.push_str(&format!(r"\x{{{first:X}}}-\x{{{last:X}}}"));
            } else {
                let (before, after) = (SURROGATES.0 - 1, SURROGATES.1 + 1);
                class.push_str(&format!(
                    r"\x{{{first:X}}}-\x{{{before:X}}}\x{{{after:X}}}-\x{{{last:X}}}"
                ));
            }
        }
        match class.is_empty() {
            true => to.push_str(r"[^\s\S]"),
            false => to.push_str(&format!("[{class}]")),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #[cfg(feature = "regex")]
    mod evaluated {
        use crate::{
            Version,
            data_model::DataModel,
            expression::{Evaluation, Host},
        };
        use proptest::prelude::*;
        use wire::{Payload, Pointer};

        fn regex(value: &str, pattern: &str) -> Result<bool, &'static str> {
            let call = format!(
                r#"{{"call":"regex","args":{{"value":{},"pattern":{}}}}}"#,
                Payload::string(value),
                Payload::string(pattern)
            );
            let model = DataModel::new();
            let mut evaluation = Evaluation::new(Version::V0_9, &model).host(&Host::new());
            evaluation
                .boolean(&Payload::parse(call).unwrap(), &Pointer::root())
                .map_err(|error| error.rule)
        }

        #[test]
        fn patterns_match_as_in_javascript() {
            for (value, pattern, found) in [
                ("12345-6789", r"^\d{5}(-\d{4})?$", true),
                ("a12345b", r"\d{5}", true),
                ("٣", r"\d", false),
                ("é", r"\w", false),
                ("a\rb", "a.b", false),
                ("a-b", "[\\w-]+$", true),
                ("[", "[[]", true),
                ("\\", "^[[-a]$", true),
                ("a-b.c", r"^[\w-.]+$", true),
                ("a\n", "^a$", false),
                ("\u{feff}", r"^\s$", true),
                ("ab", r"a\bb", false),
                ("", "^$", true),
                ("{x}", "{x}", true),
                ("a{,2}b]", "a{,2}b]", true),
                ("x@b.test", r"[\w.%+-]+@[a-z&&b[]", true),
                ("/-eAé", r"\/\-\e\x41\u00e9", true),
                ("uu", r"^\u{2}$", true),
                ("abb", "^(?:a)(?<n>b){2,3}$", true),
                ("a", "[]", false),
                ("\u{1F600}", "^[^a]$", true),
            ] {
                assert_eq!(regex(value, pattern), Ok(found), "{value:?} {pattern:?}");
            }
        }

        #[test]
        fn unsupported_pattern_features_have_their_own_error() {
            for pattern in [
                "(?=a)",
                "(?!a)",
                "(?<=a)",
                "(?<!a)",
                r"(a)\1",
                r"(?<n>a)\k<n>",
                r"a\B",
                r"\p{L}",
                r"\cA",
                r"\ud83d",
                r"[^\ud83d]",
                r"[\ud800-\udbff]",
            ] {
                assert_eq!(regex("a", pattern), Err("pattern-unsupported"), "{pattern}");
            }
            assert_eq!(regex("a", "(?i)a"), Err("pattern"));
        }

        #[test]
        fn every_pattern_is_evaluated_quickly_or_refused() {
            assert_eq!(regex(&"a".repeat(50_000), "^(a+)+b$"), Ok(false));
            assert_eq!(regex(&"a".repeat(70_000), "a"), Err("limit"));
            assert_eq!(regex("a", &"a".repeat(1001)), Err("limit"));
            assert_eq!(regex("a", "((a{1000}){1000}){1000}"), Err("limit"));
            let deep = format!("{}a|b{}", "(".repeat(50), ")*c".repeat(50));
            assert_eq!(regex(&"c".repeat(50), &deep), Ok(true));
            assert_eq!(regex("a", "[a"), Err("pattern"));
            assert_eq!(regex("a", "(a"), Err("pattern"));
            assert_eq!(regex("a", "a\\"), Err("pattern"));
            for pattern in ["^+", "a$?", r"\b*", "{1}a"] {
                assert_eq!(regex("a", pattern), Err("pattern"), "{pattern}");
            }
            assert_eq!(regex("k<", r"\k<"), Ok(true));
            assert_eq!(regex("a", "(?=a)a"), Err("pattern-unsupported"));
        }

        proptest! {
            #[test]
            fn evaluating_any_pattern_never_panics(pattern in r"[-\[\](){}|^$.*+?\\dwsbBukx0-9a-f,:=!<>&~é]{0,16}", value in "[a-f0-9é\n -]{0,16}") {
                let _ = regex(&value, &pattern);
            }
        }
    }

    #[cfg(not(feature = "regex"))]
    #[test]
    fn without_the_feature_patterns_are_errors() {
        use crate::{Version, data_model::DataModel, expression::Evaluation};
        use wire::{Payload, Pointer};
        let call =
            Payload::parse(r#"{"call":"regex","args":{"value":"a","pattern":"a"}}"#).unwrap();
        let model = DataModel::new();
        let error = Evaluation::new(Version::V0_9, &model)
            .value(&call, &Pointer::root())
            .unwrap_err();
        assert_eq!(error.rule, "regex-feature");
    }
}
