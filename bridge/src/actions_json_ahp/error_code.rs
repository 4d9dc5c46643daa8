//! Why something failed, in the words of both.
//!
//! AHP names two codes and leaves room for others; actions.json names sixteen and leaves room as well.

use actions_json::item::ErrorCode;
use ahp::canvas::CanvasProviderErrorCode;

/// The code of a provider. What AHP has no word for keeps that of actions.json.
pub(super) fn of_provider(code: &ErrorCode) -> CanvasProviderErrorCode {
    match code {
        ErrorCode::MissingHandler | ErrorCode::UnknownAction => CanvasProviderErrorCode::ActionNoHandler,
        ErrorCode::TransportFailed | ErrorCode::RuntimeNotFound | ErrorCode::RuntimeNotReady => {
            CanvasProviderErrorCode::ProviderUnavailable
        }
        other => other.as_str().into(),
    }
}

/// The code of an item.
pub(super) fn of_item(code: &CanvasProviderErrorCode) -> ErrorCode {
    match code {
        CanvasProviderErrorCode::ActionNoHandler => ErrorCode::MissingHandler,
        CanvasProviderErrorCode::ProviderUnavailable => ErrorCode::TransportFailed,
        other => other.as_str().into(),
    }
}
