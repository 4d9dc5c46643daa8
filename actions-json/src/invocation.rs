//! Checks of calls and outputs against the declared tools.
//!
//! Before a call is checked, [`route`](crate::runtimes::Runtimes::route) selects its page and ensures that the page
//! is ready.

use crate::{
    checked_manifest::{CheckedManifest, CheckedTool},
    item::{ActionCall, ActionCallOutput, ActionError, ErrorCode},
    schema::{self, SchemaCheckError, Violation},
};
use wire::{Payload, Pointer};

/// The reason for which a call may not be made or its output may not be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum InvocationRefusalKind {
    /// The manifest has no agent-callable tool with the name.
    UnknownAction,
    /// The arguments do not match the tool's `input_schema`, or cannot be checked.
    InvalidInput,
    /// The `input_schema` cannot be used, so no arguments match it.
    InputSchemaUnusable,
    /// The page is not in the state that the tool's target requires.
    StateMismatch,
    /// The output does not match the tool's `result_schema`, or cannot be checked.
    InvalidResult,
    /// The `result_schema` cannot be used, so no output matches it.
    ResultSchemaUnusable,
    /// The tool has a schema, and this program was built without the feature `jsonschema`.
    Unchecked,
}

impl InvocationRefusalKind {
    /// Returns the error code of the bridge protocol.
    pub fn code(self) -> ErrorCode {
        match self {
            Self::UnknownAction => ErrorCode::UnknownAction,
            Self::InvalidInput | Self::InputSchemaUnusable => ErrorCode::InvalidInput,
            Self::StateMismatch => ErrorCode::StateMismatch,
            Self::InvalidResult | Self::ResultSchemaUnusable => ErrorCode::InvalidResult,
            Self::Unchecked => ErrorCode::CapabilityUnavailable,
        }
    }
}

/// The refusal of a call or of its output.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[error("{pointer}: {message} ({})", .kind.code())]
pub struct InvocationRefusal {
    /// The reason for the refusal.
    pub kind: InvocationRefusalKind,
    /// The place in the item.
    pub pointer: Pointer,
    /// A description for people and models, without the values of the call or output.
    pub message: String,
    /// A correct value, or an instruction for fixing the call.
    pub hint: String,
    /// The places where the value does not match its schema, at most 32; empty for other kinds.
    pub violations: Vec<Violation>,
}

impl CheckedManifest {
    /// Returns the tool of a call, if the call may be made while the page is in these states.
    ///
    /// # Errors
    /// Fails if the tool is unknown, if the arguments do not match its `input_schema` (or, without a schema, are not
    /// an object), or if its target requires another state.
    ///
    /// ```
    /// use agent_ui_actions_json::{
    ///     checked_manifest::CheckedManifest, item::ActionCall, validate::Profile, wire,
    /// };
    ///
    /// let manifest = wire::decode(
    ///     r#"{"protocol":"actions.json","version":1,"states":[{"name":"cart_visible"}],"tools":[
    ///         {"name":"cart.empty","description":"Empties the cart.","input_schema":{},
    ///          "target":{"state":"cart_visible"},"x_actions":{"handler":"shop.empty"}}]}"#,
    /// )?;
    /// let manifest = CheckedManifest::check(manifest, &Profile::STRICT, None).unwrap();
    /// let call = ActionCall::new("c1", "cart.empty", wire::Payload::empty_object());
    /// # if cfg!(feature = "jsonschema") {
    /// let refused = manifest.accept(&call, &[] as &[&str]).unwrap_err();
    /// assert_eq!(refused.code().as_str(), "state_mismatch");
    /// assert_eq!(manifest.accept(&call, &["cart_visible"]).unwrap().index, 0);
    /// # }
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    pub fn accept(
        &self,
        call: &ActionCall,
        states: &[impl AsRef<str>],
    ) -> Result<CheckedTool<'_>, InvocationRefusal> {
        let tool = self.tool(&call.name).ok_or_else(|| {
            let at = Pointer::root().member("name");
            let hint = "use the name of a tool in the manifest";
            InvocationRefusal::new(
                InvocationRefusalKind::UnknownAction,
                at,
                "the manifest does not declare this tool",
                hint,
            )
        })?;
        tool.accept(call, states)?;
        Ok(tool)
    }
}

