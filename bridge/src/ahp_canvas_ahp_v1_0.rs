//! The AHP Canvas proposal and what AHP 1.0 released of it.
//!
//! | proposal | release | how |
//! |---|---|---|
//! | `instanceId`, `canvasId`, `extensionId`, `extensionName`, `title`, `status` | the same | as they are |
//! | `url` | `url` | an http(s) address as it is; what the channel serves for the canvas itself, below the base address if there is one |
//! | `availability` | – | `ready` where there is a `url`, `stale` where there is none |
//! | `provider` | – | the server |
//! | `displayName`, `input` | – | carried |
//! | `contents` of our own lines | `contents` | under the addresses of the target |
//! | `canvas/updated` | `canvas/stateChanged` | the state after the update; the update that leads to the state |
//! | `session/openCanvasesChanged` | `chat/canvasesChanged` | the channels; the rest follows from the states of the canvases |
//! | the channels of session and chat | the same | the caller's |
//! | `canvas/closeRequested`, `canvas/message`, `session/canvasesChanged` | – | refused |
//!
//! Whatever differs from that is carried, and members that no table names are copied.

mod action;
mod address;
mod canvas;
mod catalogue;
mod rules;
mod session;
mod state;
mod update;
mod way;

pub use action::{ProposedAction, ReleasedAction};
pub use canvas::{ReleasedCanvas, backward, forward, state_backward, state_forward};
pub use session::CanvasSession;
