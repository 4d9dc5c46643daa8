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
use wire::{Number, Payload, Pointer, Tolerant, object::Object};

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
pub(super) fn member(member: &Tolerant<Box<Workflow>>, at: &Pointer, checker: &mut Checker<'_>) {
    match member {
        Tolerant::Value(workflow) => self::workflow(workflow, &at.member("workflow"), checker),
        Tolerant::Invalid(odd) if odd.is_object() => {
            checker.find_duplicates(&at.member("workflow"), odd)
        }
        Tolerant::Invalid(odd) if !odd.is_null() => {
            checker.wrong_type(&rules::W_OBJECT, at.member("workflow"), odd.kind(), OBJECT);
        }
        Tolerant::Invalid(_) | Tolerant::Absent => {}
    }
}

pub(super) fn workflow(workflow: &Workflow, at: &Pointer, checker: &mut Checker<'_>) {
    checker.check_closed(
        &rules::W_MEMBER,
        at,
        &workflow.extra,
        Workflow::TABLE.members,
    );
    if workflow
        .version
        .get()
        .is_none_or(|version| version.as_str() != "1")
    {
        checker.find(
            &rules::W_VERSION,
            at.member("version"),
            "The version of this workflow is not 1.",
            Suggestion::value("use the integer 1", "1"),
        );
    }
    if workflow
        .expression_language
        .get()
        .is_none_or(|language| language != Workflow::LANGUAGE)
    {
        let message = "The expression language of this workflow is not JSONata.";
        checker.find(
            &rules::W_LANGUAGE,
            at.member("expression_language"),
            message,
            Suggestion::value("use \"jsonata\"", "\"jsonata\""),
        );
    }
    let Some(list) = workflow.steps.get() else {
        let message = match workflow.steps.invalid() {
            Some(odd) => mismatch(odd.kind(), LIST),
            None => "This workflow has no member `steps`.".to_owned(),
        };
        return checker.find(
            &rules::W_STEPS,
            at.member("steps"),
            message,
            "add an array of steps",
        );
    };
    let most = checker.profile.limits().steps;
    if list.len() > most {
        let message = format!("This workflow has too many steps: {}.", list.len());
        checker.find(
            &rules::W_STEP_COUNT,
            at.member("steps"),
            message,
            format_args!("use at most {most} steps"),
        );
    }
    let mut by_id = BTreeMap::new();
    for (index, step) in list.enumerate() {
        if let Some(id) = step.id.get() {
            by_id.entry(id.as_str()).or_insert(index);
        }
    }
    let mut current = 0;
    let at_steps = at.member("steps");
    for (index, step) in list.entries().enumerate() {
        current = index;
        let at = at_steps.element(index);
        match step {
            Ok(step) => self::step(
                step,
                &at,
                Steps {
                    by_id: &by_id,
                    current,
                },
                checker,
            ),
            Err(odd) if odd.is_object() => checker.find_duplicates(&at, odd),
            Err(odd) => checker.wrong_type(&rules::W_STEP, at, odd.kind(), OBJECT),
        }
    }
    let steps = Steps {
        by_id: &by_id,
        current: current + 1,
    };
    slot("output", &workflow.output, at, steps, checker);
    postcondition(workflow, at, checker);
}

fn postcondition(workflow: &Workflow, at: &Pointer, checker: &mut Checker<'_>) {
    if let Some(name) = workflow.postcondition_projection() {
        let is_text = workflow
            .postcondition
            .as_ref()
            .is_some_and(|stated| stated.as_str().is_some());
        let at = at.member("postcondition");
        let at = if is_text { at } else { at.member("projection") };
        checker.reference(
            &rules::W_POSTCONDITION,
            at,
            &name,
            "projection",
            |declared| &declared.projections,
        );
    }
}

