//! Rules of validation that several message types share.

use crate::{CatalogId, Version, address};
use wire::{Extra, Field, Finding, Fix, Payload, PayloadKind, Pointer};

/// How many function calls may lie in each other's arguments: 5. The number is that of A2UI's own clients.
pub const MAX_CALL_DEPTH: usize = 5;

/// How many levels of JSON a message may have down to the properties of its components: 50, as A2UI's own clients count
/// them, the message itself being the first.
pub const MAX_JSON_DEPTH: usize = 50;

/// The catalog of a surface: the published one has a name for each version, and clients show none of another.
pub(crate) fn basic_catalog(
    id: Option<&CatalogId>,
    version: Version,
    at: &Pointer,
    found: &mut Vec<Finding>,
) {
    let (Some(id), at) = (id, at.member("catalogId")) else { return };
    if version == Version::V1_0 && id.as_str().is_empty() {
        let finding = Finding::error("missing-catalog", at, "the id of the catalog is empty");
        found.push(finding.hint("name a catalog, or leave it out"));
    } else if id.is_basic_of_another(version) {
        let message =
            format_args!("the basic catalog of another version on a surface of {version}").to_string();
        let finding = Finding::warning("catalog-version", at, message);
        let id = CatalogId::basic(version);
        found.push(finding.hint(format_args!("write `{id}`")).fix(Fix::string(id.as_str())));
    }
}

/// The published catalog, where a component or a call of a version names it.
#[cfg(feature = "catalog")]
pub(crate) fn basic_catalog_at(id: &CatalogId, version: Version, at: &Pointer, found: &mut Vec<Finding>) {
    if id.is_basic_of_another(version) {
        let message =
            format_args!("the basic catalog of another version in a message of {version}").to_string();
        let finding = Finding::warning("catalog-version", at.clone(), message);
        let id = CatalogId::basic(version);
        found.push(finding.hint(format_args!("write `{id}`")).fix(Fix::string(id.as_str())));
    }
}

/// A closed schema: members that its table does not name are errors.
pub(crate) fn closed(extra: &Extra, what: &str, at: &Pointer, found: &mut Vec<Finding>) {
    for (name, _) in extra.iter() {
        let message = format_args!("{what} has no member `{name}`").to_string();
        let finding = Finding::error("unknown-member", at.member(name), message);
        found.push(finding.hint("leave it out; it is kept, and other readers refuse or drop it"));
    }
}

/// A member that may be left out and may not be null.
pub(crate) fn not_null<T>(member: &Field<T>, name: &str, at: &Pointer, found: &mut Vec<Finding>) {
    if member.is_null() {
        found.push(null_member(at.member(name)));
    }
}

/// That the member at a place is null.
pub(crate) fn null_member(at: Pointer) -> Finding {
    let name = at.segments().last().unwrap_or_default().into_owned();
    Finding::error("null-member", at, format_args!("`{name}` is null")).hint("leave it out")
}

/// Two members of which exactly one belongs there.
pub(crate) fn exactly_one(
    (one, has_one): (&str, bool),
    (other, has_other): (&str, bool),
    at: &Pointer,
    found: &mut Vec<Finding>,
) {
    if has_one != has_other {
        return;
    }
    let (message, hint) = match has_one {
        true => (format!("both `{one}` and `{other}`"), "leave one of them out"),
        false => (format!("neither `{one}` nor `{other}`"), "give one of them"),
    };
    found.push(Finding::error("exactly-one", at.clone(), message).hint(hint));
}

/// A member that this kind of message must have and others must not.
pub(crate) fn belongs<T>(
    member: &Field<T>,
    name: &str,
    (wanted, key): (bool, &str),
    at: &Pointer,
    found: &mut Vec<Finding>,
) {
    not_null(member, name, at, found);
    let (rule, message, hint) = match (wanted, member.is_absent()) {
        (true, true) => ("missing-member", format!("`{key}` without `{name}`"), "give it beside the key"),
        (false, false) => ("unknown-member", format!("`{name}` beside `{key}`"), "leave it out"),
        _ => return,
    };
    found.push(Finding::error(rule, at.member(name), message).hint(hint));
}

