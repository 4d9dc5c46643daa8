//! What the user did.

use crate::notification;
use wire::{Finding, Pointer, Validate};

wire::word! {
    /// What the user did: a string. AAP 1.0, "Standard action vocabulary".
    ///
    /// The vocabulary is open: eight verbs are standard, any other is the page's own. Verbs are compared as
    /// they are written, with case and blanks.
    ///
    /// ```
    /// use agent_ui_aap::Verb;
    ///
    /// assert_eq!(Verb::from("click"), Verb::Click);
    /// assert!(!Verb::from("Click").is_standard());
    /// assert_eq!(Verb::from("reorder-queue").as_str(), "reorder-queue");
    /// ```
    pub open enum Verb {
        /// A button or something like it was pressed.
        Click = "click",
        /// A form was sent.
        Submit = "submit",
        /// An input has another value.
        Change = "change",
        /// Something was chosen among several.
        Select = "select",
        /// Something was switched on or off.
        Toggle = "toggle",
        /// Something was closed or waved away.
        Dismiss = "dismiss",
        /// The user went somewhere else within the page.
        Navigate = "navigate",
        /// Something else; what it is stands in the data, in a shape that the page decides.
        Custom = "custom",
    }
}

impl Verb {
    /// How long a verb may be before it is reported, in bytes.
    pub const MAX_BYTES: usize = 256;

    /// Whether the specification names it.
    pub fn is_standard(&self) -> bool {
        !matches!(self, Self::Other(_))
    }
}

impl Validate for Verb {
    /// `empty-action` is an error; `blank-action`, `control-characters` and `too-large` are warnings.
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let word = self.as_str();
        if word.is_empty() {
            let finding = Finding::error("empty-action", at.clone(), "the action is empty");
            found
                .push(finding.hint(format_args!("one of {}, or a verb of your own", Self::WORDS.join(", "))));
        } else if word.trim().is_empty() {
            let finding = Finding::warning("blank-action", at.clone(), "the action consists of blanks");
            found.push(finding.hint("a verb that says what the user did"));
        }
        notification::control_findings(word, at, found);
        if word.len() > Self::MAX_BYTES {
            let message = format_args!("the action is {} bytes long", word.len()).to_string();
            let finding = Finding::warning("too-large", at.clone(), message);
            found.push(finding.hint(format_args!("at most {} bytes", Self::MAX_BYTES)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_eight_standard_verbs_and_no_other_are_standard() {
        let words = ["click", "submit", "change", "select", "toggle", "dismiss", "navigate", "custom"];
        assert_eq!(Verb::WORDS, words);
        assert!(words.iter().all(|word| Verb::from(*word).is_standard()));
        for other in ["", "CLICK", "click ", "x-click", "hover"] {
            let verb = Verb::from(other);
            assert!(!verb.is_standard());
            assert_eq!(verb.as_str(), other);
        }
    }

    #[test]
    fn empty_blank_long_and_hostile_verbs_are_found() {
        let rules = |word: &str| Verb::from(word).validate().iter().map(|f| f.rule).collect::<Vec<_>>();
        assert_eq!(rules(""), ["empty-action"]);
        assert_eq!(rules("  "), ["blank-action"]);
        assert_eq!(rules("a\u{1}b"), ["control-characters"]);
        assert_eq!(rules(&"x".repeat(257)), ["too-large"]);
        assert_eq!(rules(&"x".repeat(256)), [""; 0]);
    }
}
