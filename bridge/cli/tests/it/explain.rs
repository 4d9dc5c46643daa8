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
        (
            text(&member, "/member"),
            value,
            source(&member),
            text(&member, "/rule"),
            text(&member, "/verdict"),
        )
    };
    at(explained, "/members").elements().map(row).collect()
}

#[test]
fn a_table_shows_value_source_verdict_and_rule() {
    let ran = run_ok(&explain("aap", "a2ui", &[]), RECORD);
    let rows: Vec<Vec<&str>> = ran
        .out
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(rows[0], ["standard", "input:1:1"]);
    assert_eq!(rows[1], ["VERDICT", "SOURCE", "TARGET", "VALUE", "RULE"]);
    assert!(
        rows.contains(&vec![
            "renamed",
            "/data/n",
            "/action/context/n",
            "1.50",
            "aap-a2ui/data"
        ]),
        "{}",
        ran.out
    );
    let id = "\"f6554697-47fd-4d67-8db9-291b9f7f3476\"";
    assert!(
        rows.contains(&vec!["lost", "/id", "-", id, "aap-a2ui/id"]),
        "{}",
        ran.out
    );
}

#[test]
fn losses_come_first_and_totals_last() {
    let ran = run_ok(&explain("aap", "a2ui", &[]), RECORD);
    let verdicts: Vec<_> = ran
        .out
        .lines()
        .skip(2)
        .map(|line| line.split(' ').next().unwrap())
        .collect();
    let end = verdicts.iter().position(|word| word.is_empty()).unwrap();
    let is_lost: Vec<_> = verdicts[..end].iter().map(|word| *word == "lost").collect();
    assert!(
        is_lost.is_sorted_by(|one, next| one >= next) && is_lost[0],
        "{}",
        ran.out
    );
    assert!(
        ran.out
            .contains("\nFields: 2 lost, 1 copied, 4 renamed, 1 defaulted\nlost: "),
        "{}",
        ran.out
    );
    let quiet = run_ok(&explain("aap", "a2ui", &["--quiet"]), RECORD);
    assert!(!quiet.out.contains("Fields"), "{}", quiet.out);
    let json = run_ok(
        &explain("aap", "a2ui", &["--format", "json"]),
        format!("{RECORD}\n{RECORD}"),
    )
    .values();
    let [_, _, totals] = &*json else {
        panic!("{json:?}")
    };
    let count = |word: &str| at(totals, &format!("/totals/{word}")).text().to_owned();
    assert_eq!(
        ["lost", "copied", "carried", "refused"].map(count),
        ["4", "2", "0", "0"]
    );
}

#[test]
fn a_carried_field_is_lost_unless_the_translation_writes_the_carry() {
    for (more, expected) in [
        (&[][..], "lost"),
        (&["--envelope"], "carried"),
        (&["--embed"], "carried"),
    ] {
        let ran = run_ok(
            &explain("aap", "a2ui", &[more, &["--format", "json"]].concat()),
            RECORD,
        );
        let lost = at(&ran.values()[0], "/lost");
        let verdicts: Vec<_> = lost
            .elements()
            .map(|line| text(&line, "/verdict"))
            .collect();
        assert_eq!(verdicts, [expected, expected], "{more:?}");
        let table = run_ok(&explain("aap", "a2ui", more), RECORD).out;
        assert_eq!(table.contains("\nlost "), expected == "lost", "{table}");
        assert_eq!(
            table.contains("\ncarried "),
            expected == "carried",
            "{table}"
        );
    }
}

