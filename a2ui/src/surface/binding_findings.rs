//! Findings about bindings to paths that no message writes.

use super::{
    Surface, SurfaceComponent,
    bindings::{self, Binding, ExpectedKind, Role},
    written_paths::{ANY, Lookup, WrittenPaths},
};
use crate::{Message, SurfaceId, Version, data_model, limits::JSON_DEPTH};
use std::{cell::Cell, collections::BTreeMap};
use wire::{Finding, Fix, Pointer, spelling};

/// A record of the paths that messages have written to the data models of surfaces. It allows checks of a whole message
/// stream, because a binding to an unwritten path shows nothing.
///
/// ```
/// use agent_ui_a2ui::{Message, surface::{Surfaces, WrittenData}};
///
/// let (mut surfaces, mut data) = (Surfaces::new(), WrittenData::new());
/// for text in [
///     r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#,
///     r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[
///         {"id":"root","component":"Text","text":{"path":"/user/nmae"}}]}}"#,
///     r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/user/name","value":"Ada"}}"#,
/// ] {
///     let message = Message::read(text)?;
///     surfaces.apply(&message)?;
///     data.observe(&message);
/// }
/// let found = data.findings(surfaces.get("s").unwrap());
/// assert_eq!((found[0].rule, found[0].pointer.as_str()), ("unwritten-path", "/components/root/text/path"));
/// assert_eq!(found[0].hint, "did you mean `/user/name`?");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct WrittenData {
    surfaces: BTreeMap<SurfaceId, WrittenPaths>,
}

impl WrittenData {
    /// Creates an empty record.
    pub fn new() -> Self {
        Self::default()
    }

    /// Records the paths that an applied message writes. `deleteSurface` clears the record of its surface.
    pub fn observe(&mut self, message: &Message) {
        let Some(id) = message.surface_id() else {
            return;
        };
        if !message.is_about_a_surface() {
            return;
        }
        if message.key() == "deleteSurface" {
            self.surfaces.remove(id);
        } else {
            self.surfaces
                .entry(id.clone())
                .or_default()
                .observe(message);
        }
    }

    /// Returns the findings about the bindings of a surface in its current state. Pointers point into the
    /// [snapshot](super::SurfaceSnapshot).
    ///
    /// Only types of the basic catalog are checked. A path to which an input component writes counts as written.
    ///
    /// Rules: `not-a-list`, and as warnings `unwritten-path` and `bound-kind`.
    pub fn findings(&self, surface: &Surface) -> Vec<Finding> {
        let nothing = WrittenPaths::default();
        let written = self.surfaces.get(surface.surface_id()).unwrap_or(&nothing);
        match BindingCheck::prepare(surface, written) {
            Some(check) => check.findings(),
            None => Vec::new(),
        }
    }
}

/// The maximum number of scopes in which one component is checked.
const MAX_SCOPES: usize = 8;

/// The maximum number of paths per surface with a search for similar names, and of names compared in each search.
const MAX_SUGGESTIONS: usize = 100;
const MAX_NAMES: usize = 1_000;

/// The index of the scope at the top of the data model.
const TOP: usize = 0;

/// A scope in which components are shown: the top of the data model, or all items of one template.
struct DataScope {
    /// The path of the scope. In a path, `*` stands for every list element.
    path: Vec<String>,
    /// The paths that are written in any item, or `None` if the items are unknown.
    written: Option<WrittenPaths>,
}

/// A list for whose elements a template is repeated.
struct TemplateList {
    /// The index of the scope for the items of the list.
    items: usize,
    /// The index of the scope to which the path of the list is relative.
    from: usize,
    path: Vec<String>,
}

/// The lists of all templates that were found so far.
#[derive(Default)]
struct Templates {
    lists: Vec<TemplateList>,
    /// The indices of the item scopes, by path.
    by_path: BTreeMap<Vec<String>, usize>,
}

/// A path to which no message has written.
struct Missing<'a> {
    /// The last written node on the path, and the index of the first segment that is missing below this node.
    node: &'a WrittenPaths,
    place: usize,
    /// The index of the scope that reads the path, and of the scope to which the path is relative.
    scope: usize,
    from: usize,
    text: &'a str,
    path: &'a [String],
}

