//! Properties that hold for values of any shape.

use super::*;
use proptest::prelude::*;

/// Generates values with many calls and bindings, some of them malformed.
fn any_value() -> impl Strategy<Value = String> {
    let scalar = prop::sample::select(vec![
        "null",
        "true",
        "false",
        "0",
        "-1.5",
        "1e999",
        "1e400",
        "\"\"",
        "\"a\"",
        "\"2026-01-16\"",
        "\"USD\"",
        "\"yyyy MMM Q\"",
        "\"${/s} ${f(a: 1)}\"",
        "\"${formatNumber(value: n)}\"",
        "\"${\"",
        "\"\\ud83d\"",
        r#"{"path":"/n"}"#,
        r#"{"path":"~"}"#,
        r#"{"path":""}"#,
        r#"{"@path":"name"}"#,
        r#"{"@if":1}"#,
        r#"{"path":"/people"}"#,
        "[]",
        "{}",
    ])
    .prop_map(String::from);
    scalar.prop_recursive(6, 48, 4, |value| {
        let name = prop::sample::select(vec![
            "required", "regex", "length", "numeric", "email", "formatString", "formatNumber", "formatCurrency", "formatDate",
            "pluralize", "openUrl", "and", "or", "not", "@index", "f",
        ]);
        let argument = prop::sample::select(vec![
            "value", "values", "min", "max", "pattern", "decimals", "grouping", "currency", "format", "zero", "one", "other",
            "offset",
        ]);
        let member = prop::sample::select(vec!["a", "path", "call", "@@x", "args", "@path"]);
        let list = prop::collection::vec(value.clone(), 0..4);
        prop_oneof![
            4 => (name, prop::sample::select(vec!["call", "@call"]), prop::collection::vec((argument, value.clone()), 0..5))
                .prop_map(|(name, key, arguments)| {
                    let arguments: Vec<String> =
                        arguments.iter().map(|(name, value)| format!("\"{name}\":{value}")).collect();
                    format!(r#"{{"{key}":"{name}","args":{{{}}}}}"#, arguments.join(","))
                }),
            1 => list.prop_map(|list| format!("[{}]", list.join(","))),
            1 => prop::collection::vec((member, value), 0..3).prop_map(|members| {
                let members: Vec<String> = members.iter().map(|(name, value)| format!("\"{name}\":{value}")).collect();
                format!("{{{}}}", members.join(","))
            }),
        ]
    })
}

proptest! {
    #[test]
    fn evaluating_any_value_twice_gives_the_same_result(value in any_value(), at in any::<bool>(), item in any::<bool>()) {
        let model = model();
        let notation = if at { Notation::At } else { Notation::Plain };
        let scope = Scope::item(if item { "/people/1" } else { "" }).unwrap();
        let mut evaluation =
            Evaluation::new(Version::V0_9, &model).notation(notation).scope(scope).host(&Host::new().limits(500, 50_000));
        let value = payload(&value);
        let first = evaluation.clone().value(&value, &Pointer::root());
        if let Ok(Some(result)) = &first {
            prop_assert!(Payload::parse(result.text()).is_ok());
        }
        // Evaluating the same value again gives the same result.
        prop_assert_eq!(evaluation.value(&value, &Pointer::root()), first);
    }

    #[test]
    fn a_literal_without_directives_evaluates_to_itself(value in wire::generate::any::<Payload>()) {
        let model = model();
        // In both notations, the value contains no directives.
        let text = value.text();
        if ["path", "call", "@", "\\"].iter().any(|word| text.contains(word)) {
            return Ok(());
        }
        for notation in [Notation::Plain, Notation::At] {
            let mut evaluation = Evaluation::new(Version::V0_9, &model).notation(notation);
            let result = evaluation.value(&value, &Pointer::root()).unwrap().unwrap();
            prop_assert_eq!(result.text(), text);
        }
    }
}
