//! Workflows: the rules `W-…`.

use super::{
    checker::{Checker, LIST, OBJECT, TEXT, mismatch},
    rules::{self, ManifestRule},
    slot_checks::{self, Steps},
    slots,
    suggestion::{self, Suggestion},
};
use crate::manifest::{AfterEach, OnError, SettleAfter, Step, Workflow, is_stated};
use std::collections::BTreeMap;
use wire::{List, Number, Payload, Pointer, Tolerant, object::Object};

/// The primitives that are allowed between attempts.
pub(super) const PATIENT: [&str; 6] = [
    "locator.wait_for",
    "locator.element_info",
    "dom.observe.visible",
    "viewport.scroll",
    "overlay.menu.hide",
    "overlay.menu.show",
];

/// Checks the member `workflow`.
pub(super) fn check_member(
    member: &Tolerant<Box<Workflow>>,
    at: &Pointer,
    checker: &mut Checker<'_>,
) {
    match member {
        Tolerant::Value(workflow) => check_workflow(workflow, &at.member("workflow"), checker),
        Tolerant::Invalid(odd) if odd.is_object() => {
            checker.report_duplicates(&at.member("workflow"), odd)
        }
        Tolerant::Invalid(odd) if !odd.is_null() => {
            checker.report_wrong_type(&rules::W_OBJECT, at.member("workflow"), odd.kind(), OBJECT);
        }
        Tolerant::Invalid(_) | Tolerant::Absent => {}
    }
}

pub(super) fn check_workflow(workflow: &Workflow, at: &Pointer, checker: &mut Checker<'_>) {
    checker.check_closed(
        &rules::W_MEMBER,
        at,
        &workflow.extra,
        Workflow::TABLE.members,
    );
    check_version(workflow, at, checker);
    let Some(list) = workflow.steps.get() else {
        let message = match workflow.steps.invalid() {
            Some(odd) => mismatch(odd.kind(), LIST),
            None => "the required member `steps` is missing".to_owned(),
        };
        return checker.report(
            &rules::W_STEPS,
            at.member("steps"),
            message,
            "add an array of steps",
        );
    };
    let by_id = check_steps(list, &at.member("steps"), checker);
    // The output may refer to all steps, including the last one.
    let steps = Steps {
        by_id: &by_id,
        current: list.len().max(1),
    };
    check_slot("output", &workflow.output, at, steps, checker);
    check_postcondition(workflow, at, checker);
}

fn check_version(workflow: &Workflow, at: &Pointer, checker: &mut Checker<'_>) {
    let version = workflow.version.get();
    if version.is_none_or(|version| version.as_str() != "1") {
        checker.report(
            &rules::W_VERSION,
            at.member("version"),
            "the version of the workflow must be 1",
            Suggestion::value("use the integer 1", "1"),
        );
    }
    let language = workflow.expression_language.get();
    if language.is_none_or(|language| language != Workflow::LANGUAGE) {
        let message = "the expression language of the workflow must be JSONata";
        checker.report(
            &rules::W_LANGUAGE,
            at.member("expression_language"),
            message,
            Suggestion::value("use \"jsonata\"", "\"jsonata\""),
        );
    }
}

/// Checks the steps, and returns their indices by step id.
fn check_steps<'w>(
    list: &'w List<Step>,
    at: &Pointer,
    checker: &mut Checker<'_>,
) -> BTreeMap<&'w str, usize> {
    let most = checker.profile.limits().steps;
    if list.len() > most {
        let message = format!("the workflow has too many steps: {}", list.len());
        let hint = format!("use at most {most} steps");
        checker.report(&rules::W_STEP_COUNT, at.clone(), message, hint);
    }
    let mut by_id = BTreeMap::new();
    for (index, step) in list.enumerate() {
        if let Some(id) = step.id.get() {
            by_id.entry(id.as_str()).or_insert(index);
        }
    }
    for (current, step) in list.entries().enumerate() {
        let at = at.element(current);
        let by_id = &by_id;
        match step {
            Ok(step) => check_step(step, &at, Steps { by_id, current }, checker),
            Err(odd) if odd.is_object() => checker.report_duplicates(&at, odd),
            Err(odd) => checker.report_wrong_type(&rules::W_STEP, at, odd.kind(), OBJECT),
        }
    }
    by_id
}

