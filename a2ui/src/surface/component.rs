//! A component of any version, and the components to which it refers.

use crate::{ComponentId, v0_8, v0_9};
use wire::{Payload, Pointer, WireType};

/// A component on a surface.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(non_camel_case_types)]
pub enum SurfaceComponent {
    /// Of A2UI 0.8.
    V0_8(v0_8::Component),
    /// Of A2UI 0.9; it always says its type.
    V0_9(v0_9::Component),
}

/// A place at which a component names another.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reference {
    /// Where in the component, as it stands on the wire.
    pub pointer: Pointer,
    /// The component that is named.
    pub id: ComponentId,
}

impl SurfaceComponent {
    /// Its id.
    pub fn id(&self) -> &ComponentId {
        match self {
            Self::V0_8(component) => &component.id,
            Self::V0_9(component) => &component.id,
        }
    }

    /// The name of its type.
    pub fn type_name(&self) -> &str {
        match self {
            Self::V0_8(component) => &component.component.name,
            Self::V0_9(component) => component.component.get().map_or("", String::as_str),
        }
    }

    /// One of its properties.
    pub fn property(&self, name: &str) -> Option<Payload> {
        match self {
            Self::V0_8(component) => member(&component.component.properties, name),
            Self::V0_9(component) => component.extra.get(name).cloned(),
        }
    }

    /// Where its properties stand on the wire.
    pub(crate) fn properties_at(&self) -> Pointer {
        match self {
            Self::V0_8(component) => Pointer::root().member("component").member(&component.component.name),
            Self::V0_9(_) => Pointer::root(),
        }
    }

    /// The component as it stands on the wire.
    pub fn to_payload(&self) -> Payload {
        fn payload<T: WireType>(component: &T) -> Payload {
            // What was read can be written; built by hand, `extra` may repeat a member, and then nothing can be shown.
            Payload::of(component).unwrap_or_else(|_| Payload::null())
        }
        match self {
            Self::V0_8(component) => payload(component),
            Self::V0_9(component) => payload(component),
        }
    }

    /// The components that it names in the properties of the basic catalog that hold ids: `child` and `children` of any
    /// type, the others of the types that have them.
    pub fn references(&self) -> Vec<Reference> {
        let mut found = Found { at: self.properties_at(), references: Vec::new() };
        found.id("child", self.property("child"));
        found.children(self.property("children"));
        let (tabs, modal) = match self {
            Self::V0_8(_) => ("tabItems", ["entryPointChild", "contentChild"]),
            Self::V0_9(_) => ("tabs", ["trigger", "content"]),
        };
        match self.type_name() {
            "Tabs" => found.tabs(tabs, self.property(tabs)),
            "Modal" => modal.into_iter().for_each(|name| found.id(name, self.property(name))),
            _ => {}
        }
        found.references
    }
}

/// The last member of that name, as a JavaScript reader has it.
pub(crate) fn member(payload: &Payload, name: &str) -> Option<Payload> {
    payload.get(&Pointer::root().member(name))
}

struct Found {
    at: Pointer,
    references: Vec<Reference>,
}

impl Found {
    fn add(&mut self, pointer: Pointer, value: Option<&Payload>) {
        if let Some(id) = value.and_then(Payload::as_str) {
            self.references.push(Reference { pointer, id: ComponentId::from(&*id) });
        }
    }

    fn id(&mut self, name: &str, value: Option<Payload>) {
        self.add(self.at.member(name), value.as_ref());
    }

    /// A list of ids or a template: `[…]` or `{"componentId"}` in 0.9, `{"explicitList"}` or `{"template"}` in 0.8.
    fn children(&mut self, value: Option<Payload>) {
        let Some(value) = value else { return };
        let at = self.at.member("children");
        let (list, at) = match member(&value, "explicitList") {
            Some(list) => (list, at.member("explicitList")),
            None => (value, at),
        };
        for (index, id) in list.elements().enumerate() {
            self.add(at.element(index), Some(&id));
        }
        let (template, at) = match member(&list, "template") {
            Some(template) => (template, at.member("template")),
            None => (list, at),
        };
        self.add(at.member("componentId"), member(&template, "componentId").as_ref());
    }

    fn tabs(&mut self, name: &str, value: Option<Payload>) {
        let at = self.at.member(name);
        for (index, tab) in value.iter().flat_map(Payload::elements).enumerate() {
            self.add(at.element(index).member("child"), member(&tab, "child").as_ref());
        }
    }
}