struct BindingCheck<'a> {
    surface: &'a Surface,
    scopes: Vec<DataScope>,
    /// The indices of the scopes in which each component is shown.
    places: BTreeMap<&'a str, Vec<usize>>,
    /// The number of similar names that may still be searched.
    suggestions: Cell<usize>,
}

impl<'a> BindingCheck<'a> {
    /// Prepares the check. Returns `None` if a component is shown in too many scopes.
    fn prepare(surface: &'a Surface, written: &WrittenPaths) -> Option<Self> {
        let top = DataScope {
            path: Vec::new(),
            written: Some(written.clone()),
        };
        let mut check = Self {
            surface,
            scopes: vec![top],
            places: BTreeMap::new(),
            suggestions: Cell::new(MAX_SUGGESTIONS),
        };
        let templates = check.assign_scopes()?;
        check.mark_inputs();
        for template in templates {
            let written = check.written_items(&template);
            if let Some(scope) = check.scopes.get_mut(template.items) {
                scope.written = written;
            }
        }
        Some(check)
    }

    /// Returns the paths that are written in the items of a template, or `None` if the items are unknown.
    fn written_items(&self, template: &TemplateList) -> Option<WrittenPaths> {
        let Lookup::Found(list) = self.look_up(template.from, &template.path)? else {
            return None;
        };
        // In 0.8, a template may also repeat for the members of an object.
        if !list.is_list && !self.is_v0_8() {
            return None;
        }
        let items = list.merge_children();
        if items.is_open() { None } else { Some(items) }
    }

    fn is_v0_8(&self) -> bool {
        self.surface.version() == Version::V0_8
    }

    /// Finds the scopes in which components are shown. Returns the list of each scope.
    fn assign_scopes(&mut self) -> Option<Vec<TemplateList>> {
        let surface = self.surface;
        let mut open: Vec<(&str, usize)> = Vec::new();
        for component in surface.components() {
            let id = component.id().as_str();
            if surface.parents_of(id).next().is_none() {
                open.push((id, TOP));
            }
        }
        let mut templates = Templates::default();
        while let Some((id, scope)) = open.pop() {
            let Some(component) = surface.component(id) else {
                continue;
            };
            let places = self.places.entry(component.id().as_str()).or_default();
            if places.contains(&scope) {
                continue;
            }
            // The work per component is limited. If there are more scopes, nothing is reported.
            if places.len() >= MAX_SCOPES {
                return None;
            }
            places.push(scope);
            for child in surface.children(component) {
                let Some(below) = surface.component(child.id.as_str()) else {
                    continue;
                };
                let list = match child.template {
                    Some(path) => self.resolve_template_path(scope, &path),
                    None => None,
                };
                let scope = match list {
                    Some((from, path)) => self.scope_of_items(from, path, &mut templates)?,
                    None => scope,
                };
                open.push((below.id().as_str(), scope));
            }
        }
        Some(templates.lists)
    }

    /// Returns the scope for the items of a list. Templates for the same list share one scope.
    fn scope_of_items(
        &mut self,
        from: usize,
        list: Vec<String>,
        templates: &mut Templates,
    ) -> Option<usize> {
        let mut path = self.scopes.get(from)?.path.clone();
        path.extend(list.iter().cloned());
        path.push(ANY.to_owned());
        if let Some(items) = templates.by_path.get(&path) {
            return Some(*items);
        }
        let items = self.scopes.len();
        templates.by_path.insert(path.clone(), items);
        templates.lists.push(TemplateList {
            items,
            from,
            path: list,
        });
        self.scopes.push(DataScope {
            path,
            written: None,
        });
        Some(items)
    }

    /// Marks the paths to which input components write.
    fn mark_inputs(&mut self) {
        let mut inputs = Vec::new();
        for component in self.surface.components() {
            // A type of another catalog may write to any of its bindings.
            let may_write_all = !bindings::is_known(component.type_name());
            let scopes = self.scopes_of(component);
            for binding in self.surface.bindings(component) {
                if binding.role != Role::Input && !may_write_all {
                    continue;
                }
                for scope in scopes {
                    inputs.extend(self.full_path(*scope, &binding.path));
                }
            }
        }
        let Some(DataScope {
            written: Some(top), ..
        }) = self.scopes.first_mut()
        else {
            return;
        };
        for path in inputs {
            let mut node = &mut *top;
            for segment in &path {
                node = node.child(segment);
            }
            node.is_input = true;
        }
    }

