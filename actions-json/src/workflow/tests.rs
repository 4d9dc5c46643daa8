mod corpus;
mod laws;

use super::*;
use crate::item::ErrorCode;
use wire::Field;

#[test]
fn errors_can_be_sent_to_other_threads() {
    fn promises<E: std::error::Error + Send + Sync + 'static>() {}
    promises::<InvalidWorkflow>();
    promises::<ResumeError>();
    promises::<crate::expression::ExpressionError>();
}

/// Builds a workflow with these steps and other members.
pub(super) fn workflow(steps: &str, members: &str) -> Workflow {
    let text =
        format!(r#"{{"version":1,"expression_language":"jsonata","steps":[{steps}]{members}}}"#);
    wire::decode(&text).unwrap()
}

/// Describes the next action in one line: the step, the call and its arguments, or the outcome.
pub(super) fn line(next: &Next) -> String {
    match next {
        Next::Call(call) => format!(
            "{} {} {}",
            call.step.as_str(),
            call.primitive.as_str(),
            call.arguments
        ),
        Next::Wait(wait) => format!("{} waits {}", wait.step.as_str(), wait.ms),
        Next::Over(outcome) => match (&outcome.error, &outcome.output) {
            (Field::Value(error), _) => {
                let step = error.step_id.get().map_or("", |step| step.as_str());
                let cause = error
                    .cause
                    .as_ref()
                    .map_or_else(String::new, |cause| result::text(cause, "code"));
                [error.code.as_str(), step, &cause]
                    .join(" ")
                    .trim()
                    .to_owned()
            }
            (_, Some(output)) => format!("gives {output}"),
            _ => "gives nothing".to_owned(),
        },
    }
}

/// Runs a workflow to its end with these answers, and then with `{"ok":true}`.
fn lines(workflow: &Workflow, input: &str, answers: &[&str]) -> Vec<String> {
    let mut run = Runner::new(workflow, &Payload::parse(input).unwrap(), Limits::UPSTREAM).unwrap();
    let mut answers = answers.iter();
    let mut lines = Vec::new();
    loop {
        lines.push(line(run.next()));
        match run.next() {
            Next::Over(_) => return lines,
            Next::Wait(_) => run.answer(Ok(Payload::null())),
            Next::Call(_) => {
                run.answer(Ok(Payload::parse(
                    answers.next().unwrap_or(&r#"{"ok":true}"#),
                )
                .unwrap()));
            }
        }
    }
}

/// A case: the steps, other members of the workflow, the input, the answers, and the expected lines.
type Case<'a> = (&'a str, &'a str, &'a str, &'a [&'a str], &'a [&'a str]);

