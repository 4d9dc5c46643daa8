//! The search for components that show changed data.

use super::{
    DirtyComponent,
    readers::{PathReader, Readers, TemplateList},
};
use crate::{
    ComponentId,
    data_model::{self, ChangedPath},
    expression::{ReadPaths, Scope},
    surface::{Surface, SurfaceComponent, node},
};
use std::collections::BTreeSet;

impl Readers {
    /// Updates the index after a component was added or replaced.
    pub(super) fn update(&mut self, surface: &Surface, id: &ComponentId) {
        let Some(place) = surface.components.hierarchy.place(id.as_str()) else {
            return;
        };
        let Some(component) = surface.components.at(place) else {
            return;
        };
        // An update replaces all properties, so the entries of the old component are removed.
        if let Some(old) = self.readers.remove(&place) {
            for path in old.at_top(place) {
                self.paths.remove(&path);
            }
        }
        self.any.remove(&place);
        let (version, notation) = surface.writing_of(id.as_str());
        let mut reads = ReadPaths::default();
        for (_, value) in component.properties() {
            reads.add(value, notation);
        }
        // A computed template may read any path, so the component is redrawn after every write.
        if reads.any {
            self.any.insert(place);
        }
        let children = node::children(component, &surface.options().references);
        // A child that is also shown without a template occurs at the top, too.
        let single = children
            .iter()
            .filter(|child| child.template.is_none())
            .map(|child| child.id.clone());
        let single: BTreeSet<ComponentId> = wire::collect_set(single);
        let lists = children.into_iter().filter_map(|child| {
            let only = !single.contains(&child.id);
            Some(TemplateList {
                path: child.template?.into_boxed_str(),
                child: child.id,
                only,
            })
        });
        let lists: Box<[_]> = lists.collect();
        // A component that reads no data needs no entry.
        if reads.paths.is_empty() && lists.is_empty() {
            return;
        }
        let paths = reads
            .paths
            .into_iter()
            .map(String::into_boxed_str)
            .collect();
        let reader = PathReader {
            version,
            paths,
            lists,
        };
        self.paths.extend(reader.at_top(place));
        self.readers.insert(place, reader);
    }

    /// Adds the components that show the changed data to `found`.
    pub(super) fn find(
        &mut self,
        surface: &Surface,
        touched: &ChangedPath,
        found: &mut BTreeSet<DirtyComponent>,
    ) {
        let mut search = Search {
            readers: self,
            surface,
            touched,
            found,
            open: Vec::new(),
            seen: BTreeSet::new(),
        };
        search.find_at_top();
        search.find_in_items();
        #[cfg(test)]
        {
            let steps = search.seen.len() + search.found.len();
            self.steps += steps;
        }
    }
}

/// A search for the components that show changed data.
struct Search<'a> {
    readers: &'a Readers,
    surface: &'a Surface,
    touched: &'a ChangedPath,
    found: &'a mut BTreeSet<DirtyComponent>,
    /// The components of template items that are still to be visited, with their items. `None` stands for any item.
    open: Vec<(ComponentId, Option<Scope>)>,
    seen: BTreeSet<(ComponentId, Option<Scope>)>,
}

