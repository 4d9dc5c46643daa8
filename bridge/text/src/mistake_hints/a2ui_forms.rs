//! Hints for A2UI components and data whose form belongs to another version, or to no version.

use crate::{
    input::Input,
    json::{self, parent},
};
use wire::{
    Pointer,
    token::{self, Child},
};

/// Returns a hint if the value at the pointer has a known wrong form.
pub(super) fn hint(input: &Input<'_>, fault: &Pointer) -> Option<String> {
    let (holder, name) = parent(fault)?;
    match name.as_str() {
        // Without `component`, the type may be next to the id.
        "component" => {
            let value = match input.value(fault) {
                Some(value) => value,
                None => input.value(&holder)?,
            };
            hint_for_type(value, is_of_0_8(fault))
        }
        "id" if input.value(fault).is_none() => {
            hint_for_component(input.value(&holder)?, is_of_0_8(fault))
        }
        "components" | "contents" => hint_for_list(input, &holder, &name),
        // In 0.8, the type is the only member of `component`.
        _ if is_of_0_8(fault) && holder.segments().last()? == "component" => {
            hint_for_type(input.value(&holder)?, true)
        }
        _ => None,
    }
}

fn is_of_0_8(fault: &Pointer) -> bool {
    fault.segments().any(|segment| segment == "surfaceUpdate")
}

/// Returns the hint for the member `component`, if its value has the form of another version.
fn hint_for_type(value: &str, is_of_0_8: bool) -> Option<String> {
    if value.starts_with('"') {
        // From 0.9 on, the type is a string.
        if !is_of_0_8 {
            return None;
        }
        let name = token::string(value);
        return Some(format!(
            "write `\"component\":{{\"{name}\":{{…}}}}` with the properties inside, or send the components in `updateComponents` of A2UI 0.9"
        ));
    }
    let name = json::member(value, "type")
        .filter(|word| word.starts_with('"'))
        .map(token::string)?;
    Some(if is_of_0_8 {
        format!("write `\"component\":{{\"{name}\":{{…}}}}` with the properties inside")
    } else {
        format!("write `\"component\":\"{name}\"`, with the properties next to it")
    })
}

/// Returns the hint for a component that contains its id and properties in a member named after its type.
fn hint_for_component(component: &str, is_of_0_8: bool) -> Option<String> {
    let mut members = token::children(component);
    let (
        Some(Child {
            name: Some(name),
            text,
            ..
        }),
        None,
    ) = (members.next(), members.next())
    else {
        return None;
    };
    let id = json::member(text, "id").filter(|id| id.starts_with('"'))?;
    let name = token::name(name);
    Some(if is_of_0_8 {
        format!("write `{{\"id\":{id},\"component\":{{\"{name}\":{{…}}}}}}`")
    } else {
        format!("write `{{\"id\":{id},\"component\":\"{name}\",…}}`")
    })
}

/// Wrong names of lists in A2UI 0.8, each with the right name.
const LISTS: [(&str, &str); 2] = [("updates", "components"), ("values", "contents")];

/// Returns the hint for a list of A2UI 0.8 that is missing or has another form.
fn hint_for_list(input: &Input<'_>, holder: &Pointer, name: &str) -> Option<String> {
    let body = input.value(holder)?;
    let Some(value) = json::member(body, name) else {
        let (other, _) = LISTS
            .into_iter()
            .find(|(other, own)| *own == name && json::member(body, other).is_some())?;
        return Some(format!("rename `{other}` to `{name}`"));
    };
    if name != "contents" || !value.starts_with('{') {
        return None;
    }
    Some(
        "write a list of entries, as in `[{\"key\":\"name\",\"valueString\":\"Ann\"}]`, and a list within them as a `valueMap` with the keys `0`, `1` and so on".to_owned(),
    )
}
