use super::*;

/// Reads a document with a new repairer, and returns each message as it is written now, or the error, with its repairs.
fn read(text: &str, version: Option<Version>) -> Vec<(String, Vec<String>)> {
    written(Repairer::new(version).read(text).unwrap())
}

fn written(elements: Vec<Element>) -> Vec<(String, Vec<String>)> {
    let one = |element: Element| {
        let text =
            element.result.map_or_else(|error| error.to_string(), |message| wire::encode(&message).unwrap());
        let told = |repair: &Repair| format!("{} {}: {repair}", repair.kind, repair.pointer);
        (text, element.repairs.iter().map(told).collect())
    };
    elements.into_iter().map(one).collect()
}

#[test]
fn a_message_without_version_belongs_to_the_version_that_the_caller_names() {
    let read = read(r#"{"updateComponents":{"surfaceId":"s","components":[]}}"#, Some(Version::V0_9));
    assert_eq!(
        read,
        [(
            r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[]}}"#.to_owned(),
            vec!["missing-version : the message states no `version`; it is read as A2UI 0.9".to_owned()]
        )]
    );
}

#[test]
fn a_message_that_can_be_read_is_not_repaired() {
    let text =
        r#"[{"deleteSurface":{"surfaceId":"s"}},{"version":"v0.9","deleteSurface":{"surfaceId":"s"},"x":1}]"#;
    assert_eq!(Repairer::new(None).read(text), crate::read(text, None));
}
