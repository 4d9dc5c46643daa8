//! Validation rules that several message types share.

use crate::{CatalogId, Version, address, limits::JSON_DEPTH};
use wire::{Extra, Field, Finding, Fix, Payload, PayloadKind, Pointer};

/// Checks the catalog of a surface. The published catalog has a different id in each version, and clients only support
/// the id of their version.
pub(crate) fn basic_catalog(
    id: Option<&CatalogId>,
    version: Version,
    at: &Pointer,
    found: &mut Vec<Finding>,
) {
    let (Some(id), at) = (id, at.member("catalogId")) else {
        return;
    };
    if version == Version::V1_0 && id.as_str().is_empty() {
        let finding = Finding::error("missing-catalog", at, "the catalog id is empty");
        found.push(finding.hint("name a catalog, or remove the member"));
    } else if id.is_basic_of_another(version) {
        let message = format_args!(
            "`{id}` is the basic catalog of another version, but the surface uses {version}"
        )
        .to_string();
        let finding = Finding::warning("catalog-version", at, message);
        let id = CatalogId::basic(version);
        found.push(
            finding
                .hint(format_args!("write `{id}`"))
                .fix(Fix::string(id.as_str())),
        );
    } else {
        found.extend(alias_of_basic(id, version, &at));
    }
}

/// Returns a warning about another name of the published catalog.
fn alias_of_basic(id: &CatalogId, version: Version, at: &Pointer) -> Option<Finding> {
    if !id.is_alias_of_basic() {
        return None;
    }
    let message = format!(
        "`{id}` is another name of the basic catalog, and renderers may not find it by this name"
    );
    let first = CatalogId::basic(version);
    Some(
        Finding::warning("catalog-alias", at.clone(), message)
            .hint(format_args!("write `{first}`"))
            .fix(Fix::string(first.as_str())),
    )
}

/// Checks the name and version of the published catalog in a component or call.
#[cfg(feature = "catalog")]
pub(crate) fn basic_catalog_at(
    id: &CatalogId,
    version: Version,
    at: &Pointer,
    found: &mut Vec<Finding>,
) {
    if id.is_basic_of_another(version) {
        let message = format_args!(
            "`{id}` is the basic catalog of another version, but the message uses {version}"
        )
        .to_string();
        let finding = Finding::warning("catalog-version", at.clone(), message);
        let id = CatalogId::basic(version);
        found.push(
            finding
                .hint(format_args!("write `{id}`"))
                .fix(Fix::string(id.as_str())),
        );
    } else {
        found.extend(alias_of_basic(id, version, at));
    }
}

/// Reports members that a closed schema does not define.
pub(crate) fn reject_unknown(extra: &Extra, what: &str, at: &Pointer, found: &mut Vec<Finding>) {
    for (name, _) in extra.iter() {
        let message = format_args!("{what} has no member `{name}`").to_string();
        let finding = Finding::error("unknown-member", at.member(name), message);
        found.push(
            finding
                .hint("remove it: other readers may reject or ignore it (this tool preserves it)"),
        );
    }
}

/// Reports null in an optional member that must not be null.
pub(crate) fn not_null<T>(member: &Field<T>, name: &str, at: &Pointer, found: &mut Vec<Finding>) {
    if member.is_null() {
        found.push(null_member(at.member(name)));
    }
}

/// Returns the finding for an optional member that is null.
pub(crate) fn null_member(at: Pointer) -> Finding {
    let name = at.segments().last().unwrap_or_default().into_owned();
    Finding::error("null-member", at, format_args!("`{name}` must not be null"))
        .hint("remove the member, or give it a value")
        .fix(wire::Fix::Remove)
}

/// Requires exactly one of two members. Reports both or neither.
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
        true => (
            format!("`{one}` and `{other}` must not both be present"),
            "remove one of them",
        ),
        false => (
            format!("either `{one}` or `{other}` is required"),
            "add one of them",
        ),
    };
    found.push(Finding::error("exactly-one", at.clone(), message).hint(hint));
}

/// Checks a member that one kind of message requires and other kinds forbid. `key` is the kind of the message.
pub(crate) fn belongs<T>(
    member: &Field<T>,
    name: &str,
    (wanted, key): (bool, &str),
    at: &Pointer,
    found: &mut Vec<Finding>,
) {
    not_null(member, name, at, found);
    let (rule, message, hint) = match (wanted, member.is_absent()) {
        (true, true) => (
            "missing-member",
            format!("`{key}` is missing the required member `{name}`"),
            "add it next to the key",
        ),
        (false, false) => (
            "unknown-member",
            format!("`{name}` is not allowed next to `{key}`"),
            "remove it",
        ),
        _ => return,
    };
    found.push(Finding::error(rule, at.member(name), message).hint(hint));
}

