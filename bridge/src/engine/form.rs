//! The messages that mappings translate.

use super::{Dialect, Refusal, difference::Change, refuse_errors};
use crate::{
    canvases::{CanvasDispatch, OpenCanvas, ProposedAction, ReleasedAction, ReleasedCanvas},
    mcp::ListToolsResult,
    responses::ResponseItem,
};
use a2ui::{Message, v0_8, v0_9, v0_10, v1_0};
use aap::Interaction;
use actions_json::{
    checked::CheckedManifest,
    item::{DomEvent, Item},
    manifest::Manifest,
    validate::Profile,
};
use ahp::{canvas::ClientCanvasDeclaration, json_rpc::JsonRpcMessage};
use wire::{Payload, Pointer, Validate, Wire};

/// A message that a mapping takes or makes.
pub(crate) trait Form: Wire + Sized {
    /// How deep it may nest.
    const MAX_DEPTH: usize = wire::MAX_DEPTH;

    /// What has to change in another one to make it this one, as far as that can be told without writing both as JSON.
    fn changes_from(&self, _other: &Self) -> Option<Vec<Change>> {
        None
    }

    /// Reads one, as the mappings of a dialect do: what they refuse to translate is not readable.
    fn read_as(payload: &Payload, dialect: Dialect) -> Result<Self, Refusal>;
}

macro_rules! forms {
    ($($Type:ty),* $(,)?) => { $(
        impl Form for $Type {
            fn read_as(payload: &Payload, _: Dialect) -> Result<Self, Refusal> {
                Ok(payload.decode()?)
            }
        }
    )* };
}

forms! {
    CanvasDispatch, DomEvent, Item, JsonRpcMessage, OpenCanvas, ProposedAction, ReleasedAction, ReleasedCanvas, ResponseItem, ahp::canvas::CanvasState, ahp::v1_0::CanvasState,
}

impl Form for Interaction {
    fn changes_from(&self, other: &Self) -> Option<Vec<Change>> {
        let is_rest_equal = self.timestamp == other.timestamp
            && self.canvas_file == other.canvas_file
            && self.action == other.action
            && self.element == other.element
            && self.data.as_ref().map(Payload::text) == other.data.as_ref().map(Payload::text)
            && self.extra.is_empty()
            && other.extra.is_empty();
        if !is_rest_equal {
            return None;
        }
        let texts = [
            ("id", self.id.as_str(), other.id.as_str()),
            ("summary", self.summary.as_str(), other.summary.as_str()),
        ];
        let changed = texts.into_iter().filter(|(_, text, other)| text != other);
        Some(
            changed
                .map(|(name, text, _)| (Pointer::root().member(name), Some(Payload::string(text))))
                .collect(),
        )
    }

    fn read_as(payload: &Payload, _: Dialect) -> Result<Self, Refusal> {
        Ok(payload.decode()?)
    }
}

impl Form for Manifest {
    fn read_as(payload: &Payload, _: Dialect) -> Result<Self, Refusal> {
        let manifest: Self = payload.decode()?;
        match CheckedManifest::check(manifest.clone(), &Profile::PUBLISHED, None) {
            Ok(_) => Ok(manifest),
            Err(rejected) => refuse_errors("actions-json", &rejected.findings).map(|()| manifest),
        }
    }
}

impl Form for ClientCanvasDeclaration {
    fn read_as(payload: &Payload, _: Dialect) -> Result<Self, Refusal> {
        let declaration: Self = payload.decode()?;
        refuse_errors("ahp", &declaration.validate())?;
        Ok(declaration)
    }
}

impl Form for ListToolsResult {
    fn read_as(payload: &Payload, _: Dialect) -> Result<Self, Refusal> {
        let list: Self = payload.decode()?;
        refuse_errors("mcp", &list.validate())?;
        Ok(list)
    }
}

impl Form for Message {
    fn read_as(payload: &Payload, dialect: Dialect) -> Result<Self, Refusal> {
        Ok(Self::read_as(payload.text(), dialect.a2ui_version())?)
    }
}

impl Form for Vec<Message> {
    /// Every message may be as deep as one alone.
    const MAX_DEPTH: usize = wire::MAX_DEPTH + 1;

    fn read_as(payload: &Payload, dialect: Dialect) -> Result<Self, Refusal> {
        payload.elements().map(|message| Form::read_as(&message, dialect)).collect()
    }
}

macro_rules! a2ui_forms {
    ($($Type:ty),* $(,)?) => { $(
        impl Form for $Type {
            /// What says two things at once, or nothing, is no message, whatever its body.
            fn read_as(payload: &Payload, dialect: Dialect) -> Result<Self, Refusal> {
                Message::read_as(payload.text(), dialect.a2ui_version())?;
                Ok(payload.decode()?)
            }
        }
    )* };
}

a2ui_forms! {
    v0_8::AgentMessage, v0_8::ClientMessage, v0_9::AgentMessage, v0_9::ClientMessage, v0_10::AgentMessage, v0_10::ClientMessage, v1_0::AgentMessage, v1_0::RendererMessage,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{difference, payload};
    use proptest::prelude::*;

    proptest! {
        /// The short way gives what the long one gives.
        #[test]
        fn what_has_to_change_is_what_the_texts_say(
            record: Interaction, id: String, summary: String, verb: String, changes in 0..8_u8,
        ) {
            let mut other = record.clone();
            other.extra = wire::Extra::new();
            let mut record = other.clone();
            if changes & 1 > 0 { record.id = id.as_str().into() }
            if changes & 2 > 0 { record.summary = summary }
            if changes & 4 > 0 { record.action = verb.as_str().into() }
            if let Some(short) = record.changes_from(&other) {
                prop_assert_eq!(short, difference::between(&payload(&other), &payload(&record), 1));
            } else {
                prop_assert!(changes & 4 > 0);
            }
        }
    }
}
