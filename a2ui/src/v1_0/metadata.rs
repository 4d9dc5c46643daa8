//! Extensions defined by vendors.

use crate::rules;
use wire::{Finding, Payload, Pointer, Validate};

wire::object! {
    /// Data that A2UI does not define, attached to a surface, a component or an action.
    ///
    /// ```
    /// use agent_ui_a2ui::{v1_0::Metadata, wire::{self, Validate}};
    ///
    /// let metadata: Metadata = wire::decode(r#"{"extensions":{"com_example_tag":1,"com.example":2}}"#)?;
    /// assert_eq!(metadata.validate()[0].pointer.as_str(), "/extensions/com.example");
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    ///
    /// Specification: [A2UI 1.0, Extensions](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#extensions).
    pub struct Metadata {
        /// The extensions, as an object keyed by name. Names are identifiers as defined by Unicode Standard Annex 31.
        /// Names that begin with `a2ui_` are reserved for official extensions.
        extensions?: Option<Payload>,
    }
}

impl Validate for Metadata {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::reject_unknown(&self.extra, "`metadata`", at, found);
        let Some(extensions) = &self.extensions else {
            return;
        };
        let at = at.member("extensions");
        rules::object(extensions, at.clone(), found);
        for (name, _) in extensions.members() {
            if !is_identifier(&name) {
                let message = format!("the extension name {name:?} is not an identifier");
                let finding = Finding::error("extension-name", at.member(&name), message);
                found.push(
                    finding.hint("use letters, digits and `_`, and do not begin with a digit"),
                );
            }
        }
    }
}

/// Returns `true` if a name is an identifier. All non-ASCII characters are accepted, except for whitespace and
/// control characters, because the complete Unicode tables would be too large for the benefit.
fn is_identifier(name: &str) -> bool {
    let is_continue = |c: char| match c.is_ascii() {
        true => c.is_ascii_alphanumeric() || c == '_',
        false => !c.is_whitespace() && !c.is_control(),
    };
    name.chars().all(is_continue)
        && name
            .chars()
            .next()
            .is_some_and(|first| !first.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_valid_identifiers_are_metadata_names() {
        for name in ["a", "_", "a2ui_x", "com_example", "Über_1", "日本"] {
            assert!(is_identifier(name), "{name}");
        }
        for name in ["", "1a", "a.b", "a-b", "a b", "a\u{2003}b", "@a", "ä/b"] {
            assert!(!is_identifier(name), "{name}");
        }
    }
}
