use super::*;
use bridge::Dialect;
use std::{collections::BTreeSet, sync::LazyLock};
use wire::{Payload, Pointer};

/// Returns the cases of one mapping.
fn records() -> Vec<ConformanceCase> {
    static CASES: LazyLock<Vec<ConformanceCase>> = LazyLock::new(|| {
        cases_of(|from, to| (from, to) == (Dialect::Aap, Dialect::A2ui0_9)).unwrap()
    });
    CASES.clone()
}

/// Returns the cases whose ids have this ending.
fn some(ends: &[&str]) -> Vec<ConformanceCase> {
    let mut cases = records();
    cases.retain(|case| ends.iter().any(|end| case.id.ends_with(end)));
    assert!(cases.len() >= ends.len());
    cases
}

/// Examines a program that answers each question with these lines.
fn examine(
    cases: Vec<ConformanceCase>,
    mut program: impl FnMut(&Request) -> Vec<String>,
) -> Vec<(String, Option<Failure>)> {
    let mut examination = Examination::new(cases);
    while let Some(request) = examination.next_request() {
        for line in program(&request) {
            examination.take(line);
        }
    }
    examination
        .finish()
        .into_iter()
        .map(|judged| (judged.id, judged.failure))
        .collect()
}

/// Returns the checked parts of the cases that fail.
fn failing(judged: &[(String, Option<Failure>)]) -> BTreeSet<&str> {
    let failing = judged.iter().filter(|(_, failure)| failure.is_some());
    failing
        .filter_map(|(id, _)| id.rsplit(':').next())
        .collect()
}

/// Returns a program that changes the answers of this crate.
fn with_change(change: impl Fn(&mut Answer)) -> impl FnMut(&Request) -> Vec<String> {
    move |request| {
        let mut answer = answer(request);
        change(&mut answer);
        vec![wire::encode_line(&answer).unwrap()]
    }
}

fn at(text: &str) -> Pointer {
    Pointer::parse(text).unwrap()
}

#[test]
fn every_case_has_its_own_id_and_one_expectation() {
    let subjects = crate::subject::all().unwrap();
    let mappings: BTreeSet<_> = subjects
        .iter()
        .map(|subject| (subject.from, subject.to, subject.message))
        .collect();
    assert_eq!(mappings.len(), subjects.len());
    let streams = cases_of(|from, to| (from, to) == (Dialect::A2ui0_8, Dialect::A2ui0_9)).unwrap();
    for cases in [records(), streams] {
        let ids: BTreeSet<&str> = cases.iter().map(|case| &*case.id).collect();
        assert_eq!(ids.len(), cases.len());
        for case in &cases {
            let expect = Payload::encode(&case.expect).unwrap();
            assert_eq!(expect.members().count(), 1, "{}", case.id);
            assert!(!case.id.contains(char::is_whitespace), "{}", case.id);
        }
    }
}

#[test]
fn a_question_shared_by_several_cases_is_asked_once() {
    let mut ids = Vec::new();
    examine(records(), |request| {
        ids.push(request.id.clone());
        with_change(|_| ())(request)
    });
    let unique: BTreeSet<&String> = ids.iter().collect();
    assert_eq!(unique.len(), ids.len());
    assert!(ids.len() < records().len(), "{} questions", ids.len());
}

#[test]
fn a_changed_member_fails_the_cases_that_compare_values() {
    let judged = examine(
        some(&[
            ":/action:value:value",
            ":/action:value:notes",
            ":/action:value:carried",
        ]),
        with_change(|answer| {
            let mut messages = answer.value.get().unwrap().clone();
            let text = messages[0]
                .text()
                .replace("timestamp\":\"2", "timestamp\":\"3");
            messages[0] = Payload::parse(text).unwrap();
            answer.value = messages.into();
        }),
    );
    let value = judged
        .iter()
        .find(|(id, _)| id.ends_with(":value:value"))
        .unwrap()
        .1
        .as_ref()
        .unwrap();
    assert_eq!(
        value.pointer.as_ref().unwrap().as_str(),
        "/value/0/action/timestamp"
    );
    assert_ne!(value.expected.as_ref(), Some(&value.found));
    // The edit wins on the way back, and the notes are as they were.
    assert_eq!(failing(&judged), BTreeSet::from(["value", "carried"]));
}

