//! Validation for a version or a host.

use super::{message, walk::check_value};
use crate::{
    Action, Activity, AdaptiveCard, CardMessage, Element, InvokeResponse, ValidationTarget,
};
use wire::{Finding, Pointer, Validate};

/// A type that can be validated for a version or a host.
///
/// [`Validate`] applies the rules of all hosts that know the version of the card.
///
/// ```
/// use agent_ui_adaptive_cards::{AdaptiveCard, CardHost, ValidationTarget, ValidateFor, wire};
///
/// let card: AdaptiveCard = wire::decode(
///     r#"{"type":"AdaptiveCard","version":"1.5","actions":[{"type":"Action.Submit","title":"Book"}]}"#,
/// )?;
/// assert!(card.validate_for(ValidationTarget::Host(CardHost::Teams)).is_empty());
/// let found = card.validate_for(ValidationTarget::Host(CardHost::TeamsWebhook));
/// assert_eq!((found[0].rule, found[0].pointer.as_str()), ("adaptive-cards/host", "/actions/0/type"));
/// # Ok::<(), wire::DecodeError>(())
/// ```
pub trait ValidateFor {
    /// Appends all findings to `found`. `at` is the place of the value in its message.
    fn findings_for(&self, target: ValidationTarget, at: &Pointer, found: &mut Vec<Finding>);

    /// Returns all findings for a target.
    fn validate_for(&self, target: ValidationTarget) -> Vec<Finding> {
        let mut found = Vec::new();
        self.findings_for(target, &Pointer::root(), &mut found);
        found
    }
}

impl ValidateFor for AdaptiveCard {
    fn findings_for(&self, target: ValidationTarget, at: &Pointer, found: &mut Vec<Finding>) {
        if let Some(text) = check_value(self, target, at, found) {
            message::check_size(text.text(), target, at, found);
        }
    }
}

impl ValidateFor for Activity {
    fn findings_for(&self, target: ValidationTarget, at: &Pointer, found: &mut Vec<Finding>) {
        if let Some(text) = check_value(self, target, at, found) {
            message::check_size(text.text(), target, at, found);
        }
        message::check_activity(self, target, at, found);
    }
}

impl ValidateFor for InvokeResponse {
    fn findings_for(&self, target: ValidationTarget, at: &Pointer, found: &mut Vec<Finding>) {
        if let Some(text) = check_value(self, target, at, found) {
            message::check_size(text.text(), target, at, found);
        }
        message::check_response(self, target, at, found);
    }
}

impl ValidateFor for CardMessage {
    fn findings_for(&self, target: ValidationTarget, at: &Pointer, found: &mut Vec<Finding>) {
        match self {
            Self::Card(card) => card.findings_for(target, at, found),
            Self::Activity(activity) => activity.findings_for(target, at, found),
            Self::Response(response) => response.findings_for(target, at, found),
        }
    }
}

impl ValidateFor for Element {
    fn findings_for(&self, target: ValidationTarget, at: &Pointer, found: &mut Vec<Finding>) {
        check_value(self, target, at, found);
    }
}

impl ValidateFor for Action {
    fn findings_for(&self, target: ValidationTarget, at: &Pointer, found: &mut Vec<Finding>) {
        check_value(self, target, at, found);
    }
}

/// Implements [`Validate`] by the rules of all hosts. `validate!(Element);` expands to:
///
/// ```text
/// impl Validate for Element {
///     fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) { self.findings_for(ValidationTarget::Any, at, found); }
/// }
/// ```
macro_rules! validate {
    ($($Type:ty),* $(,)?) => { $(
        impl Validate for $Type {
            /// Reports what fails on all hosts that know the version of the card.
            fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
                self.findings_for(ValidationTarget::Any, at, found);
            }
        }
    )* };
}
validate!(
    Action,
    Activity,
    AdaptiveCard,
    CardMessage,
    Element,
    InvokeResponse
);
