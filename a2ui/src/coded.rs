//! Errors of a client, of which the `code` says what they hold.

use std::borrow::Cow;
use wire::{Finding, Pointer};

/// Declares a union of two objects by the member `code`: the codes in `CODES` mean a failed validation, any other a
/// generic error.
macro_rules! coded {
    (
        $(#[$meta:meta])*
        pub enum $Error:ident { $Failed:ident, $Generic:ident, codes: $CODES:expr }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum $Error {
            /// The code is that of a failed validation.
            ValidationFailed($Failed),
            /// Any other code.
            Generic($Generic),
        }

        impl From<$Failed> for $Error {
            fn from(error: $Failed) -> Self {
                Self::ValidationFailed(error)
            }
        }

        impl From<$Generic> for $Error {
            fn from(error: $Generic) -> Self {
                Self::Generic(error)
            }
        }

        impl serde::Serialize for $Error {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    Self::ValidationFailed(error) => error.serialize(serializer),
                    Self::Generic(error) => error.serialize(serializer),
                }
            }
        }

        impl<'de> serde::Deserialize<'de> for $Error {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let payload = wire::Payload::deserialize(deserializer)?;
                if !payload.is_object() {
                    let refusal = wire::decode::Refusal::wrong_type(payload.kind(), "an object (Error)");
                    return Err(refusal.into_error());
                }
                let code = payload.members().find(|(name, _)| name == "code");
                let error = if code.is_some_and(|(_, code)| $crate::coded::is_one_of($CODES, code.as_str())) {
                    payload.decode().map(Self::ValidationFailed)
                } else {
                    payload.decode().map(Self::Generic)
                };
                error.map_err(wire::decode::nested_error)
            }
        }

        wire::special! {
            $Error,
            schema: |generator| {
                let failed = generator.subschema_for::<$Failed>();
                let generic = generator.subschema_for::<$Generic>();
                let is_failed = wire::schemars::json_schema!({"properties": {"code": {"enum": $CODES}}});
                wire::schemars::json_schema!({"type": "object", "if": is_failed, "then": failed, "else": generic})
            },
            generate: |level| {
                use wire::proptest::prelude::*;
                prop_oneof![
                    $Failed::strategy(level).prop_map(Self::ValidationFailed),
                    $Generic::strategy(level)
                        .prop_filter("another code", |error| {
                            let code = wire::Payload::of(&error.code).ok();
                            !$crate::coded::is_one_of($CODES, code.as_ref().and_then(wire::Payload::as_str))
                        })
                        .prop_map(Self::Generic),
                ]
                .boxed()
            },
        }
    };
}

pub(crate) use coded;

pub(crate) fn is_one_of(codes: &[&str], code: Option<Cow<'_, str>>) -> bool {
    code.is_some_and(|code| codes.contains(&&*code))
}

/// A generic error that was built with the code of a failed validation.
pub(crate) fn not_generic(
    codes: &[&str],
    code: Option<Cow<'_, str>>,
    at: &Pointer,
    found: &mut Vec<Finding>,
) {
    if is_one_of(codes, code) {
        let message = "the code is that of a failed validation, which has a `path`";
        found.push(Finding::error("code", at.member("code"), message));
    }
}
