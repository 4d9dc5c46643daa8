//! `conform` and `answer`: correct programs and faulty ones.

use crate::program::{Ran, at, file, find, json, run, run_ok, text};
use std::{
    collections::{BTreeMap, BTreeSet},
    time::{Duration, Instant},
};
use wire::Payload;

/// The mapping on which faulty programs are tested.
const RECORDS: [&str; 4] = ["--from", "aap", "--to", "a2ui@0.9"];

/// Tests a shell script, in which `$0` is our program.
fn examine(more: &[&str], script: &str) -> Ran {
    let program = env!("CARGO_BIN_EXE_agent-ui");
    run(
        &[
            &["conform", "--format", "json"],
            more,
            &["--", "sh", "-c", script, program],
        ]
        .concat(),
        "",
    )
}

/// Returns a program that passes each of our answers through a shell command.
fn each_answer(command: &str) -> String {
    format!(r#""$0" answer | while IFS= read -r line; do {command}; done"#)
}

/// Returns the checks that fail at this level, with the number of cases.
fn failing(ran: &Ran, level: &str) -> BTreeMap<String, usize> {
    let mut failing = BTreeMap::new();
    for id in ids(ran, level) {
        *failing
            .entry(id.rsplit(':').next().unwrap().to_owned())
            .or_insert(0) += 1;
    }
    failing
}

fn failures(ran: &Ran) -> Vec<Payload> {
    ran.values()
        .into_iter()
        .filter(|line| find(line, "/reason").is_some())
        .collect()
}

fn ids(ran: &Ran, level: &str) -> BTreeSet<String> {
    let failures = failures(ran);
    failures
        .iter()
        .filter(|line| text(line, "/level") == level)
        .map(|line| text(line, "/id"))
        .collect()
}

fn reasons(ran: &Ran) -> BTreeSet<String> {
    failures(ran)
        .iter()
        .map(|line| text(line, "/reason"))
        .collect()
}

/// Returns the cause, the operation and the field of each group, with the number of its cases.
fn groups(ran: &Ran) -> Vec<([String; 3], usize)> {
    let mut groups = Vec::new();
    for line in ran.values() {
        if find(&line, "/examples").is_none() {
            continue;
        }
        let names = ["/cause", "/operation", "/about"].map(|name| text(&line, name));
        let count = |level: &str| -> usize { at(&line, level).text().parse().unwrap() };
        groups.push((
            names,
            count("/cases/required") + count("/cases/recommended"),
        ));
    }
    groups
}

/// Returns the passing and total numbers of required and recommended cases.
fn score(ran: &Ran) -> [(usize, usize); 2] {
    let total = ran.values().pop().unwrap();
    let number = |pointer: &str| at(&total, pointer).text().parse().unwrap();
    [
        (number("/required/held"), number("/required/of")),
        (number("/recommended/held"), number("/recommended/of")),
    ]
}

fn cases(more: &[&str]) -> Vec<Payload> {
    run_ok(&[&["conform", "--cases"], more].concat(), "").values()
}

/// Tests `agent-ui answer`, expects that all cases pass, and returns the number of mappings.
fn our_own_program_scores_all(more: &[&str]) -> usize {
    let ran = run_ok(
        &[
            &["conform"],
            more,
            &["--", env!("CARGO_BIN_EXE_agent-ui"), "answer"],
        ]
        .concat(),
        "",
    );
    let total = ran.out.lines().last().unwrap();
    assert!(total.starts_with("all "), "{total}");
    assert_eq!(total.matches("(100 %)").count(), 2, "{total}");
    ran.out.lines().filter(|line| line.contains('@')).count()
}

#[test]
fn our_own_program_passes_all_cases_of_both_levels() {
    let mappings: usize = ["a2ui@0.9", "aap", "ahp"]
        .map(|from| our_own_program_scores_all(&["--from", from]))
        .iter()
        .sum();
    assert!(mappings > 15, "{mappings}");
}

#[test]
#[ignore = "half of the time of all tests of the program, and most of it for manifests; a step of `.ci/nightly`"]
fn our_own_program_passes_the_kit_in_full() {
    let mappings = our_own_program_scores_all(&[]);
    assert!(mappings > 20, "{mappings}");
}

#[test]
fn a_case_is_a_question_with_its_expected_answer() {
    let cases = cases(&RECORDS);
    let lines: String = cases.iter().map(|case| format!("{case}\n")).collect();
    let answers = run_ok(&["answer"], lines).values();
    assert_eq!(answers.len(), cases.len());
    let mut compared = 0;
    for (case, answer) in cases.iter().zip(&answers) {
        assert_eq!(at(case, "/id"), at(answer, "/id"));
        if let Some(value) = find(case, "/expect/value") {
            assert_eq!(Some(value), find(answer, "/value"));
            compared += 1;
        }
    }
    assert!(compared > 20, "{compared}");
}

#[test]
fn a_program_that_dies_fails_the_unanswered_cases() {
    let ran = examine(&RECORDS, r#"head -n 1 | "$0" answer; exit 3"#);
    let ended = "the program ended (exit status: 3)".to_owned();
    assert_eq!((ran.status, reasons(&ran)), (65, BTreeSet::from([ended])));

    let ran = examine(&RECORDS, r#"head -n 3 | "$0" answer"#);
    let [(held, of), _] = score(&ran);
    assert_eq!(ran.status, 65);
    assert!(0 < held && held < of, "{held} of {of}");
}

#[test]
fn a_program_without_any_answer_is_reported_once() {
    let said = "agent-ui: sh: the program ended (exit status: 3) without answering; \
                expected a program that reads questions and writes answers, as `agent-ui answer` does\n";
    for script in ["exit 3", "echo What; exit 3"] {
        let ran = examine(&RECORDS, script);
        assert_eq!(
            (ran.status, &*ran.out, &*ran.err),
            (2, "", said),
            "{script}"
        );
    }
}

#[test]
fn a_program_that_answers_garbage_fails_and_ends() {
    for script in [
        "while read -r line; do echo What; done",
        "while :; do echo What; done",
    ] {
        let ran = examine(&RECORDS, script);
        assert_eq!(
            (ran.status, score(&ran).map(|(held, _)| held)),
            (65, [0, 0]),
            "{script}"
        );
        assert!(
            reasons(&ran)
                .iter()
                .all(|reason| reason.starts_with("the line is not an answer: ")),
            "{:?}",
            reasons(&ran)
        );
    }
}

#[test]
fn a_program_that_does_not_answer_is_abandoned() {
    let spawn = Instant::now();
    let ran = examine(
        &[&RECORDS[..], &["--timeout", "0.2"]].concat(),
        "exec sleep 60",
    );
    assert_eq!(
        (ran.status, score(&ran).map(|(held, _)| held)),
        (65, [0, 0])
    );
    assert!(spawn.elapsed() < Duration::from_secs(30));
    assert!(
        reasons(&ran).contains("no answer within 0.2 s"),
        "{:?}",
        reasons(&ran)
    );
}

#[test]
fn skipped_questions_fail() {
    let script = r#"while IFS= read -r line; do
        case "$line" in *'"op":"embed"'*) ;; *) printf '%s\n' "$line" ;; esac; done | "$0" answer"#;
    let ran = examine(&[&RECORDS[..], &["--timeout", "5"]].concat(), script);
    assert_eq!(ran.status, 65);
    assert_eq!(
        failing(&ran, "required").into_keys().collect::<Vec<_>>(),
        ["embedded"]
    );
    assert!(
        failing(&ran, "recommended")
            .into_keys()
            .all(|what| what == "embedded")
    );
}

#[test]
fn a_program_that_answers_twice_fails() {
    let ran = examine(
        &RECORDS,
        &each_answer(r#"printf '%s\n%s\n' "$line" "$line""#),
    );
    assert_eq!(
        (ran.status, score(&ran).map(|(held, _)| held)),
        (65, [0, 0])
    );
    assert!(
        reasons(&ran).contains("this case was answered more than once"),
        "{:?}",
        reasons(&ran)
    );
}

#[test]
fn silently_lost_fields_fail_and_named_ones_pass() {
    let all = cases(&RECORDS);
    let expected = |what: &str| -> BTreeSet<String> {
        let ids = all.iter().map(|case| text(case, "/id"));
        ids.filter(|id| id.contains(":/element:") && id.ends_with(what))
            .collect()
    };
    let of = score(&examine(&RECORDS, r#"exec "$0" answer"#))[0].1;

    // Neither the carry nor a note has the element.
    let silent = each_answer(r##"printf '%s\n' "$line" | sed 's#"/element"#"/elsewhere"#g'"##);
    let ran = examine(&RECORDS, &silent);
    assert_eq!(ran.status, 65);
    let lost = ids(&ran, "required");
    assert!(
        expected(":named").len() >= 2 && lost.is_superset(&expected(":named")),
        "{lost:?}"
    );
    assert!(lost.iter().any(|id| id.ends_with(":carried")), "{lost:?}");
    assert_eq!(score(&ran)[0], (of - lost.len(), of));

    // The carry is missing, but every note is present.
    let named =
        each_answer(r##"printf '%s\n' "$line" | sed 's#"carry":\[.*\],"notes":#"notes":#'"##);
    let ran = examine(&RECORDS, &named);
    assert_eq!(ran.status, 65);
    let failing = failing(&ran, "required");
    assert_eq!(failing.keys().collect::<Vec<_>>(), ["carried"]);
    assert_eq!(score(&ran)[0], (of - failing["carried"], of));
    assert!(
        self::failing(&ran, "recommended")
            .into_keys()
            .all(|what| what == "carried")
    );
}

#[test]
fn known_failures_are_accepted_until_they_pass() {
    let program =
        each_answer(r##"printf '%s\n' "$line" | sed 's#"carry":\[.*\],"notes":#"notes":#'"##);
    let failing: Vec<String> = ids(&examine(&RECORDS, &program), "required")
        .into_iter()
        .collect();
    let examine = |lines: &[String]| {
        let list = file(&lines.join("\n"));
        examine(&[&RECORDS[..], &["--known", &list]].concat(), &program)
    };
    let stale = |ran: &Ran| -> Vec<(String, String)> {
        let lines = ran
            .values()
            .into_iter()
            .filter(|line| find(line, "/stale").is_some());
        lines
            .map(|line| (text(&line, "/id"), text(&line, "/stale")))
            .collect()
    };
    let with = |more: &str| [&failing[..], &[more.to_owned()]].concat();

    let noted = [
        &["# It has no carry.".to_owned(), String::new()],
        &failing[..],
    ]
    .concat();
    let ran = examine(&noted);
    assert_eq!((ran.status, stale(&ran)), (0, vec![]), "{}", ran.out);
    let required = failures(&ran)
        .into_iter()
        .filter(|line| text(line, "/level") == "required");
    let known: Vec<String> = required
        .map(|line| at(&line, "/known").text().to_owned())
        .collect();
    assert!(!known.is_empty() && known.iter().all(|known| known == "true"));

    assert_eq!(examine(&failing[1..]).status, 65, "one that is not known");

    let holds = "aap@1.0:a2ui@0.9:Interaction:/id:value:value";
    let ran = examine(&with(holds));
    assert_eq!(
        (ran.status, stale(&ran)),
        (65, vec![(holds.to_owned(), "holds".to_owned())])
    );

    let none = "aap@1.0:a2ui@0.9:Interaction:/id:value:sung";
    let ran = examine(&with(none));
    assert_eq!(
        (ran.status, stale(&ran)),
        (65, vec![(none.to_owned(), "no case".to_owned())])
    );

    // Listed cases of an unselected mapping are ignored.
    assert_eq!(
        examine(&with("aap@1.0:a2ui@0.8:Interaction:/id:value:sung")).status,
        0
    );
}

#[test]
fn failures_are_shown_with_expected_and_actual_values() {
    let program = env!("CARGO_BIN_EXE_agent-ui");
    let script = each_answer(r##"printf '%s\n' "$line" | sed 's#"name":"submit"#"name":"sent"#'"##);
    let ran = run(
        &[
            &["conform"],
            &RECORDS[..],
            &["--", "sh", "-c", &script, program],
        ]
        .concat(),
        "",
    );
    assert_eq!(ran.status, 65);
    let told = "\
   aap@1.0:a2ui@0.9:Interaction::unknown-member:value (required)
     translate aap@1.0 to a2ui@0.9
     the messages differ from the expected ones at /value/0/action/name
     expected \"submit\"
     found    \"sent\"
";
    assert!(
        ran.out.starts_with("1. changed (/value/*/action/name): "),
        "{}",
        ran.out
    );
    assert!(ran.out.lines().count() < 25, "{}", ran.out);
    assert!(ran.out.contains(told), "{}", ran.out);
}

/// Tests a shell script, in which `$0` is our program, and returns the status and the JUnit XML.
fn examine_as_junit(more: &[&str], script: &str) -> (i32, String) {
    let program = env!("CARGO_BIN_EXE_agent-ui");
    let format = ["conform", "--format", "junit"];
    let ran = run(
        &[
            &format[..],
            &RECORDS[..],
            more,
            &["--", "sh", "-c", script, program],
        ]
        .concat(),
        "",
    );
    assert_eq!(ran.err, "");
    (ran.status, ran.out)
}

#[test]
fn junit_has_one_test_case_for_each_case() {
    let (status, xml) = examine_as_junit(&[], r#"exec "$0" answer"#);
    let all = cases(&RECORDS).len();
    assert_eq!((status, xml.matches("<testcase ").count()), (0, all));
    assert!(
        !xml.contains("<failure") && !xml.contains("<skipped"),
        "{xml}"
    );
    let suite = format!(
        r#"<testsuite name="aap@1.0:a2ui@0.9:Interaction" tests="{all}" failures="0" skipped="0">"#
    );
    assert!(xml.contains(&suite), "{xml}");
    assert!(
        xml.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites "),
        "{xml}"
    );
}

#[test]
fn junit_fails_only_cases_that_decide_the_exit_status() {
    let program =
        each_answer(r##"printf '%s\n' "$line" | sed 's#"carry":\[.*\],"notes":#"notes":#'"##);
    let ran = examine(&RECORDS, &program);
    let required = ids(&ran, "required");
    let recommended = ids(&ran, "recommended").len();
    assert!(required.len() > 2 && recommended > 0, "{required:?}");
    let counts = |xml: &str| ["<failure ", "<skipped>"].map(|element| xml.matches(element).count());

    let (status, xml) = examine_as_junit(&[], &program);
    assert_eq!((status, counts(&xml)), (65, [required.len(), recommended]));
    let totals = format!(r#"failures="{}" skipped="{recommended}">"#, required.len());
    assert!(xml.contains(&totals), "{xml}");
    assert!(xml.contains("<skipped>only recommended: "), "{xml}");

    let known: Vec<String> = required.iter().cloned().collect();
    let (status, xml) = examine_as_junit(&["--known", &file(&known.join("\n"))], &program);
    assert_eq!(
        (status, counts(&xml)),
        (0, [0, required.len() + recommended])
    );
    assert!(xml.contains("<skipped>known to fail: "), "{xml}");

    let holds = "aap@1.0:a2ui@0.9:Interaction:/id:value:value";
    let none = "aap@1.0:a2ui@0.9:Interaction:/id:<&\":sung";
    let listed = file(
        &[&known[..], &[holds.to_owned(), none.to_owned()]]
            .concat()
            .join("\n"),
    );
    let (status, xml) = examine_as_junit(&["--known", &listed], &program);
    assert_eq!(
        (status, counts(&xml)),
        (65, [2, required.len() + recommended])
    );
    let stale = |id: &str| {
        let case = xml
            .lines()
            .find(|line| line.contains(&format!(r#"name="{id}""#)));
        case.is_some_and(|case| {
            case.contains(r#"<failure type="stale" message="is listed as known to fail"#)
        })
    };
    assert!(
        stale(holds) && stale("aap@1.0:a2ui@0.9:Interaction:/id:&lt;&amp;&quot;:sung"),
        "{xml}"
    );
}

#[test]
fn junit_shows_the_expected_and_the_actual_value() {
    let script = each_answer(r##"printf '%s\n' "$line" | sed 's#"name":"submit"#"name":"sent"#'"##);
    let (status, xml) = examine_as_junit(&[], &script);
    assert_eq!(status, 65);
    let failure = "<failure type=\"required\" message=\"the messages differ from the expected ones\">\n\
                   asked    translate aap@1.0 to a2ui@0.9\ncause    changed\n\
                   at       /value/0/action/name\nexpected \"submit\"\nfound    \"sent\"</failure>";
    assert!(xml.contains(failure), "{xml}");
}

#[test]
fn untestable_programs_are_usage_errors() {
    for arguments in [
        &["conform"][..],
        &["conform", "--", "./no-such-program"],
        &["conform", "--from", "mcp", "--to", "aap", "--", "true"],
        &["conform", "--known", "./no-such-file", "--", "true"],
        &["conform", "--timeout", "0", "--", "true"],
        &["conform", "--timeout", "soon", "--", "true"],
        &["conform", "--cases", "--", "true"],
    ] {
        let ran = run(arguments, "");
        assert_eq!(
            (ran.status, ran.out.as_str()),
            (2, ""),
            "{arguments:?}: {}",
            ran.err
        );
    }
}

#[test]
fn every_line_is_answered_even_if_it_is_not_a_question() {
    let answers = run_ok(&["answer"], "What?\n\n{\"id\":\"7\"}\n").values();
    assert_eq!(answers.len(), 2);
    assert_eq!(
        (text(&answers[0], "/id"), text(&answers[0], "/error/rule")),
        (String::new(), "syntax".into())
    );
    assert_eq!(
        (text(&answers[1], "/id"), text(&answers[1], "/error/rule")),
        ("7".into(), "missing".into())
    );
}

#[test]
fn questions_allow_the_same_nesting_depth_as_messages() {
    let data = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    let record = |depth: usize| {
        let data = data(depth);
        format!(
            r#"{{"id":"7","timestamp":"t","canvasFile":"a.html","action":"click","data":{{"a":{data}}},"summary":"s"}}"#
        )
    };
    for (depth, is_answered) in [(124, true), (126, false)] {
        let record = record(depth);
        let question = format!(
            r#"{{"id":"1","op":"translate","from":"aap@1.0","to":"a2ui@0.9","input":[{record}]}}"#
        );
        let answer = json(run_ok(&["answer"], question + "\n").out.trim_end());
        assert_eq!(
            find(&answer, "/value").is_some(),
            is_answered,
            "{depth}: {answer}"
        );
    }
}

#[test]
fn one_fault_is_one_group_of_failures() {
    let answers =
        |change: &str| each_answer(&format!(r##"printf '%s\n' "$line" | sed '{change}'"##));
    let faults = [
        (
            answers(r##"s#"name":"submit"#"name":"sent"#"##),
            ["changed", "translate", "/value/*/action/name"],
        ),
        (
            answers(r##"s#"name":"submit",##"##),
            ["missing", "translate", "/value/*/action/name"],
        ),
        (
            answers(r##"s#"action":{#"action":{"more":1,#"##),
            ["extra", "translate", "/value/*/action/more"],
        ),
        (
            answers(r##"s#\.50\([],}]\)#.5\1#g"##),
            ["number-text", "translate", ""],
        ),
        (
            answers(r##"s#"carry":\[.*\],"notes":#"notes":#"##),
            ["no-carry", "restore-with-carry", ""],
        ),
        (
            r##"sed -u 's#"op":"embed"#"op":"translate"#' | "$0" answer"##.to_owned(),
            ["not-embedded", "restore-embedded", ""],
        ),
        (
            answers(r##"s#,"notes":\[.*\]}$#}#"##),
            ["no-notes", "translate", ""],
        ),
        (
            answers(r##"s#"from":"/element"#"from":"/elsewhere"#g"##),
            ["missing-note", "translate", "/element"],
        ),
        (
            answers(r##"s#"verdict":"carried"#"verdict":"copied"#g"##),
            ["wrong-verdict", "translate", "copied"],
        ),
        (
            answers(r##"s#"error":{.*}}$#"value":[]}#"##),
            ["not-refused", "translate", ""],
        ),
        (
            r#"while read -r line; do echo What; done"#.to_owned(),
            ["not-json", "translate", ""],
        ),
        (
            answers(r##"s#"value":\[.*\],"notes"#"value":7,"notes"#"##),
            ["not-an-answer", "translate", "/value"],
        ),
        (
            r#"head -n 40 | "$0" answer; exit 3"#.to_owned(),
            ["crashed", "translate", ""],
        ),
    ];
    for (script, expected) in faults {
        let ran = examine(&RECORDS, &script);
        let groups = groups(&ran);
        let names: Vec<_> = groups.iter().map(|(names, _)| names).collect();
        assert_eq!(
            (ran.status, names),
            (65, vec![&expected.map(str::to_owned)]),
            "{script}"
        );
        let failed = failures(&ran);
        assert_eq!(groups[0].1, failed.len(), "{script}");
        assert!(failed.iter().all(|line| at(line, "/group").text() == "1"));
    }
}

#[test]
fn two_faults_are_two_groups_of_failures() {
    let script = each_answer(
        r##"printf '%s\n' "$line" | sed 's#"name":"submit"#"name":"sent"#;s#"verdict":"carried"#"verdict":"copied"#g'"##,
    );
    let names: BTreeSet<String> = groups(&examine(&RECORDS, &script))
        .into_iter()
        .map(|([cause, ..], _)| cause)
        .collect();
    assert_eq!(
        names,
        BTreeSet::from(["changed".to_owned(), "wrong-verdict".to_owned()])
    );
}

#[test]
fn listed_failures_belong_to_no_group() {
    let script =
        each_answer(r##"printf '%s\n' "$line" | sed 's#"carry":\[.*\],"notes":#"notes":#'"##);
    let failed = failures(&examine(&RECORDS, &script));
    let known: Vec<String> = failed.iter().map(|line| text(line, "/id")).collect();
    let list = file(&known.join("\n"));
    let ran = examine(&[&RECORDS[..], &["--known", &list]].concat(), &script);
    assert_eq!((ran.status, groups(&ran)), (0, Vec::new()));
    assert!(
        failures(&ran)
            .iter()
            .all(|line| find(line, "/group").is_none())
    );
}

#[test]
fn every_failure_names_the_part_that_was_found() {
    let answers =
        |change: &str| each_answer(&format!(r##"printf '%s\n' "$line" | sed '{change}'"##));
    for (script, expected) in [
        (
            answers(r##"s#"name":"submit"#"name":null#"##),
            r#"{"value":null}"#,
        ),
        (answers(r##"s#"name":"submit",##"##), r#"{"absent":true}"#),
        (
            "while read -r line; do echo What; done".to_owned(),
            r#"{"line":"What\n"}"#,
        ),
        (
            r#"head -n 1 | "$0" answer; exit 3"#.to_owned(),
            r#"{"noAnswer":"the program ended (exit status: 3)"}"#,
        ),
    ] {
        let failed = failures(&examine(&RECORDS, &script));
        let found: Vec<Payload> = failed.iter().map(|line| at(line, "/found")).collect();
        assert!(
            found.iter().any(|found| *found == json(expected)),
            "{script}: {found:?}"
        );
    }
}

#[test]
fn every_failure_names_its_question() {
    let script = each_answer(r##"printf '%s\n' "$line" | sed 's#"value":\[.*\],#"value":[],#'"##);
    let mut questions = BTreeSet::new();
    for line in failures(&examine(&RECORDS, &script)) {
        let what = text(&line, "/id").rsplit(':').next().unwrap().to_owned();
        let question = ["/operation", "/from", "/to"].map(|name| text(&line, name));
        questions.insert((what, question.join(" ")));
    }
    let expected = [
        ("alone", "restore-alone a2ui@0.9 aap@1.0"),
        ("carried", "restore-with-carry a2ui@0.9 aap@1.0"),
        ("embedded", "restore-embedded a2ui@0.9 aap@1.0"),
        ("value", "translate aap@1.0 a2ui@0.9"),
    ];
    let expected = expected.map(|(what, question)| (what.to_owned(), question.to_owned()));
    assert_eq!(questions, BTreeSet::from(expected));
}

#[test]
fn only_the_required_cases_run_on_request() {
    let only = [&RECORDS[..], &["--only-required"]].concat();
    let required = cases(&only);
    let all = cases(&RECORDS);
    assert!(
        required
            .iter()
            .all(|case| text(case, "/level") == "required")
    );
    let of_all = all.iter().filter(|case| text(case, "/level") == "required");
    assert_eq!(required.len(), of_all.count());

    let recommended = all
        .iter()
        .find(|case| text(case, "/level") == "recommended");
    let list = file(&text(recommended.unwrap(), "/id"));
    let ran = examine(
        &[&only[..], &["--known", &list]].concat(),
        r#"exec "$0" answer"#,
    );
    let count = required.len();
    assert_eq!(
        (ran.status, score(&ran)),
        (0, [(count, count), (0, 0)]),
        "{}",
        ran.out
    );
}

/// A program that answers questions about `embed` with `unsupported`.
const WITHOUT_EMBED: &str = r#"while IFS= read -r line; do
    case "$line" in
        *'"op":"embed"'*) id=${line#*'"id":"'}; printf '{"id":"%s","error":{"kind":"unsupported"}}\n' "${id%%'"'*}" ;;
        *) printf '%s\n' "$line" | "$0" answer ;;
    esac; done"#;

#[test]
fn a_program_without_embedded_carries_skips_their_cases() {
    let embedded = cases(&RECORDS);
    let embedded = embedded.iter().filter(|case| text(case, "/op") == "embed");
    let of = score(&examine(&RECORDS, r#"exec "$0" answer"#));
    let ran = examine(&RECORDS, WITHOUT_EMBED);
    assert_eq!((ran.status, failures(&ran).len()), (0, 0), "{}", ran.out);
    let total = ran.values().pop().unwrap();
    let skipped = ["/required/skipped", "/recommended/skipped"]
        .map(|name| at(&total, name).text().parse::<usize>().unwrap());
    assert_eq!(skipped.iter().sum::<usize>(), embedded.count());
    assert_eq!(
        score(&ran).map(|(_, count)| count),
        [of[0].1 - skipped[0], of[1].1 - skipped[1]]
    );

    let (status, xml) = examine_as_junit(&[], WITHOUT_EMBED);
    assert_eq!(
        (status, xml.matches("<skipped>not supported: ").count()),
        (0, skipped[0] + skipped[1])
    );
}

#[test]
fn a_program_that_supports_nothing_fails() {
    let script = r#"while IFS= read -r line; do
        id=${line#*'"id":"'}; printf '{"id":"%s","error":{"kind":"unsupported"}}\n' "${id%%'"'*}"; done"#;
    let ran = examine(&RECORDS, script);
    let [(names, _)] = groups(&ran).try_into().unwrap();
    assert_eq!((ran.status, score(&ran)[0].0), (65, 0));
    assert_eq!(names, ["unsupported", "translate", ""]);
}

#[test]
fn the_outline_in_python_passes_the_cases_that_it_supports() {
    let outline = file(&run_ok(&["conform", "--outline", "python"], "").out);
    let lists = [
        "conform",
        "--format",
        "json",
        "--from",
        "mcp@2025-06-18",
        "--to",
        "mcp@2026-07-28",
    ];
    let ran = run(&[&lists[..], &["--", "python3", &outline]].concat(), "");
    // Messages of the same form keep every number, and come back with the carry.
    let failing = failing(&ran, "required");
    assert_eq!(
        (failing.get("value"), failing.get("carried")),
        (Some(&1), None),
        "{failing:?} {}",
        ran.err
    );
    let [(held, of), _] = score(&ran);
    assert!(held * 10 > of * 8, "{held} of {of}");

    let other = run(
        &[
            &["conform", "--format", "json"],
            &RECORDS[..],
            &["--", "python3", &outline],
        ]
        .concat(),
        "",
    );
    let causes: Vec<_> = groups(&other)
        .into_iter()
        .map(|([cause, ..], _)| cause)
        .collect();
    assert_eq!(causes, ["unsupported"], "{}", other.err);
}
