//! The option `check a2ui --catalog`.

use crate::program::{file, run};

const SHOP: &str = r##"{"catalogId":"shop","protocolVersion":"1.0","components":{
    "Shelf":{"allowedChildren":["Price"],"properties":{"goods":{"$ref":"common_types.json#/$defs/ChildList"}}},
    "Price":{"properties":{"cents":{"$ref":"common_types.json#/$defs/DynamicNumber"}},"additionalProperties":false}},
    "functions":{"total":{"returnType":"string"}}}"##;

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
