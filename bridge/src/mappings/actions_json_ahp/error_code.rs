//! Conversion of error codes.
//!
//! AHP defines two codes, and actions.json defines sixteen. Both allow further codes.

use actions_json::item::ErrorCode;
use ahp::canvas::CanvasProviderErrorCode;

/// Returns the AHP code of a provider error. A code without an equivalent is kept.
pub(super) fn of_provider(code: &ErrorCode) -> CanvasProviderErrorCode {
    match code {
        ErrorCode::MissingHandler | ErrorCode::UnknownAction => {
            CanvasProviderErrorCode::ActionNoHandler
        }
        ErrorCode::TransportFailed | ErrorCode::RuntimeNotFound | ErrorCode::RuntimeNotReady => {
            CanvasProviderErrorCode::ProviderUnavailable
        }
        other => other.as_str().into(),
    }
}

/// Returns the actions.json code of an error. A code without an equivalent is kept.
pub(super) fn of_item(code: &CanvasProviderErrorCode) -> ErrorCode {
    match code {
        CanvasProviderErrorCode::ActionNoHandler => ErrorCode::MissingHandler,
        CanvasProviderErrorCode::ProviderUnavailable => ErrorCode::TransportFailed,
        other => other.as_str().into(),
    }
}
