//! Tests of 0.9 fields that 1.0 lacks or interprets differently.

use crate::{AnyMessage, Carry, Context, Dialect, Label, Note, Output, Translator, Verdict};
use a2ui::Message;
use proptest::{prelude::*, sample::select};
use wire::Payload;

fn output(from: Dialect, to: Dialect, text: &str, carry: Carry) -> Output {
    let mut translator = Translator::new(from, to, Context::default()).unwrap();
    let mut outputs = translator
        .push(Message::read(text).unwrap(), carry)
        .unwrap()
        .outputs;
    assert_eq!(outputs.len(), 1, "{outputs:?}");
    outputs.remove(0)
}

/// Translates a message to 1.0 and back. Returns the target, the notes about one field, and the back-translation.
fn there_and_back(text: &str, field: &str) -> (String, Vec<(Verdict, String)>, String) {
    let there = output(Dialect::A2ui0_9, Dialect::A2ui1_0, text, Carry::default());
    let is_made = |note: &Note| {
        note.from.as_str() != field && note.to.get().is_some_and(|to| to.as_str() == field)
    };
    let notes = there
        .notes
        .iter()
        .filter(|note| note.from.as_str() == field || is_made(note));
    let said = |remark: Option<&Label>| remark.map(ToString::to_string).unwrap_or_default();
    let said = notes
        .map(|note| (note.verdict, said(note.remark.get())))
        .collect();
    let target = there.message.encode().unwrap();
    let back = output(Dialect::A2ui1_0, Dialect::A2ui0_9, &target, there.carry);
    (target, said, back.message.encode().unwrap())
}

