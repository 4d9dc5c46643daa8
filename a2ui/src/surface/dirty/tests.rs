use super::*;
use crate::{
    Message,
    expression::Host,
    surface::{Surface, SurfaceComponent, SurfaceNode, SurfaceOptions, Surfaces},
};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// The version in which messages are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Writing {
    Old,
    Plain(&'static str),
    At,
}

const WRITINGS: [Writing; 4] = [
    Writing::Old,
    Writing::Plain("v0.9"),
    Writing::Plain("v1.0"),
    Writing::At,
];

impl Writing {
    fn version(self) -> &'static str {
        match self {
            Self::Old => "",
            Self::Plain(word) => word,
            Self::At => "1.0",
        }
    }

    fn create(self) -> String {
        match self {
            Self::Old => r#"{"beginRendering":{"surfaceId":"s","root":"root"}}"#.to_owned(),
            _ => format!(
                r#"{{"version":"{}","createSurface":{{"surfaceId":"s","catalogId":"c"}}}}"#,
                self.version()
            ),
        }
    }

    fn component(self, id: &str, kind: &str, properties: &str) -> String {
        match self {
            Self::Old => format!(r#"{{"id":"{id}","component":{{"{kind}":{{{properties}}}}}}}"#),
            _ if properties.is_empty() => format!(r#"{{"id":"{id}","component":"{kind}"}}"#),
            _ => format!(r#"{{"id":"{id}","component":"{kind}",{properties}}}"#),
        }
    }

    fn update(self, components: &[String]) -> String {
        let components = components.join(",");
        match self {
            Self::Old => {
                format!(r#"{{"surfaceUpdate":{{"surfaceId":"s","components":[{components}]}}}}"#)
            }
            _ => format!(
                r#"{{"version":"{}","updateComponents":{{"surfaceId":"s","components":[{components}]}}}}"#,
                self.version()
            ),
        }
    }

    /// Returns the message that writes a value to a path. `None` removes the value.
    fn data(self, path: &str, value: Option<&str>) -> String {
        match (self, value) {
            (Self::Old, value) => {
                // An object can be sent as entries of the value.
                let entries = value.unwrap_or("\"x\"");
                let contents = match entries.starts_with('[') {
                    true => r#"{"key":"0","valueMap":[{"key":"name","valueString":"A"},{"key":"tags","valueMap":[{"key":"p","valueNumber":1}]}]},{"key":"k","valueMap":[]}"#.to_owned(),
                    false => format!(r#"{{"key":"name","valueString":{}}}"#, wire::Payload::string(entries)),
                };
                format!(
                    r#"{{"dataModelUpdate":{{"surfaceId":"s","path":"{path}","contents":[{contents}]}}}}"#
                )
            }
            (_, Some(value)) => format!(
                r#"{{"version":"{}","updateDataModel":{{"surfaceId":"s","path":"{path}","value":{value}}}}}"#,
                self.version()
            ),
            (Self::Plain("v0.9"), None) => {
                format!(
                    r#"{{"version":"v0.9","updateDataModel":{{"surfaceId":"s","path":"{path}"}}}}"#
                )
            }
            (_, None) => format!(
                r#"{{"version":"{}","updateDataModel":{{"surfaceId":"s","path":"{path}","value":null}}}}"#,
                self.version()
            ),
        }
    }

    fn binding(self, path: &str) -> String {
        let name = if self == Self::At { "@path" } else { "path" };
        format!(r#"{{"{name}":"{path}"}}"#)
    }

    fn call(self, name: &str, arguments: &str) -> String {
        let call = if self == Self::At { "@call" } else { "call" };
        format!(r#"{{"{call}":"{name}","args":{{{arguments}}}}}"#)
    }

    fn template(self, id: &str, path: &str) -> String {
        match self {
            Self::Old => {
                format!(r#"{{"template":{{"componentId":"{id}","dataBinding":"{path}"}}}}"#)
            }
            _ => format!(r#"{{"componentId":"{id}","path":"{path}"}}"#),
        }
    }

    fn children(self, ids: &[String]) -> String {
        let ids = ids
            .iter()
            .map(|id| format!("\"{id}\""))
            .collect::<Vec<_>>()
            .join(",");
        if self == Self::Old {
            format!(r#"{{"explicitList":[{ids}]}}"#)
        } else {
            format!("[{ids}]")
        }
    }

    fn checks(self, path: &str) -> String {
        let name = if self == Self::At {
            "@checks"
        } else {
            "checks"
        };
        let condition = self.call("required", &format!(r#""value":{}"#, self.binding(path)));
        format!(r#""{name}":[{{"condition":{condition},"message":"m"}}]"#)
    }
}

fn is_applied(surfaces: &mut Surfaces, text: &str) -> bool {
    surfaces.apply(&Message::read(text).unwrap()).is_ok()
}

fn surfaces() -> Surfaces {
    Surfaces::with_options(SurfaceOptions::new().track_dirty(true).max_expanded(3000))
}

/// Returns the properties, checks and children of each node. Returns `None` if the tree is too large.
fn shown_nodes(surface: &Surface) -> Option<BTreeMap<(String, String), Vec<String>>> {
    let host = Host::new();
    let nodes = surface.nodes().ok()?;
    let mut shown = BTreeMap::new();
    let mut children = vec![Vec::new(); nodes.len()];
    for node in &nodes {
        if let Some(parent) = node.parent {
            children[parent].push(format!(
                "{} in {} at {}",
                node.component_id,
                node.scope.path(),
                node.pointer
            ));
        }
    }
    for (node, below) in nodes.iter().zip(children) {
        let id = node.component_id.as_str();
        let mut all = vec![format!("{:?}", surface.checks(id, &node.scope, &host))];
        let properties = match node.component {
            None => vec![],
            Some(SurfaceComponent::V0_8(component)) => component
                .component
                .properties
                .members()
                .map(|(_, value)| value)
                .collect(),
            Some(component) => component
                .properties()
                .map(|(_, value)| value.clone())
                .collect(),
        };
        all.push(format!("{:?}", node.component));
        for property in properties {
            let mut evaluation = surface.evaluation_of(id, &node.scope, &host);
            all.push(format!(
                "{:?}",
                evaluation.value(&property, &wire::Pointer::root())
            ));
        }
        all.extend(below);
        shown.insert((id.to_owned(), node.scope.path()), all);
    }
    Some(shown)
}

/// Returns the nodes that changed but are not in `dirty`.
fn unreported_nodes(
    surface: &Surface,
    before: &ShownNodes,
    after: &ShownNodes,
    dirty: &Dirty,
) -> Vec<(String, String)> {
    let nodes = surface.nodes().unwrap_or_default();
    let differs = |node: &&SurfaceNode<'_>| {
        let place = (node.component_id.to_string(), node.scope.path());
        match before.get(&place) {
            Some(was) => after.get(&place) != Some(was),
            // A new node is below a dirty node.
            None => node.parent.is_none(),
        }
    };
    let missed = nodes
        .iter()
        .filter(differs)
        .filter(|node| !dirty.contains(node));
    missed
        .map(|node| (node.component_id.to_string(), node.scope.path()))
        .collect()
}

type ShownNodes = BTreeMap<(String, String), Vec<String>>;

const PATHS: [&str; 21] = [
    "",
    "/",
    "/a",
    "/b/c",
    "/list",
    "/list/0",
    "/list/1",
    "/list/2",
    "/list/0/name",
    "/list/1/name",
    "/list/2/name",
    "/list/0/tags",
    "/list/0/tags/0",
    "/list/1/tags/1",
    "name",
    "tags",
    "tags/0",
    ".",
    "list",
    "/list/k/name",
    "//a",
];
const VALUES: [&str; 9] = [
    "1",
    "\"t\"",
    "\"${/a} ${name}\"",
    r#"[{"name":"A","tags":["p","q"]},{"name":"B"}]"#,
    r#"[{"name":"A","tags":["p"]},{"name":"C"},{"name":"D","tags":[]}]"#,
    r#"{"name":"C","tags":[1,2]}"#,
    "[]",
    "{}",
    r#"{"list":[{"name":"E","tags":["p"]}],"a":"x"}"#,
];

/// The choices that determine a component: its id, its type and its paths.
type ModelShape = (usize, usize, usize, usize, usize);
#[derive(Clone, Debug)]
enum SurfaceStep {
    Components(Vec<ModelShape>),
    Data(usize, Option<usize>),
}

fn any_step() -> impl Strategy<Value = SurfaceStep> {
    let made = (
        0usize..8,
        0usize..7,
        0..PATHS.len(),
        0..PATHS.len(),
        1usize..5,
    );
    prop_oneof![
        2 => prop::collection::vec(made, 1..5).prop_map(SurfaceStep::Components),
        3 => (0..PATHS.len(), prop::option::weighted(0.85, 0..VALUES.len())).prop_map(|(path, value)| SurfaceStep::Data(path, value)),
    ]
}

fn id(i: usize) -> String {
    if i == 0 {
        "root".to_owned()
    } else {
        format!("c{i}")
    }
}

fn component(writing: Writing, (i, kind, a, b, down): ModelShape) -> String {
    let (a, b) = (PATHS[a], PATHS[b]);
    let below = |step: usize| id(i + down + step);
    let old = writing == Writing::Old;
    match kind {
        0 => {
            let children = writing.children(&[below(0), below(1)]);
            writing.component(&id(i), "Row", &format!(r#""children":{children}"#))
        }
        1 | 2 => {
            let children = writing.template(&below(0), a);
            writing.component(&id(i), "List", &format!(r#""children":{children}"#))
        }
        3 => writing.component(
            &id(i),
            "Card",
            &format!(r#""child":"{}","label":{}"#, below(0), writing.binding(a)),
        ),
        4 if !old => {
            let value =
                format!(r#""value":"${{{a}}} ${{upper(x: {b})}} ${{{b}}}""#).replace("${}", "");
            let text = writing.call("formatString", &value);
            writing.component(
                &id(i),
                "Text",
                &format!(r#""text":{text},{}"#, writing.checks(b)),
            )
        }
        5 if !old => {
            let value = format!(r#""value":{}"#, writing.binding(a));
            writing.component(
                &id(i),
                "Text",
                &format!(r#""text":{}"#, writing.call("formatString", &value)),
            )
        }
        6 if !old => writing.component(&id(i), "Text", r#""text":"fixed""#),
        _ => writing.component(&id(i), "Text", &format!(r#""text":{}"#, writing.binding(a))),
    }
}

impl SurfaceStep {
    fn text(&self, writing: Writing) -> String {
        match self {
            Self::Components(made) => {
                let one_each: BTreeMap<usize, ModelShape> =
                    made.iter().map(|made| (made.0, *made)).collect();
                let components: Vec<String> = one_each
                    .into_values()
                    .map(|made| component(writing, made))
                    .collect();
                writing.update(&components)
            }
            Self::Data(path, value) => writing.data(PATHS[*path], value.map(|value| VALUES[value])),
        }
    }
}

/// Builds a tree that shows many values, so that most writes affect the tree.
fn begin(writing: Writing) -> Vec<String> {
    let text = |id: &str, path: &str| {
        writing.component(id, "Text", &format!(r#""text":{}"#, writing.binding(path)))
    };
    let row = |id: &str, ids: &[&str]| {
        let children = writing.children(&ids.iter().map(|id| (*id).to_owned()).collect::<Vec<_>>());
        writing.component(id, "Row", &format!(r#""children":{children}"#))
    };
    let list = |id: &str, child: &str, path: &str| {
        writing.component(
            id,
            "List",
            &format!(r#""children":{}"#, writing.template(child, path)),
        )
    };
    vec![
        writing.create(),
        writing.update(&[
            row("root", &["c1", "c2", "a"]),
            list("c1", "c3", "/list"),
            text("c2", "/list/0/name"),
            text("a", "/a"),
            row("c3", &["c4", "c5", "a", "c7"]),
            text("c4", "name"),
            list("c5", "c6", "tags"),
            text("c6", "."),
            list("c7", "c9", "/list/0/tags"),
            text("c9", ""),
        ]),
        writing.data("", Some(VALUES[8])),
        writing.data("/list", Some(VALUES[4])),
    ]
}

proptest! {
    #[test]
    fn every_changed_node_is_dirty(writing in prop::sample::select(WRITINGS.to_vec()), steps in prop::collection::vec(any_step(), 1..12)) {
        let mut surfaces = surfaces();
        for text in begin(writing) {
            prop_assert!(is_applied(&mut surfaces, &text), "{}", text);
        }
        prop_assert!(surfaces.take_dirty("s").unwrap().everything);
        for step in steps {
            let text = step.text(writing);
            let before = shown_nodes(surfaces.get("s").unwrap());
            let applied = is_applied(&mut surfaces, &text);
            let dirty = surfaces.take_dirty("s").unwrap();
            prop_assert!(applied || dirty.is_empty(), "{:?} after {}", dirty, text);
            let surface = surfaces.get("s").unwrap();
            let after = shown_nodes(surface);
            if let (Some(before), Some(after)) = (before, after) {
                let missed = unreported_nodes(surface, &before, &after, &dirty);
                prop_assert!(missed.is_empty(), "{:?} are not in {:?} after {}", missed, dirty, text);
            }
        }
    }
}

/// Applies a message and returns the dirty components, with `*` for any item.
fn apply_and_list_dirty(surfaces: &mut Surfaces, text: &str) -> Vec<String> {
    surfaces.take_dirty("s");
    assert!(is_applied(surfaces, text), "{text}");
    places(&surfaces.take_dirty("s").unwrap())
}

fn places(dirty: &Dirty) -> Vec<String> {
    assert!(!dirty.everything);
    let place = |place: &DirtyComponent| {
        format!(
            "{} {}",
            place.component_id,
            place.scope.as_deref().unwrap_or("*")
        )
    };
    dirty.components.iter().map(place).collect()
}

#[test]
fn only_components_that_show_the_change_are_dirty() {
    let writing = Writing::Plain("v0.9");
    let mut surfaces = surfaces();
    for text in begin(writing) {
        assert!(is_applied(&mut surfaces, &text));
    }
    let format = writing.call("formatString", r#""value":"${/b/c}: ${name}""#);
    let more = writing.component(
        "more",
        "Text",
        &format!(r#""text":{format},{}"#, writing.checks("/b/d")),
    );
    let ids = ["c1", "c2", "a", "more"].map(String::from);
    let root = writing.component(
        "root",
        "Row",
        &format!(r#""children":{}"#, writing.children(&ids)),
    );
    for (text, expected) in [
        // Components outside of templates, and components in every item.
        (writing.data("/a", Some("2")), vec!["a *"]),
        (writing.data("/missing", Some("2")), vec![]),
        (
            writing.data("/list/1/name", Some("\"N\"")),
            vec!["c4 /list/1"],
        ),
        (
            writing.data("/list/0/name", Some("\"N\"")),
            vec!["c2 *", "c4 /list/0"],
        ),
        (writing.data("/list/1/other", Some("1")), vec![]),
        // One item is replaced, one is added and one is removed.
        (
            writing.data("/list/1", Some(r#"{"name":"M","tags":["t"]}"#)),
            vec!["c4 /list/1", "c5 /list/1", "c6 *"],
        ),
        (
            writing.data("/list/3", Some(r#"{"name":"O"}"#)),
            vec!["c1 *"],
        ),
        (writing.data("/list/4/name", Some("\"P\"")), vec!["c1 *"]),
        // A write beyond the end pads the list.
        (
            writing.data("/list/7/name", Some("\"P\"")),
            vec!["c1 *", "c2 *", "c4 *", "c5 *", "c6 *", "c7 *", "c9 *"],
        ),
        (
            writing.data("/list/1/tags/1", Some("\"u\"")),
            vec!["c5 /list/1"],
        ),
        (
            writing.data("/list/1/tags/0", Some("\"v\"")),
            vec!["c6 /list/1/tags/0"],
        ),
        (
            writing.data("/list/0/tags/0", Some("\"v\"")),
            vec!["c6 /list/0/tags/0", "c9 /list/0/tags/0"],
        ),
        // Components, and the paths they read afterwards.
        (writing.update(std::slice::from_ref(&more)), vec!["more *"]),
        (writing.data("/b", Some("{}")), vec!["more *"]),
        (writing.data("/b/d", Some("1")), vec!["more *"]),
        (writing.data("/b/e", Some("1")), vec![]),
        (writing.data("/name", Some("1")), vec![]),
        (writing.update(&[root]), vec!["root *"]),
        (writing.data("/name", Some("2")), vec!["more "]),
        (
            writing.update(&[writing.component("more", "Text", "")]),
            vec!["more *"],
        ),
        (writing.data("/b/d", Some("2")), vec![]),
    ] {
        let expected: Vec<&str> = expected;
        assert_eq!(
            apply_and_list_dirty(&mut surfaces, &text),
            expected,
            "{text}"
        );
    }
}

#[test]
fn input_makes_components_dirty_unless_it_is_refused() {
    let writing = Writing::Plain("v0.9");
    let mut surfaces = surfaces();
    for text in begin(writing) {
        assert!(is_applied(&mut surfaces, &text));
    }
    let scope = crate::expression::Scope::item("/list/1").unwrap();
    surfaces.take_dirty("s");
    surfaces
        .input_at("s", "c4", "text", &scope, wire::Payload::string("X"))
        .unwrap();
    assert_eq!(places(&surfaces.take_dirty("s").unwrap()), ["c4 /list/1"]);
    assert!(!is_applied(&mut surfaces, &writing.data("/a/b", Some("1"))));
    assert!(surfaces.take_dirty("s").unwrap().is_empty());
    // The literal of the first component is written, and reverted with the message.
    let old = Writing::Old;
    let mut olds = self::surfaces();
    assert!(is_applied(&mut olds, &old.create()));
    olds.take_dirty("s");
    let literal = old.component("t", "Text", r#""text":{"path":"/a","literalString":"x"}"#);
    let cycle = old.component("u", "Card", r#""child":"u""#);
    assert!(!is_applied(
        &mut olds,
        &old.update(&[literal.clone(), cycle])
    ));
    assert!(olds.take_dirty("s").unwrap().is_empty());
    assert_eq!(
        apply_and_list_dirty(&mut olds, &old.update(&[literal])),
        ["t *"]
    );
    assert_eq!(olds.take_dirty("missing"), None);
}

#[test]
fn everything_is_dirty_without_the_option_or_for_new_surfaces() {
    let writing = Writing::Plain("v1.0");
    let mut plain = Surfaces::new();
    let mut asked = surfaces();
    for surfaces in [&mut plain, &mut asked] {
        for text in begin(writing) {
            assert!(is_applied(surfaces, &text));
        }
        assert!(surfaces.take_dirty("s").unwrap().everything);
        assert!(is_applied(surfaces, &writing.data("/a", Some("3"))));
    }
    assert!(plain.take_dirty("s").unwrap().everything);
    assert_eq!(places(&asked.take_dirty("s").unwrap()), ["a *"]);
    // Options and dirty components do not affect equality.
    assert_eq!(plain, asked);
    // The notation changes with the first component that uses one.
    let mut later = surfaces();
    assert!(is_applied(&mut later, &writing.create()));
    assert!(is_applied(
        &mut later,
        &writing.update(&[writing.component("root", "Text", r#""text":{"@@x":1}"#)])
    ));
    later.take_dirty("s");
    assert!(is_applied(
        &mut later,
        &writing.update(&[writing.component("t", "Text", r#""text":{"@path":"/a"}"#)])
    ));
    assert!(later.take_dirty("s").unwrap().everything);
    // A surface that was deleted and created again is new.
    assert!(is_applied(
        &mut asked,
        r#"{"version":"v1.0","deleteSurface":{"surfaceId":"s"}}"#
    ));
    assert_eq!(asked.take_dirty("s"), None);
    assert!(is_applied(&mut asked, &writing.create()));
    assert!(asked.take_dirty("s").unwrap().everything);
}

#[test]
fn the_cost_of_a_message_does_not_depend_on_the_size_of_its_surface() {
    let writing = Writing::Plain("v0.9");
    let cost = |n: usize| {
        let mut surfaces = surfaces();
        let mut components = vec![
            writing.component(
                "root",
                "Column",
                &format!(
                    r#""children":{}"#,
                    writing.children(&(1..n).map(id).collect::<Vec<_>>())
                ),
            ),
            writing.component(
                "list",
                "List",
                &format!(r#""children":{}"#, writing.template("row", "/list")),
            ),
            writing.component(
                "row",
                "Text",
                &format!(r#""text":{}"#, writing.binding("name")),
            ),
        ];
        components.extend((1..n).map(|i| {
            writing.component(
                &id(i),
                "Text",
                &format!(r#""text":{}"#, writing.binding(&format!("/other/k{i}"))),
            )
        }));
        let items = vec![r#"{"name":"A"}"#; n].join(",");
        for text in [
            writing.create(),
            writing.update(&components),
            writing.data("/list", Some(&format!("[{items}]"))),
        ] {
            assert!(is_applied(&mut surfaces, &text));
        }
        surfaces.take_dirty("s");
        let steps = |surfaces: &Surfaces| {
            surfaces
                .get("s")
                .unwrap()
                .dirty_tracker
                .as_ref()
                .unwrap()
                .readers
                .steps
        };
        let before = steps(&surfaces);
        assert_eq!(
            apply_and_list_dirty(&mut surfaces, &writing.data("/list/1/name", Some("\"B\""))),
            ["row /list/1"]
        );
        assert_eq!(
            apply_and_list_dirty(&mut surfaces, &writing.data("/other/k3", Some("\"B\""))),
            ["c3 *"]
        );
        steps(&surfaces) - before
    };
    let (small, large) = (cost(10), cost(2000));
    assert_eq!((small, large), (3, 3));
}