fn check_postcondition(workflow: &Workflow, at: &Pointer, checker: &mut Checker<'_>) {
    let Some(name) = workflow.postcondition_projection() else {
        return;
    };
    let at = at.member("postcondition");
    let stated = workflow.postcondition.as_ref();
    let is_text = stated.is_some_and(|stated| stated.as_str().is_some());
    let at = if is_text { at } else { at.member("projection") };
    checker.check_reference(
        &rules::W_POSTCONDITION,
        at,
        &name,
        "projection",
        |declared| &declared.projections,
    );
}

pub(super) fn check_step(step: &Step, at: &Pointer, steps: Steps<'_>, checker: &mut Checker<'_>) {
    checker.check_closed(&rules::W_STEP_MEMBER, at, &step.extra, Step::TABLE.members);
    check_id(step, at, steps, checker);
    check_primitive(&rules::W_PRIMITIVE, &step.primitive, at, checker);
    check_arguments(&step.args, at, checker);
    check_slot("args", &step.args, at, steps, checker);
    check_slot("when", &step.when, at, steps, checker);
    check_slot("for_each", &step.for_each, at, steps, checker);
    check_slot("retry_until", &step.retry_until, at, steps, checker);
    for (name, value) in [
        ("when", &step.when),
        ("for_each", &step.for_each),
        ("retry_until", &step.retry_until),
    ] {
        report_constant(name, value, at, checker);
    }
    check_repetition(step, at, checker);
    check_retry(step, at, checker);
    if let Some(after_each) = step.after_each.get() {
        let at = at.member("after_each");
        check_slot("args", &after_each.args, &at, steps, checker);
    }
    check_on_error(&step.on_error, at, checker);
    check_settle_after(&step.settle_after, at, checker);
}

/// Reports a condition or list without a slot, because its value is the same in every run.
fn report_constant(name: &str, value: &Option<Payload>, at: &Pointer, checker: &mut Checker<'_>) {
    let Some(value) = value else { return };
    if !slots::has_slot(value) {
        let message = "the value is constant, because it contains no slot";
        checker.report(
            &rules::W_NO_SLOT,
            at.member(name),
            message,
            "use one slot `{% … %}`",
        );
    }
}

fn check_repetition(step: &Step, at: &Pointer, checker: &mut Checker<'_>) {
    if step.for_each.is_none() {
        let is_stated = is_stated(&step.max_items);
        return report_lone("max_items", is_stated, "for_each", at, checker);
    }
    let bound = Bound {
        rule: &rules::W_FOR_EACH,
        repetition: "for_each",
        name: "max_items",
        most: checker.profile.limits().items,
    };
    bound.check(&step.max_items, at, checker);
}

fn check_retry(step: &Step, at: &Pointer, checker: &mut Checker<'_>) {
    if step.retry_until.is_none() {
        let is_stated = [is_stated(&step.max_attempts), is_stated(&step.after_each)];
        for (name, is_stated) in ["max_attempts", "after_each"].into_iter().zip(is_stated) {
            report_lone(name, is_stated, "retry_until", at, checker);
        }
        return;
    }
    let bound = Bound {
        rule: &rules::W_RETRY,
        repetition: "retry_until",
        name: "max_attempts",
        most: checker.profile.limits().attempts,
    };
    bound.check(&step.max_attempts, at, checker);
    check_after_each(&step.after_each, at, checker);
}

