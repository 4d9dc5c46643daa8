//! Tests of the error messages of clients.

use super::*;
use crate::surface::Surfaces;
use proptest::prelude::*;
use wire::{Severity, Validate};

fn report() -> BoxedStrategy<Report> {
    let codes = prop_oneof![
        Just("VALIDATION_FAILED".to_owned()),
        Just("UNALLOWED_CHILD".to_owned()),
        wire::generate::text()
    ];
    let text = || prop::option::of(wire::generate::text());
    (codes, text(), text(), text(), wire::generate::text())
        .prop_map(|(code, surface_id, call_id, path, message)| {
            let mut report = Report::new(code, message);
            report.surface_id = surface_id.map(Into::into);
            report.call_id = call_id.map(Into::into);
            report.path = path;
            report
        })
        .boxed()
}

proptest! {
    #[test]
    fn every_version_writes_the_report_or_names_the_missing_member(report in report()) {
        for version in Version::ALL.iter().copied() {
            let message = match report.to_message(version) {
                Ok(message) => message,
                Err(error) => {
                    let is_alone = report.surface_id.is_none() && report.call_id.is_none();
                    prop_assert!(is_alone || (version == Version::V0_9 && report.surface_id.is_none()), "{}", error);
                    continue;
                }
            };
            let errors: Vec<_> =
                message.validate().into_iter().filter(|finding| finding.severity == Severity::Error).collect();
            prop_assert!(errors.is_empty(), "{:?}", errors);
            let text = wire::encode(&message).unwrap();
            prop_assert_eq!(Message::read_as(&text, version).unwrap(), message);
            prop_assert!(text.contains(Payload::string(&report.message).text()));
            let path = report.path.as_deref().map(|path| format!("\"path\":{}", Payload::string(path)));
            prop_assert!(path.is_none_or(|path| text.contains(&path)));
        }
    }
}

#[test]
fn paths_start_at_the_body_of_the_message() {
    for (pointer, expected) in [
        ("/updateComponents/components/3/max", "/components/3/max"),
        ("/messages/12/updateComponents/components", "/components"),
        ("/0/createSurface", ""),
        ("/version", "/version"),
        ("/components/3/child", "/components/3/child"),
        ("", ""),
    ] {
        assert_eq!(
            to_body_path(&Pointer::parse(pointer).unwrap()),
            expected,
            "{pointer}"
        );
    }
}

#[test]
fn a_surface_error_is_a_failed_validation_or_names_its_rule() {
    let mut surfaces = Surfaces::new();
    let mut report = |text: &str| {
        let message = Message::read(text).unwrap();
        let error = surfaces.apply(&message).map_err(|error| {
            let surface_id = message.surface_id().unwrap().clone();
            Report::surface_error(surface_id, &error)
                .to_message(Version::V0_9)
                .unwrap()
        });
        error.err().map(|error| wire::encode(&error).unwrap())
    };
    let update =
        r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/a/b","value":1}}"#;
    assert_eq!(
        report(update).unwrap(),
        r#"{"version":"v0.9","error":{"code":"UNKNOWN_SURFACE","surfaceId":"s","message":"surface `s` does not exist; send `createSurface` first, or correct the id","path":"/surfaceId"}}"#
    );
    assert_eq!(
        report(r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#),
        None
    );
    let twice = r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"a","component":"X"},{"id":"a","component":"X"}]}}"#;
    assert!(
        report(twice)
            .unwrap()
            .contains(r#""code":"VALIDATION_FAILED","surfaceId":"s","path":"/components/1/id""#)
    );
}

#[test]
fn a_report_contains_the_hint_and_a_code_of_its_version() {
    let finding = Finding::error(
        "unallowed-child",
        Pointer::root().member("components"),
        "no Tab here",
    );
    let report = Report::finding("s", &finding.hint("put it into Tabs"));
    let text = |version| wire::encode(&report.to_message(version).unwrap()).unwrap();
    let body =
        r#""surfaceId":"s","path":"/components","message":"no Tab here; put it into Tabs"}}"#;
    assert_eq!(
        text(Version::V1_0),
        format!(r#"{{"version":"1.0","error":{{"code":"UNALLOWED_CHILD",{body}"#)
    );
    assert_eq!(
        text(Version::V0_10),
        format!(r#"{{"version":"v0.10","error":{{"code":"VALIDATION_FAILED",{body}"#)
    );
    assert_eq!(
        text(Version::V0_8),
        format!(r#"{{"error":{{"code":"UNALLOWED_CHILD",{body}"#)
    );
    let call = Report::new("EXECUTION_FAILED", "m")
        .in_call("c1")
        .to_message(Version::V1_0)
        .unwrap();
    assert_eq!(
        wire::encode(&call).unwrap(),
        r#"{"version":"1.0","error":{"code":"EXECUTION_FAILED","message":"m","functionCallId":"c1"}}"#
    );
    let error = Report::new("X", "m").to_message(Version::V1_0).unwrap_err();
    assert_eq!(
        error.to_string(),
        "an error message of A2UI 1.0 must name a surface or a call"
    );
}
