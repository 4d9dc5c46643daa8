//! Vocabularies that ignore case.

/// Declares the vocabulary of a member. Every text is accepted and kept, because hosts and newer versions have further
/// words. Words are compared without regard to case. `vocabulary! { /// … pub struct Spacing = ["none", "small"]; }`
/// expands to:
///
/// ```text
/// wire::text! { pub struct Spacing; }
///
/// impl Spacing {
///     pub const WORDS: &[&str] = &["none", "small"];
///     pub fn word(&self) -> Option<&'static str> { … }
///     pub fn is_word(&self, word: &str) -> bool { … }
/// }
///
/// pub(crate) fn words_of(name: &str) -> Option<&'static [&'static str]> { … }
/// ```
macro_rules! vocabulary {
    ($( $(#[$meta:meta])* pub struct $Type:ident = [$($word:literal),* $(,)?]; )*) => {
    $(
        wire::text! {
            $(#[$meta])*
            ///
            /// Every text is accepted. The words of the specification ignore case.
            pub struct $Type;
        }

        impl $Type {
            /// The words of the specification, as this crate writes them.
            pub const WORDS: &'static [&'static str] = &[$($word),*];

            /// Returns the word of the specification. `None` for other texts.
            pub fn word(&self) -> Option<&'static str> {
                let mut words = Self::WORDS.iter().copied();
                words.find(|word| word.eq_ignore_ascii_case(self.as_str()))
            }

            /// Returns `true` if this is a word, without regard to case.
            pub fn is_word(&self, word: &str) -> bool {
                self.as_str().eq_ignore_ascii_case(word)
            }
        }
    )*

        /// Returns the words of the vocabulary with this type name. `None` for another type.
        pub(crate) fn words_of(name: &str) -> Option<&'static [&'static str]> {
            match name {
                $( stringify!($Type) => Some($Type::WORDS), )*
                _ => None,
            }
        }
    };
}

