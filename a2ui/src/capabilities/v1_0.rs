//! A2UI 1.0.

use super::{member, schemas};
use crate::{CatalogId, rules};
use wire::{DecodeError, Field, Finding, Payload, Pointer, Validate};

wire::word! {
    /// Who may call a function. A2UI 1.0, `allowedCallers`. Open, as all vocabularies of 1.0.
    pub open enum AllowedCallers {
        /// The client alone; what an absent member means.
        RendererOnly = "rendererOnly",
        /// The agent alone.
        AgentOnly = "agentOnly",
        /// Either.
        RendererOrAgent = "rendererOrAgent",
    }
}

wire::object! {
    /// What a client can show. A2UI 1.0, renderer capabilities.
    pub struct Capabilities {
        /// The catalogs that it knows. A surface may mix them.
        supported_catalog_ids as "supportedCatalogIds": Vec<CatalogId>,
        /// Catalogs that it brings along, for agents that accept them.
        inline_catalogs as "inlineCatalogs"?: Field<Vec<InlineCatalog>>,
    }
    /// A catalog, whole. A2UI 1.0, catalog definition.
    pub struct InlineCatalog {
        /// The JSON Schema of its file.
        schema as "$schema"?: Field<String>,
        /// The URI of its file.
        id as "$id"?: Field<String>,
        /// The version of A2UI for which it is made, like `1.0`; absent means 0.9.
        protocol_version as "protocolVersion"?: Field<String>,
        /// Its title.
        title?: Field<String>,
        /// For people.
        description?: Field<String>,
        /// Names it.
        catalog_id as "catalogId": CatalogId,
        /// For the model, in Markdown.
        instructions?: Field<String>,
        /// The JSON Schemas of the components, by type.
        components?: Option<Payload>,
        /// The functions, by name.
        functions?: Field<Functions>,
        /// The JSON Schemas `anyComponent` and `anyFunction`.
        defs as "$defs"?: Option<Payload>,
    }
    /// The functions of a catalog: each member is named as the function, and its value is a [`FunctionDefinition`]. A2UI 1.0,
    /// catalog definition.
    pub struct Functions {}
    /// A function: the JSON Schema of its calls, and how it is called. A2UI 1.0, function definition.
    pub struct FunctionDefinition {
        /// For people, and for the model.
        description?: Field<String>,
        /// What it gives, like `string` or `validationResult`.
        return_type as "returnType": String,
        /// Who may call it.
        allowed_callers as "allowedCallers"?: Field<AllowedCallers>,
        /// Whether the client calls it only when the user just did something.
        requires_user_activation as "requiresUserActivation"?: Field<bool>,
        /// The JSON Schemas of `@call` (until August 2026 `call`), which is the name of the function, and of `args`.
        properties: Payload,
    }
}

impl Functions {
    /// The functions by name, in order. One that is malformed does not hide the others.
    ///
    /// ```
    /// use agent_ui_a2ui::{capabilities::v1_0::{AllowedCallers, Functions}, wire::{self, Field}};
    ///
    /// let functions: Functions = wire::decode(
    ///     r#"{"now":{"type":"object","properties":{"@call":{"const":"now"}},"required":["@call"],"returnType":"string",
    ///         "allowedCallers":"agentOnly"}}"#,
    /// )?;
    /// let (name, now) = functions.definitions().next().unwrap();
    /// assert_eq!((name, now?.allowed_callers), ("now", Field::Value(AllowedCallers::AgentOnly)));
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    pub fn definitions(&self) -> impl Iterator<Item = (&str, Result<FunctionDefinition, DecodeError>)> {
        self.extra.iter().map(|(name, definition)| (name, definition.decode()))
    }
}

impl Validate for Capabilities {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        member(&self.inline_catalogs, "inlineCatalogs", at, found);
    }
}

impl Validate for InlineCatalog {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let texts = [
            ("$schema", &self.schema),
            ("$id", &self.id),
            ("protocolVersion", &self.protocol_version),
            ("title", &self.title),
            ("description", &self.description),
            ("instructions", &self.instructions),
        ];
        for (name, text) in texts {
            rules::not_null(text, name, at, found);
        }
        schemas(self.components.as_ref(), "components", at, found);
        member(&self.functions, "functions", at, found);
        if let Some(defs) = &self.defs {
            rules::object(defs, at.member("$defs"), found);
        }
        rules::closed(&self.extra, "a catalog of A2UI 1.0", at, found);
    }
}

impl Validate for Functions {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        for (name, definition) in self.definitions() {
            let at = at.member(name);
            match definition {
                Ok(definition) => definition.check(name, &at, found),
                Err(error) => {
                    let message = format_args!("{} in the function `{name}`", error.found).to_string();
                    let finding = Finding::error("function-definition", at.join(&error.pointer), message);
                    found.push(finding.hint(error.expected));
                }
            }
        }
    }
}

impl FunctionDefinition {
    fn check(&self, name: &str, at: &Pointer, found: &mut Vec<Finding>) {
        let named = |member: &str| Pointer::root().member(member).member("const");
        let older = || self.properties.get(&named("call"));
        let called = self.properties.get(&named("@call")).or_else(older);
        if called.as_ref().and_then(Payload::as_str).as_deref() != Some(name) {
            let message = format_args!("a call of `{name}` is not what `properties` describes").to_string();
            let finding =
                Finding::warning("function-name", at.member("properties").join(&named("@call")), message);
            found.push(finding.hint(format_args!("write `\"@call\":{{\"const\":\"{name}\"}}`")));
        }
        let others = self.allowed_callers.get().filter(|callers| **callers != AllowedCallers::RendererOnly);
        if let (Some(callers), Some(true)) = (others, self.requires_user_activation.get()) {
            let message = format_args!("`{callers}` for a function that needs the user").to_string();
            let finding = Finding::error("allowed-callers", at.member("allowedCallers"), message);
            found.push(finding.hint("only the client knows what the user just did: write `rendererOnly`"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_describes_calls_of_itself() {
        let found_by = |call: &str, name: &str| {
            let text = format!(
                r#"{{"now":{{"properties":{{"{call}":{{"const":{name}}}}},"returnType":"string"}}}}"#
            );
            let found = wire::decode::<Functions>(&text).unwrap().validate();
            found.into_iter().map(|f| (f.rule, f.pointer.as_str().to_owned())).collect::<Vec<_>>()
        };
        for call in ["@call", "call"] {
            assert_eq!(found_by(call, "\"now\""), []);
            for name in ["\"then\"", "7"] {
                let place = "/now/properties/@call/const".to_owned();
                assert_eq!(found_by(call, name), [("function-name", place)]);
            }
        }
    }
}
