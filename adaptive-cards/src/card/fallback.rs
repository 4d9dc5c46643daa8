//! What a host shows in place of an unknown element or action.

use super::{Action, Element};
use wire::{PayloadKind, Reader, Wire, Writer, decode::ReadResult};

/// The word that leaves an element out.
pub const DROP: &str = "drop";

/// Declares a fallback. `fallback! { /// … pub enum ElementFallback of Element, example }` expands to:
///
/// ```text
/// pub enum ElementFallback { Word(String), Instead(Box<Element>) }
///
/// impl Wire for ElementFallback { … }
/// // and hand_written!
/// ```
macro_rules! fallback {
    ($(#[$meta:meta])* pub enum $Type:ident of $Instead:ident, $example:literal) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum $Type {
            /// The word [`DROP`], or another text.
            Word(String),
            /// The one to show instead.
            Instead(Box<$Instead>),
        }

        impl Wire for $Type {
            fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
                match reader.kind()? {
                    PayloadKind::String => Wire::read(reader).map(Self::Word),
                    _ => Wire::read(reader).map(Self::Instead),
                }
            }

            fn write(&self, writer: &mut Writer) {
                match self {
                    Self::Word(word) => word.write(writer),
                    Self::Instead(instead) => instead.write(writer),
                }
            }
        }

        wire::hand_written! {
            $Type,
            schema: |schemas| {
                let instead = schemas.schema_for::<$Instead>();
                wire::schema::json!({"anyOf": [{"type": "string"}, instead]})
            },
            examples: [r#""drop""#, $example],
        }
    };
}

fallback! {
    /// What a host shows in place of an element that it does not know, or whose `requires` it does not meet. Since 1.2.
    ///
    /// Specification: [FallbackOption](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/enums/FallbackOption.json).
    pub enum ElementFallback of Element, r#"{"type":"TextBlock","text":"4 of 5 stars"}"#
}

fallback! {
    /// What a host shows in place of an action that it does not know, or whose `requires` it does not meet. Since 1.2.
    ///
    /// Specification: [FallbackOption](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/enums/FallbackOption.json).
    pub enum ActionFallback of Action, r#"{"type":"Action.Submit","title":"Book"}"#
}