fn check_id(step: &Step, at: &Pointer, steps: Steps<'_>, checker: &mut Checker<'_>) {
    let hint = "use a letter, then letters, digits, _ and -";
    let id = match &step.id {
        Tolerant::Value(id) => id.as_str(),
        Tolerant::Invalid(odd) => {
            let message = mismatch(odd.kind(), TEXT);
            return checker.report(&rules::W_ID, at.member("id"), message, hint);
        }
        Tolerant::Absent => return checker.report_missing(&rules::W_ID, at, "id", &step.extra),
    };
    if !is_step_id(id) {
        let message = "expressions cannot refer to this id";
        checker.report(&rules::W_ID, at.member("id"), message, hint);
    } else if let Some(first) = steps.by_id.get(id)
        && *first != steps.current
    {
        let message = "an earlier step already has this id";
        checker.report(
            &rules::W_SAME_ID,
            at.member("id"),
            message,
            "use a unique id",
        );
    }
}

fn is_step_id(id: &str) -> bool {
    !id.contains('.') && crate::identifier::is_safe(id)
}

fn check_primitive<T: AsRef<str>>(
    rule: &ManifestRule,
    member: &Tolerant<T>,
    at: &Pointer,
    checker: &mut Checker<'_>,
) {
    let at = at.member("primitive");
    match member.get().map(AsRef::as_ref) {
        None | Some("") => {
            let message = "the name of a primitive is missing";
            checker.report(rule, at, message, "add the name of a primitive");
        }
        Some(name) => checker.check_in_dictionary(&rules::W_UNKNOWN_PRIMITIVE, at, name),
    }
}

pub(super) fn check_arguments(args: &Option<Payload>, at: &Pointer, checker: &mut Checker<'_>) {
    let Some(args) = args else { return };
    if !args.is_object() && !args.is_null() {
        checker.report_wrong_type(&rules::W_ARGS, at.member("args"), args.kind(), OBJECT);
    }
}

fn check_slot(
    name: &str,
    value: &Option<Payload>,
    at: &Pointer,
    steps: Steps<'_>,
    checker: &mut Checker<'_>,
) {
    if let Some(value) = value {
        slot_checks::check_texts(value, &at.member(name), Some(steps), checker);
    }
}

/// Reports a member that has no effect because another member is missing.
fn report_lone(
    name: &str,
    is_stated: bool,
    partner: &str,
    at: &Pointer,
    checker: &mut Checker<'_>,
) {
    if is_stated {
        let hint = format!("add `{partner}`, or remove `{name}`");
        checker.report(
            &rules::W_LONE_LIMIT,
            at.member(name),
            format_args!("`{name}` has no effect without `{partner}`"),
            hint,
        );
    }
}

/// The limit of a repetition.
struct Bound<'b> {
    rule: &'b ManifestRule,
    /// The member that repeats the step.
    repetition: &'b str,
    /// The member with the limit.
    name: &'b str,
    most: u32,
}

impl Bound<'_> {
    fn check(&self, member: &Tolerant<Number>, at: &Pointer, checker: &mut Checker<'_>) {
        let Self {
            rule,
            repetition,
            name,
            most,
        } = self;
        let message = match member.get() {
            Some(number) if self.contains(number) => return,
            Some(number) => format!("`{name}` is {number}, which is out of range"),
            None => format!("`{repetition}` needs a `{name}`"),
        };
        let hint = format!("use a number from 1 to {most}");
        checker.report(rule, at.member(name), message, hint);
    }

    fn contains(&self, number: &Number) -> bool {
        let number = number.as_f64();
        number.is_some_and(|number| (1.0..=f64::from(self.most)).contains(&number))
    }
}

fn check_after_each(member: &Tolerant<Box<AfterEach>>, at: &Pointer, checker: &mut Checker<'_>) {
    let at = at.member("after_each");
    let after_each = match member {
        Tolerant::Value(after_each) => after_each,
        Tolerant::Invalid(odd) if odd.is_object() => return checker.report_duplicates(&at, odd),
        Tolerant::Invalid(odd) if !odd.is_null() => {
            return checker.report_wrong_type(&rules::W_AFTER_EACH, at, odd.kind(), OBJECT);
        }
        Tolerant::Invalid(_) | Tolerant::Absent => return,
    };
    check_primitive(&rules::W_AFTER_EACH, &after_each.primitive, &at, checker);
    let name = after_each.primitive.get().map_or("", AsRef::as_ref);
    if !name.is_empty() && !PATIENT.contains(&name) {
        let all = format!("use one of {}", PATIENT.join(", "));
        let hint = suggestion::suggest_word(name, PATIENT, &all);
        let message = "the primitive is not allowed between attempts, because it changes the page";
        checker.report(&rules::W_AFTER_EACH, at.member("primitive"), message, hint);
    }
    check_arguments(&after_each.args, &at, checker);
}

