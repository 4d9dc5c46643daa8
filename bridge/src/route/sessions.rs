//! What is known of earlier messages.

use crate::{
    a2ui_ahp::Folding, a2ui_v0_8_v0_9, a2ui_v0_9_v1_0, ahp_canvas_ahp_v1_0::CanvasSession, engine::Session,
};

/// The one table of sessions: a mapping, its name in JSON, and what it knows.
macro_rules! sessions {
    ($($(#[doc = $doc:literal])* $session:ident as $name:literal: $Change:ident($Type:ty);)*) => {
        wire::object! {
            /// The sessions of a translator, by mapping.
            pub struct Sessions {
                $( $(#[doc = $doc])* $session as $name: $Type, )*
            }
        }

        impl Default for Sessions {
            fn default() -> Self {
                Self::new($( <$Type>::default() ),*)
            }
        }

        /// What a message changes in one of them.
        #[derive(Debug)]
        pub(super) enum Changes {
            $( $Change(Vec<<$Type as Session>::Change>), )*
        }

        impl Changes {
            /// About how many bytes a session keeps of what they state.
            pub(super) fn bytes(&self) -> usize {
                match self {
                    $( Self::$Change(changes) => changes.iter().map(<$Type as Session>::bytes).sum(), )*
                }
            }
        }

        impl Sessions {
            /// Makes changes, and gives those that take them back.
            pub(super) fn apply(&mut self, changes: Changes) -> Changes {
                match changes {
                    $( Changes::$Change(changes) => Changes::$Change(self.$session.apply_all(changes)), )*
                }
            }
        }
    };
}

sessions! {
    /// The surfaces of an agent that speaks A2UI 0.8.
    v0_8_v0_9 as "a2ui@0.8-0.9": V0_8V0_9(a2ui_v0_8_v0_9::ForwardSession);
    /// Of one that speaks 0.9, for 0.8.
    v0_9_v0_8 as "a2ui@0.9-0.8": V0_9V0_8(a2ui_v0_8_v0_9::BackwardSession);
    /// Of one that speaks 0.9, for 1.0.
    v0_9_v1_0 as "a2ui@0.9-1.0": V0_9V1_0(a2ui_v0_9_v1_0::UpgradeSession);
    /// Of one that speaks 1.0.
    v1_0_v0_9 as "a2ui@1.0-0.9": V1_0V0_9(a2ui_v0_9_v1_0::DowngradeSession);
    /// The canvases of an AHP host.
    canvases as "ahp@canvas-1.0": Canvases(CanvasSession);
}

/// The sessions, and the surfaces that are to become canvases.
#[derive(Debug, Default)]
pub(super) struct Earlier {
    pub(super) sessions: Sessions,
    pub(super) folding: Folding,
}
