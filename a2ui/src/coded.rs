//! Client errors whose member `code` determines their other members.

use std::borrow::Cow;
use wire::{Finding, Pointer};

/// Declares a union of two objects, distinguished by the member `code`. The codes in `CODES` mean a failed
/// validation; all other codes mean a generic error.
///
/// A call of the macro and its expansion, in short:
///
/// ```text
/// coded! { pub enum ClientError { ValidationFailed, GenericError, codes: &["VALIDATION_FAILED"] } }
///
/// pub enum ClientError { ValidationFailed(ValidationFailed), Generic(GenericError) }
/// impl From<ValidationFailed> for ClientError { … }
/// impl From<GenericError> for ClientError { … }
/// impl Wire for ClientError { … } // the member `code` selects the variant
/// wire::hand_written! { ClientError, schema: …, generate: … }
/// ```
macro_rules! coded {
    (
        $(#[$meta:meta])*
        pub enum $Error:ident { $Failed:ident, $Generic:ident, codes: $CODES:expr }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum $Error {
            /// An error with the code of a failed validation.
            ValidationFailed($Failed),
            /// An error with any other code.
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

        impl wire::Wire for $Error {
            fn read(reader: &mut wire::Reader<'_>) -> wire::decode::ReadResult<Self> {
                if reader.kind()? != wire::PayloadKind::Object {
                    return Err(reader.mismatch("an object (Error)"));
                }
                let code = reader.peek_member("code").filter(|code| code.starts_with('"'));
                if $crate::coded::is_one_of($CODES, code.map(wire::token::string)) {
                    wire::Wire::read(reader).map(Self::ValidationFailed)
                } else {
                    wire::Wire::read(reader).map(Self::Generic)
                }
            }

            fn write(&self, writer: &mut wire::Writer) {
                match self {
                    Self::ValidationFailed(error) => error.write(writer),
                    Self::Generic(error) => error.write(writer),
                }
            }
        }

        wire::hand_written! {
            $Error,
            schema: |schemas| {
                let failed = schemas.schema_for::<$Failed>();
                let generic = schemas.schema_for::<$Generic>();
                let is_failed = wire::schema::json!({"properties": {"code": {"enum": $CODES}}});
                wire::schema::json!({"type": "object", "if": is_failed, "then": failed, "else": generic})
            },
            generate: |level| {
                use wire::proptest::prelude::*;
                prop_oneof![
                    $Failed::strategy(level).prop_map(Self::ValidationFailed),
                    $Generic::strategy(level)
                        .prop_filter("another code", |error| {
                            let code = wire::Payload::encode(&error.code).ok();
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

/// Reports a generic error that has the code of a failed validation.
pub(crate) fn check_generic_code(
    codes: &[&str],
    code: Option<Cow<'_, str>>,
    at: &Pointer,
    found: &mut Vec<Finding>,
) {
    if is_one_of(codes, code) {
        let message =
            "this code is reserved for failed validations, but the error does not have their form";
        let finding = Finding::error("code", at.member("code"), message);
        found.push(
            finding.hint("write a failed validation, which has a `path`, or use another code"),
        );
    }
}
