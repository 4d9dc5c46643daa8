//! Calls of functions, and what they return.

use super::ResponseError;
use crate::{CallId, CatalogId, Notation, rules};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use wire::{DecodeRule, Field, Finding, Payload, Pointer, Validate, decode::Refusal};

wire::object! {
    /// A call as it is written in the [plain](Notation::Plain) notation. A2UI 1.0 of August 2026, `FunctionCall`.
    pub struct PlainFunctionCall {
        /// The name of the function.
        call: String,
        /// The catalog of the function; absent means that of the surface.
        catalog_id as "catalogId"?: Field<CatalogId>,
        /// Its arguments by name, an object.
        args?: Option<Payload>,
    }
    /// A call as it is written in the [`@`](Notation::At) notation. A2UI 1.0 of September 2026, `FunctionCall`.
    pub struct AtFunctionCall {
        /// The name of the function.
        at_call as "@call": String,
        /// The catalog of the function; absent means that of the surface.
        catalog_id as "catalogId"?: Field<CatalogId>,
        /// Its arguments by name, an object.
        args?: Option<Payload>,
    }
    /// What a function returned, or why it did not. A2UI 1.0, `FunctionResponse`.
    pub struct FunctionResponse {
        /// The call.
        function_call_id as "functionCallId": CallId,
        /// What it returned; null is a value like any other.
        value?: Option<Payload>,
        /// Why it returned nothing.
        error?: Field<ResponseError>,
    }
}

/// Calls a function by name, in either notation. A2UI 1.0, `FunctionCall`.
///
/// ```
/// # use agent_ui_a2ui as a2ui;
/// use a2ui::{Notation, v1_0::FunctionCall};
///
/// let call: FunctionCall = wire::decode(r#"{"@call":"openUrl","catalogId":"basic"}"#)?;
/// assert_eq!((call.name(), call.notation()), ("openUrl", Notation::At));
/// let error = wire::decode::<FunctionCall>(r#"{"call":"a","@call":"b"}"#).unwrap_err();
/// assert_eq!(error.pointer.as_str(), "/@call");
/// # Ok::<(), wire::DecodeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FunctionCall {
    /// `{"call": …}`
    Plain(PlainFunctionCall),
    /// `{"@call": …}`
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
    /// How it is written.
    pub fn notation(&self) -> Notation {
        match self {
            Self::Plain(_) => Notation::Plain,
            Self::At(_) => Notation::At,
        }
    }

    /// The name of the function.
    pub fn name(&self) -> &str {
        match self {
            Self::Plain(call) => &call.call,
            Self::At(call) => &call.at_call,
        }
    }

    /// The catalog of the function, if it is stated.
    pub fn catalog_id(&self) -> Option<&CatalogId> {
        match self {
            Self::Plain(call) => call.catalog_id.get(),
            Self::At(call) => call.catalog_id.get(),
        }
    }

    /// Its arguments.
    pub fn args(&self) -> Option<&Payload> {
        match self {
            Self::Plain(call) => call.args.as_ref(),
            Self::At(call) => call.args.as_ref(),
        }
    }
}

impl Serialize for FunctionCall {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Plain(call) => call.serialize(serializer),
            Self::At(call) => call.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for FunctionCall {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let payload = Payload::deserialize(deserializer)?;
        if !payload.is_object() {
            return Err(Refusal::wrong_type(payload.kind(), "an object (FunctionCall)").into_error());
        }
        let has = |name| payload.members().any(|member| member.0 == name);
        let call = match (has("call"), has("@call")) {
            (true, true) => {
                let refusal = Refusal::new(DecodeRule::Key, "both `call` and `@call`", "one of them");
                return Err(refusal.at("@call").into_error());
            }
            (_, true) => payload.decode().map(Self::At),
            (_, false) => payload.decode().map(Self::Plain),
        };
        call.map_err(wire::decode::nested_error)
    }
}

wire::special! {
    FunctionCall,
    schema: |generator| {
        let plain = generator.subschema_for::<PlainFunctionCall>();
        let at = generator.subschema_for::<AtFunctionCall>();
        let has = |name| wire::schemars::json_schema!({"required": [name]});
        let (has_plain, has_at) = (has("call"), has("@call"));
        wire::schemars::json_schema!({
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
        rules::closed(extra, "a call of A2UI 1.0", at, found);
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
        rules::closed(&self.extra, "the response of a function", at, found);
    }
}
