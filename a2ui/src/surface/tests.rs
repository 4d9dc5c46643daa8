mod binding_findings;
mod bytes;
mod cost;
mod hierarchy;
mod limits;
mod literals;
mod options;
mod placement;
mod references;
mod versions;

use super::*;
use proptest::prelude::*;
use wire::{Finding, Fix, Payload, Validate};

fn message(text: &str) -> Message {
    Message::read(text).unwrap()
}

fn apply(texts: &[&str]) -> Surfaces {
    let mut surfaces = Surfaces::new();
    for text in texts {
        surfaces.apply(&message(text)).unwrap();
    }
    surfaces
}

/// Returns the error of the last message, and asserts that the message changed nothing.
fn refusal(texts: &[&str]) -> (&'static str, String) {
    let (last, before) = texts.split_last().unwrap();
    let mut surfaces = apply(before);
    let unchanged = surfaces.clone();
    let error = surfaces.apply(&message(last)).unwrap_err();
    assert_eq!(surfaces, unchanged);
    (error.rule, error.pointer.as_str().to_owned())
}

fn snapshot(surfaces: &Surfaces, id: &str) -> String {
    wire::encode(&surfaces.get(id).unwrap().snapshot()).unwrap()
}

fn rebuilt(surfaces: &Surfaces) -> Surfaces {
    let mut again = Surfaces::new();
    for message in surfaces.iter().flat_map(Surface::messages) {
        let text = wire::encode(&message).unwrap();
        again.apply(&Message::read(&text).unwrap()).unwrap();
    }
    again
}

fn is(rule: &'static str, pointer: &str) -> (&'static str, String) {
    (rule, pointer.to_owned())
}

const CREATE: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;

fn update(components: &str) -> String {
    format!(
        r#"{{"version":"v0.9","updateComponents":{{"surfaceId":"s","components":[{components}]}}}}"#
    )
}

#[test]
fn a_surface_of_0_9_exists_from_its_creation_to_its_deletion() {
    let delete = r#"{"version":"v0.9.1","deleteSurface":{"surfaceId":"s"}}"#;
    let data = r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":1}}"#;
    assert_eq!(
        refusal(&[data]),
        is("unknown-surface", "/updateDataModel/surfaceId")
    );
    assert_eq!(
        refusal(&[CREATE, CREATE]),
        is("surface-exists", "/createSurface/surfaceId")
    );
    assert_eq!(
        refusal(&[CREATE, delete, data]),
        is("unknown-surface", "/updateDataModel/surfaceId")
    );
    assert_eq!(apply(&[delete]).len(), 0);
    let other = CREATE.replace("\"s\"", "\"t\"");
    let surfaces = apply(&[CREATE, &other, data, delete, CREATE]);
    let ids: Vec<_> = surfaces
        .iter()
        .map(|surface| surface.surface_id().as_str())
        .collect();
    assert_eq!(ids, ["t", "s"]);
    assert!(surfaces.get("s").unwrap().data_model().is_absent());
}

#[test]
fn a_surface_of_0_8_begins_with_its_first_message_and_is_shown_later() {
    let texts = [
        r#"{"dataModelUpdate":{"surfaceId":"s","contents":[{"key":"n","valueNumber":1.0}]}}"#,
        r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"r","component":{"Text":{}}}]}}"#,
        r#"{"beginRendering":{"surfaceId":"s","root":"r","catalogId":"c","styles":{"font":"a"},"x":1}}"#,
        r#"{"beginRendering":{"surfaceId":"s","root":"q"}}"#,
    ];
    let rest = r#""components":{"r":{"id":"r","component":{"Text":{}}}},"dataModel":{"n":1.0}}"#;
    let before = apply(&texts[..2]);
    assert_eq!(
        snapshot(&before, "s"),
        format!(r#"{{"surfaceId":"s","version":"v0.8",{rest}"#)
    );
    assert_eq!(rebuilt(&before), before);
    let after = apply(&texts);
    let shown =
        r#"{"surfaceId":"s","version":"v0.8","catalogId":"c","theme":{"font":"a"},"root":"q","#;
    assert_eq!(snapshot(&after, "s"), format!("{shown}{rest}"));
    assert_eq!(rebuilt(&after), after);
}

