//! The Canvas proposal (`ahp@canvas`): an agent shows pages, clients render them and may provide them.
//!
//! A *declaration* says which kinds of canvas a provider has, a *reference* lists what is open in a session, and a
//! *state* is one open canvas, which lives on a channel of its own and is changed by actions there. Actions travel in
//! *envelopes*; *requests* go to the client that provides a canvas.

mod action;
mod connection;
mod content;
mod declaration;
mod envelope;
mod provider;
mod reducer;
mod request;
mod session;
mod state;

pub use action::{CanvasAction, CanvasCloseRequested, CanvasMessage, CanvasUpdated};
pub use connection::{
    CanvasCapability, ClientCapabilities, InitializeParams, Snapshot, SnapshotState, SubscribeParams,
    SubscribeResult,
};
pub use content::{CanvasReadResourceParams, CanvasReadResourceResult, CanvasResourceContent};
pub use declaration::{ClientCanvasDeclaration, SessionCanvasAction, SessionCanvasDeclaration};
pub use envelope::{ActionEnvelope, ActionOrigin, DispatchActionParams, StateAction};
pub use provider::{CanvasProviderSource, ClientSource, ServerSource};
pub use reducer::{ReduceOutcome, reduce};
pub use request::{
    CanvasCloseParams, CanvasInvokeActionParams, CanvasInvokeActionResult, CanvasOpenParams,
    CanvasOpenResult, CanvasProviderErrorCode, CanvasProviderErrorData, PROVIDER_ERROR,
};
pub use session::{
    ActiveClientChanged, CanvasesChanged, OpenCanvasesChanged, SessionAction, SessionActiveClient,
    SessionState, reduce_session,
};
pub use state::{CanvasAvailability, CanvasState, OpenCanvasRef};