vocabulary! {
    /// The size of a text: `default`, `small`, `medium`, `large` or `extraLarge`.
    ///
    /// Specification: [FontSize](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/enums/FontSize.json).
    pub struct FontSize = ["default", "small", "medium", "large", "extraLarge"];
    /// The thickness of a text: `default`, `lighter` or `bolder`.
    ///
    /// Specification: [FontWeight](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/enums/FontWeight.json).
    pub struct FontWeight = ["default", "lighter", "bolder"];
    /// The font of a text: `default` or `monospace`.
    ///
    /// Specification: [FontType](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/enums/FontType.json).
    pub struct FontType = ["default", "monospace"];
    /// The color of a text or an icon.
    ///
    /// Specification: [Colors](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/enums/Colors.json).
    pub struct TextColor = ["default", "dark", "light", "accent", "good", "warning", "attention"];
    /// The role of a text: `default`, `heading` or `columnHeader`.
    ///
    /// Specification: [TextBlockStyle](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/enums/TextBlockStyle.json).
    pub struct TextBlockStyle = ["default", "heading", "columnHeader"];
    /// The horizontal alignment: `left`, `center` or `right`.
    ///
    /// Specification: [HorizontalAlignment](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/enums/HorizontalAlignment.json).
    pub struct HorizontalAlignment = ["left", "center", "right"];
    /// The vertical alignment: `top`, `center` or `bottom`.
    ///
    /// Specification: [VerticalContentAlignment](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/enums/VerticalContentAlignment.json).
    pub struct VerticalAlignment = ["top", "center", "bottom"];
    /// The gap to the element before: `default`, `none`, `extraSmall`, `small`, `medium`, `large`, `extraLarge` or `padding`.
    ///
    /// Specification: [Spacing](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/enums/Spacing.json).
    pub struct Spacing = ["default", "none", "extraSmall", "small", "medium", "large", "extraLarge", "padding"];
    /// The height of an element: `auto` or `stretch`. An image also has a number of pixels.
    ///
    /// Specification: [BlockElementHeight](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/enums/BlockElementHeight.json).
    pub struct BlockHeight = ["auto", "stretch"];
    /// The size of an image: `auto`, `stretch`, `small`, `medium` or `large`.
    ///
    /// Specification: [ImageSize](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/enums/ImageSize.json).
    pub struct ImageSize = ["auto", "stretch", "small", "medium", "large"];
    /// The shape of an image: `default`, `person` or `roundedCorners`.
    ///
    /// Specification: [ImageStyle](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/enums/ImageStyle.json).
    pub struct ImageStyle = ["default", "person", "roundedCorners"];
    /// The arrangement of several images: `default`, `stacked` or `grid`.
    ///
    /// Specification: [ImageSet](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/elements/ImageSet.json).
    pub struct ImageSetStyle = ["default", "stacked", "grid"];
    /// The way in which an image fills its space: `cover`, `repeatHorizontally`, `repeatVertically` or `repeat`.
    ///
    /// Specification: [ImageFillMode](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/enums/ImageFillMode.json).
    pub struct ImageFillMode = ["cover", "repeatHorizontally", "repeatVertically", "repeat"];
    /// The style of a container: `default`, `emphasis`, `good`, `attention`, `warning` or `accent`.
    ///
    /// Specification: [ContainerStyle](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/enums/ContainerStyle.json).
    pub struct ContainerStyle = ["default", "emphasis", "good", "attention", "warning", "accent"];
    /// The keyboard of a text input: `text`, `tel`, `url`, `email` or `password`.
    ///
    /// Specification: [TextInputStyle](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/enums/TextInputStyle.json).
    pub struct TextInputStyle = ["text", "tel", "url", "email", "password"];
    /// The form of a choice: `compact`, `expanded` or `filtered`.
    ///
    /// Specification: [ChoiceInputStyle](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/enums/ChoiceInputStyle.json).
    pub struct ChoiceInputStyle = ["compact", "expanded", "filtered"];
    /// The frame of an input: `default` or `revealOnHover`.
    ///
    /// Specification: [InputStyle](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/enums/InputStyle.json).
    pub struct InputStyle = ["default", "revealOnHover"];
    /// The place of a label: `inline` or `above`.
    ///
    /// Specification: [InputLabelPosition](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/enums/InputLabelPosition.json).
    pub struct LabelPosition = ["inline", "above"];
    /// The style of an action: `default`, `positive` or `destructive`.
    ///
    /// Specification: [ActionStyle](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/enums/ActionStyle.json).
    pub struct ActionStyle = ["default", "positive", "destructive"];
    /// The place of an action: `primary` or `secondary`, which is the overflow menu.
    ///
    /// Specification: [ActionMode](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/enums/ActionMode.json).
    pub struct ActionMode = ["primary", "secondary"];
    /// The inputs that an action sends: `auto` or `none`.
    ///
    /// Specification: [AssociatedInputs](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/enums/AssociatedInputs.json).
    pub struct AssociatedInputs = ["auto", "none"];
    /// The widths of cards that show an element, such as `narrow` or `atLeast:standard`.
    ///
    /// Specification: [Adaptive Cards documentation hub](https://adaptivecards.microsoft.com/).
    pub struct TargetWidth = [
        "veryNarrow", "narrow", "standard", "wide", "atLeast:veryNarrow", "atLeast:narrow", "atLeast:standard", "atLeast:wide",
        "atMost:veryNarrow", "atMost:narrow", "atMost:standard", "atMost:wide",
    ];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_ignore_case_and_keep_their_text() {
        let size = FontSize::from("ExtraLarge");
        assert_eq!(
            (size.word(), size.as_str()),
            (Some("extraLarge"), "ExtraLarge")
        );
        assert!(size.is_word("EXTRALARGE"));
        assert_eq!(FontSize::from("${size}").word(), None);
    }
}
