//! Tests with published workflows and their expressions.

use super::{super::*, line};
use crate::{
    expression::{Expression, tests::evaluate_uncounted},
    manifest::Manifest,
    validate::Slot,
};
use std::{fs, path::PathBuf};
use wire::PayloadKind;

/// Returns every published workflow with its source: those of manifests, and those in upstream's tests.
fn workflows() -> Vec<(String, Workflow)> {
    let corpus =
        PathBuf::from(std::env::var_os("AGENT_UI_CORPUS").expect("AGENT_UI_CORPUS names a folder"));
    let read = |folder: &str| {
        let files = fs::read_dir(corpus.join("actions-json").join(folder)).unwrap();
        let mut paths: Vec<_> = files.map(|file| file.unwrap().path()).collect();
        paths.sort();
        paths.into_iter().map(|path| {
            (
                path.display().to_string(),
                fs::read_to_string(&path).unwrap(),
            )
        })
    };
    let mut workflows = Vec::new();
    for (name, text) in read("maps") {
        let manifest: Manifest = wire::decode(&text).unwrap();
        for (_, tool) in manifest.tools_declared() {
            let tool_name = tool.name.get().unwrap();
            workflows.extend(
                tool.workflow
                    .get()
                    .map(|found| (format!("{name} {tool_name}"), (**found).clone())),
            );
        }
    }
    for (name, text) in read("cases/valid") {
        let case = Payload::parse(&text).unwrap();
        let member = |name: &str| case.member(name).unwrap();
        if member("kind").text() == "\"workflow\"" {
            workflows.push((name, member("subject").decode().unwrap()));
        }
    }
    workflows
}

fn texts(value: &Payload, found: &mut Vec<String>) {
    match value.kind() {
        PayloadKind::String => found.push(value.as_str().unwrap().into_owned()),
        PayloadKind::Array => value.elements().for_each(|element| texts(&element, found)),
        PayloadKind::Object => value
            .members()
            .for_each(|(_, member)| texts(&member, found)),
        _ => {}
    }
}

/// Returns arguments for every name that published workflows read.
fn input() -> Payload {
    let mut members = Vec::new();
    for (_, workflow) in workflows() {
        let mut found = Vec::new();
        texts(&Payload::encode(&workflow).unwrap(), &mut found);
        for text in found {
            for rest in text.split("input.").skip(1) {
                let end = rest
                    .find(|c: char| !c.is_alphanumeric() && c != '_')
                    .unwrap_or(rest.len());
                members.push((rest[..end].to_owned(), Payload::string("a\tb\nc")));
            }
        }
    }
    members.sort_by(|(a, _), (b, _)| a.cmp(b));
    members.dedup_by(|(a, _), (b, _)| a == b);
    Payload::object(members.iter().map(|(name, value)| (name.as_str(), value)))
}

/// The result of a page on which every primitive succeeds.
const GOOD: &str = r#"{"ok":true,"output":{"clickable_center":{"x":10,"y":20},"text":"a\tb\nc","url":"https://a.test/pull/7",
    "status":200,"body":"<table class=\"waffle\"><tbody><tr><td>a</td></tr></tbody></table>","elements":[{"text":"a"}],
    "items":[{"text":"a","clickable_center":{"x":1,"y":2}}],"selected_length":3,"default_prevented":true}}"#;

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn every_workflow_of_the_corpus_is_rehearsed_to_its_end() {
    let (input, all) = (input(), workflows());
    let mut called = 0;
    for (name, workflow) in &all {
        let mut run = Runner::rehearsal(workflow, &input, Limits::UPSTREAM)
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        while !matches!(run.next(), Next::Over(_)) {
            called += 1;
            run.answer(Ok(Payload::null()));
        }
        assert!(
            line(run.next()).starts_with("gives"),
            "{name}: {}",
            line(run.next())
        );
    }
    println!("{} workflows, {called} calls and waits", all.len());
    assert!(all.len() >= 55, "{}", all.len());
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn every_workflow_of_the_corpus_is_run_to_its_end() {
    let input = input();
    let (mut good, mut others) = (0, Vec::new());
    for (name, workflow) in workflows() {
        let mut run = Runner::new(&workflow, &input, Limits::UPSTREAM).unwrap();
        while !matches!(run.next(), Next::Over(_)) {
            run.answer(Ok(Payload::parse(GOOD).unwrap()));
        }
        match line(run.next()) {
            end if end.starts_with("gives") => good += 1,
            end => others.push(format!("{name}: {end}")),
        }
    }
    println!("{good} workflows come to their end");
    // One workflow waits for a visible card, and the other loops over a list. This page has neither.
    assert!(
        others[0].contains("findcard.json: workflow_retry_exhausted"),
        "{others:?}"
    );
    assert!(
        others[1].contains("findcard-eachitem.json: workflow_loop_input_invalid"),
        "{others:?}"
    );
    assert_eq!(others.len(), 2, "{others:?}");
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn instrumentation_does_not_change_results_on_the_corpus() {
    let steps = workflows().into_iter().flat_map(|(_, workflow)| {
        let steps = workflow.steps.get().unwrap();
        steps
            .iter()
            .map(|step| step.id.get().unwrap().to_string())
            .collect::<Vec<_>>()
    });
    let (steps, good): (Vec<_>, _) = (steps.collect(), Payload::parse(GOOD).unwrap());
    let mut results: Vec<(&str, &Payload)> = steps.iter().map(|id| (id.as_str(), &good)).collect();
    results.sort_by_key(|(id, _)| *id);
    results.dedup_by_key(|(id, _)| *id);
    let scope = Payload::object([("input", &input()), ("steps", &Payload::object(results))]);
    let mut slots = 0;
    for (name, workflow) in workflows() {
        let mut found = Vec::new();
        texts(&Payload::encode(&workflow).unwrap(), &mut found);
        for text in found {
            let Slot::Expression(expression) = Slot::from_text(&text) else {
                continue;
            };
            let counted = Expression::compile(expression).unwrap().evaluate(&scope);
            let counted = counted.map_err(|error| error.message);
            assert_eq!(
                counted,
                evaluate_uncounted(expression, &scope),
                "{name}: {expression}"
            );
            slots += 1;
        }
    }
    println!("{slots} slots");
    assert!(slots >= 120, "{slots}");
}
