//! The result of applying an action to a state.

use wire::Field;

/// The effect of an action on a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ReduceOutcome {
    /// The action changed the state.
    Applied,
    /// The action applies to this kind of state, but does not change it.
    NoOp,
    /// The action does not apply to this kind of state, and the state is unchanged.
    OutOfScope,
    /// The action violates the protocol, and the state is unchanged.
    Invalid,
}

/// Replaces a whole list. If the new list is absent or null, the list in the state becomes absent.
pub(crate) fn replace_list<T: Clone + PartialEq>(
    list: &mut Field<Vec<T>>,
    new: &Field<Vec<T>>,
) -> ReduceOutcome {
    let new = new.get().cloned().map_or(Field::Absent, Field::Value);
    if *list == new {
        return ReduceOutcome::NoOp;
    }
    *list = new;
    ReduceOutcome::Applied
}
