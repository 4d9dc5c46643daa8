//! Tests of the typed views of components, and of the basic catalog.

mod addresses;

use super::{Catalog, CatalogComponent, VisitComponents, basic};
use crate::{Notation, Version, v0_8, v0_9, v0_10, v1_0};
use proptest::{prelude::*, test_runner::TestRunner};
use wire::{Fix, Payload, Severity, generate::Generate};

fn findings_of(text: &str, version: Version) -> Vec<(&'static str, String)> {
    let found = match version {
        Version::V0_8 => basic(version, Notation::Bound).check(
            &wire::decode::<v0_8::Component>(text).unwrap_or_else(|error| panic!("{error}")),
        ),
        _ => basic(version, Notation::Plain).check(
            &wire::decode::<v0_9::Component>(text).unwrap_or_else(|error| panic!("{error}")),
        ),
    };
    found
        .into_iter()
        .map(|finding| (finding.rule, finding.pointer.as_str().to_owned()))
        .collect()
}

fn assert_found(version: Version, text: &str, expected: &[(&'static str, &str)]) {
    let expected: Vec<_> = expected
        .iter()
        .map(|(rule, at)| (*rule, (*at).to_owned()))
        .collect();
    assert_eq!(findings_of(text, version), expected, "{text}");
}

/// The name of a component type, and the problem after a round trip of such a component.
type ViewResult = (&'static str, Result<(), String>);

/// Returns the problem if two values differ.
fn same<T: PartialEq + std::fmt::Debug>(one: &T, other: &T) -> Result<(), String> {
    if one == other {
        Ok(())
    } else {
        Err(format!("{one:?}\n  {other:?}"))
    }
}

/// Checks that typed properties are unchanged after they are written to a component, encoded, decoded and read again.
///
/// `views! { components_of_0_9 v0_9; }` expands to:
///
/// ```text
/// #[test]
/// fn components_of_0_9() { … } // for every component type of `v0_9`
/// ```
macro_rules! views {
    ($($test:ident $version:ident;)*) => { $(
        #[test]
        fn $test() {
            fn carry<T: CatalogComponent>(properties: &T) -> Result<(), String> {
                let text = |error: &dyn std::fmt::Display| error.to_string();
                let members = Payload::encode(properties).map_err(|error| text(&error))?;
                let common = ["id", "component", "catalogId", "metadata"];
                if members.members().any(|(name, _)| common.contains(&&*name)) {
                    // A property cannot have one of these names.
                    return Ok(());
                }
                let component = $version::Component::of("c", properties).map_err(|error| text(&error))?;
                let written = wire::encode(&component).map_err(|error| text(&error))?;
                let read: $version::Component = wire::decode(&written).map_err(|error| text(&error))?;
                same(&read.view::<T>().map_err(|error| text(&error))?, properties)?;
                same(&read, &component)?;
                let any = $version::basic::BasicComponent::of(&component).map_err(|error| text(&error))?;
                same(&any.name(), &T::COMPONENT)?;
                let again = any.properties().map_err(|error| text(&error))?;
                same(&Payload::object(again.iter()), &super::AnyComponent::properties(&component, Notation::At))
            }

            #[derive(Default)]
            struct Views(Vec<BoxedStrategy<ViewResult>>);

            impl VisitComponents for Views {
                fn visit<T: CatalogComponent + Generate>(&mut self) {
                    let carried = |properties: T| (T::COMPONENT, carry(&properties));
                    self.0.push(wire::generate::any::<T>().prop_map(carried).boxed());
                }
            }

            let mut views = Views::default();
            $version::basic::visit_components(&mut views);
            assert_eq!(views.0.len(), 18);
            for view in views.0 {
                carries(&view);
            }
        }
    )* };
}

fn carries(view: &BoxedStrategy<ViewResult>) {
    let config = ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let checked = TestRunner::new(config).run(view, |(name, carried)| {
        carried.map_err(|error| TestCaseError::fail(format!("{name}: {error}")))
    });
    checked.unwrap_or_else(|error| panic!("{error}"));
}

views! {
    components_of_0_8_are_the_same_after_their_way_through_the_carrier v0_8;
    components_of_0_9_are_the_same_after_their_way_through_the_carrier v0_9;
    components_of_1_0_are_the_same_after_their_way_through_the_carrier v1_0;
}

#[test]
fn views_of_0_10_components_round_trip() {
    #[derive(Default)]
    struct Views(Vec<BoxedStrategy<ViewResult>>);

    impl VisitComponents for Views {
        fn visit<T: CatalogComponent + Generate>(&mut self) {
            let carried = |properties: T| {
                let Ok(component) = v0_10::Component::of("c", &properties) else {
                    return (T::COMPONENT, Ok(()));
                };
                let view = component.view::<T>().map_err(|error| error.to_string());
                (T::COMPONENT, view.and_then(|view| same(&view, &properties)))
            };
            self.0
                .push(wire::generate::any::<T>().prop_map(carried).boxed());
        }
    }

    let mut views = Views::default();
    v0_10::basic::visit_components(&mut views);
    assert_eq!(views.0.len(), 18);
    for view in views.0 {
        carries(&view);
    }
}

#[test]
fn a_view_requires_the_type_of_the_component() {
    let text = r#"{"id":"a","component":"Row","children":["b"],"weight":1.0,"x":[]}"#;
    let row: v0_9::Component = wire::decode(text).unwrap();
    let error = row.view::<v0_9::basic::Column>().unwrap_err();
    assert_eq!(
        (error.rule.as_str(), error.pointer.as_str()),
        ("value", "/component")
    );
    let view = row.view::<v0_9::basic::Row>().unwrap();
    assert_eq!(
        (view.weight.get().unwrap().as_str(), view.extra.len()),
        ("1.0", 1)
    );
    let update: v0_9::Component = wire::decode(r#"{"id":"a","children":["b"]}"#).unwrap();
    assert_eq!(
        update.view::<v0_9::basic::Row>().unwrap_err().rule.as_str(),
        "missing"
    );
    let bad: v0_8::Component =
        wire::decode(r#"{"id":"a","component":{"Text":{"text":{"literalString":5}}}}"#).unwrap();
    let error = bad.view::<v0_8::basic::Text>().unwrap_err();
    assert_eq!(
        (error.pointer.as_str(), error.line),
        ("/component/Text/text/literalString", 0)
    );
}

#[test]
fn a_component_of_an_unknown_type_keeps_its_properties() {
    use v0_9::basic::BasicComponent;
    let text = r#"{"id":"a","component":"Chart","series":[1.0]}"#;
    let chart: v0_9::Component = wire::decode(text).unwrap();
    let BasicComponent::Unknown(unknown) = BasicComponent::of(&chart).unwrap() else {
        panic!("a chart")
    };
    assert_eq!(
        (unknown.name(), unknown.properties()),
        ("Chart", chart.extra)
    );
    assert_found(Version::V0_9, text, &[("unknown-component", "/component")]);
    let update = r#"{"id":"a","series":[1.0]}"#;
    assert_found(Version::V0_9, update, &[]);
}

#[test]
fn all_problems_of_a_component_are_reported() {
    assert_found(
        Version::V0_9,
        r#"{"id":"a","component":"Button","child":7,"variant":"loud","weight":null,"accessibility":{"label":1,"own":2},
            "action":{"event":{"context":{"a":{"path":"/~"},"b":null,"c":{"d":1}}},"functionCall":{"call":"openUrl"}},
            "checks":[{"condition":{"call":"length","args":{"value":"x","min":1.5}},"message":""},{"condition":1}],
            "enabled":true}"#,
        &[
            ("wrong-type", "/child"),
            ("unknown-word", "/variant"),
            ("null-member", "/weight"),
            ("exactly-one", "/action"),
            ("missing-member", "/action/event/name"),
            ("data-path", "/action/event/context/a/path"),
            ("wrong-type", "/action/event/context/b"),
            ("wrong-type", "/action/event/context/c"),
            ("missing-member", "/action/functionCall/args/url"),
            ("wrong-type", "/accessibility/label"),
            ("integer", "/checks/0/condition/args/min"),
            ("missing-member", "/checks/1/message"),
            ("wrong-type", "/checks/1/condition"),
            ("unknown-member", "/enabled"),
        ],
    );
    assert_found(
        Version::V0_8,
        r#"{"id":"a","component":{"List":{"children":{},"direction":"up","template":1}}}"#,
        &[
            ("child-list", "/component/List/children"),
            ("unknown-word", "/component/List/direction"),
            ("unknown-member", "/component/List/template"),
        ],
    );
    assert_found(
        Version::V0_8,
        r#"{"id":"a","component":{"Text":{"text":{}}}}"#,
        &[("bound-value", "/component/Text/text")],
    );
}

#[test]
fn a_child_list_is_an_array_of_ids_or_a_template() {
    let row = |children: &str| format!(r#"{{"id":"a","component":"Row","children":{children}}}"#);
    for children in [r#"["b"]"#, "[]", r#"{"componentId":"b","path":"/l"}"#] {
        assert_found(Version::V0_9, &row(children), &[]);
    }
    for children in ["null", "\"b\"", "3", "true"] {
        assert_found(
            Version::V0_9,
            &row(children),
            &[("child-list", "/children")],
        );
    }
    assert_found(
        Version::V0_9,
        &row("[null]"),
        &[("wrong-type", "/children/0")],
    );
    let more = row(r#"{"componentId":"b","path":"/l","x":1}"#);
    assert_found(Version::V0_9, &more, &[("unknown-member", "/children/x")]);
}

#[test]
fn calls_are_checked_against_the_functions_of_the_catalog() {
    let text = |text: &str| format!(r#"{{"id":"a","component":"Text","text":{text}}}"#);
    for (call, expected) in [
        (r#"{"call":"formatString","args":{"value":"a"}}"#, &[][..]),
        (
            r#"{"call":"formatString","args":{"value":"a"},"returnType":"string"}"#,
            &[],
        ),
        (
            r#"{"call":"nothing"}"#,
            &[("unknown-function", "/text/call")],
        ),
        (r#"{"call":5}"#, &[("wrong-type", "/text/call")]),
        (
            r#"{"call":"formatString"}"#,
            &[("missing-member", "/text/args/value")],
        ),
        (
            r#"{"call":"formatString","args":{"value":"a"},"path":"/a"}"#,
            &[("unknown-member", "/text/path")],
        ),
        (
            r#"{"call":"formatDate","args":{"value":{"a":1},"format":"d"}}"#,
            &[("wrong-type", "/text/args/value")],
        ),
        (
            r#"{"call":"email","args":{"value":"a"},"returnType":"boolean"}"#,
            &[("return-type", "/text/returnType")],
        ),
    ] {
        assert_found(Version::V0_9, &text(call), expected);
    }
    let unstated: v0_9::Component =
        wire::decode(&text(r#"{"call":"email","args":{"value":"a"}}"#)).unwrap();
    let found = basic(Version::V0_9, Notation::Plain).check(&unstated);
    assert_eq!(
        (found[0].rule, found[0].severity),
        ("return-type", Severity::Warning)
    );
}

#[test]
fn a_function_argument_accepts_any_object() {
    let required = |value: &str| {
        format!(
            r#"{{"id":"a","component":"TextField","label":"","checks":[{{"message":"","condition":{{"call":"required","args":{{"value":{value}}}}}}}]}}"#
        )
    };
    for value in [
        "1",
        "[]",
        "{}",
        r#"{"path":5}"#,
        r#"{"path":"/a"}"#,
        r#"{"call":5}"#,
        r#"{"path":"/~","x":1}"#,
    ] {
        assert_found(Version::V0_9, &required(value), &[]);
    }
    assert_found(
        Version::V0_9,
        &required("null"),
        &[("wrong-type", "/checks/0/condition/args/value")],
    );
}

#[test]
fn checked_calls_nest_at_most_five_levels_deep() {
    let nested = |depth: usize| {
        let open = r#"{"call":"not","args":{"value":"#.repeat(depth);
        let checks = format!(
            r#"[{{"message":"","condition":{open}true{}}}]"#,
            "}}".repeat(depth)
        );
        format!(r#"{{"id":"a","component":"TextField","label":"","checks":{checks}}}"#)
    };
    assert_found(Version::V0_9, &nested(5), &[]);
    let at = format!("/checks/0/condition{}", "/args/value".repeat(5));
    assert_found(Version::V0_9, &nested(6), &[("call-depth", &at)]);
    assert_found(Version::V0_9, &nested(40), &[("call-depth", &at)]);
}

fn found_in_1_0(text: &str, notation: Notation) -> Vec<(&'static str, String)> {
    let component: v1_0::Component = wire::decode(text).unwrap_or_else(|error| panic!("{error}"));
    let found = basic(Version::V1_0, notation).check(&component);
    found
        .into_iter()
        .map(|finding| (finding.rule, finding.pointer.as_str().to_owned()))
        .collect()
}

#[test]
fn each_notation_of_1_0_is_an_error_in_the_other_notation() {
    let field = |path: &str, call: &str, checks: &str| {
        format!(
            r#"{{"id":"a","component":"TextField","label":{{"{path}":"/l"}},
                "{checks}":[{{"condition":{{"{call}":"required","args":{{"value":{{"{path}":"/v"}}}}}}}}]}}"#
        )
    };
    let (plain, values) = (
        field("path", "call", "checks"),
        field("@path", "@call", "checks"),
    );
    let at = field("@path", "@call", "@checks");
    assert_eq!(found_in_1_0(&plain, Notation::Plain), []);
    assert_eq!(found_in_1_0(&values, Notation::AtValues), []);
    assert_eq!(found_in_1_0(&at, Notation::At), []);
    assert_eq!(
        found_in_1_0(&at, Notation::AtValues),
        [("unknown-member", "/@checks".to_owned())]
    );
    let found = |name: &str, call: &str| {
        [
            ("notation", format!("/label/{name}")),
            ("notation", format!("/checks/0/condition/{call}")),
        ]
    };
    assert_eq!(
        found_in_1_0(&plain, Notation::AtValues),
        found("path", "call")
    );
    assert_eq!(
        found_in_1_0(&values, Notation::Plain),
        found("@path", "@call")
    );
    let icon = r#"{"id":"a","component":"Icon","name":{"@path":"/i"}}"#;
    assert_eq!(found_in_1_0(icon, Notation::At), []);
    assert_eq!(
        found_in_1_0(icon, Notation::Plain),
        [("notation", "/name/@path".to_owned())]
    );
}

#[test]
fn values_of_1_0_can_be_objects_without_reserved_names() {
    let button = |value: &str| {
        format!(
            r#"{{"id":"a","component":"Button","child":"b","action":{{"event":{{"name":"n","context":{{"v":{value}}}}}}}}}"#
        )
    };
    let at = |rest: &str| format!("/action/event/context/v{rest}");
    for (value, plain, under_at) in [
        (r#"{"a":1}"#, vec![], vec![]),
        (r#"{"path":"/a"}"#, vec![], vec![]),
        (
            r#"{"path":"/a","x":1}"#,
            vec![("unknown-member", at("/x"))],
            vec![],
        ),
        (r#"{"path":5}"#, vec![("wrong-type", at("/path"))], vec![]),
        (
            r#"{"call":"nothing"}"#,
            vec![("unknown-function", at("/call"))],
            vec![],
        ),
        (r#"{"@call":"@index"}"#, vec![], vec![]),
        (r#"{"@if":1}"#, vec![], vec![("reserved-key", at("/@if"))]),
        (r#"{"@@if":1}"#, vec![], vec![]),
        (r#"{"@":1}"#, vec![], vec![("reserved-key", at("/@"))]),
        (
            r#"[{"a":{"@if":1}}]"#,
            vec![],
            vec![("reserved-key", at("/0/a/@if"))],
        ),
        (
            r#"{"a":[{"@call":"nothing"}]}"#,
            vec![],
            vec![("unknown-function", at("/a/0/@call"))],
        ),
        (
            r#"{"a":{"@path":"/n","x":1}}"#,
            vec![],
            vec![("unknown-member", at("/a/x"))],
        ),
        (
            "null",
            vec![("wrong-type", at(""))],
            vec![("wrong-type", at(""))],
        ),
    ] {
        assert_eq!(
            found_in_1_0(&button(value), Notation::Plain),
            plain,
            "{value}"
        );
        assert_eq!(
            found_in_1_0(&button(value), Notation::At),
            under_at,
            "{value}"
        );
    }
}

#[test]
fn components_of_other_catalogs_are_not_checked() {
    let text = r#"{"id":"a","component":"Text","catalogId":"mine","own":1}"#;
    assert_eq!(found_in_1_0(text, Notation::Plain), []);
    let marked = r#"{"id":"a","component":"Text","@catalogId":"mine","own":1}"#;
    assert_eq!(found_in_1_0(marked, Notation::At), []);
    let call = r#"{"id":"a","component":"Text","text":{"call":"shout","catalogId":"mine","args":{"v":1}}}"#;
    assert_eq!(found_in_1_0(call, Notation::Plain), []);
}

#[test]
fn keys_of_components_without_at_are_reported_in_1_0() {
    let basic = "https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json";
    let found = |keys: &str| {
        let text = format!(r#"{{"id":"a","component":"CheckBox","label":"l","value":true{keys}}}"#);
        let component: v1_0::Component = wire::decode(&text).unwrap();
        let found = super::basic(Version::V1_0, Notation::At).check(&component);
        found
            .into_iter()
            .map(|f| (f.rule, f.pointer.as_str().to_owned(), f.severity))
            .collect::<Vec<_>>()
    };
    let checks = r#"[{"condition":{"@path":"/ok"}}]"#;
    let marked = format!(
        r#","@checks":{checks},"@accessibility":{{"label":"l"}},"@metadata":{{"extensions":{{}}}},"@catalogId":"{basic}""#
    );
    assert_eq!(found(&marked), []);
    let place = |name: &str| format!("/{name}");
    for (name, value) in [
        ("checks", checks.to_owned()),
        ("accessibility", r#"{"label":"l"}"#.to_owned()),
        ("metadata", "{}".to_owned()),
        ("catalogId", format!("\"{basic}\"")),
    ] {
        let older = ("older-key", place(name), Severity::Warning);
        assert_eq!(found(&format!(r#","{name}":{value}"#)), [older], "{name}");
    }
    // Problems below are reported under either name. Both names together are an error.
    let wrong = r#"[{"condition":true}]"#;
    let below = |name: &str| {
        (
            "wrong-type",
            format!("/{name}/0/condition"),
            Severity::Error,
        )
    };
    assert_eq!(found(&format!(r#","@checks":{wrong}"#)), [below("@checks")]);
    assert_eq!(found(&format!(r#","checks":{wrong}"#))[1], below("checks"));
    let both = format!(r#","@checks":{checks},"checks":{checks}"#);
    assert_eq!(
        found(&both),
        [("unknown-member", place("checks"), Severity::Error)]
    );
    assert_eq!(
        found(r#","@weight":1"#),
        [("unknown-member", place("@weight"), Severity::Error)]
    );
}

#[test]
fn in_1_0_an_unknown_word_is_an_error() {
    let text: v1_0::Component =
        wire::decode(r#"{"id":"a","component":"Text","text":"","variant":"h1"}"#).unwrap();
    let found = basic(Version::V1_0, Notation::Plain).check(&text);
    assert_eq!(
        (found[0].rule, found[0].severity, found.len()),
        ("unknown-word", Severity::Error, 1)
    );
}

/// Returns the findings of a component of 0.9: the rule, the pointer and the replacement of the fix.
fn suggestions(component: &str) -> Vec<String> {
    let component: v0_9::Component = wire::decode(component).unwrap();
    let found = basic(Version::V0_9, Notation::Plain)
        .check(&component)
        .into_iter();
    let fix = |fix: Option<Fix>| match fix {
        Some(Fix::Replace(text)) => text,
        _ => "-".to_owned(),
    };
    found
        .map(|finding| format!("{} {} {}", finding.rule, finding.pointer, fix(finding.fix)))
        .collect()
}

#[test]
fn misspelled_words_types_and_functions_get_suggestions() {
    for (component, expected) in [
        (
            r#"{"id":"a","component":"Text","text":"","variant":"capton"}"#,
            r#"unknown-word /variant "caption""#,
        ),
        (
            r#"{"id":"a","component":"Text","text":"","variant":"tiny"}"#,
            "unknown-word /variant -",
        ),
        (
            r#"{"id":"a","component":"Text","text":"","variant":"h9"}"#,
            "unknown-word /variant -",
        ),
        (
            r#"{"id":"a","component":"text","text":""}"#,
            r#"unknown-component /component "Text""#,
        ),
        (
            r#"{"id":"a","component":"Text","text":{"call":"format_string","args":{"value":""}}}"#,
            r#"unknown-function /text/call "formatString""#,
        ),
    ] {
        assert_eq!(suggestions(component), [expected], "{component}");
    }
}

#[test]
fn an_invalid_format_string_is_an_error() {
    let text = |template: &str| {
        format!(
            r#"{{"id":"a","component":"Text","text":{{"call":"formatString","args":{{"value":"{template}"}}}}}}"#
        )
    };
    for template in [
        "hi ${who",
        "${sum(a: 1, b: 2}",
        "${sum(a 1)}",
        "${false true}",
        "${0.1.2}",
        "${'a}",
    ] {
        assert_eq!(
            suggestions(&text(template)),
            ["format-string /text/args/value -"],
            "{template}"
        );
    }
    for template in [
        "hi ${/who}",
        "\\\\${who",
        "${formatNumber(value: /n)} {}$",
        "",
    ] {
        assert_eq!(suggestions(&text(template)), [""; 0], "{template}");
    }
    let component: v0_9::Component = wire::decode(&text("hi ${who")).unwrap();
    let found = basic(Version::V0_9, Notation::Plain).check(&component);
    assert_eq!(
        found[0].message,
        "`formatString` cannot parse this text: expected `}` at the end of the text"
    );
}

#[test]
fn a_template_outside_format_string_is_a_warning() {
    let text = |text: &str| {
        suggestions(&format!(
            r#"{{"id":"a","component":"Text","text":"{text}"}}"#
        ))
    };
    for template in ["Hi ${/user/name}!", "${now()}"] {
        let fixed = format!(r#"{{"call":"formatString","args":{{"value":"{template}"}}}}"#);
        assert_eq!(
            text(template),
            [format!("template-as-text /text {fixed}")],
            "{template}"
        );
    }
    for plain in ["Set ${HOME} first", "${", "$5", "{{name}}", "\\\\${/n}"] {
        assert_eq!(text(plain), [""; 0], "{plain}");
    }
    let inside = r#"{"id":"a","component":"Text","text":{"call":"pluralize","args":{"value":1,"other":"${/n} items"}}}"#;
    assert_eq!(suggestions(inside), [""; 0]);
}

#[test]
fn a_call_by_a_side_without_permission_is_a_warning() {
    let catalog = Payload::parse(
        r#"{"catalogId":"c","protocolVersion":"1.0","functions":{
            "locate":{"allowedCallers":"rendererOrAgent"},"reset":{},"lookUp":{"allowedCallers":"agentOnly"}}}"#,
    );
    let catalog = super::CatalogDefinition::read(&catalog.unwrap())
        .unwrap()
        .remove(0);
    let of_agent = |name: &str| {
        format!(
            r#"{{"version":"1.0","callRendererFunction":{{"functionCallId":"1","callFunction":{{"@call":"{name}","catalogId":"c"}}}}}}"#
        )
    };
    let of_renderer = |name: &str| {
        format!(
            r#"{{"version":"1.0","callAgentFunction":{{"surfaceId":"s","functionCallId":"1","callFunction":{{"@call":"{name}","catalogId":"c"}}}}}}"#
        )
    };
    for (text, is_found) in [
        (of_agent("locate"), false),
        (of_agent("reset"), true),
        (of_agent("lookUp"), false),
        (of_renderer("locate"), false),
        (of_renderer("reset"), false),
        (of_renderer("lookUp"), true),
    ] {
        let found = catalog.check_message(&crate::Message::read(&text).unwrap());
        let found: Vec<_> = found
            .iter()
            .map(|found| (found.rule, found.severity))
            .collect();
        let expected = if is_found {
            vec![("not-callable", Severity::Warning)]
        } else {
            Vec::new()
        };
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn a_call_can_be_read_as_the_type_of_its_function() {
    use v0_9::basic::{Email, Length, OpenUrl};
    let length = Length::new("abc").max(7);
    let call = v0_9::FunctionCall::of(&length).unwrap();
    assert_eq!(
        wire::encode(&call).unwrap(),
        r#"{"call":"length","args":{"value":"abc","max":7}}"#
    );
    assert_eq!(call.view::<Length>().unwrap(), length);
    assert_eq!(call.view::<Email>().unwrap_err().pointer.as_str(), "/call");
    let call = v0_10::FunctionCall::of(&OpenUrl::new("https://example.com")).unwrap();
    assert_eq!(call.return_type.get().unwrap().as_str(), "void");
    let call: v1_0::FunctionCall =
        wire::decode(r#"{"@call":"length","args":{"value":5}}"#).unwrap();
    let error = |error: wire::DecodeError| error.pointer.as_str().to_owned();
    assert_eq!(
        error(call.view::<v1_0::basic::Length>().unwrap_err()),
        "/args/value"
    );
    assert_eq!(
        error(call.view::<v1_0::basic::Email>().unwrap_err()),
        "/@call"
    );
    let call: v0_9::FunctionCall = wire::decode(r#"{"call":"email"}"#).unwrap();
    assert_eq!(error(call.view::<Email>().unwrap_err()), "/args");
}

#[test]
fn reference_fields_come_from_the_schemas() {
    let fields = |all: Vec<(&'static str, Vec<String>)>| -> Vec<String> {
        all.into_iter()
            .flat_map(|(name, fields)| fields.into_iter().map(move |f| format!("{name}/{f}")))
            .collect()
    };
    let basic = |version| fields(basic(version, Notation::Plain).reference_fields());
    assert_eq!(
        basic(Version::V0_9),
        [
            "Button/child",
            "Card/child",
            "Column/children",
            "List/children",
            "Modal/content",
            "Modal/trigger",
            "Row/children",
            "Tabs/tabs/*/child",
        ]
    );
    assert_eq!(
        basic(Version::V0_8),
        [
            "Button/child",
            "Card/child",
            "Column/children",
            "List/children",
            "Modal/contentChild",
            "Modal/entryPointChild",
            "Row/children",
            "Tabs/tabItems/*/child",
        ]
    );
}

proptest! {
    #[test]
    fn checking_any_component_never_panics(
        component: v0_9::Component, other: v0_8::Component, last: v1_0::Component,
    ) {
        basic(Version::V0_9, Notation::Plain).check(&component);
        basic(Version::V0_10, Notation::Plain).check(&component);
        basic(Version::V1_0, Notation::At).check(&last);
        basic(Version::V0_8, Notation::Bound).check(&other);
    }
}