#[test]
fn only_losses_are_shown_on_request() {
    let deleted = r#"{"version":"v0.9","deleteSurface":{"surfaceId":"t"}}"#;
    let created = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c","sendDataModel":true}}"#;
    let begin = r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":"a"}]}}"#;
    let input = format!("{deleted}\n{created}\n{begin}\n");
    let arguments = explain("a2ui", "a2ui@0.8", &["--lost"]);
    let ran = run_ok(&arguments, &input);
    assert!(
        ran.out.starts_with("standard input:2:1\n") && !ran.out.contains(":1:1"),
        "{}",
        ran.out
    );
    let rows: Vec<Vec<&str>> = ran
        .out
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(
        rows[2][..4],
        ["lost", "/createSurface/sendDataModel", "-", "true"],
        "{}",
        ran.out
    );
    assert!(
        rows[3].is_empty() && rows[4][..3] == ["Fields:", "1", "lost,"],
        "{}",
        ran.out
    );
    let json = run_ok(&[&arguments[..], &["--format", "json"]].concat(), &input).values();
    assert_eq!(json.len(), 2, "{json:?}");
    assert_eq!(
        text(&json[0], "/lost/0/source"),
        "/createSurface/sendDataModel"
    );
    assert_eq!(at(&json[0], "/lost/0/value").text(), "true");
    assert!(find(&json[0], "/members").is_none(), "{json:?}");
    // A message without losses is only counted.
    let none = run_ok(&arguments, deleted);
    assert!(none.out.starts_with("Fields: 0 lost, "), "{}", none.out);
}

#[test]
fn lost_values_come_from_the_message_that_has_them() {
    let created = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c","sendDataModel":true}}"#;
    let begin = r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":"a"}]}}"#;
    for input in [
        format!("[{created},\n{begin}]"),
        format!("{created}\n{begin}"),
    ] {
        let json = run_ok(
            &explain("a2ui", "a2ui@0.8", &["--lost", "--format", "json"]),
            &input,
        )
        .values();
        assert_eq!(at(&json[0], "/lost/0/value").text(), "true", "{json:?}");
    }
}

#[test]
fn values_of_several_lines_are_shown_on_one() {
    let created = "{\"version\":\"v1.0\",\"createSurface\":{\"surfaceId\":\"s\",\"catalogId\":\"c\",\"metadata\":{\n   \"a\":\n  [1,\n 2]}}}";
    let ran = run(&explain("a2ui", "a2ui@0.9", &["--lost"]), created);
    assert!(ran.out.contains(" [1,2] "), "{}", ran.out);
}

#[test]
fn explanations_cannot_control_a_terminal() {
    let hostile = RECORD
        .replace("\"n\":", "\"\\u001b[2J\":")
        .replace("\"click\"", "\"\u{9b}2J\u{202e}\"");
    let ran = run_ok(&explain("aap", "a2ui", &[]), hostile);
    let is_hostile =
        |character: char| character.is_control() && character != '\n' || character == '\u{202e}';
    assert!(!ran.out.contains(is_hostile), "{:?}", ran.out);
    assert!(ran.out.contains(r"/data/\u{1b}[2J"), "{}", ran.out);
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
        let output = run_ok(
            &[&["convert", "--quiet", "--from", "aap", "--to", to], more].concat(),
            RECORD,
        )
        .value();
        let explained = run_ok(
            &explain(
                "aap",
                to,
                &[more, &["--format", "json", "--quiet"]].concat(),
            ),
            RECORD,
        )
        .value();
        let members = members(&explained);
        for (member, value, source, rule, verdict) in &members {
            assert_eq!(at(&output, member).text(), value, "{to}: {member}");
            if matches!(verdict.as_str(), "copied" | "renamed") {
                assert_eq!(
                    at(&record, source).text(),
                    value,
                    "{to}: {member} by {rule}"
                );
            }
        }
        let shown = |from: &str| members.iter().any(|(_, _, source, ..)| source == from);
        for from in [
            "/canvasFile",
            "/action",
            "/element",
            "/timestamp",
            "/data/n",
            "/data/l/1",
        ] {
            assert!(
                shown(from) || to == "actions-json",
                "{to}: {from} in {members:?}"
            );
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
        (
            "json",
            r#"{"line":1,"column":7,"refused":"/id","value":7,"rule":"type","#,
        ),
    ] {
        let ran = run(
            &explain("aap", "a2ui", &["--format", format]),
            r#"{"id":7}"#,
        );
        assert_eq!(ran.status, 65);
        assert!(ran.out.starts_with(expected), "{}", ran.out);
        assert_eq!(ran.error().3, "/id");
    }
    let lost = run(
        &explain("aap", "a2ui", &["--strict", "--format", "json"]),
        RECORD,
    );
    let refused: Vec<_> = lost.values()[..2]
        .iter()
        .map(|line| text(line, "/refused"))
        .collect();
    assert_eq!(
        (lost.status, refused),
        (1, vec!["/id".to_owned(), "/summary".to_owned()])
    );
    assert_eq!(
        at(&lost.values()[2], "/totals/refused").text(),
        "1",
        "{}",
        lost.out
    );
}

