//! The roles of the buttons of a surface in forms and views.

use a2ui::resolved::{DeclaredAction, ResolvedAction};

/// The event buttons of a surface, sorted by role.
#[derive(Debug, Default)]
pub(crate) struct SortedButtons<'s> {
    /// The buttons that answer positively, in the order of the surface.
    pub(crate) positive: Vec<&'s ResolvedAction>,
    pub(crate) decline: Option<&'s ResolvedAction>,
    pub(crate) cancel: Option<&'s ResolvedAction>,
}

/// The last words of event names, and labels, that dismiss a form.
const CANCEL: [&str; 4] = ["cancel", "close", "dismiss", "abort"];
/// The last words of event names, and labels, that decline a form.
const DECLINE: [&str; 6] = ["decline", "reject", "no", "deny", "refuse", "disagree"];

impl<'s> SortedButtons<'s> {
    /// Sorts event buttons by their event names and labels. A single button always answers positively.
    pub(crate) fn of(buttons: &[&'s ResolvedAction]) -> Self {
        let mut sorted = Self::default();
        for button in buttons.iter().copied() {
            if sorted.cancel.is_none() && is_called(button, &CANCEL) {
                sorted.cancel = Some(button);
            } else if sorted.decline.is_none() && is_called(button, &DECLINE) {
                sorted.decline = Some(button);
            } else {
                sorted.positive.push(button);
            }
        }
        // A form without such a button would have no answer.
        if sorted.positive.is_empty() {
            let only = sorted.decline.take().or_else(|| sorted.cancel.take());
            sorted.positive.extend(only);
        }
        sorted
    }
}

/// Returns `true` if the last word of the event name, or the label, is one of these words.
fn is_called(button: &ResolvedAction, words: &[&str]) -> bool {
    let event = match &button.action {
        DeclaredAction::Event { name, .. } => name.as_str(),
        _ => "",
    };
    let last = event.rsplit(|c: char| !c.is_alphanumeric()).next();
    let label = button.label.as_deref().map(str::trim);
    [last, label]
        .into_iter()
        .flatten()
        .any(|name| words.iter().any(|word| name.eq_ignore_ascii_case(word)))
}
