//! What vendors add.

use crate::rules;
use wire::{Finding, Payload, Pointer, Validate};

wire::object! {
    /// What somebody adds that A2UI does not name: of a surface, a component or an action. A2UI 1.0, `metadata`.
    ///
    /// ```
    /// use agent_ui_a2ui::{v1_0::Metadata, wire::{self, Validate}};
    ///
    /// let metadata: Metadata = wire::decode(r#"{"extensions":{"com_example_tag":1,"com.example":2}}"#)?;
    /// assert_eq!(metadata.validate()[0].pointer.as_str(), "/extensions/com.example");
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    pub struct Metadata {
        /// An object. Its names are identifiers as Unicode's annex 31 has them; those that begin with `a2ui_` are reserved for
        /// official extensions.
        extensions?: Option<Payload>,
    }
}

impl Validate for Metadata {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::closed(&self.extra, "`metadata`", at, found);
        let Some(extensions) = &self.extensions else { return };
        let at = at.member("extensions");
        rules::object(extensions, at.clone(), found);
        for (name, _) in extensions.members() {
            if !is_identifier(&name) {
                let message = format!("{name:?} is no identifier");
                let finding = Finding::error("extension-name", at.member(&name), message);
                found.push(finding.hint("write letters, digits and `_`, and no digit in front"));
            }
        }
    }
}

/// Whether a name is an identifier. Of what is not ASCII only whitespace and control characters are refused: the tables of
/// Unicode would cost more than they find.
fn is_identifier(name: &str) -> bool {
    let is_continue = |c: char| match c.is_ascii() {
        true => c.is_ascii_alphanumeric() || c == '_',
        false => !c.is_whitespace() && !c.is_control(),
    };
    name.chars().all(is_continue) && name.chars().next().is_some_and(|first| !first.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_identifiers() {
        for name in ["a", "_", "a2ui_x", "com_example", "Über_1", "日本"] {
            assert!(is_identifier(name), "{name}");
        }
        for name in ["", "1a", "a.b", "a-b", "a b", "a\u{2003}b", "@a", "ä/b"] {
            assert!(!is_identifier(name), "{name}");
        }
    }
}