pub(super) fn step(step: &Step, at: &Pointer, steps: Steps<'_>, checker: &mut Checker<'_>) {
    checker.check_closed(&rules::W_STEP_MEMBER, at, &step.extra, Step::TABLE.members);
    id(step, at, steps, checker);
    primitive(&rules::W_PRIMITIVE, &step.primitive, at, checker);
    arguments(&step.args, at, checker);
    slot("args", &step.args, at, steps, checker);
    slot("when", &step.when, at, steps, checker);
    slot("for_each", &step.for_each, at, steps, checker);
    slot("retry_until", &step.retry_until, at, steps, checker);
    for (name, value) in [
        ("when", &step.when),
        ("for_each", &step.for_each),
        ("retry_until", &step.retry_until),
    ] {
        if value.as_ref().is_some_and(|value| !slots::has_slot(value)) {
            let message = "This value is constant, because it contains no slot.";
            checker.find(
                &rules::W_NO_SLOT,
                at.member(name),
                message,
                "use one slot `{% … %}`",
            );
        }
    }
    let limits = checker.profile.limits();
    if step.for_each.is_some() {
        check_bound(
            &rules::W_FOR_EACH,
            "for_each",
            "max_items",
            &step.max_items,
            limits.items,
            at,
            checker,
        );
    } else {
        lone(
            "max_items",
            is_stated(&step.max_items),
            "for_each",
            at,
            checker,
        );
    }
    if step.retry_until.is_some() {
        check_bound(
            &rules::W_RETRY,
            "retry_until",
            "max_attempts",
            &step.max_attempts,
            limits.attempts,
            at,
            checker,
        );
        after_each(&step.after_each, at, checker);
    } else {
        lone(
            "max_attempts",
            is_stated(&step.max_attempts),
            "retry_until",
            at,
            checker,
        );
        lone(
            "after_each",
            is_stated(&step.after_each),
            "retry_until",
            at,
            checker,
        );
    }
    if let Some(after_each) = step.after_each.get() {
        slot(
            "args",
            &after_each.args,
            &at.member("after_each"),
            steps,
            checker,
        );
    }
    on_error(&step.on_error, at, checker);
    settle_after(&step.settle_after, at, checker);
}

fn id(step: &Step, at: &Pointer, steps: Steps<'_>, checker: &mut Checker<'_>) {
    let hint = "use a letter, then letters, digits, _ and -";
    match &step.id {
        Tolerant::Value(id) if !is_step_id(id.as_str()) => {
            checker.find(
                &rules::W_ID,
                at.member("id"),
                "Expressions cannot refer to this id.",
                hint,
            );
        }
        Tolerant::Value(id) => {
            if steps
                .by_id
                .get(id.as_str())
                .is_some_and(|first| *first != steps.current)
            {
                checker.find(
                    &rules::W_SAME_ID,
                    at.member("id"),
                    "An earlier step already has this id.",
                    "use a unique id",
                );
            }
        }
        Tolerant::Invalid(odd) => checker.find(
            &rules::W_ID,
            at.member("id"),
            mismatch(odd.kind(), TEXT),
            hint,
        ),
        Tolerant::Absent => checker.missing(&rules::W_ID, at, "id", &step.extra),
    }
}

fn is_step_id(id: &str) -> bool {
    !id.contains('.') && crate::identifier::is_safe(id)
}

fn primitive<T: AsRef<str>>(
    rule: &ManifestRule,
    member: &Tolerant<T>,
    at: &Pointer,
    checker: &mut Checker<'_>,
) {
    let at = || at.member("primitive");
    match member.get().map(AsRef::as_ref) {
        None | Some("") => {
            checker.find(
                rule,
                at(),
                "The name of a primitive is missing.",
                "add the name of a primitive",
            );
        }
        Some(name) => checker.in_dictionary(&rules::W_UNKNOWN_PRIMITIVE, at(), name),
    }
}

pub(super) fn arguments(args: &Option<Payload>, at: &Pointer, checker: &mut Checker<'_>) {
    if let Some(args) = args
        .as_ref()
        .filter(|args| !args.is_object() && !args.is_null())
    {
        checker.wrong_type(&rules::W_ARGS, at.member("args"), args.kind(), OBJECT);
    }
}

fn slot(
    name: &str,
    value: &Option<Payload>,
    at: &Pointer,
    steps: Steps<'_>,
    checker: &mut Checker<'_>,
) {
    if let Some(value) = value {
        slot_checks::texts(value, &at.member(name), Some(steps), checker);
    }
}

/// Reports a member that has no effect without its partner.
fn lone(name: &str, is_stated: bool, partner: &str, at: &Pointer, checker: &mut Checker<'_>) {
    if is_stated {
        let hint = format!("add `{partner}`, or remove `{name}`");
        checker.find(
            &rules::W_LONE_LIMIT,
            at.member(name),
            format_args!("`{name}` has no effect without `{partner}`."),
            hint,
        );
    }
}

/// Checks the limit of a repetition.
fn check_bound(
    rule: &ManifestRule,
    what: &str,
    name: &str,
    member: &Tolerant<Number>,
    most: u32,
    at: &Pointer,
    checker: &mut Checker<'_>,
) {
    let number = member.get().and_then(Number::as_f64);
    if number.is_none_or(|number| number < 1.0 || number > f64::from(most)) {
        let message = match member.get() {
            Some(number) => format!("`{name}` is {number}, which is out of range."),
            None => format!("`{what}` needs a `{name}`."),
        };
        checker.find(
            rule,
            at.member(name),
            message,
            format_args!("use a number from 1 to {most}"),
        );
    }
}

