//! The methods of A2A and their names in each version.
//!
//! Specification: [A2A, method mapping](https://github.com/a2aproject/A2A/blob/938470305019cc37d4f2f3e32a4862315630f47c/docs/specification.md).

use super::rpc::{ErrorKind, RpcError};
use agent_ui_text::bridge::a2ui::a2a::A2aVersion;

/// A method of A2A, independent of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Method {
    Send,
    Stream,
    GetTask,
    Cancel,
    Subscribe,
    ListTasks,
    PushConfig,
    ExtendedCard,
}

/// The names in A2A 1.0 and in 0.3.
const NAMES: &[(Method, &str, &str)] = &[
    (Method::Send, "SendMessage", "message/send"),
    (Method::Stream, "SendStreamingMessage", "message/stream"),
    (Method::GetTask, "GetTask", "tasks/get"),
    (Method::Cancel, "CancelTask", "tasks/cancel"),
    (Method::Subscribe, "SubscribeToTask", "tasks/resubscribe"),
    (Method::ListTasks, "ListTasks", "tasks/list"),
    (
        Method::PushConfig,
        "CreateTaskPushNotificationConfig",
        "tasks/pushNotificationConfig/set",
    ),
    (
        Method::PushConfig,
        "GetTaskPushNotificationConfig",
        "tasks/pushNotificationConfig/get",
    ),
    (
        Method::PushConfig,
        "ListTaskPushNotificationConfigs",
        "tasks/pushNotificationConfig/list",
    ),
    (
        Method::PushConfig,
        "DeleteTaskPushNotificationConfig",
        "tasks/pushNotificationConfig/delete",
    ),
    (
        Method::ExtendedCard,
        "GetExtendedAgentCard",
        "agent/getAuthenticatedExtendedCard",
    ),
];

impl Method {
    /// Finds a method by its name. Also returns the version of A2A that uses the name.
    pub(super) fn find(name: &str) -> Option<(Self, A2aVersion)> {
        NAMES.iter().find_map(|(method, new, old)| match name {
            _ if name == *new => Some((*method, A2aVersion::V1_0)),
            _ if name == *old => Some((*method, A2aVersion::V0_3)),
            _ => None,
        })
    }

    /// Returns the name of the method in a version.
    pub(super) fn name(self, a2a: A2aVersion) -> &'static str {
        let names = NAMES.iter().find(|(method, ..)| *method == self);
        names.map_or(
            "",
            |(_, new, old)| if a2a == A2aVersion::V1_0 { new } else { old },
        )
    }
}

/// Returns the version for a text such as `1.0` or `0.3.0`. Only the first number matters.
pub(super) fn version_named(text: &str) -> Option<A2aVersion> {
    let mut numbers = text.trim().split('.');
    let major = numbers.next()?;
    let is_number =
        |number: &str| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    if !numbers.all(is_number) {
        return None;
    }
    match major {
        "0" => Some(A2aVersion::V0_3),
        "1" => Some(A2aVersion::V1_0),
        _ => None,
    }
}

/// Refuses a request if the version it states is unknown or does not match its method. A request without a version
/// belongs to 0.3.
pub(super) fn ensure_version(
    stated: Option<&str>,
    method: &str,
    a2a: A2aVersion,
) -> Result<(), RpcError> {
    let stated = stated.map(str::trim).filter(|stated| !stated.is_empty());
    let found = stated.map_or(Some(A2aVersion::V0_3), version_named);
    if found == Some(a2a) {
        return Ok(());
    }
    let (wanted, other) = match a2a {
        A2aVersion::V1_0 => ("1.0", "0.3"),
        _ => ("0.3", "1.0"),
    };
    let message = match (stated, found) {
        (None, _) => format!(
            "a request without `A2A-Version` belongs to A2A 0.3, and `{method}` to {wanted}; send the header `A2A-Version: {wanted}`"
        ),
        (Some(stated), None) => {
            format!("A2A `{stated}` is not supported; the versions are 1.0 and 0.3")
        }
        (Some(_), Some(_)) => {
            format!("`{method}` is a method of A2A {wanted}, but `A2A-Version` is {other}")
        }
    };
    Err(RpcError::new(ErrorKind::VersionNotSupported, message))
}

#[cfg(test)]
mod tests {
    use super::*;
    use A2aVersion::{V0_3, V1_0};

    #[test]
    fn every_method_name_belongs_to_one_version() {
        for (method, new, old) in NAMES {
            assert_eq!(Method::find(new), Some((*method, V1_0)));
            assert_eq!(Method::find(old), Some((*method, V0_3)));
        }
        assert_eq!(Method::find("sendmessage"), None);
        assert_eq!(
            (Method::Send.name(V1_0), Method::Send.name(V0_3)),
            ("SendMessage", "message/send")
        );
    }

    #[test]
    fn a_request_without_a_version_belongs_to_0_3() {
        let is_supported = |stated: Option<&str>, a2a: A2aVersion| {
            ensure_version(stated, "m", a2a).map_err(|error| error.kind)
        };
        for stated in [None, Some(""), Some("0.3"), Some(" 0.3.0 ")] {
            assert_eq!(is_supported(stated, V0_3), Ok(()));
            assert_eq!(
                is_supported(stated, V1_0),
                Err(ErrorKind::VersionNotSupported)
            );
        }
        for stated in [Some("1.0"), Some("1.0.1"), Some("1")] {
            assert_eq!(is_supported(stated, V1_0), Ok(()));
            assert_eq!(
                is_supported(stated, V0_3),
                Err(ErrorKind::VersionNotSupported)
            );
        }
        for stated in [Some("2.0"), Some("v1.0"), Some("1.x"), Some("1.")] {
            assert_eq!(
                is_supported(stated, V1_0),
                Err(ErrorKind::VersionNotSupported),
                "{stated:?}"
            );
        }
        let error = ensure_version(None, "SendMessage", V1_0).unwrap_err();
        assert!(
            error
                .message
                .ends_with("send the header `A2A-Version: 1.0`"),
            "{}",
            error.message
        );
    }
}
