//! Tests of the state machine's rules, with an artificial clock.

use super::{SHOP, event, output, ready};
use crate::site::{SiteReportKind, SiteSettings, effects::Effect, pages::Pages};
use agent_ui_text::bridge::actions_json::item::CallId;
use wire::Payload;

fn pages() -> Pages {
    Pages::new(SiteSettings::default())
}

/// Describes effects as texts: items for a connection, outcomes of calls, signals, and reports.
fn describe(effects: &[Effect]) -> Vec<String> {
    effects
        .iter()
        .map(|effect| match effect {
            Effect::Send { connection, item } => {
                let item = Payload::parse(item).unwrap();
                let member = |name: &str| {
                    item.member(name)
                        .map_or(String::new(), |it| it.text().to_owned())
                };
                let code = item.member("error").and_then(|error| error.member("code"));
                let what = code.map_or_else(|| member("name"), |code| code.text().to_owned());
                format!("{connection} gets {} {what}", member("type")).replace('"', "")
            }
            Effect::Answer {
                call_id,
                answer: Ok(output),
            } => format!("{call_id} returns {}", output.output),
            Effect::Answer {
                call_id,
                answer: Err(error),
            } => format!("{call_id} fails {}", error.error.code),
            Effect::Signal(signal) => format!("signal {} of {}", signal.name, signal.page),
            Effect::ToolsChanged => "tools changed".to_owned(),
            Effect::Report(report) => match &report.kind {
                SiteReportKind::Refused { code, .. } => format!("report {code}"),
                SiteReportKind::Ready { tools, .. } => format!("report ready {tools}"),
                SiteReportKind::Ended(end) => format!("report {end:?}"),
                SiteReportKind::Manifest(finding) => format!("report manifest {}", finding.rule),
                SiteReportKind::Conflict { tool } => format!("report conflict {tool}"),
                SiteReportKind::PageError(error) => format!("report error {}", error.error.code),
                SiteReportKind::Omitted => "report omitted".to_owned(),
                other => panic!("{other:?}"),
            },
        })
        .collect()
}

fn receive(pages: &mut Pages, connection: u64, frame: &str, now: u64) -> Vec<String> {
    describe(&pages.receive(connection, frame, now))
}

fn call(pages: &mut Pages, id: &str, name: &str, arguments: &str, now: u64) -> Vec<String> {
    match pages.call(
        CallId::from(id),
        name,
        &Payload::parse(arguments).unwrap(),
        now,
    ) {
        Ok(effects) => describe(&effects),
        Err(error) => vec![format!(
            "{} {}",
            error.error.code,
            error.call_id.get().unwrap()
        )],
    }
}

fn tools(pages: &Pages) -> Vec<&str> {
    pages
        .tools()
        .iter()
        .map(|tool| tool.name.as_str())
        .collect()
}

const ADD: &str = r#"{"sku":"A1"}"#;

