//! The button that accepts a form.

use a2ui::resolved::NodeKey;

/// The button that accepts a form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum AcceptButton {
    /// An accepted answer has no action. Only a page to open may have no such button.
    #[default]
    None,
    /// The surface has one such button.
    One(NodeKey),
    /// The surface has several, so a property of the form asks which one the user would have pressed.
    Several {
        /// The name of the property.
        property: String,
        /// The buttons with their values of the property.
        buttons: Vec<(String, NodeKey)>,
    },
}
