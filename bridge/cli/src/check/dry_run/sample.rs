//! Sample arguments that are generated from a schema.

use wire::{Payload, PayloadKind};

/// The maximum depth of nested schemas.
const SAMPLE_DEPTH: usize = 16;

/// Generates arguments from a schema. Required members without a value in the schema get placeholders.
pub(super) fn generate_arguments(schema: Option<&Payload>) -> Payload {
    let Some(schema) = schema else {
        return Payload::empty_object();
    };
    let sample = generate_value(schema, "text", 0);
    match sample.is_object() {
        true => sample,
        false => Payload::empty_object(),
    }
}

/// Generates a value for a schema. Placeholders contain `name`, the name of the member.
fn generate_value(schema: &Payload, name: &str, depth: usize) -> Payload {
    if let Some(stated) = explicit_value(schema) {
        return stated;
    }
    if depth > SAMPLE_DEPTH {
        return Payload::null();
    }
    for choice in ["anyOf", "oneOf"] {
        // A choice may only list required members, and then the schema itself has the type.
        let Some(first) = first_element(schema, choice) else {
            continue;
        };
        if member(&first, "type").is_some() || explicit_value(&first).is_some() {
            return generate_value(&first, name, depth + 1);
        }
    }
    match type_of(schema).as_str() {
        "object" => generate_object(schema, depth),
        "array" => {
            let item = member(schema, "items").map(|items| generate_value(&items, name, depth + 1));
            Payload::array(item.as_ref())
        }
        "number" | "integer" => member(schema, "minimum").unwrap_or_else(|| literal("1")),
        "boolean" => literal("false"),
        "null" => Payload::null(),
        _ => Payload::string(&format!("<{name}>")),
    }
}

/// Generates an object with the members that are required or have a value.
fn generate_object(schema: &Payload, depth: usize) -> Payload {
    let required = member(schema, "required");
    let required: Vec<String> = required
        .iter()
        .flat_map(Payload::elements)
        .filter_map(|name| name.as_str().map(Into::into))
        .collect();
    let properties = member(schema, "properties");
    let mut members = Vec::new();
    for (name, property) in properties.iter().flat_map(Payload::members) {
        if required.iter().any(|required| *required == *name) || explicit_value(&property).is_some()
        {
            members.push((
                name.to_string(),
                generate_value(&property, &name, depth + 1),
            ));
        }
    }
    Payload::object(members.iter().map(|(name, value)| (name.as_str(), value)))
}

/// Returns the value that the schema contains: `const`, the first example, `default` or the first of `enum`.
fn explicit_value(schema: &Payload) -> Option<Payload> {
    member(schema, "const")
        .or_else(|| first_element(schema, "examples"))
        .or_else(|| member(schema, "default"))
        .or_else(|| first_element(schema, "enum"))
}

fn first_element(schema: &Payload, name: &str) -> Option<Payload> {
    member(schema, name)?.elements().next()
}

fn type_of(schema: &Payload) -> String {
    let Some(stated) = member(schema, "type") else {
        let name = match member(schema, "properties") {
            Some(_) => "object",
            None => "string",
        };
        return name.to_owned();
    };
    let types = if stated.kind() == PayloadKind::Array {
        stated.elements().collect()
    } else {
        vec![stated]
    };
    let mut types = types.iter().filter_map(Payload::as_str);
    types
        .find(|name| name != "null")
        .unwrap_or_else(|| "null".into())
        .into_owned()
}

fn member(schema: &Payload, name: &str) -> Option<Payload> {
    match schema.is_object() {
        true => schema.member(name),
        false => None,
    }
}

fn literal(text: &str) -> Payload {
    // The callers pass valid JSON.
    Payload::parse(text).unwrap_or_else(|_| Payload::null())
}
