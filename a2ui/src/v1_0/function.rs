//! Function calls and their results.

use super::ResponseError;
use crate::{CallId, CatalogId, Notation, rules};
use wire::{
    DecodeRule, Field, Finding, Payload, PayloadKind, Pointer, Reader, Validate, Wire, Writer,
    decode::{ReadError, ReadResult},
};

wire::object! {
    /// A call in the [plain](Notation::Plain) notation, used by A2UI 1.0 of August 2026.
    ///
    /// Specification: [A2UI 1.0, `FunctionCall` in the common types](https://github.com/a2ui-project/a2ui/blob/98606fe1a75f1a4f81afc07d43e482451eace295/specification/v1_0/json/common_types.json).
    pub struct PlainFunctionCall {
        /// The name of the function.
        call: String,
        /// The catalog of the function. If absent, it is the catalog of the surface.
        catalog_id as "catalogId"?: Field<CatalogId>,
        /// The arguments by name; an object.
        args?: Option<Payload>,
    }
    /// A call in a notation with [`@`](Notation::At), used by A2UI 1.0 since September 2026. The linked schema still
    /// has the plain notation.
    ///
    /// Specification: [A2UI 1.0, `FunctionCall` in the common types](https://github.com/a2ui-project/a2ui/blob/98606fe1a75f1a4f81afc07d43e482451eace295/specification/v1_0/json/common_types.json).
    pub struct AtFunctionCall {
        /// The name of the function.
        at_call as "@call": String,
        /// The catalog of the function. If absent, it is the catalog of the surface.
        catalog_id as "catalogId"?: Field<CatalogId>,
        /// The arguments by name; an object.
        args?: Option<Payload>,
    }
    /// The result of a function call: a value or an error.
    ///
    /// Specification: [A2UI 1.0, `rendererFunctionResponse`](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#rendererfunctionresponse).
    pub struct FunctionResponse {
        /// The id of the call.
        function_call_id as "functionCallId": CallId,
        /// The returned value; null is a valid value.
        value?: Option<Payload>,
        /// The error that prevented a value.
        error?: Field<ResponseError>,
    }
}

/// A function call by name, in either notation.
///
/// ```
/// use agent_ui_a2ui::{Notation, v1_0::FunctionCall, wire};
///
/// let call: FunctionCall = wire::decode(r#"{"@call":"openUrl","catalogId":"basic"}"#)?;
/// assert_eq!((call.name(), call.notation()), ("openUrl", Notation::At));
/// let error = wire::decode::<FunctionCall>(r#"{"call":"a","@call":"b"}"#).unwrap_err();
/// assert_eq!(error.pointer.as_str(), "/@call");
/// # Ok::<(), wire::DecodeError>(())
/// ```
///
/// Specification: [A2UI 1.0, `FunctionCall` in the common types](https://github.com/a2ui-project/a2ui/blob/98606fe1a75f1a4f81afc07d43e482451eace295/specification/v1_0/json/common_types.json).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FunctionCall {
    /// The plain form, `{"call": …}`.
    Plain(PlainFunctionCall),
    /// The marked form, `{"@call": …}`.
    At(AtFunctionCall),
}

impl From<PlainFunctionCall> for FunctionCall {
    fn from(call: PlainFunctionCall) -> Self {
        Self::Plain(call)
    }
}

impl From<AtFunctionCall> for FunctionCall {
    fn from(call: AtFunctionCall) -> Self {
        Self::At(call)
    }
}

impl FunctionCall {
    /// Returns the notation of the call. [`At`](Notation::At) represents both notations that mark calls.
    pub fn notation(&self) -> Notation {
        match self {
            Self::Plain(_) => Notation::Plain,
            Self::At(_) => Notation::At,
        }
    }

    /// Returns the name of the function.
    pub fn name(&self) -> &str {
        match self {
            Self::Plain(call) => &call.call,
            Self::At(call) => &call.at_call,
        }
    }

    /// Returns the catalog of the function, if the call states it.
    pub fn catalog_id(&self) -> Option<&CatalogId> {
        match self {
            Self::Plain(call) => call.catalog_id.get(),
            Self::At(call) => call.catalog_id.get(),
        }
    }

    /// Returns the arguments of the call.
    pub fn args(&self) -> Option<&Payload> {
        match self {
            Self::Plain(call) => call.args.as_ref(),
            Self::At(call) => call.args.as_ref(),
        }
    }
}

impl Wire for FunctionCall {
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        if reader.peek_member("@call").is_none() {
            return match reader.kind()? {
                PayloadKind::Object => Wire::read(reader).map(Self::Plain),
                _ => Err(reader.mismatch("an object (FunctionCall)")),
            };
        }
        if reader.peek_member("call").is_some() {
            let refusal = ReadError::new(
                DecodeRule::Key,
                "the call has both `call` and `@call`",
                "keep one of them",
            );
            return Err(refusal.at("@call"));
        }
        Wire::read(reader).map(Self::At)
    }

    fn write(&self, writer: &mut Writer) {
        match self {
            Self::Plain(value) => value.write(writer),
            Self::At(value) => value.write(writer),
        }
    }
}

wire::hand_written! {
    FunctionCall,
    schema: |schemas| {
        let plain = schemas.schema_for::<PlainFunctionCall>();
        let at = schemas.schema_for::<AtFunctionCall>();
        let has = |name| wire::schema::json!({"required": [name]});
        let (has_plain, has_at) = (has("call"), has("@call"));
        wire::schema::json!({
            "type": "object", "if": has_at, "then": {"allOf": [at, {"not": has_plain}]}, "else": plain,
        })
    },
    generate: |level| {
        use wire::proptest::prelude::*;
        prop_oneof![
            PlainFunctionCall::strategy(level)
                .prop_filter("one notation", |call| call.extra.get("@call").is_none())
                .prop_map(Self::Plain),
            AtFunctionCall::strategy(level)
                .prop_filter("one notation", |call| call.extra.get("call").is_none())
                .prop_map(Self::At),
        ]
        .boxed()
    },
}

impl Validate for FunctionCall {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let (catalog_id, extra) = match self {
            Self::Plain(call) => (&call.catalog_id, &call.extra),
            Self::At(call) => (&call.catalog_id, &call.extra),
        };
        rules::not_null(catalog_id, "catalogId", at, found);
        if let Some(args) = self.args() {
            rules::object(args, at.member("args"), found);
        }
        rules::reject_unknown(extra, "a call of A2UI 1.0", at, found);
    }
}

impl Validate for FunctionResponse {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::not_null(&self.error, "error", at, found);
        let (value, error) = (self.value.is_some(), !self.error.is_absent());
        rules::exactly_one(("value", value), ("error", error), at, found);
        if let Some(error) = self.error.get() {
            error.findings(&at.member("error"), found);
        }
        rules::reject_unknown(&self.extra, "the response of a function", at, found);
    }
}
