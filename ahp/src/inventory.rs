//! The wire types of this crate.

use crate::{canvas, ids, url, v1_0};

wire::inventory! {
    /// What both dialects share.
    pub fn each_shared {
        ids::InstanceId,
        ids::CanvasId,
        ids::ExtensionId,
        ids::ClientId,
        ids::ChannelUri,
        ids::ContentUri,
        url::CanvasUrl,
    }
}

wire::inventory! {
    /// The Canvas proposal.
    pub fn each_canvas {
        canvas::CanvasAvailability,
        canvas::CanvasProviderSource,
        canvas::ServerSource,
        canvas::ClientSource,
        canvas::SessionCanvasAction,
        canvas::SessionCanvasDeclaration,
        canvas::ClientCanvasDeclaration,
        canvas::OpenCanvasRef,
        canvas::CanvasState,
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
    }
}

wire::inventory! {
    /// The release 1.0.
    pub fn each_v1_0 {
        v1_0::CanvasReference,
        v1_0::CanvasState,
        v1_0::CanvasesChanged,
        v1_0::CanvasStateChanged,
        v1_0::ChatAction,
        v1_0::CanvasAction,
    }
}