/// A component says its type, unless it is there already.
pub(crate) fn component_type(
    id: &crate::ComponentId,
    component: &Field<String>,
    at: &Pointer,
    found: &mut Vec<Finding>,
) {
    not_null(component, "component", at, found);
    if component.is_absent() {
        let message = format_args!("the component `{id}` does not say its type").to_string();
        let finding = Finding::warning("missing-component-type", at.member("component"), message);
        found.push(finding.hint("only an update of a component that is there may leave `component` out"));
    }
}

/// A list that may not be empty.
pub(crate) fn not_empty(length: usize, at: Pointer, found: &mut Vec<Finding>) {
    if length == 0 {
        found.push(Finding::error("min-items", at, "the list is empty").hint("send at least one item"));
    }
}

/// What cures what is no object.
pub(crate) const AN_OBJECT: &str = "send an object, if need be an empty one";

/// A slot that holds an object of any content.
pub(crate) fn object(payload: &Payload, at: Pointer, found: &mut Vec<Finding>) {
    if !payload.is_object() {
        let message = format_args!("{} where an object belongs", payload.kind()).to_string();
        found.push(Finding::error("not-an-object", at, message).hint(AN_OBJECT));
    }
}

/// A value of a data model that lies `levels` deep in its message.
pub(crate) fn json_depth(value: &Payload, levels: usize, at: &Pointer, found: &mut Vec<Finding>) {
    let room = MAX_JSON_DEPTH.saturating_sub(levels);
    if let Some(deep) = wire::token::deeper_than(value.text(), room) {
        let message = format!("more than {MAX_JSON_DEPTH} levels of JSON in one message");
        let finding = Finding::error("json-depth", at.join(&deep), message);
        found.push(finding.hint("send what lies deeper in messages of its own, each with its path"));
    }
}

/// RFC 3339.
pub(crate) fn timestamp(time: &wire::Timestamp, at: Pointer, found: &mut Vec<Finding>) {
    if !time.is_rfc3339() {
        let finding = Finding::error("not-a-timestamp", at, "the timestamp is no RFC 3339 date and time");
        found.push(finding.hint("write it like 2026-05-18T15:30:00Z"));
    }
}

/// Returns the components whose ids stand earlier in the same message, by index. A2UI's own validators refuse such a message, also
/// while a surface is still incomplete.
pub(crate) fn repeated_ids<'a>(
    ids: impl Iterator<Item = &'a crate::ComponentId>,
) -> impl Iterator<Item = (usize, &'a crate::ComponentId)> {
    let mut seen = std::collections::BTreeSet::new();
    ids.enumerate().filter(move |(_, id)| !seen.insert(id.as_str()))
}

/// The rule, the sentence and the cure for a repeated id.
pub(crate) const REPEATED_ID: &str = "duplicate-id";
pub(crate) const SEND_ONCE: &str = "send each component once";

pub(crate) fn repeated_id(id: &crate::ComponentId) -> String {
    format_args!("a second component `{id}` in one message").to_string()
}

/// No id twice within one message.
pub(crate) fn unique_ids<'a>(
    ids: impl Iterator<Item = &'a crate::ComponentId>,
    components: &Pointer,
    found: &mut Vec<Finding>,
) {
    for (index, id) in repeated_ids(ids) {
        let at = components.element(index).member("id");
        found.push(Finding::error(REPEATED_ID, at, repeated_id(id)).hint(SEND_ONCE));
    }
}