fn check_on_error(member: &Tolerant<OnError>, at: &Pointer, checker: &mut Checker<'_>) {
    let (rule, word, message) = match member {
        Tolerant::Value(OnError::Other(word)) => {
            let word = word.as_str();
            let rule = if word.is_empty() {
                &rules::W_ON_ERROR_EMPTY
            } else {
                &rules::W_ON_ERROR
            };
            (rule, word, format!("`on_error` must not be {word:?}"))
        }
        Tolerant::Invalid(odd) if !odd.is_null() => {
            (&rules::W_ON_ERROR, "", mismatch(odd.kind(), TEXT))
        }
        _ => return,
    };
    let words = OnError::WORDS.iter().copied();
    let hint = suggestion::suggest_word(word, words, "use \"stop\" or \"continue\"");
    checker.report(rule, at.member("on_error"), message, hint);
}

fn check_settle_after(
    member: &Tolerant<Box<SettleAfter>>,
    at: &Pointer,
    checker: &mut Checker<'_>,
) {
    let at = at.member("settle_after");
    let settle = match member {
        Tolerant::Value(settle) => settle,
        Tolerant::Invalid(odd) if odd.is_object() => return checker.report_duplicates(&at, odd),
        Tolerant::Invalid(odd) => {
            return checker.report_wrong_type(
                &rules::W_SETTLE,
                at,
                odd.kind(),
                "an object with `locator` or `delay_ms`",
            );
        }
        Tolerant::Absent => return,
    };
    match (&settle.locator, &settle.delay_ms) {
        (Some(locator), Tolerant::Absent) => check_settle_locator(locator, &at, checker),
        (None, Tolerant::Absent) => {
            let hint = suggestion::closest_of(&["locator", "delay_ms"], &settle.extra)
                .unwrap_or_else(|| "add `locator` or `delay_ms`".to_owned());
            let message = "`settle_after` does not define a condition";
            checker.report(&rules::W_SETTLE, at.clone(), message, hint);
        }
        (None, delay) => check_settle_delay(settle, delay, &at, checker),
        (Some(_), _) => {
            let message = "`settle_after` has both `locator` and `delay_ms`";
            checker.report(&rules::W_SETTLE, at.clone(), message, "remove one of them");
        }
    }
    checker.check_text(&at, "state", &settle.state);
    checker.check_limit(&at, "timeout_ms", &settle.timeout_ms);
}

fn check_settle_locator(locator: &Payload, at: &Pointer, checker: &mut Checker<'_>) {
    let at = at.member("locator");
    if !locator.is_object() {
        checker.report_wrong_type(&rules::W_SETTLE, at.clone(), locator.kind(), OBJECT);
    }
    slot_checks::check_texts(locator, &at, None, checker);
}

fn check_settle_delay(
    settle: &SettleAfter,
    delay: &Tolerant<Number>,
    at: &Pointer,
    checker: &mut Checker<'_>,
) {
    let number = delay.get().and_then(Number::as_f64);
    if number.is_none_or(|number| number <= 0.0) {
        let message = "the delay must be positive";
        checker.report(
            &rules::W_SETTLE,
            at.member("delay_ms"),
            message,
            "use a positive number",
        );
    }
    report_lone("state", is_stated(&settle.state), "locator", at, checker);
    let is_stated = is_stated(&settle.timeout_ms);
    report_lone("timeout_ms", is_stated, "locator", at, checker);
}
