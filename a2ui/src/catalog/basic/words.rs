//! The vocabularies of the basic catalog from 0.9 on. Its schema closes them; other words are kept when read, and reported.

use crate::catalog::tables::checked_words;

checked_words! {
    /// How a text looks; absent means `body`. A2UI 0.9, `Text.variant`.
    pub enum TextVariant {
        /// The greatest heading.
        H1 = "h1",
        /// A heading.
        H2 = "h2",
        /// A heading.
        H3 = "h3",
        /// A heading.
        H4 = "h4",
        /// The smallest heading.
        H5 = "h5",
        /// Small print.
        Caption = "caption",
        /// Running text.
        Body = "body",
    }
    /// How an image fills its frame, as CSS's `object-fit`; absent means `fill`. A2UI 0.9, `Image.fit`.
    pub enum ImageFit {
        /// All of it, with margins.
        Contain = "contain",
        /// All of the frame, cropped.
        Cover = "cover",
        /// All of both, distorted.
        Fill = "fill",
        /// In its own size.
        None = "none",
        /// In its own size, or smaller.
        ScaleDown = "scaleDown",
    }
    /// What an image is for; absent means `mediumFeature`. A2UI 0.9, `Image.variant`.
    pub enum ImageVariant {
        /// Small and square.
        Icon = "icon",
        /// Small and round.
        Avatar = "avatar",
        /// Small.
        SmallFeature = "smallFeature",
        /// Middle-sized.
        MediumFeature = "mediumFeature",
        /// Large.
        LargeFeature = "largeFeature",
        /// As wide as it can be.
        Header = "header",
    }
    /// Where children stand along the direction of a Row or Column; absent means `start`. A2UI 0.9, `justify`.
    pub enum Justify {
        /// In the middle.
        Center = "center",
        /// At the end.
        End = "end",
        /// With equal room around each.
        SpaceAround = "spaceAround",
        /// With equal room between them.
        SpaceBetween = "spaceBetween",
        /// With equal room between them and at the ends.
        SpaceEvenly = "spaceEvenly",
        /// At the start.
        Start = "start",
        /// As large as fits.
        Stretch = "stretch",
    }
    /// Where children stand across that direction; absent means `stretch`. A2UI 0.9, `align`.
    pub enum Align {
        /// At the start.
        Start = "start",
        /// In the middle.
        Center = "center",
        /// At the end.
        End = "end",
        /// As large as fits.
        Stretch = "stretch",
    }
    /// Where a list grows; absent means `vertical`. A2UI 0.9, `List.direction`.
    pub enum ListDirection {
        /// Down.
        Vertical = "vertical",
        /// Across.
        Horizontal = "horizontal",
    }
    /// Where a divider runs; absent means `horizontal`. A2UI 0.9, `Divider.axis`.
    pub enum DividerAxis {
        /// Across.
        Horizontal = "horizontal",
        /// Down.
        Vertical = "vertical",
    }
    /// How a button looks; absent means `default`. A2UI 0.9, `Button.variant`.
    pub enum ButtonVariant {
        /// Like any.
        Default = "default",
        /// Like the one that is expected to be used.
        Primary = "primary",
        /// Like a link.
        Borderless = "borderless",
    }
    /// What is written into a text field; absent means `shortText`. A2UI 0.9, `TextField.variant`.
    pub enum TextFieldVariant {
        /// Several lines.
        LongText = "longText",
        /// A number.
        Number = "number",
        /// One line.
        ShortText = "shortText",
        /// A secret.
        Obscured = "obscured",
    }
    /// How many may be chosen; absent means `mutuallyExclusive`. A2UI 0.9, `ChoicePicker.variant`.
    pub enum ChoiceVariant {
        /// Any number.
        MultipleSelection = "multipleSelection",
        /// One.
        MutuallyExclusive = "mutuallyExclusive",
    }
    /// How choices look; absent means `checkbox`. A2UI 0.9, `ChoicePicker.displayStyle`.
    pub enum ChoiceDisplayStyle {
        /// A list of boxes.
        Checkbox = "checkbox",
        /// A row of chips.
        Chips = "chips",
    }
}

macro_rules! icons {
    ($($Variant:ident = $word:literal),* $(,)?) => {
        checked_words! {
            /// An icon of the set that every client has. A2UI 0.9, `Icon.name`.
            pub enum NamedIcon {
                $( #[doc = concat!("`", $word, "`")] $Variant = $word, )*
            }
        }
    };
}

icons! {
    AccountCircle = "accountCircle", Add = "add", ArrowBack = "arrowBack", ArrowForward = "arrowForward",
    AttachFile = "attachFile", CalendarToday = "calendarToday", Call = "call", Camera = "camera", Check = "check",
    Close = "close", Delete = "delete", Download = "download", Edit = "edit", Event = "event", Error = "error",
    FastForward = "fastForward", Favorite = "favorite", FavoriteOff = "favoriteOff", Folder = "folder", Help = "help",
    Home = "home", Info = "info", LocationOn = "locationOn", Lock = "lock", LockOpen = "lockOpen", Mail = "mail",
    Menu = "menu", MoreVert = "moreVert", MoreHoriz = "moreHoriz", NotificationsOff = "notificationsOff",
    Notifications = "notifications", Pause = "pause", Payment = "payment", Person = "person", Phone = "phone",
    Photo = "photo", Play = "play", Print = "print", Refresh = "refresh", Rewind = "rewind", Search = "search",
    Send = "send", Settings = "settings", Share = "share", ShoppingCart = "shoppingCart", SkipNext = "skipNext",
    SkipPrevious = "skipPrevious", Star = "star", StarHalf = "starHalf", StarOff = "starOff", Stop = "stop",
    Upload = "upload", Visibility = "visibility", VisibilityOff = "visibilityOff", VolumeDown = "volumeDown",
    VolumeMute = "volumeMute", VolumeOff = "volumeOff", VolumeUp = "volumeUp", Warning = "warning",
}