    /// Returns the indices of the scopes in which a component is shown.
    fn scopes_of(&self, component: &SurfaceComponent) -> &[usize] {
        let scopes = self.places.get(component.id().as_str());
        scopes.map(Vec::as_slice).unwrap_or_default()
    }

    /// Returns a path from the top of the data model, with `*` for each list element. Returns `None` if the path is
    /// deeper than a data model can be.
    fn full_path(&self, scope: usize, path: &str) -> Option<Vec<String>> {
        let (from, relative) = self.resolve(scope, path)?;
        let mut path = match self.scopes.get(from) {
            Some(scope) => scope.path.clone(),
            None => Vec::new(),
        };
        path.extend(relative);
        if path.len() > JSON_DEPTH {
            return None;
        }
        Some(path)
    }

    /// Returns the scope to which a path is relative, and the segments of the path.
    fn resolve(&self, scope: usize, path: &str) -> Option<(usize, Vec<String>)> {
        if self.is_v0_8() {
            if scope != TOP {
                if let Some(below) = data_model::item_path(path) {
                    return Some((scope, data_model::names(below).ok()?));
                }
            }
            return Some((TOP, data_model::names(path).ok()?));
        }
        if path.starts_with('/') || scope == TOP {
            return Some((TOP, data_model::segments(path).ok()?));
        }
        let path = if path == "." { "" } else { path };
        Some((scope, data_model::segments(path).ok()?))
    }

    /// Resolves the path of a template. In 0.8, a template path that begins with `/` is resolved from the top, unlike
    /// other paths.
    fn resolve_template_path(&self, scope: usize, path: &str) -> Option<(usize, Vec<String>)> {
        let from = if path.starts_with('/') { TOP } else { scope };
        Some((from, data_model::segments(path).ok()?))
    }

