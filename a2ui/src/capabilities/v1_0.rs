//! Capabilities of A2UI 1.0.

use super::members::{check_member, check_schemas};
use crate::{CatalogId, rules};
use wire::{DecodeError, Field, Finding, Payload, Pointer, Validate};

wire::word! {
    /// The permitted callers of a function. The enumeration is open, like all enumerations of 1.0.
    ///
    /// Specification: [A2UI 1.0, Catalog structure](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#catalog-structure).
    pub open enum AllowedCallers {
        /// Only the renderer can call the function; the default.
        RendererOnly = "rendererOnly",
        /// Only the agent can call the function.
        AgentOnly = "agentOnly",
        /// The renderer and the agent can call the function.
        RendererOrAgent = "rendererOrAgent",
    }
}

wire::object! {
    /// The capabilities of a renderer in one version.
    ///
    /// Specification: [A2UI 1.0, Renderer capabilities](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#renderer-capabilities).
    pub struct Capabilities {
        /// The ids of the supported catalogs, which a surface can combine.
        supported_catalog_ids as "supportedCatalogIds": Vec<CatalogId>,
        /// Catalogs that the renderer sends inline, for agents that accept them.
        inline_catalogs as "inlineCatalogs"?: Field<Vec<InlineCatalog>>,
    }
    /// A complete catalog.
    ///
    /// Specification: [A2UI 1.0, Catalog structure](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#catalog-structure).
    pub struct InlineCatalog {
        /// The JSON Schema dialect of the catalog file.
        schema as "$schema"?: Field<String>,
        /// The URI of the catalog file.
        id as "$id"?: Field<String>,
        /// The version of A2UI that the catalog targets, such as `1.0`. If absent, it is 0.9.
        protocol_version as "protocolVersion"?: Field<String>,
        /// The title of the catalog.
        title?: Field<String>,
        /// A description for developers.
        description?: Field<String>,
        /// The id of the catalog.
        catalog_id as "catalogId": CatalogId,
        /// Instructions for the model, in Markdown.
        instructions?: Field<String>,
        /// The JSON Schemas of components, by type.
        components?: Option<Payload>,
        /// The function definitions, by name.
        functions?: Field<Functions>,
        /// The JSON Schemas `anyComponent` and `anyFunction`.
        defs as "$defs"?: Option<Payload>,
    }
    /// The functions of a catalog. Each member has the name of a function as its name and a [`FunctionDefinition`] as
    /// its value.
    ///
    /// Specification: [A2UI 1.0, Catalog structure](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#catalog-structure).
    pub struct Functions {}
    /// The definition of a function: a JSON Schema of its calls, and metadata.
    ///
    /// Specification: [A2UI 1.0, catalog definition schema](https://github.com/a2ui-project/a2ui/blob/2a23bbef55059902c5d27bc79e93e1d798b6ef26/specification/v1_0/json/catalog_definition.json).
    pub struct FunctionDefinition {
        /// A description for developers and models.
        description?: Field<String>,
        /// The type of the returned value, such as `string` or `validationResult`.
        return_type as "returnType": String,
        /// The permitted callers of the function.
        allowed_callers as "allowedCallers"?: Field<AllowedCallers>,
        /// `true` if the client calls the function only during a user interaction.
        requires_user_activation as "requiresUserActivation"?: Field<bool>,
        /// The JSON Schemas of the members of a call: its arguments `args`, and the name of the function. The name is
        /// in `@call`, or in `call` until August 2026.
        properties: Payload,
    }
}

impl Functions {
    /// Decodes the function definitions, in order. An invalid definition does not affect the others.
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
    pub fn definitions(
        &self,
    ) -> impl Iterator<Item = (&str, Result<FunctionDefinition, DecodeError>)> {
        self.extra
            .iter()
            .map(|(name, definition)| (name, definition.decode()))
    }
}

impl Validate for Capabilities {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        check_member(&self.inline_catalogs, "inlineCatalogs", at, found);
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
        check_schemas(self.components.as_ref(), "components", at, found);
        check_member(&self.functions, "functions", at, found);
        if let Some(defs) = &self.defs {
            rules::object(defs, at.member("$defs"), found);
        }
        rules::reject_unknown(&self.extra, "a catalog of A2UI 1.0", at, found);
    }
}

impl Validate for Functions {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        for (name, definition) in self.definitions() {
            let at = at.member(name);
            match definition {
                Ok(definition) => definition.check(name, &at, found),
                Err(error) => {
                    let message =
                        format_args!("the function `{name}` cannot be read: {}", error.message)
                            .to_string();
                    let finding =
                        Finding::error("function-definition", at.join(&error.pointer), message);
                    found.push(finding.hint(error.hint));
                }
            }
        }
    }
}

/// Returns the pointer of the constant value of a property in a definition.
fn constant_of(property: &str) -> Pointer {
    Pointer::root().member(property).member("const")
}

impl FunctionDefinition {
    fn check(&self, name: &str, at: &Pointer, found: &mut Vec<Finding>) {
        // The key had no `@` before October 2026.
        let called = match self.properties.get(&constant_of("@call")) {
            Some(called) => Some(called),
            None => self.properties.get(&constant_of("call")),
        };
        if called.as_ref().and_then(Payload::as_str).as_deref() != Some(name) {
            let message =
                format_args!("`properties` does not describe a call of `{name}`").to_string();
            let finding = Finding::warning(
                "function-name",
                at.member("properties").join(&constant_of("@call")),
                message,
            );
            found.push(finding.hint(format_args!("write `\"@call\":{{\"const\":\"{name}\"}}`")));
        }
        let others = self
            .allowed_callers
            .get()
            .filter(|callers| **callers != AllowedCallers::RendererOnly);
        if let (Some(callers), Some(true)) = (others, self.requires_user_activation.get()) {
            let message = format_args!(
                "`{callers}` is not allowed for a function that requires user activation"
            )
            .to_string();
            let finding = Finding::error("allowed-callers", at.member("allowedCallers"), message);
            found.push(
                finding
                    .hint("write `rendererOnly`: only the renderer can detect a user interaction"),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_definition_names_itself_in_its_calls() {
        let found_by = |call: &str, name: &str| {
            let text = format!(
                r#"{{"now":{{"properties":{{"{call}":{{"const":{name}}}}},"returnType":"string"}}}}"#
            );
            let found = wire::decode::<Functions>(&text).unwrap().validate();
            found
                .into_iter()
                .map(|f| (f.rule, f.pointer.as_str().to_owned()))
                .collect::<Vec<_>>()
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
