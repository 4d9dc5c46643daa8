//! Requests of the host to the client that provides a canvas.
//!
//! The host sends these requests to clients only, on the channel of the session that owns the canvas. A provider that
//! fails answers with a [`JsonRpcError`](crate::json_rpc::JsonRpcError) with the code [`PROVIDER_ERROR`].

use crate::{
    check::Check,
    ids::{CanvasId, ChannelUri, ExtensionId, InstanceId},
    url::CanvasUrl,
};
use wire::{
    Field, Finding, Payload, PayloadKind, Pointer, Reader, Validate, Wire, Writer,
    decode::ReadResult,
};

/// The code of a JSON-RPC error whose `data` is [`CanvasProviderErrorData`].
///
/// The proposal names the error without a number. Implementations of the proposal use this number.
pub const PROVIDER_ERROR: i64 = -32012;

wire::object! {
    /// The parameters of `canvasOpen`, with which the host opens a canvas.
    ///
    /// Specification:
    /// [AHP canvas proposal, § Commands](https://github.com/microsoft/agent-host-protocol/blob/c5ff126eab491d3c93f52683516dd3e1744370fe/docs/specification/canvas-channel.md#commands).
    pub struct CanvasOpenParams {
        /// The session that owns the canvas, `ahp-session:/…`.
        channel: ChannelUri,
        /// Optional metadata of the request, as an object.
        meta as "_meta"?: Option<Payload>,
        /// The id of the kind of canvas.
        canvas_id as "canvasId": CanvasId,
        /// The extension that provides this kind of canvas.
        extension_id as "extensionId": ExtensionId,
        /// The id of the new canvas.
        instance_id as "instanceId": InstanceId,
        /// The input of the canvas, an object that matches the `inputSchema` of its kind.
        input?: Option<Payload>,
    }

    /// The answer to [`CanvasOpenParams`].
    ///
    /// Specification:
    /// [AHP canvas proposal, § Commands](https://github.com/microsoft/agent-host-protocol/blob/c5ff126eab491d3c93f52683516dd3e1744370fe/docs/specification/canvas-channel.md#commands).
    pub struct CanvasOpenResult {
        /// The URL of the content.
        url?: Field<CanvasUrl>,
        /// The title of the canvas.
        title?: Field<String>,
        /// A status text, defined by the provider.
        status?: Field<String>,
    }

    /// The parameters of `canvasInvokeAction`, with which the host invokes an action of an open canvas.
    ///
    /// Specification:
    /// [AHP canvas proposal, § Commands](https://github.com/microsoft/agent-host-protocol/blob/c5ff126eab491d3c93f52683516dd3e1744370fe/docs/specification/canvas-channel.md#commands).
    pub struct CanvasInvokeActionParams {
        /// The session that owns the canvas, `ahp-session:/…`.
        channel: ChannelUri,
        /// Optional metadata of the request, as an object.
        meta as "_meta"?: Option<Payload>,
        /// The id of the open canvas.
        instance_id as "instanceId": InstanceId,
        /// The id of the kind of canvas.
        canvas_id as "canvasId": CanvasId,
        /// The extension that provides this kind of canvas.
        extension_id as "extensionId": ExtensionId,
        /// The name of a declared action.
        action_name as "actionName": String,
        /// The input of the action, an object that matches the `inputSchema` of the action.
        input?: Option<Payload>,
    }

    /// The answer to [`CanvasInvokeActionParams`].
    ///
    /// Specification:
    /// [AHP canvas proposal, § Commands](https://github.com/microsoft/agent-host-protocol/blob/c5ff126eab491d3c93f52683516dd3e1744370fe/docs/specification/canvas-channel.md#commands).
    pub struct CanvasInvokeActionResult {
        /// The result of the action, any JSON value. Absent and null are different answers.
        value?: Option<Payload>,
    }

    /// The parameters of `canvasClose`, with which the host closes an open canvas.
    ///
    /// Specification:
    /// [AHP canvas proposal, § Commands](https://github.com/microsoft/agent-host-protocol/blob/c5ff126eab491d3c93f52683516dd3e1744370fe/docs/specification/canvas-channel.md#commands).
    pub struct CanvasCloseParams {
        /// The session that owns the canvas, `ahp-session:/…`.
        channel: ChannelUri,
        /// Optional metadata of the request, as an object.
        meta as "_meta"?: Option<Payload>,
        /// The id of the open canvas.
        instance_id as "instanceId": InstanceId,
        /// The id of the kind of canvas.
        canvas_id as "canvasId": CanvasId,
        /// The extension that provides this kind of canvas.
        extension_id as "extensionId": ExtensionId,
    }

    /// The `data` of a provider's error.
    ///
    /// Specification:
    /// [AHP canvas proposal, § Errors](https://github.com/microsoft/agent-host-protocol/blob/c5ff126eab491d3c93f52683516dd3e1744370fe/docs/specification/canvas-channel.md#errors).
    pub struct CanvasProviderErrorData {
        /// The error code, defined by the provider.
        code: CanvasProviderErrorCode,
        /// A description of the error for people and models.
        message: String,
    }
}

/// The answer to [`CanvasCloseParams`], which is null on the wire.
///
/// Specification:
/// [AHP canvas proposal, § Commands](https://github.com/microsoft/agent-host-protocol/blob/c5ff126eab491d3c93f52683516dd3e1744370fe/docs/specification/canvas-channel.md#commands).
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
    examples: ["null"],
}

wire::word! {
    /// The reason for the failure of a provider. Providers may define further codes.
    ///
    /// Specification:
    /// [AHP canvas proposal, § Errors](https://github.com/microsoft/agent-host-protocol/blob/c5ff126eab491d3c93f52683516dd3e1744370fe/docs/specification/canvas-channel.md#errors).
    pub open enum CanvasProviderErrorCode {
        /// The provider does not have this action.
        ActionNoHandler = "canvas_action_no_handler",
        /// The provider is not connected.
        ProviderUnavailable = "canvas_provider_unavailable",
    }
}

impl Validate for CanvasOpenParams {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let mut check = Check { at, found };
        check.report_draft_members(&self.extra);
        check.session_channel("channel", self.channel.as_str());
        check.check_object("_meta", &self.meta);
        check.check_object("input", &self.input);
    }
}

impl Validate for CanvasOpenResult {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let mut check = Check { at, found };
        check.report_draft_members(&self.extra);
        check.report_null("url", &self.url);
        check.check_url("url", &self.url);
        check.report_null("title", &self.title);
        check.report_null("status", &self.status);
    }
}

impl Validate for CanvasInvokeActionParams {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let mut check = Check { at, found };
        check.report_draft_members(&self.extra);
        check.session_channel("channel", self.channel.as_str());
        check.check_object("_meta", &self.meta);
        check.check_object("input", &self.input);
    }
}

impl Validate for CanvasInvokeActionResult {
    fn findings(&self, _: &Pointer, _: &mut Vec<Finding>) {}
}

impl Validate for CanvasCloseParams {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let mut check = Check { at, found };
        check.session_channel("channel", self.channel.as_str());
        check.check_object("_meta", &self.meta);
    }
}
