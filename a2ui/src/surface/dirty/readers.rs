//! Which components read which paths of the data model.

use super::{
    super::{Surface, SurfaceComponent, node},
    DirtyComponent,
};
use crate::{
    ComponentId, Version,
    data_model::{self, ChangedPath},
    expression::{Reads, Scope},
};
use std::collections::{BTreeMap, BTreeSet};
use wire::Pointer;

/// What the components read, by the place of each in the list of components.
#[derive(Clone, Debug, Default)]
pub(super) struct Readers {
    readers: BTreeMap<usize, Reader>,
    /// The paths of all readers, as they count at the top, as JSON Pointers, and the places of the readers.
    paths: BTreeSet<(Box<str>, usize)>,
    /// Those that may read anything.
    any: BTreeSet<usize>,
    /// How many components were looked at, for tests of the cost.
    #[cfg(test)]
    pub(super) steps: usize,
}

/// What one component reads.
#[derive(Clone, Debug)]
struct Reader {
    version: Version,
    paths: Box<[Box<str>]>,
    lists: Box<[TemplateList]>,
}

/// A list for which a template is repeated.
#[derive(Clone, Debug)]
struct TemplateList {
    path: Box<str>,
    child: ComponentId,
    /// Whether the component names what is repeated in no other way.
    only: bool,
}

impl TemplateList {
    /// Whether its path may count from an item.
    fn is_relative(&self) -> bool {
        !self.path.starts_with('/')
    }

    fn resolve(&self, scope: &Scope) -> Option<Vec<String>> {
        data_model::segments(&scope.resolve(&self.path)).ok()
    }
}

impl Reader {
    fn at_top(&self, place: usize) -> impl Iterator<Item = (Box<str>, usize)> {
        let top = Scope::top();
        let paths: Vec<_> = self.paths.iter().filter_map(|path| self.resolve(&top, path)).collect();
        let lists = self.lists.iter().filter_map(move |list| list.resolve(&top));
        paths.into_iter().chain(lists).map(move |path| (pointer(&path).as_str().into(), place))
    }

    /// Whether a path counts from the top also in an item of a template.
    fn is_absolute(&self, path: &str) -> bool {
        match self.version {
            Version::V0_8 => data_model::item_path(path).is_none(),
            _ => path.starts_with('/'),
        }
    }

    /// Where a path leads; `None` if it is no path, and reads nothing.
    fn resolve(&self, scope: &Scope, path: &str) -> Option<Vec<String>> {
        let path = match self.version {
            Version::V0_8 => scope.resolve_v0_8(path).ok()?,
            _ => scope.resolve(path),
        };
        data_model::segments(&path).ok()
    }
}

fn pointer(segments: &[String]) -> Pointer {
    let mut pointer = Pointer::root();
    segments.iter().for_each(|segment| pointer.push(segment));
    pointer
}

impl Readers {
    /// A component came, or was replaced.
    pub(super) fn update(&mut self, surface: &Surface, id: &ComponentId) {
        let Some(place) = surface.components.hierarchy.place(id.as_str()) else { return };
        let Some(component) = surface.components.at(place) else { return };
        if let Some(old) = self.readers.remove(&place) {
            old.at_top(place).for_each(|path| {
                self.paths.remove(&path);
            });
        }
        self.any.remove(&place);
        let (version, notation) = surface.writing_of(id.as_str());
        let mut reads = Reads::default();
        component.properties().for_each(|(_, value)| reads.add(value, notation));
        if reads.any {
            self.any.insert(place);
        }
        let children = node::children(component, &surface.options().references);
        let single: BTreeSet<ComponentId> =
            children.iter().filter(|child| child.template.is_none()).map(|child| child.id.clone()).collect();
        let lists = children.into_iter().filter_map(|child| {
            let only = !single.contains(&child.id);
            Some(TemplateList { path: child.template?.into_boxed_str(), child: child.id, only })
        });
        let lists: Box<[_]> = lists.collect();
        if reads.paths.is_empty() && lists.is_empty() {
            return;
        }
        let paths = reads.paths.into_iter().map(String::into_boxed_str).collect();
        let reader = Reader { version, paths, lists };
        self.paths.extend(reader.at_top(place));
        self.readers.insert(place, reader);
    }

    /// Adds the places that show what was touched.
    pub(super) fn find(
        &mut self,
        surface: &Surface,
        touched: &ChangedPath,
        found: &mut BTreeSet<DirtyComponent>,
    ) {
        let mut search =
            Search { readers: self, surface, touched, found, open: Vec::new(), seen: BTreeSet::new() };
        search.at_the_top();
        search.in_items();
        #[cfg(test)]
        {
            let steps = search.seen.len() + search.found.len();
            self.steps += steps;
        }
    }

    /// The components with a path that, counted from the top, lies above this one, in it or below it.
    fn meeting(&self, path: &[String]) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        let mut at = Pointer::root();
        let mut segments = path.iter();
        loop {
            let (first, last) = ((at.as_str().into(), 0), (at.as_str().into(), usize::MAX));
            found.extend(self.paths.range(first..=last).map(|(_, place)| *place));
            let Some(segment) = segments.next() else { break };
            at.push(segment);
        }
        let below = format!("{at}/");
        let rest = self.paths.range((below.as_str().into(), 0)..);
        found.extend(rest.take_while(|(path, _)| path.starts_with(&below)).map(|(_, place)| *place));
        found
    }
}

