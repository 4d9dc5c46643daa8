//! Where on a page something is, and where in its source something comes from.

use crate::check;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use wire::{Field, Finding, Payload, PayloadKind, Pointer, Validate};

/// A selector or a list of selectors. Anything else is kept too, and is a finding.
///
/// ```
/// # use agent_ui_actions_json as actions_json;
/// use actions_json::target::Selectors;
///
/// let one: Selectors = wire::decode(r##""#cart""##)?;
/// assert_eq!(one.texts(), ["#cart"]);
/// let several: Selectors = wire::decode(r##"["#cart",".cart"]"##)?;
/// assert_eq!(several.texts(), ["#cart", ".cart"]);
/// # Ok::<(), wire::DecodeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selectors(Payload);

impl Selectors {
    /// The selectors, in order; what is no string is left out.
    pub fn texts(&self) -> Vec<String> {
        match self.0.as_str() {
            Some(text) => vec![text.into_owned()],
            None => self.0.elements().filter_map(|item| Some(item.as_str()?.into_owned())).collect(),
        }
    }

    /// What stands there.
    pub fn payload(&self) -> &Payload {
        &self.0
    }
}

impl From<&str> for Selectors {
    fn from(selector: &str) -> Self {
        Self(Payload::string(selector))
    }
}

impl From<Vec<String>> for Selectors {
    fn from(selectors: Vec<String>) -> Self {
        let selectors: Vec<Payload> = selectors.iter().map(|selector| Payload::string(selector)).collect();
        Self(Payload::array(&selectors))
    }
}

impl Serialize for Selectors {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Selectors {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Payload::deserialize(deserializer).map(Self)
    }
}

wire::special! {
    Selectors,
    // What is neither a text nor a list of texts is kept and is a finding.
    schema: |_generator| wire::schemars::json_schema!({"examples": ["#pay", ["#pay", ".pay"]]}),
    generate: |level| {
        use wire::proptest::prelude::*;
        prop_oneof![
            3 => String::strategy(level).prop_map(|selector| Selectors::from(selector.as_str())),
            3 => Vec::strategy(level).prop_map(Selectors::from),
            // Null would read as an absence that was stated.
            1 => Payload::strategy(level).prop_filter("not null", |p| !p.is_null()).prop_map(Selectors),
        ]
        .boxed()
    },
}

wire::word! {
    /// How sure the author of a target is. The list is closed; other words are kept and are findings.
    /// actions.json v1, target descriptors.
    pub open enum Confidence {
        /// Seen on the page.
        Observed = "observed",
        /// Concluded from what was seen.
        Inferred = "inferred",
        /// Made by a program.
        Generated = "generated",
        /// Nobody knows.
        Unknown = "unknown",
    }
}

wire::object! {
    /// Where on a page something is. Every member narrows it down. actions.json v1, target descriptors.
    pub struct Target {
        /// A CSS selector.
        selector?: Field<Selectors>,
        /// Several, the best one first.
        selectors?: Field<Selectors>,
        /// The accessible role.
        role?: Field<String>,
        /// The accessible name.
        name?: Field<String>,
        /// The whole text.
        text_equals?: Field<String>,
        /// A part of the text.
        text_contains?: Field<String>,
        /// A part of the page's address.
        url_contains?: Field<String>,
        /// A pattern of the page's address.
        url_matches?: Field<String>,
        /// The name of a state in which the page has to be.
        state?: Field<String>,
        /// What to try when the selectors find nothing.
        fallback_selectors?: Field<Selectors>,
        /// How sure its author is.
        confidence?: Field<Confidence>,
        /// For people.
        notes?: Field<String>,
    }

    /// Where something comes from. It is read by people and never run. actions.json v1, source hints.
    pub struct Source {
        /// Files, relative to the manifest and below it.
        files?: Field<Vec<String>>,
        /// Names in them.
        symbols?: Field<Vec<String>>,
        /// CSS selectors.
        selectors?: Field<Selectors>,
        /// The component.
        component?: Field<String>,
    }
}

impl Validate for Selectors {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let mut fault = |at: Pointer, kind: PayloadKind| {
            found.push(Finding::error("V9", at, format!("This selector is {kind}.")).hint("a string"));
        };
        match self.0.kind() {
            PayloadKind::String => {}
            PayloadKind::Array => {
                for (index, item) in self.0.elements().enumerate() {
                    if item.kind() != PayloadKind::String {
                        fault(at.element(index), item.kind());
                    }
                }
            }
            kind => fault(at.clone(), kind),
        }
    }
}

fn selectors(at: Pointer, member: &Field<Selectors>, found: &mut Vec<Finding>) {
    match member {
        Field::Absent => {}
        Field::Null => Selectors(Payload::null()).findings(&at, found),
        Field::Value(selectors) => selectors.findings(&at, found),
    }
}

impl Validate for Target {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        selectors(at.member("selector"), &self.selector, found);
        selectors(at.member("selectors"), &self.selectors, found);
        selectors(at.member("fallback_selectors"), &self.fallback_selectors, found);
        if let Field::Value(Confidence::Other(_)) = self.confidence {
            check::unknown_word(at.member("confidence"), Confidence::WORDS, found);
        }
    }
}

impl Validate for Source {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let at_files = at.member("files");
        for (index, file) in self.files.get().into_iter().flatten().enumerate() {
            if !stays_below(file) {
                let message = "This file is not below the manifest.";
                let hint = "a relative path without `..`";
                found.push(Finding::error("V13", at_files.element(index), message).hint(hint));
            }
        }
        selectors(at.member("selectors"), &self.selectors, found);
    }
}

/// Whether a path stays below the place from which it is read, on any platform.
fn stays_below(path: &str) -> bool {
    let drive = path.as_bytes().get(1) == Some(&b':') && path.starts_with(|c: char| c.is_ascii_alphabetic());
    let absolute = path.starts_with(['/', '\\']) || drive;
    !absolute && path.split(['/', '\\']).all(|segment| segment != "..")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_stay_below_the_manifest_on_any_platform() {
        for good in ["a.js", "./a.js", "a/b.js", "a..b/c", "...", "", "ab:c"] {
            assert!(stays_below(good), "{good:?}");
        }
        for bad in ["/a", "\\a", "\\\\host\\a", "C:/a", "c:a", "..", "../a", "a/../b", "a\\..\\b", "a/.."] {
            assert!(!stays_below(bad), "{bad:?}");
        }
    }

    #[test]
    fn selectors_of_any_spelling_survive_and_are_judged() {
        for (text, pointers) in [
            (r##"{"selector":"#\ud83d"}"##, vec![]),
            (r##"{"selector":["a","b"],"fallback_selectors":"c"}"##, vec![]),
            (r##"{"selector":null}"##, vec!["/selector"]),
            (
                r##"{"selectors":["a",1,null],"fallback_selectors":{}}"##,
                vec!["/selectors/1", "/selectors/2", "/fallback_selectors"],
            ),
        ] {
            let target: Target = wire::decode(text).unwrap();
            assert_eq!(wire::encode(&target).unwrap(), text);
            let found: Vec<String> = target.validate().iter().map(|f| f.pointer.to_string()).collect();
            assert_eq!(found, pointers, "{text}");
        }
    }
}
