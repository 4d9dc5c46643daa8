//! The records of AAP.

use super::{Translatable, are_shallow};
use crate::lens::{
    carry::CarriedField,
    derived::ValueAt,
    typed_members::{TypedMember, typed_members, typed_texts},
};
use aap::{CanvasFile, ElementId, Interaction, InteractionId, Verb};
use wire::Payload;

typed_texts!(InteractionId, CanvasFile, ElementId, Verb);

typed_members! {
    Interaction {
        id as "id",
        timestamp as "timestamp",
        canvas_file as "canvasFile",
        action as "action",
        element as "element",
        data as "data",
        summary as "summary",
    }
}
