use super::*;
use crate::schema::common::KEYWORDS;
use wire::Payload;

fn at(schema: &str, judge: fn(&Payload) -> Vec<SchemaFault>) -> Vec<String> {
    judge(&Payload::parse(schema).unwrap())
        .iter()
        .map(|fault| fault.pointer.to_string())
        .collect()
}

#[test]
fn every_faulty_place_is_found() {
    let schema = r##"{"type":"object","required":"ttl","properties":{
        "ttl":{"type":"integr","minimum":"0"},"list":{"items":{"maxItems":-1}},"p":{"pattern":"[\\w-.]"},
        "r":{"$ref":"#/$defs/none"},"e":{"enum":[]}},"patternProperties":{"(":{"type":7}}}"##;
    let expected = [
        "/patternProperties/(",
        "/patternProperties/(/type",
        "/properties/e/enum",
        "/properties/list/items/maxItems",
        "/properties/p/pattern",
        "/properties/r/$ref",
        "/properties/ttl/minimum",
        "/properties/ttl/type",
        "/required",
    ];
    assert_eq!(at(schema, faults), expected);
    assert_eq!(at(schema, faults_in_2020_12), expected);
}

#[test]
fn names_of_properties_and_values_are_not_keywords() {
    let schema = r##"{"properties":{"pattern":{"type":"string"},"$ref":{"type":"string"},"enum":{"enum":[[]]},"required":{"const":{"pattern":"(","$ref":"#/x"}}},
        "default":{"pattern":"("},"examples":[{"$ref":"x"}]}"##;
    assert_eq!(at(schema, faults_in_2020_12), [""; 0]);
}

#[test]
fn references_reach_pointers_anchors_and_addresses() {
    for reference in [
        "#",
        "#/$defs/a",
        "#/$defs/a%20b",
        "#/%24defs/a",
        "#/$defs/c~1d",
        "#there",
        "https://a.test/b.json",
        "b.json",
        "b.json#/items",
        "#/properties/x",
    ] {
        let schema = format!(
            r##"{{"properties":{{"x":{{"$ref":"{reference}"}}}},"$defs":{{"a":{{}},"a b":{{"$anchor":"there"}},"c/d":true,
                "e":{{"$id":"https://a.test/b.json","items":{{"$ref":"#/$defs/own"}},"$defs":{{"own":{{}}}}}}}}}}"##
        );
        assert_eq!(at(&schema, faults_in_2020_12), [""; 0], "{reference}");
    }
    for reference in [
        "#/$defs/b",
        "#/$defs",
        "#/type",
        "#nowhere",
        "other.json",
        "https://a.test/",
        "#/%2",
        "#/%FF",
    ] {
        let schema = format!(
            r##"{{"type":"object","properties":{{"x":{{"$ref":"{reference}"}}}},"$defs":{{"a":{{}}}}}}"##
        );
        // An array of schemas is not itself a schema.
        let expected = if reference == "#/$defs" {
            vec![]
        } else {
            vec!["/properties/x/$ref"]
        };
        assert_eq!(at(&schema, faults), expected, "{reference}");
    }
}

