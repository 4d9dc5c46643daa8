//! The suite for the component tree and the nodes that must be redrawn.
//!
//! | suite | cases | here |
//! |---|---|---|
//! | `conformance/core/node_resolution.yaml` | 8 | all; 2 as there, 6 otherwise in part |
//!
//! In the suite, a resolver keeps the tree and informs its listeners about changed and removed nodes. Here, a surface returns
//! its [nodes](a2ui::surface::Surface::nodes) on request, and [`Dirty`](a2ui::surface::Dirty) names the nodes that may have
//! changed. A node is the same if its component and its scope are the same.
//!
//! | answered otherwise | cases | why |
//! |---|---|---|
//! | a value that is written again unchanged is named | 1 | old values are not compared, because that would cost the size of the value |
//! | a list that is written as a whole is named with all its items | 1 | the same |
//! | a value that only an action reads is named with its component | 1 | the display of a component may depend on its action |
//! | the replacement of a missing component is named, and not its parent | 1 | the missing component is a node that changes |
//! | components are not removed: they have not arrived, or their surface is deleted | 2 | no version has a message that removes one |

use crate::read;
use a2ui::{
    expression::{Dynamic, Host, Scope},
    surface::{ClientAction, Surface, SurfaceNode, SurfaceOptions, Surfaces},
};
use wire::{Payload, Pointer};

enum ResolutionStep {
    /// The agent sends a message, which is given without its version.
    Sent(&'static str),
    /// The user enters a value into a component, in a scope.
    Entered(&'static str, &'static str, &'static str),
}
use ResolutionStep::{Entered, Sent};

/// A step, the nodes after it, and the nodes that must be redrawn.
type After = (
    ResolutionStep,
    &'static [&'static str],
    &'static [&'static str],
);

/// Returns a node as text: its component (with `?` if it has not arrived), its scope and its texts. `*` marks inputs.
fn node_line(surface: &Surface, node: &SurfaceNode<'_>) -> String {
    let place = place(node);
    let Some(component) = node.component else {
        return format!("{place}?");
    };
    let host = Host::new();
    let mut evaluation = surface.evaluation_of(component.id().as_str(), &node.scope, &host);
    let texts = ["label", "value", "text"]
        .into_iter()
        .filter_map(|name| component.property(name));
    let texts = texts.map(|text| {
        let bound = matches!(evaluation.classify(&text), Ok(Dynamic::Binding { .. }));
        let text = evaluation.text(&text, &Pointer::root()).unwrap();
        if bound {
            format!(" {text}*")
        } else {
            format!(" {text}")
        }
    });
    format!("{place}{}", texts.collect::<String>())
}

fn place(node: &SurfaceNode<'_>) -> String {
    format!(
        "{}{}{}",
        "-".repeat(node.depth),
        node.component_id,
        node.scope.path()
    )
}