#[test]
fn numbers_are_compared_as_text() {
    let cases = || some(&[":/data:value:value"]);
    let with = |old: &'static str, new: &'static str| {
        with_change(move |answer: &mut Answer| {
            let text = wire::encode(answer.value.get().unwrap())
                .unwrap()
                .replace(old, new);
            answer.value = wire::decode::<Vec<Payload>>(&text).unwrap().into();
        })
    };
    assert!(failing(&examine(cases(), with("2.50", "2.50"))).is_empty());
    assert_eq!(
        failing(&examine(cases(), with("2.50", "2.5"))),
        BTreeSet::from(["value"])
    );
}

#[test]
fn a_missing_note_fails_only_the_cases_about_it() {
    let judged = examine(
        some(&[
            ":/element:null:value",
            ":/element:null:named",
            ":/element:null:notes",
            ":/element:null:rules",
        ]),
        with_change(|answer| {
            let mut notes = answer.notes.get().unwrap().clone();
            notes.retain(|note| note.from != "/element");
            answer.notes = notes.into();
        }),
    );
    assert_eq!(
        failing(&judged),
        BTreeSet::from(["named", "notes", "rules"])
    );
}

#[test]
fn a_copied_note_does_not_report_a_loss() {
    let judged = examine(
        some(&[":/element:null:named"]),
        with_change(|answer| {
            let mut notes = answer.notes.get().unwrap().clone();
            notes
                .iter_mut()
                .for_each(|note| note.verdict = "copied".to_owned());
            answer.notes = notes.into();
        }),
    );
    assert_eq!(failing(&judged), BTreeSet::from(["named"]));
    // A note about the whole message does not report a loss of the field either.
    let judged = examine(
        some(&[":/element:null:named"]),
        with_change(|answer| answer.notes = vec![AnswerNote::new("carried", "")].into()),
    );
    assert_eq!(failing(&judged), BTreeSet::from(["named"]));
}

#[test]
fn a_lost_carry_fails_the_cases_that_need_it() {
    let ends = [
        ":/element:null:alone",
        ":/element:null:carried",
        ":/element:null:embedded",
    ];
    let judged = examine(some(&ends), with_change(|answer| answer.carry = None));
    assert_eq!(failing(&judged), BTreeSet::from(["carried"]));
    let judged = examine(
        some(&ends),
        with_change(|answer| {
            let text = wire::encode(answer.value.get().unwrap())
                .unwrap()
                .replace("agent_ui_carry", "other");
            answer.value = wire::decode::<Vec<Payload>>(&text).unwrap().into();
        }),
    );
    assert_eq!(failing(&judged), BTreeSet::from(["embedded"]));
}

#[test]
fn an_error_is_compared_by_kind_pointer_and_rule() {
    let ends = [
        ":/timestamp:null:refused",
        ":/timestamp:null:reason",
        ":/timestamp:null:rule",
    ];
    let error = |change: fn(&mut AnswerError)| {
        with_change(move |answer| {
            let mut error = answer.error.get().unwrap().clone();
            change(&mut error);
            answer.error = error.into();
        })
    };
    assert!(failing(&examine(some(&ends), error(|_| ()))).is_empty());
    for (program, fails) in [
        (
            error(|error| error.kind = "rule".to_owned().into()),
            "reason",
        ),
        (
            error(|error| error.pointer = String::new().into()),
            "reason",
        ),
        (
            error(|error| error.rule = "other".to_owned().into()),
            "rule",
        ),
    ] {
        assert_eq!(
            failing(&examine(some(&ends), program)),
            BTreeSet::from([fails])
        );
    }
    let judged = examine(
        some(&ends),
        with_change(|answer| answer.error = wire::Field::Absent),
    );
    assert_eq!(
        failing(&judged),
        BTreeSet::from(["refused", "reason", "rule"])
    );
}

