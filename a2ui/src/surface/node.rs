//! The component tree of a surface, with expanded templates.

use super::{ReferenceFields, Surface, SurfaceComponent};
use crate::{ComponentId, Version, data_model, expression::Scope};
use std::collections::BTreeMap;
use wire::{Payload, PayloadKind, Pointer, token};

/// A component at one position in the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SurfaceNode<'a> {
    /// The id of the component.
    pub component_id: ComponentId,
    /// The component, or `None` if it has not arrived yet.
    pub component: Option<&'a SurfaceComponent>,
    /// The scope in which relative paths of the component are resolved.
    pub scope: Scope,
    /// The number of ancestors of the node.
    pub depth: usize,
    /// The index of the parent in the list of nodes. `None` for the root.
    pub parent: Option<usize>,
    /// The pointer of the reference in the parent component. Empty for the root.
    pub pointer: Pointer,
}

/// The error for a tree with more nodes than [`SurfaceOptions::max_expanded`](super::SurfaceOptions) allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[error("the expanded component tree has more than {budget} nodes")]
pub struct TooManyNodes {
    /// The maximum number of nodes.
    pub budget: usize,
}

impl Surface {
    /// Returns the nodes of the tree in display order: each component before its children.
    ///
    /// A template is repeated for each element of the list at its path, which is resolved in the scope of the component
    /// with the template. In 0.8 it is also repeated for each member of an object, because 0.8 cannot send lists. If
    /// nothing at the path is a list, the template shows nothing.
    ///
    /// ```
    /// use agent_ui_a2ui::{Message, surface::Surfaces};
    ///
    /// let mut surfaces = Surfaces::new();
    /// for text in [
    ///     r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#,
    ///     r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":{"people":[{"name":"Ada"},{"name":"Lin"}]}}}"#,
    ///     r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[
    ///         {"id":"root","component":"List","children":{"componentId":"row","path":"/people"}},
    ///         {"id":"row","component":"Text","text":{"path":"name"}}]}}"#,
    /// ] {
    ///     surfaces.apply(&Message::read(text)?)?;
    /// }
    /// let nodes = surfaces.get("s").unwrap().nodes()?;
    /// let places: Vec<_> = nodes.iter().map(|node| (node.component_id.as_str(), node.scope.path())).collect();
    /// assert_eq!(places, [("root", "".into()), ("row", "/people/0".into()), ("row", "/people/1".into())]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the tree has more than [`SurfaceOptions::max_expanded`](super::SurfaceOptions) nodes.
    pub fn nodes(&self) -> Result<Vec<SurfaceNode<'_>>, TooManyNodes> {
        let budget = self.options().max_expanded;
        let Some(root) = self.root() else {
            return Ok(Vec::new());
        };
        let mut walk = TreeWalk {
            surface: self,
            children: BTreeMap::new(),
            items: BTreeMap::new(),
            open: Vec::new(),
        };
        let mut nodes: Vec<SurfaceNode<'_>> = Vec::new();
        walk.open.push(SurfaceNode {
            component_id: ComponentId::from(root),
            component: self.component(root),
            scope: Scope::top(),
            depth: 0,
            parent: None,
            pointer: Pointer::root(),
        });
        while let Some(node) = walk.open.pop() {
            let left = budget
                .checked_sub(nodes.len() + walk.open.len() + 1)
                .ok_or(TooManyNodes { budget })?;
            walk.queue_children(&node, nodes.len(), left)
                .ok_or(TooManyNodes { budget })?;
            nodes.push(node);
        }
        Ok(nodes)
    }

    /// Returns the scopes in which a component occurs, in display order.
    ///
    /// # Errors
    /// Returns an error if the whole tree has more nodes than [`SurfaceOptions::max_expanded`](super::SurfaceOptions).
    pub fn instances(&self, component_id: &str) -> Result<Vec<Scope>, TooManyNodes> {
        let mut scopes = Vec::new();
        for node in self.nodes()? {
            if node.component_id.as_str() == component_id {
                scopes.push(node.scope);
            }
        }
        Ok(scopes)
    }
}

/// A reference from one component to another, either single or repeated for the items at a path.
pub(super) struct Child {
    pub(super) pointer: Pointer,
    pub(super) id: ComponentId,
    pub(super) template: Option<String>,
}

/// The values for which a template is repeated.
enum Items {
    Elements(usize),
    Members(Vec<String>),
}

struct TreeWalk<'a> {
    surface: &'a Surface,
    children: BTreeMap<ComponentId, Vec<Child>>,
    items: BTreeMap<String, Items>,
    /// The nodes that are still to be visited, in reverse order.
    open: Vec<SurfaceNode<'a>>,
}

