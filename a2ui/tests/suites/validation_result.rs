//! The suite for results of failing checks.
//!
//! | suite | cases | here |
//! |---|---|---|
//! | `conformance/core/validation_result.yaml` | 2 | all |

use crate::{client::BASIC, read};
use a2ui::{
    expression::{EvaluationError, FunctionContext, Functions, Host, Scope},
    surface::{FailedCheck, Surfaces},
};
use wire::{Payload, Severity};

/// A set of functions that return more than a validity.
struct Mine;

impl Functions for Mine {
    fn call(&self, call: &mut FunctionContext<'_, '_>) -> Result<Option<Payload>, EvaluationError> {
        let text = match call.name() {
            "seatFree" => {
                r#"{"valid":false,"code":"TAKEN","message":"This seat is taken.","severity":"warning","row":4}"#
            }
            "allGood" => r#"{"valid":true,"message":"never said"}"#,
            "plainNo" => "false",
            _ => return a2ui::expression::BasicFunctions.call(call),
        };
        Ok(Some(Payload::parse(text).unwrap()))
    }
}

fn failed_checks(checks: &str) -> Vec<FailedCheck> {
    let mut surfaces = Surfaces::new();
    surfaces
        .apply(&read(&format!(
            r#"{{"version":"1.0","createSurface":{{"surfaceId":"form","catalogId":"{BASIC}","dataModel":{{"mail":"nowhere","age":"17"}},
                "components":[{{"id":"root","component":"TextField","label":"Mail","value":{{"@path":"/mail"}},"@checks":{checks}}}]}}}}"#
        )))
        .unwrap();
    surfaces
        .get("form")
        .unwrap()
        .checks("root", &Scope::top(), &Host::new().functions(&Mine))
        .unwrap()
}

#[test]
fn a_result_replaces_the_message_of_the_check() {
    let usual = "Please enter a valid email address (e.g. user@example.com).";
    for (name, condition, message, expected) in [
        (
            "the result of the basic catalog",
            r#"{"@call":"email","args":{"value":{"@path":"/mail"}}}"#,
            "",
            Some((Some(usual), Some("INVALID_EMAIL"), Severity::Error)),
        ),
        (
            "no more than a boolean",
            r#"{"@call":"plainNo"}"#,
            r#","message":"Only for grown-ups.""#,
            Some((Some("Only for grown-ups."), None, Severity::Error)),
        ),
        (
            "a result without words",
            r#"{"@call":"numeric","args":{"value":{"@path":"/age"},"min":18}}"#,
            r#","message":"Only for grown-ups.""#,
            Some((Some("Only for grown-ups."), None, Severity::Error)),
        ),
        (
            "a result with words of its own",
            r#"{"@call":"seatFree"}"#,
            r#","message":"Choose another.""#,
            Some((
                Some("This seat is taken."),
                Some("TAKEN"),
                Severity::Warning,
            )),
        ),
        (
            "one that is valid",
            r#"{"@call":"allGood"}"#,
            r#","message":"no""#,
            None,
        ),
        (
            "within another function",
            r#"{"@call":"not","args":{"value":{"@call":"allGood"}}}"#,
            r#","message":"no""#,
            Some((Some("no"), None, Severity::Error)),
        ),
    ] {
        let failed = failed_checks(&format!(r#"[{{"condition":{condition}{message}}}]"#));
        let told: Vec<_> = failed
            .iter()
            .map(|check| {
                (
                    check.message.as_deref(),
                    check.code.as_deref(),
                    check.severity,
                )
            })
            .collect();
        assert_eq!(told, expected.into_iter().collect::<Vec<_>>(), "{name}");
        assert!(failed.iter().all(|check| check.error.is_none()), "{name}");
    }
}
