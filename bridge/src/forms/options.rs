//! The options of a property, in each of the five forms.

use super::question::optional_text;
use wire::Payload;

/// An option of a property: its value, and its text for the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NamedOption {
    pub(super) value: String,
    pub(super) title: String,
}

/// Returns the options of a property. Returns `None` if the property has none.
///
/// `enum` with or without `enumNames`, `oneOf`, and the same below `items` with `anyOf` are read.
pub(super) fn options_of(property: &Payload) -> Option<Vec<NamedOption>> {
    let holder = match property.member("items") {
        Some(items) => items,
        None => property.clone(),
    };
    for list in ["oneOf", "anyOf"] {
        let Some(listed) = holder.member(list) else {
            continue;
        };
        let mut options = Vec::new();
        for option in listed.elements() {
            let value = optional_text(&option, "const")?;
            let title = optional_text(&option, "title").unwrap_or_else(|| value.clone());
            options.push(NamedOption { value, title });
        }
        return Some(options);
    }
    let names: Vec<Payload> = match holder.member("enumNames") {
        Some(names) => names.elements().collect(),
        None => Vec::new(),
    };
    let mut options = Vec::new();
    for (index, value) in holder.member("enum")?.elements().enumerate() {
        let value = value.as_str()?.into_owned();
        let title = names.get(index).and_then(|name| name.as_str());
        let title = title.map_or_else(|| value.clone(), std::borrow::Cow::into_owned);
        options.push(NamedOption { value, title });
    }
    Some(options)
}
