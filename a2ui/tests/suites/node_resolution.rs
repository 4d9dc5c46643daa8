//! The tree that components and data make, and what of it has to be shown anew.
//!
//! | suite | cases | here |
//! |---|---|---|
//! | `conformance/core/node_resolution.yaml` | 8 | all; 2 as there, 6 otherwise in part |
//!
//! Upstream's tree is kept by its resolver, which tells who listens that a node changed or is gone. Here a surface gives its
//! [nodes](a2ui::surface::Surface::nodes) when it is asked, and the [`Dirty`](a2ui::surface::Dirty) says which of them may not be
//! what they were; a node is the same one while its component and its scope are.
//!
//! | answered otherwise | cases | why |
//! |---|---|---|
//! | a value that is written again as it was is named | 1 | what was there is not compared: that would cost the size of the value |
//! | a list that is written whole is named with all its items | 1 | the same |
//! | what only an action reads is named with its component | 1 | who shows a component may look at its action as well |
//! | what comes in the place of a missing component is named, and not its parent | 1 | the missing one is a node that is not what it was |
//! | no component is taken away: it has not come yet, or its surface goes | 2 | no message of any version takes one away |

use crate::read;
use a2ui::{
    expression::{Dynamic, Host, Scope},
    surface::{ClientAction, Surface, SurfaceNode, SurfaceOptions, Surfaces},
};
use wire::{Payload, Pointer};

enum Step {
    /// The agent sends a message: what follows its version.
    Sent(&'static str),
    /// The user enters a value: into a component, in a scope.
    Entered(&'static str, &'static str, &'static str),
}
use Step::{Entered, Sent};

/// What is shown after a step, and which of it has to be shown anew.
type After = (Step, &'static [&'static str], &'static [&'static str]);

/// A node: its component with `?` if that has not come, its scope, and what its texts say; `*` marks what can be written.
fn shown(surface: &Surface, node: &SurfaceNode<'_>) -> String {
    let place = place(node);
    let Some(component) = node.component else { return format!("{place}?") };
    let host = Host::new();
    let mut evaluation = surface.evaluation_of(component.id().as_str(), &node.scope, &host);
    let texts = ["label", "value", "text"].into_iter().filter_map(|name| component.property(name));
    let texts = texts.map(|text| {
        let bound = matches!(evaluation.classify(&text), Ok(Dynamic::Binding { .. }));
        let text = evaluation.text(&text, &Pointer::root()).unwrap();
        if bound { format!(" {text}*") } else { format!(" {text}") }
    });
    format!("{place}{}", texts.collect::<String>())
}

fn place(node: &SurfaceNode<'_>) -> String {
    format!("{}{}{}", "-".repeat(node.depth), node.component_id, node.scope.path())
}

