//! The basic catalog of A2UI 0.9: components as typed views of a [`Component`], and functions as typed views of a
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
    Align, ButtonVariant, ChoiceDisplayStyle, ChoiceVariant, DividerAxis, ImageFit, ImageVariant,
    Justify, ListDirection, NamedIcon, TextFieldVariant, TextVariant,
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
            components::{any_basic_component, basic_components, differing_components},
            functions::basic_functions,
            parts::{basic_icon, basic_parts},
        },
    },
};
use wire::{DecodeError, EncodeError, Field, Number, Payload};

any_basic_component! { "0.9" }
basic_components! { accessibility "accessibility", checks "checks" }
differing_components! {
    accessibility "accessibility", checks "checks",
    Video {}
    TextField {
        /// A regular expression that the value must match.
        validation_regexp as "validationRegexp"?: Field<String>,
    }
    Slider {}
}
basic_functions! { validations return Boolean, a url is String; }
basic_parts! {}

basic_icon! {
    /// The icon to display: a name of the standard set, an SVG path, or a path of the data model.
    ///
    /// Specification: [A2UI 0.9, basic catalog, `Icon`](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json).
    shape {
        /// The path, as in the attribute `d` of an SVG `path`.
        svg_path as "svgPath": String,
    }
    expected "the name of an icon, {\"svgPath\": …} or {\"path\": …}"
    DataBinding by ["path"], if {"required": ["path"]}
}

wire::object! {
    /// The properties of a component for assistive technology.
    ///
    /// Specification: [A2UI 0.9, Common types](https://github.com/google/A2UI/blob/67a8f44d2651cc8ce19df1316e1e4dab3960c4a7/specification/v0_9/json/common_types.json).
    pub struct AccessibilityAttributes {
        /// The purpose of the component in one to three words.
        label?: Field<DynamicString>,
        /// Additional information, such as instructions, formats or consequences.
        description?: Field<DynamicString>,
    }
}

wire::inventory! {
    /// The types used in the properties of basic components.
    pub(crate) static PART_TYPES = [
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
    /// Creates a component from typed properties.
    ///
    /// # Errors
    /// Returns an error if the properties do not serialize, for example because `extra` repeats a member.
    pub fn of<T: CatalogComponent>(
        id: impl Into<ComponentId>,
        properties: &T,
    ) -> Result<Self, EncodeError> {
        let mut component = Self::new(id).component(T::COMPONENT);
        component.extra = catalog::properties_of(properties)?;
        Ok(component)
    }

    /// Decodes the properties of the component type `T`.
    ///
    /// # Errors
    /// Returns an error if the component has another type or no type, or if its properties do not decode. The pointer
    /// is relative to the component.
    pub fn view<T: CatalogComponent>(&self) -> Result<T, DecodeError> {
        catalog::view(self)
    }
}