/// Warns about a component without a type, which is allowed only in an update of an existing component.
///
/// Specification: [A2UI 0.9, The component object](https://github.com/a2ui-project/a2ui/blob/4e6e1fdc4947c23a7f5d798edd70fe36c78cc4ba/specification/v0_9/docs/a2ui_protocol.md#the-component-object).
pub(crate) fn component_type(
    id: &crate::ComponentId,
    component: &Field<String>,
    at: &Pointer,
    found: &mut Vec<Finding>,
) {
    not_null(component, "component", at, found);
    if component.is_absent() {
        let message =
            format_args!("component `{id}` has no type: the member `component` is missing")
                .to_string();
        let finding = Finding::warning("missing-component-type", at.member("component"), message);
        found.push(
            finding.hint("add `component`: only an update of an existing component may omit it"),
        );
    }
}

/// Reports a list without elements.
pub(crate) fn not_empty(length: usize, at: Pointer, found: &mut Vec<Finding>) {
    if length == 0 {
        found.push(
            Finding::error("min-items", at, "the list must not be empty")
                .hint("add at least one item"),
        );
    }
}

/// The hint for a value that must be an object.
pub(crate) const AN_OBJECT: &str = "send an object; it may be empty";

/// Checks that a free-form value is an object.
pub(crate) fn object(payload: &Payload, at: Pointer, found: &mut Vec<Finding>) {
    if !payload.is_object() {
        let message = format_args!("expected an object, found {}", payload.kind()).to_string();
        found.push(Finding::error("not-an-object", at, message).hint(AN_OBJECT));
    }
}

/// Checks the depth of a data model value. The value is `levels` levels below the root of its message.
pub(crate) fn json_depth(value: &Payload, levels: usize, at: &Pointer, found: &mut Vec<Finding>) {
    let room = JSON_DEPTH.saturating_sub(levels);
    if let Some(deep) = wire::token::deeper_than(value.text(), room) {
        let message = format!("the message nests JSON more than {JSON_DEPTH} levels deep");
        let finding = Finding::error("json-depth", at.join(&deep), message);
        found.push(finding.hint("send the deeper values in separate messages, each with its path"));
    }
}

/// Checks that a timestamp follows RFC 3339.
pub(crate) fn timestamp(time: &wire::Timestamp, at: Pointer, found: &mut Vec<Finding>) {
    if !time.is_rfc3339() {
        let finding = Finding::error(
            "not-a-timestamp",
            at,
            "the timestamp is not an RFC 3339 date and time",
        );
        found.push(finding.hint("write it like 2026-05-18T15:30:00Z"));
    }
}

/// Returns the components whose ids occur earlier in the same message, with their indices. A2UI's own validators reject
/// such a message even while the surface is incomplete.
pub(crate) fn repeated_ids<'a>(
    ids: impl Iterator<Item = &'a crate::ComponentId>,
) -> impl Iterator<Item = (usize, &'a crate::ComponentId)> {
    let mut seen = std::collections::BTreeSet::new();
    ids.enumerate()
        .filter(move |(_, id)| !seen.insert(id.as_str()))
}

/// The rule for a repeated component id.
pub(crate) const REPEATED_ID: &str = "duplicate-id";
/// The hint for a repeated component id.
pub(crate) const SEND_ONCE: &str =
    "give each component its own id, and send it only once per message";

/// Returns the message for a repeated component id.
pub(crate) fn repeated_id(id: &crate::ComponentId) -> String {
    format_args!("two components of the message have the id `{id}`").to_string()
}

/// Reports component ids that occur more than once in a message.
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

/// Checks the theme of a surface with the published catalog. Themes of other catalogs have other members and are not
/// checked.
///
/// Specification: [A2UI 0.9, Theme](https://github.com/a2ui-project/a2ui/blob/4e6e1fdc4947c23a7f5d798edd70fe36c78cc4ba/specification/v0_9/docs/a2ui_protocol.md#theme).
pub(crate) fn theme(
    theme: Option<&Payload>,
    catalog: Option<&CatalogId>,
    at: Pointer,
    found: &mut Vec<Finding>,
) {
    let Some(theme) = theme else { return };
    object(theme, at.clone(), found);
    if catalog.is_none_or(is_published) {
        for (name, value) in theme.members() {
            theme_member(&name, &value, &["iconUrl", "agentDisplayName"], &at, found);
        }
    }
}

