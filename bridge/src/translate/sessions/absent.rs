//! A replacement for the sessions of mappings in builds without A2UI or without AHP.

use crate::shared::measured_by_encoding;

wire::inventory! { NoSession }

wire::object! {
    /// The session of a mapping that this build does not contain.
    pub struct NoSession {}
}

pub(crate) use NoSession as BackwardSession;
pub(crate) use NoSession as CanvasSession;
pub(crate) use NoSession as DowngradeSession;
pub(crate) use NoSession as ForwardSession;
pub(crate) use NoSession as UpgradeSession;

impl Default for NoSession {
    fn default() -> Self {
        Self::new()
    }
}

measured_by_encoding! { NoSession }
