//! The members that elements and actions share, and the elements and actions in place of unknown ones.

use crate::icons::icon_of_fluent;
use a2ui::address::has_media_scheme;
use adaptive_cards::{Action, ActionFallback, Column, Element, ElementFallback};
use std::borrow::Cow;
use wire::{Payload, Pointer, Tolerant, Unknown, Wire};

/// Evaluates an expression for the body of an element, which the name stands for. `each_element!(element, body => body.id)`
/// expands to a `match` with an arm for each known type, and `None` for the others.
macro_rules! each_element {
    ($element:expr, $body:ident => $value:expr) => {
        match $element {
            adaptive_cards::Element::TextBlock($body) => Some($value),
            adaptive_cards::Element::RichTextBlock($body) => Some($value),
            adaptive_cards::Element::Image($body) => Some($value),
            adaptive_cards::Element::ImageSet($body) => Some($value),
            adaptive_cards::Element::Media($body) => Some($value),
            adaptive_cards::Element::Container($body) => Some($value),
            adaptive_cards::Element::ColumnSet($body) => Some($value),
            adaptive_cards::Element::FactSet($body) => Some($value),
            adaptive_cards::Element::Table($body) => Some($value),
            adaptive_cards::Element::ActionSet($body) => Some($value),
            adaptive_cards::Element::Carousel($body) => Some($value),
            adaptive_cards::Element::TextInput($body) => Some($value),
            adaptive_cards::Element::NumberInput($body) => Some($value),
            adaptive_cards::Element::DateInput($body) => Some($value),
            adaptive_cards::Element::TimeInput($body) => Some($value),
            adaptive_cards::Element::ToggleInput($body) => Some($value),
            adaptive_cards::Element::ChoiceSetInput($body) => Some($value),
            adaptive_cards::Element::RatingInput($body) => Some($value),
            adaptive_cards::Element::Icon($body) => Some($value),
            adaptive_cards::Element::Badge($body) => Some($value),
            adaptive_cards::Element::CompoundButton($body) => Some($value),
            adaptive_cards::Element::CodeBlock($body) => Some($value),
            adaptive_cards::Element::Rating($body) => Some($value),
            adaptive_cards::Element::ProgressBar($body) => Some($value),
            adaptive_cards::Element::ProgressRing($body) => Some($value),
            adaptive_cards::Element::Component($body) => Some($value),
            adaptive_cards::Element::DonutChart($body) => Some($value),
            adaptive_cards::Element::PieChart($body) => Some($value),
            adaptive_cards::Element::VerticalBarChart($body) => Some($value),
            adaptive_cards::Element::GroupedVerticalBarChart($body) => Some($value),
            adaptive_cards::Element::HorizontalBarChart($body) => Some($value),
            adaptive_cards::Element::StackedHorizontalBarChart($body) => Some($value),
            adaptive_cards::Element::LineChart($body) => Some($value),
            adaptive_cards::Element::GaugeChart($body) => Some($value),
            _ => None,
        }
    };
}

/// Evaluates an expression for the body of an action, as `each_element!` does for elements.
macro_rules! each_action {
    ($action:expr, $body:ident => $value:expr) => {
        match $action {
            Action::OpenUrl($body) => Some($value),
            Action::Submit($body) => Some($value),
            Action::Execute($body) => Some($value),
            Action::ShowCard($body) => Some($value),
            Action::ToggleVisibility($body) => Some($value),
            Action::Http($body) => Some($value),
            Action::ResetInputs($body) => Some($value),
            Action::Popover($body) => Some($value),
            _ => None,
        }
    };
}

/// The members that all elements and columns have.
#[derive(Clone, Debug, Default)]
pub(super) struct ElementMembers<'c> {
    pub(super) id: Option<&'c str>,
    pub(super) is_hidden: bool,
    pub(super) has_separator: bool,
    /// The widths of cards that show the element.
    pub(super) width: Option<&'c str>,
}

/// Returns the common members of an element. Unknown elements have none.
pub(super) fn members_of(element: &Element) -> ElementMembers<'_> {
    let members = each_element!(element, body => ElementMembers {
        id: body.id.get().map(String::as_str),
        is_hidden: body.is_visible.get() == Some(&false),
        has_separator: body.separator.get() == Some(&true),
        width: body.target_width.get().map(|width| width.as_str()),
    });
    members.unwrap_or_default()
}

/// Returns the common members of a column.
pub(super) fn members_of_column(column: &Column) -> ElementMembers<'_> {
    ElementMembers {
        id: column.id.get().map(String::as_str),
        is_hidden: column.is_visible.get() == Some(&false),
        has_separator: column.separator.get() == Some(&true),
        width: column.target_width.get().map(|width| width.as_str()),
    }
}