fn step(surfaces: &mut Surfaces, step: &Step) {
    match step {
        Sent(body) => {
            surfaces.apply(&read(&format!(r#"{{"version":"v0.9",{body}}}"#))).unwrap();
        }
        Entered(component, scope, text) => {
            let scope = Scope::item(scope).unwrap();
            surfaces.input("crew", component, &scope, Payload::string(text)).unwrap();
        }
    }
}

/// Takes the steps one by one; what nobody has to show anew is as it was.
fn check(name: &str, before: &[&'static str], steps: &[After]) {
    let mut surfaces = Surfaces::with_options(SurfaceOptions::new().track_dirty(true));
    step(&mut surfaces, &Sent(r#""createSurface":{"surfaceId":"crew","catalogId":"c"}"#));
    for body in before {
        step(&mut surfaces, &Sent(body));
    }
    surfaces.take_dirty("crew");
    for (index, (one, expected, anew)) in steps.iter().enumerate() {
        let was: Vec<String> = all(&surfaces);
        step(&mut surfaces, one);
        assert_eq!(all(&surfaces), *expected, "{name}: after step {index}");
        let Some(dirty) = surfaces.take_dirty("crew") else { continue };
        assert!(!dirty.everything, "{name}: step {index}");
        let surface = surfaces.get("crew").unwrap();
        let nodes = surface.nodes().unwrap();
        let named: Vec<String> = nodes.iter().filter(|node| dirty.contains(node)).map(place).collect();
        assert_eq!(named, *anew, "{name}: step {index} names");
        for node in nodes.iter().filter(|node| !dirty.contains(node)) {
            // It came with what it stands below, or it is as it was.
            let is_new = node.parent.is_some_and(|parent| dirty.contains(&nodes[parent]));
            assert!(is_new || was.contains(&shown(surface, node)), "{name}: step {index}: {}", place(node));
        }
    }
}

fn all(surfaces: &Surfaces) -> Vec<String> {
    let Some(surface) = surfaces.get("crew") else { return Vec::new() };
    surface.nodes().unwrap().iter().map(|node| shown(surface, node)).collect()
}

const LIST: &str = r#""updateComponents":{"surfaceId":"crew","components":[
    {"id":"root","component":"Column","children":{"componentId":"rank","path":"/members"}},
    {"id":"rank","component":"TextField","label":"Rank","value":{"path":"rank"}}]}"#;
const TWO: &str =
    r#""updateDataModel":{"surfaceId":"crew","value":{"members":[{"rank":"mate"},{"rank":"cook"}]}}"#;

#[test]
fn a_template_is_shown_for_each_item() {
    check(
        "what is entered is written where the item stands",
        &[LIST, TWO],
        &[
            (
                Entered("rank", "/members/0", "bosun"),
                &["root", "-rank/members/0 Rank bosun*", "-rank/members/1 Rank cook*"],
                &["-rank/members/0"],
            ),
            // It says the same as before, and is named all the same.
            (
                Sent(r#""updateDataModel":{"surfaceId":"crew","path":"/members/0/rank","value":"bosun"}"#),
                &["root", "-rank/members/0 Rank bosun*", "-rank/members/1 Rank cook*"],
                &["-rank/members/0"],
            ),
        ],
    );
    check(
        "two properties of one definition",
        &[LIST, TWO],
        &[(
            Sent(
                r#""updateComponents":{"surfaceId":"crew","components":[
                    {"id":"rank","component":"TextField","label":"Post","value":"none"}]}"#,
            ),
            &["root", "-rank/members/0 Post none", "-rank/members/1 Post none"],
            &["-rank/members/0", "-rank/members/1"],
        )],
    );
    check(
        "items come and go",
        &[LIST, TWO],
        &[
            (
                Sent(
                    r#""updateDataModel":{"surfaceId":"crew","path":"/members","value":[{"rank":"mate"},{"rank":"cook"},{"rank":"boy"}]}"#,
                ),
                &[
                    "root",
                    "-rank/members/0 Rank mate*",
                    "-rank/members/1 Rank cook*",
                    "-rank/members/2 Rank boy*",
                ],
                &["root", "-rank/members/0", "-rank/members/1", "-rank/members/2"],
            ),
            (
                Sent(
                    r#""updateDataModel":{"surfaceId":"crew","path":"/members","value":[{"rank":"mate"},{"rank":"smith"},{"rank":"cook"},{"rank":"boy"}]}"#,
                ),
                &[
                    "root",
                    "-rank/members/0 Rank mate*",
                    "-rank/members/1 Rank smith*",
                    "-rank/members/2 Rank cook*",
                    "-rank/members/3 Rank boy*",
                ],
                &["root", "-rank/members/0", "-rank/members/1", "-rank/members/2", "-rank/members/3"],
            ),
            (
                Sent(r#""updateDataModel":{"surfaceId":"crew","path":"/members","value":[{"rank":"mate"}]}"#),
                &["root", "-rank/members/0 Rank mate*"],
                &["root", "-rank/members/0"],
            ),
            (Sent(r#""deleteSurface":{"surfaceId":"crew"}"#), &[], &[]),
        ],
    );
}

#[test]
fn a_component_stands_wherever_it_is_named() {
    let both = r#""updateComponents":{"surfaceId":"crew","components":[
        {"id":"root","component":"Row","children":["port","starboard"]},
        {"id":"starboard","component":"Card","child":"watch"},
        {"id":"watch","component":"Text","text":{"path":"/watch"}}]}"#;
    let watch = r#""updateDataModel":{"surfaceId":"crew","value":{"watch":"first"}}"#;
    check(
        "one of two parents has not come",
        &[both, watch],
        &[
            (
                Sent(
                    r#""updateComponents":{"surfaceId":"crew","components":[{"id":"port","component":"Card","child":"watch"}]}"#,
                ),
                &["root", "-port", "--watch first*", "-starboard", "--watch first*"],
                &["-port"],
            ),
            (
                Sent(r#""updateDataModel":{"surfaceId":"crew","path":"/watch","value":"dog"}"#),
                &["root", "-port", "--watch dog*", "-starboard", "--watch dog*"],
                &["--watch", "--watch"],
            ),
            (
                Sent(
                    r#""updateComponents":{"surfaceId":"crew","components":[{"id":"port","component":"Card","child":"lost"}]}"#,
                ),
                &["root", "-port", "--lost?", "-starboard", "--watch dog*"],
                &["-port"],
            ),
            (
                Sent(r#""updateDataModel":{"surfaceId":"crew","path":"/watch","value":"last"}"#),
                &["root", "-port", "--lost?", "-starboard", "--watch last*"],
                &["--watch"],
            ),
        ],
    );
}

#[test]
fn a_tree_begins_with_its_root() {
    let root = r#""updateComponents":{"surfaceId":"crew","components":[{"id":"root","component":"Text","text":"All hands"}]}"#;
    check(
        "the root comes, and goes with its surface",
        &[],
        &[
            (Sent(root), &["root All hands"], &["root"]),
            (Sent(r#""deleteSurface":{"surfaceId":"crew"}"#), &[], &[]),
        ],
    );
    // A surface of the same id is another one.
    let mut surfaces = Surfaces::with_options(SurfaceOptions::new().track_dirty(true));
    for body in [
        r#""createSurface":{"surfaceId":"crew","catalogId":"c"}"#,
        root,
        r#""deleteSurface":{"surfaceId":"crew"}"#,
        r#""createSurface":{"surfaceId":"crew","catalogId":"c"}"#,
    ] {
        step(&mut surfaces, &Sent(body));
    }
    assert_eq!(all(&surfaces), ["root?"]);
    assert!(surfaces.take_dirty("crew").unwrap().everything);
    check(
        "a child that comes late",
        &[
            r#""updateComponents":{"surfaceId":"crew","components":[{"id":"root","component":"Card","child":"word"}]}"#,
        ],
        &[(
            Sent(
                r#""updateComponents":{"surfaceId":"crew","components":[{"id":"word","component":"Text","text":"Ahoy"}]}"#,
            ),
            &["root", "-word Ahoy"],
            &["-word"],
        )],
    );
}

fn named(surfaces: &mut Surfaces) -> Vec<String> {
    let dirty = surfaces.take_dirty("crew").unwrap();
    let nodes = surfaces.get("crew").unwrap().nodes().unwrap();
    nodes.iter().filter(|node| dirty.contains(node)).map(place).collect()
}

/// What an action says is read when it is asked for, and not before.
#[test]
fn an_action_says_what_is_there_when_the_user_acts() {
    let mut surfaces = Surfaces::with_options(SurfaceOptions::new().track_dirty(true));
    for body in [
        r#""createSurface":{"surfaceId":"crew","catalogId":"c"}"#,
        r#""updateDataModel":{"surfaceId":"crew","value":{"name":"Ines"}}"#,
        r#""updateComponents":{"surfaceId":"crew","components":[
            {"id":"root","component":"Button","child":"t","action":{"event":{"name":"sign","context":{"who":{"path":"/name"}}}}},
            {"id":"t","component":"Text","text":"Sign on"}]}"#,
    ] {
        step(&mut surfaces, &Sent(body));
    }
    surfaces.take_dirty("crew");
    let acts = |surfaces: &Surfaces| {
        surfaces.get("crew").unwrap().action_of("root", &Scope::top(), &Host::new()).unwrap()
    };
    step(&mut surfaces, &Sent(r#""updateDataModel":{"surfaceId":"crew","path":"/name","value":"Tom"}"#));
    assert_eq!(named(&mut surfaces), ["root"]);
    let ClientAction::Event(event) = acts(&surfaces) else { panic!() };
    assert_eq!(
        (event.name.as_str(), event.source_component_id.as_str(), event.context.text()),
        ("sign", "root", r#"{"who":"Tom"}"#)
    );
    // A call is the host's to make, and no event.
    step(
        &mut surfaces,
        &Sent(
            r#""updateComponents":{"surfaceId":"crew","components":[{"id":"root","component":"Button","child":"t",
                "action":{"functionCall":{"call":"openUrl","args":{"url":"https://example.org/crew"}}}}]}"#,
        ),
    );
    assert_eq!(named(&mut surfaces), ["root"]);
    let ClientAction::Call(call) = acts(&surfaces) else { panic!() };
    assert_eq!(
        (call.name.as_str(), call.arguments.unwrap().text()),
        ("openUrl", r#"{"url":"https://example.org/crew"}"#)
    );
}
