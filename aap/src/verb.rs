//! The action of a user.

use crate::control_characters::control_findings;
use crate::limits::VERB_BYTES;
use wire::{Finding, Pointer, Validate};

wire::word! {
    /// The action of a user: a string.
    ///
    /// The vocabulary is open: eight verbs are standard, and a page may define others. Verbs are compared exactly,
    /// including case and whitespace.
    ///
    /// ```
    /// use agent_ui_aap::Verb;
    ///
    /// assert_eq!(Verb::from("click"), Verb::Click);
    /// assert!(!Verb::from("Click").is_standard());
    /// assert_eq!(Verb::from("reorder-queue").as_str(), "reorder-queue");
    /// ```
    ///
    /// Specification: [AAP 1.0, standard action vocabulary](https://github.com/agentmessaging/agent-actions/blob/fb08f0bf1115336253c2f98cccde2e85f4e8ce2c/spec/03-messages.md#standard-action-vocabulary).
    pub open enum Verb {
        /// The user pressed a button or link.
        Click = "click",
        /// The user submitted a form.
        Submit = "submit",
        /// The user changed the value of an input.
        Change = "change",
        /// The user selected an option.
        Select = "select",
        /// The user toggled a switch.
        Toggle = "toggle",
        /// The user dismissed a dialog or notification.
        Dismiss = "dismiss",
        /// The user navigated within the page.
        Navigate = "navigate",
        /// Any other action, described by the data of the page.
        Custom = "custom",
    }
}

impl Verb {
    /// Returns `true` if the specification names the verb.
    pub fn is_standard(&self) -> bool {
        !matches!(self, Self::Other(_))
    }
}

impl Validate for Verb {
    /// Reports `empty-action` (error); `blank-action`, `control-characters` and `too-large` (warnings).
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let word = self.as_str();
        if word.is_empty() {
            let finding = Finding::error("empty-action", at.clone(), "the action is empty");
            found.push(finding.hint(format_args!(
                "use one of {}, or a verb of your own",
                Self::WORDS.join(", ")
            )));
        } else if word.trim().is_empty() {
            let finding = Finding::warning(
                "blank-action",
                at.clone(),
                "the action consists of whitespace",
            );
            found.push(finding.hint("use a verb for what the user did"));
        }
        control_findings(word, at, found);
        if word.len() > VERB_BYTES {
            let message = format_args!("the action is {} bytes long", word.len()).to_string();
            let finding = Finding::warning("too-large", at.clone(), message);
            found.push(finding.hint(format_args!("use at most {} bytes", VERB_BYTES)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exactly_eight_verbs_are_standard() {
        let words = [
            "click", "submit", "change", "select", "toggle", "dismiss", "navigate", "custom",
        ];
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
        let rules = |word: &str| {
            Verb::from(word)
                .validate()
                .iter()
                .map(|f| f.rule)
                .collect::<Vec<_>>()
        };
        assert_eq!(rules(""), ["empty-action"]);
        assert_eq!(rules("  "), ["blank-action"]);
        assert_eq!(rules("a\u{1}b"), ["control-characters"]);
        assert_eq!(rules(&"x".repeat(257)), ["too-large"]);
        assert_eq!(rules(&"x".repeat(256)), [""; 0]);
    }
}