fn after_each(member: &Tolerant<Box<AfterEach>>, at: &Pointer, checker: &mut Checker<'_>) {
    let at = at.member("after_each");
    match member {
        Tolerant::Value(after_each) => {
            primitive(&rules::W_AFTER_EACH, &after_each.primitive, &at, checker);
            let name = after_each.primitive.get().map_or("", AsRef::as_ref);
            if !name.is_empty() && !PATIENT.contains(&name) {
                let hint = suggestion::suggest_word(
                    name,
                    PATIENT,
                    &format!("use one of {}", PATIENT.join(", ")),
                );
                let message =
                    "This primitive is not allowed between attempts, because it changes the page.";
                checker.find(&rules::W_AFTER_EACH, at.member("primitive"), message, hint);
            }
            arguments(&after_each.args, &at, checker);
        }
        Tolerant::Invalid(odd) if odd.is_object() => checker.find_duplicates(&at, odd),
        Tolerant::Invalid(odd) if !odd.is_null() => {
            checker.wrong_type(&rules::W_AFTER_EACH, at, odd.kind(), OBJECT)
        }
        Tolerant::Invalid(_) | Tolerant::Absent => {}
    }
}

fn on_error(member: &Tolerant<OnError>, at: &Pointer, checker: &mut Checker<'_>) {
    let hint = |word: &str| {
        suggestion::suggest_word(
            word,
            OnError::WORDS.iter().copied(),
            "use \"stop\" or \"continue\"",
        )
    };
    match member {
        Tolerant::Value(OnError::Other(word)) => {
            let word = word.as_str();
            let rule = if word.is_empty() {
                &rules::W_ON_ERROR_EMPTY
            } else {
                &rules::W_ON_ERROR
            };
            checker.find(
                rule,
                at.member("on_error"),
                format_args!("`on_error` must not be {word:?}."),
                hint(word),
            );
        }
        Tolerant::Invalid(odd) if !odd.is_null() => {
            checker.find(
                &rules::W_ON_ERROR,
                at.member("on_error"),
                mismatch(odd.kind(), TEXT),
                hint(""),
            );
        }
        _ => {}
    }
}

fn settle_after(member: &Tolerant<Box<SettleAfter>>, at: &Pointer, checker: &mut Checker<'_>) {
    let at = at.member("settle_after");
    let settle = match member {
        Tolerant::Value(settle) => settle,
        Tolerant::Invalid(odd) if odd.is_object() => return checker.find_duplicates(&at, odd),
        Tolerant::Invalid(odd) => {
            return checker.wrong_type(
                &rules::W_SETTLE,
                at,
                odd.kind(),
                "an object with `locator` or `delay_ms`",
            );
        }
        Tolerant::Absent => return,
    };
    match (&settle.locator, &settle.delay_ms) {
        (Some(locator), Tolerant::Absent) => {
            if !locator.is_object() {
                checker.wrong_type(
                    &rules::W_SETTLE,
                    at.member("locator"),
                    locator.kind(),
                    OBJECT,
                );
            }
            slot_checks::texts(locator, &at.member("locator"), None, checker);
        }
        (None, Tolerant::Absent) => {
            let hint = suggestion::closest_of(&["locator", "delay_ms"], &settle.extra)
                .unwrap_or_else(|| "add `locator` or `delay_ms`".to_owned());
            checker.find(
                &rules::W_SETTLE,
                at.clone(),
                "This `settle_after` does not define a condition.",
                hint,
            );
        }
        (None, delay) => {
            if delay
                .get()
                .and_then(Number::as_f64)
                .is_none_or(|delay| delay <= 0.0)
            {
                checker.find(
                    &rules::W_SETTLE,
                    at.member("delay_ms"),
                    "This is not a positive delay.",
                    "use a positive number",
                );
            }
            lone("state", is_stated(&settle.state), "locator", &at, checker);
            lone(
                "timeout_ms",
                is_stated(&settle.timeout_ms),
                "locator",
                &at,
                checker,
            );
        }
        (Some(_), _) => {
            let message = "This `settle_after` has both `locator` and `delay_ms`.";
            checker.find(&rules::W_SETTLE, at.clone(), message, "remove one of them");
        }
    }
    checker.text(&at, "state", &settle.state);
    checker.limit(&at, "timeout_ms", &settle.timeout_ms);
}
