//! Actions of components.

use super::BoundValue;
use wire::Field;

wire::object! {
    /// The action that the client sends when the user activates a component.
    ///
    /// ```
    /// use agent_ui_a2ui::{v0_8::{Action, ContextEntry}, wire};
    ///
    /// let action = Action::new("go").context(vec![ContextEntry::new("unit", "kg")]);
    /// let text = r#"{"name":"go","context":[{"key":"unit","value":{"literalString":"kg"}}]}"#;
    /// assert_eq!(wire::encode(&action)?, text);
    /// # Ok::<(), wire::EncodeError>(())
    /// ```
    ///
    /// Specification: [A2UI 0.8, § 5.2 The `userAction` message](https://github.com/a2ui-project/a2ui/blob/72ddee7b69c228aa70320e3bd5a18abd14f47d80/specification/v0_8/docs/a2ui_protocol.md#52-the-useraction-message).
    pub struct Action {
        /// The name of the action.
        name: String,
        /// The values that are sent with the action.
        context?: Field<Vec<ContextEntry>>,
    }
    /// An entry in the context of an [`Action`].
    ///
    /// Specification: [A2UI 0.8, § 5.2 The `userAction` message](https://github.com/a2ui-project/a2ui/blob/72ddee7b69c228aa70320e3bd5a18abd14f47d80/specification/v0_8/docs/a2ui_protocol.md#52-the-useraction-message).
    pub struct ContextEntry {
        /// The name of the entry.
        key: String,
        /// The value of the entry, literal or bound.
        value: BoundValue,
    }
}
