//! Tests of the differences between two states.

use super::*;
use wire::Payload;

fn changes(earlier: &ResolvedSurface, later: &Surfaces) -> Vec<String> {
    let mut lines = Vec::new();
    for change in resolve(later).changes_since(earlier) {
        lines.push(format!("{:?} {}", change.kind, change.key));
    }
    lines
}

#[test]
fn only_nodes_that_show_something_else_are_changed() {
    let mut surfaces = surfaces(
        r#"{"l":[{"n":"a"},{"n":"b"}],"unused":1,"max":5,"t":"T"}"#,
        r#"{"id":"root","component":"Column","children":["list","f","go"]},
        {"id":"list","component":"List","children":{"componentId":"row","path":"/l"}},
        {"id":"row","component":"Text","text":{"path":"n"}},
        {"id":"f","component":"TextField","label":"L","value":{"path":"/f"},
            "checks":[{"condition":{"call":"length","args":{"value":{"path":"/f"},"max":{"path":"/max"}}}}]},
        {"id":"go","component":"Button","child":"t","action":{"event":{"name":"e","context":{"l":{"path":"/l"}}}}},
        {"id":"t","component":"Text","text":{"path":"/t"}}"#,
    );
    let mut expect = |path: &str, value: &str, expected: &[&str]| {
        let earlier = resolve(&surfaces);
        let value = Payload::parse(value).unwrap();
        surfaces.write("s", path, value).unwrap();
        assert_eq!(changes(&earlier, &surfaces), expected, "{path}");
    };
    expect("/unused", "2", &[]);
    expect("/l/1", r#"{"n":"b","x":1}"#, &[]);
    expect("/l/1/n", r#""c""#, &["Changed row@/l/1"]);
    expect(
        "/l",
        r#"[{"n":"a"},{"n":"c"},{"n":"d"}]"#,
        &["Changed list", "Added row@/l/2"],
    );
    expect(
        "/l",
        r#"[{"n":"d"}]"#,
        &[
            "Changed list",
            "Changed row@/l/0",
            "Removed row@/l/1",
            "Removed row@/l/2",
        ],
    );
    // The limit is not a property, but other clients show it.
    expect("/max", "4", &["Changed f"]);
    // The text of a button is its label.
    expect("/t", r#""U""#, &["Changed go", "Changed t"]);
}

#[test]
fn an_insertion_does_not_change_the_nodes_behind_it() {
    let mut surfaces = surfaces(
        "{}",
        r#"{"id":"root","component":"Column","children":["a","b"]},
        {"id":"a","component":"Text","text":"A"},{"id":"b","component":"Text","text":"B"}"#,
    );
    let earlier = resolve(&surfaces);
    let text = r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[
        {"id":"root","component":"Column","children":["new","b","a"]}]}}"#;
    surfaces.apply(&Message::read(text).unwrap()).unwrap();
    assert_eq!(changes(&earlier, &surfaces), ["Changed root", "Added new"]);
}
