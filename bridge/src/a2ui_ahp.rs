//! A2UI surfaces and AHP canvases.
//!
//! A surface is an open canvas. What the canvas shows is the surface itself: a document of A2UI messages that rebuild it
//! exactly, which the host serves.
//!
//! | A2UI | AHP | how |
//! |---|---|---|
//! | the surface | `contents` | a JSON array of messages, A2UI's MIME type |
//! | `surfaceId` | `instanceId` | verbatim |
//! | `surfaceId` | the channel | `ahp-canvas:/` and the id, percent-encoded, or the caller's |
//! | `surfaceId` | `url` | the content's address: `ahp-canvas-content:/<instance>/surface.json` |
//! | `theme.agentDisplayName` | `title` | verbatim, or the caller's; an edited title goes back there (0.9) |
//! | – | `canvasId`, `extensionId` | `a2ui`; `agent-ui-bridge` or the caller's owner |
//! | – | `availability`, `provider` | `ready`, `server` |
//! | a client message, or a message on a live surface | `canvas/message` | whole, as the payload |
//!
//! What an AHP state holds beyond that has no place in A2UI and is carried. The released shape of AHP is one mapping further:
//! [`ahp_canvas_ahp_v1_0`](crate::ahp_canvas_ahp_v1_0).

mod backward;
mod canvas;
mod forward;
mod message;
mod rules;
mod unkept;

pub use backward::backward;
pub use canvas::{CanvasDispatch, OpenCanvas};
pub use forward::forward;
pub use message::{message_backward, message_forward};
pub use unkept::unkept;
