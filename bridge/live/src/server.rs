//! The HTTP servers of the crate, and the parts that they share.

// Only a gateway has limits for each address.
pub(crate) mod accept;
#[cfg_attr(not(feature = "gateway"), allow(dead_code))]
pub(crate) mod client_address;
pub(crate) mod csp;
#[cfg(feature = "gateway")]
pub mod front;
pub mod page_routes;
pub mod playground;
#[cfg(feature = "gateway")]
pub(crate) mod prometheus;
#[cfg_attr(not(feature = "gateway"), allow(dead_code))]
pub mod refusal;
pub mod request_guard;
// Only a gateway has limits for each address.
#[cfg_attr(not(feature = "gateway"), allow(dead_code))]
pub(crate) mod shares;
#[cfg(feature = "gateway")]
pub(crate) mod user;
