//! The Canvas proposal (`ahp@canvas`): an agent shows pages, clients render them and may provide them.
//!
//! A *declaration* says which kinds of canvas a provider has, a *reference* lists what is open in a session, and a
//! *state* is one open canvas, which lives on a channel of its own and is changed by actions there.

mod action;
mod content;
mod declaration;
mod provider;
mod reducer;
mod session;
mod state;

pub use action::{CanvasAction, CanvasCloseRequested, CanvasMessage, CanvasUpdated};
pub use content::{CanvasReadResourceParams, CanvasReadResourceResult, CanvasResourceContent};
pub use declaration::{ClientCanvasDeclaration, SessionCanvasAction, SessionCanvasDeclaration};
pub use provider::{CanvasProviderSource, ClientSource, ServerSource};
pub use reducer::{ReduceOutcome, reduce};
pub use session::{CanvasesChanged, OpenCanvasesChanged, SessionAction};
pub use state::{CanvasAvailability, CanvasState, OpenCanvasRef};
