//! Reads messages of A2UI 1.0 as of June and July with `a2ui-base`, and returns the surfaces that they build.
//!
//! Each input line is `{"version", "messages"}`; each output line is `{"errors", "surfaces"}`, as in
//! `a2ui_core_state.py`.

use a2ui_base::{message_processor::MessageProcessor, model::surface_model::SurfaceModel};
use serde_json::{Map, Value, json};
use std::io::{self, BufRead, Write};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let asked: Value = serde_json::from_str(&line?)?;
        let messages = asked
            .get("messages")
            .and_then(Value::as_array)
            .cloned()
            .unwrap_or_default();
        writeln!(out, "{}", read(&messages))?;
        out.flush()?;
    }
    Ok(())
}

fn read(messages: &[Value]) -> Value {
    let mut processor = MessageProcessor::new(Vec::new());
    let errors: Vec<Value> = messages
        .iter()
        .map(|message| {
            apply(&mut processor, message).map_or_else(|error| json!(error), |()| Value::Null)
        })
        .collect();
    let surfaces: Map<String, Value> = processor
        .model
        .surfaces()
        .map(|surface| (surface.id.clone(), state(surface)))
        .collect();
    json!({"errors": errors, "surfaces": surfaces})
}

/// Applies a message. If the crate ignores one of its members, the message counts as not read.
fn apply(processor: &mut MessageProcessor, message: &Value) -> Result<(), String> {
    let read =
        MessageProcessor::parse_message(&message.to_string()).map_err(|error| error.to_string())?;
    let kept = serde_json::to_value(&read).map_err(|error| error.to_string())?;
    processor
        .process_message(read)
        .map_err(|error| error.to_string())?;
    if has_all(&kept, message) {
        Ok(())
    } else {
        Err(format!("of this message it keeps {kept}"))
    }
}

fn has_all(kept: &Value, given: &Value) -> bool {
    match (kept, given) {
        (Value::Object(kept), Value::Object(given)) => given.iter().all(|(name, value)| {
            value.is_null() || kept.get(name).is_some_and(|kept| has_all(kept, value))
        }),
        (kept, given) => kept == given,
    }
}

fn state(surface: &SurfaceModel) -> Value {
    let components: Map<String, Value> = surface
        .components
        .borrow()
        .all()
        .iter()
        .map(|(id, component)| {
            let mut written = component.properties.clone();
            written.insert("id".to_owned(), json!(component.id));
            written.insert("component".to_owned(), json!(component.component_type));
            (id.clone(), Value::Object(written))
        })
        .collect();
    json!({
        "theme": surface.surface_properties,
        "sendDataModel": surface.send_data_model,
        "components": components,
        "dataModel": surface.data_model.borrow().as_value(),
    })
}
