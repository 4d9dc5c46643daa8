//! The types of the actions.

use super::{AdaptiveCard, fallback::ActionFallback};
use crate::vocabulary::{ActionMode, ActionStyle, AssociatedInputs};
use wire::{List, Payload, PayloadKind, Reader, Tolerant, Wire, Writer, decode::ReadResult};

/// Declares an action: its own members, and those that all actions have. `action! { pub struct OpenUrlAction by "type" =
/// "Action.OpenUrl" { … } }` expands to `wire::object!` with the members `title`, `iconUrl` and so on after its own.
macro_rules! action {
    ($(#[$meta:meta])* pub struct $Type:ident by $tag:literal = $word:literal { $($members:tt)* }) => {
        wire::object! {
            $(#[$meta])*
            pub struct $Type by $tag = $word {
                $($members)*
                /// The label of the button.
                title?: Tolerant<String>,
                /// The address of the icon, or `icon:Name` in Teams. Since 1.1.
                icon_url as "iconUrl"?: Tolerant<String>,
                /// The id of the button.
                id?: Tolerant<String>,
                /// The style. Since 1.2.
                style?: Tolerant<ActionStyle>,
                /// The action in place of this one on hosts that do not know it, or `drop`. Since 1.2.
                fallback?: Tolerant<ActionFallback>,
                /// The features that a host needs, with their least versions. Since 1.2.
                requires?: Option<Payload>,
                /// The text at the pointer. Since 1.5.
                tooltip?: Tolerant<String>,
                /// `false` for a button that cannot be pressed. The default is `true`. Since 1.5.
                is_enabled as "isEnabled"?: Tolerant<bool>,
                /// The place of the button. Since 1.5.
                mode?: Tolerant<ActionMode>,
                /// The role for assistive technology, such as `link`. Since 1.6.
                role?: Tolerant<String>,
            }
        }
    };
}

action! {
    /// Opens an address: `{"type": "Action.OpenUrl", "title": "Read", "url": "https://example.com/"}`.
    ///
    /// Specification: [Action.OpenUrl](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/actions/Action.OpenUrl.json).
    pub struct OpenUrlAction by "type" = "Action.OpenUrl" {
        /// The address of the page.
        url =: Tolerant<String>,
    }
}

action! {
    /// Submits the inputs of the card as a message: `{"type": "Action.Submit", "title": "Book", "data": {"event": "book"}}`.
    ///
    /// Specification: [Action.Submit](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/actions/Action.Submit.json).
    pub struct SubmitAction by "type" = "Action.Submit" {
        /// The values beside those of the inputs: an object, or a text that is sent alone.
        data?: Option<Payload>,
        /// The inputs that are sent. The default is `auto`. Since 1.3.
        associated_inputs as "associatedInputs"?: Tolerant<AssociatedInputs>,
    }
}

action! {
    /// Submits the inputs of the card, and gets a card in place of this one. Since 1.4.
    ///
    /// Specification: [Action.Execute](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/actions/Action.Execute.json).
    pub struct ExecuteAction by "type" = "Action.Execute" {
        /// The name of the action for the bot.
        verb?: Tolerant<String>,
        /// The values beside those of the inputs.
        data?: Option<Payload>,
        /// The inputs that are sent. The default is `auto`.
        associated_inputs as "associatedInputs"?: Tolerant<AssociatedInputs>,
    }
}

action! {
    /// Shows a further card. It is not permitted as a `selectAction`.
    ///
    /// Specification: [Action.ShowCard](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/actions/Action.ShowCard.json).
    pub struct ShowCardAction by "type" = "Action.ShowCard" {
        /// The card, which needs no version.
        card =: Tolerant<Box<AdaptiveCard>>,
    }
}

action! {
    /// Shows or hides elements. The bot gets no event. Since 1.2.
    ///
    /// Specification: [Action.ToggleVisibility](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/actions/Action.ToggleVisibility.json).
    pub struct ToggleVisibilityAction by "type" = "Action.ToggleVisibility" {
        /// The elements to show or hide.
        target_elements as "targetElements" =: Tolerant<List<TargetElement>>,
    }
}

action! {
    /// Sends a request over HTTP. `{{id.value}}` in its texts stands for the value of an input. Only in Outlook.
    ///
    /// Specification: [actionable messages](https://learn.microsoft.com/outlook/actionable-messages/message-card-reference).
    pub struct HttpAction by "type" = "Action.Http" {
        /// The method, `GET` or `POST`.
        method =: Tolerant<String>,
        /// The address of the request.
        url =: Tolerant<String>,
        /// The headers of the request.
        headers?: Tolerant<List<HttpHeader>>,
        /// The body of the request.
        body?: Tolerant<String>,
    }
}

wire::object! {
    /// A header of an [`HttpAction`].
    ///
    /// Specification: [actionable messages](https://learn.microsoft.com/outlook/actionable-messages/message-card-reference).
    pub struct HttpHeader {
        /// The name of the header.
        name =: Tolerant<String>,
        /// The value of the header.
        value =: Tolerant<String>,
    }
}

action! {
    /// Sets inputs to their values at first. Only in Teams.
    ///
    /// Specification: [Adaptive Cards documentation hub](https://adaptivecards.microsoft.com/).
    pub struct ResetInputsAction by "type" = "Action.ResetInputs" {
        /// The ids of the inputs. By default, these are all inputs of the card.
        target_input_ids as "targetInputIds"?: Tolerant<List<String>>,
    }
}

action! {
    /// Shows elements above the card. Only in Teams.
    ///
    /// Specification: [Adaptive Cards documentation hub](https://adaptivecards.microsoft.com/).
    pub struct PopoverAction by "type" = "Action.Popover" {
        /// The element of the popover.
        content?: Option<Payload>,
    }
}

wire::object! {
    /// The new visibility of an element: `{"elementId": "more", "isVisible": true}`.
    ///
    /// Specification: [TargetElement](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/TargetElement.json).
    pub struct ElementVisibility {
        /// The id of the element.
        element_id as "elementId" =: Tolerant<String>,
        /// The new visibility. Without it, the visibility changes.
        is_visible as "isVisible"?: Tolerant<bool>,
    }
}

/// An element that a [`ToggleVisibilityAction`] shows or hides: its id, or an object with the new visibility.
///
/// Specification: [TargetElement](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/TargetElement.json).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TargetElement {
    /// The id of the element, whose visibility changes.
    Id(String),
    /// The id and the new visibility.
    Visibility(Box<ElementVisibility>),
}

impl Wire for TargetElement {
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        match reader.kind()? {
            PayloadKind::String => Wire::read(reader).map(Self::Id),
            _ => Wire::read(reader).map(Self::Visibility),
        }
    }

    fn write(&self, writer: &mut Writer) {
        match self {
            Self::Id(id) => id.write(writer),
            Self::Visibility(visibility) => visibility.write(writer),
        }
    }
}

wire::hand_written! {
    TargetElement,
    schema: |schemas| {
        let visibility = schemas.schema_for::<ElementVisibility>();
        wire::schema::json!({"anyOf": [{"type": "string"}, visibility]})
    },
    examples: [r#""more""#, r#"{"elementId":"more","isVisible":true}"#],
}
