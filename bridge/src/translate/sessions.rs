//! State that mappings keep of earlier messages.

use super::folding::Folding;
use crate::{mappings::*, shared::measured_by_member};

/// Defines [`Sessions`] from the table in `protocols.rs`.
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
