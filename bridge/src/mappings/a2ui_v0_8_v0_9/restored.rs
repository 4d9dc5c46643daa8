//! Checks of components whose carried fields were restored.

use super::FORWARD;
use crate::Refusal;
use wire::Pointer;

/// Refuses restored components that translate back to another component than the visible one, for example because a template
/// repeats them now. `restored` and `plain` are the back-translations with the restored fields and without them.
pub(super) fn check_components<Component: PartialEq>(
    list: &'static str,
    visible: &[Component],
    restored: &[Component],
    plain: &[Component],
) -> Result<(), Refusal> {
    let mut refusals = Vec::new();
    for (index, component) in restored.iter().enumerate() {
        if visible.get(index) != Some(component) && plain.get(index) != Some(component) {
            let at = Pointer::from_static(list).element(index);
            let message = "with its carried fields, this component would be another one";
            let rule = FORWARD.others.restored.id;
            refusals.push(Refusal::rule_broken(rule, at, message));
        }
    }
    match Refusal::of_each(refusals) {
        Some(refusal) => Err(refusal),
        None => Ok(()),
    }
}
