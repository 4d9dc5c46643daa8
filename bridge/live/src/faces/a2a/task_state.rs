//! The states of tasks.

use agent_ui_text::bridge::a2ui::a2a::A2aVersion;

/// The state of a task.
///
/// Specification: [A2A, TaskState](https://github.com/a2aproject/A2A/blob/938470305019cc37d4f2f3e32a4862315630f47c/docs/specification.md).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TaskState {
    Submitted,
    Working,
    Completed,
    Failed,
    Canceled,
    InputRequired,
    Rejected,
    AuthRequired,
}

/// The names of the states in A2A 1.0 and in 0.3.
const NAMES: &[(TaskState, &str, &str)] = &[
    (TaskState::Submitted, "TASK_STATE_SUBMITTED", "submitted"),
    (TaskState::Working, "TASK_STATE_WORKING", "working"),
    (TaskState::Completed, "TASK_STATE_COMPLETED", "completed"),
    (TaskState::Failed, "TASK_STATE_FAILED", "failed"),
    (TaskState::Canceled, "TASK_STATE_CANCELED", "canceled"),
    (
        TaskState::InputRequired,
        "TASK_STATE_INPUT_REQUIRED",
        "input-required",
    ),
    (TaskState::Rejected, "TASK_STATE_REJECTED", "rejected"),
    (
        TaskState::AuthRequired,
        "TASK_STATE_AUTH_REQUIRED",
        "auth-required",
    ),
];

impl TaskState {
    /// Returns the name of the state in a version.
    pub(super) fn name(self, a2a: A2aVersion) -> &'static str {
        let names = NAMES.iter().find(|(state, ..)| *state == self);
        names.map_or(
            "",
            |(_, new, old)| if a2a == A2aVersion::V1_0 { new } else { old },
        )
    }

    /// Finds the state with this name in any version.
    pub(super) fn find(name: &str) -> Option<Self> {
        NAMES
            .iter()
            .find(|(_, new, old)| name == *new || name == *old)
            .map(|(state, ..)| *state)
    }

    /// Returns `true` if the state can never change again.
    pub(super) fn is_final(self) -> bool {
        matches!(
            self,
            Self::Completed | Self::Failed | Self::Canceled | Self::Rejected
        )
    }

    /// Returns `true` if the task waits for input from the client.
    pub(super) fn is_interrupted(self) -> bool {
        matches!(self, Self::InputRequired | Self::AuthRequired)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_found_by_the_names_of_both_versions() {
        for (state, new, old) in NAMES {
            assert_eq!(
                (TaskState::find(new), TaskState::find(old)),
                (Some(*state), Some(*state))
            );
            assert_eq!(
                (state.name(A2aVersion::V1_0), state.name(A2aVersion::V0_3)),
                (*new, *old)
            );
            assert!(!(state.is_final() && state.is_interrupted()));
        }
        assert_eq!(TaskState::find("TASK_STATE_UNSPECIFIED"), None);
    }
}
