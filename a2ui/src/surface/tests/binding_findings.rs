use super::*;
use crate::surface::WrittenData;
use wire::{Fix, Pointer};

/// Returns the findings after these messages: rule, pointer below the components, and the replacement of the path.
fn findings_of(messages: &[String]) -> Vec<String> {
    let (mut surfaces, mut data) = (Surfaces::new(), WrittenData::new());
    for text in messages {
        let message = message(text);
        surfaces.apply(&message).unwrap();
        data.observe(&message);
    }
    let found = data.findings(surfaces.get("s").unwrap()).into_iter();
    let fix = |fix: Option<Fix>| match fix {
        Some(Fix::Replace(text)) => text,
        _ => "-".to_owned(),
    };
    let below = |at: &Pointer| at.as_str().trim_start_matches("/components").to_owned();
    found
        .map(|finding| {
            format!(
                "{} {} {}",
                finding.rule,
                below(&finding.pointer),
                fix(finding.fix)
            )
        })
        .collect()
}

fn new(model: &str, components: &str) -> Vec<String> {
    let data =
        format!(r#"{{"version":"v0.9","updateDataModel":{{"surfaceId":"s","value":{model}}}}}"#);
    findings_of(&[CREATE.to_owned(), update(components), data])
}

fn text(text: &str) -> String {
    format!(r#"{{"id":"root","component":"Text","text":{text}}}"#)
}

#[test]
fn an_unwritten_path_is_reported_with_the_most_similar_one() {
    let model = r#"{"user":{"name":"Ada","tags":["a"]},"free":null,"list":[]}"#;
    let path = |path: &str| new(model, &text(&format!(r#"{{"path":"{path}"}}"#)));
    for good in [
        "/user/name",
        "/user/name/",
        "/user/tags/0",
        "user/name",
        "/free/a/b",
        "/list/0/name",
    ] {
        assert_eq!(path(good), [""; 0], "{good}");
    }
    for (bad, fix) in [
        ("/user/nmae", r#""/user/name""#),
        ("/User/name", r#""/user/name""#),
        ("user/nmae", r#""user/name""#),
        ("/user.name", r#""/user/name""#),
        ("$.user.tags[0]", r#""/user/tags/0""#),
        ("{{user.name}}", r#""/user/name""#),
        ("${/user/name}", r#""/user/name""#),
        ("/usr/nmae", "-"),
        ("/user/name/first", "-"),
        ("/user/tags/1", "-"),
        ("/age", "-"),
    ] {
        assert_eq!(
            path(bad),
            [format!("unwritten-path /root/text/path {fix}")],
            "{bad}"
        );
    }
    let nothing = [CREATE.to_owned(), update(&text(r#"{"path":"/n"}"#))];
    assert_eq!(findings_of(&nothing), ["unwritten-path /root/text/path -"]);
}

#[test]
fn a_path_written_by_any_earlier_message_is_known() {
    let data = |path: &str, value: &str| {
        format!(
            r#"{{"version":"v0.9","updateDataModel":{{"surfaceId":"s","path":"{path}"{value}}}}}"#
        )
    };
    let shown = update(&text(r#"{"path":"/a/b"}"#));
    let lines = [
        CREATE.to_owned(),
        data("/a/b", r#","value":1"#),
        data("/a", ""),
        shown.clone(),
    ];
    assert_eq!(findings_of(&lines), [""; 0]);
    assert_eq!(
        findings_of(&[CREATE.to_owned(), shown, data("/a", r#","value":{"c":1}"#)]).len(),
        1
    );
    let current = r#"{"version":"1.0","createSurface":{"surfaceId":"s","dataModel":{"n":1},"components":[
        {"id":"root","component":"Text","text":{"@path":"/n"}}]}}"#;
    assert_eq!(findings_of(&[current.to_owned()]), [""; 0]);
    assert_eq!(
        findings_of(&[current.replace("\"/n", "\"/m")]),
        ["unwritten-path /root/text/@path -"]
    );
}

#[test]
fn paths_in_templates_start_at_their_items() {
    let list = |item: &str, path: &str| {
        format!(
            r#"{{"id":"root","component":"List","children":{{"componentId":"row","path":"/people"}}}},
            {{"id":"row","component":"Card","child":"t"}},{{"id":"t","component":"{item}","text":{{"path":"{path}"}}}}"#
        )
    };
    let model = r#"{"people":[{"name":"Ada"},{"age":1}],"title":"All"}"#;
    for good in ["name", "age", "/title"] {
        assert_eq!(new(model, &list("Text", good)), [""; 0], "{good}");
    }
    for item in [".", ""] {
        assert_eq!(
            new(r#"{"people":["Ada"]}"#, &list("Text", item)),
            [""; 0],
            "{item}"
        );
        assert_eq!(
            new(model, &list("Text", item)),
            ["bound-kind /t/text/path -"],
            "{item}"
        );
    }
    for (bad, fix) in [
        ("nmae", r#""name""#),
        ("/name", r#""name""#),
        ("title", r#""/title""#),
        ("size", "-"),
        ("/size", "-"),
    ] {
        assert_eq!(
            new(model, &list("Text", bad)),
            [format!("unwritten-path /t/text/path {fix}")],
            "{bad}"
        );
    }
    assert_eq!(
        new(model, &list("Gauge", "size")),
        [""; 0],
        "the inputs of another catalog are not known"
    );
    assert_eq!(
        new(r#"{"people":[]}"#, &list("Text", "name")),
        [""; 0],
        "nothing is known of the items"
    );
    assert_eq!(
        new(r#"{"people":{"a":{"name":"Ada"}}}"#, &list("Text", "name")),
        ["not-a-list /root/children/path -"]
    );
    assert_eq!(
        new(r#"{"people":"Ada"}"#, &list("Text", "name")),
        ["not-a-list /root/children/path -"]
    );
    assert_eq!(
        new(r#"{"poeple":[{"name":"Ada"}]}"#, &list("Text", "name")),
        [r#"unwritten-path /root/children/path "/poeple""#]
    );
    let nested = r#"{"id":"root","component":"List","children":{"componentId":"row","path":"/groups"}},
        {"id":"row","component":"Row","children":{"componentId":"cell","path":"cells"}},
        {"id":"cell","component":"Text","text":{"path":"nmae"}}"#;
    assert_eq!(
        new(r#"{"groups":[{},{"cells":[{"name":1}]}]}"#, nested),
        [r#"unwritten-path /cell/text/path "name""#]
    );
}

#[test]
fn a_path_is_missing_only_if_it_is_missing_in_every_scope() {
    let both = |path: &str| {
        format!(
            r#"{{"id":"root","component":"Column","children":["one","two"]}},
            {{"id":"one","component":"List","children":{{"componentId":"t","path":"/a"}}}},
            {{"id":"two","component":"List","children":{{"componentId":"t","path":"/b"}}}},
            {{"id":"t","component":"Text","text":{{"path":"{path}"}}}}"#
        )
    };
    let model = r#"{"a":[{"x":1}],"b":[{"y":1}]}"#;
    assert_eq!(new(model, &both("x")), [""; 0]);
    assert_eq!(new(model, &both("z")), ["unwritten-path /t/text/path -"]);
}

#[test]
fn paths_written_by_inputs_are_not_missing() {
    let form = |path: &str| {
        format!(
            r#"{{"id":"root","component":"Column","children":["f","t"]}},
            {{"id":"f","component":"TextField","label":"Name","value":{{"path":"/form/name"}}}},
            {{"id":"t","component":"Text","text":{{"path":"{path}"}}}}"#
        )
    };
    assert_eq!(new("{}", &form("/form/name")), [""; 0]);
    assert_eq!(
        new("{}", &form("/form/nmae")),
        [r#"unwritten-path /t/text/path "/form/name""#]
    );
    let listed = r#"{"id":"root","component":"List","children":{"componentId":"row","path":"/items"}},
        {"id":"row","component":"Row","children":["c","t"]},
        {"id":"c","component":"CheckBox","label":"Done","value":{"path":"done"}},
        {"id":"t","component":"Text","text":{"path":"done"}}"#;
    assert_eq!(new(r#"{"items":[{"n":1}]}"#, listed), [""; 0]);
}

#[test]
fn bindings_are_found_in_texts_calls_actions_and_checks() {
    let button = r#"{"id":"root","component":"Button","child":"t",
        "checks":[{"condition":{"call":"required","args":{"value":{"path":"/a"}}},"message":"m"}],
        "action":{"event":{"name":"go","context":{"b":{"path":"/b"}}}}},
        {"id":"t","component":"Text","text":{"call":"formatString","args":{"value":"${/n} ${upper(value: /c)} \\${/d}"}}}"#;
    assert_eq!(
        new(r#"{"n":1}"#, button),
        [
            "unwritten-path /root/checks/0/condition/args/value/path -",
            "unwritten-path /root/action/event/context/b/path -",
            "unwritten-path /t/text/args/value -",
        ]
    );
}

#[test]
fn in_0_8_maps_act_as_lists_and_template_paths_start_at_the_item() {
    let old = |list: &str, path: &str, more: &str| {
        findings_of(&[
            format!(
                r#"{{"surfaceUpdate":{{"surfaceId":"s","components":[
                {{"id":"r","component":{{"List":{{"children":{{"template":{{"componentId":"t","dataBinding":"{list}"}}}}}}}}}},
                {{"id":"t","component":{{"Text":{{"text":{{"path":"{path}"{more}}}}}}}}}]}}}}"#
            ),
            r#"{"dataModelUpdate":{"surfaceId":"s","contents":[{"key":"title","valueString":"All"},{"key":"items","valueMap":[
                {"key":"item1","valueMap":[{"key":"name","valueString":"A"}]}]}]}}"#
                .to_owned(),
            r#"{"beginRendering":{"surfaceId":"s","root":"r"}}"#.to_owned(),
        ])
    };
    for good in [
        "/name",
        "name",
        "/item/name",
        "//title",
        "//items/item1/name",
    ] {
        assert_eq!(old("/items", good, ""), [""; 0], "{good}");
    }
    let at = "unwritten-path /t/component/Text/text/path";
    assert_eq!(old("/items", "/nmae", ""), [format!(r#"{at} "/name""#)]);
    assert_eq!(old("/items", "/title", ""), [format!(r#"{at} "//title""#)]);
    assert_eq!(old("/items", "//items/0/name", ""), [format!("{at} -")]);
    assert_eq!(
        old("/items", "nmae", r#","literalString":"x""#),
        [""; 0],
        "the literal is shown"
    );
    let list = "/r/component/List/children/template/dataBinding";
    assert_eq!(
        old("/itmes", "/name", ""),
        [format!(r#"unwritten-path {list} "/items""#)]
    );
    assert_eq!(old("/title", "/name", ""), [format!("not-a-list {list} -")]);
}

#[test]
fn a_property_bound_to_the_wrong_kind_of_value_is_a_warning() {
    let path = |path: &str| {
        new(
            r#"{"user":{"name":"Ada"},"tags":["a"],"new":{}}"#,
            &text(&format!(r#"{{"path":"{path}"}}"#)),
        )
    };
    for bad in ["/user", "/tags", ""] {
        assert_eq!(path(bad), ["bound-kind /root/text/path -"], "{bad}");
    }
    for good in ["/user/name", "/tags/0", "/new"] {
        assert_eq!(path(good), [""; 0], "{good}");
    }
    let picker = |value: &str| {
        new(
            &format!(r#"{{"color":{value}}}"#),
            r#"{"id":"root","component":"ChoicePicker","options":[],"value":{"path":"/color"}}"#,
        )
    };
    assert_eq!(picker("\"red\""), ["bound-kind /root/value/path -"]);
    assert_eq!((picker("[\"red\"]"), picker("null")), (vec![], vec![]));
    let whole = r#"{"id":"root","component":"Text","text":{"call":"formatString","args":{"value":"${/user}"}}}"#;
    assert_eq!(
        new(r#"{"user":{"name":"Ada"}}"#, whole),
        [""; 0],
        "a function may take anything"
    );
}

#[test]
fn a_long_path_costs_linear_time() {
    let long = "/a".repeat(100_000);
    let field = format!(
        r#"{{"id":"root","component":"TextField","label":"x","value":{{"path":"{long}"}}}}"#
    );
    assert_eq!(new("{}", &field), [""; 0]);
    assert_eq!(
        new("{}", &text(&format!(r#"{{"path":"{long}"}}"#))).len(),
        1
    );
}
