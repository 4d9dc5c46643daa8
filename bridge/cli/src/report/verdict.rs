//! The result of a run, on which its exit status depends.

/// The problems of a run that change its exit status.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Verdict {
    /// `true` if a message or an input was refused.
    pub(super) is_refused: bool,
    /// `true` if a message was refused because it would lose data.
    pub(super) is_lossy: bool,
    /// `true` if a client left the session without ending it.
    pub(super) is_unfinished: bool,
}

impl Verdict {
    /// Adds the problems of another part of the run.
    pub(super) fn join(&mut self, other: Self) {
        self.is_refused |= other.is_refused;
        self.is_lossy |= other.is_lossy;
        self.is_unfinished |= other.is_unfinished;
    }

    /// Returns `true` if the run had no problem.
    pub(super) fn is_success(self) -> bool {
        !self.is_refused && !self.is_lossy
    }

    /// Returns the exit status. A refused input outranks a loss.
    pub(super) fn exit_status(self) -> u8 {
        match self {
            Self {
                is_refused: true, ..
            } => 65,
            Self { is_lossy: true, .. }
            | Self {
                is_unfinished: true,
                ..
            } => 1,
            _ => 0,
        }
    }
}
