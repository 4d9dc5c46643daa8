//! Validation of JSON-RPC frames by the rules of AHP.

use crate::{
    canvas::{CanvasProviderErrorData, PROVIDER_ERROR},
    draft,
    json_rpc::{JsonRpcError, JsonRpcMessage},
};
use wire::{Finding, Pointer, Validate};

/// Validates a frame at the place `at`: its id, the name of its method, and the data of its error. The parameters are
/// validated by the type of the [method](crate::method).
///
/// ```
/// use agent_ui_ahp::{frame, wire::{self, Pointer}};
///
/// let message = wire::decode(r#"{"jsonrpc":"2.0","id":null,"method":"openCanvas"}"#)?;
/// let mut found = Vec::new();
/// frame::findings(&message, &Pointer::root(), &mut found);
/// let found: Vec<_> = found.iter().map(|finding| (finding.rule, finding.pointer.as_str())).collect();
/// assert_eq!(found, [("shape-of-another-draft", "/method"), ("null-id", "/id")]);
/// # Ok::<(), wire::DecodeError>(())
/// ```
pub fn findings(message: &JsonRpcMessage, at: &Pointer, found: &mut Vec<Finding>) {
    match message {
        JsonRpcMessage::Request(request) => {
            draft::name(&request.method, at.member("method"), found)
        }
        JsonRpcMessage::Notification(notification) => {
            draft::name(&notification.method, at.member("method"), found)
        }
        JsonRpcMessage::ErrorResponse(response) => {
            error(&response.error, &at.member("error"), found)
        }
        JsonRpcMessage::Response(_) => {}
    }
    message.findings(at, found);
}

/// Validates the data of a provider's error.
fn error(error: &JsonRpcError, at: &Pointer, found: &mut Vec<Finding>) {
    let Some(data) = error.data.as_ref().filter(|_| error.code == PROVIDER_ERROR) else {
        return;
    };
    if let Err(error) = data.decode::<CanvasProviderErrorData>() {
        let at = at.member("data").join(&error.pointer);
        found.push(Finding::error("provider-error-data", at, error.message).hint(error.hint));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ahp_55_the_data_of_a_provider_error_is_validated() {
        let rules = |text: &str| {
            let mut found = Vec::new();
            findings(&wire::decode(text).unwrap(), &Pointer::root(), &mut found);
            found
                .into_iter()
                .map(|f| (f.rule, f.pointer.to_string()))
                .collect::<Vec<_>>()
        };
        let error = |code: i64, data: &str| {
            format!(
                r#"{{"jsonrpc":"2.0","id":1,"error":{{"code":{code},"message":"m","data":{data}}}}}"#
            )
        };
        let at = || "/error/data/message".to_owned();
        assert_eq!(
            rules(&error(-32012, r#"{"code":"gone","message":"m"}"#)),
            []
        );
        assert_eq!(
            rules(&error(-32012, r#"{"code":"gone"}"#)),
            [("provider-error-data", at())]
        );
        assert_eq!(rules(&error(-32008, r#"{"code":"gone"}"#)), []);
        assert_eq!(
            rules(r#"{"jsonrpc":"2.0","id":null,"method":"m"}"#),
            [("null-id", "/id".to_owned())]
        );
    }
}