#[test]
fn action_members_with_a_meaning_in_1_0_are_carried() {
    let action = |members: &str| {
        format!(
            r#"{{"version":"v0.9","action":{{"name":"go","surfaceId":"s","sourceComponentId":"b","timestamp":"2026-05-18T15:30:00.000Z","context":{{}}{members}}}}}"#
        )
    };
    for (name, value) in [
        ("metadata", r#"{"extensions":{"com_example":1}}"#),
        ("userMessage", r#""Go on""#),
    ] {
        let old = action(&format!(r#","{name}":{value}"#));
        let (target, said, back) = there_and_back(&old, &format!("/action/{name}"));
        assert_eq!(target, action("").replace("v0.9", "1.0"));
        assert_eq!(said, [(Verdict::Carried, String::new())], "{name}");
        assert_eq!(back, old);
    }
    let own = action(r#","x-pen":1.50"#);
    let (target, said, back) = there_and_back(&own, "/action/x-pen");
    assert_eq!(
        (target, said, back),
        (own.replace("v0.9", "1.0"), vec![], own.clone())
    );
}

#[test]
fn changes_of_an_error_for_1_0_are_noted() {
    let error = |members: &str| {
        format!(r#"{{"version":"v0.9","error":{{{members},"surfaceId":"s","message":"m"}}}}"#)
    };
    for (members, field, verdict, target) in [
        (
            r#""code":7"#,
            "/error/code",
            Verdict::Carried,
            r#""code":"7""#,
        ),
        (
            r#""code":"X","functionCallId":"f""#,
            "/error/functionCallId",
            Verdict::Carried,
            r#""code":"X""#,
        ),
        (
            r#""code":"UNALLOWED_CHILD""#,
            "/error/path",
            Verdict::Defaulted,
            r#""path":"""#,
        ),
    ] {
        let old = error(members);
        let (made, said, back) = there_and_back(&old, field);
        assert!(
            made.contains(target) && !made.contains("functionCallId"),
            "{made}"
        );
        assert_eq!(
            said.first().map(|(verdict, _)| *verdict),
            Some(verdict),
            "{field} {said:?}"
        );
        assert_eq!(wire::Payload::parse(back), wire::Payload::parse(old));
    }
}

#[test]
fn null_is_carried_and_an_absent_value_is_derived() {
    let update = |version: &str, rest: &str| {
        format!(r#"{{"version":"{version}","updateDataModel":{{"surfaceId":"s"{rest}}}}}"#)
    };
    let removes = || {
        (
            Verdict::Carried,
            "1.0 cannot store null: the value is removed".to_owned(),
        )
    };
    let derived = || (Verdict::Derived, String::new());
    for (old, new, expected) in [
        (
            r#","path":"/n","value":null"#,
            r#","path":"/n","value":null"#,
            removes(),
        ),
        (
            r#","path":"/","value":null"#,
            r#","path":"/","value":{}"#,
            removes(),
        ),
        (r#","value":null"#, r#","value":{}"#, removes()),
        (r#","path":"/n""#, r#","path":"/n","value":null"#, derived()),
        (
            r#","path":"/n","value":0"#,
            r#","path":"/n","value":0"#,
            (Verdict::Copied, String::new()),
        ),
    ] {
        let old = update("v0.9", old);
        let (target, said, back) = there_and_back(&old, "/updateDataModel/value");
        assert_eq!(
            (target, said),
            (update("1.0", new), vec![expected]),
            "{old}"
        );
        assert_eq!(back, old);
    }
}

#[test]
fn an_edit_wins_over_fields_that_the_other_version_lacks() {
    let component = |type_name: &str, members: &str| {
        format!(
            r#""updateComponents":{{"surfaceId":"s","components":[{{"id":"a","component":"{type_name}"{members}}}]}}"#
        )
    };
    let data = |members: &str| format!(r#""updateDataModel":{{"surfaceId":"s"{members}}}"#);
    let surface =
        |members: &str| format!(r#""createSurface":{{"surfaceId":"s","catalogId":"c"{members}}}"#);
    let field = |members: &str| {
        component(
            "TextField",
            &format!(r#","value":{{"@path":"/v"}}{members}"#),
        )
    };
    let bound = |members: &str| {
        component(
            "TextField",
            &format!(r#","value":{{"path":"/v"}}{members}"#),
        )
    };
    let check =
        |condition: &str| format!(r#"[{{"condition":{{"{condition}":"/a"}},"message":"m"}}]"#);
    let template = |call: &str, text: &str| {
        format!(r#","text":{{"{call}":"formatString","args":{{"value":"{text}"}}}}"#)
    };
    let (old, new) = (Dialect::A2ui0_9, Dialect::A2ui1_0);
    for (from, to, source, edited, expected) in [
        // Each source lacks or has what the edit of its target changes.
        (
            old,
            new,
            bound(r#","validationRegexp":"a+""#),
            field(&format!(r#","@checks":{}"#, check("@path"))),
            bound(&format!(r#","checks":{}"#, check("path"))),
        ),
        (
            old,
            new,
            component("Text", &template("call", "# ${/a}")),
            component("Text", &template("@call", "## ${/b}")),
            component("Text", r#","text":{"path":"/b"},"variant":"h2""#),
        ),
        (
            old,
            new,
            component("Text", r#","text":{"path":"/a b"},"variant":"h1""#),
            component("Text", r#","text":"Bye""#),
            component("Text", r#","text":"Bye""#),
        ),
        (
            new,
            old,
            component("Text", r#","text":"a","variant":"h1""#),
            component("Text", r#","text":"a","variant":"h2""#),
            component("Text", r###","text":"## a""###),
        ),
        (
            new,
            old,
            field(r#","validationRegexp":"a+""#),
            bound(&format!(r#","checks":{}"#, check("path"))),
            field(&format!(r#","@checks":{}"#, check("@path"))),
        ),
        (
            new,
            old,
            component("TextField", r#","placeholder":"a""#),
            component("TextField", r#","placeholder":"b""#),
            component("TextField", r#","placeholder":"b""#),
        ),
        (
            new,
            old,
            component("Own", r#","text":{"@call":"@index"}"#),
            component("Own", r#","text":"b""#),
            component("Own", r#","text":"b""#),
        ),
        (
            new,
            old,
            data(r#","path":"/","value":null"#),
            data(r#","path":"/","value":5"#),
            data(r#","path":"/","value":5"#),
        ),
        (
            old,
            new,
            data(r#","path":"/","value":null"#),
            data(r#","path":"/a","value":{}"#),
            data(r#","path":"/a","value":{}"#),
        ),
        (
            new,
            old,
            surface(r#","metadata":{"extensions":{"com_example":1}}"#),
            surface(r#","theme":{"primaryColor":"red"}"#),
            surface(r#","metadata":{"extensions":{"agent_ui_theme":{"primaryColor":"red"}}}"#),
        ),
    ] {
        let text = |dialect: Dialect, rest: &str| {
            let version = if dialect == old { "v0.9" } else { "1.0" };
            format!(r#"{{"version":"{version}",{rest}}}"#)
        };
        let there = output(from, to, &text(from, &source), Carry::default());
        assert!(!there.carry.is_empty(), "{source}");
        let back = output(to, from, &text(to, &edited), there.carry);
        assert_eq!(
            back.message.encode().unwrap(),
            text(from, &expected),
            "{source}"
        );
    }
}

/// Values with a meaning in only one version, or with different meanings.
const VALUES: [&str; 32] = [
    "null",
    "[]",
    "{}",
    "1.0",
    r#""a""#,
    r###""## a""###,
    r#""h2""#,
    r#""caption""#,
    r#"{"path":"/a"}"#,
    r#"{"@path":"/a"}"#,
    r#"{"path":"/a b"}"#,
    r#"{"path":"/a","x":1}"#,
    r#"{"call":"f","args":{"a":{"path":"/a"}},"returnType":"string"}"#,
    r#"{"call":"f","catalogId":"c","x":1}"#,
    r#"{"@call":"f","catalogId":"c","args":{"a":{"@call":"g","catalogId":"d"}}}"#,
    r#"{"@call":"@index"}"#,
    r#"{"call":"@index","args":{}}"#,
    r##"{"call":"formatString","args":{"value":"# ${/a}"}}"##,
    r##"{"@call":"formatString","args":{"value":"# ${/a}"}}"##,
    r#"{"@call":"formatString","args":{"value":"${@index()} of ${/n}"}}"#,
    r#"{"event":{"name":"n","userMessage":"u","context":{"a":{"b":1},"c":{"path":"/a"},"d":{"@path":"/a"}}}}"#,
    r#"{"event":{"name":"n","context":{"a":{"@call":"@index"}}}}"#,
    r#"{"functionCall":{"@call":"f","args":{"a":{"@call":"@index"}}}}"#,
    r#"{"label":"l","live":"off","hidden":{"@path":"/h"}}"#,
    r#"{"svgPath":"M0"}"#,
    r#"{"svgPath":{"path":"/shape"}}"#,
    r#"[{"condition":true,"message":"m"},{"condition":false},{"condition":{"path":"/a"}}]"#,
    r#"[{"condition":{"@path":"/a"}},{"condition":{"@call":"@index"},"message":"m"}]"#,
    r#"[{"title":{"@call":"@index"},"child":"b"},{"title":"t","child":"c"}]"#,
    r#"{"a":{"@b":1,"@@c":{"call":"f"}},"d":[{"path":"/a"}]}"#,
    r#"{"extensions":{"agent_ui_theme":{"primaryColor":"red"},"com_example":{"a":1}},"x":1}"#,
    r#"{"primaryColor":"red","x":{"y":[1]}}"#,
];

fn members(names: &'static [&'static str]) -> impl Strategy<Value = String> {
    let member = (select(names), select(&VALUES[..]));
    prop::collection::btree_map(member.0, member.1, 0..4).prop_map(|members| {
        let members = members.iter();
        members
            .map(|(name, value)| format!(",{name:?}:{value}"))
            .collect()
    })
}

/// Generates the members of a component, except its id.
fn component() -> impl Strategy<Value = String> {
    const NAMES: &[&str] = &[
        "text",
        "variant",
        "value",
        "checks",
        "@checks",
        "accessibility",
        "@accessibility",
        "validationRegexp",
        "catalogId",
        "metadata",
        "action",
        "placeholder",
        "steps",
        "tabs",
        "name",
        "@x",
        "x",
    ];
    let component = select(vec![
        "",
        r#","component":null"#,
        r#","component":"Text""#,
        r#","component":"TextField""#,
        r#","component":"Icon""#,
        r#","component":"Button""#,
        r#","component":"Slider""#,
        r#","component":"Tabs""#,
        r#","component":"Own""#,
    ]);
    let keys = select(vec![
        "",
        "",
        r#","@catalogId":"c""#,
        r#","@metadata":{"extensions":{"a":1}}"#,
        r#","@metadata":null"#,
    ]);
    (component, keys, members(NAMES))
        .prop_map(|(component, keys, members)| format!("{component}{keys}{members}"))
}

/// Generates messages whose version is not stated yet.
fn message() -> impl Strategy<Value = String> {
    let surface = members(&["sendDataModel", "theme", "x"]);
    let catalog = select(vec![
        r#","catalogId":"c""#,
        r#","catalogId":"https://a2ui.org/specification/v0_9/basic_catalog.json""#,
        r#","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json""#,
        "",
    ]);
    let metadata = select(vec!["", r#","metadata":null"#, VALUES[30]]);
    let create = (surface, catalog, metadata).prop_map(|(members, catalog, metadata)| {
        let metadata = match metadata.starts_with('{') {
            true => format!(r#","metadata":{metadata}"#),
            false => metadata.to_owned(),
        };
        let members = members.replace(r#""sendDataModel":"#, r#""sendDataModel":true,"x-s":"#);
        format!(r#""createSurface":{{"surfaceId":"s"{catalog}{metadata}{members}}}"#)
    });
    let components = prop::collection::vec(component(), 0..4);
    let update = (components, members(&["x"])).prop_map(|(components, members)| {
        let components = components.iter().enumerate();
        let components: Vec<_> = components
            .map(|(index, component)| format!(r#"{{"id":"c{index}"{component}}}"#))
            .collect();
        let components = components.join(",");
        format!(r#""updateComponents":{{"surfaceId":"s","components":[{components}]{members}}}"#)
    });
    let path = select(vec![
        "",
        r#","path":null"#,
        r#","path":"/""#,
        r#","path":"/a""#,
    ]);
    let data = (path, members(&["value", "x"])).prop_map(|(path, members)| {
        format!(r#""updateDataModel":{{"surfaceId":"s"{path}{members}}}"#)
    });
    let action = members(&["userMessage", "metadata", "x"]).prop_map(|members| {
        format!(r#""action":{{"name":"n","surfaceId":"s","sourceComponentId":"b","timestamp":"2026-05-18T15:30:00Z","context":{{}}{members}}}"#)
    });
    let code = select(vec![
        "7",
        r#""X""#,
        r#""VALIDATION_FAILED","path":"/a""#,
        r#""UNALLOWED_CHILD""#,
        r#""UNALLOWED_PARENT","path":7"#,
        r#""UNALLOWED_PARENT","path":"/a""#,
    ]);
    let error = (code, members(&["functionCallId", "x"])).prop_map(|(code, members)| {
        format!(r#""error":{{"code":{code},"surfaceId":"s","message":"m"{members}}}"#)
    });
    let body = prop_oneof![2 => create, 6 => update, 2 => data, 1 => action, 1 => error];
    (body, members(&["x"])).prop_map(|(body, members)| format!("{body}{members}"))
}

/// Translates a message. Returns `None` if it is refused, which must not be because of other losses than stated.
fn translated(
    from: Dialect,
    to: Dialect,
    message: &AnyMessage,
    carry: Carry,
) -> Option<Vec<Output>> {
    let mut translator = Translator::new(from, to, Context::default())
        .unwrap()
        .paranoid();
    match translator.push(message.clone(), carry) {
        Ok(translation) => Some(translation.outputs),
        Err(refusal) => {
            assert_ne!(refusal.rule(), "translator/paranoid", "{refusal}");
            None
        }
    }
}

proptest! {
    #[test]
    fn stated_losses_equal_those_of_the_reverse_translation(
        (one, other) in (message(), message()),
        new in select(vec![Dialect::A2ui1_0June, Dialect::A2ui1_0Aug, Dialect::A2ui1_0Sep, Dialect::A2ui1_0]),
        is_up: bool,
        has_other_carry: bool,
    ) {
        let (from, to) = match is_up {
            true => (Dialect::A2ui0_9, new),
            false => (new, Dialect::A2ui0_9),
        };
        let version = match from {
            Dialect::A2ui0_9 => "v0.9",
            Dialect::A2ui1_0 => "1.0",
            _ => "v1.0",
        };
        let read = |rest: &str| {
            let text = Payload::parse(format!(r#"{{"version":{version:?},{rest}}}"#)).unwrap();
            AnyMessage::read(&text, from, from.protocol()).ok()
        };
        let Some(message) = read(&one) else { return Ok(()) };
        let Some(made) = translated(from, to, &message, Carry::default()) else { return Ok(()) };
        let of_other = read(&other).and_then(|other| translated(from, to, &other, Carry::default()));
        let other_carry = of_other.and_then(|other| Some(other.into_iter().next()?.carry));
        for output in made {
            let carry = match &other_carry {
                Some(carry) if has_other_carry => carry.clone(),
                _ => output.carry,
            };
            let back = translated(to, from, &output.message, carry).unwrap();
            if !has_other_carry {
                prop_assert_eq!(&back[0].message, &message);
            }
        }
    }
}
