//! Properties that every run has, for any workflow and any answers.

use super::{super::*, line, workflow};
use proptest::prelude::*;
use wire::Field;

/// Generates a workflow with steps of every kind.
fn steps() -> impl Strategy<Value = Workflow> {
    let kind = prop::sample::select(vec![
        "",
        r#","when":"{% input.n > 1 %}""#,
        r#","when":"{% steps.s0.ok %}""#,
        r#","for_each":"{% [1..input.n] %}","max_items":3"#,
        r#","for_each":"{% steps.s0.output %}","max_items":50"#,
        r#","retry_until":"{% steps.s0.output = 1 %}","max_attempts":3"#,
        r#","retry_until":"{% $exists(steps.s1.output) %}","max_attempts":50,"after_each":{"primitive":"viewport.scroll","args":{"y":"{% input.n %}"}}"#,
    ]);
    let settles = prop::sample::select(vec![
        "",
        r#","settle_after":{"delay_ms":5}"#,
        r#","settle_after":{"locator":{"selector":"a"}}"#,
    ]);
    let on_error = prop::sample::select(vec!["", r#","on_error":"continue""#]);
    let output = prop::sample::select(vec![
        "",
        r#","output":{"n":"{% input.n %}","s":"{% steps.s0.output %}"}"#,
    ]);
    (prop::collection::vec((kind, settles, on_error), 0..5), output).prop_map(|(steps, output)| {
        let step = |(index, (kind, settles, on_error)): (usize, &(&str, &str, &str))| {
            format!(r#"{{"id":"s{index}","primitive":"p{index}","args":{{"i":"{{% index %}}"}}{kind}{settles}{on_error}}}"#)
        };
        let steps: Vec<String> = steps.iter().enumerate().map(step).collect();
        workflow(&steps.join(","), output)
    })
}

fn answers() -> impl Strategy<Value = Vec<Payload>> {
    let answer = prop::sample::select(vec![
        "1",
        "null",
        "[1,2]",
        r#"{"ok":true}"#,
        r#"{"ok":false}"#,
        r#"{"ok":false,"error":{"code":"c","message":"m"}}"#,
        r#"{"ok":true,"output":1}"#,
        r#"{"value":{"x":1}}"#,
        r#"{"output":[{"ok":false}]}"#,
        "\"{% 1 %}\"",
    ]);
    prop::collection::vec(
        answer.prop_map(|answer| Payload::parse(answer).unwrap()),
        1..8,
    )
}

proptest! {
    /// A run that is saved and resumed before every answer behaves like an uninterrupted run, and ends within the
    /// limits.
    #[test]
    fn a_resumed_run_behaves_like_an_uninterrupted_one(workflow in steps(), answers in answers(), n in 0..4, is_rehearsal: bool) {
        let input = Payload::parse(format!(r#"{{"n":{n}}}"#)).unwrap();
        let begun = if is_rehearsal { Runner::rehearsal } else { Runner::new };
        let mut whole = begun(&workflow, &input, Limits::UPSTREAM).unwrap();
        let mut resumed = whole.clone();
        let most = workflow.steps.get().unwrap().len() * 101;
        let mut asked = 0;
        while !matches!(whole.next(), Next::Over(_)) {
            prop_assert!(asked < most, "{asked} of {most}");
            let saved = wire::encode(&resumed.save()).unwrap();
            resumed = Runner::resume(&workflow, wire::decode(&saved).unwrap(), Limits::UPSTREAM).unwrap();
            prop_assert_eq!(whole.next(), resumed.next());
            let answer = answers[asked % answers.len()].clone();
            asked += 1;
            whole.answer(Ok(answer.clone()));
            resumed.answer(Ok(answer));
        }
        prop_assert_eq!(whole.next(), resumed.next());
        let Next::Over(outcome) = whole.next() else { unreachable!() };
        // A run has an error if and only if it failed.
        prop_assert_eq!(outcome.ok, matches!(outcome.error, Field::Absent), "{}", line(whole.next()));
        let reported: Vec<_> = outcome.steps.iter().map(|step| step.id.as_str()).collect();
        let steps: Vec<_> = workflow.steps.get().unwrap().iter().map(|step| step.id.get().unwrap().as_str()).collect();
        prop_assert_eq!(&reported, &steps[..reported.len()]);
        prop_assert!(!outcome.ok || reported.len() == steps.len());
    }
}
