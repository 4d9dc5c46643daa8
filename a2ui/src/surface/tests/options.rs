use super::*;
use crate::data_model::{BeyondEnd, DataModelOptions, Removal};

fn with(options: SurfaceOptions, texts: &[&str]) -> Result<Surfaces, SurfaceError> {
    let mut surfaces = Surfaces::with_options(options);
    for text in texts {
        surfaces.apply(&message(text))?;
    }
    Ok(surfaces)
}

fn rule(options: &SurfaceOptions, texts: &[&str]) -> Option<(&'static str, String)> {
    let error = with(options.clone(), texts).err()?;
    Some((error.rule, error.pointer.as_str().to_owned()))
}

const DELETE: &str = r#"{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}"#;

#[test]
fn a_deleted_surface_id_is_reusable_unless_the_options_refuse_it() {
    let texts = [CREATE, DELETE, CREATE];
    assert_eq!(rule(&SurfaceOptions::new(), &texts), None);
    let never = SurfaceOptions::new().id_reuse(IdReuse::Refused);
    assert_eq!(
        rule(&never, &texts),
        Some(is("surface-id-reused", "/createSurface/surfaceId"))
    );
    assert_eq!(rule(&never, &[DELETE, CREATE]), None);
}

#[test]
fn the_number_of_surfaces_is_limited() {
    let one = SurfaceOptions::new().max_surfaces(1);
    let other = CREATE.replace("\"s\"", "\"t\"");
    let old = r#"{"surfaceUpdate":{"surfaceId":"u","components":[]}}"#;
    assert_eq!(
        rule(&one, &[CREATE, &other]),
        Some(is("too-many-surfaces", "/createSurface/surfaceId"))
    );
    assert_eq!(
        rule(&one, &[CREATE, old]),
        Some(is("too-many-surfaces", "/surfaceUpdate/surfaceId"))
    );
    assert_eq!(rule(&one, &[CREATE, DELETE, &other]), None);
}

#[test]
fn list_writes_follow_the_options_and_the_change_names_the_list() {
    let lists = DataModelOptions::new()
        .removal(Removal::Shift)
        .beyond_end(BeyondEnd::PadWithNull);
    let mut surfaces = Surfaces::with_options(SurfaceOptions::new().data_model(lists));
    surfaces.apply(&message(CREATE)).unwrap();
    let mut changed = |rest: &str| {
        let text = format!(r#"{{"version":"v0.9","updateDataModel":{{"surfaceId":"s"{rest}}}}}"#);
        match surfaces.apply(&message(&text)).unwrap().as_slice() {
            [SurfaceChange::DataModel { path, .. }] => path.clone(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(changed(r#","value":{"l":[1]}"#), "");
    assert_eq!(changed(r#","path":"/l/3/x","value":4"#), "/l");
    assert_eq!(changed(r#","path":"/l/3/y","value":5"#), "/l/3/y");
    assert_eq!(changed(r#","path":"/l/0""#), "/l");
    assert_eq!(changed(r#","path":"/l/2/x""#), "/l/2/x");
    let model = surfaces
        .get("s")
        .unwrap()
        .data_model()
        .to_payload()
        .unwrap();
    assert_eq!(model.text(), r#"{"l":[null,null,{"y":5}]}"#);
}

#[test]
fn writes_beyond_the_end_of_a_list_depend_on_version_and_options() {
    let list_0_8 = r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"a","component":{"MultipleChoice":{"selections":{"path":"/l","literalArray":["x"]},"options":[]}}}]}}"#;
    let far_0_8 = r#"{"dataModelUpdate":{"surfaceId":"s","path":"/l/2","contents":[{"key":"k","valueString":"v"}]}}"#;
    let list_0_9 = r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":{"l":["x"]}}}"#;
    let far_0_9 =
        r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/l/2","value":"v"}}"#;
    let (old, new) = (&[list_0_8, far_0_8], &[CREATE, list_0_9, far_0_9]);
    for (beyond_end, messages, filled) in [
        (None, &old[..], None),
        (None, &new[..], Some(r#"["x",null,"v"]"#)),
        (
            Some(BeyondEnd::PadWithNull),
            old,
            Some(r#"["x",null,{"k":"v"}]"#),
        ),
        (Some(BeyondEnd::Refuse), new, None),
    ] {
        let options =
            SurfaceOptions::new().data_model(DataModelOptions::new().beyond_end(beyond_end));
        match with(options, messages) {
            Ok(surfaces) => {
                let list = surfaces.get("s").unwrap().data_model().get("/l").unwrap();
                assert_eq!(Some(list.text()), filled, "{beyond_end:?}");
            }
            Err(error) => assert_eq!((error.rule, None), ("index-gap", filled), "{beyond_end:?}"),
        }
    }
}

#[test]
fn a_strict_surface_is_complete_after_every_message() {
    let whole = SurfaceOptions::new().strictness(Strictness::Complete);
    let at = "/updateComponents/components";
    let root =
        update(r#"{"id":"root","component":"Card","child":"a"},{"id":"a","component":"Text"}"#);
    let mut surfaces = with(whole.clone(), &[CREATE, &root]).unwrap();
    let before = surfaces.clone();
    for (components, refused) in [
        (
            r#"{"id":"x","component":"Text"}"#,
            is("orphan", &format!("{at}/0")),
        ),
        (
            r#"{"id":"a","component":"Card","child":"gone"}"#,
            is("dangling-reference", &format!("{at}/0/child")),
        ),
        (r#"{"id":"root","component":"Text"}"#, is("orphan", at)),
    ] {
        let error = surfaces.apply(&message(&update(components))).unwrap_err();
        assert_eq!((error.rule, error.pointer.as_str().to_owned()), refused);
        assert_eq!(surfaces, before);
    }
    assert_eq!(
        rule(
            &whole,
            &[CREATE, &update(r#"{"id":"a","component":"Text"}"#)]
        ),
        Some(is("missing-root", &format!("{at}/0/id")))
    );
    // A seeded surface may be incomplete.
    let mut seeded = Surfaces::with_options(whole.clone());
    seeded.seed(&[message(CREATE)]).unwrap();
    seeded
        .apply(&message(&update(r#"{"id":"x","component":"Text"}"#)))
        .unwrap();
    // A surface of 0.8 is not checked before it has a root.
    let text =
        r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"r","component":{"Text":{}}}]}}"#;
    let begin = |root: &str| format!(r#"{{"beginRendering":{{"surfaceId":"s","root":"{root}"}}}}"#);
    assert_eq!(rule(&whole, &[text, &begin("r")]), None);
    assert_eq!(
        rule(&whole, &[text, &begin("q")]),
        Some(is("missing-root", "/beginRendering"))
    );
    assert_eq!(
        rule(&whole, &[&begin("q"), text]),
        Some(is("missing-root", "/surfaceUpdate/components"))
    );
}

#[test]
fn a_seeded_surface_can_be_updated_but_not_created() {
    let mut surfaces = Surfaces::new();
    surfaces
        .seed(&[
            message(CREATE),
            message(&update(r#"{"id":"root","component":"Text"}"#)),
        ])
        .unwrap();
    surfaces
        .apply(&message(&update(r#"{"id":"root","text":"new"}"#)))
        .unwrap();
    assert!(surfaces.get("s").unwrap().is_seeded());
    assert_eq!(
        surfaces.apply(&message(CREATE)).unwrap_err().rule,
        "surface-exists"
    );
    surfaces.apply(&message(DELETE)).unwrap();
    surfaces.apply(&message(CREATE)).unwrap();
    assert!(!surfaces.get("s").unwrap().is_seeded());
}
