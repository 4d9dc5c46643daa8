//! The function `regex`: JavaScript patterns in linear time.

use super::{EvaluationError, FunctionContext};

/// Returns `true` if the pattern of the call matches part of the text of its value.
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
    use crate::limits::{COMPILED_PATTERN, PATTERN_BYTES, PATTERN_TEXT};
    use regex::RegexBuilder;

    /// Returns `true` if the pattern of the call matches part of the text of its value.
    pub(in super::super) fn is_found(
        call: &mut FunctionContext<'_, '_>,
    ) -> Result<bool, EvaluationError> {
        let (text, pattern) = (call.text("value")?, call.text("pattern")?);
        let at = call.argument_at("pattern");
        let error = |rule, message: String| EvaluationError::new(rule, at.clone(), message);
        if pattern.len() > PATTERN_BYTES || text.len() > PATTERN_TEXT {
            let message = format!(
                "the pattern may have at most {PATTERN_BYTES} bytes, and the text at most {PATTERN_TEXT}"
            );
            return Err(error("limit", message));
        }
        let translated = super::PatternTranslation::translate(&pattern).map_err(|what| {
            error(
                "pattern-unsupported",
                format!("{what} is not supported, because it cannot be matched in linear time"),
            )
        })?;
        // Compiling costs about as much as copying this much text.
        call.evaluation().produce(PATTERN_BYTES + text.len(), &at)?;
        match RegexBuilder::new(&translated)
            .size_limit(COMPILED_PATTERN)
            .dfa_size_limit(COMPILED_PATTERN)
            .nest_limit(100)
            .build()
        {
            Ok(regex) => Ok(regex.is_match(&text)),
            Err(regex::Error::CompiledTooBig(_)) => Err(error(
                "limit",
                format!("the compiled pattern needs more than {COMPILED_PATTERN} bytes"),
            )),
            Err(_) => Err(error(
                "pattern",
                "the pattern is not a valid regular expression".to_owned(),
            )),
        }
    }
}

/// Translates a JavaScript pattern without flags to the syntax of the `regex` crate.
#[cfg(any(feature = "regex", test))]
struct PatternTranslation<'a> {
    rest: std::iter::Peekable<std::str::Chars<'a>>,
    done: String,
}

