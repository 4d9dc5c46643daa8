//! The basic catalog of A2UI 1.0: its components as views of a [`Component`], its functions as views of a
//! [`FunctionCall`](super::FunctionCall).
//!
//! ```
//! # use agent_ui_a2ui as a2ui;
//! use a2ui::{Notation, v1_0::{Component, DynamicString, basic::Text}};
//!
//! let text = Component::of("t", &Text::new(DynamicString::bound(Notation::At, "/name")).weight(1))?;
//! assert_eq!(wire::encode(&text)?, r#"{"id":"t","component":"Text","text":{"@path":"/name"},"weight":1}"#);
//! # Ok::<(), wire::EncodeError>(())
//! ```

mod accessibility;
mod components;
mod functions;
mod parts;

pub use crate::v0_9::basic::{
    Align, ButtonVariant, ChoiceDisplayStyle, ChoiceVariant, DividerAxis, ImageFit, ImageVariant, Justify,
    ListDirection, NamedIcon, TextFieldVariant,
};
pub use accessibility::{AccessibilityAttributes, LiveRegion};
pub use components::{
    AudioPlayer, BasicComponent, Button, Card, CheckBox, ChoicePicker, Column, DateTimeInput, Divider, Icon,
    Image, List, Modal, Row, Slider, Tabs, Text, TextField, Video,
};
pub use functions::{
    And, Email, FUNCTIONS, FormatCurrency, FormatDate, FormatNumber, FormatString, Index, Length, Not,
    Numeric, OpenUrl, Or, Pluralize, Regex, Required,
};
pub use parts::{ChoiceOption, IconName, SvgPath, Tab, TextVariant};

#[cfg(test)]
pub(crate) use components::visit_components;
pub(crate) use components::{COMPONENT_TYPES, judge_component};
pub(crate) use functions::{FUNCTION_TYPES, judge_function};

use super::Component;
use crate::{
    CatalogId, ComponentId,
    catalog::{self, AnyComponent, CatalogComponent},
};
use wire::{DecodeError, EncodeError, Payload};

wire::inventory! {
    /// What the components of the basic catalog consist of and earlier versions do not have.
    pub static PART_TYPES = [
        AccessibilityAttributes, LiveRegion, Tab, ChoiceOption, IconName, SvgPath, TextVariant,
    ];
}

impl AnyComponent for Component {
    fn type_name(&self) -> Option<&str> {
        self.component.get().map(String::as_str)
    }

    fn catalog_id(&self) -> Option<&CatalogId> {
        self.catalog_id.get()
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
