//! The basic catalog of A2UI 0.9: its components as views of a [`Component`], its functions as views of a
//! [`FunctionCall`](super::FunctionCall).
//!
//! ```
//! use agent_ui_a2ui::{
//!     v0_9::{Action, Component, Event, basic::{BasicComponent, Button, Text, TextVariant}},
//!     wire,
//! };
//!
//! let label = Component::of("label", &Text::new("Send").variant(TextVariant::H2))?;
//! let button = Component::of("send", &Button::new("label", Action::new(Event::new("send"))))?;
//! assert_eq!(
//!     wire::encode(&button)?,
//!     r#"{"id":"send","component":"Button","child":"label","action":{"event":{"name":"send"}}}"#
//! );
//! assert!(matches!(BasicComponent::of(&label)?, BasicComponent::Text(_)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use crate::catalog::basic::words::{
    Align, ButtonVariant, ChoiceDisplayStyle, ChoiceVariant, DividerAxis, ImageFit, ImageVariant, Justify,
    ListDirection, NamedIcon, TextFieldVariant, TextVariant,
};

use super::{
    Action, Argument, CheckRule, ChildList, Component, DataBinding, DynamicBoolean, DynamicNumber,
    DynamicString, DynamicStringList, DynamicValue,
};
use crate::{
    ComponentId, Notation,
    catalog::{
        self, AnyComponent, CatalogComponent,
        basic::{
            components::basic_components,
            functions::basic_functions,
            parts::{basic_icon, basic_parts},
        },
        rule,
        tables::checked_objects,
    },
};
use wire::{DecodeError, EncodeError, Field, Number, Payload};

basic_components! { v0_9 "0.9" }
basic_functions! { v0_9 }
basic_parts! { v0_9 }

basic_icon! {
    v0_9
    /// Which icon is shown: one of the set by name, one by its shape, or one that the data model names. A2UI 0.9, `Icon.name`.
    expected "the name of an icon, {\"svgPath\": …} or {\"path\": …}"
    DataBinding by ["path"], if {"required": ["path"]}
}

checked_objects! {
    /// What assistive technology is told about a component. A2UI 0.9, `AccessibilityAttributes`.
    pub struct AccessibilityAttributes is open {
        /// What it is, in one to three words.
        label?: Field<DynamicString>,
        /// What more there is to say: instructions, formats, what will happen.
        description?: Field<DynamicString>,
    }
}

wire::inventory! {
    /// What the components of the basic catalog consist of.
    pub static PART_TYPES = [
        AccessibilityAttributes, Tab, ChoiceOption, IconName, SvgPath,
        Align, ButtonVariant, ChoiceDisplayStyle, ChoiceVariant, DividerAxis, ImageFit, ImageVariant, Justify,
        ListDirection, NamedIcon, TextFieldVariant, TextVariant,
    ];
}

impl AnyComponent for Component {
    fn type_name(&self) -> Option<&str> {
        self.component.get().map(String::as_str)
    }

    fn properties(&self, _: Notation) -> Payload {
        Payload::object(self.extra.iter())
    }
}

impl Component {
    /// A component of a type, with these properties.
    ///
    /// # Errors
    /// If they do not serialize: an `extra` repeats a member, for example.
    pub fn of<T: CatalogComponent>(id: impl Into<ComponentId>, properties: &T) -> Result<Self, EncodeError> {
        let mut component = Self::new(id).component(T::COMPONENT);
        component.extra = catalog::properties_of(properties)?;
        Ok(component)
    }

    /// Its properties, as those of one type.
    ///
    /// # Errors
    /// If it is of another type, or does not say its type, or its properties are not those of this type. Pointers count
    /// from the component.
    pub fn view<T: CatalogComponent>(&self) -> Result<T, DecodeError> {
        catalog::view(self)
    }
}