/// The theme of a surface. Its members belong to the published catalog, so only surfaces of that one are judged.
pub(crate) fn theme(
    theme: Option<&Payload>,
    catalog: Option<&CatalogId>,
    at: Pointer,
    found: &mut Vec<Finding>,
) {
    let Some(theme) = theme else { return };
    object(theme, at.clone(), found);
    if catalog.is_none_or(CatalogId::is_basic) {
        for (name, value) in theme.members() {
            theme_member(&name, &value, &["iconUrl", "agentDisplayName"], &at, found);
        }
    }
}

/// The styles of 0.8. Its schema leaves them open, and that of its catalog closes them: what is unknown there is odd.
pub(crate) fn styles(
    styles: Option<&Payload>,
    catalog: Option<&CatalogId>,
    at: Pointer,
    found: &mut Vec<Finding>,
) {
    let Some(styles) = styles else { return };
    object(styles, at.clone(), found);
    if catalog.is_none_or(CatalogId::is_basic) {
        for (name, value) in styles.members() {
            theme_member(&name, &value, &["font"], &at, found);
            if !matches!(&*name, "font" | "primaryColor") {
                let message = format!("the standard catalog has no style `{name}`");
                let finding = Finding::warning("unknown-style", at.member(&name), message);
                found.push(finding.hint("it has `font` and `primaryColor`"));
            }
        }
    }
}

fn theme_member(name: &str, value: &Payload, texts: &[&str], at: &Pointer, found: &mut Vec<Finding>) {
    if name == "primaryColor" && !is_color(value) {
        let finding = Finding::error("color", at.member(name), "`primaryColor` is no colour of this catalog");
        found.push(finding.hint("write six hexadecimal digits, like #0a7bff"));
    }
    if texts.contains(&name) && value.kind() != PayloadKind::String {
        let message = format!("{} where a string belongs", value.kind());
        found.push(Finding::error("wrong-type", at.member(name), message));
    }
    if let Some(url) = value.as_str().filter(|_| name == "iconUrl" && texts.contains(&name)) {
        found.extend(address::loaded(&url, "image", &at.member(name)));
    }
}

fn is_color(color: &Payload) -> bool {
    color.kind() == PayloadKind::String
        && color.as_str().is_some_and(|text| {
            text.strip_prefix('#')
                .is_some_and(|digits| digits.len() == 6 && digits.bytes().all(|b| b.is_ascii_hexdigit()))
        })
}

/// The path of a data model update. From 1.0 on it has to be a JSON Pointer; published clients of 0.9 also accept one without the first
/// `/`.
pub(crate) fn data_path(path: &Field<String>, version: Version, at: Pointer, found: &mut Vec<Finding>) {
    let Some(path) = path.get() else { return };
    if let Err(error) = crate::data_model::segments(path) {
        return found.push(Finding::error("data-path", at, error.to_string()).hint(error.hint()));
    }
    if version == Version::V0_8 || path.is_empty() || path.starts_with('/') {
        return;
    }
    let message = format_args!("the path `{path}` does not begin with `/`").to_string();
    let finding = match version {
        Version::V1_0 => Finding::error("data-path", at, message),
        _ => Finding::warning("data-path", at, message),
    };
    let is_plain = path.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '/' | '~'));
    found.push(match is_plain {
        true => finding.hint(format_args!("write `/{path}`")).fix(Fix::string(&format!("/{path}"))),
        false => finding.hint("write a JSON Pointer like `/orders/0/total`"),
    });
}

#[cfg(test)]
mod tests {
    use crate::Message;
    use wire::{Severity, Validate};

    fn found(text: &str) -> Vec<(&'static str, String, Severity)> {
        let found = Message::read(text).unwrap().validate();
        found.into_iter().map(|f| (f.rule, f.pointer.as_str().to_owned(), f.severity)).collect()
    }

