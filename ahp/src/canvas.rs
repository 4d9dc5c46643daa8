//! The Canvas proposal (`ahp@canvas`): agents show pages, and clients render and provide them.
//!
//! - A *declaration* lists the kinds of canvas that a provider offers.
//! - A *reference* lists one canvas that is open in a session.
//! - A *state* describes one open canvas. The state is on its own channel and changes through *actions*, which travel
//!   in *envelopes*.
//! - A *request* is sent to the client that provides a canvas.
//!
//! [`host`] and [`client`](crate::client) implement the two sides of a connection as state machines (feature `peers`).
//!
//! Three roles take part. Providers declare canvases and answer requests about them. The host merges the declarations
//! and routes the requests. The agent never appears on the wire. A session can have several providers. The host never
//! sends a command to render: a client that follows the channel of a canvas renders its state. The protocol does not
//! inspect the content at a canvas URL. Open canvases stay open when a session is resumed.
//!
//! Specification: [AHP issue 297](https://github.com/microsoft/agent-host-protocol/issues/297).

mod action;
mod content;
mod declaration;
#[cfg(feature = "peers")]
pub(crate) mod frame;
#[cfg(feature = "peers")]
pub mod host;
#[cfg(feature = "peers")]
mod provide;
mod provider;
mod reducer;
mod request;
mod session;
mod snapshot;
mod state;
mod state_action;
mod unique;
pub mod versioning;

#[doc(inline)]
pub use crate::ReduceOutcome;
pub use action::{CanvasAction, CanvasCloseRequested, CanvasMessage, CanvasUpdated};
pub use content::{CanvasReadResourceParams, CanvasReadResourceResult, CanvasResourceContent};
pub use declaration::{ClientCanvasDeclaration, SessionCanvasAction, SessionCanvasDeclaration};
#[cfg(feature = "peers")]
pub use provide::{CallId, ProviderAnswer, ProviderRequest};
pub use provider::{CanvasProviderSource, ClientSource, ServerSource};
pub use reducer::{REDUCERS, fold_case, reduce};
pub use request::{
    CanvasCloseParams, CanvasCloseResult, CanvasInvokeActionParams, CanvasInvokeActionResult,
    CanvasOpenParams, CanvasOpenResult, CanvasProviderErrorCode, CanvasProviderErrorData,
    PROVIDER_ERROR,
};
pub use session::{
    ActiveClientChanged, ActiveClientRemoved, ActiveClientSet, CanvasesChanged,
    OpenCanvasesChanged, SessionAction, SessionActiveClient, SessionState, SessionSummary,
    reduce_session,
};
pub use snapshot::{SessionSnapshot, SessionSubscribeResult, SnapshotState};
pub use state::{CanvasAvailability, CanvasState, OpenCanvasRef};
pub use state_action::StateAction;
