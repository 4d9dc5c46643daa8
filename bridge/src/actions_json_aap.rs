//! actions.json events and AAP interactions.
//!
//! | actions.json | AAP | how |
//! |---|---|---|
//! | `name` | `action` | the declared name of the signal, or the caller's verb for it |
//! | the signal's `target` | `element` | its `name`, else its first selector, else absent |
//! | `payload` | `data` | an object as it is, anything else `{"payload": …}` |
//! | `observed_at` | `timestamp` | verbatim, else the caller's time |
//! | `url` | `canvasFile` | `sites/<host>/<path>.html` (see [`page`]), or the caller's |
//! | `runtime_id`, `event_id` | `id` | UUIDv5 over both: the same event is the same record |
//! | – | `summary` | computed, as a provider does |
//! | `event`, `previous_call_id`, unknown members | – | carried |
//!
//! Only an event that the manifest admits is translated: declared, for the agent, enabled, with the payload that it describes.

mod backward;
mod forward;
pub mod page;
mod rules;

pub use backward::backward;
pub use forward::forward;
