//! A2UI 0.9 and 0.9.1, and 0.10, in which nothing is different.

use super::{member, schemas};
use crate::{CatalogId, rules};
use wire::{Field, Finding, Payload, PayloadKind, Pointer, Reader, Validate, Wire, Writer, decode::Read};

wire::object! {
    /// What a client can show. A2UI 0.9, client capabilities.
    pub struct Capabilities {
        /// The catalogs that it knows.
        supported_catalog_ids as "supportedCatalogIds": Vec<CatalogId>,
        /// Catalogs that it brings along, for agents that accept them.
        inline_catalogs as "inlineCatalogs"?: Field<Vec<InlineCatalog>>,
    }
    /// A catalog that the client brings along. A2UI 0.9, client capabilities, catalog.
    pub struct InlineCatalog {
        /// Names it.
        catalog_id as "catalogId": CatalogId,
        /// The JSON Schemas of the components, by type.
        components?: Option<Payload>,
        /// The functions that the client can call.
        functions?: Field<Functions>,
        /// The JSON Schemas of the theme, by name.
        theme?: Option<Payload>,
    }
    /// A function that the client can call. A2UI 0.9, client capabilities, function definition.
    pub struct FunctionDefinition {
        /// Its name.
        name: String,
        /// For people, and for the model.
        description?: Field<String>,
        /// The JSON Schema of its arguments.
        parameters: Payload,
        /// What it gives: `string`, `number`, `boolean`, `array`, `object`, `any` or `void`.
        return_type as "returnType": String,
    }
}

wire::object! {
    /// Functions as catalog files have them: each member is named as its function. A2UI 0.9, catalog definition.
    pub struct NamedFunctions {}
}

/// The functions of an [`InlineCatalog`]: a list. Catalog files have an object instead, and clients send these along as
/// they are.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Functions {
    /// As the specification has it.
    List(Vec<FunctionDefinition>),
    /// As catalog files have it: an object, by name.
    Named(NamedFunctions),
}

impl From<Vec<FunctionDefinition>> for Functions {
    fn from(list: Vec<FunctionDefinition>) -> Self {
        Self::List(list)
    }
}

impl Wire for Functions {
    fn read(reader: &mut Reader<'_>) -> Read<Self> {
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
        let list = schemas.of::<Vec<FunctionDefinition>>();
        let named = schemas.of::<NamedFunctions>();
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
        member(&self.inline_catalogs, "inlineCatalogs", at, found);
    }
}

impl Validate for InlineCatalog {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        schemas(self.components.as_ref(), "components", at, found);
        member(&self.functions, "functions", at, found);
        schemas(self.theme.as_ref(), "theme", at, found);
        rules::closed(&self.extra, "an inline catalog", at, found);
    }
}

impl Validate for Functions {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        match self {
            Self::List(list) => list.findings(at, found),
            Self::Named(_) => {
                let finding = Finding::warning("function-list", at.clone(), "an object where a list belongs");
                found.push(finding.hint("write `[{\"name\",\"parameters\",\"returnType\"}, …]`"));
            }
        }
    }
}

/// What a function can give. A2UI 0.9, function definition.
const RETURN_TYPES: &[&str] = &["string", "number", "boolean", "array", "object", "any", "void"];

impl Validate for FunctionDefinition {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::not_null(&self.description, "description", at, found);
        rules::object(&self.parameters, at.member("parameters"), found);
        if !RETURN_TYPES.contains(&self.return_type.as_str()) {
            let message = format_args!("a function gives no `{}`", self.return_type).to_string();
            let finding = Finding::error("return-type", at.member("returnType"), message);
            found.push(finding.hint(format_args!("one of `{}`", RETURN_TYPES.join("`, `"))));
        }
        rules::closed(&self.extra, "a function of an inline catalog", at, found);
    }
}
