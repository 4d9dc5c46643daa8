//! The codes of JSON-RPC errors in AHP.
//!
//! Canvas providers use one more code: [`canvas::PROVIDER_ERROR`](crate::canvas::PROVIDER_ERROR).
//!
//! Specification: [JSON-RPC 2.0, § 5.1 Error object](https://www.jsonrpc.org/specification#error_object);
//! [AHP 1.0, errors](https://docs.rs/ahp-types/1.0.0/ahp_types/errors/index.html).

pub use wire::json_rpc::{
    INTERNAL_ERROR, INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, PARSE_ERROR,
};

/// One of the host's [limits](crate::canvas::host::Limits) is reached. AHP does not define this code, which is the
/// first one that JSON-RPC reserves for servers.
pub const LIMIT: i64 = -32000;
/// The session does not exist.
pub const SESSION_NOT_FOUND: i64 = -32001;
/// The agent provider does not exist.
pub const PROVIDER_NOT_FOUND: i64 = -32002;
/// A session with this URI already exists.
pub const SESSION_ALREADY_EXISTS: i64 = -32003;
/// A turn is in progress, and the request must wait until it ends.
pub const TURN_IN_PROGRESS: i64 = -32004;
/// The host does not speak any of the offered versions. The `data` member contains
/// [`UnsupportedProtocolVersionErrorData`](crate::connection::UnsupportedProtocolVersionErrorData).
pub const UNSUPPORTED_PROTOCOL_VERSION: i64 = -32005;
/// The resource requires authentication.
pub const AUTH_REQUIRED: i64 = -32007;
/// The resource does not exist.
pub const NOT_FOUND: i64 = -32008;
/// The peer does not have permission for this request.
pub const PERMISSION_DENIED: i64 = -32009;
/// A resource with this URI already exists.
pub const ALREADY_EXISTS: i64 = -32010;
/// The resource changed since the state that the request assumes.
pub const CONFLICT: i64 = -32011;
