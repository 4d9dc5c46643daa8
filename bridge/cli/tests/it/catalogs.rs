//! `check a2ui --catalog`.

use crate::program::{file, run, text};

const CREATE: &str = r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"shop","components":[
{"id":"root","component":"Shelf","goods":["p","q"]},{"id":"p","component":"Price","cents":"9","colour":"red"},
{"id":"q","component":"Text","@catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","text":7},
{"id":"r-1","component":"Price","cents":{"@call":"total"}},{"id":"t","component":"Gauge","@catalogId":"dials"}]}}"#;

const SHOP: &str = r##"{"catalogId":"shop","protocolVersion":"1.0","components":{
    "Shelf":{"allowedChildren":["Price"],"properties":{"goods":{"$ref":"common_types.json#/$defs/ChildList"}}},
    "Price":{"properties":{"cents":{"$ref":"common_types.json#/$defs/DynamicNumber"}},"additionalProperties":false}},
    "functions":{"total":{"returnType":"string"}}}"##;

/// Runs `check` and returns its findings as lines of `line column severity rule pointer`.
fn check_catalogs(arguments: &[&str], input: &str) -> (i32, Vec<String>) {
    let ran = run(&[&["check", "a2ui"], arguments].concat(), input);
    let line = |line: &str| {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        let text = |name: &str| line[name].as_str().unwrap().to_owned();
        format!(
            "{} {} {} {} {}",
            line["line"],
            line["column"],
            text("severity"),
            text("rule"),
            text("pointer")
        )
    };
    (ran.status, ran.out.lines().map(line).collect())
}

#[test]
fn components_are_validated_against_the_given_catalog() {
    let at = "/createSurface/components";
    let given = file(SHOP);
    let (status, lines) = check_catalogs(&["--catalog", &given], CREATE);
    let expected = [
        format!("2 91 error wrong-type {at}/1/cents"),
        format!("2 104 error unknown-member {at}/1/colour"),
        format!("3 116 error wrong-type {at}/2/text"),
        format!("4 41 warning return-type {at}/3/cents"),
        // Those about the whole surface follow, because standard input may never end.
        format!("2 47 error unallowed-child {at}/0/goods/1"),
        format!("4 1 error orphan {at}/3"),
        format!("4 7 warning component-id {at}/3/id"),
        format!("4 60 error orphan {at}/4"),
        format!("4 60 info unjudged-catalog {at}/4"),
    ];
    assert_eq!((status, lines), (65, expected.to_vec()));
}

#[test]
fn an_unavailable_catalog_is_reported_once() {
    let (status, lines) = check_catalogs(
        &[],
        &CREATE.replace(r#""goods":["p","q"]"#, r#""children":["p","q","r-1","t"]"#),
    );
    let told: Vec<_> = lines
        .iter()
        .filter(|line| line.contains("unjudged-catalog"))
        .collect();
    let at = "/createSurface/components";
    assert_eq!(status, 65);
    assert_eq!(
        told,
        [
            &format!("2 1 info unjudged-catalog {at}/0"),
            &format!("4 60 info unjudged-catalog {at}/4")
        ]
    );
    let create = r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"shop"}}"#;
    let update = |price: &str| {
        format!(
            r#"{{"version":"1.0","updateComponents":{{"surfaceId":"s","components":[{{"id":"root","component":"Price","cents":{price}}}]}}}}"#
        )
    };
    let ran = run(
        &["check", "a2ui"],
        format!("{create}\n{}\n{}\n", update("1"), update("2")),
    );
    assert_eq!(
        (ran.status, &*ran.out),
        (
            0,
            "{\"line\":2,\"column\":68,\"rule\":\"unjudged-catalog\",\"pointer\":\"/updateComponents/components/0\",\
             \"severity\":\"info\",\"message\":\"1 component of the catalog `shop` was not validated\",\
             \"hint\":\"pass the catalog with --catalog FILE\"}\n"
        )
    );
}

#[test]
fn catalogs_of_files_and_capabilities_are_combined() {
    let dials = file(
        r#"{"1.0":{"supportedCatalogIds":["dials"],"inlineCatalogs":[{"catalogId":"dials","components":{"Gauge":{"required":["value"]}}}]}}"#,
    );
    let (_, lines) = check_catalogs(&["--catalog", &file(SHOP), "--catalog", &dials], CREATE);
    assert!(
        lines.contains(&"4 60 error missing-member /createSurface/components/4/value".to_owned()),
        "{lines:?}"
    );
    assert!(
        !lines.iter().any(|line| line.contains("unjudged")),
        "{lines:?}"
    );
}

#[test]
fn components_of_0_8_use_a_catalog_that_is_stated_later() {
    let shop = file(
        r#"{"catalogId":"shop","styles":{},"components":{"Price":{"properties":{"cents":{"type":"number"}}}}}"#,
    );
    let update = r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"r","component":{"Price":{"cents":"9"}}}]}}"#;
    let begin =
        |catalog: &str| format!(r#"{{"beginRendering":{{"surfaceId":"s","root":"r"{catalog}}}}}"#);
    let at = "/surfaceUpdate/components/0";
    for (arguments, catalog, expected) in [
        (
            &["--catalog", &*shop][..],
            r#","catalogId":"shop""#,
            (
                65,
                vec![format!("1 89 error wrong-type {at}/component/Price/cents")],
            ),
        ),
        (
            &[],
            r#","catalogId":"shop""#,
            (0, vec![format!("1 49 info unjudged-catalog {at}")]),
        ),
        (
            &["--catalog", &*shop],
            "",
            (
                65,
                vec![format!("1 71 error unknown-component {at}/component")],
            ),
        ),
    ] {
        let input = format!("{update}\n{}\n", begin(catalog));
        assert_eq!(check_catalogs(arguments, &input), expected, "{catalog}");
    }
}