impl<'a> TreeWalk<'a> {
    /// Adds the children of a node. Returns `None` if there are more than `left` children.
    fn queue_children(
        &mut self,
        node: &SurfaceNode<'a>,
        place: usize,
        mut left: usize,
    ) -> Option<()> {
        let Some(component) = node.component else {
            return Some(());
        };
        let references = &self.surface.options().references;
        let children = self
            .children
            .entry(node.component_id.clone())
            .or_insert_with(|| children(component, references));
        let first = self.open.len();
        for child in children.iter() {
            let scopes = match &child.template {
                None => vec![node.scope.clone()],
                Some(path) => {
                    let items = self
                        .items
                        .entry(node.scope.resolve(path))
                        .or_insert_with_key(|path| find_items(self.surface, path));
                    items.collect_scopes(&node.scope, path, left)?
                }
            };
            left = left.checked_sub(scopes.len())?;
            for scope in scopes {
                self.open.push(SurfaceNode {
                    component_id: child.id.clone(),
                    component: self.surface.component(child.id.as_str()),
                    scope,
                    depth: node.depth + 1,
                    parent: Some(place),
                    pointer: child.pointer.clone(),
                });
            }
        }
        self.open.get_mut(first..)?.reverse();
        Some(())
    }
}

impl Items {
    fn collect_scopes(&self, from: &Scope, path: &str, left: usize) -> Option<Vec<Scope>> {
        let count = match self {
            Self::Elements(count) => *count,
            Self::Members(names) => names.len(),
        };
        // The length is checked first, because a list can be much longer than the budget.
        if count > left {
            return None;
        }
        let mut scopes = Vec::new();
        match self {
            Self::Elements(count) => {
                for index in 0..*count {
                    scopes.push(from.below(path, &index.to_string(), index).ok()?);
                }
            }
            Self::Members(names) => {
                for (index, name) in names.iter().enumerate() {
                    scopes.push(from.below(path, name, index).ok()?);
                }
            }
        }
        Some(scopes)
    }
}

/// Returns the items at a path of the data model.
///
/// Specification: [A2UI 0.9, Path resolution & scope](https://github.com/a2ui-project/a2ui/blob/4e6e1fdc4947c23a7f5d798edd70fe36c78cc4ba/specification/v0_9/docs/a2ui_protocol.md#path-resolution--scope).
fn find_items(surface: &Surface, path: &str) -> Items {
    let Some(value) = surface.data_model().get(path) else {
        return Items::Elements(0);
    };
    match value.kind() {
        PayloadKind::Array => Items::Elements(token::children(value.text()).count()),
        PayloadKind::Object if surface.version() == Version::V0_8 => {
            let names = value.members().map(|(name, _)| name.into_owned());
            Items::Members(
                names
                    .filter(|name| data_model::path::is_allowed(name))
                    .collect(),
            )
        }
        _ => Items::Elements(0),
    }
}

pub(super) fn children(component: &SurfaceComponent, fields: &ReferenceFields) -> Vec<Child> {
    let whole = component.to_payload();
    let mut children = Vec::new();
    for reference in component.references_in(fields) {
        let mut template = template_path(&whole, &reference.pointer);
        if let (Some(path), SurfaceComponent::V0_8(_)) = (&mut template, component) {
            *path = old_template_path(path);
        }
        children.push(Child {
            template,
            pointer: reference.pointer,
            id: reference.id,
        });
    }
    children
}

/// Returns the path of the template that contains a reference: `path`, or `dataBinding` in 0.8. Returns `None` outside of
/// templates.
fn template_path(component: &Payload, at: &Pointer) -> Option<String> {
    let above = at.as_str().strip_suffix("/componentId")?;
    let template = component.get(&Pointer::parse(above).ok()?)?;
    let path = template
        .member("path")
        .or_else(|| template.member("dataBinding"))?;
    path.as_str().map(String::from)
}

