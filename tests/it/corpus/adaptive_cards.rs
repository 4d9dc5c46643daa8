//! Cards of public repositories.

use super::{folder, payload, texts};
use agent_ui_text::{CheckOptions, Diagnostic, Severity, check};
use bridge::{
    Protocol,
    adaptive_cards::{AdaptiveCard, inventory},
};
use wire::WireType;

/// Returns the cards. The folder also has the data of templates.
fn cards() -> Vec<(String, String)> {
    let mut cards = texts(&folder("neighbours/adaptive-cards"));
    cards.retain(|(name, _)| !name.ends_with(".data.json"));
    assert_eq!(cards.len(), 114);
    cards
}

fn findings(text: &str) -> Vec<Diagnostic> {
    check(
        text,
        Some(Protocol::AdaptiveCards.into()),
        &CheckOptions::new(),
    )
    .unwrap()
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn every_card_is_read_without_loss_and_written_back() {
    let names = inventory::ALL.iter().map(|row| row.name);
    assert!(names.clone().any(|name| name == AdaptiveCard::NAME));
    for (name, text) in cards() {
        let written = AdaptiveCard::INFO
            .rewrite(&text)
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(payload(&written.unwrap()), payload(&text), "{name}");
    }
}

/// The errors that are faults of the cards.
const WRONG: [(&str, &str); 2] = [
    // The button to sign in has no value, so it has no effect.
    (
        "ms-v1.4-Elements-AdaptiveCard.Authentication.json",
        "/authentication/buttons/0/value",
    ),
    // The element has only a `spacing`, and renderers report it as unknown.
    ("pnp-event-schedule-5b161c.json", "/body/5/items/4/type"),
];

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn errors_of_the_cards_are_exactly_their_faults() {
    let mut found = Vec::new();
    for (name, text) in cards() {
        for finding in findings(&text) {
            if finding.severity == Severity::Error {
                assert_eq!(
                    finding.rule, "adaptive-cards/missing",
                    "{name}: {finding:?}"
                );
                found.push((name.clone(), finding.pointer.to_string()));
            }
        }
    }
    let wrong = WRONG.map(|(name, pointer)| (name.to_owned(), pointer.to_owned()));
    assert_eq!(found, wrong);
}

/// The numbers of warnings by rule. The renderer of the specification reports the one word, too. It accepts the rest,
/// which other versions and hosts ignore.
const WARNINGS: [(&str, usize); 6] = [
    ("adaptive-cards/data", 2),
    ("adaptive-cards/missing", 18),
    ("adaptive-cards/template", 12),
    ("adaptive-cards/url", 3),
    ("adaptive-cards/version", 14),
    ("adaptive-cards/word", 1),
];

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn warnings_about_real_cards_are_rare() {
    let mut counts = std::collections::BTreeMap::new();
    for (_, text) in cards() {
        for finding in findings(&text) {
            if finding.severity == Severity::Warning {
                *counts.entry(finding.rule).or_insert(0) += 1;
            }
        }
    }
    let expected = WARNINGS.map(|(rule, count)| (rule.to_owned(), count));
    assert_eq!(Vec::from_iter(counts), expected);
}
