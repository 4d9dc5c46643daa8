//! The basic catalog of A2UI 0.9: its components as views of a [`Component`], its functions as views of a
//! [`FunctionCall`](super::FunctionCall).
//!
//! ```
//! # use agent_ui_a2ui as a2ui;
//! use a2ui::v0_9::{Action, Component, Event, basic::{BasicComponent, Button, Text, TextVariant}};
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

mod accessibility;
mod components;
mod functions;
mod parts;
mod words;

pub use accessibility::AccessibilityAttributes;
pub use components::{
    AudioPlayer, BasicComponent, Button, Card, CheckBox, ChoicePicker, Column, DateTimeInput, Divider, Icon,
    Image, List, Modal, Row, Slider, Tabs, Text, TextField, Video,
};
pub use functions::{
    And, Email, FUNCTIONS, FormatCurrency, FormatDate, FormatNumber, FormatString, Length, Not, Numeric,
    OpenUrl, Or, Pluralize, Regex, Required,
};
pub use parts::{ChoiceOption, IconName, SvgPath, Tab};
pub use words::{
    Align, ButtonVariant, ChoiceDisplayStyle, ChoiceVariant, DividerAxis, ImageFit, ImageVariant, Justify,
    ListDirection, NamedIcon, TextFieldVariant, TextVariant,
};

#[cfg(test)]
pub(crate) use components::visit_components;
pub(crate) use components::{COMPONENT_TYPES, judge_component};
pub(crate) use functions::{FUNCTION_TYPES, judge_function};

use super::Component;
use crate::{
    ComponentId,
    catalog::{self, AnyComponent, CatalogComponent},
};
use wire::{DecodeError, EncodeError, Payload};

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

    fn properties(&self) -> Payload {
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
