//! A translation that is saved and resumed after every text equals one that never stops.

use super::{TextBridge, TextTranslator, TranslateOptions, Translation};
use crate::{Diagnostic, context};
use bridge::DialectOrProtocol;
use std::{fs, path::Path};

/// The texts of a session; `true` for the backward direction.
type Texts = Vec<(bool, String)>;

/// The texts of a session with its protocols.
struct Case {
    from: &'static str,
    to: &'static str,
    texts: Texts,
}

fn options(strict: bool) -> TranslateOptions {
    let fields = r#"{"time":"2026-05-18T15:30:00.000Z","canvasFile":"page.html","runtimeId":"runtime",
        "session":"ahp-session:/one","chat":"ahp-chat:/one"}"#;
    TranslateOptions {
        context: context(fields).unwrap(),
        strict,
        ..Default::default()
    }
}

fn protocol(name: &str) -> DialectOrProtocol {
    name.parse().unwrap()
}

/// Returns everything that a translation contains, in a form that can be compared.
fn contents(translation: Result<Translation, Box<Diagnostic>>) -> String {
    let Ok(translation) = translation else {
        return format!("{translation:#?}");
    };
    let Translation {
        messages,
        other_notes,
        findings,
        refusals,
        ..
    } = &translation;
    format!(
        "{messages:#?} {} {other_notes:#?} {findings:#?} {refusals:#?}",
        translation.carries().unwrap()
    )
}

fn push(bridge: &mut TextBridge, (is_backward, text): &(bool, String)) -> String {
    contents(if *is_backward {
        bridge.backward(text, None)
    } else {
        bridge.forward(text, None)
    })
}

/// Translates a text forward, and the resulting messages back.
fn push_returned(bridge: &mut TextBridge, text: &str) -> String {
    let Ok(forward) = bridge.forward(text, None) else {
        return String::new();
    };
    let carries = forward.carries().unwrap();
    contents(bridge.backward(&forward.text(), Some(&carries)))
}

/// Compares a bridge that is saved and resumed after every text with a bridge that is not.
fn ensure_bridge_resumes(case: &Case, strict: bool) {
    let Case { from, to, texts } = case;
    let new = || TextBridge::new(protocol(from), protocol(to), options(strict));
    let Ok(mut whole) = new() else {
        panic!("{from} to {to}")
    };
    let mut stopped = new().unwrap();
    for text in texts {
        let at = format!("{from} to {to}, strict: {strict}, {text:?}");
        assert_eq!(push(&mut stopped, text), push(&mut whole, text), "{at}");
        if !text.0 {
            assert_eq!(
                push_returned(&mut stopped, &text.1),
                push_returned(&mut whole, &text.1),
                "{at}"
            );
        }
        let saved = stopped.save().unwrap();
        stopped = TextBridge::resume(&saved, options(strict)).unwrap();
        assert_eq!(stopped.save().unwrap(), saved, "{at}");
    }
    let at = format!("end of {from} to {to}, strict: {strict}");
    assert_eq!(
        contents(Ok(stopped.finish_forward())),
        contents(Ok(whole.finish_forward())),
        "{at}"
    );
    assert_eq!(
        contents(Ok(stopped.finish_backward())),
        contents(Ok(whole.finish_backward())),
        "{at}"
    );
}

/// Compares a translator that is saved and resumed after every text with a translator that is not.
fn ensure_translator_resumes(case: &Case, strict: bool) {
    let Case { from, to, texts } = case;
    let new = || TextTranslator::new(protocol(from), protocol(to), options(strict));
    let (mut whole, mut stopped) = (new().unwrap(), new().unwrap());
    for (_, text) in texts.iter().filter(|(is_backward, _)| !is_backward) {
        let at = format!("{from} to {to}, strict: {strict}, {text:?}");
        assert_eq!(
            contents(stopped.push(text, None)),
            contents(whole.push(text, None)),
            "{at}"
        );
        let saved = stopped.save().unwrap();
        stopped = TextTranslator::resume(&saved, options(strict)).unwrap();
        assert_eq!(stopped.save().unwrap(), saved, "{at}");
    }
    assert_eq!(
        contents(Ok(stopped.finish())),
        contents(Ok(whole.finish())),
        "end of {from} to {to}"
    );
}

fn ensure_resumes(case: &Case) {
    for strict in [false, true] {
        ensure_bridge_resumes(case, strict);
        ensure_translator_resumes(case, strict);
    }
}

