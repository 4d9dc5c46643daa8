//! The wire types of this crate.

use crate::{
    canvas, connection, envelope, ids, json_rpc, recovery, reducer_case, session_list,
    subscription, url, v1_0,
};

wire::inventory! {
    /// The wire types that both dialects share.
    pub static SHARED = [
        ids::InstanceId,
        ids::CanvasId,
        ids::ExtensionId,
        ids::ClientId,
        ids::ChannelUri,
        ids::ContentUri,
        url::CanvasUrl,
        connection::CanvasCapability,
        connection::ClientCapabilities,
        connection::InitializeParams,
        connection::InitializeResult,
        connection::UnsupportedProtocolVersionErrorData,
        session_list::ListSessionsParams,
        session_list::ListSessionsResult,
        subscription::SubscribeParams,
        subscription::SubscribeResult,
        subscription::UnsubscribeParams,
        subscription::ReconnectParams,
        subscription::ReconnectResult,
        subscription::ReconnectReplayResult,
        subscription::ReconnectSnapshotResult,
        subscription::Snapshot,
        envelope::ActionOrigin,
        envelope::ActionEnvelope,
        envelope::DispatchActionParams,
        recovery::ChannelReplayCursor,
        recovery::RecoverParams,
        recovery::RecoverResult,
        recovery::ChannelRecovery,
        recovery::ChannelReplay,
        recovery::ChannelSnapshot,
        recovery::ChannelMissing,
        reducer_case::ReducerCase,
    ]
    of_other_crates [
        json_rpc::JsonRpcMessage,
        json_rpc::JsonRpcRequest,
        json_rpc::JsonRpcNotification,
        json_rpc::JsonRpcResponse,
        json_rpc::JsonRpcErrorResponse,
        json_rpc::JsonRpcError,
        json_rpc::JsonRpcVersion,
        json_rpc::RequestId,
    ];
}

wire::inventory! {
    /// The wire types of the Canvas proposal.
    pub static CANVAS = [
        canvas::CanvasAvailability,
        canvas::CanvasProviderSource,
        canvas::ServerSource,
        canvas::ClientSource,
        canvas::SessionCanvasAction,
        canvas::SessionCanvasDeclaration,
        canvas::ClientCanvasDeclaration,
        canvas::OpenCanvasRef,
        canvas::CanvasState,
        canvas::SessionSubscribeResult,
        canvas::SessionSnapshot,
        canvas::CanvasAction,
        canvas::CanvasUpdated,
        canvas::CanvasCloseRequested,
        canvas::CanvasMessage,
        canvas::SessionAction,
        canvas::CanvasesChanged,
        canvas::OpenCanvasesChanged,
        canvas::CanvasReadResourceParams,
        canvas::CanvasReadResourceResult,
        canvas::CanvasResourceContent,
        canvas::ActiveClientChanged,
        canvas::ActiveClientSet,
        canvas::ActiveClientRemoved,
        canvas::SessionActiveClient,
        canvas::SessionState,
        canvas::SessionSummary,
        canvas::CanvasOpenParams,
        canvas::CanvasOpenResult,
        canvas::CanvasInvokeActionParams,
        canvas::CanvasInvokeActionResult,
        canvas::CanvasCloseParams,
        canvas::CanvasCloseResult,
        canvas::CanvasProviderErrorData,
        canvas::CanvasProviderErrorCode,
        canvas::StateAction,
    ];
}

wire::inventory! {
    /// The wire types of the AHP 1.0 release.
    pub static V1_0 = [
        v1_0::CanvasReference,
        v1_0::ChatState,
        v1_0::CanvasState,
        v1_0::CanvasesChanged,
        v1_0::CanvasStateChanged,
        v1_0::ChatAction,
        v1_0::CanvasAction,
        v1_0::StateAction,
    ];
}
