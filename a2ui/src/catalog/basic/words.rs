//! The vocabularies of the basic catalog from 0.9 on. The catalog's schema allows no other words. Reading preserves
//! unknown words, and checks report them.

/// Declares vocabularies that are closed in the catalog.
///
/// `words! { pub enum Axis { Horizontal = "horizontal" } }` expands to:
///
/// ```text
/// wire::word! { pub open enum Axis { Horizontal = "horizontal" } }
/// ```
macro_rules! words {
    ($( $(#[$meta:meta])* pub enum $Type:ident { $($body:tt)* } )*) => {
        $( wire::word! { $(#[$meta])* pub open enum $Type { $($body)* } } )*
    };
}
pub(crate) use words;

words! {
    /// The style of a text; `body` if absent.
    ///
    /// Specification: [A2UI 0.9, `Text.variant`](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json), [A2UI 1.0, `Text.variant`](https://github.com/a2ui-project/a2ui/blob/7a94e3160fa20fc8cd7473478f1d0fa76368abd5/catalogs/basic/v1/catalog.json).
    pub enum TextVariant {
        /// The largest heading.
        H1 = "h1",
        /// The second-largest heading.
        H2 = "h2",
        /// A heading of medium size.
        H3 = "h3",
        /// The second-smallest heading.
        H4 = "h4",
        /// The smallest heading.
        H5 = "h5",
        /// Small text for captions.
        Caption = "caption",
        /// Normal body text.
        Body = "body",
    }
    /// The scaling of an image in its frame, as CSS `object-fit`; `fill` if absent.
    ///
    /// Specification: [A2UI 0.9, `Image.fit`](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json), [A2UI 1.0, `Image.fit`](https://github.com/a2ui-project/a2ui/blob/7a94e3160fa20fc8cd7473478f1d0fa76368abd5/catalogs/basic/v1/catalog.json).
    pub enum ImageFit {
        /// Scaled to fit completely, with margins.
        Contain = "contain",
        /// Scaled and cropped to fill the frame.
        Cover = "cover",
        /// Stretched to fill the frame, which may distort the image.
        Fill = "fill",
        /// Shown in its own size.
        None = "none",
        /// Shown in its own size, or scaled down to fit.
        ScaleDown = "scaleDown",
    }
    /// The purpose of an image; `mediumFeature` if absent.
    ///
    /// Specification: [A2UI 0.9, `Image.variant`](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json), [A2UI 1.0, `Image.variant`](https://github.com/a2ui-project/a2ui/blob/7a94e3160fa20fc8cd7473478f1d0fa76368abd5/catalogs/basic/v1/catalog.json).
    pub enum ImageVariant {
        /// A small square image.
        Icon = "icon",
        /// A small round image.
        Avatar = "avatar",
        /// A small feature image.
        SmallFeature = "smallFeature",
        /// A medium-sized feature image.
        MediumFeature = "mediumFeature",
        /// A large feature image.
        LargeFeature = "largeFeature",
        /// An image across the full width.
        Header = "header",
    }
    /// The distribution of children along a Row or Column; `start` if absent.
    ///
    /// Specification: [A2UI 0.9, `justify`](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json), [A2UI 1.0, `justify`](https://github.com/a2ui-project/a2ui/blob/7a94e3160fa20fc8cd7473478f1d0fa76368abd5/catalogs/basic/v1/catalog.json).
    pub enum Justify {
        /// Placed in the center.
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
        /// Stretched to fill the space.
        Stretch = "stretch",
    }
    /// The alignment of children across a Row, Column or List; `stretch` if absent.
    ///
    /// Specification: [A2UI 0.9, `align`](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json), [A2UI 1.0, `align`](https://github.com/a2ui-project/a2ui/blob/7a94e3160fa20fc8cd7473478f1d0fa76368abd5/catalogs/basic/v1/catalog.json).
    pub enum Align {
        /// Placed at the start.
        Start = "start",
        /// Placed in the center.
        Center = "center",
        /// Placed at the end.
        End = "end",
        /// Stretched to fill the space.
        Stretch = "stretch",
    }
    /// The direction of a list; `vertical` if absent.
    ///
    /// Specification: [A2UI 0.9, `List.direction`](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json), [A2UI 1.0, `List.direction`](https://github.com/a2ui-project/a2ui/blob/7a94e3160fa20fc8cd7473478f1d0fa76368abd5/catalogs/basic/v1/catalog.json).
    pub enum ListDirection {
        /// From top to bottom.
        Vertical = "vertical",
        /// From left to right.
        Horizontal = "horizontal",
    }
    /// The direction of a divider; `horizontal` if absent.
    ///
    /// Specification: [A2UI 0.9, `Divider.axis`](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json), [A2UI 1.0, `Divider.axis`](https://github.com/a2ui-project/a2ui/blob/7a94e3160fa20fc8cd7473478f1d0fa76368abd5/catalogs/basic/v1/catalog.json).
    pub enum DividerAxis {
        /// A line from left to right.
        Horizontal = "horizontal",
        /// A line from top to bottom.
        Vertical = "vertical",
    }
    /// The style of a button; `default` if absent.
    ///
    /// Specification: [A2UI 0.9, `Button.variant`](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json), [A2UI 1.0, `Button.variant`](https://github.com/a2ui-project/a2ui/blob/7a94e3160fa20fc8cd7473478f1d0fa76368abd5/catalogs/basic/v1/catalog.json).
    pub enum ButtonVariant {
        /// A normal button.
        Default = "default",
        /// The main button, which stands out.
        Primary = "primary",
        /// A button without a border, like a link.
        Borderless = "borderless",
    }
    /// The kind of text in a text field; `shortText` if absent.
    ///
    /// Specification: [A2UI 0.9, `TextField.variant`](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json), [A2UI 1.0, `TextField.variant`](https://github.com/a2ui-project/a2ui/blob/7a94e3160fa20fc8cd7473478f1d0fa76368abd5/catalogs/basic/v1/catalog.json).
    pub enum TextFieldVariant {
        /// Text on several lines.
        LongText = "longText",
        /// Text that is a number.
        Number = "number",
        /// Text on one line.
        ShortText = "shortText",
        /// Hidden text, such as a password.
        Obscured = "obscured",
    }
    /// The number of options that can be chosen; `mutuallyExclusive` if absent.
    ///
    /// Specification: [A2UI 0.9, `ChoicePicker.variant`](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json), [A2UI 1.0, `ChoicePicker.variant`](https://github.com/a2ui-project/a2ui/blob/7a94e3160fa20fc8cd7473478f1d0fa76368abd5/catalogs/basic/v1/catalog.json).
    pub enum ChoiceVariant {
        /// Any number of options.
        MultipleSelection = "multipleSelection",
        /// Exactly one option.
        MutuallyExclusive = "mutuallyExclusive",
    }
    /// The display of options; `checkbox` if absent.
    ///
    /// Specification: [A2UI 0.9, `ChoicePicker.displayStyle`](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json), [A2UI 1.0, `ChoicePicker.displayStyle`](https://github.com/a2ui-project/a2ui/blob/7a94e3160fa20fc8cd7473478f1d0fa76368abd5/catalogs/basic/v1/catalog.json).
    pub enum ChoiceDisplayStyle {
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
///         /// The icon `add`.
///         Add = "add",
///     }
/// }
/// ```
macro_rules! icons {
    ($($Variant:ident = $word:literal),* $(,)?) => {
        words! {
            /// An icon of the set that every client supports.
            ///
            /// Specification: [A2UI 0.9, `Icon.name`](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json), [A2UI 1.0, `Icon.name`](https://github.com/a2ui-project/a2ui/blob/7a94e3160fa20fc8cd7473478f1d0fa76368abd5/catalogs/basic/v1/catalog.json).
            pub enum NamedIcon {
                $( #[doc = concat!("The icon `", $word, "`.")] $Variant = $word, )*
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
