//! Workflows: the rules `W-…`.

use super::{
    judge::{Judge, LIST, OBJECT, sentence},
    rules::{self, ManifestRule},
    slots::{self, Steps},
    suggestion,
};
use crate::manifest::{AfterEach, OnError, SettleAfter, Step, Workflow, is_stated};
use std::collections::BTreeMap;
use wire::{Number, Payload, Pointer, Tolerant, object::Object};

/// What may be done between attempts.
pub(super) const PATIENT: [&str; 6] = [
    "locator.wait_for",
    "locator.element_info",
    "dom.observe.visible",
    "viewport.scroll",
    "overlay.menu.hide",
    "overlay.menu.show",
];

/// The member `workflow`.
pub(super) fn member(member: &Tolerant<Box<Workflow>>, at: &Pointer, judge: &mut Judge<'_>) {
    match member {
        Tolerant::Value(workflow) => self::workflow(workflow, &at.member("workflow"), judge),
        Tolerant::Invalid(odd) if odd.is_object() => judge.find_duplicates(&at.member("workflow"), odd),
        Tolerant::Invalid(odd) if !odd.is_null() => {
            judge.find(&rules::W_OBJECT, at.member("workflow"), sentence(odd.kind()), OBJECT);
        }
        Tolerant::Invalid(_) | Tolerant::Absent => {}
    }
}

pub(super) fn workflow(workflow: &Workflow, at: &Pointer, judge: &mut Judge<'_>) {
    judge.check_closed(&rules::W_MEMBER, at, &workflow.extra, Workflow::TABLE.members);
    if workflow.version.get().is_none_or(|version| version.as_str() != "1") {
        judge.find(
            &rules::W_VERSION,
            at.member("version"),
            "The version of this workflow is not 1.",
            "the integer 1",
        );
    }
    if workflow.expression_language.get().is_none_or(|language| language != Workflow::LANGUAGE) {
        let message = "The expression language of this workflow is not JSONata.";
        judge.find(&rules::W_LANGUAGE, at.member("expression_language"), message, "\"jsonata\"");
    }
    let Some(list) = workflow.steps.get() else {
        let message = match workflow.steps.invalid() {
            Some(odd) => sentence(odd.kind()),
            None => "This workflow has no steps.".to_owned(),
        };
        return judge.find(&rules::W_STEPS, at.member("steps"), message, LIST);
    };
    let most = judge.profile.limits().steps;
    if list.len() > most {
        let message = format!("This workflow has {} steps.", list.len());
        judge.find(&rules::W_STEP_COUNT, at.member("steps"), message, format_args!("{most} at most"));
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
            Ok(step) => self::step(step, &at, Steps { by_id: &by_id, current }, judge),
            Err(odd) if odd.is_object() => judge.find_duplicates(&at, odd),
            Err(odd) => judge.find(&rules::W_STEP, at, sentence(odd.kind()), OBJECT),
        }
    }
    let steps = Steps { by_id: &by_id, current: current + 1 };
    slot("output", &workflow.output, at, steps, judge);
    postcondition(workflow, at, judge);
}

fn postcondition(workflow: &Workflow, at: &Pointer, judge: &mut Judge<'_>) {
    if let Some(name) = workflow.postcondition_projection() {
        let is_text = workflow.postcondition.as_ref().is_some_and(|stated| stated.as_str().is_some());
        let at = at.member("postcondition");
        let at = if is_text { at } else { at.member("projection") };
        judge.reference(&rules::W_POSTCONDITION, at, &name, "projection", |declared| &declared.projections);
    }
}

