//! The check of components with restored fields.

use super::FORWARD;
use crate::Refusal;
use wire::Pointer;

/// Refuses restored fields that would make a component another one than the visible component, for example because a template
/// now repeats the component. `restored` and `plain` are the back-translations with and without the restored fields.
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
