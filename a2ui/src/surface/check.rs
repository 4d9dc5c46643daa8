//! Checks: what has to be true before a component may act. A2UI 0.9, "Checks"; 1.0, "Component Validation & Check Rules".

use super::{Surface, SurfaceComponent};
use crate::expression::{Dynamic, Evaluation, EvaluationError, Host, Scope};
use wire::{Payload, PayloadKind, Pointer, Severity};

/// A check that did not pass.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FailedCheck {
    /// Where in the component, as it stands on the wire.
    pub pointer: Pointer,
    /// What to tell the user, if anything: in 1.0 what the condition gives, else what the check states, else what the
    /// [locale](crate::expression::Locale::failure) says about the function that the condition calls.
    pub message: Option<String>,
    /// What it is called, if the condition says so; only in 1.0.
    pub code: Option<String>,
    /// How bad it is: an error, unless the condition says otherwise; only in 1.0.
    pub severity: Severity,
    /// Why the condition could not be evaluated; `None` if it was evaluated, and is false.
    pub error: Option<EvaluationError>,
}

impl Surface {
    /// The checks of a component that do not pass here, in order; `None` if there is no such component. 0.8 knows no checks.
    ///
    /// A condition passes if it [counts as true](Evaluation::boolean). One that cannot be evaluated does not pass, and says
    /// why. A check without `condition` that is itself a call, as early drafts have it, is taken for its condition.
    pub fn checks(&self, component_id: &str, scope: &Scope, host: &Host<'_>) -> Option<Vec<FailedCheck>> {
        let component = self.component(component_id)?;
        Some(self.failed_checks(component, &mut self.evaluation_of(component_id, scope, host)))
    }

    /// Computes values of this surface in one place of its tree, as the message that made it writes them.
    pub fn evaluation<'a>(&'a self, scope: &Scope, host: &Host<'a>) -> Evaluation<'a> {
        let evaluation = Evaluation::new(self.version(), self.data_model()).notation(self.notation());
        evaluation.scope(scope.clone()).host(host)
    }

    /// Computes values of a component in one place of the tree, as the message in which it came writes them.
    pub fn evaluation_of<'a>(&'a self, component_id: &str, scope: &Scope, host: &Host<'a>) -> Evaluation<'a> {
        let (version, notation) = self.writing_of(component_id);
        let evaluation = Evaluation::new(version, self.data_model()).notation(notation);
        evaluation.scope(scope.clone()).host(host)
    }

    pub(super) fn failed_checks(
        &self,
        component: &SurfaceComponent,
        evaluation: &mut Evaluation<'_>,
    ) -> Vec<FailedCheck> {
        if matches!(component, SurfaceComponent::V0_8(_)) {
            return Vec::new();
        }
        let Some((name, checks)) = self.key(component, "@checks") else { return Vec::new() };
        failures(name, &checks, component.properties_at().member(name), evaluation)
    }
}

fn failures(name: &str, checks: &Payload, at: Pointer, evaluation: &mut Evaluation<'_>) -> Vec<FailedCheck> {
    if checks.kind() != PayloadKind::Array {
        return vec![unreadable(at, &format!("`{name}` is no list"))];
    }
    let checks = checks.elements().enumerate();
    checks.filter_map(|(index, check)| failure(&check, at.element(index), evaluation)).collect()
}

fn failure(check: &Payload, at: Pointer, evaluation: &mut Evaluation<'_>) -> Option<FailedCheck> {
    let (condition, condition_at) = match check.member("condition") {
        Some(condition) => (condition, at.member("condition")),
        None if check.member("call").is_some() => (check.clone(), at.clone()),
        None => return Some(unreadable(at, "a check has a `condition`")),
    };
    let text =
        |value: &Payload, name: &str| value.member(name).and_then(|text| text.as_str().map(String::from));
    let message = text(check, "message");
    match evaluation.value(&condition, &condition_at) {
        Err(error) => {
            let severity = Severity::Error;
            Some(FailedCheck { pointer: at, message, code: None, severity, error: Some(error) })
        }
        Ok(result) if evaluation.is_true(result.as_ref()) => None,
        Ok(result) => {
            let stated = |name| text(result.as_ref()?, name);
            let severity = match stated("severity").as_deref() {
                Some("warning") => Severity::Warning,
                Some("info") => Severity::Info,
                _ => Severity::Error,
            };
            let of_locale = || match evaluation.classify(&condition) {
                Ok(Dynamic::Call(call)) => evaluation.get_locale().failure(&call.name),
                _ => None,
            };
            let message = stated("message").or(message).or_else(of_locale);
            Some(FailedCheck { pointer: at, message, code: stated("code"), severity, error: None })
        }
    }
}

fn unreadable(at: Pointer, message: &str) -> FailedCheck {
    let error = Some(EvaluationError::new("check", at.clone(), message));
    FailedCheck { pointer: at, message: None, code: None, severity: Severity::Error, error }
}