    /// Looks up a path in a scope. Returns `None` if the contents of the scope are unknown.
    fn look_up(&self, scope: usize, path: &[String]) -> Option<Lookup<'_>> {
        Some(self.scopes.get(scope)?.written.as_ref()?.look_up(path))
    }

    fn findings(&self) -> Vec<Finding> {
        let mut found = Vec::new();
        let components = self.surface.components();
        for component in components {
            if !bindings::is_known(component.type_name()) {
                continue;
            }
            let at = Pointer::root()
                .member("components")
                .member(component.id().as_str());
            let scopes = self.scopes_of(component);
            for child in self.surface.children(component) {
                let Some(path) = child.template else { continue };
                found.extend(self.check_template(scopes, &path, &at.join(&child.pointer)));
            }
            for binding in self.surface.bindings(component) {
                if binding.role != Role::Input {
                    found.extend(self.check_binding(component, scopes, &binding, &at));
                }
                found.extend(self.check_kind(component, scopes, &binding, &at));
            }
        }
        found
    }

    /// Checks the path of a template. `component_id` is the pointer of the template's `componentId`.
    fn check_template(
        &self,
        scopes: &[usize],
        path: &str,
        component_id: &Pointer,
    ) -> Option<Finding> {
        let name = if self.is_v0_8() {
            "dataBinding"
        } else {
            "path"
        };
        let at = component_id.as_str().strip_suffix("/componentId")?;
        let at = Pointer::parse(at).ok()?.member(name);
        let mut finding = None;
        for scope in scopes {
            let (from, list) = self.resolve_template_path(*scope, path)?;
            // A template that is correct in any scope is correct, so the first such scope ends the check.
            let judged = match self.look_up(from, &list)? {
                Lookup::Found(node) => self.not_repeated(node, path, &at)?,
                Lookup::Missing(node, place) => {
                    let message =
                        format!("no message writes `{path}`, so this template shows no items");
                    let missing = Missing {
                        node,
                        place,
                        scope: *scope,
                        from,
                        text: path,
                        path: &list,
                    };
                    let warning = Finding::warning("unwritten-path", at.clone(), message);
                    self.with_suggestion(warning, &missing, true)
                }
                Lookup::Unknown => return None,
            };
            finding.get_or_insert(judged);
        }
        finding
    }

    /// Returns the finding for a template whose path was written with something other than a list.
    fn not_repeated(&self, node: &WrittenPaths, path: &str, at: &Pointer) -> Option<Finding> {
        if node.is_list || node.is_input {
            return None;
        }
        // In 0.8, a template may also repeat for the members of an object.
        if node.is_object && !self.is_v0_8() {
            return Some(not_a_list(path, "an object", at));
        }
        if node.is_scalar && !node.is_object {
            return Some(not_a_list(path, "a single value", at));
        }
        None
    }

    /// Checks the kind of the value to which a property is bound. A mismatch is reported only if every scope has one.
    fn check_kind(
        &self,
        component: &SurfaceComponent,
        scopes: &[usize],
        binding: &Binding,
        at: &Pointer,
    ) -> Option<Finding> {
        let expected = binding.expected?;
        let (path, id) = (&binding.path, component.id());
        let mut message = None;
        for scope in scopes {
            let (from, segments) = self.resolve(*scope, path)?;
            // Another rule reports missing paths.
            let Lookup::Found(node) = self.look_up(from, &segments)? else {
                return None;
            };
            let has_members = node.is_object && !node.below.is_empty();
            let found = match (expected, node.is_list, has_members, node.is_scalar) {
                (ExpectedKind::Single, true, false, false) => "a list",
                (ExpectedKind::Single, false, true, false) => "an object",
                (ExpectedKind::List, false, false, true) => "a single value",
                // Either values of several kinds were written, or the value has the expected kind.
                _ => return None,
            };
            let needed = match expected {
                ExpectedKind::List => "a list",
                ExpectedKind::Single => "a single value",
            };
            // The message shows the first mismatch.
            message.get_or_insert(format!(
                "component `{id}` needs {needed}, but `{path}` is {found}"
            ));
        }
        let finding = Finding::warning("bound-kind", at.join(&binding.pointer), message?);
        Some(finding.hint(match expected {
            ExpectedKind::List => "write a list to this path, even for one element",
            ExpectedKind::Single => "bind the property to a path below this one",
        }))
    }

    /// Checks that a bound path is written. The path counts as missing only if it is missing in every scope.
    fn check_binding(
        &self,
        component: &SurfaceComponent,
        scopes: &[usize],
        binding: &Binding,
        at: &Pointer,
    ) -> Option<Finding> {
        let mut finding = None;
        for scope in scopes {
            let (from, path) = self.resolve(*scope, &binding.path)?;
            let Lookup::Missing(node, place) = self.look_up(from, &path)? else {
                return None;
            };
            // The finding shows the first scope, but the other scopes must lack the path, too.
            if finding.is_some() {
                continue;
            }
            let (text, id) = (&binding.path, component.id());
            let message = match self.scopes.get(from).filter(|_| from != 0) {
                Some(items) => format!(
                    "component `{id}` reads `{text}`, but no item of `{}` has it",
                    data_model::path(items.path.split_last()?.1)
                ),
                None => format!("component `{id}` reads `{text}`, but no message writes it"),
            };
            let warning = Finding::warning("unwritten-path", at.join(&binding.pointer), message);
            let missing = Missing {
                node,
                place,
                scope: *scope,
                from,
                text,
                path: &path,
            };
            finding = Some(self.with_suggestion(warning, &missing, binding.role != Role::Text));
        }
        finding
    }

    /// Adds the most similar written path as a hint. If the whole value is the path, a fix is added too.
    fn with_suggestion(&self, finding: Finding, missing: &Missing<'_>, is_whole: bool) -> Finding {
        if let Some(near) = self.find_suggestion(missing) {
            let finding = finding.hint(format_args!("did you mean `{near}`?"));
            return match is_whole {
                true => finding.fix(Fix::string(&near)),
                false => finding,
            };
        }
        if missing.scope != TOP && missing.from == TOP && !self.is_v0_8() {
            let relative = self.format_path(missing.path, false);
            return finding.hint(format_args!(
                "write `{relative}` if the items have it: only a path without a leading `/` is relative to the item"
            ));
        }
        match self.names_at(missing) {
            Some(names) => finding.hint(names),
            None => finding.hint("write data to this path, or correct the path"),
        }
    }

    /// Returns the written path that was probably intended: a path with a similar name, otherwise the same path in
    /// another scope or notation.
    fn find_suggestion(&self, missing: &Missing<'_>) -> Option<String> {
        if let Some(left) = self.suggestions.get().checked_sub(1) {
            self.suggestions.set(left);
            if let Some(path) = respell(missing) {
                return Some(self.format_path(&path, missing.text.starts_with('/')));
            }
        }
        self.find_in_other_scope(missing)
            .or_else(|| self.find_in_other_notation(missing))
    }

    /// Returns a list of the names that exist where the path leaves the written data.
    fn names_at(&self, missing: &Missing<'_>) -> Option<String> {
        const SHOWN: usize = 5;
        let node = missing.node;
        let names: Vec<_> = names_below(node).take(SHOWN).collect();
        if names.is_empty() || node.is_list {
            return None;
        }
        let count = node.below.len() - usize::from(node.below.contains_key(ANY));
        let rest = count.saturating_sub(names.len());
        let names = names.join("`, `");
        let more = if rest > 0 {
            format!(" and {rest} more")
        } else {
            String::new()
        };
        let above = match (missing.path.get(..missing.place)?, missing.from) {
            ([], 0) => "the data model".to_owned(),
            ([], _) => "an item".to_owned(),
            (above, from) => format!("`{}`", self.format_path(above, from == 0)),
        };
        Some(format!("{above} has `{names}`{more}"))
    }

    fn format_path(&self, path: &[String], from_top: bool) -> String {
        let text = match self.is_v0_8() {
            true => data_model::name_path(path).unwrap_or_else(|| data_model::path(path)),
            false => data_model::path(path),
        };
        if from_top {
            text
        } else {
            text.trim_start_matches('/').to_owned()
        }
    }

    /// Returns the path in the other scope, if the path is written there. The other scope is the top for an item, and an
    /// item for the top.
    fn find_in_other_scope(&self, missing: &Missing<'_>) -> Option<String> {
        let Missing {
            scope, from, path, ..
        } = *missing;
        if scope != TOP && from == TOP {
            return match self.is_written(scope, path) {
                true => Some(self.format_path(path, false)),
                false => None,
            };
        }
        if from == TOP || !self.is_written(TOP, path) {
            return None;
        }
        let path = self.format_path(path, true);
        Some(if self.is_v0_8() {
            format!("/{path}")
        } else {
            path
        })
    }

    fn is_written(&self, scope: usize, path: &[String]) -> bool {
        matches!(self.look_up(scope, path), Some(Lookup::Found(_)))
    }

    /// Converts a path with dots, brackets, `$` or braces to a JSON Pointer, if that path is written.
    fn find_in_other_notation(&self, missing: &Missing<'_>) -> Option<String> {
        let Missing { scope, text, .. } = *missing;
        let inner = text
            .trim()
            .trim_start_matches("${")
            .trim_start_matches("{{")
            .trim_end_matches('}')
            .trim();
        let inner = inner.strip_prefix('$').unwrap_or(inner);
        let is_other_notation = inner != text || inner.contains(['.', '[']);
        if self.is_v0_8() || !is_other_notation {
            return None;
        }
        let path = data_model::names(inner).ok()?;
        if scope != TOP && self.is_written(scope, &path) {
            return Some(self.format_path(&path, false));
        }
        if self.is_written(TOP, &path) {
            return Some(self.format_path(&path, true));
        }
        None
    }
}

/// Returns the path with a similar written name in place of its missing segment.
fn respell(missing: &Missing<'_>) -> Option<Vec<String>> {
    let Missing {
        node, place, path, ..
    } = *missing;
    let name = spelling::closest(path.get(place)?, names_below(node).take(MAX_NAMES))?;
    let rest = path.get(place + 1..)?;
    let below = node.below.get(name)?;
    // The names below an open node are unknown.
    if !rest.is_empty() && below.is_open() {
        return None;
    }
    if !matches!(below.look_up(rest), Lookup::Found(_)) {
        return None;
    }
    let mut path = path.to_vec();
    *path.get_mut(place)? = name.to_owned();
    Some(path)
}

/// Iterates over the written names below a node, without the name `*` for all list elements.
fn names_below(node: &WrittenPaths) -> impl Iterator<Item = &str> {
    node.below
        .keys()
        .map(|name| &**name)
        .filter(|name| *name != ANY)
}

fn not_a_list(path: &str, kind: &str, at: &Pointer) -> Finding {
    let message =
        format_args!("a template is repeated for each element of a list, but `{path}` is {kind}")
            .to_string();
    Finding::error("not-a-list", at.clone(), message).hint("write a list to this path")
}