#[test]
fn an_error_fails_every_case_that_expects_messages() {
    let mut cases = records();
    cases.retain(|case| case.expect.error.is_absent());
    let of = cases.len();
    let refuse = |request: &Request| vec![format!(r#"{{"id":"{}","error":{{}}}}"#, request.id)];
    let judged = examine(cases, refuse);
    assert_eq!(
        judged
            .iter()
            .filter(|(_, failure)| failure.is_some())
            .count(),
        of
    );
}

#[test]
fn answers_with_swapped_ids_fail_their_cases() {
    let cases = some(&[":/action:value:value", ":/action:empty:value"]);
    let mut examination = Examination::new(cases);
    let mut answers: Vec<Answer> = Vec::new();
    while let Some(request) = examination.next_request() {
        answers.push(answer(&request));
    }
    let [first, second] = answers.as_mut_slice() else {
        panic!("two questions")
    };
    std::mem::swap(&mut first.id, &mut second.id);
    for answer in &answers {
        examination.take(wire::encode_line(answer).unwrap());
    }
    assert!(
        examination
            .finish()
            .iter()
            .all(|judged| judged.failure.is_some())
    );
}

#[test]
fn each_protocol_error_fails_its_question_with_a_reason() {
    let ends = [
        ":/action:value:value",
        ":/action:empty:value",
        ":/action:out-of-range:value",
    ];
    let right = |request: &Request| wire::encode_line(&answer(request)).unwrap();
    type Fault = fn(String) -> Vec<String>;
    let faults: [(Fault, &str); 5] = [
        (|_| vec!["What?".to_owned()], "the line is not an answer: "),
        (
            |line| vec![line.replace(r#""value":["#, r#""value":7,"x":["#)],
            "the line is not an answer: /value: ",
        ),
        (
            |line| vec![line.replace(":empty:", ":full:")],
            "the line answers `",
        ),
        (
            |line| vec![line.clone(), line],
            "this case was answered more than once",
        ),
        (
            |_| Vec::new(),
            "a later question was answered before this one",
        ),
    ];
    for (fault, reason) in faults {
        let judged = examine(some(&ends), |request| {
            let line = right(request);
            if request.id.contains(":empty:") {
                fault(line)
            } else {
                vec![line]
            }
        });
        let failures: Vec<_> = judged
            .iter()
            .filter_map(|(id, failure)| Some((id, failure.as_ref()?)))
            .collect();
        let [(id, failure)] = failures.as_slice() else {
            panic!("{reason}: {failures:#?}")
        };
        assert!(
            id.contains(":empty:") && failure.reason.starts_with(reason),
            "{id}: {failure:?}"
        );
    }
}

#[test]
fn streams_and_canvas_contents_are_compared_by_their_surfaces() {
    let first = |from: Dialect, to: Dialect, end: &str| {
        let mut cases = cases_of(|f, t| (f, t) == (from, to)).unwrap();
        cases.retain(|case| case.id.ends_with(end));
        cases.truncate(1);
        cases
    };
    // One message per component, instead of the messages of the stream.
    let streams = first(
        Dialect::A2ui0_8,
        Dialect::A2ui0_9,
        "/beginRendering/catalogId:value:value",
    );
    let split = with_change(|answer| {
        let mut messages = Vec::new();
        for message in answer.value.get().unwrap() {
            let components = message.get(&at("/updateComponents/components"));
            let all: Vec<Payload> = components.iter().flat_map(Payload::elements).collect();
            if all.len() < 2 {
                messages.push(message.clone());
            }
            for component in all.iter().filter(|_| all.len() > 1) {
                let place = at("/updateComponents/components");
                let one = Payload::array([component]);
                messages.push(crate::variant::replace_value(message, &place, Some(&one)).unwrap());
            }
        }
        assert!(messages.len() > answer.value.get().unwrap().len());
        answer.value = messages.into();
    });
    assert!(failing(&examine(streams.clone(), split)).is_empty());
    let short =
        with_change(|answer| answer.value = answer.value.get().unwrap()[..1].to_vec().into());
    assert_eq!(failing(&examine(streams, short)), BTreeSet::from(["value"]));

    let canvases = first(
        Dialect::A2ui0_9,
        Dialect::AhpCanvas,
        "/catalogId:value:value",
    );
    let spaced = |old: &'static str, new: &'static str| {
        with_change(move |answer: &mut Answer| {
            let mut canvases = answer.value.get().unwrap().clone();
            let text = canvases[0].get(&at("/contents/0/text")).unwrap();
            let text = Payload::string(&text.as_str().unwrap().replace(old, new));
            let changed =
                crate::variant::replace_value(&canvases[0], &at("/contents/0/text"), Some(&text));
            canvases[0] = changed.unwrap();
            answer.value = canvases.into();
        })
    };
    assert!(failing(&examine(canvases.clone(), spaced("\":", "\" : "))).is_empty());
    assert_eq!(
        failing(&examine(canvases, spaced("\"root\"", "\"rot\""))),
        BTreeSet::from(["value"])
    );
}

#[test]
fn a_line_that_is_not_a_question_is_answered_with_an_error() {
    for (line, id, rule) in [
        (&b"7"[..], "", "type"),
        (b"{", "", "syntax"),
        (b"\xff", "", "encoding"),
        (br#"{"id":"a","op":"translate"}"#, "a", "missing"),
        (br#"{"id":"a","op":"translate","from":"x","to":"aap@1.0","input":[]}"#, "a", "conformance/dialect"),
        (br#"{"id":"a","op":"translate","from":"aap@1.0","to":"a2ui@0.9","input":[],"carry":7}"#, "a", ""),
        (
            br#"{"id":"a","op":"translate","from":"aap@1.0","to":"a2ui@0.9","input":[7],"carry":[7]}"#,
            "a",
            "carry/unreadable",
        ),
    ] {
        let answer = answer_line(line);
        let found = answer.error.get().and_then(|error| error.rule.get()).map_or("", |rule| rule.as_str());
        assert_eq!((&*answer.id, found), (id, rule), "{}", String::from_utf8_lossy(line));
    }
}

/// Returns the results of a program that changes the answers of this crate.
fn results(cases: Vec<ConformanceCase>, change: impl Fn(&mut Answer)) -> Vec<CaseResult> {
    let mut examination = Examination::new(cases);
    while let Some(request) = examination.next_request() {
        let mut answer = answer(&request);
        change(&mut answer);
        examination.take(wire::encode_line(&answer).unwrap());
    }
    examination.finish()
}

#[test]
fn backward_translations_of_wrong_messages_belong_to_the_group_of_the_translation() {
    let results = results(records(), |answer| {
        if let Some(messages) = answer.value.get() {
            let text = wire::encode(messages).unwrap();
            let text = text.replace(r#""name":"submit""#, r#""name":"sent""#);
            answer.value = wire::decode::<Vec<Payload>>(&text).unwrap().into();
        }
    });
    let groups = FailureGroup::of(&results, |_| true);
    let [group] = groups.as_slice() else {
        panic!("{groups:#?}")
    };
    assert_eq!(
        (group.cause, group.operation, group.about),
        (
            FailureCause::Changed,
            Operation::Translate,
            "/value/*/action/name"
        )
    );
    let has = |end: &str| group.cases.iter().any(|case| case.id.ends_with(end));
    assert!([":value", ":alone", ":carried", ":embedded"].map(has) == [true; 4]);
    assert_eq!(group.examples.len(), 2);
    assert_eq!(group.mappings(), [("aap@1.0", "a2ui@0.9")]);
    // Failures that are not counted form no group, and still explain others.
    let groups = FailureGroup::of(&results, |case| !case.id.ends_with(":value"));
    assert_eq!((groups.len(), groups[0].cause), (1, FailureCause::Changed));
}

#[test]
fn an_unsupported_embed_skips_its_cases_and_other_unsupported_questions_fail() {
    let unsupported = || AnswerError::new().kind("unsupported");
    let cases = || {
        some(&[
            ":/element:null:value",
            ":/element:null:embedded",
            ":/timestamp:null:refused",
        ])
    };
    let results = results(cases(), |answer| {
        *answer = Answer::new(&*answer.id).error(unsupported());
    });
    let skipped = results.iter().filter(|case| case.is_skipped);
    assert!(skipped.clone().all(|case| case.id.ends_with(":embedded")));
    let skipped = skipped.count();
    assert!(skipped > 0);
    let total = Score::total(&Score::of(&results));
    assert_eq!(total.required.held + total.recommended.held, 0);
    assert_eq!(total.required.skipped + total.recommended.skipped, skipped);
    assert_eq!(
        total.required.of + total.recommended.of,
        results.len() - skipped
    );
    let groups = FailureGroup::of(&results, |_| true);
    assert_eq!(
        groups.iter().map(|group| group.cause).collect::<Vec<_>>(),
        [FailureCause::Unsupported]
    );
}

#[test]
fn an_unknown_operation_or_mapping_is_answered_as_unsupported() {
    let kind = |op: &str, from: &str, to: &str| {
        let line =
            format!(r#"{{"id":"a","op":"{op}","from":"{from}","to":"{to}","input":[{{}}]}}"#);
        let answer = answer_line(line);
        answer.error.get().unwrap().kind.get().unwrap().clone()
    };
    assert_eq!(kind("sing", "aap@1.0", "a2ui@0.9"), "unsupported");
    assert_eq!(kind("translate", "x", "a2ui@0.9"), "unsupported");
    assert_eq!(
        kind("translate", "mcp@2025-06-18", "aap@1.0"),
        "unsupported"
    );
    assert_eq!(kind("translate", "aap@1.0", "a2ui@0.9"), "decode");
}
