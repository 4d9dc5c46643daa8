//! The basic catalog of A2UI 1.0: its components as views of a [`Component`], its functions as views of a
//! [`FunctionCall`](super::FunctionCall).
//!
//! ```
//! use agent_ui_a2ui::{Notation, v1_0::{Component, DynamicString, basic::Text}, wire};
//!
//! let text = Component::of("t", &Text::new(DynamicString::binding(Notation::At, "/name")).weight(1))?;
//! assert_eq!(wire::encode(&text)?, r#"{"id":"t","component":"Text","text":{"@path":"/name"},"weight":1}"#);
//! # Ok::<(), wire::EncodeError>(())
//! ```

pub use crate::v0_9::basic::{
    Align, ButtonVariant, ChoiceDisplayStyle, ChoiceVariant, DividerAxis, ImageFit, ImageVariant, Justify,
    ListDirection, NamedIcon, TextFieldVariant,
};

use super::{
    Action, Argument, CheckRule, ChildList, Component, DataBinding, DynamicBoolean, DynamicNumber,
    DynamicString, DynamicStringList, DynamicValue,
};
use crate::{
    CatalogId, ComponentId, Notation,
    catalog::{
        self, AnyComponent, CatalogComponent,
        basic::{
            components::basic_components,
            functions::basic_functions,
            parts::{basic_icon, basic_parts},
        },
        rule,
        tables::{checked_objects, checked_words},
    },
};
use wire::{DecodeError, EncodeError, Field, Number, Payload};

basic_components! { v1_0 "1.0" }
basic_parts! { v1_0 }

basic_functions! {
    v1_0

    /// The place of the item that is shown, in the list of the template in which the call stands. No catalog has it: every
    /// client does.
    pub struct Index as "@index" returns Number {
        /// What is added to it; absent means 0.
        offset?: Field<DynamicNumber>,
    }
}

basic_icon! {
    v1_0
    /// Which icon is shown: one of the set by name, one by its shape, or one that the data model names. A2UI 1.0, `Icon.name`.
    expected "the name of an icon, {\"svgPath\": …} or {\"path\": …}"
    DataBinding by ["path", "@path"], if {"anyOf": [{"required": ["path"]}, {"required": ["@path"]}]}
}

checked_words! {
    /// How a text looks; absent means `body`. Headings are Markdown's. A2UI 1.0, `Text.variant`.
    pub enum TextVariant {
        /// Small print.
        Caption = "caption",
        /// Running text.
        Body = "body",
    }
    /// Whether changes are told as they happen, as ARIA's `aria-live`; absent means `off`. A2UI 1.0,
    /// `AccessibilityAttributes.live`.
    pub enum LiveRegion {
        /// They are not.
        Off = "off",
        /// When there is time.
        Polite = "polite",
        /// At once.
        Assertive = "assertive",
    }
}

checked_objects! {
    /// What assistive technology is told about a component. A2UI 1.0, `AccessibilityAttributes`.
    pub struct AccessibilityAttributes {
        /// What it is, in one to three words.
        label?: Field<DynamicString>,
        /// What more there is to say: instructions, formats, what will happen.
        description?: Field<DynamicString>,
        /// Whether changes are told; absent means `off`.
        live?: Field<LiveRegion>,
        /// Whether it is left out.
        hidden?: Field<DynamicBoolean>,
    }
}

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

    fn catalog_id(&self, notation: Notation) -> Option<CatalogId> {
        self.stated_catalog(notation)
    }

    fn properties(&self, notation: Notation) -> Payload {
        let is_key = |name: &str| !notation.has_marked_keys() && matches!(name, "catalogId" | "metadata");
        Payload::object(self.extra.iter().filter(|(name, _)| !is_key(name)))
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

    /// Its properties, as those of one type. What 1.0 named otherwise until October 2026 is first to be brought
    /// [into today's keys](Self::in_keys).
    ///
    /// # Errors
    /// If it is of another type, or does not say its type, or its properties are not those of this type. Pointers count
    /// from the component.
    pub fn view<T: CatalogComponent>(&self) -> Result<T, DecodeError> {
        catalog::view(self)
    }
}
