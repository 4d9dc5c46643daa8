//! Enumerations of the standard catalog. Their schema is closed; unknown values are preserved and reported.

use crate::catalog::basic::words::words;

words! {
    /// The style of a text.
    ///
    /// Specification: [A2UI 0.8, standard catalog, `Text`](https://github.com/google/A2UI/blob/3586b8d1b8cc8c44455c88de1cc90e30de16ee1b/specification/v0_8/json/standard_catalog_definition.json).
    pub enum UsageHint {
        /// A heading of the first level.
        H1 = "h1",
        /// A heading of the second level.
        H2 = "h2",
        /// A heading of the third level.
        H3 = "h3",
        /// A heading of the fourth level.
        H4 = "h4",
        /// A heading of the fifth level.
        H5 = "h5",
        /// A caption in small print.
        Caption = "caption",
        /// Body text of normal size.
        Body = "body",
    }
    /// The fit of an image in its frame, like the CSS property `object-fit`.
    ///
    /// Specification: [A2UI 0.8, standard catalog, `Image`](https://github.com/google/A2UI/blob/3586b8d1b8cc8c44455c88de1cc90e30de16ee1b/specification/v0_8/json/standard_catalog_definition.json).
    pub enum ImageFit {
        /// Scaled to show the complete image, with margins.
        Contain = "contain",
        /// Scaled to fill the frame, and cropped.
        Cover = "cover",
        /// Stretched to fill the frame, and distorted.
        Fill = "fill",
        /// Shown in its own size.
        None = "none",
        /// Shown in its own size, or smaller to fit.
        ScaleDown = "scale-down",
    }
    /// The intended use of an image, which determines its size.
    ///
    /// Specification: [A2UI 0.8, standard catalog, `Image`](https://github.com/google/A2UI/blob/3586b8d1b8cc8c44455c88de1cc90e30de16ee1b/specification/v0_8/json/standard_catalog_definition.json).
    pub enum ImageUsageHint {
        /// A small square icon.
        Icon = "icon",
        /// A small round avatar.
        Avatar = "avatar",
        /// A small feature image.
        SmallFeature = "smallFeature",
        /// A feature image of medium size.
        MediumFeature = "mediumFeature",
        /// A large feature image.
        LargeFeature = "largeFeature",
        /// A header image across the full width.
        Header = "header",
    }
    /// The distribution of children along the main axis of a Row or Column.
    ///
    /// Specification: [A2UI 0.8, standard catalog, `Row`](https://github.com/google/A2UI/blob/3586b8d1b8cc8c44455c88de1cc90e30de16ee1b/specification/v0_8/json/standard_catalog_definition.json).
    pub enum Distribution {
        /// Placed in the middle.
        Center = "center",
        /// Placed at the end.
        End = "end",
        /// With equal space around each child.
        SpaceAround = "spaceAround",
        /// With equal space between the children.
        SpaceBetween = "spaceBetween",
        /// With equal space between the children and at both ends.
        SpaceEvenly = "spaceEvenly",
        /// Placed at the start.
        Start = "start",
    }
    /// The alignment of children across the main axis.
    ///
    /// Specification: [A2UI 0.8, standard catalog, `Row`](https://github.com/google/A2UI/blob/3586b8d1b8cc8c44455c88de1cc90e30de16ee1b/specification/v0_8/json/standard_catalog_definition.json).
    pub enum Alignment {
        /// Aligned at the start.
        Start = "start",
        /// Aligned in the middle.
        Center = "center",
        /// Aligned at the end.
        End = "end",
        /// Stretched to the available size.
        Stretch = "stretch",
    }
    /// The direction of a list.
    ///
    /// Specification: [A2UI 0.8, standard catalog, `List`](https://github.com/google/A2UI/blob/3586b8d1b8cc8c44455c88de1cc90e30de16ee1b/specification/v0_8/json/standard_catalog_definition.json).
    pub enum ListDirection {
        /// In a column.
        Vertical = "vertical",
        /// In a row.
        Horizontal = "horizontal",
    }
    /// The direction of a divider.
    ///
    /// Specification: [A2UI 0.8, standard catalog, `Divider`](https://github.com/google/A2UI/blob/3586b8d1b8cc8c44455c88de1cc90e30de16ee1b/specification/v0_8/json/standard_catalog_definition.json).
    pub enum DividerAxis {
        /// A line from side to side.
        Horizontal = "horizontal",
        /// A line from top to bottom.
        Vertical = "vertical",
    }
    /// The kind of text in a text field.
    ///
    /// Specification: [A2UI 0.8, standard catalog, `TextField`](https://github.com/google/A2UI/blob/3586b8d1b8cc8c44455c88de1cc90e30de16ee1b/specification/v0_8/json/standard_catalog_definition.json).
    pub enum TextFieldType {
        /// A date as text.
        Date = "date",
        /// Text of several lines.
        LongText = "longText",
        /// A number as text.
        Number = "number",
        /// Text of one line.
        ShortText = "shortText",
        /// Hidden text, such as a password.
        Obscured = "obscured",
    }
    /// The appearance of the options in a multiple choice.
    ///
    /// Specification: [A2UI 0.8, standard catalog, `MultipleChoice`](https://github.com/google/A2UI/blob/3586b8d1b8cc8c44455c88de1cc90e30de16ee1b/specification/v0_8/json/standard_catalog_definition.json).
    pub enum ChoiceVariant {
        /// A list of check boxes.
        Checkbox = "checkbox",
        /// A row of chips.
        Chips = "chips",
    }
}

/// Declares the icons, each with a doc comment. `icons! { Add = "add" }` expands to:
///
/// ```text
/// words! {
///     pub enum NamedIcon {
///         /// `add`
///         Add = "add",
///     }
/// }
/// ```
macro_rules! icons {
    ($($Variant:ident = $word:literal),* $(,)?) => {
        words! {
            /// An icon of the standard set.
            ///
            /// Specification: [A2UI 0.8, standard catalog, `Icon`](https://github.com/google/A2UI/blob/3586b8d1b8cc8c44455c88de1cc90e30de16ee1b/specification/v0_8/json/standard_catalog_definition.json).
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
