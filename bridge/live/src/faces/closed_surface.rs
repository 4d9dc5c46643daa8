//! The message that informs an agent about a surface that its user has closed or has not answered.

use wire::Payload;

/// The code of the error.
pub(crate) const SURFACE_CLOSED: &str = "SURFACE_CLOSED";

/// Creates the error for a surface, in A2UI 0.9.
pub(crate) fn closed_message(surface: &str, reason: &str) -> String {
    let error = Payload::object([
        ("code", &Payload::string(SURFACE_CLOSED)),
        ("surfaceId", &Payload::string(surface)),
        ("message", &Payload::string(reason)),
    ]);
    Payload::object([("version", &Payload::string("v0.9")), ("error", &error)])
        .text()
        .to_owned()
}