    #[test]
    fn themes_are_judged_only_where_the_catalog_is_known() {
        let create = |catalog: &str, theme: &str| {
            found(&format!(
                r#"{{"version":"v0.9","createSurface":{{"surfaceId":"s","catalogId":"{catalog}","theme":{theme}}}}}"#
            ))
        };
        let basic = "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json";
        let color = ("color", "/createSurface/theme/primaryColor".to_owned(), Severity::Error);
        for theme in [r##"{"primaryColor":"#12345"}"##, r#"{"primaryColor":"red"}"#, r#"{"primaryColor":7}"#]
        {
            assert_eq!(create(basic, theme), std::slice::from_ref(&color));
            assert_eq!(create("mine", theme), []);
        }
        assert_eq!(create(basic, r##"{"primaryColor":"#00bFfF","x":{}}"##), []);
        let name = ("wrong-type", "/createSurface/theme/agentDisplayName".to_owned(), Severity::Error);
        assert_eq!(create(basic, r#"{"agentDisplayName":null}"#), [name]);
        let object = ("not-an-object", "/createSurface/theme".to_owned(), Severity::Error);
        assert_eq!(create("mine", "[]"), [object]);
        let styles = r#"{"beginRendering":{"surfaceId":"s","root":"r","styles":{"primaryColor":"red"}}}"#;
        assert_eq!(found(styles)[0].1, "/beginRendering/styles/primaryColor");
        let styles = r#"{"beginRendering":{"surfaceId":"s","root":"r","styles":{"font":7,"dense":true}}}"#;
        let font = ("wrong-type", "/beginRendering/styles/font".to_owned(), Severity::Error);
        let dense = ("unknown-style", "/beginRendering/styles/dense".to_owned(), Severity::Warning);
        assert_eq!(found(styles), [font, dense]);
    }

    #[test]
    fn nothing_is_null_that_may_only_be_left_out() {
        let update = r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":null,"value":null}}"#;
        assert_eq!(found(update), [("null-member", "/updateDataModel/path".to_owned(), Severity::Error)]);
    }

    #[test]
    fn a_message_nests_fifty_levels_deep() {
        let update = |levels: usize| {
            let (open, close) = ("[".repeat(levels), "]".repeat(levels));
            found(&format!(
                r#"{{"version":"v0.9","updateDataModel":{{"surfaceId":"s","value":{open}{close}}}}}"#
            ))
        };
        assert_eq!(update(48), []);
        assert_eq!(update(49)[0].1, format!("/updateDataModel/value{}", "/0".repeat(48)));
    }

    #[test]
    fn paths_keys_times_and_contexts_are_judged() {
        let data = r#"{"dataModelUpdate":{"surfaceId":"s","path":"/a~","contents":[{"key":"a","valueNumber":1},{"key":"a","valueNumber":2}]}}"#;
        let path = ("data-path", "/dataModelUpdate/path".to_owned(), Severity::Error);
        let key = ("duplicate-key", "/dataModelUpdate/contents/1/key".to_owned(), Severity::Warning);
        assert_eq!(found(data), [path, key]);
        let update = |version: &str, path: &str| {
            found(&format!(
                r#"{{"version":"{version}","updateDataModel":{{"surfaceId":"s","path":"{path}","value":1}}}}"#
            ))
        };
        for path in ["orders", "orders/0", "late orders [0]"] {
            let path_found = |severity| ("data-path", "/updateDataModel/path".to_owned(), severity);
            assert_eq!(update("1.0", path), [path_found(Severity::Error)], "{path}");
            assert_eq!(update("v0.9", path), [path_found(Severity::Warning)], "{path}");
        }
        for path in ["", "/", "/orders/0", "/late orders"] {
            assert_eq!((update("1.0", path), update("v0.9", path)), (vec![], vec![]), "{path}");
        }
        let action = r#"{"version":"v0.9","action":{"name":"n","surfaceId":"s","sourceComponentId":"b","timestamp":"now","context":[]}}"#;
        let rules: Vec<_> = found(action).into_iter().map(|finding| finding.0).collect();
        assert_eq!(rules, ["not-a-timestamp", "not-an-object"]);
    }
}
