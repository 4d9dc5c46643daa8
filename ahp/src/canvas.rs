//! The Canvas proposal (`ahp@canvas`): an agent shows pages, clients render them and may provide them.
//!
//! A *declaration* says which kinds of canvas a provider has, a *reference* lists what is open in a session, and a
//! *state* is one open canvas, which lives on a channel of its own and is changed by actions there. Actions travel in
//! *envelopes*; *requests* go to the client that provides a canvas. [`host`] and [`client`] are the two sides of the wire
//! as state machines (feature `peers`).
//!
//! Three take part: providers, which declare canvases and answer for them, several to a session; the host, which gathers what they
//! declare and routes requests; and the agent, which the wire never shows. Nobody is ever told to render: whoever follows
//! the channel of a canvas and is able to, renders its state. What lies behind its address is no matter of the protocol,
//! and what is open stays open when a session is resumed. AHP canvas proposal, model.

mod action;
#[cfg(feature = "peers")]
pub mod client;
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
    CanvasOpenParams, CanvasOpenResult, CanvasProviderErrorCode, CanvasProviderErrorData, PROVIDER_ERROR,
};
pub use session::{
    ActiveClientChanged, ActiveClientRemoved, ActiveClientSet, CanvasesChanged, OpenCanvasesChanged,
    SessionAction, SessionActiveClient, SessionState, SessionSummary, reduce_session,
};
pub use snapshot::{SessionSnapshot, SessionSubscribeResult, SnapshotState};
pub use state::{CanvasAvailability, CanvasState, OpenCanvasRef};
pub use state_action::StateAction;
