//! The state that mappings keep of earlier messages.

#[cfg(not(all(feature = "a2ui", feature = "ahp")))]
mod absent;

use super::{folding::Folding, message::AnyMessage};
#[cfg(feature = "ahp")]
use crate::mappings::ahp_canvas_ahp_v1_0::CanvasSession;
#[cfg(feature = "a2ui")]
use crate::mappings::{
    a2ui_v0_8_v0_9::{BackwardSession, ForwardSession},
    a2ui_v0_9_v1_0::{DowngradeSession, UpgradeSession},
};
use crate::{Dialect, Refusal, lens::Output, shared::measured_by_member};
// The imports by name hide those of the same name.
#[cfg(not(all(feature = "a2ui", feature = "ahp")))]
use absent::*;

/// Defines [`Sessions`] from the table in `protocols.rs`.
///
/// `v0_8_v0_9 as "a2ui@0.8-0.9": ForwardSession;` becomes the field `v0_8_v0_9: ForwardSession` of [`Sessions`], whose name in
/// JSON is `a2ui@0.8-0.9`.
macro_rules! sessions {
    ($($(#[doc = $doc:literal])* $session:ident as $name:literal: $Type:ty;)*) => {
        wire::object! {
            /// The sessions of all mappings of a translator. A clone shares their state until one of the two changes.
            pub struct Sessions {
                $( $(#[doc = $doc])* $session as $name: $Type, )*
            }
        }

        impl Default for Sessions {
            fn default() -> Self {
                Self::new($( <$Type>::default() ),*)
            }
        }

        measured_by_member! { Sessions { $($session),* } }
    };
}

session_table!(sessions);

/// The sessions of all mappings, and the surfaces that are being folded into canvases.
#[derive(Debug)]
pub(super) struct Earlier {
    pub(super) sessions: Sessions,
    pub(super) folding: Folding,
}

/// The messages that waited in the session of one mapping.
#[derive(Debug)]
pub(super) struct EndedMapping {
    pub(super) from: Dialect,
    pub(super) to: Dialect,
    pub(super) outputs: Vec<Output<AnyMessage>>,
}

/// The messages that the sessions held when the input ended.
#[derive(Debug, Default)]
pub(super) struct EndedSessions {
    /// The incomplete inputs: the number, the surface, and the refusal.
    pub(super) unfinished: Vec<(u64, String, Refusal)>,
    /// The messages of inputs that waited, by mapping.
    pub(super) outputs: Vec<EndedMapping>,
    /// The inputs that waited and are refused now.
    pub(super) refusals: Vec<(u64, Refusal)>,
}
