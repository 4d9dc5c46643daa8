//! Checks: conditions that must hold before a component may act. See "Checks" in A2UI 0.9 and "Component Validation &
//! Check Rules" in 1.0.

use super::{Surface, SurfaceComponent};
use crate::expression::{Dynamic, Evaluation, EvaluationError, Host, Scope};
use wire::{Payload, PayloadKind, Pointer, Severity};

/// A check that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FailedCheck {
    /// The pointer of the check in the component, in the form of the wire.
    pub pointer: Pointer,
    /// The text for the user, if there is one. In 1.0, the message of the condition's result comes first. The next choice
    /// is the `message` of the check, then the message of the [locale](crate::expression::Locale::failure) for the called
    /// function.
    pub message: Option<String>,
    /// The code from the result of the condition, if there is one (only 1.0).
    pub code: Option<String>,
    /// The severity from the result of the condition (only 1.0). Default: error.
    pub severity: Severity,
    /// The error that prevented the evaluation of the condition. `None` if the condition is false.
    pub error: Option<EvaluationError>,
}

impl Surface {
    /// Returns the failing checks of a component in a scope, in order. Returns `None` if the component does not exist.
    /// 0.8 has no checks.
    ///
    /// A condition passes if it is [truthy](Evaluation::boolean). A condition that cannot be evaluated fails with an error.
    /// Early drafts have no `condition`, so a check that is itself a call serves as its condition.
    pub fn checks(
        &self,
        component_id: &str,
        scope: &Scope,
        host: &Host<'_>,
    ) -> Option<Vec<FailedCheck>> {
        let component = self.component(component_id)?;
        Some(self.failed_checks(
            component,
            &mut self.evaluation_of(component_id, scope, host),
        ))
    }

    /// Returns an evaluation for values in one scope of this surface, in the version and notation of the surface.
    pub fn evaluation<'a>(&'a self, scope: &Scope, host: &Host<'a>) -> Evaluation<'a> {
        let evaluation =
            Evaluation::new(self.version(), self.data_model()).notation(self.notation());
        evaluation.scope(scope.clone()).host(host)
    }

    /// Returns an evaluation for values of a component in one scope, in the version and notation of the component's
    /// message.
    pub fn evaluation_of<'a>(
        &'a self,
        component_id: &str,
        scope: &Scope,
        host: &Host<'a>,
    ) -> Evaluation<'a> {
        let (version, notation) = self.writing_of(component_id);
        let evaluation = Evaluation::new(version, self.data_model()).notation(notation);
        evaluation.scope(scope.clone()).host(host)
    }

    pub(crate) fn failed_checks(
        &self,
        component: &SurfaceComponent,
        evaluation: &mut Evaluation<'_>,
    ) -> Vec<FailedCheck> {
        if matches!(component, SurfaceComponent::V0_8(_)) {
            return Vec::new();
        }
        let Some((name, checks)) = self.key(component, "@checks") else {
            return Vec::new();
        };
        collect_failures(
            name,
            &checks,
            component.properties_at().member(name),
            evaluation,
        )
    }
}

fn collect_failures(
    name: &str,
    checks: &Payload,
    at: Pointer,
    evaluation: &mut Evaluation<'_>,
) -> Vec<FailedCheck> {
    if checks.kind() != PayloadKind::Array {
        return vec![unreadable_check(
            at,
            &format!("`{name}` must be a list of checks"),
        )];
    }
    let mut failed = Vec::new();
    for (index, check) in checks.elements().enumerate() {
        failed.extend(run_check(&check, at.element(index), evaluation));
    }
    failed
}

fn run_check(check: &Payload, at: Pointer, evaluation: &mut Evaluation<'_>) -> Option<FailedCheck> {
    let (condition, condition_at) = match check.member("condition") {
        Some(condition) => (condition, at.member("condition")),
        // A check may also be the call itself, with `message` beside it.
        None if check.member("call").is_some() => (check.clone(), at.clone()),
        None => {
            return Some(unreadable_check(
                at,
                "the check is missing the required member `condition`",
            ));
        }
    };
    let message = text_member(check, "message");
    let result = match evaluation.value(&condition, &condition_at) {
        Ok(result) => result,
        Err(error) => {
            return Some(FailedCheck {
                pointer: at,
                message,
                code: None,
                severity: Severity::Error,
                error: Some(error),
            });
        }
    };
    if evaluation.is_true(result.as_ref()) {
        return None;
    }
    let mut failed = FailedCheck {
        pointer: at,
        message,
        code: None,
        severity: Severity::Error,
        error: None,
    };
    // In 1.0, the object that a validation returns may describe the failure more precisely than the check.
    if let Some(result) = &result {
        if let Some(message) = text_member(result, "message") {
            failed.message = Some(message);
        }
        failed.code = text_member(result, "code");
        failed.severity = match text_member(result, "severity").as_deref() {
            Some("warning") => Severity::Warning,
            Some("info") => Severity::Info,
            _ => Severity::Error,
        };
    }
    // The locale of the host has messages for the basic catalog's validations.
    if failed.message.is_none() {
        if let Ok(Dynamic::Call(call)) = evaluation.classify(&condition) {
            failed.message = evaluation.get_locale().failure(&call.name);
        }
    }
    Some(failed)
}

fn text_member(object: &Payload, name: &str) -> Option<String> {
    Some(object.member(name)?.as_str()?.into_owned())
}

fn unreadable_check(at: Pointer, message: &str) -> FailedCheck {
    let error = Some(EvaluationError::new("check", at.clone(), message));
    FailedCheck {
        pointer: at,
        message: None,
        code: None,
        severity: Severity::Error,
        error,
    }
}