/// Returns `true` in a package from a registry, which lacks the fixtures of the workspace.
fn is_published_package() -> bool {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("Cargo.toml.orig")
        .exists()
}

/// Returns the fixtures in a folder, in the order of their names.
fn fixtures(folder: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/fixtures")
        .join(folder);
    let entries = fs::read_dir(&folder).unwrap();
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(!paths.is_empty(), "{}", folder.display());
    paths
        .iter()
        .filter_map(|path| fs::read_to_string(path).ok())
        .collect()
}

/// Builds a session of the fixtures of both protocols, in turn.
fn fixture_texts(forward: &str, backward: &str) -> Texts {
    let mut forward = fixtures(forward).into_iter().map(|text| (false, text));
    let mut backward = fixtures(backward).into_iter().map(|text| (true, text));
    let mut texts = Texts::new();
    loop {
        let pair = [forward.next(), backward.next()];
        if pair.iter().all(Option::is_none) {
            return texts;
        }
        texts.extend(pair.into_iter().flatten());
    }
}

#[test]
fn a_session_of_all_fixtures_resumes_after_every_text() {
    if is_published_package() {
        return;
    }
    for (from, to, forward, backward) in [
        ("a2ui", "a2ui@0.9", "a2ui/0.8", "a2ui/0.9"),
        ("a2ui@0.9", "a2ui@1.0", "a2ui/0.9", "a2ui/1.0"),
        ("a2ui", "a2ui@0.8", "a2ui/1.0", "a2ui/0.8"),
        ("a2ui", "ahp@canvas", "a2ui/0.9", "ahp/canvas"),
        ("a2ui", "aap", "a2ui/0.10", "aap/1.0"),
        ("aap", "actions-json", "aap/1.0", "actions-json/1"),
        ("ahp@canvas", "ahp@1.0", "ahp/canvas", "ahp/1.0"),
        ("actions-json", "mcp", "actions-json/1", "aap/1.0"),
    ] {
        ensure_resumes(&Case {
            from,
            to,
            texts: fixture_texts(forward, backward),
        });
    }
}

/// Splits lines into the texts of a session. Lines that begin with `<` go backward.
fn case(from: &'static str, to: &'static str, lines: &[&str]) -> Case {
    let text = |line: &&str| match line.strip_prefix('<') {
        Some(line) => (true, line.to_owned()),
        None => (false, (*line).to_owned()),
    };
    Case {
        from,
        to,
        texts: lines.iter().map(text).collect(),
    }
}

const DATA: &str = r#"{"updateDataModel":{"surfaceId":"s","path":"/a","value":1.0}}"#;

#[test]
fn messages_without_version_have_the_version_of_their_surface() {
    ensure_resumes(&case(
        "a2ui",
        "a2ui@0.9",
        &[
            r#"{"version":"v1.0","createSurface":{"surfaceId":"s"}}"#,
            r#"{"version":"v0.9","createSurface":{"surfaceId":"t","catalogId":"c"}}"#,
            DATA,
            r#"{"updateComponents":{"surfaceId":"t","components":[{"id":"root","component":"Text","text":"a"}]}}"#,
            r#"<{"action":{"name":"go","surfaceId":"s","sourceComponentId":"root","timestamp":"t","context":{}}}"#,
            r#"{"deleteSurface":{"surfaceId":"s"}}"#,
            DATA,
        ],
    ));
}

#[test]
fn components_outside_messages_belong_to_the_only_surface() {
    ensure_resumes(&case(
        "a2ui",
        "a2ui@1.0",
        &[
            r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#,
            r#"{"id":"root","component":"Text","text":"a"}"#,
            r#"[{"id":"root","component":"Column","children":["b"]},{"id":"b","component":"Text","text":"a"}]"#,
        ],
    ));
}

#[test]
fn a_resumed_session_remembers_the_id_of_a_renamed_root() {
    ensure_resumes(&case(
        "a2ui@0.9",
        "a2ui@0.8",
        &[
            r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#,
            r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","root":"main","components":[{"id":"main","component":"Text","text":"a"}]}}"#,
            r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"main","component":"Text","text":"b"}]}}"#,
        ],
    ));
}