/// Converts a 0.8 template path to the form of later versions. Unlike a bound value, a template path that begins with `/`
/// is resolved from the top.
fn old_template_path(path: &str) -> String {
    let from_top = match data_model::names(path) {
        Ok(names) => data_model::path(&names),
        Err(_) => path.to_owned(),
    };
    match from_top.strip_prefix('/') {
        Some(below) if !path.starts_with('/') => below.to_owned(),
        None if path.starts_with('/') => "/".to_owned(),
        _ => from_top,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Message,
        surface::{SurfaceOptions, Surfaces},
    };
    use proptest::prelude::*;

    fn surfaces(budget: usize, model: &str, components: &str) -> Surfaces {
        let mut surfaces = Surfaces::with_options(SurfaceOptions::new().max_expanded(budget));
        for text in [
            r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#.to_owned(),
            format!(
                r#"{{"version":"v0.9","updateDataModel":{{"surfaceId":"s","value":{model}}}}}"#
            ),
            format!(
                r#"{{"version":"v0.9","updateComponents":{{"surfaceId":"s","components":[{components}]}}}}"#
            ),
        ] {
            surfaces.apply(&Message::read(&text).unwrap()).unwrap();
        }
        surfaces
    }

    fn node_lines(surfaces: &Surfaces) -> Result<Vec<String>, TooManyNodes> {
        let nodes = surfaces.get("s").unwrap().nodes()?;
        let show = |node: &SurfaceNode<'_>| {
            let missing = if node.component.is_none() { "?" } else { "" };
            format!(
                "{}{}{missing} {}",
                "-".repeat(node.depth),
                node.component_id,
                node.scope.path()
            )
        };
        Ok(nodes.iter().map(show).collect())
    }

    const NESTED: &str = r#"{"id":"root","component":"Column","children":["head","list","gone"]},
        {"id":"head","component":"Text"},
        {"id":"list","component":"List","children":{"componentId":"card","path":"/groups"}},
        {"id":"card","component":"Card","child":"inner"},
        {"id":"inner","component":"Row","children":{"componentId":"cell","path":"cells"}},
        {"id":"cell","component":"Text"}"#;

    #[test]
    fn templates_inside_templates_are_shown_in_order() {
        let of = |budget| {
            surfaces(
                budget,
                r#"{"groups":[{"cells":[1,2]},{"cells":{}},{},{"cells":[3]}]}"#,
                NESTED,
            )
        };
        let all = [
            "root ",
            "-head ",
            "-list ",
            "--card /groups/0",
            "---inner /groups/0",
            "----cell /groups/0/cells/0",
            "----cell /groups/0/cells/1",
            "--card /groups/1",
            "---inner /groups/1",
            "--card /groups/2",
            "---inner /groups/2",
            "--card /groups/3",
            "---inner /groups/3",
            "----cell /groups/3/cells/0",
            "-gone? ",
        ];
        assert_eq!(node_lines(&of(all.len())).unwrap(), all);
        assert_eq!(
            node_lines(&of(all.len() - 1)),
            Err(TooManyNodes {
                budget: all.len() - 1
            })
        );
        let surfaces = of(100);
        let surface = surfaces.get("s").unwrap();
        let nodes = surface.nodes().unwrap();
        for node in &nodes {
            let above = node.parent.map(|place| &nodes[place]);
            assert_eq!(above.map(|above| above.depth + 1).unwrap_or(0), node.depth);
        }
        assert_eq!(
            (nodes[3].pointer.as_str(), nodes[3].scope.index()),
            ("/children/componentId", Some(0))
        );
        assert_eq!(nodes[5].pointer.as_str(), "/children/componentId");
        let cells = surface.instances("cell").unwrap();
        assert_eq!(
            cells.iter().filter_map(Scope::index).collect::<Vec<_>>(),
            [0, 1, 0]
        );
        assert_eq!(surface.instances("missing"), Ok(Vec::new()));
    }

    #[test]
    fn an_exponential_tree_is_an_error() {
        // Forty rows, each of which shows the next one twice.
        let rows: Vec<String> = (0..40)
            .map(|i| {
                let id = if i == 0 {
                    "root".to_owned()
                } else {
                    format!("r{i}")
                };
                format!(
                    r#"{{"id":"{id}","component":"Row","children":["r{0}","r{0}"]}}"#,
                    i + 1
                )
            })
            .collect();
        assert!(node_lines(&surfaces(10_000, "null", &rows.join(","))).is_err());
        let many = format!(r#"{{"l":[{}]}}"#, vec!["0"; 200_000].join(","));
        let list = r#"{"id":"root","component":"List","children":{"componentId":"x","path":"/l"}}"#;
        assert!(node_lines(&surfaces(10_000, &many, list)).is_err());
    }

    #[test]
    fn a_reference_without_a_path_is_not_a_template() {
        let components = r#"{"id":"root","component":"List","children":{"componentId":"x"}}"#;
        assert_eq!(
            node_lines(&surfaces(9, "null", components)).unwrap(),
            ["root ", "-x? "]
        );
        assert_eq!(
            node_lines(&surfaces(9, "null", r#"{"id":"a","component":"Text"}"#)).unwrap(),
            ["root? "]
        );
    }

    #[test]
    fn in_0_8_a_template_is_also_repeated_for_the_members_of_an_object() {
        for (path, key, shown) in [
            ("/items", "b", ["r ", "-t /items/b", "-t /items/a"]),
            ("items", "b~1", ["r ", "-t /items/b~01", "-t /items/a"]),
            ("/items/", "7", ["r ", "-t /items/7", "-t /items/a"]),
            (
                "/shop.items",
                "b",
                ["r ", "-t /shop/items/b", "-t /shop/items/a"],
            ),
            ("/items[0]", "b", ["r ", "-t /items/0/b", "-t /items/0/a"]),
        ] {
            let mut surfaces = Surfaces::new();
            for text in [
                format!(
                    r#"{{"surfaceUpdate":{{"surfaceId":"s","components":[
                    {{"id":"r","component":{{"List":{{"children":{{"template":{{"componentId":"t","dataBinding":"{path}"}}}}}}}}}},
                    {{"id":"t","component":{{"Text":{{"text":{{"path":"name"}}}}}}}}]}}}}"#
                ),
                format!(
                    r#"{{"dataModelUpdate":{{"surfaceId":"s","path":"{path}","contents":[
                    {{"key":"{key}","valueMap":[{{"key":"name","valueString":"B"}}]}},{{"key":"a","valueMap":[]}}]}}}}"#
                ),
                r#"{"beginRendering":{"surfaceId":"s","root":"r"}}"#.to_owned(),
            ] {
                assert_eq!(shown_if(&surfaces), [""; 0]);
                surfaces.apply(&Message::read(&text).unwrap()).unwrap();
            }
            assert_eq!(shown_if(&surfaces), shown, "{path}");
        }
    }

    #[test]
    fn in_0_8_a_nested_template_path_is_relative_only_without_a_slash() {
        for (path, shown) in [
            (
                "tags",
                [
                    "r ",
                    "-g /groups/x",
                    "--t /groups/x/tags/p",
                    "--t /groups/x/tags/q",
                ]
                .as_slice(),
            ),
            ("/tags", &["r ", "-g /groups/x", "--t /tags/z"]),
        ] {
            let surfaces = {
                let mut surfaces = Surfaces::new();
                for text in [
                    format!(
                        r#"{{"surfaceUpdate":{{"surfaceId":"s","components":[
                        {{"id":"r","component":{{"List":{{"children":{{"template":{{"componentId":"g","dataBinding":"/groups"}}}}}}}}}},
                        {{"id":"g","component":{{"Row":{{"children":{{"template":{{"componentId":"t","dataBinding":"{path}"}}}}}}}}}},
                        {{"id":"t","component":{{"Text":{{"text":{{"path":"."}}}}}}}}]}}}}"#
                    ),
                    r#"{"dataModelUpdate":{"surfaceId":"s","contents":[{"key":"tags","valueMap":[{"key":"z","valueString":"Z"}]},
                        {"key":"groups","valueMap":[{"key":"x","valueMap":[{"key":"tags","valueMap":[{"key":"p","valueString":"P"},{"key":"q","valueString":"Q"}]}]}]}]}}"#.to_owned(),
                    r#"{"beginRendering":{"surfaceId":"s","root":"r"}}"#.to_owned(),
                ] {
                    surfaces.apply(&Message::read(&text).unwrap()).unwrap();
                }
                surfaces
            };
            assert_eq!(shown_if(&surfaces), shown, "{path}");
        }
    }

    fn shown_if(surfaces: &Surfaces) -> Vec<String> {
        surfaces
            .get("s")
            .map_or_else(Vec::new, |_| node_lines(surfaces).unwrap())
    }

    proptest! {
        #[test]
        fn every_item_is_shown_once_and_its_scope_is_its_path(groups in prop::collection::vec(0usize..4, 0..5)) {
            let lists: Vec<String> =
                groups.iter().map(|n| format!(r#"{{"cells":[{}]}}"#, vec!["0"; *n].join(","))).collect();
            let model = format!(r#"{{"groups":[{}]}}"#, lists.join(","));
            let all = surfaces(100, &model, NESTED);
            let expected: Vec<String> = groups
                .iter()
                .enumerate()
                .flat_map(|(i, n)| (0..*n).map(move |j| format!("/groups/{i}/cells/{j}")))
                .collect();
            let surface = all.get("s").unwrap();
            let scopes = surface.instances("cell").unwrap();
            prop_assert_eq!(scopes.iter().map(Scope::path).collect::<Vec<_>>(), expected);
            for scope in scopes {
                prop_assert!(surface.data_model().get(&scope.resolve("")).is_some());
            }
            let count = surface.nodes().unwrap().len();
            prop_assert!(node_lines(&surfaces(count, &model, NESTED)).is_ok());
            prop_assert!(node_lines(&surfaces(count - 1, &model, NESTED)).is_err());
        }
    }
}
