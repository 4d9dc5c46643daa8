use super::*;

fn payload(text: &str) -> Payload {
    Payload::parse(text).unwrap()
}

/// Returns the references of a component of 0.9, as pointer and id.
fn references_of(fields: &ReferenceFields, component: &str) -> Vec<String> {
    let component = SurfaceComponent::V0_9(wire::decode(component).unwrap());
    let references = component.references_in(fields).into_iter();
    references
        .map(|reference| format!("{} {}", reference.pointer, reference.id))
        .collect()
}

#[test]
fn the_title_of_a_tab_is_not_a_reference() {
    let tabs = r#"{"id":"t","component":"Tabs","tabs":[{"title":"a","child":"b"},{"title":{"path":"/c"},"child":"d"}]}"#;
    assert_eq!(
        references_of(&ReferenceFields::default(), tabs),
        ["/tabs/0/child b", "/tabs/1/child d"]
    );
}

#[test]
fn only_values_in_a_form_of_reference_are_references() {
    let fields = ReferenceFields::default();
    let children = |value: &str| {
        references_of(
            &fields,
            &format!(r#"{{"id":"r","component":"Own","children":{value}}}"#),
        )
    };
    assert_eq!(
        children(r#"["a",1,"b",{"id":"c"}]"#),
        ["/children/0 a", "/children/2 b"]
    );
    assert_eq!(
        children(r#"{"componentId":"a","path":"/b"}"#),
        ["/children/componentId a"]
    );
    assert_eq!(
        children(r#"{"explicitList":["a"]}"#),
        ["/children/explicitList/0 a"]
    );
    assert_eq!(
        children(r#"{"template":{"componentId":"a","dataBinding":"/b"}}"#),
        ["/children/template/componentId a"]
    );
    for none in ["null", "true", "7", r#"{"path":"a"}"#, r#"[["a"]]"#] {
        assert_eq!(children(none), [""; 0], "{none}");
    }
    let modal = r#"{"id":"m","component":"Modal","trigger":"a","content":"b","title":"c"}"#;
    assert_eq!(references_of(&fields, modal), ["/trigger a", "/content b"]);
    let other = r#"{"id":"m","component":"Own","trigger":"a","content":"b","child":"c"}"#;
    assert_eq!(references_of(&fields, other), ["/child c"]);
}

#[test]
fn a_catalog_declares_its_reference_fields() {
    let catalog = payload(
        r##"{"components":{
            "Split":{"allOf":[{"$ref":"#/$defs/Common"},{"properties":{"component":{"const":"Split"},
                "left":{"$ref":"common_types.json#/$defs/ComponentId"},"right":{"$ref":"#/$defs/Child"},
                "label":{"$ref":"#/$defs/DynamicString"},"rest":{"$ref":"common_types.json#/$defs/ChildList"}}}]},
            "Old":{"type":"object","properties":{"body":{"type":"string","title":"ComponentId"},
                "child":{"type":"string"},"slots":{"type":"object","properties":{"explicitList":{"type":"array"}}},
                "parts":{"items":{"properties":{"caption":{"type":"string"},"of":{"type":"string","title":"ComponentId"}}}},
                "list":{"type":"array","items":{"title":"ComponentId"}}}},
            "Leaf":{"properties":{"text":{"type":"string"}}}},
          "$defs":{"Common":{"properties":{"id":{"$ref":"#/$defs/ComponentId"},"loop":{"$ref":"#/$defs/Common"}}},
            "ComponentId":{"type":"string"},"Child":{"type":"string"}}}"##,
    );
    let fields = ReferenceFields::from_catalog(&catalog);
    let of = |name: &str| fields.of(name).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(of("Split"), ["left", "rest", "right"]);
    assert_eq!(of("Old"), ["body", "child", "list", "parts/*/of", "slots"]);
    assert_eq!(of("Leaf"), [""; 0]);
    assert_eq!(of("Unknown"), [""; 0]);
    let both = ReferenceFields::default().and(fields);
    assert_eq!(
        both.of("Unknown").collect::<Vec<_>>(),
        ["child", "children"]
    );
    assert_eq!(both.of("Leaf").count(), 0);
    for nothing in [
        "null",
        "[]",
        r#"{"components":[]}"#,
        r#"{"components":{"A":7}}"#,
    ] {
        assert_eq!(
            ReferenceFields::from_catalog(&payload(nothing))
                .of("A")
                .count(),
            0
        );
    }
}

#[test]
fn declared_fields_are_part_of_the_tree() {
    let fields = ReferenceFields::default().declare("Org", ["boss", "reports/*/of"]);
    let mut surfaces = Surfaces::with_options(SurfaceOptions::new().references(fields));
    surfaces.apply(&message(CREATE)).unwrap();
    let components = r#"{"id":"root","component":"Org","boss":"a","reports":[{"of":"b"}],"child":"not one"},
        {"id":"b","component":"Text"}"#;
    surfaces.apply(&message(&update(components))).unwrap();
    let found = surfaces.get("s").unwrap().validate();
    let found: Vec<_> = found
        .iter()
        .map(|finding| (finding.rule, finding.pointer.as_str()))
        .collect();
    assert_eq!(found, [("dangling-reference", "/components/root/boss")]);
    let cycle = update(r#"{"id":"b","component":"Org","reports":[{"of":"x"},{"of":"root"}]}"#);
    let error = surfaces.apply(&message(&cycle)).unwrap_err();
    assert_eq!(
        (error.rule, error.pointer.as_str()),
        ("cycle", "/updateComponents/components/0/reports/1/of")
    );
}

#[test]
fn a_number_in_a_declared_reference_field_is_refused() {
    let at = "/updateComponents/components/0";
    let modal = update(r#"{"id":"m","component":"Modal","trigger":7}"#);
    assert_eq!(
        refusal(&[CREATE, &modal]),
        is("not-a-reference", &format!("{at}/trigger"))
    );
    let tabs = update(r#"{"id":"t","component":"Tabs","tabs":[{"child":true}]}"#);
    assert_eq!(
        refusal(&[CREATE, &tabs]),
        is("not-a-reference", &format!("{at}/tabs/0/child"))
    );
    // In an unknown type, `children` may be a number.
    apply(&[
        CREATE,
        &update(r#"{"id":"f","component":"Family","children":3}"#),
    ]);
}
