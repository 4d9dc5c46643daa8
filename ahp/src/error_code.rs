//! The codes of JSON-RPC errors. AHP, errors; JSON-RPC 2.0, section 5.1.
//!
//! A provider of canvases has one more, [`canvas::PROVIDER_ERROR`](crate::canvas::PROVIDER_ERROR).

/// The text is no JSON.
pub const PARSE_ERROR: i64 = -32700;
/// The JSON is no request.
pub const INVALID_REQUEST: i64 = -32600;
/// There is no such method.
pub const METHOD_NOT_FOUND: i64 = -32601;
/// The parameters are not those of the method.
pub const INVALID_PARAMS: i64 = -32602;
/// Something else went wrong.
pub const INTERNAL_ERROR: i64 = -32603;
/// One of the host's [limits](crate::canvas::host::Limits) is reached. The number is the first of those that JSON-RPC
/// leaves to servers; AHP gives it no meaning.
pub const LIMIT: i64 = -32000;
/// There is no such session.
pub const SESSION_NOT_FOUND: i64 = -32001;
/// There is no such agent.
pub const PROVIDER_NOT_FOUND: i64 = -32002;
/// There is such a session already.
pub const SESSION_ALREADY_EXISTS: i64 = -32003;
/// A turn is under way, and this has to wait for its end.
pub const TURN_IN_PROGRESS: i64 = -32004;
/// None of the offered versions is spoken; `data` is
/// [`UnsupportedProtocolVersionErrorData`](crate::connection::UnsupportedProtocolVersionErrorData).
pub const UNSUPPORTED_PROTOCOL_VERSION: i64 = -32005;
/// The resource asks for authentication.
pub const AUTH_REQUIRED: i64 = -32007;
/// There is no such resource.
pub const NOT_FOUND: i64 = -32008;
/// The peer may not do that.
pub const PERMISSION_DENIED: i64 = -32009;
/// There is such a resource already.
pub const ALREADY_EXISTS: i64 = -32010;
/// The resource is not any more what the request counts on.
pub const CONFLICT: i64 = -32011;