#[test]
fn a_ready_page_offers_its_tools_and_answers_calls_once() {
    let mut pages = pages();
    assert_eq!(
        receive(&mut pages, 1, &ready("a", "", SHOP), 0),
        ["report ready 2", "tools changed"]
    );
    assert_eq!(tools(&pages), ["cart.add", "cart.count"]);
    let effects = pages
        .call("c1".into(), "cart.add", &Payload::parse(ADD).unwrap(), 0)
        .unwrap();
    let [
        Effect::Send {
            connection: 1,
            item,
        },
    ] = effects.as_slice()
    else {
        panic!("{effects:?}")
    };
    let sent = r#"{"type":"action_call","call_id":"c1","runtime_id":"a","name":"cart.add","arguments":{"sku":"A1"}}"#;
    assert_eq!(item, sent);
    let progress = r#"{"type":"action_progress","call_id":"c1","runtime_id":"a"}"#;
    assert!(receive(&mut pages, 1, progress, 5).is_empty());
    let answer = output("a", "c1", r#"{"items":1}"#);
    assert_eq!(
        receive(&mut pages, 1, &answer, 6),
        [r#"c1 returns {"items":1}"#]
    );
    assert_eq!(receive(&mut pages, 1, &answer, 7), ["report duplicate"]);
    assert_eq!(
        receive(&mut pages, 1, &answer, 8),
        [""; 0],
        "the same thing is reported once"
    );
    assert_eq!(
        receive(&mut pages, 1, &output("a", "c9", "1"), 9),
        ["report unknown"]
    );
}

#[test]
fn late_and_foreign_answers_are_dropped_and_reported() {
    let mut pages = pages();
    receive(&mut pages, 1, &ready("a", "", SHOP), 0);
    receive(&mut pages, 2, &ready("b", "", SHOP), 0);
    let to_a = r#"{"sku":"A1","target_runtime_id":"a"}"#;
    assert_eq!(
        call(&mut pages, "c1", "cart.add", to_a, 0),
        ["1 gets action_call cart.add"]
    );
    let answer = output("b", "c1", r#"{"items":1}"#);
    assert_eq!(receive(&mut pages, 2, &answer, 1), ["report foreign"]);
    // A connection cannot speak for the page of another one.
    let answer = output("a", "c1", r#"{"items":1}"#);
    let refused = [
        "2 gets action_error permission_denied",
        "report permission_denied",
    ];
    assert_eq!(receive(&mut pages, 2, &answer, 2), refused);
    receive(
        &mut pages,
        1,
        r#"{"type":"runtime_status","runtime_id":"a"}"#,
        20_000,
    );
    receive(&mut pages, 2, r#"{"type":"runtime_status"}"#, 20_000);
    assert_eq!(describe(&pages.tick(29_999)), [""; 0]);
    assert_eq!(describe(&pages.tick(30_000)), ["c1 fails handler_timeout"]);
    assert_eq!(receive(&mut pages, 1, &answer, 30_001), ["report late"]);
}

#[test]
fn calls_and_outputs_are_checked_against_their_schemas() {
    let mut pages = pages();
    assert_eq!(
        call(&mut pages, "c1", "cart.add", ADD, 0),
        ["unknown_action c1"]
    );
    receive(&mut pages, 1, &ready("a", "", SHOP), 0);
    assert_eq!(
        call(&mut pages, "c2", "cart.add", "{}", 0),
        ["invalid_input c2"]
    );
    assert_eq!(
        call(&mut pages, "c3", "cart.empty", "{}", 0),
        ["unknown_action c3"]
    );
    // Primitives are up to the page.
    assert_eq!(
        call(&mut pages, "c4", "cart.count", "{}", 0),
        ["1 gets action_call cart.count"]
    );
    assert_eq!(
        call(&mut pages, "c5", "cart.add", ADD, 0),
        ["1 gets action_call cart.add"]
    );
    let effects = receive(&mut pages, 1, &output("a", "c5", "7"), 1);
    assert_eq!(
        effects,
        ["report invalid_result", "c5 fails invalid_result"]
    );
    let error = r#"{"type":"action_error","call_id":"c4","runtime_id":"a","error":{"code":"drift_detected","message":"m"}}"#;
    assert_eq!(
        receive(&mut pages, 1, error, 1),
        ["c4 fails drift_detected"]
    );
    let error = r#"{"type":"action_error","runtime_id":"a","error":{"code":"drift_detected","message":"m"}}"#;
    assert_eq!(
        receive(&mut pages, 1, error, 1),
        ["report error drift_detected"]
    );
}

#[test]
fn a_page_with_the_same_key_replaces_the_old_one() {
    let mut pages = pages();
    let key = r#","runtime_key":"tab-1""#;
    receive(&mut pages, 1, &ready("a", key, SHOP), 0);
    assert_eq!(
        receive(&mut pages, 1, &event("a", "e1", "cart.left", "1"), 0),
        ["signal cart.left of a"]
    );
    call(&mut pages, "c1", "cart.add", ADD, 0);
    let effects = receive(&mut pages, 2, &ready("b", key, SHOP), 1);
    assert_eq!(
        effects,
        [
            "c1 fails transport_failed",
            "report Replaced",
            "report ready 2"
        ]
    );
    assert_eq!(pages.count(), 1);
    assert_eq!(
        receive(&mut pages, 2, &event("b", "e1", "cart.left", "1"), 2),
        [""; 0],
        "it was sent before"
    );
    let refused = [
        "1 gets action_error runtime_not_ready",
        "report runtime_not_ready",
    ];
    assert_eq!(
        receive(&mut pages, 1, &event("a", "e2", "cart.left", "1"), 2),
        refused
    );
    // After a reload with another manifest, the events are still known.
    let other = SHOP.replace("Adds an article.", "Adds one article.");
    let effects = receive(&mut pages, 2, &ready("c", key, &other), 3);
    assert_eq!(
        effects,
        ["report Replaced", "report ready 2", "tools changed"]
    );
    assert_eq!(
        receive(&mut pages, 2, &event("c", "e1", "cart.left", "1"), 4),
        [""; 0]
    );
    assert_eq!(
        receive(&mut pages, 2, &event("c", "e2", "cart.left", "1"), 4),
        ["signal cart.left of c"]
    );
}

#[test]
fn another_connection_needs_the_key_of_a_page_to_take_it_over() {
    let mut pages = pages();
    let key = r#","runtime_key":"tab-1""#;
    receive(&mut pages, 1, &ready("a", key, SHOP), 0);
    for rest in ["", r#","runtime_key":"tab-2""#] {
        let effects = receive(&mut pages, 2, &ready("a", rest, SHOP), 1);
        assert!(
            effects[0] == "2 gets action_error permission_denied",
            "{effects:?}"
        );
    }
    call(&mut pages, "c1", "cart.add", ADD, 0);
    assert_eq!(receive(&mut pages, 2, &ready("a", key, SHOP), 2), [""; 0]);
    // The page returned on another connection, and answers there.
    assert_eq!(
        receive(&mut pages, 2, &output("a", "c1", r#"{"items":2}"#), 3),
        [r#"c1 returns {"items":2}"#]
    );
    assert_eq!(
        describe(&pages.disconnect(1)),
        [""; 0],
        "the page is no longer there"
    );
    assert_eq!(tools(&pages).len(), 2);
}

#[test]
fn a_page_that_lost_its_connection_may_return_and_answer() {
    let mut pages = pages();
    receive(&mut pages, 1, &ready("a", "", SHOP), 0);
    call(&mut pages, "c1", "cart.add", ADD, 0);
    assert_eq!(describe(&pages.disconnect(1)), ["tools changed"]);
    assert_eq!(tools(&pages), [""; 0]);
    assert_eq!(
        call(&mut pages, "c2", "cart.add", ADD, 0),
        ["unknown_action c2"]
    );
    assert_eq!(
        receive(&mut pages, 2, &ready("a", "", SHOP), 1),
        ["report ready 2", "tools changed"]
    );
    assert_eq!(
        receive(&mut pages, 2, &output("a", "c1", r#"{"items":2}"#), 2),
        [r#"c1 returns {"items":2}"#]
    );
    // A page that does not return is gone, and so are its calls.
    call(&mut pages, "c3", "cart.add", ADD, 2);
    pages.disconnect(2);
    assert_eq!(
        describe(&pages.tick(30_002)),
        ["c3 fails transport_failed", "report Silent"]
    );
    assert_eq!(pages.count(), 0);
}

#[test]
fn silent_pages_are_disconnected() {
    let mut pages = pages();
    receive(&mut pages, 1, &ready("a", "", SHOP), 0);
    receive(&mut pages, 1, &ready("b", "", SHOP), 0);
    receive(&mut pages, 2, &ready("c", "", SHOP), 0);
    receive(&mut pages, 1, r#"{"type":"runtime_status"}"#, 10_000);
    receive(
        &mut pages,
        1,
        r#"{"type":"runtime_status","runtime_id":"b","states":["open"]}"#,
        20_000,
    );
    assert_eq!(describe(&pages.tick(30_000)), ["report Silent"]);
    assert_eq!(describe(&pages.tick(40_000)), ["report Silent"]);
    assert_eq!((pages.count(), tools(&pages).len()), (1, 2));
    let busy = r#"{"type":"runtime_status","runtime_id":"b","connected":false}"#;
    assert_eq!(receive(&mut pages, 1, busy, 40_000), ["tools changed"]);
    assert_eq!(
        receive(&mut pages, 1, &ready("b", "", SHOP), 40_000),
        ["tools changed"]
    );
    let removed = r#"{"type":"runtime_removed","runtime_id":"b"}"#;
    assert_eq!(
        receive(&mut pages, 1, removed, 40_001),
        ["report Removed", "tools changed"]
    );
    assert_eq!(pages.count(), 0);
}

#[test]
fn only_admitted_events_are_signals() {
    let mut pages = pages();
    let refused = [
        "1 gets action_error runtime_not_ready",
        "report runtime_not_ready",
    ];
    assert_eq!(
        receive(&mut pages, 1, &event("a", "e0", "cart.left", "1"), 0),
        refused
    );
    receive(&mut pages, 1, &ready("a", "", SHOP), 0);
    // Another site, whose page must not use the signals of the shop.
    receive(
        &mut pages,
        2,
        &ready(
            "b",
            "",
            r#"{"protocol":"actions.json","version":1,"tools":[]}"#,
        ),
        0,
    );
    for (connection, page, name, payload, expected) in [
        (
            1,
            "a",
            "shop:opened",
            r#"{"items":1}"#,
            "signal cart.opened of a",
        ),
        (
            1,
            "a",
            "cart.opened",
            "{}",
            "1 gets action_error invalid_input",
        ),
        (
            1,
            "a",
            "cart.hovered",
            "1",
            "1 gets action_error permission_denied",
        ),
        (
            1,
            "a",
            "cart.closed",
            "1",
            "1 gets action_error unknown_action",
        ),
        (
            2,
            "b",
            "cart.left",
            "1",
            "2 gets action_error unknown_action",
        ),
        (
            2,
            "a",
            "cart.left",
            "1",
            "2 gets action_error permission_denied",
        ),
    ] {
        let event = event(page, &format!("{name}{connection}{page}"), name, payload);
        let effects = receive(&mut pages, connection, &event, 1);
        assert!(
            effects.iter().any(|effect| effect == expected),
            "{event}: {effects:?}"
        );
    }
    let long = format!(r#"{{"items":"{}"}}"#, "x".repeat(64 << 10));
    let effects = receive(&mut pages, 1, &event("a", "e9", "cart.opened", &long), 1);
    assert_eq!(
        effects,
        ["1 gets action_error invalid_input", "report invalid_input"]
    );
}

#[test]
fn a_call_goes_to_exactly_one_page() {
    let mut pages = pages();
    receive(
        &mut pages,
        1,
        &ready("a", r#","tab":{"title":"Cart","active":false}"#, SHOP),
        0,
    );
    receive(
        &mut pages,
        2,
        &ready("b", r#","tab":{"title":"Help","active":false}"#, SHOP),
        0,
    );
    receive(&mut pages, 3, &ready("c", "", "null"), 0);
    assert_eq!(
        call(&mut pages, "c1", "cart.add", ADD, 0),
        ["ambiguous_runtime c1"]
    );
    for (id, selector, expected) in [
        (
            "c2",
            r#""target_runtime_id":"b""#,
            "2 gets action_call cart.add",
        ),
        (
            "c3",
            r#""target_url_contains":"shop.test/A""#,
            "1 gets action_call cart.add",
        ),
        (
            "c4",
            r#""target_title_contains":"help""#,
            "2 gets action_call cart.add",
        ),
        ("c5", r#""target_runtime_id":"c""#, "runtime_not_found c5"),
        ("c6", r#""target_runtime_id":7"#, "invalid_input c6"),
    ] {
        let arguments = format!(r#"{{"sku":"A1",{selector}}}"#);
        let effects = call(&mut pages, id, "cart.add", &arguments, 0);
        // The value of `c6` is not a selector, and the tool has no such argument.
        let expected = if id == "c6" {
            "ambiguous_runtime c6"
        } else {
            expected
        };
        assert_eq!(effects, [expected]);
    }
    receive(
        &mut pages,
        2,
        &ready("b", r#","tab":{"active":true}"#, SHOP),
        1,
    );
    assert_eq!(
        call(&mut pages, "c7", "cart.add", ADD, 1),
        ["2 gets action_call cart.add"]
    );
}

#[test]
fn an_argument_that_the_tool_declares_selects_no_page() {
    let mut pages = pages();
    let manifest = r#"{"protocol":"actions.json","version":1,"tools":[{"name":"find","description":"Finds.","x_actions":{"handler":"f"},
        "input_schema":{"type":"object","properties":{"target_url_contains":{"type":"string"}}}}]}"#;
    receive(&mut pages, 1, &ready("a", "", manifest), 0);
    let arguments =
        Payload::parse(r#"{"target_url_contains":"nowhere","target_runtime_id":"a"}"#).unwrap();
    let effects = pages.call("c1".into(), "find", &arguments, 0).unwrap();
    let [Effect::Send { item, .. }] = effects.as_slice() else {
        panic!("{effects:?}")
    };
    assert!(
        item.ends_with(r#""arguments":{"target_url_contains":"nowhere"}}"#),
        "{item}"
    );
}

#[test]
fn tools_that_pages_declare_differently_are_not_listed() {
    let mut pages = pages();
    let other = SHOP.replace("Adds an article.", "Adds one article.");
    receive(&mut pages, 1, &ready("a", "", SHOP), 0);
    let effects = receive(&mut pages, 2, &ready("b", "", &other), 0);
    assert_eq!(
        effects,
        [
            "report ready 2",
            "report conflict cart.add",
            "tools changed"
        ]
    );
    assert_eq!(tools(&pages), ["cart.count"]);
    assert_eq!(
        call(&mut pages, "c1", "cart.add", ADD, 0),
        ["ambiguous_runtime c1"]
    );
    // The tool that is the same in both manifests can be called on either page.
    let effects = call(
        &mut pages,
        "c2",
        "cart.count",
        r#"{"target_runtime_id":"b"}"#,
        0,
    );
    assert_eq!(effects, ["2 gets action_call cart.count"]);
    receive(
        &mut pages,
        2,
        r#"{"type":"runtime_removed","runtime_id":"b"}"#,
        1,
    );
    assert_eq!(tools(&pages), ["cart.add", "cart.count"]);
}

#[test]
fn problems_of_manifests_are_reported_once() {
    let mut pages = pages();
    let manifest = r#"{"protocol":"actions.json","version":1,"imports":[{"id":"i","uri":"https://a.test/","namespace":"n"}],"tools":[
        {"name":"a","description":"A.","input_schema":"any","x_actions":{"handler":"h"}},
        {"name":"b","description":"B.","input_schema":{},"x_actions":{"handler":"h"}}]}"#;
    let effects = receive(&mut pages, 1, &ready("a", "", manifest), 0);
    let expected = [
        "report manifest V6",
        "report manifest import",
        "report ready 1",
        "tools changed",
    ];
    assert_eq!(effects, expected);
    assert_eq!(
        receive(&mut pages, 2, &ready("b", "", manifest), 0),
        ["report ready 1"]
    );
    for (manifest, rule) in [
        (r#"{"tools":[]}"#, "V1"),
        (
            r#"{"protocol":"actions.json","version":9,"tools":[]}"#,
            "V2",
        ),
        ("7", "manifest"),
    ] {
        let effects = receive(&mut pages, 3, &ready("c", "", manifest), 0);
        assert!(
            effects.contains(&format!("report manifest {rule}")),
            "{manifest}: {effects:?}"
        );
        assert!(
            effects.contains(&"report ready 0".to_owned()),
            "{manifest}: {effects:?}"
        );
    }
}

#[test]
fn the_number_of_pages_calls_and_ids_is_limited() {
    let mut pages = Pages::new(SiteSettings {
        pages: 2,
        calls: 2,
        ..SiteSettings::default()
    });
    receive(&mut pages, 1, &ready("a", r#","runtime_key":"k""#, SHOP), 0);
    receive(&mut pages, 1, &ready("b", "", "null"), 0);
    let refused = [
        "1 gets action_error capability_unavailable",
        "report capability_unavailable",
    ];
    assert_eq!(receive(&mut pages, 1, &ready("c", "", SHOP), 0), refused);
    assert_eq!(
        call(&mut pages, "c1", "cart.add", ADD, 0),
        ["1 gets action_call cart.add"]
    );
    assert_eq!(
        call(&mut pages, "c2", "cart.add", ADD, 0),
        ["1 gets action_call cart.add"]
    );
    assert_eq!(
        call(&mut pages, "c3", "cart.add", ADD, 0),
        ["capability_unavailable c3"]
    );
    pages.abandon(&"c1".into());
    assert_eq!(
        call(&mut pages, "c4", "cart.add", ADD, 0),
        ["1 gets action_call cart.add"]
    );
    assert_eq!(
        receive(&mut pages, 1, &output("a", "c1", "{}"), 1),
        ["report late"]
    );
    let long = "x".repeat(2000);
    for frame in [
        ready(&long, "", SHOP),
        ready("d", &format!(r#","runtime_key":"{long}""#), SHOP),
    ] {
        let refused = ["1 gets action_error invalid_input", "report invalid_input"];
        assert_eq!(receive(&mut pages, 3, &frame, 1).len(), refused.len());
    }
    // A page that replaces another one needs no more room.
    let effects = receive(&mut pages, 1, &ready("c", r#","runtime_key":"k""#, SHOP), 2);
    assert!(
        effects.contains(&"report Replaced".to_owned()),
        "{effects:?}"
    );
    assert_eq!(pages.count(), 2);
}

#[test]
fn hostile_frames_change_nothing_and_cause_bounded_reports() {
    let mut pages = pages();
    receive(&mut pages, 1, &ready("a", "", SHOP), 0);
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    for frame in [
        "",
        "null",
        "[]",
        "{",
        r#"{"type":7}"#,
        r#"{"type":"action_call"}"#,
        r#"{"type":"action_call","call_id":"c","name":"n","arguments":{}}"#,
        r#"{"type":"action_call","call_id":"c","runtime_id":"a","name":"n","arguments":{}}"#,
        r#"{"type":"runtime_ready"}"#,
        r#"{"type":"runtime_ready","runtime_id":null}"#,
        r#"{"type":"agent_event","runtime_id":"stranger"}"#,
        r#"{"type":"runtime_removed","runtime_id":"stranger"}"#,
        r#"{"type":"runtime_status","runtime_id":"stranger"}"#,
        deep.as_str(),
    ] {
        for effect in receive(&mut pages, 1, frame, 1) {
            assert!(
                effect.starts_with("1 gets action_error") || effect.starts_with("report"),
                "{effect}"
            );
        }
    }
    let reports = (0..1000)
        .flat_map(|id| receive(&mut pages, 2, &event(&format!("p{id}"), "e", "n", "1"), 1))
        .filter(|effect| effect.starts_with("report"));
    let reports: Vec<_> = reports.collect();
    assert_eq!(
        (reports.len(), reports.last().unwrap().as_str()),
        (257, "report omitted")
    );
    assert_eq!(tools(&pages).len(), 2);
}
