//! Detection of a session that was split into several files, which are read separately.

use crate::limits::REMEMBERED_SURFACES;
use bridge::a2ui::{Message, SurfaceId};
use std::collections::BTreeSet;

/// The hint for a message about a surface that an earlier file creates.
pub const HINT: &str =
    "an earlier file creates this surface: read the files of one session together";

/// The surfaces that the files of a run create.
#[derive(Clone, Debug, Default)]
pub struct SplitSessions {
    /// `true` if the inputs form several sessions.
    are_several: bool,
    /// The surfaces of earlier sessions.
    earlier: BTreeSet<SurfaceId>,
    /// The surfaces of the current session.
    current: BTreeSet<SurfaceId>,
}

impl SplitSessions {
    /// Creates the record for inputs that form one session or several.
    pub fn new(are_several: bool) -> Self {
        Self {
            are_several,
            ..Self::default()
        }
    }

    /// Returns `true` if the inputs form several sessions.
    pub fn are_several(&self) -> bool {
        self.are_several
    }

    /// Begins the next session.
    pub fn begin_session(&mut self) {
        self.earlier.append(&mut self.current);
    }

    /// Observes a message. Returns `true` if it is about a surface that only an earlier session creates.
    pub fn observe(&mut self, message: &Message) -> bool {
        let Some(id) = message.surface_id().filter(|_| self.are_several) else {
            return false;
        };
        let is_known = self.current.contains(id);
        let creates = matches!(
            message.key(),
            "createSurface" | "beginRendering" | "surfaceUpdate" | "dataModelUpdate"
        );
        if creates && !is_known && self.earlier.len() + self.current.len() < REMEMBERED_SURFACES {
            self.current.insert(id.clone());
        }
        !creates && !is_known && self.earlier.contains(id)
    }
}
