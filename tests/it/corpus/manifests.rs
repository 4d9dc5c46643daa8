//! Published manifests of actions.json.

use super::{again, folder, payload, texts};
use actions_json::{
    manifest::Manifest,
    validate::{Profile, check},
};
use bridge::{AnyMessage, Carry, Context, Dialect};
use std::collections::BTreeSet;
use wire::Severity;

/// The rules that each manifest breaks in the profile `strict`, and in the profile for published manifests.
///
/// A version that is a string breaks `V2`, a tool with only a `static_output` breaks `V7`, and states in an object
/// break `shape`. The profile `published` accepts all three. One manifest attaches a skill, which has neither target
/// nor lifecycle.
const VERDICTS: [(&str, &[&str], &[&str]); 8] = [
    (
        "developers.openai.com__api-docs-model.json",
        &["V2", "V7"],
        &[],
    ),
    ("docs.google.com__spreadsheets.json", &["V7"], &[]),
    ("github.com__repo.json", &["V2", "V7", "shape"], &[]),
    ("linkedin.com__creator-content.json", &["V2"], &[]),
    (
        "linkedin.com__messaging.json",
        &["V10", "V2", "V7"],
        &["V10"],
    ),
    ("linkedin.com__profile.json", &["V2"], &[]),
    ("mail.google.com__inbox.json", &["V2", "V7"], &[]),
    ("x.com__app.json", &["V2", "V7"], &[]),
];

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn every_published_manifest_comes_back_equal_and_has_the_expected_findings() {
    let folder = folder("actions-json/maps");
    let maps = texts(&folder);
    assert_eq!(maps.len(), VERDICTS.len());
    for ((name, text), (expected, strict, published)) in maps.iter().zip(VERDICTS) {
        assert_eq!(name, expected);
        let manifest: Manifest =
            wire::decode(text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(again(&manifest), payload(text), "{name}");
        for (profile, rules) in [(&Profile::STRICT, strict), (&Profile::PUBLISHED, published)] {
            let found = check(&manifest, profile, None);
            let errors = found
                .iter()
                .filter(|finding| finding.severity == Severity::Error);
            let broken: BTreeSet<_> = errors.map(|finding| finding.rule).collect();
            assert_eq!(
                broken.into_iter().collect::<Vec<_>>(),
                rules,
                "{name} in {}: {found:?}",
                profile.name()
            );
        }
    }
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn every_published_manifest_reaches_ahp_and_mcp_with_all_its_tools() {
    let folder = folder("actions-json/maps");
    let mut reached = 0;
    for (name, text) in texts(&folder) {
        let manifest: Manifest = wire::decode(&text).unwrap();
        let declared = manifest.tools_declared().count();
        for to in [Dialect::Mcp2025_06, Dialect::AhpCanvas] {
            let mut there =
                crate::translation::paranoid(Dialect::ActionsJson, to, Context::default()).unwrap();
            let made = there.push(manifest.clone(), Carry::default()).unwrap();
            let [output] = &made.outputs[..] else {
                panic!("{name}")
            };
            let tools = match &output.message {
                AnyMessage::Tools(list) => list.tools.len(),
                AnyMessage::Declaration(declaration) => declaration.actions.get().unwrap().len(),
                other => panic!("{name}: {other:?}"),
            };
            assert_eq!(tools, declared, "{name}");
            reached += tools;
            let mut back =
                crate::translation::paranoid(to, Dialect::ActionsJson, Context::default()).unwrap();
            let again = back
                .push(output.message.clone(), output.carry.clone())
                .unwrap();
            assert_eq!(
                again.outputs[0].message,
                AnyMessage::from(manifest.clone()),
                "{name}"
            );
        }
    }
    assert_eq!(reached, 2 * 57);
}