#[test]
fn the_stated_draft_applies() {
    let pair = |draft: &str| {
        format!(
            r#"{{{draft}"type":"object","properties":{{"n":{{"minimum":0,"exclusiveMinimum":true}}}}}}"#
        )
    };
    let (draft4, own) = (
        r#""$schema":"http://json-schema.org/draft-04/schema#","#,
        r#""$schema":"https://dialects.test/x","#,
    );
    let place = "/properties/n/exclusiveMinimum";
    assert_eq!(at(&pair(""), faults), [""; 0]);
    assert_eq!(at(&pair(draft4), faults), [""; 0]);
    assert_eq!(at(&pair(own), faults), [""; 0]);
    assert_eq!(
        at(
            &pair(r#""$schema":"https://json-schema.org/draft/2020-12/schema","#),
            faults
        ),
        [place]
    );
    for (draft, is_of_another_draft) in [("", false), (draft4, true), (own, true)] {
        let found = faults_in_2020_12(&Payload::parse(pair(draft)).unwrap());
        let found: Vec<_> = found
            .iter()
            .map(|fault| (fault.pointer.as_str(), fault.is_of_another_draft))
            .collect();
        assert_eq!(found, [(place, is_of_another_draft)], "{draft}");
    }
}

#[test]
fn without_a_stated_draft_the_most_permissive_one_applies() {
    let schema = r#"{"required":"n","properties":{"n":{"minimum":0,"exclusiveMinimum":true}}}"#;
    assert_eq!(at(schema, faults), ["/required"]);
    assert_eq!(
        at(schema, faults_in_2020_12),
        ["/properties/n/exclusiveMinimum", "/required"]
    );
}

#[test]
fn an_unrepresentable_schema_is_not_checked() {
    assert_eq!(at(r#"{"type":7,"type":8}"#, faults), [""; 0]);
    assert_eq!(
        at(r#"{"maximum":1e999,"required":7}"#, faults_in_2020_12),
        [""; 0]
    );
}

/// The values for each keyword: values of every type, correct and faulty ones.
const VALUES: &[&str] = &[
    "null",
    "true",
    "false",
    "0",
    "7",
    "-1",
    "1.5",
    "1e400",
    "0.0",
    "12345678901234567890",
    r#""""#,
    r#""object""#,
    r#""objekt""#,
    r#""\ud800""#,
    r#""date""#,
    r##""http://json-schema.org/draft-07/schema#""##,
    r##""http://json-schema.org/draft-04/schema#""##,
    r#""https://json-schema.org/draft/2020-12/schema""#,
    "{}",
    r#"{"a":{}}"#,
    r#"{"a":true}"#,
    r#"{"a":7}"#,
    r#"{"a":{"type":"x"}}"#,
    r#"{"type":"x"}"#,
    r#"{"type":"string","type":"null"}"#,
    r##"{"$ref":"#/none"}"##,
    r##""#""##,
    r##""#/$defs/a""##,
    r##""#/$defs/b""##,
    r##""#/definitions/a""##,
    r##""#/properties/a""##,
    r#"{"pattern":"("}"#,
    r#"{"enum":[]}"#,
    r#"{"enum":[{"pattern":"("}]}"#,
    r#"{"items":[{}]}"#,
    r#"{"x":1}"#,
    "[]",
    "[{}]",
    "[true]",
    "[7]",
    r#"[{"type":"x"}]"#,
    r#"["string"]"#,
    r#"["string","null"]"#,
    r#"["string","string"]"#,
    r#"["a","\u0061"]"#,
    r#"["a","b"]"#,
    r#"["a","a"]"#,
    r#"["a",7]"#,
    "[[]]",
];

#[test]
fn a_common_schema_has_no_faults() {
    let judges: [fn(&Payload) -> Vec<SchemaFault>; 2] = [faults_by_stated_draft, faults_by_2020_12];
    let others = [
        "id",
        "$id",
        "nullable",
        "pattern",
        "dependencies",
        "prefixItems",
        "multipleOf",
        "x",
    ];
    let mut common = 0;
    for keyword in KEYWORDS.iter().chain(&others) {
        for value in VALUES {
            for schema in [
                format!(r#"{{"{keyword}":{value}}}"#),
                format!(r#"{{"{keyword}":{value},"{keyword}":{value}}}"#),
                format!(
                    r#"{{"type":"object","properties":{{"{keyword}":{{"{keyword}":{value}}}}},"required":["{keyword}"]}}"#
                ),
                format!(r#"{{"anyOf":[{{"not":{{"{keyword}":{value}}}}},true]}}"#),
                format!(r#"{{"not":{{"{keyword}":{value}}},"$defs":{{"a":{{}},"b":{value}}}}}"#),
                format!(r#"{{"not":{{"{keyword}":{value},"definitions":{{"a":{{}}}}}}}}"#),
                format!(r#"{{"items":{{"$defs":{{"a":{{"{keyword}":{value}}}}}}}}}"#),
            ] {
                let payload = Payload::parse(&schema).unwrap();
                if !is_common(&payload) {
                    continue;
                }
                common += 1;
                for judge in judges {
                    assert_eq!(judge(&payload), [], "{schema}");
                }
            }
        }
    }
    assert!(common > 1_000, "{common}");
    let deep = format!("{}{{}}{}", r#"{"items":"#.repeat(40), "}".repeat(40));
    assert!(!is_common(&Payload::parse(deep).unwrap()));
}
