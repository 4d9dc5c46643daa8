//! Capabilities of A2UI 0.9, 0.9.1 and 0.10, which have the same form.

use super::members::{check_member, check_schemas};
use crate::{CatalogId, rules};
use wire::{
    Field, Finding, Payload, PayloadKind, Pointer, Reader, Validate, Wire, Writer,
    decode::ReadResult,
};

wire::object! {
    /// The capabilities of a client in one version.
    ///
    /// Specification: [A2UI 0.9, Client capabilities](https://github.com/a2ui-project/a2ui/blob/4e6e1fdc4947c23a7f5d798edd70fe36c78cc4ba/specification/v0_9/docs/a2ui_protocol.md#client-capabilities).
    pub struct Capabilities {
        /// The ids of the supported catalogs.
        supported_catalog_ids as "supportedCatalogIds": Vec<CatalogId>,
        /// Catalogs that the client sends inline, for agents that accept them.
        inline_catalogs as "inlineCatalogs"?: Field<Vec<InlineCatalog>>,
    }
    /// A catalog that the client sends inline.
    ///
    /// Specification: [A2UI 0.9, Client capabilities](https://github.com/a2ui-project/a2ui/blob/4e6e1fdc4947c23a7f5d798edd70fe36c78cc4ba/specification/v0_9/docs/a2ui_protocol.md#client-capabilities).
    pub struct InlineCatalog {
        /// The id of the catalog.
        catalog_id as "catalogId": CatalogId,
        /// The JSON Schemas of components, by type.
        components?: Option<Payload>,
        /// The functions that the client provides.
        functions?: Field<Functions>,
        /// The JSON Schemas of theme properties, by name.
        theme?: Option<Payload>,
    }
    /// The definition of a client function.
    ///
    /// Specification: [A2UI 0.9, Client capabilities](https://github.com/a2ui-project/a2ui/blob/4e6e1fdc4947c23a7f5d798edd70fe36c78cc4ba/specification/v0_9/docs/a2ui_protocol.md#client-capabilities).
    pub struct FunctionDefinition {
        /// The name of the function.
        name: String,
        /// A description for developers and models.
        description?: Field<String>,
        /// The JSON Schema of the arguments.
        parameters: Payload,
        /// The type of the returned value: `string`, `number`, `boolean`, `array`, `object`, `any` or `void`.
        return_type as "returnType": String,
    }
}

wire::object! {
    /// Function definitions as in catalog files: an object keyed by function name.
    ///
    /// Specification: [A2UI 0.9, basic catalog, `functions`](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json).
    pub struct NamedFunctions {}
}

/// The functions of an [`InlineCatalog`]. The specification requires a list, but some clients send the object of their
/// catalog file.
///
/// Specification: [A2UI 0.9, Client capabilities](https://github.com/a2ui-project/a2ui/blob/4e6e1fdc4947c23a7f5d798edd70fe36c78cc4ba/specification/v0_9/docs/a2ui_protocol.md#client-capabilities).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Functions {
    /// The list that the specification requires.
    List(Vec<FunctionDefinition>),
    /// The object of a catalog file, keyed by function name.
    Named(NamedFunctions),
}

impl From<Vec<FunctionDefinition>> for Functions {
    fn from(list: Vec<FunctionDefinition>) -> Self {
        Self::List(list)
    }
}

impl Wire for Functions {
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        match reader.kind()? {
            PayloadKind::Array => Wire::read(reader).map(Self::List),
            PayloadKind::Object => Wire::read(reader).map(Self::Named),
            _ => Err(reader.mismatch("a list of functions")),
        }
    }

    fn write(&self, writer: &mut Writer) {
        match self {
            Self::List(value) => value.write(writer),
            Self::Named(value) => value.write(writer),
        }
    }
}

wire::hand_written! {
    Functions,
    schema: |schemas| {
        let list = schemas.schema_for::<Vec<FunctionDefinition>>();
        let named = schemas.schema_for::<NamedFunctions>();
        wire::schema::json!({"anyOf": [list, named]})
    },
    generate: |level| {
        use wire::proptest::prelude::*;
        prop_oneof![
            3 => Vec::strategy(level).prop_map(Self::List),
            1 => NamedFunctions::strategy(level).prop_map(Self::Named),
        ]
        .boxed()
    },
}

impl Validate for Capabilities {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        check_member(&self.inline_catalogs, "inlineCatalogs", at, found);
    }
}

impl Validate for InlineCatalog {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        check_schemas(self.components.as_ref(), "components", at, found);
        check_member(&self.functions, "functions", at, found);
        check_schemas(self.theme.as_ref(), "theme", at, found);
        rules::reject_unknown(&self.extra, "an inline catalog", at, found);
    }
}

impl Validate for Functions {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        match self {
            Self::List(list) => list.findings(at, found),
            Self::Named(_) => {
                let finding = Finding::warning(
                    "function-list",
                    at.clone(),
                    "expected a list of functions, found an object",
                );
                found.push(finding.hint("write `[{\"name\",\"parameters\",\"returnType\"}, …]`"));
            }
        }
    }
}

/// The types that a function can return.
const RETURN_TYPES: &[&str] = &[
    "string", "number", "boolean", "array", "object", "any", "void",
];

impl Validate for FunctionDefinition {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::not_null(&self.description, "description", at, found);
        rules::object(&self.parameters, at.member("parameters"), found);
        if !RETURN_TYPES.contains(&self.return_type.as_str()) {
            let message =
                format_args!("a function cannot return `{}`", self.return_type).to_string();
            let finding = Finding::error("return-type", at.member("returnType"), message);
            found.push(finding.hint(format_args!("write one of `{}`", RETURN_TYPES.join("`, `"))));
        }
        rules::reject_unknown(&self.extra, "a function of an inline catalog", at, found);
    }
}
