//! `explain`: the origin of every member of a translation.

use crate::program::{at, find, json, run, run_ok, text};
use wire::Payload;

const RECORD: &str = r#"{"id":"f6554697-47fd-4d67-8db9-291b9f7f3476","timestamp":"2026-05-18T15:30:00.000Z","canvasFile":"p.html","action":"click","element":"renew","data":{"n":1.50,"l":[1,2]},"summary":"s"}"#;

fn explain<'a>(from: &'a str, to: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["explain", "--from", from, "--to", to], more].concat()
}

/// Returns the explained members: place, value, source, rule and verdict.
fn members(explained: &Payload) -> Vec<(String, String, String, String, String)> {
    let source = |member: &Payload| {
        find(member, "/source").map_or_else(String::new, |source| source.as_str().unwrap().into())
    };
    let row = |member: Payload| {
        let value = at(&member, "/value").text().to_owned();
        (text(&member, "/member"), value, source(&member), text(&member, "/rule"), text(&member, "/verdict"))
    };
    at(explained, "/members").elements().map(row).collect()
}

#[test]
fn a_table_shows_value_source_verdict_and_rule() {
    let ran = run_ok(&explain("aap", "a2ui", &[]), RECORD);
    let rows: Vec<Vec<&str>> = ran.out.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[0], ["standard", "input:1:1"]);
    assert_eq!(rows[1], ["MEMBER", "VALUE", "SOURCE", "VERDICT", "RULE"]);
    assert!(
        rows.contains(&vec!["/action/context/n", "1.50", "/data/n", "renamed", "aap-a2ui/data"]),
        "{}",
        ran.out
    );
    assert!(rows.contains(&vec!["-", "/id", "carried", "aap-a2ui/id"]), "{}", ran.out);
}

#[test]
fn every_output_member_is_listed_with_its_value_and_source() {
    let record = json(RECORD);
    for (to, more) in [
        ("a2ui@0.8", &[][..]),
        ("a2ui@0.9", &[]),
        ("a2ui@1.0", &[]),
        ("ahp", &["--channel", "ahp-canvas:/x"]),
        ("actions-json", &["--runtime-id", "r"]),
    ] {
        let output =
            run_ok(&[&["convert", "--quiet", "--from", "aap", "--to", to], more].concat(), RECORD).value();
        let explained = run_ok(&explain("aap", to, &[more, &["--format", "json"]].concat()), RECORD).value();
        let members = members(&explained);
        for (member, value, source, rule, verdict) in &members {
            assert_eq!(at(&output, member).text(), value, "{to}: {member}");
            if matches!(verdict.as_str(), "copied" | "renamed") {
                assert_eq!(at(&record, source).text(), value, "{to}: {member} by {rule}");
            }
        }
        let shown = |from: &str| members.iter().any(|(_, _, source, ..)| source == from);
        for from in ["/canvasFile", "/action", "/element", "/timestamp", "/data/n", "/data/l/1"] {
            assert!(shown(from) || to == "actions-json", "{to}: {from} in {members:?}");
        }
        // Every member of the output is in the list.
        let count = |text: &str| text.matches([':', ',']).count();
        assert!(members.len() >= count(output.text()) / 4, "{to}");
    }
}