/// The members that all actions have.
#[derive(Clone, Debug, Default)]
pub(super) struct ActionMembers<'c> {
    pub(super) id: Option<&'c str>,
    /// The label. Empty for an action without one.
    pub(super) title: &'c str,
    pub(super) icon: Option<&'c str>,
    pub(super) tooltip: Option<&'c str>,
    pub(super) is_primary: bool,
    pub(super) is_disabled: bool,
}

/// Returns the common members of an action. Unknown actions have none.
pub(super) fn members_of_action(action: &Action) -> ActionMembers<'_> {
    let members = each_action!(action, body => ActionMembers {
        id: body.id.get().map(String::as_str),
        title: body.title.get().map_or("", String::as_str),
        icon: body.icon_url.get().map(String::as_str),
        tooltip: body.tooltip.get().map(String::as_str),
        is_primary: body.style.get().is_some_and(|style| style.is_word("positive")),
        is_disabled: body.is_enabled.get() == Some(&false),
    });
    members.unwrap_or_default()
}

/// Returns the element that a host shows, and its place. An unknown element has that of its fallback, or of the fallback of
/// that. So has an element that A2UI cannot draw, if it has a fallback. Returns `None` if a host leaves the element out.
pub(super) fn shown_element<'c>(
    element: &'c Element,
    at: &Pointer,
) -> Option<(Cow<'c, Element>, Pointer)> {
    let mut shown = Cow::Borrowed(element);
    let mut at = at.clone();
    loop {
        let fallback = match &*shown {
            Element::Unknown(unknown) => Some(decode_fallback::<Element>(unknown)?),
            known if is_drawn(known) => None,
            known => fallback_of(known),
        };
        let Some(fallback) = fallback else {
            return Some((shown, at));
        };
        shown = Cow::Owned(fallback);
        at = at.member("fallback");
    }
}

/// Returns the action that a host performs, and its place, as [`shown_element`] does for elements.
pub(super) fn shown_action<'c>(
    action: &'c Action,
    at: &Pointer,
) -> Option<(Cow<'c, Action>, Pointer)> {
    let mut shown = Cow::Borrowed(action);
    let mut at = at.clone();
    loop {
        let fallback = match &*shown {
            Action::Unknown(unknown) => Some(decode_fallback::<Action>(unknown)?),
            known @ (Action::Http(_) | Action::ResetInputs(_)) => fallback_of_action(known),
            _ => None,
        };
        let Some(fallback) = fallback else {
            return Some((shown, at));
        };
        shown = Cow::Owned(fallback);
        at = at.member("fallback");
    }
}

/// Returns `true` if a component shows an element as such.
fn is_drawn(element: &Element) -> bool {
    match element {
        Element::Icon(icon) => icon
            .name
            .get()
            .is_none_or(|name| icon_of_fluent(name).is_some()),
        Element::Component(_)
        | Element::DonutChart(_)
        | Element::PieChart(_)
        | Element::VerticalBarChart(_)
        | Element::GroupedVerticalBarChart(_)
        | Element::HorizontalBarChart(_)
        | Element::StackedHorizontalBarChart(_)
        | Element::LineChart(_)
        | Element::GaugeChart(_) => false,
        _ => true,
    }
}

/// Returns the fallback of an unknown element or action. The word `drop` and other values leave it out.
fn decode_fallback<T: Wire>(unknown: &Unknown) -> Option<T> {
    unknown.members().get("fallback")?.decode().ok()
}

fn fallback_of(element: &Element) -> Option<Element> {
    match each_element!(element, body => body.fallback.get()).flatten()? {
        ElementFallback::Instead(instead) => Some((**instead).clone()),
        ElementFallback::Word(_) => None,
    }
}

fn fallback_of_action(action: &Action) -> Option<Action> {
    match each_action!(action, body => body.fallback.get()).flatten()? {
        ActionFallback::Instead(instead) => Some((**instead).clone()),
        ActionFallback::Word(_) => None,
    }
}

/// A part of a card that becomes a component: its id and its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part<'c> {
    pub(super) id: Option<&'c str>,
    pub(super) at: &'c Pointer,
}

impl<'c> Part<'c> {
    pub(super) fn of(id: &'c Tolerant<String>, at: &'c Pointer) -> Self {
        let id = id.get().map(String::as_str);
        Self { id, at }
    }
}

pub(super) fn boolean(value: bool) -> Payload {
    Payload::encode(&value).unwrap_or_else(|_| Payload::null())
}

/// Returns `true` if an image, a video or audio may be loaded from an address. An address without a scheme is relative.
pub(super) fn is_loadable(address: &str, media: &str) -> bool {
    !address.contains(':') || has_media_scheme(address, media)
}

/// A component that reacts to a click.
pub(super) enum Clickable {
    /// The component itself, or the button around it.
    Part(String),
    /// The component, and the button below it.
    Beside(String, String),
}