/// Returns `true` for the first id of the published catalog. A different catalog, with a different theme, can have one of
/// the other ids.
fn is_published(catalog: &CatalogId) -> bool {
    catalog.is_basic() && !catalog.is_alias_of_basic()
}

/// Checks the styles of 0.8. The message schema allows any style, but the standard catalog does not, so unknown styles
/// are warnings.
pub(crate) fn styles(
    styles: Option<&Payload>,
    catalog: Option<&CatalogId>,
    at: Pointer,
    found: &mut Vec<Finding>,
) {
    let Some(styles) = styles else { return };
    object(styles, at.clone(), found);
    if catalog.is_none_or(is_published) {
        for (name, value) in styles.members() {
            theme_member(&name, &value, &["font"], &at, found);
            if !matches!(&*name, "font" | "primaryColor") {
                let message = format!("the standard catalog does not define the style `{name}`");
                let finding = Finding::warning("unknown-style", at.member(&name), message);
                found.push(finding.hint("use `font` or `primaryColor`"));
            }
        }
    }
}

fn theme_member(
    name: &str,
    value: &Payload,
    texts: &[&str],
    at: &Pointer,
    found: &mut Vec<Finding>,
) {
    if name == "primaryColor" && !is_color(value) {
        let finding = Finding::error(
            "color",
            at.member(name),
            "`primaryColor` is not a valid color",
        );
        found.push(finding.hint("write `#` and six hexadecimal digits, like #0a7bff"));
    }
    if texts.contains(&name) && value.kind() != PayloadKind::String {
        let message = format!("`{name}` must be a string, not {}", value.kind());
        found.push(Finding::error("wrong-type", at.member(name), message).hint("write a string"));
    }
    if let Some(url) = value
        .as_str()
        .filter(|_| name == "iconUrl" && texts.contains(&name))
    {
        found.extend(address::check_media(&url, "image", &at.member(name)));
    }
}

fn is_color(color: &Payload) -> bool {
    if color.kind() != PayloadKind::String {
        return false;
    }
    let text = color.as_str().unwrap_or_default();
    match text.strip_prefix('#') {
        Some(digits) => digits.len() == 6 && digits.bytes().all(|b| b.is_ascii_hexdigit()),
        None => false,
    }
}

/// Checks the path of a data model update. From 1.0 on it must be a JSON Pointer. Published 0.9 clients also accept a
/// path without the leading `/`.
///
/// Specification: [A2UI 1.0, `updateDataModel`](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#updatedatamodel).
pub(crate) fn data_path(
    path: &Field<String>,
    version: Version,
    at: Pointer,
    found: &mut Vec<Finding>,
) {
    let Some(path) = path.get() else { return };
    if let Err(error) = crate::data_model::segments(path) {
        return found.push(Finding::error("data-path", at, error.to_string()).hint(error.hint()));
    }
    if version == Version::V0_8 || path.is_empty() || path.starts_with('/') {
        return;
    }
    let message = format_args!("path `{path}` does not begin with `/`").to_string();
    let finding = match version {
        Version::V1_0 => Finding::error("data-path", at, message),
        _ => Finding::warning("data-path", at, message),
    };
    let is_plain = path
        .chars()
        .all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '/' | '~'));
    found.push(match is_plain {
        true => finding
            .hint(format_args!("write `/{path}`"))
            .fix(Fix::string(&format!("/{path}"))),
        false => finding.hint("write a JSON Pointer like `/orders/0/total`"),
    });
}

#[cfg(test)]
mod tests {
    use crate::Message;
    use wire::{Severity, Validate};

    fn findings_in(text: &str) -> Vec<(&'static str, String, Severity)> {
        let found = Message::read(text).unwrap().validate();
        found
            .into_iter()
            .map(|f| (f.rule, f.pointer.as_str().to_owned(), f.severity))
            .collect()
    }

