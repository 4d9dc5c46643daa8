//! The card.

use crate::{
    Action, BackgroundImage, ContainerStyle, Element, VerticalAlignment, action::ExecuteAction,
};
use wire::{List, Payload, Tolerant};

wire::text! {
    /// A version of Adaptive Cards, such as `1.5`.
    ///
    /// Specification: [AdaptiveCard](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/AdaptiveCard.json).
    pub struct CardVersion;
}

impl CardVersion {
    /// The versions that were published.
    pub const KNOWN: [&'static str; 7] = ["1.0", "1.1", "1.2", "1.3", "1.4", "1.5", "1.6"];

    /// Returns the major and the minor version. `None` for another text.
    ///
    /// ```
    /// use agent_ui_adaptive_cards::CardVersion;
    ///
    /// assert_eq!(CardVersion::from("1.5").numbers(), Some((1, 5)));
    /// assert_eq!(CardVersion::from("latest").numbers(), None);
    /// ```
    pub fn numbers(&self) -> Option<(u32, u32)> {
        let (major, minor) = self.as_str().split_once('.')?;
        Some((major.parse().ok()?, minor.parse().ok()?))
    }
}

wire::object! {
    /// A card: `{"type": "AdaptiveCard", "version": "1.5", "body": […], "actions": […]}`.
    ///
    /// ```
    /// use agent_ui_adaptive_cards::{AdaptiveCard, Element, wire};
    ///
    /// let card: AdaptiveCard = wire::decode(
    ///     r#"{"type":"AdaptiveCard","version":"1.5","body":[{"type":"TextBlock","text":"Your trip"}]}"#,
    /// )?;
    /// let body = card.body.get().ok_or("a body")?;
    /// let Some(Element::TextBlock(text)) = body.iter().next() else { panic!() };
    /// assert_eq!(text.text.get().map(String::as_str), Some("Your trip"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Specification: [AdaptiveCard](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/AdaptiveCard.json).
    pub struct AdaptiveCard by "type" = "AdaptiveCard" {
        /// The schema, which hosts ignore.
        schema as "$schema"?: Tolerant<String>,
        /// The version. The card of an [`Action::ShowCard`](crate::Action::ShowCard) needs none.
        version?: Tolerant<CardVersion>,
        /// The elements.
        body?: Tolerant<List<Element>>,
        /// The buttons below the body.
        actions?: Tolerant<List<Action>>,
        /// The action of a click. Since 1.1.
        select_action as "selectAction"?: Tolerant<Box<Action>>,
        /// The text that hosts show if they do not know the version.
        fallback_text as "fallbackText"?: Tolerant<String>,
        /// The image behind the card.
        background_image as "backgroundImage"?: Tolerant<BackgroundImage>,
        /// The least height in pixels, such as `80px`. Since 1.2.
        min_height as "minHeight"?: Tolerant<String>,
        /// `true` if the text runs from right to left. Since 1.5.
        rtl?: Tolerant<bool>,
        /// The text that is spoken.
        speak?: Tolerant<String>,
        /// The language, such as `en`.
        lang?: Tolerant<String>,
        /// The vertical alignment of the elements. Since 1.1.
        vertical_content_alignment as "verticalContentAlignment"?: Tolerant<VerticalAlignment>,
        /// The action by which hosts get a new card. Since 1.4.
        refresh?: Tolerant<Refresh>,
        /// The sign-in that the card needs. Since 1.4.
        authentication?: Tolerant<Authentication>,
        /// The address of the card on the web. Since 1.6.
        metadata?: Tolerant<CardMetadata>,
        /// The id of the sender. Outlook shows no card without it.
        originator?: Tolerant<String>,
        /// The settings of Teams: the width, and the people that texts mention.
        msteams?: Tolerant<TeamsSettings>,
        /// The style. Only in Teams.
        style?: Tolerant<ContainerStyle>,
        /// The layouts for the widths of cards. Only in Teams.
        layouts?: Option<Payload>,
        /// The texts in several languages. Only in Teams.
        resources?: Option<Payload>,
    }

    /// The action by which hosts get a new card for each user. Since 1.4.
    ///
    /// Specification: [Refresh](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/Refresh.json).
    pub struct Refresh {
        /// The action.
        action?: Tolerant<ExecuteAction>,
        /// The time from which the action runs, as of RFC 3339. Since 1.6.
        expires?: Tolerant<String>,
        /// The users for whom it runs, at most 60.
        user_ids as "userIds"?: Tolerant<List<String>>,
    }

    /// The sign-in that a card needs. Since 1.4.
    ///
    /// Specification: [Authentication](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/Authentication.json).
    pub struct Authentication {
        /// The text for the user.
        text?: Tolerant<String>,
        /// The name of the connection.
        connection_name as "connectionName"?: Tolerant<String>,
        /// The resource for single sign-on.
        token_exchange_resource as "tokenExchangeResource"?: Tolerant<TokenExchangeResource>,
        /// The buttons.
        buttons?: Tolerant<List<AuthCardButton>>,
    }

    /// The resource for single sign-on. Since 1.4.
    ///
    /// Specification: [TokenExchangeResource](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/TokenExchangeResource.json).
    pub struct TokenExchangeResource {
        /// The id.
        id =: Tolerant<String>,
        /// The address.
        uri =: Tolerant<String>,
        /// The id of the provider.
        provider_id as "providerId" =: Tolerant<String>,
    }

    /// A button of a sign-in. Since 1.4.
    ///
    /// Specification: [AuthCardButton](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/AuthCardButton.json).
    pub struct AuthCardButton {
        /// The type, such as `signin`.
        kind as "type" =: Tolerant<String>,
        /// The value.
        value =: Tolerant<String>,
        /// The label.
        title?: Tolerant<String>,
        /// The address of the image.
        image?: Tolerant<String>,
    }

    /// The address of a card on the web. Since 1.6.
    ///
    /// Specification: [Metadata](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/Metadata.json).
    pub struct CardMetadata {
        /// The address.
        web_url as "webUrl"?: Tolerant<String>,
    }

    /// The settings of Teams.
    ///
    /// Specification: [format of cards](https://learn.microsoft.com/microsoftteams/platform/task-modules-and-cards/cards/cards-format).
    pub struct TeamsSettings {
        /// The width, `full`.
        width?: Tolerant<String>,
        /// The people that texts mention.
        entities?: Tolerant<List<Mention>>,
    }

    /// A person whom a text mentions. The text contains `<at>Name</at>`.
    ///
    /// Specification: [format of cards](https://learn.microsoft.com/microsoftteams/platform/task-modules-and-cards/cards/cards-format).
    pub struct Mention {
        /// The type, `mention`.
        kind as "type" =: Tolerant<String>,
        /// The text in the card.
        text =: Tolerant<String>,
        /// The person.
        mentioned?: Tolerant<MentionedPerson>,
    }

    /// The person of a [`Mention`].
    ///
    /// Specification: [format of cards](https://learn.microsoft.com/microsoftteams/platform/task-modules-and-cards/cards/cards-format).
    pub struct MentionedPerson {
        /// The id.
        id =: Tolerant<String>,
        /// The name.
        name =: Tolerant<String>,
    }
}
