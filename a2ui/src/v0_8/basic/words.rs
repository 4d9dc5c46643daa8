//! The vocabularies of the standard catalog. Its schema closes them; other words are kept when read, and reported.

use crate::catalog::tables::checked_words;

checked_words! {
    /// How a text looks. A2UI 0.8, `Text.usageHint`.
    pub enum UsageHint {
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
    /// How an image fills its frame, as CSS's `object-fit`. A2UI 0.8, `Image.fit`.
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
        ScaleDown = "scale-down",
    }
    /// What an image is for. A2UI 0.8, `Image.usageHint`.
    pub enum ImageUsageHint {
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
    /// Where children stand along the direction of a Row or Column. A2UI 0.8, `distribution`.
    pub enum Distribution {
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
    }
    /// Where children stand across that direction. A2UI 0.8, `alignment`.
    pub enum Alignment {
        /// At the start.
        Start = "start",
        /// In the middle.
        Center = "center",
        /// At the end.
        End = "end",
        /// As large as fits.
        Stretch = "stretch",
    }
    /// Where a list grows. A2UI 0.8, `List.direction`.
    pub enum ListDirection {
        /// Down.
        Vertical = "vertical",
        /// Across.
        Horizontal = "horizontal",
    }
    /// Where a divider runs. A2UI 0.8, `Divider.axis`.
    pub enum DividerAxis {
        /// Across.
        Horizontal = "horizontal",
        /// Down.
        Vertical = "vertical",
    }
    /// What is written into a text field. A2UI 0.8, `TextField.textFieldType`.
    pub enum TextFieldType {
        /// A date.
        Date = "date",
        /// Several lines.
        LongText = "longText",
        /// A number.
        Number = "number",
        /// One line.
        ShortText = "shortText",
        /// A secret.
        Obscured = "obscured",
    }
    /// How choices look. A2UI 0.8, `MultipleChoice.variant`.
    pub enum ChoiceVariant {
        /// A list of boxes.
        Checkbox = "checkbox",
        /// A row of chips.
        Chips = "chips",
    }
}

macro_rules! icons {
    ($($Variant:ident = $word:literal),* $(,)?) => {
        checked_words! {
            /// An icon of the set that every client has. A2UI 0.8, `Icon.name`.
            pub enum NamedIcon {
                $( #[doc = concat!("`", $word, "`")] $Variant = $word, )*
            }
        }
    };
}

icons! {
    AccountCircle = "accountCircle", Add = "add", ArrowBack = "arrowBack", ArrowForward = "arrowForward",
    AttachFile = "attachFile", CalendarToday = "calendarToday", Call = "call", Camera = "camera",
    Check = "check", Close = "close", Delete = "delete", Download = "download", Edit = "edit",
    Event = "event", Error = "error", Favorite = "favorite", FavoriteOff = "favoriteOff", Folder = "folder",
    Help = "help", Home = "home", Info = "info", LocationOn = "locationOn", Lock = "lock",
    LockOpen = "lockOpen", Mail = "mail", Menu = "menu", MoreVert = "moreVert", MoreHoriz = "moreHoriz",
    NotificationsOff = "notificationsOff", Notifications = "notifications", Payment = "payment",
    Person = "person", Phone = "phone", Photo = "photo", Print = "print", Refresh = "refresh",
    Search = "search", Send = "send", Settings = "settings", Share = "share", ShoppingCart = "shoppingCart",
    Star = "star", StarHalf = "starHalf", StarOff = "starOff", Upload = "upload", Visibility = "visibility",
    VisibilityOff = "visibilityOff", Warning = "warning",
}
