//! What became of an action.

use wire::Field;

/// What an action did to a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ReduceOutcome {
    /// The state changed.
    Applied,
    /// The action is one of this state, and leaves it as it is.
    NoOp,
    /// The action is none of this state, which is as it was.
    OutOfScope,
    /// The action contradicts the protocol; the state is as it was.
    Invalid,
}

/// Lists are replaced as a whole; one that is absent or null makes the state's absent.
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