pub(super) fn step(step: &Step, at: &Pointer, steps: Steps<'_>, judge: &mut Judge<'_>) {
    judge.check_closed(&rules::W_STEP_MEMBER, at, &step.extra, Step::TABLE.members);
    id(step, at, steps, judge);
    primitive(&rules::W_PRIMITIVE, &step.primitive, at, judge);
    arguments(&step.args, at, judge);
    slot("args", &step.args, at, steps, judge);
    slot("when", &step.when, at, steps, judge);
    slot("for_each", &step.for_each, at, steps, judge);
    slot("retry_until", &step.retry_until, at, steps, judge);
    for (name, value) in
        [("when", &step.when), ("for_each", &step.for_each), ("retry_until", &step.retry_until)]
    {
        if value.as_ref().is_some_and(|value| !slots::has_slot(value)) {
            let message = "This is the same whatever the page is like.";
            judge.find(&rules::W_NO_SLOT, at.member(name), message, "one slot `{% … %}`");
        }
    }
    let limits = judge.profile.limits();
    if step.for_each.is_some() {
        check_bound(&rules::W_FOR_EACH, "for_each", "max_items", &step.max_items, limits.items, at, judge);
    } else {
        lone("max_items", is_stated(&step.max_items), "for_each", at, judge);
    }
    if step.retry_until.is_some() {
        check_bound(
            &rules::W_RETRY,
            "retry_until",
            "max_attempts",
            &step.max_attempts,
            limits.attempts,
            at,
            judge,
        );
        after_each(&step.after_each, at, judge);
    } else {
        lone("max_attempts", is_stated(&step.max_attempts), "retry_until", at, judge);
        lone("after_each", is_stated(&step.after_each), "retry_until", at, judge);
    }
    if let Some(after_each) = step.after_each.get() {
        slot("args", &after_each.args, &at.member("after_each"), steps, judge);
    }
    on_error(&step.on_error, at, judge);
    settle_after(&step.settle_after, at, judge);
}

fn id(step: &Step, at: &Pointer, steps: Steps<'_>, judge: &mut Judge<'_>) {
    let hint = "a letter, then letters, digits, _ and -";
    match &step.id {
        Tolerant::Value(id) if !is_step_id(id.as_str()) => {
            judge.find(&rules::W_ID, at.member("id"), "This is no id that expressions could name.", hint);
        }
        Tolerant::Value(id) => {
            if steps.by_id.get(id.as_str()).is_some_and(|first| *first != steps.current) {
                judge.find(
                    &rules::W_SAME_ID,
                    at.member("id"),
                    "A step further up has this id.",
                    "one of its own",
                );
            }
        }
        Tolerant::Invalid(odd) => judge.find(&rules::W_ID, at.member("id"), sentence(odd.kind()), hint),
        Tolerant::Absent => judge.missing(&rules::W_ID, at, "id", &step.extra),
    }
}

fn is_step_id(id: &str) -> bool {
    !id.contains('.') && crate::identifier::is_safe(id)
}

fn primitive<T: AsRef<str>>(rule: &ManifestRule, member: &Tolerant<T>, at: &Pointer, judge: &mut Judge<'_>) {
    let at = || at.member("primitive");
    match member.get().map(AsRef::as_ref) {
        None | Some("") => {
            judge.find(rule, at(), "No primitive is named.", "the name of a primitive");
        }
        Some(name) => judge.in_dictionary(&rules::W_UNKNOWN_PRIMITIVE, at(), name),
    }
}

pub(super) fn arguments(args: &Option<Payload>, at: &Pointer, judge: &mut Judge<'_>) {
    if let Some(args) = args.as_ref().filter(|args| !args.is_object() && !args.is_null()) {
        judge.find(&rules::W_ARGS, at.member("args"), sentence(args.kind()), OBJECT);
    }
}

fn slot(name: &str, value: &Option<Payload>, at: &Pointer, steps: Steps<'_>, judge: &mut Judge<'_>) {
    if let Some(value) = value {
        slots::texts(value, &at.member(name), Some(steps), judge);
    }
}

/// What counts only beside a partner.
fn lone(name: &str, is_stated: bool, partner: &str, at: &Pointer, judge: &mut Judge<'_>) {
    if is_stated {
        let hint = format!("`{partner}` beside it, or nothing");
        judge.find(&rules::W_LONE_LIMIT, at.member(name), format_args!("There is no `{partner}`."), hint);
    }
}

/// What repeats says how often at most.
fn check_bound(
    rule: &ManifestRule,
    what: &str,
    name: &str,
    member: &Tolerant<Number>,
    most: u32,
    at: &Pointer,
    judge: &mut Judge<'_>,
) {
    let number = member.get().and_then(Number::as_f64);
    if number.is_none_or(|number| number < 1.0 || number > f64::from(most)) {
        let message = match member.get() {
            Some(number) => format!("`{name}` is {number}."),
            None => format!("`{what}` has no `{name}`."),
        };
        judge.find(rule, at.member(name), message, format_args!("a number from 1 to {most}"));
    }
}