/// One search for what shows what was touched.
struct Search<'a> {
    readers: &'a Readers,
    surface: &'a Surface,
    touched: &'a ChangedPath,
    found: &'a mut BTreeSet<DirtyComponent>,
    /// Components in the items of templates that are still to be looked at, and in which item; `None` is any.
    open: Vec<(ComponentId, Option<Scope>)>,
    seen: BTreeSet<(ComponentId, Option<Scope>)>,
}

impl Search<'_> {
    fn add(&mut self, id: &ComponentId, scope: Option<&Scope>) {
        self.found.insert(DirtyComponent { component_id: id.clone(), scope: scope.map(Scope::path) });
    }

    fn is_touched(&self, reader: &Reader, scope: &Scope, path: &str) -> bool {
        let at = &self.touched.at;
        reader.resolve(scope, path).is_some_and(|path| path.starts_with(at) || at.starts_with(&path))
    }

    /// What counts from the top of the data model.
    fn at_the_top(&mut self) {
        let (readers, surface) = (self.readers, self.surface);
        let component = |place: &usize| surface.components.at(*place);
        for component in readers.any.iter().filter_map(component) {
            self.add(component.id(), None);
        }
        let top = Scope::top();
        for place in readers.meeting(&self.touched.at) {
            let (reader, component) = (readers.readers.get(&place), component(&place));
            let (Some(reader), Some(component)) = (reader, component) else { continue };
            for path in &reader.paths {
                if self.is_touched(reader, &top, path) {
                    if reader.is_absolute(path) {
                        self.add(component.id(), None);
                    } else if self.is_at_top(component.id()) {
                        self.add(component.id(), Some(&top));
                    }
                }
            }
            for list in &reader.lists {
                if !list.is_relative() {
                    self.list(component.id(), None, list.resolve(&top), &list.child);
                } else if self.is_at_top(component.id()) {
                    self.list(component.id(), Some(&top), list.resolve(&top), &list.child);
                }
            }
        }
    }

    /// Whether a component stands where no template repeats it.
    fn is_at_top(&self, id: &ComponentId) -> bool {
        let hierarchy = &self.surface.components.hierarchy;
        let repeats = |above: &ComponentId, below: &str| {
            let reader = hierarchy.place(above.as_str()).and_then(|place| self.readers.readers.get(&place));
            let mut lists = reader.into_iter().flat_map(|reader| &reader.lists);
            lists.any(|list| list.only && list.child.as_str() == below)
        };
        let mut seen = BTreeSet::from([id.as_str()]);
        let mut open = vec![id.as_str()];
        while let Some(id) = open.pop() {
            if self.surface.root() == Some(id) {
                return true;
            }
            let above = hierarchy.above(id).filter(|above| !repeats(above, id)).map(ComponentId::as_str);
            open.extend(above.filter(|above| seen.insert(above)));
        }
        false
    }

    /// What counts from the items of templates.
    fn in_items(&mut self) {
        let (readers, surface) = (self.readers, self.surface);
        while let Some((id, scope)) = self.open.pop() {
            if !self.seen.insert((id.clone(), scope.clone())) {
                continue;
            }
            let place = surface.components.hierarchy.place(id.as_str());
            let Some(component) = place.and_then(|place| surface.components.at(place)) else { continue };
            self.below(component, scope.as_ref());
            let Some(reader) = place.and_then(|place| readers.readers.get(&place)) else { continue };
            let shows = |path: &str| scope.as_ref().is_none_or(|scope| self.is_touched(reader, scope, path));
            if reader.paths.iter().any(|path| !reader.is_absolute(path) && shows(path)) {
                self.add(&id, scope.as_ref());
            }
            for list in reader.lists.iter().filter(|list| list.is_relative()) {
                match &scope {
                    Some(scope) => self.list(&id, Some(scope), list.resolve(scope), &list.child),
                    None => {
                        self.add(&id, None);
                        self.open.push((list.child.clone(), None));
                    }
                }
            }
        }
    }

    /// What stands below a component in the same item.
    fn below(&mut self, component: &SurfaceComponent, scope: Option<&Scope>) {
        let children = node::children(component, &self.surface.options().references).into_iter();
        let children = children.filter(|child| child.template.is_none());
        self.open.extend(children.map(|child| (child.id, scope.cloned())));
    }

    /// A template that is repeated for a list: it, if the whole list is touched or an item comes or goes; else what stands in
    /// the item that is touched.
    fn list(
        &mut self,
        id: &ComponentId,
        scope: Option<&Scope>,
        list: Option<Vec<String>>,
        child: &ComponentId,
    ) {
        let (Some(mut list), ChangedPath { at, there }) = (list, self.touched) else { return };
        if list.starts_with(at) {
            self.add(id, scope);
            self.open.push((child.clone(), None));
            return;
        }
        let Some(item) = at.strip_prefix(list.as_slice()).and_then(<[String]>::first) else { return };
        if list.len() >= *there {
            self.add(id, scope);
            return;
        }
        list.push(item.clone());
        if let Ok(scope) = Scope::item(&data_model::path(&list)) {
            self.open.push((child.clone(), Some(scope)));
        }
    }
}