    #[test]
    fn themes_are_checked_only_for_the_published_catalog() {
        let create = |catalog: &str, theme: &str| {
            findings_in(&format!(
                r#"{{"version":"v0.9","createSurface":{{"surfaceId":"s","catalogId":"{catalog}","theme":{theme}}}}}"#
            ))
        };
        let basic = "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json";
        let color = (
            "color",
            "/createSurface/theme/primaryColor".to_owned(),
            Severity::Error,
        );
        for theme in [
            r##"{"primaryColor":"#12345"}"##,
            r#"{"primaryColor":"red"}"#,
            r#"{"primaryColor":7}"#,
        ] {
            assert_eq!(create(basic, theme), std::slice::from_ref(&color));
            assert_eq!(create("mine", theme), []);
        }
        assert_eq!(create(basic, r##"{"primaryColor":"#00bFfF","x":{}}"##), []);
        let name = (
            "wrong-type",
            "/createSurface/theme/agentDisplayName".to_owned(),
            Severity::Error,
        );
        assert_eq!(create(basic, r#"{"agentDisplayName":null}"#), [name]);
        let object = (
            "not-an-object",
            "/createSurface/theme".to_owned(),
            Severity::Error,
        );
        assert_eq!(create("mine", "[]"), [object]);
        let styles =
            r#"{"beginRendering":{"surfaceId":"s","root":"r","styles":{"primaryColor":"red"}}}"#;
        assert_eq!(
            findings_in(styles)[0].1,
            "/beginRendering/styles/primaryColor"
        );
        let styles =
            r#"{"beginRendering":{"surfaceId":"s","root":"r","styles":{"font":7,"dense":true}}}"#;
        let font = (
            "wrong-type",
            "/beginRendering/styles/font".to_owned(),
            Severity::Error,
        );
        let dense = (
            "unknown-style",
            "/beginRendering/styles/dense".to_owned(),
            Severity::Warning,
        );
        assert_eq!(findings_in(styles), [font, dense]);
    }

    #[test]
    fn an_optional_member_must_not_be_null() {
        let update =
            r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":null,"value":null}}"#;
        assert_eq!(
            findings_in(update),
            [(
                "null-member",
                "/updateDataModel/path".to_owned(),
                Severity::Error
            )]
        );
    }

    #[test]
    fn data_in_a_message_nests_at_most_fifty_levels_deep() {
        let update = |levels: usize| {
            let (open, close) = ("[".repeat(levels), "]".repeat(levels));
            findings_in(&format!(
                r#"{{"version":"v0.9","updateDataModel":{{"surfaceId":"s","value":{open}{close}}}}}"#
            ))
        };
        assert_eq!(update(48), []);
        assert_eq!(
            update(49)[0].1,
            format!("/updateDataModel/value{}", "/0".repeat(48))
        );
    }

    #[test]
    fn paths_keys_times_and_contexts_are_checked() {
        let data = r#"{"dataModelUpdate":{"surfaceId":"s","path":"/a~","contents":[{"key":"a","valueNumber":1},{"key":"a","valueNumber":2}]}}"#;
        let path = (
            "data-path",
            "/dataModelUpdate/path".to_owned(),
            Severity::Error,
        );
        let key = (
            "duplicate-key",
            "/dataModelUpdate/contents/1/key".to_owned(),
            Severity::Warning,
        );
        assert_eq!(findings_in(data), [path, key]);
        let update = |version: &str, path: &str| {
            findings_in(&format!(
                r#"{{"version":"{version}","updateDataModel":{{"surfaceId":"s","path":"{path}","value":1}}}}"#
            ))
        };
        for path in ["orders", "orders/0", "late orders [0]"] {
            let path_found = |severity| ("data-path", "/updateDataModel/path".to_owned(), severity);
            assert_eq!(update("1.0", path), [path_found(Severity::Error)], "{path}");
            assert_eq!(
                update("v0.9", path),
                [path_found(Severity::Warning)],
                "{path}"
            );
        }
        for path in ["", "/", "/orders/0", "/late orders"] {
            assert_eq!(
                (update("1.0", path), update("v0.9", path)),
                (vec![], vec![]),
                "{path}"
            );
        }
        let action = r#"{"version":"v0.9","action":{"name":"n","surfaceId":"s","sourceComponentId":"b","timestamp":"now","context":[]}}"#;
        let rules: Vec<_> = findings_in(action)
            .into_iter()
            .map(|finding| finding.0)
            .collect();
        assert_eq!(rules, ["not-a-timestamp", "not-an-object"]);
    }
}
