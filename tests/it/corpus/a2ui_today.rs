//! Valid and invalid messages of the current draft of 1.0.

use super::{folder, payload};
use a2ui::{
    Message, Notation, Version,
    catalog::{Catalog, basic},
    surface::Surfaces,
};
use bridge::{Carry, Context, Dialect};
use std::fs;
use wire::{Finding, Payload, Severity, Validate};

pub(super) const CREATE: &str = r#"{"version":"1.0","createSurface":{"surfaceId":"desk","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json"}}"#;

fn member(payload: &Payload, name: &str) -> Payload {
    payload.member(name).unwrap()
}

/// Returns the examples: the expected validity, the subject, and the message.
pub(super) fn examples() -> Vec<(String, String, Payload)> {
    let file = folder("a2ui/v1_0_current").join("examples.jsonl");
    let text = fs::read_to_string(file).unwrap();
    let all = text.lines().map(payload).map(|line| {
        let word = |name| member(&line, name).as_str().unwrap().into_owned();
        (word("current"), word("why"), member(&line, "message"))
    });
    all.collect()
}

fn validate_text(text: &str) -> Result<Vec<Finding>, String> {
    let message = Message::read(text).map_err(|error| error.to_string())?;
    let mut found = message.validate();
    found.extend(basic(Version::V1_0, Notation::At).check_message(&message));
    if message.key() != "createSurface" && message.direction() == a2ui::Direction::Agent {
        let mut surfaces = Surfaces::new();
        surfaces.apply(&Message::read(CREATE).unwrap()).unwrap();
        if let Err(error) = surfaces.apply(&message) {
            found.push(Finding::error(error.rule, error.pointer, error.message));
        }
    }
    Ok(found)
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn current_examples_are_valid_or_have_findings_as_expected() {
    let mut wrong = Vec::new();
    let mut counts = [0; 2];
    for (current, why, message) in examples() {
        let found = validate_text(message.text());
        let has = |severity| {
            found
                .as_ref()
                .is_ok_and(|found| found.iter().any(|f| f.severity == severity))
        };
        let is_right = found.is_ok() && !has(Severity::Error);
        // Messages that were valid until October are read as they were meant, with a warning.
        let is_older = found
            .iter()
            .flatten()
            .any(|finding| finding.rule == "older-key");
        match current.as_str() {
            "valid" => counts[0] += 1,
            "invalid" => counts[1] += 1,
            _ => continue,
        }
        if is_right != (current == "valid") && !is_older {
            wrong.push(format!("{current}: {why}: {found:?}\n  {message}"));
        }
    }
    assert!(counts[0] >= 10 && counts[1] >= 16, "{counts:?}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn valid_current_examples_come_back_from_september_and_august() {
    for (_, why, message) in examples()
        .into_iter()
        .filter(|(current, ..)| current == "valid")
    {
        let message = Message::read(message.text()).unwrap();
        for to in [Dialect::A2ui1_0Sep, Dialect::A2ui1_0Aug] {
            let mut there =
                crate::translation::paranoid(Dialect::A2ui1_0, to, Context::default()).unwrap();
            let mut back =
                crate::translation::paranoid(to, Dialect::A2ui1_0, Context::default()).unwrap();
            let made = there
                .push(message.clone(), Carry::default())
                .unwrap()
                .outputs
                .remove(0);
            let text = made.message.encode().unwrap();
            assert!(text.starts_with(r#"{"version":"v1.0""#), "{text}");
            let again = back
                .push(made.message, made.carry)
                .unwrap()
                .outputs
                .remove(0)
                .message;
            let again: Message = again.try_into().unwrap();
            assert_eq!(again, message, "{to}: {why}");
        }
    }
}
