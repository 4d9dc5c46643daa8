//! What the host asks of the client that provides a canvas.
//!
//! These requests go to a client only, on the channel of the session that owns the canvas. A provider that fails
//! answers with a [`JsonRpcError`](crate::json_rpc::JsonRpcError) of the code [`PROVIDER_ERROR`].

use crate::{
    check::Check,
    ids::{CanvasId, ChannelUri, ExtensionId, InstanceId},
    url::CanvasUrl,
};
use wire::{
    Field, Finding, Payload, PayloadKind, Pointer, Reader, Validate, Wire, Writer, decode::ReadResult,
};

/// The code of a JSON-RPC error whose `data` is [`CanvasProviderErrorData`]. The proposal names the error and leaves
/// its number open; this is the one that implementations use.
pub const PROVIDER_ERROR: i64 = -32012;

wire::object! {
    /// Opens a canvas. AHP canvas proposal, `canvasOpen`.
    pub struct CanvasOpenParams {
        /// The session that owns the canvas, `ahp-session:/…`.
        channel: ChannelUri,
        /// Whatever the peers add to a request.
        meta as "_meta"?: Option<Payload>,
        /// Which kind.
        canvas_id as "canvasId": CanvasId,
        /// Whose kind that is.
        extension_id as "extensionId": ExtensionId,
        /// How the new canvas is called.
        instance_id as "instanceId": InstanceId,
        /// The object that the kind's `inputSchema` describes.
        input?: Option<Payload>,
    }

    /// The answer to [`CanvasOpenParams`]. AHP canvas proposal, `canvasOpen`.
    pub struct CanvasOpenResult {
        /// Where its content is.
        url?: Field<CanvasUrl>,
        /// What stands above it.
        title?: Field<String>,
        /// How it is doing, in the provider's words.
        status?: Field<String>,
    }

    /// Does something with an open canvas. AHP canvas proposal, `canvasInvokeAction`.
    pub struct CanvasInvokeActionParams {
        /// The session that owns the canvas, `ahp-session:/…`.
        channel: ChannelUri,
        /// Whatever the peers add to a request.
        meta as "_meta"?: Option<Payload>,
        /// Which canvas.
        instance_id as "instanceId": InstanceId,
        /// Its kind.
        canvas_id as "canvasId": CanvasId,
        /// Whose kind that is.
        extension_id as "extensionId": ExtensionId,
        /// What to do: the name of a declared action.
        action_name as "actionName": String,
        /// The object that the action's `inputSchema` describes.
        input?: Option<Payload>,
    }

    /// The answer to [`CanvasInvokeActionParams`]. AHP canvas proposal, `canvasInvokeAction`.
    pub struct CanvasInvokeActionResult {
        /// Any JSON. Absent and null are different answers.
        value?: Option<Payload>,
    }

    /// Closes an open canvas; the answer is null. AHP canvas proposal, `canvasClose`.
    pub struct CanvasCloseParams {
        /// The session that owns the canvas, `ahp-session:/…`.
        channel: ChannelUri,
        /// Whatever the peers add to a request.
        meta as "_meta"?: Option<Payload>,
        /// Which canvas.
        instance_id as "instanceId": InstanceId,
        /// Its kind.
        canvas_id as "canvasId": CanvasId,
        /// Whose kind that is.
        extension_id as "extensionId": ExtensionId,
    }

    /// Why a provider failed: the `data` of its error. AHP canvas proposal, provider errors.
    pub struct CanvasProviderErrorData {
        /// For programs.
        code: CanvasProviderErrorCode,
        /// For people and models.
        message: String,
    }
}

/// The answer to [`CanvasCloseParams`]: null, which is there and says that the canvas is closed. AHP canvas proposal,
/// `canvasClose`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CanvasCloseResult;

impl Wire for CanvasCloseResult {
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        match reader.kind()? {
            PayloadKind::Null => Payload::read(reader).map(|_| Self),
            _ => Err(reader.mismatch("null")),
        }
    }

    fn write(&self, writer: &mut Writer) {
        writer.null();
    }
}

wire::hand_written! {
    CanvasCloseResult,
    schema: |_schemas| wire::schema::json!({"type": "null"}),
    generate: |_level| {
        use wire::proptest::prelude::*;
        Just(CanvasCloseResult).boxed()
    },
}

wire::word! {
    /// Why a provider failed. Providers have codes of their own. AHP canvas proposal, provider errors.
    pub open enum CanvasProviderErrorCode {
        /// It has no such action.
        ActionNoHandler = "canvas_action_no_handler",
        /// It is gone.
        ProviderUnavailable = "canvas_provider_unavailable",
    }
}

impl Validate for CanvasOpenParams {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let mut check = Check { at, found };
        check.draft(&self.extra);
        check.session_channel("channel", self.channel.as_str());
        check.object("_meta", &self.meta);
        check.object("input", &self.input);
    }
}

impl Validate for CanvasOpenResult {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let mut check = Check { at, found };
        check.draft(&self.extra);
        check.not_null("url", &self.url);
        check.url("url", &self.url);
        check.not_null("title", &self.title);
        check.not_null("status", &self.status);
    }
}

impl Validate for CanvasInvokeActionParams {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let mut check = Check { at, found };
        check.draft(&self.extra);
        check.session_channel("channel", self.channel.as_str());
        check.object("_meta", &self.meta);
        check.object("input", &self.input);
    }
}

impl Validate for CanvasInvokeActionResult {
    fn findings(&self, _: &Pointer, _: &mut Vec<Finding>) {}
}

impl Validate for CanvasCloseParams {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let mut check = Check { at, found };
        check.session_channel("channel", self.channel.as_str());
        check.object("_meta", &self.meta);
    }
}
