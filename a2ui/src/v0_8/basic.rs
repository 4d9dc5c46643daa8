//! The standard catalog of A2UI 0.8 (called basic since 0.9): typed views of a [`Component`].
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
    AudioPlayer, BasicComponent, Button, Card, CheckBox, Column, DateTimeInput, Divider, Icon,
    Image, List, Modal, MultipleChoice, Row, Slider, Tabs, Text, TextField, Video,
};
pub use components::{BoundIcon, ChoiceOption, TabItem};
pub use words::{
    Alignment, ChoiceVariant, Distribution, DividerAxis, ImageFit, ImageUsageHint, ListDirection,
    NamedIcon, TextFieldType, UsageHint,
};

pub(crate) use components::COMPONENT_TYPES;
#[cfg(test)]
pub(crate) use components::visit_components;

use super::{Component, ComponentType};
use crate::{
    ComponentId, Notation,
    catalog::{self, AnyComponent, CatalogComponent},
};
use wire::{DecodeError, EncodeError, Payload, Pointer};

wire::inventory! {
    /// The types used in the properties of standard components.
    pub(crate) static PART_TYPES = [
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
    /// Creates a component from typed properties.
    ///
    /// # Errors
    /// Returns an error if the properties do not serialize, for example because `extra` repeats a member.
    pub fn of<T: CatalogComponent>(
        id: impl Into<ComponentId>,
        properties: &T,
    ) -> Result<Self, EncodeError> {
        let properties = catalog::properties_of(properties)?;
        Ok(Self::new(
            id,
            ComponentType::new(T::COMPONENT, Payload::object(properties.iter())),
        ))
    }

    /// Decodes the properties of the component type `T`.
    ///
    /// # Errors
    /// Returns an error if the component has another type, or if its properties do not decode. The pointer is
    /// relative to the component.
    pub fn view<T: CatalogComponent>(&self) -> Result<T, DecodeError> {
        catalog::view(self)
    }
}