#[test]
fn components_after_a_truncated_document_have_no_surface() {
    let cut = r#"{"version":"v0.9","updateComponents":{"surfaceId":"other","components":["#;
    let lone = r#"{"id":"root","component":"Text","text":"a"}"#;
    let whole = r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":{}}}"#;
    let lines = [
        r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#,
        cut,
        lone,
        whole,
        lone,
    ];
    ensure_resumes(&case("a2ui", "a2ui@1.0", &lines));
    ensure_resumes(&case("a2ui@0.9", "a2ui@0.8", &lines));
    let backward: Vec<String> = lines.iter().map(|line| format!("<{line}")).collect();
    let backward: Vec<&str> = backward.iter().map(String::as_str).collect();
    ensure_resumes(&case("a2ui@1.0", "a2ui@0.9", &backward));
}

#[test]
fn a_waiting_message_keeps_its_place() {
    let lines = [
        "\n\n [{\"surfaceUpdate\":{\"surfaceId\":\"s\",\"components\":[]}},\n{\"surfaceUpdate\":{\"surfaceId\":\"t\",\"components\":[]}}]",
        r#"{"dataModelUpdate":{"surfaceId":"s","contents":[]}}"#,
    ];
    let case = case("a2ui@0.8", "a2ui@0.9", &lines);
    ensure_resumes(&case);
    let mut bridge =
        TextBridge::new(protocol(case.from), protocol(case.to), options(false)).unwrap();
    for text in &case.texts {
        push(&mut bridge, text);
    }
    let refusals = bridge.finish_forward().refusals;
    let places: Vec<_> = refusals
        .iter()
        .map(|refusal| (refusal.place.line, refusal.place.column))
        .collect();
    assert_eq!(places, [(3, 20), (4, 18), (1, 20)]);
}