#[test]
fn refusals_are_explained_with_the_refused_value() {
    for (format, expected) in [
        ("text", "standard input:1:7\nrefused  /id  7  type\n"),
        ("json", r#"{"line":1,"column":7,"refused":"/id","value":7,"rule":"type","#),
    ] {
        let ran = run(&explain("aap", "a2ui", &["--format", format]), r#"{"id":7}"#);
        assert_eq!(ran.status, 65);
        assert!(ran.out.starts_with(expected), "{}", ran.out);
        assert_eq!(ran.error().3, "/id");
    }
    let lost = run(&explain("aap", "a2ui", &["--strict", "--format", "json"]), RECORD);
    let refused: Vec<_> = lost.values().iter().map(|line| text(line, "/refused")).collect();
    assert_eq!((lost.status, refused), (1, vec!["/id".to_owned(), "/summary".to_owned()]));
}

#[test]
fn sources_without_an_output_are_listed() {
    let messages = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}
{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}
"#;
    let ran = run_ok(&explain("a2ui", "ahp", &["--format", "json"]), messages);
    assert_eq!(text(&at(&ran.value(), "/lost/0"), "/verdict"), "dropped");
}

#[test]
fn explained_messages_are_named_by_place_and_found_in_texts() {
    let answer = "A surface:\n\n```json\n{\"version\":\"v0.9\",\"createSurface\":{\"surfaceId\":\"s\",\"catalogId\":\"c\"}}\n```\n";
    let file = crate::program::file(answer);
    let ran = run(&explain("a2ui", "a2ui@1.0", &[&file]), "");
    assert_eq!((ran.status, ran.out.lines().next()), (0, Some(&*format!("{file}:4:1"))), "{}", ran.err);
    let json = run(&explain("a2ui", "a2ui@1.0", &["--format", "json", &file]), "").value();
    assert_eq!((text(&json, "/file"), at(&json, "/line").text()), (file, "4"));
    let list = format!("[{RECORD},\n  {RECORD}]");
    let ran = run_ok(&explain("aap", "a2ui", &[]), &list);
    assert!(ran.out.contains("\n\nstandard input:2:3 /1\nMEMBER"), "{}", ran.out);
    let envelope = format!("{{\"carry\":{{\"v\":1,\"layers\":[]}},\n\"value\":\n {list}}}");
    let json = run_ok(&explain("aap", "a2ui", &["--envelope", "--format", "json"]), envelope).values();
    let places: Vec<_> = json.iter().map(place).collect();
    assert_eq!(places, ["3 3 /value/0", "4 3 /value/1"]);
}

/// Returns the line, column and pointer of a message.
fn place(explained: &Payload) -> String {
    let [line, column] = ["/line", "/column"].map(|name| at(explained, name).text().to_owned());
    format!("{line} {column} {}", text(explained, "/pointer"))
}

#[test]
fn messages_of_a_list_have_their_own_places_even_if_they_wait() {
    let messages = r#"{"messages":[
 {"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}},
 {"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":"a"}]}},
   {"version":"v0.9","deleteSurface":{"surfaceId":"t"}},
 {"version":"v0.9","action":{"name":[7]}}]}"#;
    let ran = run(&explain("a2ui", "ahp", &["--format", "json"]), messages);
    let values = ran.values();
    let (refused, explained): (Vec<_>, Vec<_>) =
        values.iter().partition(|value| find(value, "/refused").is_some());
    assert_eq!(refused.len(), 1, "{}", ran.out);
    assert_eq!(text(refused[0], "/refused"), "/messages/3/action/name");
    assert_eq!(
        ["/line", "/column", "/value"].map(|name| at(refused[0], name).text().to_owned()),
        ["5", "37", "[7]"]
    );
    // The canvas is written when the input ends.
    let places: Vec<_> = explained.into_iter().map(place).collect();
    assert_eq!(places, ["4 4 /messages/2", "2 2 /messages/0"], "{}", ran.out);
}

#[test]
fn members_with_two_sources_name_both() {
    let heading = r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":"Hi","variant":"h1"}]}}"#;
    let messages =
        format!("{}\n{heading}", r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#);
    let ran = run_ok(&explain("a2ui", "a2ui@1.0", &["--format", "json"]), messages);
    let sources: Vec<_> = members(&ran.values()[1])
        .into_iter()
        .filter(|(member, ..)| member == "/updateComponents/components/0/text")
        .map(|(_, value, source, ..)| (value, source))
        .collect();
    let expected = ["text", "variant"]
        .map(|name| ("\"# Hi\"".to_owned(), format!("/updateComponents/components/0/{name}")));
    assert_eq!(sources, expected);
}