#[test]
fn messages_of_another_version_or_of_the_client_are_refused() {
    let begin = r#"{"beginRendering":{"surfaceId":"s","root":"r"}}"#;
    let empty = r#"{"surfaceUpdate":{"surfaceId":"s","components":[]}}"#;
    assert_eq!(
        refusal(&[CREATE, begin]),
        is("surface-version", "/beginRendering")
    );
    assert_eq!(
        refusal(&[CREATE, empty]),
        is("surface-version", "/surfaceUpdate")
    );
    assert_eq!(
        refusal(&[begin, CREATE]),
        is("surface-exists", "/createSurface/surfaceId")
    );
    assert_eq!(
        refusal(&[begin, &update(r#"{"id":"a","component":"A"}"#)]),
        is("surface-version", "/updateComponents")
    );
    assert_eq!(
        refusal(&[r#"{"error":{}}"#]),
        is("client-message", "/error")
    );
}

#[test]
fn components_are_replaced_completely_in_place() {
    let first = update(
        r#"{"id":"a","component":"Text","text":"1","weight":1},{"id":"b","component":"Text"}"#,
    );
    let second = update(r#"{"id":"c","component":"Text"},{"id":"a","text":"2"}"#);
    let surfaces = apply(&[CREATE, &first, &second]);
    assert!(snapshot(&surfaces, "s").ends_with(
        r#""components":{"a":{"id":"a","component":"Text","text":"2"},"b":{"id":"b","component":"Text"},"c":{"id":"c","component":"Text"}}}"#
    ));
    let at = "/updateComponents/components";
    let twice = update(r#"{"id":"a","component":"A"},{"id":"a","component":"A"}"#);
    assert_eq!(
        refusal(&[CREATE, &twice]),
        is("duplicate-id", &format!("{at}/1/id"))
    );
    let untyped = update(r#"{"id":"a","component":"A"},{"id":"n"}"#);
    assert_eq!(
        refusal(&[CREATE, &untyped]),
        is("missing-component-type", &format!("{at}/1/component"))
    );
    let null = update(r#"{"id":"a","component":null}"#);
    assert_eq!(
        refusal(&[CREATE, &first, &null]),
        is("missing-component-type", &format!("{at}/0/component"))
    );
}

#[test]
fn a_cycle_is_refused_at_the_reference_that_closes_it() {
    let at = "/updateComponents/components";
    let own = update(r#"{"id":"a","component":"Card","child":"a"}"#);
    assert_eq!(
        refusal(&[CREATE, &own]),
        is("self-reference", &format!("{at}/0/child"))
    );
    let down = update(
        r#"{"id":"a","component":"Row","children":["x","b"]},{"id":"b","component":"Card","child":"c"}"#,
    );
    let up = update(
        r#"{"id":"d","component":"Text"},{"id":"c","component":"Tabs","tabs":[{"title":"c","child":"d"},{"child":"a"}]}"#,
    );
    assert_eq!(
        refusal(&[CREATE, &down, &up]),
        is("cycle", &format!("{at}/1/tabs/1/child"))
    );
    let template =
        update(r#"{"id":"c","component":"List","children":{"componentId":"b","path":"/x"}}"#);
    assert_eq!(
        refusal(&[CREATE, &down, &template]),
        is("cycle", &format!("{at}/0/children/componentId"))
    );
    // One message can replace the component that closed the cycle.
    let other_way = update(
        r#"{"id":"c","component":"Card","child":"a"},{"id":"b","component":"Text","child":"t"}"#,
    );
    apply(&[CREATE, &down, &other_way]);
    // Referring to the same child twice does not form a cycle, and a text with the name of a component does not refer to it.
    apply(&[
        CREATE,
        &update(
            r#"{"id":"a","component":"Row","children":["b","b"]},{"id":"b","component":"Own","content":"b"}"#,
        ),
    ]);
    let v0_8 = r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"m","component":{"Modal":{"contentChild":"l"}}},
        {"id":"l","component":{"List":{"children":{"template":{"componentId":"m","dataBinding":"/x"}}}}}]}}"#;
    let at = "/surfaceUpdate/components/1/component/List/children/template/componentId";
    assert_eq!(refusal(&[v0_8]), is("cycle", at));
}

#[test]
fn data_of_0_9_is_set_stored_as_null_and_removed() {
    let data =
        |rest: &str| format!(r#"{{"version":"v0.9","updateDataModel":{{"surfaceId":"s"{rest}}}}}"#);
    let model = |texts: &[String]| {
        let mut all = vec![CREATE];
        all.extend(texts.iter().map(String::as_str));
        let surfaces = apply(&all);
        assert_eq!(rebuilt(&surfaces), surfaces);
        surfaces
            .get("s")
            .unwrap()
            .data_model()
            .to_payload()
            .map(|payload| payload.text().to_owned())
    };
    let start = data(r#","value":{"a":1,"b":2}"#);
    assert_eq!(
        model(&[start.clone(), data(r#","path":"/a","value":null"#)]).unwrap(),
        r#"{"a":null,"b":2}"#
    );
    assert_eq!(
        model(&[start.clone(), data(r#","path":"/a""#)]).unwrap(),
        r#"{"b":2}"#
    );
    assert_eq!(
        model(&[start.clone(), data(r#","value":null"#)]).unwrap(),
        "null"
    );
    assert_eq!(model(&[start.clone(), data("")]).unwrap(), "{}");
    let through = data(r#","path":"/a/b","value":1"#);
    assert_eq!(
        refusal(&[CREATE, &start, &through]),
        is("write-through-primitive", "/updateDataModel/path")
    );
    // The depth results from the value or from the path.
    let deep = data(&format!(
        r#","path":"/a","value":{}{}"#,
        "[".repeat(125),
        "]".repeat(125)
    ));
    assert_eq!(
        refusal(&[CREATE, &deep]),
        is("depth", "/updateDataModel/value")
    );
    let deep = data(&format!(r#","path":"{}","value":1"#, "/a".repeat(200)));
    assert_eq!(
        refusal(&[CREATE, &deep]),
        is("depth", "/updateDataModel/path")
    );
}

#[test]
fn contents_of_0_8_become_an_object_or_a_single_value() {
    let data = |path: &str, contents: &str| {
        format!(
            r#"{{"dataModelUpdate":{{"surfaceId":"s","path":"{path}","contents":[{contents}]}}}}"#
        )
    };
    let model = |texts: &[String]| {
        let surfaces = apply(&texts.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(rebuilt(&surfaces), surfaces);
        surfaces
            .get("s")
            .unwrap()
            .data_model()
            .to_payload()
            .unwrap()
            .text()
            .to_owned()
    };
    let n = r#"{"key":"n","valueNumber":1e2}"#;
    let itself = r#"{"key":".","valueString":"x"}"#;
    assert_eq!(model(&[data("/", n)]), r#"{"n":1e2}"#);
    assert_eq!(
        model(&[data("a/b", n), data("/a/c", itself)]),
        r#"{"a":{"b":{"n":1e2},"c":"x"}}"#
    );
    assert_eq!(model(&[data("/", itself)]), "\"x\"");
    assert_eq!(model(&[data("/a", n), data("/a", "")]), r#"{"a":{}}"#);
    assert_eq!(
        model(&[data("/a.b[0]", itself)]),
        r#"{"a":{"b":{"0":"x"}}}"#
    );
    assert_eq!(
        model(&[data("/", &format!("{itself},{n}"))]),
        r#"{".":"x","n":1e2}"#
    );
    assert_eq!(
        model(&[data("/l/0", n), data("/l/1", itself), data("/k", n)]),
        r#"{"l":{"0":{"n":1e2},"1":"x"},"k":{"n":1e2}}"#
    );
    let deep =
        r#"{"key":"__proto__","valueMap":[{"key":"","valueMap":[{"key":"a/b","valueMap":[]}]}]}"#;
    assert_eq!(
        model(&[data("/x", deep)]),
        r#"{"x":{"__proto__":{"":{"a":{"b":{}}}}}}"#
    );
    let two = r#"{"key":"n","valueMap":[{"key":"m","valueNumber":1,"valueString":""}]}"#;
    let at = "/dataModelUpdate/contents/0/valueMap/0";
    assert_eq!(
        refusal(&[&data("/", n), &data("/", two)]),
        is("exactly-one-value", at)
    );
    assert_eq!(
        refusal(&[&data("/", r#"{"key":"n","valueString":null}"#)]),
        is("exactly-one-value", "/dataModelUpdate/contents/0")
    );
}

#[test]
fn data_of_0_8_is_read_as_in_a2ui_clients() {
    for (contents, expected) in [
        // Names that look like numbers are still names.
        (
            r#"{"key":"0","valueNumber":1},{"key":"total","valueNumber":2}"#,
            r#"{"0":1,"total":2}"#,
        ),
        // A key is a path. A part that several keys share is created once.
        (
            r#"{"key":"c.items[0].label","valueString":"a"},{"key":"c.items[1]/label","valueString":"b"},{"key":"c.items[0].n","valueNumber":1}"#,
            r#"{"c":{"items":{"0":{"label":"a","n":1},"1":{"label":"b"}}}}"#,
        ),
        (
            r#"{"key":"a","valueNumber":1},{"key":"a.b","valueNumber":2}"#,
            r#"{"a":{"b":2}}"#,
        ),
        (
            r#"{"key":"a","valueNumber":1},{"key":"b","valueNumber":2},{"key":"a","valueNumber":3}"#,
            r#"{"a":3,"b":2}"#,
        ),
        // A string with an array or object is parsed. Other strings are unchanged.
        (
            r#"{"key":"l","valueString":" [1.0, {\"a\":null}] "}"#,
            r#"{"l":[1.0, {"a":null}]}"#,
        ),
        (
            r#"{"key":"m","valueMap":[{"key":"o","valueString":"{\"x\":\"[1]\"}"}]}"#,
            r#"{"m":{"o":{"x":"[1]"}}}"#,
        ),
        (r#"{"key":".","valueString":"{\"x\":1}"}"#, r#"{"x":1}"#),
        (
            r#"{"key":"l","valueString":"[1"},{"key":"m","valueString":"[a]"}"#,
            r#"{"l":"[1","m":"[a]"}"#,
        ),
        (
            r#"{"key":"l","valueString":"7"},{"key":"m","valueString":"null"}"#,
            r#"{"l":"7","m":"null"}"#,
        ),
        (r#"{"key":"l","valueString":"{]"}"#, r#"{"l":"{]"}"#),
    ] {
        let surfaces = apply(&[&format!(
            r#"{{"dataModelUpdate":{{"surfaceId":"s","contents":[{contents}]}}}}"#
        )]);
        let model = surfaces
            .get("s")
            .unwrap()
            .data_model()
            .to_payload()
            .unwrap();
        assert_eq!(model, Payload::parse(expected).unwrap(), "{contents}");
        assert_eq!(snapshot(&rebuilt(&surfaces), "s"), snapshot(&surfaces, "s"));
    }
}

#[test]
fn contents_of_0_8_have_the_depth_limit_of_messages() {
    let max = crate::data_model::MAX_DATA_DEPTH;
    let data = |key: &str, value: &str| {
        let (key, value) = (Payload::string(key), Payload::string(value));
        format!(
            r#"{{"dataModelUpdate":{{"surfaceId":"s","contents":[{{"key":{key},"valueString":{value}}}]}}}}"#
        )
    };
    let list = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
    apply(&[&data(&vec!["a"; max].join("."), "x")]);
    apply(&[&data("a", &list(max - 1))]);
    let at = "/dataModelUpdate/contents/0/";
    assert_eq!(
        refusal(&[&data(&vec!["a"; max + 1].join("."), "x")]),
        is("depth", &format!("{at}key"))
    );
    assert_eq!(
        refusal(&[&data("a", &list(max))]),
        is("depth", &format!("{at}valueString"))
    );
    assert_eq!(
        refusal(&[&data(&"a.".repeat(100_000), "x")]),
        is("depth", &format!("{at}key"))
    );
    assert_eq!(
        refusal(&[&data("a", &list(100_000))]),
        is("depth", &format!("{at}valueString"))
    );
}

#[test]
fn rebuilding_a_0_8_model_avoids_nested_maps() {
    let deep = r#"{"dataModelUpdate":{"surfaceId":"s","contents":[{"key":"a","valueMap":[{"key":"b","valueMap":[{"key":"c","valueMap":[]}]}]},{"key":"z","valueMap":[{"key":"y","valueBoolean":true}]}]}}"#;
    let surfaces = apply(&[deep]);
    let messages = surfaces.get("s").unwrap().messages();
    assert_eq!(messages.len(), 3);
    for message in &messages {
        assert_eq!(message.validate(), []);
    }
    assert_eq!(snapshot(&rebuilt(&surfaces), "s"), snapshot(&surfaces, "s"));
}

#[test]
fn a_complete_surface_is_checked_strictly() {
    let surfaces = apply(&[
        CREATE,
        &update(
            r#"{"id":"root","component":"Column","children":["a","gone"]},{"id":"a","component":"Card","child":"b","weight":1},
               {"id":"b","component":"Text","weight":2},{"id":"o","component":"Text"}"#,
        ),
    ]);
    let found = surfaces.get("s").unwrap().validate();
    let found: Vec<_> = found
        .iter()
        .map(|finding| (finding.rule, finding.pointer.as_str()))
        .collect();
    assert_eq!(
        found,
        [
            ("dangling-reference", "/components/root/children/1"),
            ("weight-parent", "/components/b/weight"),
            ("orphan", "/components/o"),
        ]
    );
    let rules = |surfaces: &Surfaces| {
        surfaces
            .get("s")
            .unwrap()
            .validate()
            .iter()
            .map(|f| f.rule)
            .collect::<Vec<_>>()
    };
    assert_eq!(rules(&apply(&[CREATE])), ["missing-root"]);
    assert_eq!(
        rules(&apply(&[
            r#"{"surfaceUpdate":{"surfaceId":"s","components":[]}}"#
        ])),
        ["missing-root"]
    );
}

#[test]
fn a_misspelled_root_or_child_gets_a_suggestion() {
    let found = |messages: &[&str]| -> Vec<String> {
        let surfaces = apply(messages);
        let found = surfaces.get("s").unwrap().validate().into_iter();
        let fix = |finding: &Finding| match &finding.fix {
            Some(Fix::Replace(text)) => text.clone(),
            _ => "-".to_owned(),
        };
        found
            .map(|finding| format!("{} {} {}", finding.rule, finding.pointer, fix(&finding)))
            .collect()
    };
    let new = |components: &str| found(&[CREATE, &update(components)]);
    for (components, expected) in [
        (
            r#"{"id":"Root","component":"Text"}"#,
            vec![r#"missing-root /components/Root/id "root""#],
        ),
        // Exactly one component has no parent.
        (
            r#"{"id":"t","component":"Text"},{"id":"page","component":"Card","child":"t"}"#,
            vec![r#"missing-root /components/page/id "root""#],
        ),
        (
            r#"{"id":"a","component":"Text"},{"id":"b","component":"Text"}"#,
            vec!["missing-root /components/root -"],
        ),
        (
            r#"{"id":"root","component":"Row","children":["titel","x"]},{"id":"title","component":"Text"}"#,
            vec![
                r#"dangling-reference /components/root/children/0 "title""#,
                "dangling-reference /components/root/children/1 -",
                "orphan /components/title -",
            ],
        ),
        (
            r#"{"id":"root","component":"Row","children":["row_3","row_1","row_2"]},{"id":"row_1","component":"Text"},{"id":"row_2","component":"Text"}"#,
            vec!["dangling-reference /components/root/children/0 -"],
        ),
    ] {
        assert_eq!(new(components), expected, "{components}");
    }
    let old = r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"main","component":{"Text":{}}}]}}"#;
    let begin = r#"{"beginRendering":{"surfaceId":"s","root":"mian"}}"#;
    assert_eq!(found(&[old, begin]), [r#"missing-root /root "main""#]);
    assert_eq!(found(&[old]), ["missing-root /root -"]);
    let unbegun = apply(&[old]).get("s").unwrap().validate().remove(0);
    assert_eq!(
        unbegun.hint,
        r#"send `{"beginRendering":{"surfaceId":"s","root":"main"}}`"#
    );
}

#[test]
fn a_click_returns_the_declared_event_or_an_error() {
    let button = |action: &str| {
        update(&format!(
            r#"{{"id":"b","component":"Button","action":{action}}}"#
        ))
    };
    let event = |action: &str| {
        let data = r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":{"n":null,"l":[1.0]}}}"#;
        apply(&[CREATE, data, &button(action)])
            .get("s")
            .unwrap()
            .event_of("b")
    };
    let context = r#"{"event":{"name":"go","context":{"n":{"path":"/n"},"l":{"path":"l/0"},"gone":{"path":"/x"},"o":{"path":"/n","x":1},"t":"t"}}}"#;
    let found = event(context).unwrap();
    assert_eq!(
        (found.name.as_str(), found.context.text()),
        (
            "go",
            r#"{"n":null,"l":1.0,"o":{"path":"/n","x":1},"t":"t"}"#
        )
    );
    assert_eq!(
        event(r#"{"event":{"name":"go"}}"#).unwrap().context.text(),
        "{}"
    );
    assert_eq!(
        event(r#"{"functionCall":{"call":"openUrl"}}"#),
        Err(EventError::FunctionCall)
    );
    let at = |pointer: &str| wire::Pointer::parse(pointer).unwrap();
    let call = event(r#"{"event":{"name":"go","context":{"a":{"call":"f","args":{}}}}}"#);
    assert_eq!(
        call,
        Err(EventError::ContextCall {
            pointer: at("/action/event/context/a")
        })
    );
    let nameless = event(r#"{"event":{}}"#);
    assert_eq!(
        nameless,
        Err(EventError::Malformed {
            pointer: at("/action/event/name"),
            expected: "a string"
        })
    );
    let bad = event(r#"{"event":{"name":"go","context":{"a":{"path":"/__proto__"}}}}"#);
    assert_eq!(
        bad,
        Err(EventError::Malformed {
            pointer: at("/action/event/context/a/path"),
            expected: "a path"
        })
    );
    let text = apply(&[CREATE, &update(r#"{"id":"t","component":"Text"}"#)]);
    assert_eq!(
        text.get("s").unwrap().event_of("t"),
        Err(EventError::Undeclared)
    );
    assert_eq!(
        text.get("s").unwrap().event_of("x"),
        Err(EventError::UnknownComponent)
    );
}

#[test]
fn a_click_in_0_8_resolves_bound_values() {
    let button = r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"b","component":{"Button":{"child":"t","action":{"name":"go","context":[
        {"key":"a","value":{"path":"/a","literalString":"never"}},{"key":"b","value":{"path":"/gone","literalNumber":1.0}},
        {"key":"c","value":{"literalBoolean":true}},{"key":"d","value":{"path":"gone"}}]}}}}]}}"#;
    let data =
        r#"{"dataModelUpdate":{"surfaceId":"s","contents":[{"key":"a","valueString":"x"}]}}"#;
    let surfaces = apply(&[button, data]);
    let event = surfaces.get("s").unwrap().event_of("b").unwrap();
    assert_eq!(
        (event.name.as_str(), event.context.text()),
        ("go", r#"{"a":"x","b":1.0,"c":true}"#)
    );
}

/// Generates messages about few surfaces, components and paths, so that they interact.
fn any_message() -> impl Strategy<Value = String> {
    let of = |words: &'static [&'static str]| prop::sample::select(words).boxed();
    let surface = of(&["s", "t", ""]);
    let extra = of(&["", "", "", r#","x":1.0"#, r#","root":null,"components":[]"#]);
    let path = prop_oneof![
        2 => Just(String::new()),
        5 => prop::collection::vec(of(&["a", "b", "0", "1", "", ".", "~1~0", "__proto__"]), 0..4)
            .prop_map(|segments| format!(r#","path":"/{}""#, segments.join("/"))),
    ];
    let value = of(&[
        "",
        r#","value":null"#,
        r#","value":{"a":[1.0,{}],"b":{"a":null}}"#,
        r#","value":[]"#,
        r#","value":"x""#,
    ]);
    let id = of(&["root", "a", "b", "c"]);
    let v0_9 = (
        id.clone(),
        id.clone(),
        of(&[r#""component":"Card","#, r#""component":"Own","#, ""]),
        of(&["", r#","weight":1.0"#]),
    )
        .prop_map(|(id, child, kind, more)| {
            format!(r#"{{{kind}"id":"{id}","child":"{child}"{more}}}"#)
        });
    let v1_0 = (
        id.clone(),
        id.clone(),
        of(&[
            r#""component":"Card","#,
            r#""component":"Own","catalogId":"mine","#,
            r#""metadata":{"x":1.0},"#,
        ]),
        of(&["", r#","text":{"path":"/n"}"#, r#","text":{"@path":"/n"}"#]),
    )
        .prop_map(|(id, child, kind, more)| {
            format!(r#"{{{kind}"id":"{id}","child":"{child}"{more}}}"#)
        });
    let literal = of(&[
        r#""literalNumber":1.0"#,
        r#""literalArray":[]"#,
        r#""literalArray":["x"]"#,
        r#""literalString":"x""#,
    ]);
    let to = of(&["/", "/a", "/b/a", "/a/0", "/a/1", "/~1~0/", "/a.b[0]", "a"]);
    let v0_8 = prop_oneof![
        3 => (id.clone(), id.clone(), of(&["", r#""weight":1.0,"#])).prop_map(|(id, child, more)| {
            format!(r#"{{"id":"{id}",{more}"component":{{"Card":{{"child":"{child}"}}}}}}"#)
        }),
        1 => (id.clone(), to, literal).prop_map(|(id, to, literal)| {
            format!(r#"{{"id":"{id}","component":{{"Text":{{"text":{{"path":"{to}",{literal}}}}}}}}}"#)
        }),
    ];
    let key = of(&["a", "b", "0", ".", "", "a/b~", "a.b", "c[0]", "__proto__"]);
    let leaf = of(&[
        r#""valueNumber":1.50"#,
        r#""valueString":"x""#,
        r#""valueString":"[1.0,{\"a.b\":null,\"\":\"[]\"}]""#,
        r#""valueString":"{\"a\":1,\"a\":2}""#,
        r#""valueBoolean":false"#,
        r#""valueMap":[]"#,
    ]);
    let leaf = leaf.prop_map(str::to_owned);
    let entry = leaf.prop_recursive(3, 12, 3, {
        let key = key.clone();
        move |inner| {
            let entry = (key.clone(), inner)
                .prop_map(|(key, value)| format!(r#"{{"key":"{key}",{value}}}"#));
            prop::collection::vec(entry, 0..4)
                .prop_map(|entries| format!(r#""valueMap":[{}]"#, entries.join(",")))
        }
    });
    let entry = (key, entry).prop_map(|(key, value)| format!(r#"{{"key":"{key}",{value}}}"#));
    let joined = |strategy: BoxedStrategy<String>, n| {
        prop::collection::vec(strategy, 0..n).prop_map(|all| all.join(","))
    };
    prop_oneof![
        1 => (surface.clone(), extra.clone(), of(&["", r#","theme":{}"#, r#","sendDataModel":null"#]), of(&["v0.9", "v0.9.1"])).prop_map(
            |(s, x, theme, v)| format!(r#"{{"createSurface":{{"surfaceId":"{s}","catalogId":"c"{theme}{x}}},"version":"{v}"{x}}}"#)
        ),
        1 => (surface.clone(), joined(v0_9.boxed(), 3)).prop_map(|(s, components)| {
            format!(r#"{{"version":"v0.9","updateComponents":{{"surfaceId":"{s}","components":[{components}]}}}}"#)
        }),
        1 => (surface.clone(), path.clone(), value)
            .prop_map(|(s, p, v)| format!(r#"{{"version":"v0.9","updateDataModel":{{"surfaceId":"{s}"{p}{v}}}}}"#)),
        1 => (surface.clone(), id, of(&["", r#","catalogId":null"#, r#","styles":null"#, r#","x":2"#]), extra).prop_map(
            |(s, root, more, x)| {
                let x = x.replace("root", "y");
                format!(r#"{{"beginRendering":{{"surfaceId":"{s}","root":"{root}"{more}}}{x}}}"#)
            }
        ),
        // An input without a binding is always present.
        2 => (surface.clone(), joined(v0_8.boxed(), 3)).prop_map(|(s, components)| {
            let quiet = r#"{"id":"q","component":{"Row":{}}}"#;
            let all = format!("{quiet}{}{components}", if components.is_empty() { "" } else { "," });
            format!(r#"{{"surfaceUpdate":{{"surfaceId":"{s}","components":[{all}]}}}}"#)
        }),
        // In later versions: one of two `version` words, with components in one of two notations.
        3 => (surface.clone(), joined(v1_0.boxed(), 3), of(&["v0.10", "v1.0"]), of(&["create", "update", "data", "null"]), path.clone())
            .prop_map(|(s, components, v, kind, path)| match kind {
                "create" if v == "v1.0" => format!(
                    r#"{{"version":"{v}","createSurface":{{"surfaceId":"{s}","components":[{components}],"dataModel":{{"a":[1.0]}},"y":1}}}}"#
                ),
                "create" => format!(r#"{{"version":"{v}","createSurface":{{"surfaceId":"{s}","catalogId":"c"}},"y":1}}"#),
                "update" => format!(r#"{{"version":"{v}","updateComponents":{{"surfaceId":"{s}","components":[{components}]}}}}"#),
                "data" => format!(r#"{{"version":"{v}","updateDataModel":{{"surfaceId":"{s}"{path},"value":[{{"a":null}}]}}}}"#),
                _ => format!(r#"{{"version":"{v}","updateDataModel":{{"surfaceId":"{s}"{path},"value":null}}}}"#),
            }),
        3 => (surface.clone(), path, joined(entry.boxed(), 4)).prop_map(|(s, p, contents)| {
            format!(r#"{{"dataModelUpdate":{{"surfaceId":"{s}"{p},"contents":[{contents}]}}}}"#)
        }),
        1 => surface.prop_map(|s| format!(r#"{{"deleteSurface":{{"surfaceId":"{s}"}}}}"#)),
    ]
}

#[test]
fn a_name_without_a_path_is_written_with_its_object() {
    let mut surfaces = Surfaces::new();
    for text in [
        r#"{"dataModelUpdate":{"surfaceId":"t","contents":[{"key":"a","valueNumber":1.50},{"key":"__proto__","valueNumber":1.50}]}}"#,
        r#"{"surfaceUpdate":{"surfaceId":"t","components":[{"id":"root","component":{"Text":{"text":{"path":"/a","literalArray":["x"]}}}}]}}"#,
    ] {
        surfaces.apply(&message(text)).unwrap();
    }
    let mut again = Surfaces::new();
    for message in surfaces.iter().flat_map(Surface::messages) {
        again.apply(&message).unwrap();
    }
    assert_eq!(again, surfaces);
    let model = again.iter().next().unwrap().data_model().to_payload();
    assert_eq!(
        model,
        Payload::parse(r#"{"a":["x"],"__proto__":1.50}"#).ok()
    );
}

proptest! {
    #[test]
    fn the_messages_of_a_surface_rebuild_it_exactly(texts in prop::collection::vec(any_message(), 0..25)) {
        let mut surfaces = Surfaces::new();
        for text in &texts {
            let before = surfaces.clone();
            if surfaces.apply(&message(text)).is_err() {
                prop_assert_eq!(&surfaces, &before);
            }
        }
        let mut again = Surfaces::new();
        for message in surfaces.iter().flat_map(Surface::messages) {
            let text = wire::encode(&message).unwrap();
            prop_assert!(again.apply(&Message::read(&text).unwrap()).is_ok(), "{}", text);
        }
        prop_assert_eq!(&again, &surfaces);
        // The order of all members is compared, too.
        let texts = |of: &Surfaces| -> Vec<String> {
            of.iter().map(|surface| wire::encode(&surface.snapshot()).unwrap()).collect()
        };
        prop_assert_eq!(texts(&again), texts(&surfaces));
    }

    #[test]
    fn applying_any_messages_never_panics(messages in prop::collection::vec(any::<Message>(), 0..6)) {
        let mut surfaces = Surfaces::new();
        for message in &messages {
            let _ = surfaces.apply(message);
        }
        for message in surfaces.iter().flat_map(Surface::messages) {
            prop_assert!(wire::encode(&message).is_ok());
        }
        let payloads: Vec<Payload> = surfaces.iter().map(|s| Payload::encode(&s.snapshot()).unwrap()).collect();
        prop_assert!(payloads.len() <= messages.len());
    }
}
