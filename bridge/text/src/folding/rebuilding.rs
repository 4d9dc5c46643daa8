//! The messages that build surfaces again.

use crate::{place::Place, reports::Reports};
use bridge::a2ui::surface::{Surface, Surfaces};
use wire::{EncodeError, Finding, Payload, Pointer};

/// Adds the fewest messages that build these surfaces, and a finding about each surface that the messages build differently.
pub(super) fn write_messages(
    surfaces: &Surfaces,
    reports: &mut Reports,
) -> Result<(), EncodeError> {
    let mut rebuilt = Surfaces::with_options(surfaces.options().clone());
    for surface in surfaces.iter() {
        let mut refused = None;
        for message in surface.messages() {
            reports.value(&message)?;
            if let Err(error) = rebuilt.apply(&message) {
                refused.get_or_insert(error.to_string());
            }
        }
        let built = rebuilt.get(surface.surface_id().as_str());
        if built == Some(surface) {
            continue;
        }
        let finding = describe_difference(surface, built, refused)?;
        reports.finding(Place::default(), finding);
    }
    Ok(())
}

/// Returns a warning that names the first part of a surface that its messages build differently.
fn describe_difference(
    surface: &Surface,
    built: Option<&Surface>,
    refused: Option<String>,
) -> Result<Finding, EncodeError> {
    let id = surface.surface_id().as_str();
    let expected = snapshot(surface)?;
    let built = match built {
        Some(built) => snapshot(built)?,
        None => None,
    };
    let mut at = Pointer::root();
    for (name, member) in expected.iter().flat_map(Payload::members) {
        let other = built.as_ref().and_then(|built| built.member(&name));
        if other.is_none_or(|other| other.text() != member.text()) {
            at = Pointer::root().member(&name);
            break;
        }
    }
    let message = match refused {
        Some(error) => format!("no message can build the surface `{id}` again: {error}"),
        None if at.is_root() => {
            format!("the messages build the surface `{id}` with other versions of its components")
        }
        None => {
            format!("the messages build the surface `{id}` with another value at `{at}`")
        }
    };
    Ok(Finding::warning("fold/not-rebuilt", at, message)
        .hint("keep the original messages of this surface"))
}

/// Returns the snapshot of a surface as JSON.
fn snapshot(surface: &Surface) -> Result<Option<Payload>, EncodeError> {
    let text = wire::encode(&surface.snapshot())?;
    Ok(Payload::parse(&text).ok())
}

#[cfg(test)]
mod tests {
    use crate::{FoldForm, fold, fold_as};
    use proptest::prelude::*;