fn step(surfaces: &mut Surfaces, step: &ResolutionStep) {
    match step {
        Sent(body) => {
            surfaces
                .apply(&read(&format!(r#"{{"version":"v0.9",{body}}}"#)))
                .unwrap();
        }
        Entered(component, scope, text) => {
            let scope = Scope::item(scope).unwrap();
            surfaces
                .input("crew", component, &scope, Payload::string(text))
                .unwrap();
        }
    }
}

/// Runs the steps one by one, and asserts that nodes which are not dirty are unchanged.
fn check(name: &str, before: &[&'static str], steps: &[After]) {
    let mut surfaces = Surfaces::with_options(SurfaceOptions::new().track_dirty(true));
    step(
        &mut surfaces,
        &Sent(r#""createSurface":{"surfaceId":"crew","catalogId":"c"}"#),
    );
    for body in before {
        step(&mut surfaces, &Sent(body));
    }
    surfaces.take_dirty("crew");
    for (index, (one, expected, anew)) in steps.iter().enumerate() {
        let was: Vec<String> = all(&surfaces);
        step(&mut surfaces, one);
        assert_eq!(all(&surfaces), *expected, "{name}: after step {index}");
        let Some(dirty) = surfaces.take_dirty("crew") else {
            continue;
        };
        assert!(!dirty.everything, "{name}: step {index}");
        let surface = surfaces.get("crew").unwrap();
        let nodes = surface.nodes().unwrap();
        let named: Vec<String> = nodes
            .iter()
            .filter(|node| dirty.contains(node))
            .map(place)
            .collect();
        assert_eq!(named, *anew, "{name}: step {index} names");
        for node in nodes.iter().filter(|node| !dirty.contains(node)) {
            // The node is new like its parent, or it is unchanged.
            let is_new = node
                .parent
                .is_some_and(|parent| dirty.contains(&nodes[parent]));
            assert!(
                is_new || was.contains(&node_line(surface, node)),
                "{name}: step {index}: {}",
                place(node)
            );
        }
    }
}

fn all(surfaces: &Surfaces) -> Vec<String> {
    let Some(surface) = surfaces.get("crew") else {
        return Vec::new();
    };
    surface
        .nodes()
        .unwrap()
        .iter()
        .map(|node| node_line(surface, node))
        .collect()
}

const LIST: &str = r#""updateComponents":{"surfaceId":"crew","components":[
    {"id":"root","component":"Column","children":{"componentId":"rank","path":"/members"}},
    {"id":"rank","component":"TextField","label":"Rank","value":{"path":"rank"}}]}"#;
const TWO: &str = r#""updateDataModel":{"surfaceId":"crew","value":{"members":[{"rank":"mate"},{"rank":"cook"}]}}"#;

#[test]
fn a_template_is_shown_for_each_item() {
    check(
        "what is entered is written where the item stands",
        &[LIST, TWO],
        &[
            (
                Entered("rank", "/members/0", "bosun"),
                &[
                    "root",
                    "-rank/members/0 Rank bosun*",
                    "-rank/members/1 Rank cook*",
                ],
                &["-rank/members/0"],
            ),
            // The value is the same as before, but the component is dirty anyway.
            (
                Sent(
                    r#""updateDataModel":{"surfaceId":"crew","path":"/members/0/rank","value":"bosun"}"#,
                ),
                &[
                    "root",
                    "-rank/members/0 Rank bosun*",
                    "-rank/members/1 Rank cook*",
                ],
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
            &[
                "root",
                "-rank/members/0 Post none",
                "-rank/members/1 Post none",
            ],
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
                &[
                    "root",
                    "-rank/members/0",
                    "-rank/members/1",
                    "-rank/members/2",
                ],
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
                &[
                    "root",
                    "-rank/members/0",
                    "-rank/members/1",
                    "-rank/members/2",
                    "-rank/members/3",
                ],
            ),
            (
                Sent(
                    r#""updateDataModel":{"surfaceId":"crew","path":"/members","value":[{"rank":"mate"}]}"#,
                ),
                &["root", "-rank/members/0 Rank mate*"],
                &["root", "-rank/members/0"],
            ),
            (Sent(r#""deleteSurface":{"surfaceId":"crew"}"#), &[], &[]),
        ],
    );
}

#[test]
fn a_component_appears_at_every_reference() {
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
                &[
                    "root",
                    "-port",
                    "--watch first*",
                    "-starboard",
                    "--watch first*",
                ],
                &["-port"],
            ),
            (
                Sent(r#""updateDataModel":{"surfaceId":"crew","path":"/watch","value":"dog"}"#),
                &[
                    "root",
                    "-port",
                    "--watch dog*",
                    "-starboard",
                    "--watch dog*",
                ],
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
    // A new surface with the same id replaces the deleted one.
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

fn dirty_nodes(surfaces: &mut Surfaces) -> Vec<String> {
    let dirty = surfaces.take_dirty("crew").unwrap();
    let nodes = surfaces.get("crew").unwrap().nodes().unwrap();
    nodes
        .iter()
        .filter(|node| dirty.contains(node))
        .map(place)
        .collect()
}

/// Checks that an action reads the data when the user acts.
#[test]
fn an_action_uses_the_data_at_the_time_of_the_click() {
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
        surfaces
            .get("crew")
            .unwrap()
            .action_of("root", &Scope::top(), &Host::new())
            .unwrap()
    };
    step(
        &mut surfaces,
        &Sent(r#""updateDataModel":{"surfaceId":"crew","path":"/name","value":"Tom"}"#),
    );
    assert_eq!(dirty_nodes(&mut surfaces), ["root"]);
    let ClientAction::Event(event) = acts(&surfaces) else {
        panic!()
    };
    assert_eq!(
        (
            event.name.as_str(),
            event.source_component_id.as_str(),
            event.context.text()
        ),
        ("sign", "root", r#"{"who":"Tom"}"#)
    );
    // The host performs the call, so no event is sent.
    step(
        &mut surfaces,
        &Sent(
            r#""updateComponents":{"surfaceId":"crew","components":[{"id":"root","component":"Button","child":"t",
                "action":{"functionCall":{"call":"openUrl","args":{"url":"https://example.org/crew"}}}}]}"#,
        ),
    );
    assert_eq!(dirty_nodes(&mut surfaces), ["root"]);
    let ClientAction::Call(call) = acts(&surfaces) else {
        panic!()
    };
    assert_eq!(
        (call.name.as_str(), call.arguments.unwrap().text()),
        ("openUrl", r#"{"url":"https://example.org/crew"}"#)
    );
}