#[test]
fn sources_without_an_output_are_listed() {
    let messages = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}
{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}
"#;
    let ran = run_ok(
        &explain("a2ui", "ahp", &["--format", "json", "--quiet"]),
        messages,
    );
    assert_eq!(text(&at(&ran.value(), "/lost/0"), "/verdict"), "lost");
}

#[test]
fn explained_messages_are_named_by_place_and_found_in_texts() {
    let answer = "A surface:\n\n```json\n{\"version\":\"v0.9\",\"createSurface\":{\"surfaceId\":\"s\",\"catalogId\":\"c\"}}\n```\n";
    let file = crate::program::file(answer);
    let ran = run(&explain("a2ui", "a2ui@1.0", &[&file]), "");
    assert_eq!(
        (ran.status, ran.out.lines().next()),
        (0, Some(&*format!("{file}:4:1"))),
        "{}",
        ran.err
    );
    let json = run(
        &explain("a2ui", "a2ui@1.0", &["--format", "json", "--quiet", &file]),
        "",
    )
    .value();
    assert_eq!(
        (text(&json, "/file"), at(&json, "/line").text()),
        (file, "4")
    );
    let list = format!("[{RECORD},\n  {RECORD}]");
    let ran = run_ok(&explain("aap", "a2ui", &[]), &list);
    assert!(
        ran.out.contains("\n\nstandard input:2:3 /1\nVERDICT"),
        "{}",
        ran.out
    );
    let envelope = format!("{{\"carry\":{{\"v\":1,\"layers\":[]}},\n\"value\":\n {list}}}");
    let json = run_ok(
        &explain(
            "aap",
            "a2ui",
            &["--envelope", "--format", "json", "--quiet"],
        ),
        envelope,
    )
    .values();
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
    let ran = run(
        &explain("a2ui", "ahp", &["--format", "json", "--quiet"]),
        messages,
    );
    let values = ran.values();
    let (refused, explained): (Vec<_>, Vec<_>) = values
        .iter()
        .partition(|value| find(value, "/refused").is_some());
    assert_eq!(refused.len(), 1, "{}", ran.out);
    assert_eq!(text(refused[0], "/refused"), "/messages/3/action/name");
    assert_eq!(
        ["/line", "/column", "/value"].map(|name| at(refused[0], name).text().to_owned()),
        ["5", "37", "[7]"]
    );
    // The canvas is written when the input ends.
    let places: Vec<_> = explained.into_iter().map(place).collect();
    assert_eq!(
        places,
        ["4 4 /messages/2", "2 2 /messages/0"],
        "{}",
        ran.out
    );
}

#[test]
fn members_with_two_sources_name_both() {
    let heading = r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":"Hi","variant":"h1"}]}}"#;
    let messages = format!(
        "{}\n{heading}",
        r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#
    );
    let ran = run_ok(
        &explain("a2ui", "a2ui@1.0", &["--format", "json"]),
        messages,
    );
    let sources: Vec<_> = members(&ran.values()[1])
        .into_iter()
        .filter(|(member, ..)| member == "/updateComponents/components/0/text")
        .map(|(_, value, source, ..)| (value, source))
        .collect();
    let expected = ["text", "variant"].map(|name| {
        (
            "\"# Hi\"".to_owned(),
            format!("/updateComponents/components/0/{name}"),
        )
    });
    assert_eq!(sources, expected);
}