fn hold(cases: &[Case<'_>]) {
    for (steps, members, input, answers, expected) in cases {
        assert_eq!(
            lines(&workflow(steps, members), input, answers),
            *expected,
            "{steps}{members}"
        );
    }
}

const FAILS: &str = r#"{"ok":false,"error":{"code":"target_not_found","message":"No element."}}"#;

#[test]
fn arguments_contain_the_values_of_slots() {
    hold(&[
        (
            r#"{"id":"a","primitive":"p"}"#,
            r#","output":1"#,
            "{}",
            &[],
            &["a p {}", "gives 1"],
        ),
        (
            r#"{"id":"a","primitive":"p","args":null}"#,
            r#","output":1"#,
            "{}",
            &[],
            &["a p {}", "gives 1"],
        ),
        (
            r#"{"id":"a","primitive":"p","args":{"n":1.50,"s":" {% input.s %} ","l":["{% input.n %}",null,"{% input.no %}"],"m":{"x":"{% input.no %}"}}}"#,
            r#","output":1"#,
            r#"{"s":"é","n":12345678901234567890}"#,
            &[],
            &[
                r#"a p {"n":1.50,"s":"é","l":[12345678901234567000,null,null],"m":{}}"#,
                "gives 1",
            ],
        ),
        (
            r#"{"id":"a","primitive":"p","args":{"whole":"{% input %}","item":"{% item %}","index":"{% index %}"}}"#,
            r#","output":1"#,
            "7",
            &[],
            &[r#"a p {"whole":{},"item":null,"index":null}"#, "gives 1"],
        ),
    ]);
}

#[test]
fn a_result_is_read_as_an_output() {
    for (answer, result) in [
        ("7", r#"{"ok":true,"output":7}"#),
        ("null", r#"{"ok":true,"output":null}"#),
        ("[1]", r#"{"ok":true,"output":[1]}"#),
        (r#"{"x":1}"#, r#"{"x":1}"#),
        (
            r#"{"ok":true,"value":1}"#,
            r#"{"ok":true,"value":1,"output":1}"#,
        ),
        (
            r#"{"ok":true,"value":1,"output":2}"#,
            r#"{"ok":true,"value":1,"output":2}"#,
        ),
        (r#"{"ok":null}"#, r#"{"ok":null}"#),
    ] {
        let gives = format!(r#"gives {{"steps":{{"a":{result}}}}}"#);
        let found = lines(
            &workflow(r#"{"id":"a","primitive":"p"}"#, ""),
            "{}",
            &[answer],
        );
        assert_eq!(found, ["a p {}", &gives]);
    }
}

#[test]
fn a_step_is_skipped_if_when_is_falsy() {
    for (when, is_done) in [
        ("true", true),
        ("false", false),
        ("null", false),
        ("0", false),
        ("-0.0", false),
        ("0.5", true),
        (r#""""#, false),
        (r#""no""#, true),
        ("[]", true),
        ("{}", true),
        (r#""{% input.yes %}""#, true),
        (r#""{% input.no %}""#, false),
        (r#""{% $exists(input.yes) and index = 1 %}""#, false),
        (r#""{% [] %}""#, true),
    ] {
        let steps = format!(
            r#"{{"id":"a","primitive":"p","when":{when},"settle_after":{{"delay_ms":1}}}}"#
        );
        let output = r#","output":"{% steps.a.skipped %}""#;
        let found = lines(&workflow(&steps, output), r#"{"yes":1}"#, &[]);
        let expected: &[&str] = if is_done {
            &["a p {}", "a waits 1", "gives nothing"]
        } else {
            &["gives true"]
        };
        assert_eq!(found, expected, "{when}");
    }
}

#[test]
fn for_each_iterates_over_a_list() {
    let each = |list: &str, more: &str| {
        format!(
            r#"{{"id":"a","primitive":"p","args":{{"v":"{{% item %}}","i":"{{% index %}}"}},"for_each":{list},{more}}}"#
        )
    };
    let ok = r#","output":"{% steps.a %}""#;
    hold(&[
        (
            &each(
                r#""{% input.l %}""#,
                r#""max_items":2.9,"settle_after":{"delay_ms":1}"#,
            ),
            ok,
            r#"{"l":["x","y","z"]}"#,
            &["1", "2"],
            &[
                r#"a p {"v":"x","i":0}"#,
                r#"a p {"v":"y","i":1}"#,
                r#"gives {"ok":true,"items":[{"ok":true,"output":1},{"ok":true,"output":2}]}"#,
            ],
        ),
        (
            &each("[]", r#""max_items":2"#),
            ok,
            "{}",
            &[],
            &[r#"gives {"ok":true,"items":[]}"#],
        ),
        (
            &each(r#"["x","y"]"#, r#""max_items":9"#),
            ok,
            "{}",
            &[FAILS],
            &[
                r#"a p {"v":"x","i":0}"#,
                "workflow_step_failed a target_not_found",
            ],
        ),
        (
            &each(r#"["x","y"]"#, r#""max_items":9,"on_error":"continue""#),
            r#","output":"{% [steps.a.ok, $count(steps.a.items)] %}""#,
            "{}",
            &[FAILS],
            &[
                r#"a p {"v":"x","i":0}"#,
                r#"a p {"v":"y","i":1}"#,
                "gives [false,2]",
            ],
        ),
        (
            &each(
                r#""{% input.l %}""#,
                r#""max_items":2,"on_error":"continue""#,
            ),
            ok,
            r#"{"l":"one"}"#,
            &[],
            &["workflow_loop_input_invalid a"],
        ),
        (
            &each(r#""{% input.l %}""#, r#""max_items":2"#),
            ok,
            "{}",
            &[],
            &["workflow_loop_input_invalid a"],
        ),
        // A step with `for_each` is not retried.
        (
            &each(
                r#"[1]"#,
                r#""max_items":2,"retry_until":"{% false %}","max_attempts":3"#,
            ),
            r#","output":1"#,
            "{}",
            &[],
            &[r#"a p {"v":1,"i":0}"#, "gives 1"],
        ),
    ]);
}

#[test]
fn retry_until_repeats_the_step() {
    let step = |more: &str| {
        format!(
            r#"{{"id":"a","primitive":"p","args":{{"i":"{{% index %}}"}},"retry_until":"{{% $exists(steps.a.output.x) %}}"{more}}}"#
        )
    };
    let three = step(r#","max_attempts":3"#);
    let between = r#","max_attempts":3,"after_each":{"primitive":"viewport.scroll","args":{"y":"{% input.y %}"}}"#;
    let (found, nothing) = (r#"{"output":{"x":1}}"#, r#"{"output":{}}"#);
    hold(&[
        (
            &three,
            "",
            "{}",
            &[found],
            &[
                r#"a p {"i":0}"#,
                r#"gives {"steps":{"a":{"output":{"x":1},"attempts":[{"output":{"x":1}}]}}}"#,
            ],
        ),
        (
            &three,
            r#","output":"{% $count(steps.a.attempts) %}""#,
            "{}",
            &[nothing, nothing, found],
            &[
                r#"a p {"i":0}"#,
                r#"a p {"i":1}"#,
                r#"a p {"i":2}"#,
                "gives 3",
            ],
        ),
        (
            &three,
            "",
            "{}",
            &[nothing],
            &[
                r#"a p {"i":0}"#,
                r#"a p {"i":1}"#,
                r#"a p {"i":2}"#,
                "workflow_retry_exhausted a workflow_retry_exhausted",
            ],
        ),
        // Only the arguments can read the index of the attempt.
        (
            r#"{"id":"a","primitive":"p","args":{"i":"{% index %}"},"retry_until":"{% $type(index) = 'null' %}","max_attempts":2}"#,
            r#","output":1"#,
            "{}",
            &[],
            &[r#"a p {"i":0}"#, "gives 1"],
        ),
        // A fraction counts as one more attempt.
        (
            &step(r#","max_attempts":1.5"#),
            "",
            "{}",
            &[],
            &[
                r#"a p {"i":0}"#,
                r#"a p {"i":1}"#,
                "workflow_retry_exhausted a workflow_retry_exhausted",
            ],
        ),
        // Without `continue`, a failed attempt ends the step.
        (
            &three,
            "",
            "{}",
            &[FAILS],
            &[r#"a p {"i":0}"#, "workflow_step_failed a target_not_found"],
        ),
        (
            &step(r#","max_attempts":2,"on_error":"continue""#),
            r#","output":"{% steps.a.attempts.ok %}""#,
            "{}",
            &[FAILS, found],
            &[r#"a p {"i":0}"#, r#"a p {"i":1}"#, "gives false"],
        ),
        // If all attempts fail, the workflow ends in any case.
        (
            &step(r#","max_attempts":2,"on_error":"continue""#),
            "",
            "{}",
            &[FAILS, FAILS],
            &[
                r#"a p {"i":0}"#,
                r#"a p {"i":1}"#,
                "workflow_retry_exhausted a workflow_retry_exhausted",
            ],
        ),
        // The call between attempts is not made after the last one.
        (
            &step(between),
            r#","output":"{% $count(steps.a.attempts) %}""#,
            r#"{"y":9}"#,
            &[nothing, nothing, found],
            &[
                r#"a p {"i":0}"#,
                r#"a viewport.scroll {"y":9}"#,
                r#"a p {"i":1}"#,
                "gives 3",
            ],
        ),
        (
            &step(between),
            "",
            r#"{"y":9}"#,
            &[nothing, FAILS],
            &[
                r#"a p {"i":0}"#,
                r#"a viewport.scroll {"y":9}"#,
                "workflow_step_failed a target_not_found",
            ],
        ),
        (
            &step(&format!(r#"{between},"on_error":"continue""#)),
            "",
            r#"{"y":9}"#,
            &[nothing, FAILS, nothing, FAILS, nothing],
            &[
                r#"a p {"i":0}"#,
                r#"a viewport.scroll {"y":9}"#,
                r#"a p {"i":1}"#,
                r#"a viewport.scroll {"y":9}"#,
                r#"a p {"i":2}"#,
                "workflow_retry_exhausted a workflow_retry_exhausted",
            ],
        ),
    ]);
}

#[test]
fn a_step_waits_until_its_settle_condition_holds() {
    let settle = |settle: &str, more: &str| {
        format!(
            r#"{{"id":"a","primitive":"p","settle_after":{settle}{more}}},{{"id":"b","primitive":"q"}}"#
        )
    };
    let locator = r#"{"locator":{"selector":"h2"}}"#;
    let wait_for =
        r#"a locator.wait_for {"locator":{"selector":"h2"},"state":"visible","timeout_ms":8000}"#;
    let late = r#"{"ok":false,"error":{"code":"timeout"}}"#;
    let out = r#","output":1"#;
    hold(&[
        (
            &settle(r#"{"delay_ms":249.2}"#, ""),
            out,
            "{}",
            &[],
            &["a p {}", "a waits 250", "b q {}", "gives 1"],
        ),
        (
            &settle(locator, ""),
            out,
            "{}",
            &[],
            &["a p {}", wait_for, "b q {}", "gives 1"],
        ),
        (
            &settle(
                r#"{"locator":{"text":"{% input %}"},"state":"hidden","timeout_ms":5}"#,
                "",
            ),
            out,
            "{}",
            &[],
            &[
                "a p {}",
                r#"a locator.wait_for {"locator":{"text":"{% input %}"},"state":"hidden","timeout_ms":5}"#,
                "b q {}",
                "gives 1",
            ],
        ),
        (
            &settle(locator, ""),
            out,
            "{}",
            &["1", late],
            &[
                "a p {}",
                wait_for,
                "workflow_step_failed a workflow_settle_timeout",
            ],
        ),
        (
            &settle(locator, r#","on_error":"continue""#),
            r#","output":"{% steps.a.output %}""#,
            "{}",
            &["1", late],
            &["a p {}", wait_for, "b q {}", "gives 1"],
        ),
        // After attempts, a missing element is ignored.
        (
            &settle(locator, r#","retry_until":true,"max_attempts":2"#),
            out,
            "{}",
            &["1", late],
            &["a p {}", wait_for, "b q {}", "gives 1"],
        ),
        // If execution continues, a failed step also waits for its settle condition.
        (
            &settle(locator, r#","on_error":"continue""#),
            out,
            "{}",
            &[FAILS],
            &["a p {}", wait_for, "b q {}", "gives 1"],
        ),
        (
            &settle(locator, ""),
            out,
            "{}",
            &[FAILS],
            &["a p {}", "workflow_step_failed a target_not_found"],
        ),
    ]);
}

#[test]
fn on_error_controls_the_next_step() {
    let steps = |on_error: &str| {
        format!(
            r#"{{"id":"a","primitive":"p","on_error":{on_error}}},{{"id":"b","primitive":"q"}}"#
        )
    };
    for (on_error, goes_on) in [
        (r#""stop""#, false),
        (r#""continue""#, true),
        ("null", false),
        (r#""""#, false),
    ] {
        let found = lines(
            &workflow(&steps(on_error), r#","output":"{% steps.a.error.code %}""#),
            "{}",
            &[FAILS],
        );
        let expected: &[&str] = match goes_on {
            true => &["a p {}", "b q {}", r#"gives "target_not_found""#],
            false => &["a p {}", "workflow_step_failed a target_not_found"],
        };
        assert_eq!(found, expected, "{on_error}");
    }
}

#[test]
fn a_failed_expression_is_a_failed_step() {
    let bad = "{% input.n + 'x' %}";
    for member in [
        format!(r#""args":{{"x":"{bad}"}}"#),
        format!(r#""when":"{bad}""#),
        format!(r#""for_each":"{bad}","max_items":1"#),
        format!(r#""for_each":[1],"max_items":1,"args":{{"x":"{bad}"}}"#),
    ] {
        let step = |more: &str| {
            format!(r#"{{"id":"a","primitive":"p",{member}{more}}},{{"id":"b","primitive":"q"}}"#)
        };
        let output = r#","output":"{% steps.a.error.code %}""#;
        let found = lines(&workflow(&step(""), output), r#"{"n":1}"#, &[]);
        assert_eq!(
            found,
            ["workflow_step_failed a expression_evaluation_failed"],
            "{member}"
        );
        let found = lines(
            &workflow(&step(r#","on_error":"continue""#), output),
            r#"{"n":1}"#,
            &[],
        );
        assert_eq!(
            found,
            ["b q {}", r#"gives "expression_evaluation_failed""#],
            "{member}"
        );
    }
    for (member, first) in [
        (
            format!(r#""retry_until":"{bad}","max_attempts":2"#),
            vec!["a p {}"],
        ),
        (
            format!(
                r#""retry_until":false,"max_attempts":2,"after_each":{{"primitive":"viewport.scroll","args":{{"x":"{bad}"}}}}"#
            ),
            vec!["a p {}"],
        ),
    ] {
        let found = lines(
            &workflow(&format!(r#"{{"id":"a","primitive":"p",{member}}}"#), ""),
            r#"{"n":1}"#,
            &[],
        );
        let end = "workflow_step_failed a expression_evaluation_failed";
        assert_eq!(found, [first, vec![end]].concat(), "{member}");
    }
    hold(&[
        (
            "",
            r#","output":"{% input.n + 'x' %}""#,
            r#"{"n":1}"#,
            &[],
            &["expression_evaluation_failed"],
        ),
        ("", "", "{}", &[], &[r#"gives {"steps":{}}"#]),
        ("", r#","output":null"#, "{}", &[], &["gives null"]),
        (
            "",
            r#","output":"{% input.none %}""#,
            "{}",
            &[],
            &["gives nothing"],
        ),
    ]);
}

#[test]
fn a_failed_expression_has_a_place() {
    let bad = "{% input.n + 'x' %}";
    for (steps, members, at) in [
        (
            format!(r#"{{"id":"a","primitive":"p","args":{{"x":[1,"{bad}"]}}}}"#),
            "",
            "/steps/0/args/x/1",
        ),
        (
            format!(r#"{{"id":"a","primitive":"p"}},{{"id":"b","primitive":"p","when":"{bad}"}}"#),
            "",
            "/steps/1/when",
        ),
        (
            r#"{"id":"a","primitive":"p","for_each":7,"max_items":1}"#.to_owned(),
            "",
            "/steps/0/for_each",
        ),
        (
            String::new(),
            r#","output":{"a":"{% input.n + 'x' %}"}"#,
            "/output/a",
        ),
    ] {
        let input = Payload::parse(r#"{"n":1}"#).unwrap();
        let mut run = Runner::new(&workflow(&steps, members), &input, Limits::UPSTREAM).unwrap();
        run.answer(Ok(Payload::null()));
        let Next::Over(outcome) = run.next() else {
            panic!()
        };
        assert_eq!(outcome.error.get().unwrap().pointer.get().unwrap(), at);
    }
}

#[test]
fn an_outcome_reports_every_step() {
    let workflow = workflow(
        r#"{"id":"a","primitive":"p","when":false},{"id":"b","primitive":"q","settle_after":{"delay_ms":1}},
            {"id":"c","primitive":"r"},{"id":"d","primitive":"s"}"#,
        "",
    );
    let mut run = Runner::new(&workflow, &Payload::null(), Limits::UPSTREAM).unwrap();
    run.answer(Ok(Payload::null()));
    run.answer(Ok(Payload::null()));
    run.answer(Err(ErrorDetails::new(
        ErrorCode::HandlerTimeout,
        "Too late.",
    )));
    let Next::Over(outcome) = run.next() else {
        panic!()
    };
    assert_eq!(
        wire::encode(&**outcome).unwrap(),
        concat!(
            r#"{"ok":false,"error":{"code":"workflow_step_failed","step_id":"c","primitive":"r","message":"Too late.","#,
            r#""cause":{"code":"handler_timeout","message":"Too late."},"failure_class":"target_not_found","#,
            r#""failed_state":"precondition","retryable":false,"recoverable":false},"steps":["#,
            r#"{"id":"a","primitive":"p","ok":true,"skipped":true},"#,
            r#"{"id":"b","primitive":"q","ok":true,"skipped":false,"settled":true},"#,
            r#"{"id":"c","primitive":"r","ok":false,"skipped":false}]}"#
        )
    );
    assert_eq!(
        wire::decode::<Outcome>(&wire::encode(&**outcome).unwrap()).unwrap(),
        **outcome
    );
    let over = run.next().clone();
    run.answer(Ok(Payload::null()));
    assert_eq!(*run.next(), over);
}

#[test]
fn a_failure_is_classified() {
    for (id, primitive, error, kind) in [
        (
            "a",
            "p",
            r#"{"code":"c","message":"An Overlay is there."}"#,
            "overlay_interference mutation true true",
        ),
        (
            "a",
            "p",
            r#"{"code":"click_intercepted"}"#,
            "overlay_interference mutation true true",
        ),
        (
            "a",
            "p",
            r#"{"code":"postcondition_failed"}"#,
            "postcondition_failed postcondition false true",
        ),
        (
            "checkPostcondition",
            "locator.p",
            "{}",
            "postcondition_failed postcondition false true",
        ),
        (
            "a",
            "locator.p",
            "{}",
            "control_not_ready readiness true true",
        ),
        (
            "verifyIt",
            "p",
            "{}",
            "control_not_ready readiness true true",
        ),
        (
            "a",
            "p",
            r#"{"code":"workflow_retry_x"}"#,
            "control_not_ready readiness true true",
        ),
        (
            "a",
            "p",
            r#"{"code":"c","recoverable":true}"#,
            "target_not_found precondition true true",
        ),
        (
            "a",
            "p",
            r#"{"code":"c","recoverable":0}"#,
            "target_not_found precondition false false",
        ),
        ("a", "p", "7", "target_not_found precondition false false"),
    ] {
        let workflow = workflow(&format!(r#"{{"id":"{id}","primitive":"{primitive}"}}"#), "");
        let mut run = Runner::new(&workflow, &Payload::null(), Limits::UPSTREAM).unwrap();
        run.answer(Ok(Payload::parse(format!(
            r#"{{"ok":false,"error":{error}}}"#
        ))
        .unwrap()));
        let Next::Over(outcome) = run.next() else {
            panic!()
        };
        let error = outcome.error.get().unwrap();
        let (class, state) = (
            error.failure_class.get().unwrap(),
            error.failed_state.get().unwrap(),
        );
        let (retryable, recoverable) = (
            error.retryable.get().unwrap(),
            error.recoverable.get().unwrap(),
        );
        assert_eq!(
            format!(
                "{} {} {retryable} {recoverable}",
                class.as_str(),
                state.as_str()
            ),
            kind,
            "{id} {primitive}"
        );
    }
}

#[test]
fn a_run_can_move_between_threads() {
    fn is_sent<T: Send + Sync>(_: &T) {}
    is_sent(&Runner::new(&workflow("", ""), &Payload::null(), Limits::UPSTREAM).unwrap());
}

#[test]
fn workflows_with_errors_do_not_start() {
    for (steps, members, rule, at) in [
        (r#"{"id":"a"}"#, "", "W-primitive", "/steps/0/primitive"),
        (
            r#"{"id":"a","primitive":"p","for_each":[],"max_items":51}"#,
            "",
            "W-for-each",
            "/steps/0/max_items",
        ),
        (
            r#"{"id":"a","primitive":"p","args":{"x":["{% 1 + %}"]}}"#,
            "",
            "W-expression",
            "/steps/0/args/x/0",
        ),
        (
            r#"{"id":"a","primitive":"p","when":"{% a@$b.c %}"}"#,
            "",
            "W-expression",
            "/steps/0/when",
        ),
        (
            "",
            r#","output":{"a":"{% $now() %}"}"#,
            "W-expression",
            "/output/a",
        ),
    ] {
        let error = Runner::new(
            &workflow(steps, members),
            &Payload::null(),
            Limits::UPSTREAM,
        )
        .unwrap_err();
        let mut errors = error
            .findings
            .iter()
            .filter(|finding| finding.severity == wire::Severity::Error);
        let first = errors.next().unwrap();
        assert_eq!((first.rule, first.pointer.as_str()), (rule, at));
    }
}

#[test]
fn values_have_a_size_limit() {
    let long = format!(r#"{{"s":"{}"}}"#, "x".repeat(15_990));
    let whole = r#""{% input.s %}""#;
    for (output, end) in [
        (whole.to_owned(), "gives"),
        (
            r#""{% input.s & input.s %}""#.to_owned(),
            "expression_output_too_large",
        ),
        (format!("[{whole},{whole}]"), "gives"),
        (
            format!("[{whole},{whole},{whole}]"),
            "workflow_output_too_large",
        ),
    ] {
        let found = lines(&workflow("", &format!(r#","output":{output}"#)), &long, &[]);
        assert!(found[0].starts_with(end), "{output}");
    }
    let step = r#"{"id":"a","primitive":"p","args":{"x":"{% input.s & input.s %}"}}"#;
    assert_eq!(
        lines(&workflow(step, ""), &long, &[]),
        ["workflow_step_failed a expression_output_too_large"]
    );
    let limits = Limits {
        output_bytes: 3,
        ..Limits::UPSTREAM
    };
    let run = Runner::new(&workflow("", r#","output":1234"#), &Payload::null(), limits).unwrap();
    assert_eq!(line(run.next()), "workflow_output_too_large");
    // A result that is too deep for expressions fails the next expression.
    let deep = format!("{}{}", "[".repeat(127), "]".repeat(127));
    let steps = r#"{"id":"a","primitive":"p"},{"id":"b","primitive":"q","when":"{% steps.a %}"}"#;
    let found = lines(&workflow(steps, ""), "{}", &[&deep]);
    assert_eq!(
        found[1],
        "workflow_step_failed b expression_output_too_large"
    );
}

#[test]
fn endless_recursion_in_a_slot_is_a_failed_step() {
    let step = r#"{"id":"a","primitive":"p","when":"{% ($f := function() { $f() }; $f()) %}"}"#;
    assert_eq!(
        lines(&workflow(step, ""), "{}", &[]),
        ["workflow_step_failed a expression_evaluation_failed"]
    );
}

#[test]
fn a_rehearsal_keeps_slots_that_depend_on_results() {
    let steps = r#"{"id":"a","primitive":"p","args":{"q":"{% input.q %}","x":"{% steps.z.output.x %}"},"when":"{% steps.z %}"},
        {"id":"b","primitive":"q","when":"{% input.no %}"},
        {"id":"c","primitive":"r","for_each":"{% steps.a.output %}","max_items":9,"args":{"v":"{% item %}","q":"{% input.q %}"}},
        {"id":"d","primitive":"s","for_each":"{% input.l %}","max_items":9,"args":{"v":"{% item %}"}},
        {"id":"e","primitive":"t","retry_until":"{% $exists(steps.e.output.x) %}","max_attempts":9},
        {"id":"f","primitive":"u","retry_until":false,"max_attempts":9,"settle_after":{"delay_ms":3}}"#;
    let workflow = workflow(
        steps,
        r#","output":{"a":"{% steps.a.output %}","q":"{% input.q %}"}"#,
    );
    let input = Payload::parse(r#"{"q":"tide","l":[1,2]}"#).unwrap();
    let mut run = Runner::rehearsal(&workflow, &input, Limits::UPSTREAM).unwrap();
    let mut lines = vec![line(run.next())];
    while !matches!(run.next(), Next::Over(_)) {
        run.answer(Ok(Payload::null()));
        lines.push(line(run.next()));
    }
    assert_eq!(
        lines,
        [
            r#"a p {"q":"tide","x":"{% steps.z.output.x %}"}"#,
            r#"c r {"v":"{% item %}","q":"tide"}"#,
            r#"d s {"v":1}"#,
            r#"d s {"v":2}"#,
            "e t {}",
            "f u {}",
            "f waits 3",
            r#"gives {"a":"{% steps.a.output %}","q":"tide"}"#,
        ]
    );
    // In a rehearsal, too, a value that is certainly not a list is an error.
    let steps = r#"{"id":"a","primitive":"p","for_each":"{% input.q %}","max_items":9}"#;
    let run =
        Runner::rehearsal(&super::tests::workflow(steps, ""), &input, Limits::UPSTREAM).unwrap();
    assert_eq!(line(run.next()), "workflow_loop_input_invalid a");
}

#[test]
fn a_run_is_resumed_only_with_its_own_workflow() {
    let steps =
        r#"{"id":"a","primitive":"p","settle_after":{"delay_ms":1}},{"id":"b","primitive":"q"}"#;
    let mut run = Runner::new(&workflow(steps, ""), &Payload::null(), Limits::UPSTREAM).unwrap();
    run.answer(Ok(Payload::parse("1").unwrap()));
    run.answer(Ok(Payload::null()));
    let saved = run.save();
    assert_eq!(
        wire::encode(&saved).unwrap(),
        r#"{"version":1,"input":{},"rehearsal":false,"answers":[{"primitive":"p","result":1},{"result":null}]}"#
    );
    let resumed = Runner::resume(&workflow(steps, ""), saved.clone(), Limits::UPSTREAM).unwrap();
    assert_eq!(resumed.next(), run.next());
    let resume = |steps: &str, saved: &SavedRun| {
        Runner::resume(&workflow(steps, ""), saved.clone(), Limits::UPSTREAM)
            .unwrap_err()
            .to_string()
    };
    let other = "does not belong to a call that this workflow makes";
    assert_eq!(
        resume(&steps.replace(r#""p""#, r#""o""#), &saved),
        format!("the answer 0 {other}")
    );
    assert_eq!(
        resume(&steps.replace("settle_after", "when"), &saved),
        format!("the answer 1 {other}")
    );
    assert_eq!(resume("", &saved), format!("the answer 0 {other}"));
    assert!(resume(r#"{"id":"a"}"#, &saved).contains("W-primitive"));
    let mut saved = saved;
    saved.version = 2;
    assert_eq!(
        resume(steps, &saved),
        "this run was saved in version 2, but only version 1 is supported"
    );
}