fn after_each(member: &Tolerant<Box<AfterEach>>, at: &Pointer, judge: &mut Judge<'_>) {
    let at = at.member("after_each");
    match member {
        Tolerant::Value(after_each) => {
            primitive(&rules::W_AFTER_EACH, &after_each.primitive, &at, judge);
            let name = after_each.primitive.get().map_or("", AsRef::as_ref);
            if !name.is_empty() && !PATIENT.contains(&name) {
                let hint = suggestion::suggest(name, PATIENT, &format!("one of {}", PATIENT.join(", ")));
                let message = "This is done between attempts, and does more than look.";
                judge.find(&rules::W_AFTER_EACH, at.member("primitive"), message, hint);
            }
            arguments(&after_each.args, &at, judge);
        }
        Tolerant::Invalid(odd) if odd.is_object() => judge.find_duplicates(&at, odd),
        Tolerant::Invalid(odd) if !odd.is_null() => {
            judge.find(&rules::W_AFTER_EACH, at, sentence(odd.kind()), OBJECT)
        }
        Tolerant::Invalid(_) | Tolerant::Absent => {}
    }
}

fn on_error(member: &Tolerant<OnError>, at: &Pointer, judge: &mut Judge<'_>) {
    let hint =
        |word: &str| suggestion::suggest(word, OnError::WORDS.iter().copied(), "\"stop\" or \"continue\"");
    match member {
        Tolerant::Value(OnError::Other(word)) => {
            let word = word.as_str();
            let rule = if word.is_empty() { &rules::W_ON_ERROR_EMPTY } else { &rules::W_ON_ERROR };
            judge.find(rule, at.member("on_error"), format_args!("`on_error` is {word:?}."), hint(word));
        }
        Tolerant::Invalid(odd) if !odd.is_null() => {
            judge.find(&rules::W_ON_ERROR, at.member("on_error"), sentence(odd.kind()), hint(""));
        }
        _ => {}
    }
}

fn settle_after(member: &Tolerant<Box<SettleAfter>>, at: &Pointer, judge: &mut Judge<'_>) {
    let at = at.member("settle_after");
    let settle = match member {
        Tolerant::Value(settle) => settle,
        Tolerant::Invalid(odd) if odd.is_object() => return judge.find_duplicates(&at, odd),
        Tolerant::Invalid(odd) => {
            return judge.find(
                &rules::W_SETTLE,
                at,
                sentence(odd.kind()),
                "an object with `locator` or `delay_ms`",
            );
        }
        Tolerant::Absent => return,
    };
    match (&settle.locator, &settle.delay_ms) {
        (Some(locator), Tolerant::Absent) => {
            if !locator.is_object() {
                judge.find(&rules::W_SETTLE, at.member("locator"), sentence(locator.kind()), OBJECT);
            }
            slots::texts(locator, &at.member("locator"), None, judge);
        }
        (None, Tolerant::Absent) => {
            let hint = suggestion::closest_of(&["locator", "delay_ms"], &settle.extra)
                .unwrap_or_else(|| "`locator` or `delay_ms`".to_owned());
            judge.find(&rules::W_SETTLE, at.clone(), "This says nothing to wait for.", hint);
        }
        (None, delay) => {
            if delay.get().and_then(Number::as_f64).is_none_or(|delay| delay <= 0.0) {
                judge.find(
                    &rules::W_SETTLE,
                    at.member("delay_ms"),
                    "This is no time to wait.",
                    "a positive number",
                );
            }
            lone("state", is_stated(&settle.state), "locator", &at, judge);
            lone("timeout_ms", is_stated(&settle.timeout_ms), "locator", &at, judge);
        }
        (Some(_), _) => {
            let message = "This says two things to wait for.";
            judge.find(&rules::W_SETTLE, at.clone(), message, "`locator` or `delay_ms`");
        }
    }
    judge.text(&at, "state", &settle.state);
    judge.limit(&at, "timeout_ms", &settle.timeout_ms);
}