    /// Messages of each version about two surfaces. Some of them are refused, depending on the messages before.
    const V0_8: [&str; 6] = [
        r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"root","component":{"Text":{"text":{"path":"/n"}}},"x-own":1.50}]}}"#,
        r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"b","component":{"Text":{"text":{"literalString":"y"}}}}]}}"#,
        r#"{"dataModelUpdate":{"surfaceId":"s","path":"/","contents":[{"key":"n","valueNumber":1.0},{"key":"m","valueMap":[{"key":"k","valueString":"v"}]}]}}"#,
        r#"{"beginRendering":{"surfaceId":"s","root":"root","styles":{"font":"Inter"}}}"#,
        r#"{"deleteSurface":{"surfaceId":"s"}}"#,
        r#"{"dataModelUpdate":{"surfaceId":"t","contents":[{"key":"n","valueBoolean":true}]}}"#,
    ];
    const V0_9: [&str; 7] = [
        r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c","theme":{"x":1.50},"x-own":[]}}"#,
        r#"{"version":"v0.9","createSurface":{"surfaceId":"t","catalogId":"c","sendDataModel":true}}"#,
        r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":"a","x":1e400}]}}"#,
        r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"b","component":"Text","text":"b"},{"id":"root","component":"Divider"}]}}"#,
        r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/n/1","value":-0.0}}"#,
        r#"{"version":"v0.9","updateDataModel":{"surfaceId":"t","value":null}}"#,
        r#"{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}"#,
    ];

    /// Returns the messages of 0.9 in another version.
    fn in_version(version: &str) -> Vec<String> {
        let mut messages = Vec::new();
        for message in V0_9 {
            messages.push(message.replace("v0.9", version));
        }
        if version == "v1.0" {
            messages.push(r#"{"version":"v1.0","createSurface":{"surfaceId":"u","metadata":{"extensions":{"a":1.0}},"components":[{"id":"root","component":"Text","catalogId":"d"}],"dataModel":{"n":[1.0]}}}"#.to_owned());
        }
        messages
    }

    fn sessions() -> impl Strategy<Value = Vec<String>> {
        let versions = vec![
            V0_8.iter().map(|message| (*message).to_owned()).collect(),
            in_version("v0.9"),
            in_version("v0.9.1"),
            in_version("v1.0"),
        ];
        prop::sample::select(versions)
            .prop_flat_map(|messages| prop::collection::vec(prop::sample::select(messages), 0..16))
    }

    proptest! {
        #[test]
        fn the_folded_messages_build_the_folded_states(session in sessions()) {
            let text = session.join("\n");
            let a2ui = Some("a2ui".parse().unwrap());
            let states = fold(&text, a2ui).unwrap().states;
            let folded = fold_as(&text, a2ui, FoldForm::Messages).unwrap();
            let again = fold(&folded.states.join("\n"), a2ui).unwrap();
            prop_assert_eq!(&again.refusals, &[]);
            if folded.findings.iter().all(|finding| finding.rule != "fold/not-rebuilt") {
                prop_assert_eq!(&again.states, &states);
            }
            // Three messages build a surface without conflicting versions, and 0.8 needs one more for a nested level.
            prop_assert!(folded.states.len() <= 4 * states.len());
        }
    }

    #[test]
    fn a_surface_of_each_version_has_the_fewest_messages() {
        for (version, count) in [("v0.9", 3), ("v0.9.1", 3), ("v1.0", 1)] {
            let messages = in_version(version);
            let mut text = messages[..6].join("\n").replace("\"t\"", "\"x\"");
            // Only the 1.0 of June has this member.
            if version == "v1.0" {
                text = text.replace(r#","theme":{"x":1.50}"#, "");
            }
            let folded = fold_as(&text, Some("a2ui".parse().unwrap()), FoldForm::Messages).unwrap();
            let own = folded
                .states
                .iter()
                .filter(|message| message.contains("\"s\""));
            assert_eq!(own.count(), count, "{:?}", folded.states);
            assert!(folded.states.iter().any(|message| message.contains("-0.0")));
        }
    }

    #[test]
    fn a_deleted_surface_has_no_messages() {
        let text = [V0_9[0], V0_9[2], V0_9[6]].join("\n");
        let folded = fold_as(&text, None, FoldForm::Messages).unwrap();
        assert!(folded.states.is_empty());
    }

    #[test]
    fn parts_that_no_message_can_build_are_reported() {
        let text = [
            r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"root","component":{"Text":{"text":{"path":"/n"}}}}]}}"#,
            r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/n","value":null}}"#,
        ]
        .join("\n");
        let a2ui = Some("a2ui".parse().unwrap());
        let folded = fold_as(&text, a2ui, FoldForm::Messages).unwrap();
        if fold(&text, a2ui).unwrap().refusals.is_empty() {
            let found = folded.findings.last().unwrap();
            assert_eq!(
                (found.rule.as_str(), found.pointer.as_str()),
                ("fold/not-rebuilt", "/dataModel")
            );
        }
    }

    #[test]
    fn the_states_of_ahp_are_not_written_as_messages() {
        let error = fold_as("{}", Some("ahp".parse().unwrap()), FoldForm::Messages).unwrap_err();
        assert_eq!(error.rule, "fold/protocol");
    }
}
