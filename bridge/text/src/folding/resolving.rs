//! Surfaces as a client shows them.

use crate::{place::Place, reports::Reports};
use bridge::a2ui::{expression::Host, surface::Surfaces};
use wire::{EncodeError, Finding, Pointer};

/// Adds the resolved surfaces, and a finding about each surface that cannot be resolved.
pub(super) fn write_resolved(
    surfaces: &Surfaces,
    reports: &mut Reports,
) -> Result<(), EncodeError> {
    for surface in surfaces.iter() {
        match surface.resolve(&Host::new()) {
            Ok(resolved) => reports.value(&resolved.to_payload())?,
            Err(error) => {
                let id = surface.surface_id();
                let message = format!("the surface `{id}` cannot be resolved: {error}");
                let finding = Finding::error("fold/not-resolved", Pointer::root(), message);
                let finding = finding.hint("shorten the lists that its templates repeat");
                reports.finding(Place::default(), finding);
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::{FoldForm, fold_as};

    fn folded(count: usize) -> crate::FoldedStates {
        let list = vec!["1"; count].join(",");
        let messages = [
            r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#.to_owned(),
            format!(
                r#"{{"version":"v0.9","updateDataModel":{{"surfaceId":"s","value":{{"l":[{list}]}}}}}}"#
            ),
            r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[
                {"id":"root","component":"List","children":{"componentId":"t","path":"/l"}},
                {"id":"t","component":"Text","text":{"path":""}}]}}"#
                .to_owned(),
        ];
        fold_as(&messages.join("\n"), None, FoldForm::Resolved).unwrap()
    }

    #[test]
    fn a_surface_is_folded_with_all_values_read() {
        let states = folded(1).states;
        assert_eq!(
            states,
            [
                r#"{"surfaceId":"s","version":"v0.9","nodes":[{"key":"root","id":"root","component":"List","properties":{"children":["t@/l/0"]}},{"key":"t@/l/0","id":"t","component":"Text","parent":"root","properties":{"text":1}}],"inputs":[],"actions":[],"failures":[]}"#
            ]
        );
    }

    #[test]
    fn a_surface_that_is_too_large_is_an_error() {
        let folded = folded(20_000);
        assert_eq!(folded.states, [""; 0]);
        let [refusal] = &folded.refusals[..] else {
            panic!("{folded:?}")
        };
        assert_eq!(refusal.rule, "fold/not-resolved");
        assert!(refusal.message.ends_with("more than 10000 nodes"));
    }
}
