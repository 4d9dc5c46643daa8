//! The canvases of AHP, and the actions on them.

use super::{Translatable, refuse_other_kind};
use crate::{
    Dialect, Refusal,
    canvases::{CanvasDispatch, OpenCanvas, ProposedAction, ReleasedAction, ReleasedCanvas},
    lens::{depth, typed_members::assert_members},
    refusal::refuse_errors,
};
use ahp::canvas::{CanvasAction, CanvasMessage, ClientCanvasDeclaration};
use wire::{Payload, Validate};

impl Translatable for ProposedAction {}
impl Translatable for ReleasedAction {}
impl Translatable for ReleasedCanvas {}
impl Translatable for ahp::canvas::CanvasState {}
impl Translatable for ahp::v1_0::CanvasState {}

assert_members!(CanvasDispatch: ["channel", "action"]);
assert_members!(CanvasMessage: ["payload"]);

impl Translatable for CanvasDispatch {
    fn is_shallow(&self) -> bool {
        let CanvasAction::Message(message) = &self.action else {
            return false;
        };
        self.extra.is_empty()
            && message.extra.is_empty()
            && depth::is_shallow(message.payload.as_ref())
    }

    fn read_as(payload: &Payload, _: Dialect) -> Result<Self, Refusal> {
        refuse_other_kind(payload, &["jsonrpc"])?;
        refuse_other_kind(payload, &["canvasId", "displayName"])?;
        Ok(payload.decode()?)
    }
}

impl Translatable for OpenCanvas {
    fn read_as(payload: &Payload, _: Dialect) -> Result<Self, Refusal> {
        refuse_other_kind(payload, &["jsonrpc"])?;
        refuse_other_kind(payload, &["canvasId", "displayName"])?;
        refuse_other_kind(payload, &["action"])?;
        Ok(payload.decode()?)
    }
}

impl Translatable for ClientCanvasDeclaration {
    fn read_as(payload: &Payload, _: Dialect) -> Result<Self, Refusal> {
        refuse_other_kind(payload, &["jsonrpc"])?;
        let declaration: Self = payload.decode()?;
        refuse_errors("ahp", &declaration.validate())?;
        Ok(declaration)
    }
}