#[test]
fn a_saved_state_of_an_unknown_version_is_refused() {
    let mut bridge =
        TextBridge::new(protocol("a2ui"), protocol("a2ui@0.9"), options(false)).unwrap();
    let create = r#"{"version":"v1.0","createSurface":{"surfaceId":"s"}}"#;
    let _ = bridge.forward(create, None).unwrap();
    let saved = bridge.save().unwrap();
    let saved = saved.replace(r#""word":"v1.0""#, r#""word":"v7""#);
    let error = TextBridge::resume(&saved, options(false)).unwrap_err();
    assert_eq!(error.rule, "translator/version", "{error}");
}

#[test]
fn a_message_that_exceeds_the_session_limit_is_refused() {
    let limited = TranslateOptions {
        max_bytes: Some(1000),
        ..options(false)
    };
    let mut translator =
        TextTranslator::new(protocol("a2ui@0.9"), protocol("a2ui@0.8"), limited).unwrap();
    let create = |id: &str| {
        format!(r#"{{"version":"v0.9","createSurface":{{"surfaceId":"{id}","catalogId":"c"}}}}"#)
    };
    let refused = translator.push(&create(&"s".repeat(1000)), None).unwrap();
    assert_eq!(
        refused.refusals.first().unwrap().rule,
        "session/too-many-bytes"
    );
    assert!(
        translator
            .push(&create("s"), None)
            .unwrap()
            .refusals
            .is_empty()
    );
}

#[test]
fn envelopes_are_read_with_their_carries() {
    let enveloped = || TranslateOptions {
        envelope: true,
        ..options(false)
    };
    let click = r#"{"id":"1","timestamp":"2026-05-18T15:30:00Z","canvasFile":"p.html","action":"click","summary":"Save"}"#;
    let forward = super::translate(
        click,
        protocol("aap"),
        protocol("a2ui@0.9"),
        options(false),
        None,
    );
    let lines = forward.unwrap().messages[0].envelope().unwrap();
    let back = super::translate(
        &lines,
        protocol("a2ui@0.9"),
        protocol("aap"),
        enveloped(),
        None,
    );
    assert_eq!(back.unwrap().texts(), [click]);
    let mut back =
        TextTranslator::new(protocol("a2ui@0.8"), protocol("a2ui@0.9"), enveloped()).unwrap();
    // A bare message has no carry, and the place of a fault is in its envelope.
    assert_eq!(
        back.push(r#"{"deleteSurface":{"surfaceId":"s"}}"#, None)
            .unwrap()
            .messages
            .len(),
        1
    );
    for (text, place, pointer) in [
        (
            "\n{\"value\":{\"deleteSurface\":{\"surfaceId\":1}},\"carry\":{\"v\":1,\"layers\":[]}}",
            (2, 40),
            "/value/deleteSurface/surfaceId",
        ),
        (
            "{\"value\":{\"deleteSurface\":{\"surfaceId\":\"s\"}},\"carry\":{\"v\":9}}",
            (1, 59),
            "/carry/v",
        ),
    ] {
        let refusal = back.push(text, None).unwrap().refusals.remove(0);
        assert_eq!(
            (
                (refusal.place.line, refusal.place.column),
                refusal.pointer.as_str()
            ),
            (place, pointer)
        );
    }
}

/// Returns the places and sentences of the findings with this rule.
fn reported<'a>(findings: &'a [Diagnostic], rule: &str) -> Vec<(usize, usize, &'a str)> {
    let of_rule = findings.iter().filter(|finding| finding.rule == rule);
    of_rule
        .map(|found| (found.place.line, found.place.column, found.message.as_str()))
        .collect()
}

#[test]
fn skipped_text_is_reported_at_its_first_line() {
    let create = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;
    let one = "1 line of text around the messages was skipped";
    for (text, expected) in [
        (
            format!("Here it is:\n```json\n{create}\n```\nDone."),
            (1, 1, "2 lines of text around the messages were skipped"),
        ),
        (
            format!("Here it is: <a2ui-json>{create}</a2ui-json>"),
            (1, 1, one),
        ),
        (
            format!("\n<a2ui-json>{create}</a2ui-json>\n\nDone."),
            (4, 1, one),
        ),
    ] {
        let found = crate::check(&text, Some(protocol("a2ui")), &Default::default()).unwrap();
        assert_eq!(reported(&found, "text-around"), [expected], "check {text}");
        let translated = crate::translate(
            &text,
            protocol("a2ui"),
            protocol("a2ui@1.0"),
            options(false),
            None,
        )
        .unwrap();
        assert_eq!(
            reported(&translated.findings, "text-around"),
            [expected],
            "translate {text}"
        );
        assert_eq!(translated.messages.len(), 1);
    }
    let found = crate::check(create, Some(protocol("a2ui")), &Default::default()).unwrap();
    assert_eq!(reported(&found, "text-around"), []);
}

#[test]
fn a_path_is_not_mistaken_for_a_message() {
    for path in [
        "record.json",
        "./my records/2026 05.jsonl",
        "answer.txt",
        "C:\\records\\a.json",
    ] {
        let expected = (
            "this is the path of a file, not a message",
            "read the file first, and pass its text",
        );
        for from in ["aap", "a2ui", "ahp@1.0", "mcp"] {
            let to = if from == "mcp" {
                "actions-json"
            } else {
                "a2ui@0.9"
            };
            let translated =
                crate::translate(path, protocol(from), protocol(to), options(false), None).unwrap();
            let refusal = &translated.refusals[0];
            assert_eq!(
                (refusal.message.as_str(), refusal.hint.as_str()),
                expected,
                "{from}: {path}"
            );
        }
        let error = crate::check(path, None, &Default::default()).unwrap_err();
        assert_eq!(
            (error.message.as_str(), error.hint.as_str()),
            expected,
            "{path}"
        );
    }
    for text in [
        "Hello",
        "The file is: record.json",
        ".json",
        "{\"a\":\"b.json\"}",
    ] {
        let translated = crate::translate(
            text,
            protocol("aap"),
            protocol("a2ui@0.9"),
            options(false),
            None,
        )
        .unwrap();
        assert!(
            !translated.refusals[0].message.contains("path of a file"),
            "{text}"
        );
    }
}

#[test]
fn the_error_for_equal_source_and_target_names_them() {
    for name in ["a2ui@0.9", "aap@1.0", "mcp@2025-06-18"] {
        let error =
            TextTranslator::new(protocol(name), protocol(name), options(false)).unwrap_err();
        assert_eq!(
            error.message,
            format!("source and target are both {name}, so there is nothing to translate")
        );
        assert!(error.hint.contains("name another target"), "{}", error.hint);
    }
}

#[test]
fn hints_name_options_instead_of_flags() {
    if is_published_package() {
        return;
    }
    let mut count = 0;
    let mut ensure_neutral = |found: &[Diagnostic]| {
        for Diagnostic { message, hint, .. } in found {
            assert!(
                !message.contains(" --") && !hint.contains("--"),
                "{message}: {hint}"
            );
            assert!(!hint.contains("agent-ui "), "{hint}");
            count += usize::from(hint.contains("`options."));
        }
    };
    for (folder, from, targets) in [
        (
            "a2ui/0.8",
            "a2ui",
            &["a2ui@0.9", "a2ui@1.0", "ahp@1.0", "aap"][..],
        ),
        (
            "a2ui/0.9",
            "a2ui",
            &["a2ui@0.8", "a2ui@1.0", "ahp@canvas", "aap"],
        ),
        (
            "a2ui/1.0",
            "a2ui",
            &["a2ui@0.8", "a2ui@0.9", "ahp@1.0", "aap"],
        ),
        ("aap/1.0", "aap", &["a2ui@0.9", "actions-json"]),
        ("ahp/canvas", "ahp", &["a2ui@0.9", "ahp@1.0"]),
        (
            "actions-json/1",
            "actions-json",
            &["aap", "mcp", "ahp@canvas"],
        ),
    ] {
        for text in fixtures(folder) {
            let read_as = ["a2ui@0.9", "aap", "ahp", "actions-json", "mcp"].map(protocol);
            for protocol in read_as.into_iter().chain([protocol(from)]) {
                ensure_neutral(&crate::check(&text, Some(protocol), &Default::default()).unwrap());
                if let Ok(folded) = crate::fold(&text, Some(protocol)) {
                    ensure_neutral(&folded.findings);
                    ensure_neutral(&folded.refusals);
                }
                let decoded = crate::decode(&text, Some(protocol), None).unwrap();
                ensure_neutral(&decoded.findings);
                ensure_neutral(&decoded.refusals);
            }
            for (to, strict) in targets.iter().flat_map(|to| [(to, false), (to, true)]) {
                let options = TranslateOptions {
                    strict,
                    ..Default::default()
                };
                let translated =
                    crate::translate(&text, protocol(from), protocol(to), options, None).unwrap();
                ensure_neutral(&translated.findings);
                ensure_neutral(&translated.refusals);
            }
        }
    }
    assert!(count > 10, "{count}");
}

#[test]
fn the_hint_for_another_protocol_names_the_argument() {
    let record = r#"{"id":"1","timestamp":"2026-05-18T15:30:00Z","canvasFile":"p.html","action":"click","summary":"Save"}"#;
    let translated = crate::translate(
        record,
        protocol("a2ui"),
        protocol("aap"),
        options(false),
        None,
    )
    .unwrap();
    assert_eq!(
        translated.refusals[0].hint,
        "this looks like aap: set `from` to `aap`"
    );
    let found = crate::check(record, Some(protocol("a2ui")), &Default::default()).unwrap();
    assert_eq!(
        found[0].hint,
        "this looks like aap: use `check()` with the protocol `aap`"
    );
}

#[test]
fn a_carry_belongs_to_its_message() {
    let record = |id: &str, action: &str| {
        format!(
            r#"{{"id":"{id}","timestamp":"2026-05-18T15:30:00Z","canvasFile":"{action}.html","action":"{action}","summary":"s"}}"#
        )
    };
    let records = [record("A1", "approve"), record("B2", "reject")];
    let there = crate::translate(
        &records.join("\n"),
        protocol("aap"),
        protocol("a2ui@0.9"),
        options(false),
        None,
    )
    .unwrap();
    let back = |messages: &[&str], carry: &str| {
        crate::translate(
            &messages.join("\n"),
            protocol("a2ui@0.9"),
            protocol("aap"),
            options(false),
            Some(carry),
        )
        .unwrap()
    };
    let [approve, reject] = [&there.messages[0], &there.messages[1]];
    // A list in another order, and a part of a list.
    let carries = there.carries().unwrap();
    let reversed = back(&[&reject.text, &approve.text], &carries);
    assert_eq!(reversed.texts(), [records[1].as_str(), &records[0]]);
    assert!(reversed.findings.is_empty());
    assert_eq!(
        back(&[&reject.text], &carries).texts(),
        [records[1].as_str()]
    );
    // The carry of another message.
    let wrong = back(&[&reject.text], &approve.carry_text().unwrap());
    assert_eq!(reported(&wrong.findings, "carry/other-message").len(), 1);
    // An edited message keeps its carry.
    let edited = reject.text.replace("reject", "refuse");
    let edited = back(
        &["", &edited],
        &format!("[{}]", reject.carry_text().unwrap()),
    );
    assert!(edited.messages[0].text.contains(r#""id":"B2""#));
    assert_eq!(reported(&edited.findings, "carry/other-message")[0].0, 2);
}

#[test]
fn a_bridge_checks_texts_against_its_surfaces() {
    let checks = || options(false).checks(crate::CheckOptions::new());
    let mut bridge = TextBridge::new(protocol("a2ui@0.9"), protocol("a2ui@1.0"), checks()).unwrap();
    let create = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}"#;
    let update = r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":7}]}}"#;
    let rules = |bridge: &TextBridge| -> Vec<String> {
        let checked = bridge.check(update).unwrap();
        checked.findings.into_iter().map(|one| one.rule).collect()
    };
    assert_eq!(rules(&bridge), ["unknown-surface"]);
    assert_eq!(bridge.forward(create, None).unwrap().messages.len(), 1);
    assert_eq!(rules(&bridge), ["wrong-type"]);
    // A check changes nothing, and a resumed bridge knows the surfaces.
    let resumed = TextBridge::resume(&bridge.save().unwrap(), checks()).unwrap();
    assert_eq!(rules(&resumed), ["wrong-type"]);
    let unprepared = TextBridge::resume(&bridge.save().unwrap(), options(false)).unwrap();
    assert_eq!(unprepared.check(update).unwrap_err().rule, "bridge/checks");
}

#[test]
fn a_click_on_an_unknown_root_is_refused_for_an_agent_of_0_8() {
    let click = r#"{"version":"v0.9","action":{"name":"go","surfaceId":"s","sourceComponentId":"root","timestamp":"2026-05-18T15:30:00Z","context":{}}}"#;
    let (agent, client) = (protocol("a2ui@0.8"), protocol("a2ui@0.9"));
    let lone = |options: TranslateOptions, carry: Option<&str>| {
        crate::translate(click, client, agent, options, carry).unwrap()
    };
    let refusal = lone(options(false), None).refusals.remove(0);
    assert_eq!(refusal.rule, "translator/unknown-root");
    assert!(refusal.hint.contains("bridge"), "{}", refusal.hint);
    // A click on another component, a click with its carry, and a click on a surface of the context.
    let other = click.replace("root", "button");
    let other = crate::translate(&other, client, agent, options(false), None).unwrap();
    assert_eq!(other.messages.len(), 1);
    let sent = r#"{"userAction":{"name":"go","surfaceId":"s","sourceComponentId":"root","timestamp":"2026-05-18T15:30:00Z","context":{}}}"#;
    let there = crate::translate(sent, agent, client, options(false), None).unwrap();
    let carry = there.messages[0].carry_text().unwrap();
    assert_eq!(lone(options(false), Some(&carry)).texts(), [sent]);
    let surfaces = r#"{"surfaces":[{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"top","component":{"Divider":{}}}]}},{"beginRendering":{"surfaceId":"s","root":"top"}}]}"#;
    let known = options(false).context(crate::context(surfaces).unwrap());
    let known = lone(known, None);
    assert_eq!(known.texts(), [sent.replace("root", "top")]);
}

#[test]
fn a_copy_of_a_message_with_its_carry_is_refused() {
    let record = r#"{"id":"1","timestamp":"2026-05-18T15:30:00Z","canvasFile":"p.html","action":"click","summary":"Save"}"#;
    let (aap, a2ui) = (protocol("aap"), protocol("a2ui@0.9"));
    let there = crate::translate(record, aap, a2ui, options(false), None).unwrap();
    let message = &there.messages[0];
    let copy = serde_json::json!({"text": message.text, "carry": message.carry_text().unwrap()});
    let pretty = serde_json::to_string_pretty(&copy).unwrap();
    for text in [
        format!("{copy}"),
        pretty,
        format!(" [{copy},{copy}]"),
        format!("{copy}\n{copy}"),
    ] {
        let refused = crate::translate(&text, a2ui, aap, options(false), None).unwrap_err();
        assert_eq!(refused.rule, "carry/copy", "{text}");
    }
    // A message may have a member `carry` of its own.
    let own = message
        .text
        .replace(r#""context":{"#, r#""context":{"carry":"x""#);
    let own = crate::translate(&own, a2ui, aap, options(false), None).unwrap();
    assert_eq!(own.messages.len(), 1);
}
