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
    let is_another = |(index, component): &(usize, &Component)| {
        visible.get(*index) != Some(*component) && plain.get(*index) != Some(*component)
    };
    let others = restored.iter().enumerate().filter(is_another);
    let refusals = others.map(|(index, _)| {
        let at = Pointer::from_static(list).element(index);
        let message = "with its carried fields, this component would be another one";
        Refusal::rule_broken(FORWARD.others.restored.id, at, message)
    });
    Refusal::of_each(refusals).map_or(Ok(()), Err)
}
