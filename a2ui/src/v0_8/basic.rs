//! The standard catalog of A2UI 0.8, called basic from 0.9 on: its components as views of a
//! [`Component`].
//!
//! ```
//! use agent_ui_a2ui::{v0_8::{Component, basic::{BasicComponent, Text, UsageHint}}, wire};
//!
//! let title = Component::of("title", &Text::new("Hello").usage_hint(UsageHint::H1))?;
//! let text = r#"{"id":"title","component":{"Text":{"text":{"literalString":"Hello"},"usageHint":"h1"}}}"#;
//! assert_eq!(wire::encode(&title)?, text);
//! assert!(matches!(BasicComponent::of(&title)?, BasicComponent::Text(_)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod components;
mod words;

pub use components::{
    AudioPlayer, BasicComponent, Button, Card, CheckBox, Column, DateTimeInput, Divider, Icon, Image, List,
    Modal, MultipleChoice, Row, Slider, Tabs, Text, TextField, Video,
};
pub use components::{BoundIcon, ChoiceOption, TabItem};
pub use words::{
    Alignment, ChoiceVariant, Distribution, DividerAxis, ImageFit, ImageUsageHint, ListDirection, NamedIcon,
    TextFieldType, UsageHint,
};

#[cfg(test)]
pub(crate) use components::visit_components;
pub(crate) use components::{COMPONENT_TYPES, check_component};

use super::{Component, ComponentType};
use crate::{
    ComponentId, Notation,
    catalog::{self, AnyComponent, CatalogComponent},
};
use wire::{DecodeError, EncodeError, Payload, Pointer};

wire::inventory! {
    /// What the components of the standard catalog consist of.
    pub static PART_TYPES = [
        BoundIcon, ChoiceOption, TabItem,
        Alignment, ChoiceVariant, Distribution, DividerAxis, ImageFit, ImageUsageHint, ListDirection, NamedIcon,
        TextFieldType, UsageHint,
    ];
}

impl AnyComponent for Component {
    fn type_name(&self) -> Option<&str> {
        Some(&self.component.name)
    }

    fn properties(&self, _: Notation) -> Payload {
        self.component.properties.clone()
    }

    fn properties_at(&self, at: &Pointer) -> Pointer {
        at.member("component").member(&self.component.name)
    }
}

impl Component {
    /// A component of a type, with these properties.
    ///
    /// # Errors
    /// If they do not serialize: an `extra` repeats a member, for example.
    pub fn of<T: CatalogComponent>(id: impl Into<ComponentId>, properties: &T) -> Result<Self, EncodeError> {
        let properties = catalog::properties_of(properties)?;
        Ok(Self::new(id, ComponentType::new(T::COMPONENT, Payload::object(properties.iter()))))
    }

    /// Its properties, as those of one type.
    ///
    /// # Errors
    /// If it is of another type, or its properties are not those of this type. Pointers count from the component.
    pub fn view<T: CatalogComponent>(&self) -> Result<T, DecodeError> {
        catalog::view(self)
    }
}