impl Search<'_> {
    /// Adds a component to the result. Without a scope, all of its occurrences are meant.
    fn add_component(&mut self, id: &ComponentId, scope: Option<&Scope>) {
        self.found.insert(DirtyComponent {
            component_id: id.clone(),
            scope: scope.map(Scope::path),
        });
    }

    fn is_touched(&self, reader: &PathReader, scope: &Scope, path: &str) -> bool {
        let at = &self.touched.at;
        reader
            .resolve(scope, path)
            .is_some_and(|path| path.starts_with(at) || at.starts_with(&path))
    }

    /// Finds the readers whose paths are resolved from the top of the data model.
    fn find_at_top(&mut self) {
        let (readers, surface) = (self.readers, self.surface);
        for place in &readers.any {
            if let Some(component) = surface.components.at(*place) {
                self.add_component(component.id(), None);
            }
        }
        let top = Scope::top();
        for place in readers.find_overlapping(&self.touched.at) {
            let reader = readers.readers.get(&place);
            let component = surface.components.at(place);
            let (Some(reader), Some(component)) = (reader, component) else {
                continue;
            };
            for path in &reader.paths {
                if self.is_touched(reader, &top, path) {
                    if reader.is_absolute(path) {
                        self.add_component(component.id(), None);
                    } else if self.is_at_top(component.id()) {
                        self.add_component(component.id(), Some(&top));
                    }
                }
            }
            for list in &reader.lists {
                if !list.is_relative() {
                    self.visit_list(component.id(), None, list.resolve(&top), &list.child);
                } else if self.is_at_top(component.id()) {
                    self.visit_list(component.id(), Some(&top), list.resolve(&top), &list.child);
                }
            }
        }
    }

    /// Returns `true` if the component occurs outside of templates.
    fn is_at_top(&self, id: &ComponentId) -> bool {
        let hierarchy = &self.surface.components.hierarchy;
        let mut seen = BTreeSet::from([id.as_str()]);
        let mut open = vec![id.as_str()];
        while let Some(id) = open.pop() {
            if self.surface.root() == Some(id) {
                return true;
            }
            for above in hierarchy.above(id) {
                if !self.repeats(above, id) && seen.insert(above.as_str()) {
                    open.push(above.as_str());
                }
            }
        }
        false
    }

    /// Returns `true` if one component shows another component only as the items of a template.
    fn repeats(&self, above: &ComponentId, below: &str) -> bool {
        let hierarchy = &self.surface.components.hierarchy;
        let Some(place) = hierarchy.place(above.as_str()) else {
            return false;
        };
        let Some(reader) = self.readers.readers.get(&place) else {
            return false;
        };
        for list in &reader.lists {
            if list.only && list.child.as_str() == below {
                return true;
            }
        }
        false
    }

    /// Finds the readers whose paths are relative to template items.
    fn find_in_items(&mut self) {
        let (readers, surface) = (self.readers, self.surface);
        while let Some((id, scope)) = self.open.pop() {
            if !self.seen.insert((id.clone(), scope.clone())) {
                continue;
            }
            let place = surface.components.hierarchy.place(id.as_str());
            let Some(component) = place.and_then(|place| surface.components.at(place)) else {
                continue;
            };
            self.queue_children(component, scope.as_ref());
            let Some(reader) = place.and_then(|place| readers.readers.get(&place)) else {
                continue;
            };
            if self.shows_touched(reader, scope.as_ref()) {
                self.add_component(&id, scope.as_ref());
            }
            for list in reader.lists.iter().filter(|list| list.is_relative()) {
                match &scope {
                    Some(scope) => {
                        self.visit_list(&id, Some(scope), list.resolve(scope), &list.child)
                    }
                    None => {
                        self.add_component(&id, None);
                        self.open.push((list.child.clone(), None));
                    }
                }
            }
        }
    }

    /// Queues the children of a component that belong to the same template item.
    fn queue_children(&mut self, component: &SurfaceComponent, scope: Option<&Scope>) {
        for child in node::children(component, &self.surface.options().references) {
            if child.template.is_none() {
                self.open.push((child.id, scope.cloned()));
            }
        }
    }

    /// Returns `true` if a relative path of the reader is touched in this scope. Without a scope, any item may match.
    fn shows_touched(&self, reader: &PathReader, scope: Option<&Scope>) -> bool {
        for path in &reader.paths {
            if reader.is_absolute(path) {
                continue;
            }
            match scope {
                Some(scope) if !self.is_touched(reader, scope, path) => {}
                _ => return true,
            }
        }
        false
    }

    /// Visits a template that repeats for a changed list. If the whole list changed or an item was added or removed, the
    /// component itself must be redrawn. Otherwise only the components of the changed item are visited.
    fn visit_list(
        &mut self,
        id: &ComponentId,
        scope: Option<&Scope>,
        list: Option<Vec<String>>,
        child: &ComponentId,
    ) {
        let Some(mut list) = list else { return };
        let ChangedPath { at, container_len } = self.touched;
        if list.starts_with(at) {
            self.add_component(id, scope);
            self.open.push((child.clone(), None));
            return;
        }
        let Some(item) = at.strip_prefix(list.as_slice()).and_then(<[String]>::first) else {
            return;
        };
        if list.len() >= *container_len {
            self.add_component(id, scope);
            return;
        }
        list.push(item.clone());
        if let Ok(scope) = Scope::item(&data_model::path(&list)) {
            self.open.push((child.clone(), Some(scope)));
        }
    }
}