#[cfg(any(feature = "regex", test))]
impl PatternTranslation<'_> {
    /// Translates the pattern, or returns the name of a feature that cannot be translated.
    fn translate(pattern: &str) -> Result<String, String> {
        let mut translation = PatternTranslation {
            rest: pattern.chars().peekable(),
            done: String::new(),
        };
        while let Some(c) = translation.rest.next() {
            match c {
                '\\' => translation.escape(false)?,
                '[' => translation.class()?,
                '(' => translation.group()?,
                '{' => translation.brace(),
                '.' => translation.done.push_str(r"[^\n\r\u2028\u2029]"),
                ']' | '}' => translation.literal(c),
                other => translation.done.push(other),
            }
        }
        Ok(translation.done)
    }

    fn literal(&mut self, c: char) {
        if c.is_ascii_punctuation() && c != '<' && c != '>' {
            self.done.push('\\');
        }
        self.done.push(c);
    }

    /// Translates the escape after a backslash.
    fn escape(&mut self, in_class: bool) -> Result<(), String> {
        let Some(c) = self.rest.next() else {
            self.done.push('\\');
            return Ok(());
        };
        match c {
            'd' => self.done.push_str("[0-9]"),
            'D' => self.done.push_str("[^0-9]"),
            'w' => self.done.push_str("[0-9A-Za-z_]"),
            'W' => self.done.push_str("[^0-9A-Za-z_]"),
            's' => self.done.push_str(r"[\s\uFEFF]"),
            'S' => self.done.push_str(r"[^\s\uFEFF]"),
            'b' if in_class => self.done.push_str(r"\x08"),
            'b' => self.done.push_str(r"(?-u:\b)"),
            'B' if in_class => self.done.push('B'),
            'B' => return Err(r"`\B`".to_owned()),
            't' | 'n' | 'r' | 'v' | 'f' => self.done.extend(['\\', c]),
            'u' => self.code('u', 4)?,
            'x' => self.code('x', 2)?,
            '0' => self.done.push_str(r"\x00"),
            '1'..='9' | 'k' if !in_class => return Err("a back reference".to_owned()),
            'p' | 'P' => {
                return Err(r"`\p`, which means nothing in JavaScript without a flag,".to_owned());
            }
            'c' => return Err(r"`\c`".to_owned()),
            other => self.literal(other),
        }
        Ok(())
    }

    /// Translates a character code with `count` hexadecimal digits.
    fn code(&mut self, letter: char, count: usize) -> Result<(), String> {
        let digits: String = self.rest.clone().take(count).collect();
        if digits.len() != count || !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
            self.done.push(letter);
            return Ok(());
        }
        self.rest.nth(count - 1);
        let code = u32::from_str_radix(&digits, 16).unwrap_or_default();
        match char::from_u32(code) {
            Some(_) => self.done.push_str(&format!(r"\u{digits:0>4}")),
            None => return Err("half of a surrogate pair".to_owned()),
        }
        Ok(())
    }

    /// Translates a class from `[` to `]`. In JavaScript, only `\`, `]`, a leading `^` and `-` are special in a class.
    fn class(&mut self) -> Result<(), String> {
        let negated = self.rest.next_if_eq(&'^').is_some();
        if self.rest.next_if_eq(&']').is_some() {
            // `[]` matches nothing, and `[^]` matches everything.
            self.done
                .push_str(if negated { r"[\s\S]" } else { r"[^\s\S]" });
            return Ok(());
        }
        self.done.push_str(if negated { "[^" } else { "[" });
        let mut first = true;
        while let Some(c) = self.rest.next() {
            match c {
                ']' => {
                    self.done.push(']');
                    return Ok(());
                }
                '\\' => self.escape(true)?,
                '-' if first || self.rest.peek() == Some(&']') => self.literal('-'),
                '-' => self.done.push('-'),
                other => self.literal(other),
            }
            first = false;
        }
        Ok(())
    }

    /// Translates the start of a group, after `(`.
    fn group(&mut self) -> Result<(), String> {
        self.done.push('(');
        if self.rest.next_if_eq(&'?').is_none() {
            return Ok(());
        }
        let mut ahead = self.rest.clone();
        match (ahead.next(), ahead.next()) {
            (Some('='), _) | (Some('!'), _) | (Some('<'), Some('=' | '!')) => {
                return Err("look-around".to_owned());
            }
            (Some(':'), _) | (Some('<'), _) => self.done.push('?'),
            _ => return Err("this kind of group".to_owned()),
        }
        Ok(())
    }

    /// Translates a `{`, which starts a quantifier or is a literal brace.
    fn brace(&mut self) {
        let inside: String = self.rest.clone().take_while(|c| *c != '}').collect();
        let (min, max) = inside.split_once(',').unwrap_or((&inside, ""));
        let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
        let closed = self.rest.clone().nth(inside.chars().count()) == Some('}');
        if min.is_empty() || !digits(min) || !digits(max) || !closed {
            return self.literal('{');
        }
        self.done.push('{');
        self.done.push_str(&inside);
        self.done.push('}');
        self.rest.nth(inside.chars().count());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pattern_differences_between_javascript_and_rust_are_translated() {
        for (pattern, translated) in [
            (r"^\d{5}(-\d{4})?$", "^[0-9]{5}(-[0-9]{4})?$"),
            (
                r"[\w.%+-]+@[a-z&&b[]",
                r"[[0-9A-Za-z_]\.\%\+\-]+@[a-z\&\&b\[]",
            ),
            (r"a.b", r"a[^\n\r\u2028\u2029]b"),
            (r"\/\-\e\x41\u00e9\u{2}", r"\/\-e\u0041\u00e9u{2}"),
            ("a{,2}b{x}c{1,2}d]}", r"a\{,2\}b\{x\}c{1,2}d\]\}"),
            ("[]|[^]|[^-a]|[-a-]", r"[^\s\S]|[\s\S]|[^\-a]|[\-a\-]"),
            (r"(?:a)(?<n>b)\b", r"(?:a)(?<n>b)(?-u:\b)"),
        ] {
            assert_eq!(
                PatternTranslation::translate(pattern).as_deref(),
                Ok(translated),
                "{pattern}"
            );
        }
        for pattern in [
            "(?=a)",
            "(?!a)",
            "(?<=a)",
            "(?<!a)",
            r"(a)\1",
            r"(?<n>a)\k<n>",
            r"\p{L}",
            r"\ud83d",
            "(?i)a",
        ] {
            assert!(PatternTranslation::translate(pattern).is_err(), "{pattern}");
        }
    }

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
        fn patterns_are_searched_for_as_in_javascript() {
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
            ] {
                assert_eq!(regex(value, pattern), Ok(found), "{value:?} {pattern:?}");
            }
        }

        #[test]
        fn every_pattern_is_evaluated_quickly_or_refused() {
            assert_eq!(regex(&"a".repeat(50_000), "^(a+)+b$"), Ok(false));
            assert_eq!(regex(&"a".repeat(70_000), "a"), Err("limit"));
            assert_eq!(regex("a", &"a".repeat(1001)), Err("limit"));
            assert_eq!(regex("a", "((a{1000}){1000}){1000}"), Err("limit"));
            assert_eq!(regex("a", "[a"), Err("pattern"));
            assert_eq!(regex("a", "(a"), Err("pattern"));
            assert_eq!(regex("a", "a\\"), Err("pattern"));
            assert_eq!(regex("a", "(?=a)a"), Err("pattern-unsupported"));
        }

        proptest! {
            #[test]
            fn any_pattern_has_an_outcome(pattern in r"[-\[\](){}|^$.*+?\\dwsbBukx0-9a-f,:=!<>&~é]{0,16}", value in "[a-f0-9é\n -]{0,16}") {
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
