//! What a component does when it is used.

use super::BoundValue;
use crate::catalog::tables::checked_objects;
use wire::Field;

checked_objects! {
    /// What the agent is told when a component is used. A2UI 0.8, `Button.action`.
    ///
    /// ```
    /// use agent_ui_a2ui::{v0_8::{Action, ContextEntry}, wire};
    ///
    /// let action = Action::new("go").context(vec![ContextEntry::new("unit", "kg")]);
    /// let text = r#"{"name":"go","context":[{"key":"unit","value":{"literalString":"kg"}}]}"#;
    /// assert_eq!(wire::encode(&action)?, text);
    /// # Ok::<(), wire::EncodeError>(())
    /// ```
    pub struct Action {
        /// The name of the action that is sent.
        name: String,
        /// What is sent along.
        context?: Field<Vec<ContextEntry>>,
    }
    /// A member of the context of an action. A2UI 0.8, `Button.action.context`.
    pub struct ContextEntry {
        /// Its name.
        key: String,
        /// Its value.
        value: BoundValue,
    }
}
