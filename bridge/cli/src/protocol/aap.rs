//! AAP: what providers write is repaired.

use super::{Decoded, Known, has, judges, undecodable};
use crate::{json, misspelt};
use bridge::{
    Protocol,
    aap::{self, Interaction, lenient},
};
use wire::{DecodeError, Finding, Pointer, Row, Validate, WireType};

pub(super) static KNOWN: Known = Known {
    protocol: Protocol::Aap,
    types: |_| aap::TYPES.to_vec(),
    usual: |_| &["Interaction"],
    judges: |_| {
        judges![tolerant: aap::Interaction, aap::SubmitRequest, aap::CanvasMessage, aap::ListResponse,
            aap::SubmitResponse, aap::CanvasFile]
    },
    judge: |_, text| tolerant::<Interaction>(text),
    decode: |_, text| vec![rewrite(Interaction::ROW, text)],
    rewrite,
    listed: |object| {
        let list = json::member(object, "interactions").filter(|_| !has(object, "action"))?;
        Some((Pointer::root().member("interactions"), list))
    },
    looks_like: |text| {
        let is_message = json::member(text, "type") == Some("\"canvas:interaction\"");
        (has(text, "canvasFile") || is_message).then_some("aap")
    },
};

fn rewrite(row: &Row, text: &str) -> Result<Decoded, DecodeError> {
    let read = lenient::decode_with(text, &|text| row.rewrite(text))?;
    Decoded::of(read.value, read.repairs)
}

/// The findings about a text, in which a repair is one.
fn tolerant<T: WireType + Validate>(text: &str) -> Vec<Finding> {
    match lenient::decode::<T>(text) {
        Ok(read) => {
            let repairs = read.repairs.iter().map(|repair| {
                Finding::warning(
                    "repair",
                    repair.pointer.clone(),
                    format_args!("read after a repair: {}", repair.kind),
                )
            });
            repairs
                .chain(misspelt::misspelt_members(T::ROW, &[], text))
                .chain(read.value.validate())
                .collect()
        }
        Err(error) => vec![undecodable(error)],
    }
}