#[test]
fn misspelt_component_types_of_the_basic_catalog_are_recognised() {
    let shop = file(SHOP);
    let of_0_9 = |catalog: &str| {
        format!(
            r#"{{"version":"v0.9","createSurface":{{"surfaceId":"s","catalogId":"{catalog}"}}}}
{{"version":"v0.9","updateComponents":{{"surfaceId":"s","components":[{{"id":"root","component":"Buton"}},{{"id":"a","component":"Own"}},{{"id":"b","component":"ChildLst"}}]}}}}"#
        )
    };
    let basic = "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json";
    let of_0_8 = r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"r","component":{"Txt":{}}}]}}
{"beginRendering":{"surfaceId":"s","root":"r"}}"#;
    let mixed = r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"shop","components":[
{"id":"root","component":"Txt","@catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json"},
{"id":"b","component":"Txt"},{"id":"c","component":"Colum","@catalogId":"mine"}]}}"#;
    let otherwise = "use a type of the catalog, or name the catalog that defines it";
    let with_shop = ["check", "a2ui", "--catalog", &shop];
    for (arguments, input, expected) in [
        (
            &["check", "a2ui"][..],
            of_0_9(basic),
            &["did you mean `Button`?", otherwise, otherwise][..],
        ),
        (&["check", "a2ui"], of_0_9("mine"), &[]),
        (
            &["check", "a2ui"],
            of_0_8.to_owned(),
            &["did you mean `Text`?"],
        ),
        (
            &["check", "a2ui"],
            mixed.to_owned(),
            &["did you mean `Text`?"],
        ),
        (
            &with_shop,
            mixed.to_owned(),
            &["did you mean `Text`?", otherwise],
        ),
    ] {
        let found = run(arguments, &input).values();
        let found = found
            .iter()
            .filter(|finding| text(finding, "/rule") == "unknown-component");
        let hints: Vec<_> = found.map(|finding| text(finding, "/hint")).collect();
        assert_eq!(hints, expected, "{arguments:?}: {input}");
    }
}

#[test]
fn calls_without_a_surface_or_catalog_are_validated() {
    let lines = [
        r#"{"version":"1.0","createSurface":{"surfaceId":"s","components":[{"id":"root","component":"Text","@catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","text":{"@call":"formatString","args":{"value":"x"}}}]}}"#,
        r#"{"version":"1.0","callRendererFunction":{"functionCallId":"1","callFunction":{"@call":"openUrl","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","args":{}}}}"#,
        r#"{"version":"1.0","createSurface":{"surfaceId":"t","catalogId":""}}"#,
    ];
    let (status, lines) = check_catalogs(&[], &lines.join("\n"));
    let rules: Vec<_> = lines
        .iter()
        .map(|line| line.splitn(3, ' ').nth(2).unwrap())
        .collect();
    let expected = [
        "error missing-catalog /createSurface/components/0/text/catalogId",
        "warning not-callable /callRendererFunction/callFunction/@call",
        "error missing-member /callRendererFunction/callFunction/args/url",
        "error missing-catalog /createSurface/catalogId",
    ];
    assert_eq!((status, rules), (65, expected.to_vec()));
}

#[test]
fn files_without_a_catalog_are_usage_errors() {
    let none = file("{}");
    let good = file(SHOP);
    for (arguments, says) in [
        (
            &["check", "a2ui", "--catalog", "/nowhere/c.json"][..],
            "/nowhere/c.json",
        ),
        (
            &["check", "a2ui", "--catalog", &*none],
            "neither `catalogId` nor `inlineCatalogs`",
        ),
        (&["check", "aap", "--catalog", &*good], "--catalog"),
        (
            &[
                "check",
                "a2ui@1.0",
                "--type",
                "Component",
                "--catalog",
                &*good,
            ],
            "--catalog",
        ),
    ] {
        let ran = run(arguments, "{}");
        assert_eq!((ran.status, &*ran.out), (2, ""), "{arguments:?}");
        assert!(ran.err.contains(says), "{arguments:?}: {}", ran.err);
    }
}

/// URL schemes that execute their content when they are opened or loaded.
#[test]
fn unsafe_urls_are_warnings() {
    let message = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json","theme":{"iconUrl":"javascript:1"}}}
{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Row","children":["b","i"]},
{"id":"b","component":"Button","child":"t","action":{"functionCall":{"call":"openUrl","args":{"url":"javascript:alert(1)"}}}},
{"id":"i","component":"Image","url":"data:text/html,x"},{"id":"t","component":"Text","text":"x"}]}}
"#;
    let (status, lines) = check_catalogs(&[], message);
    let at = "/updateComponents/components";
    let expected = [
        "1 149 warning unsafe-address /createSurface/theme/iconUrl".to_owned(),
        format!("3 101 warning unsafe-address {at}/1/action/functionCall/args/url"),
        format!("4 37 warning unsafe-address {at}/2/url"),
    ];
    assert_eq!((status, lines), (0, expected.to_vec()));
}