impl CheckedTool<'_> {
    /// Checks that this tool may be called while the page is in these states. The name in the call is ignored,
    /// because a composition renames tools.
    ///
    /// # Errors
    /// Fails if the arguments do not match the `input_schema` (or, without a schema, are not an object), or if the
    /// target requires another state.
    pub fn accept(
        &self,
        call: &ActionCall,
        states: &[impl AsRef<str>],
    ) -> Result<(), InvocationRefusal> {
        let at = Pointer::root().member("arguments");
        if !call.arguments.is_object() {
            let message = format!(
                "the arguments must be an object, but are {}",
                call.arguments.kind()
            );
            return Err(InvocationRefusal::new(
                InvocationRefusalKind::InvalidInput,
                at,
                message,
                "send an object",
            ));
        }
        if let Some(schema) = &self.tool.input_schema {
            INPUT.check(schema, &call.arguments, &at)?;
        }
        let Some(required) = self.required_state() else {
            return Ok(());
        };
        if states.iter().any(|state| state.as_ref() == required) {
            return Ok(());
        }
        Err(InvocationRefusal::new(
            InvocationRefusalKind::StateMismatch,
            Pointer::root().member("name"),
            "the page is not in the state that this tool requires",
            format!("put the page into the state {required:?} first"),
        ))
    }

    /// Checks an output of this tool.
    ///
    /// # Errors
    /// Fails if the output does not match the tool's `result_schema`. Without a schema every output is accepted.
    pub fn accept_output(&self, output: &ActionCallOutput) -> Result<(), InvocationRefusal> {
        match self.tool.result_schema_stated() {
            Some(schema) => RESULT.check(schema, &output.output, &Pointer::root().member("output")),
            None => Ok(()),
        }
    }

    /// Returns the state that the tool requires of the page.
    pub fn required_state(&self) -> Option<&str> {
        self.tool
            .target
            .get()?
            .state
            .get()
            .map(|state| state.as_str())
    }
}

/// The member of an item that a schema describes.
struct Slot {
    unreadable_message: &'static str,
    mismatch_message: &'static str,
    schema: &'static str,
    mismatch: InvocationRefusalKind,
    unusable: InvocationRefusalKind,
}

const INPUT: Slot = Slot {
    unreadable_message: "the arguments do not have a form that a schema can check",
    mismatch_message: "the arguments do not match",
    schema: "input_schema",
    mismatch: InvocationRefusalKind::InvalidInput,
    unusable: InvocationRefusalKind::InputSchemaUnusable,
};

const RESULT: Slot = Slot {
    unreadable_message: "the output does not have a form that a schema can check",
    mismatch_message: "the output does not match",
    schema: "result_schema",
    mismatch: InvocationRefusalKind::InvalidResult,
    unusable: InvocationRefusalKind::ResultSchemaUnusable,
};

impl Slot {
    fn check(
        &self,
        schema: &Payload,
        value: &Payload,
        at: &Pointer,
    ) -> Result<(), InvocationRefusal> {
        let name = self.schema;
        let error = match schema::violations(schema, value, at) {
            Ok(violations) => return self.refuse_violations(violations),
            Err(error) => error,
        };
        let (kind, message, hint) = match error {
            SchemaCheckError::Schema { pointer, reason } => {
                let hint = format!("fix the schema at {:?}: {reason}", pointer.as_str());
                (
                    self.unusable,
                    format!("the `{name}` of the tool cannot be used to check values"),
                    hint,
                )
            }
            SchemaCheckError::Value { reason } => {
                (self.mismatch, self.unreadable_message.to_owned(), reason)
            }
            SchemaCheckError::Unchecked => {
                let message = format!(
                    "the tool has a schema in `{name}`, but this program was built without schema checks"
                );
                (
                    InvocationRefusalKind::Unchecked,
                    message,
                    "build with the feature `jsonschema`".to_owned(),
                )
            }
        };
        Err(InvocationRefusal::new(kind, at.clone(), message, hint))
    }

    fn refuse_violations(&self, violations: Vec<Violation>) -> Result<(), InvocationRefusal> {
        let Some(first) = violations.first() else {
            return Ok(());
        };
        let message = format!(
            "{} the `{}`: {}",
            self.mismatch_message, self.schema, first.message
        );
        let hint = format!("send what the `{}` of the tool describes", self.schema);
        let refused = InvocationRefusal::new(self.mismatch, first.pointer.clone(), message, hint);
        Err(InvocationRefusal {
            violations,
            ..refused
        })
    }
}

impl InvocationRefusal {
    fn new(
        kind: InvocationRefusalKind,
        pointer: Pointer,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) -> Self {
        Self {
            kind,
            pointer,
            message: message.into(),
            hint: hint.into(),
            violations: Vec::new(),
        }
    }

    /// Returns the error code of the bridge protocol.
    pub fn code(&self) -> ErrorCode {
        self.kind.code()
    }

    /// Creates the item that answers the call. Its evidence contains `tool`, `pointer`, `validation_errors` and
    /// `missing_required`.
    pub fn action_error(&self, call: &ActionCall) -> ActionError {
        let violations: Vec<Payload> = self.violations.iter().map(Violation::to_evidence).collect();
        let missing: Vec<Payload> = self.violations.iter().filter_map(missing).collect();
        let evidence = Payload::object([
            ("tool", &Payload::string(&call.name)),
            ("pointer", &Payload::string(self.pointer.as_str())),
            ("validation_errors", &Payload::array(&violations)),
            ("missing_required", &Payload::array(&missing)),
        ]);
        let mut error = call.error(self.code(), self.message.as_str());
        error.error = error.error.evidence(evidence);
        error
    }
}

