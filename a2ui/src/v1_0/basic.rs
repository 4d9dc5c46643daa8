//! The basic catalog of A2UI 1.0: components as typed views of a [`Component`], and functions as typed views of a
//! [`FunctionCall`](super::FunctionCall).
//!
//! ```
//! use agent_ui_a2ui::{Notation, v1_0::{Component, DynamicString, basic::Text}, wire};
//!
//! let text = Component::of("t", &Text::new(DynamicString::binding(Notation::At, "/name")).weight(1))?;
//! assert_eq!(wire::encode(&text)?, r#"{"id":"t","component":"Text","text":{"@path":"/name"},"weight":1}"#);
//! # Ok::<(), wire::EncodeError>(())
//! ```

#[doc(inline)]
pub use crate::v0_9::basic::{
    Align, ButtonVariant, ChoiceDisplayStyle, ChoiceVariant, DividerAxis, ImageFit, ImageVariant,
    Justify, ListDirection, NamedIcon, TextFieldVariant,
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
            components::{any_basic_component, basic_components, differing_components},
            functions::basic_functions,
            parts::{basic_icon, basic_parts},
            words::words,
        },
    },
};
use wire::{DecodeError, EncodeError, Field, Number, Payload};

any_basic_component! { "1.0" }
basic_components! { accessibility "@accessibility", checks "@checks" }
differing_components! {
    accessibility "@accessibility", checks "@checks",
    Video {
        /// The URL of the image that is shown before the video plays.
        poster_url as "posterUrl"?: Field<DynamicString>,
    }
    TextField {
        /// The text that is shown while the input is empty.
        placeholder?: Field<DynamicString>,
    }
    Slider {
        /// The number of steps of the slider, an integer of at least 1.
        steps?: Field<Number>,
    }
}
basic_parts! {}

basic_functions! {
    validations return ValidationResult, a url is DynamicString;

    /// Returns the index of the current item in the list of the enclosing template. The function belongs to no catalog;
    /// every renderer provides it.
    ///
    /// Specification: [A2UI 1.0, The `@index` function](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#the-index-function).
    pub struct Index as "@index" returns Number {
        /// A number added to the index; 0 if absent.
        offset?: Field<DynamicNumber>,
    }
}

basic_icon! {
    /// The icon to display: a name of the standard set, an SVG path, or a path of the data model.
    ///
    /// Specification: [A2UI 1.0, basic catalog, `Icon`](https://github.com/a2ui-project/a2ui/blob/7a94e3160fa20fc8cd7473478f1d0fa76368abd5/catalogs/basic/v1/catalog.json).
    shape {
        /// The path, as in the attribute `d` of an SVG `path`.
        svg_path as "svgPath": DynamicString,
    }
    expected "the name of an icon, {\"svgPath\": …} or {\"path\": …}"
    DataBinding by ["path", "@path"], if {"anyOf": [{"required": ["path"]}, {"required": ["@path"]}]}
}

words! {
    /// The style of a text; `body` if absent. Headings are written in Markdown.
    ///
    /// Specification: [A2UI 1.0, basic catalog, `Text`](https://github.com/a2ui-project/a2ui/blob/7a94e3160fa20fc8cd7473478f1d0fa76368abd5/catalogs/basic/v1/catalog.json).
    pub enum TextVariant {
        /// A caption in small print.
        Caption = "caption",
        /// Body text of normal size.
        Body = "body",
    }
    /// The announcement of changes to assistive technology, like the ARIA attribute `aria-live`; `off` if absent.
    ///
    /// Specification: [A2UI 1.0, Catalog-agnostic accessibility requirements](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#catalog-agnostic-accessibility-requirements).
    pub enum LiveRegion {
        /// Changes are not announced.
        Off = "off",
        /// Changes are announced when the user is idle.
        Polite = "polite",
        /// Changes are announced immediately.
        Assertive = "assertive",
    }
}

wire::object! {
    /// The properties of a component for assistive technology.
    ///
    /// Specification: [A2UI 1.0, Catalog-agnostic accessibility requirements](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#catalog-agnostic-accessibility-requirements).
    pub struct AccessibilityAttributes {
        /// The purpose of the component in one to three words.
        label?: Field<DynamicString>,
        /// Additional information, such as instructions, formats or consequences.
        description?: Field<DynamicString>,
        /// The announcement of changes; `off` if absent.
        live?: Field<LiveRegion>,
        /// `true` if the component is hidden from assistive technology.
        hidden?: Field<DynamicBoolean>,
    }
}

wire::inventory! {
    /// The types used in the properties of basic components that earlier versions do not have.
    pub(crate) static PART_TYPES = [
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
        let is_key =
            |name: &str| !notation.has_marked_keys() && matches!(name, "catalogId" | "metadata");
        Payload::object(self.extra.iter().filter(|(name, _)| !is_key(name)))
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

    /// Decodes the properties of the component type `T`. If the keys are named as in 1.0 before November 2026, they
    /// must first be converted with [`in_keys`](Self::in_keys).
    ///
    /// # Errors
    /// Returns an error if the component has another type or no type, or if its properties do not decode. The pointer
    /// is relative to the component.
    pub fn view<T: CatalogComponent>(&self) -> Result<T, DecodeError> {
        catalog::view(self)
    }
}
