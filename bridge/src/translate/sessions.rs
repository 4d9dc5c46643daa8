//! State that mappings keep of earlier messages.

use crate::{
    a2ui_ahp::Folding, a2ui_v0_8_v0_9, a2ui_v0_9_v1_0, ahp_canvas_ahp_v1_0::CanvasSession, shared::JsonLen,
};

/// Defines [`Sessions`] from one table: the mapping, its name in JSON, and the type of its state.
macro_rules! sessions {
    ($($(#[doc = $doc:literal])* $session:ident as $name:literal: $Type:ty;)*) => {
        wire::object! {
            /// The session of each mapping of a translator. A copy shares its state until one of them changes.
            pub struct Sessions {
                $( $(#[doc = $doc])* $session as $name: $Type, )*
            }
        }

        impl Default for Sessions {
            fn default() -> Self {
                Self::new($( <$Type>::default() ),*)
            }
        }

        impl JsonLen for Sessions {
            fn json_len(&self) -> usize {
                0 $( + self.$session.json_len() + concat!(r#","":"#, $name).len() )*
            }
        }
    };
}

sessions! {
    /// The surfaces of an A2UI 0.8 agent, translated to 0.9.
    v0_8_v0_9 as "a2ui@0.8-0.9": a2ui_v0_8_v0_9::ForwardSession;
    /// The surfaces of an A2UI 0.9 agent, translated to 0.8.
    v0_9_v0_8 as "a2ui@0.9-0.8": a2ui_v0_8_v0_9::BackwardSession;
    /// The surfaces of an A2UI 0.9 agent, translated to 1.0.
    v0_9_v1_0 as "a2ui@0.9-1.0": a2ui_v0_9_v1_0::UpgradeSession;
    /// The surfaces of an A2UI 1.0 agent, translated to 0.9.
    v1_0_v0_9 as "a2ui@1.0-0.9": a2ui_v0_9_v1_0::DowngradeSession;
    /// The canvases of an AHP host.
    canvases as "ahp@canvas-1.0": CanvasSession;
}

/// The sessions of all mappings, and the surfaces that are being folded into canvases.
#[derive(Debug, Default)]
pub(super) struct Earlier {
    pub(super) sessions: Sessions,
    pub(super) folding: Folding,
}