/// Returns the name of the missing member, if the violation is about a missing member.
fn missing(violation: &Violation) -> Option<Payload> {
    let name = violation
        .pointer
        .segments()
        .last()
        .filter(|_| violation.keyword == "required")?;
    Some(Payload::string(&name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::validate::Profile;

    fn manifest(tool: &str) -> CheckedManifest {
        let text = format!(
            r#"{{"protocol":"actions.json","version":1,"states":[{{"name":"on"}}],"tools":[{{"name":"a.b","description":"D.","x_actions":{{"handler":"h"}}{tool}}}]}}"#
        );
        CheckedManifest::check(wire::decode(&text).unwrap(), &Profile::PUBLISHED, None).unwrap()
    }

    fn call(name: &str, arguments: &str) -> ActionCall {
        ActionCall::new("c", name, Payload::parse(arguments).unwrap())
    }

    fn code(tool: &str, name: &str, arguments: &str, states: &[&str]) -> String {
        match manifest(tool).accept(&call(name, arguments), states) {
            Ok(tool) => format!("ok {}", tool.index),
            Err(refused) => {
                assert!(!refused.message.is_empty() && !refused.hint.is_empty());
                format!("{} {}", refused.code(), refused.pointer)
            }
        }
    }

    #[test]
    fn calls_are_checked_without_schemas_as_far_as_possible() {
        let on = r#","target":{"state":"on"}"#;
        assert_eq!(code("", "a.b", "{}", &[]), "ok 0");
        assert_eq!(code("", "a.c", "{}", &[]), "unknown_action /name");
        assert_eq!(code("", "a.b", "[]", &[]), "invalid_input /arguments");
        assert_eq!(code(on, "a.b", "{}", &["off"]), "state_mismatch /name");
        assert_eq!(code(on, "a.b", "{}", &["off", "on"]), "ok 0");
    }

    const SCHEMA: &str = r#"{"required":["sku","n"],"properties":{"n":{"type":"integer"}}}"#;

    #[cfg(not(feature = "jsonschema"))]
    #[test]
    fn unchecked_values_do_not_pass() {
        let tool = format!(r#","input_schema":{SCHEMA},"result_schema":{SCHEMA}"#);
        assert_eq!(
            code(&tool, "a.b", r#"{"sku":1,"n":1}"#, &[]),
            "capability_unavailable /arguments"
        );
        let manifest = manifest(&tool);
        let output = ActionCallOutput::new("c", "1", Payload::null());
        let refused = manifest
            .tool("a.b")
            .unwrap()
            .accept_output(&output)
            .unwrap_err();
        assert_eq!(refused.kind, InvocationRefusalKind::Unchecked);
    }

    #[cfg(feature = "jsonschema")]
    #[test]
    fn arguments_must_match_the_input_schema() {
        let tool = format!(r#","input_schema":{SCHEMA},"target":{{"state":"on"}}"#);
        assert_eq!(code(&tool, "a.b", r#"{"sku":1,"n":1}"#, &["on"]), "ok 0");
        assert_eq!(
            code(&tool, "a.b", r#"{"sku":1,"n":"1"}"#, &[]),
            "invalid_input /arguments/n"
        );
        assert_eq!(
            code(&tool, "a.b", r#"{"sku":1,"n":1,"n":2}"#, &["on"]),
            "invalid_input /arguments"
        );
        let selfish = r##","input_schema":{"$ref":"#"}"##;
        assert_eq!(code(selfish, "a.b", "{}", &[]), "invalid_input /arguments");
        let call = call("a.b", r#"{"n":"1"}"#);
        let refused = manifest(&tool).accept(&call, &["on"]).unwrap_err();
        let error = refused.action_error(&call);
        let evidence = error.error.evidence.unwrap();
        assert_eq!(
            evidence
                .get(&Pointer::parse("/missing_required").unwrap())
                .unwrap()
                .text(),
            r#"["sku"]"#
        );
        assert_eq!(
            evidence
                .get(&Pointer::parse("/validation_errors/1/path").unwrap())
                .unwrap()
                .text(),
            r#""/arguments/n""#
        );
    }

    #[cfg(feature = "jsonschema")]
    #[test]
    fn outputs_must_match_the_result_schema_from_either_place() {
        let output = |text: &str| ActionCallOutput::new("c", "1", Payload::parse(text).unwrap());
        let inner =
            r#","input_schema":{},"x_actions":{"handler":"h","result_schema":{"type":"string"}}"#;
        for tool in [r#","result_schema":{"type":"string"}"#, inner] {
            let text = format!(
                r#"{{"protocol":"actions.json","version":1,"tools":[{{"name":"a.b","description":"D."{tool}{}}}]}}"#,
                if tool == inner {
                    ""
                } else {
                    r#","x_actions":{"handler":"h"}"#
                },
            );
            let manifest =
                CheckedManifest::check(wire::decode(&text).unwrap(), &Profile::PUBLISHED, None)
                    .unwrap();
            let tool = manifest.tool("a.b").unwrap();
            assert_eq!(tool.accept_output(&output(r#""done""#)), Ok(()));
            let refused = tool.accept_output(&output("7")).unwrap_err();
            assert_eq!(
                (refused.code().as_str(), refused.pointer.as_str()),
                ("invalid_result", "/output")
            );
        }
        assert_eq!(
            manifest("")
                .tool("a.b")
                .unwrap()
                .accept_output(&output("7")),
            Ok(())
        );
    }
}
