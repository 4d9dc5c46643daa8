//! Translation of property values, by their kind in the published catalog.

use super::{
    action,
    data::path_backward,
    dynamic::{self, TranslatedValue, Write, json},
    literal::{self, Literal},
    paths::{Paths, Terms},
    results::{ValuePlace, may_call},
    root::Naming,
};
use std::borrow::Cow;
use wire::Payload;

/// The kind of value that a property takes.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    /// A value with the same form in both versions.
    Same,
    /// One of several words, most of which are the same in both versions.
    Words {
        /// The words that are spelled differently: in 0.8, and in 0.9.
        both: &'static [(&'static str, &'static str)],
        /// The words of 0.8 that become a less specific word of 0.9.
        forward: &'static [(&'static str, &'static str)],
        /// The words that 0.8 lacks.
        only_v0_9: &'static [&'static str],
    },
    /// A literal or a binding; in 0.9 also a function call.
    Dynamic(Literal),
    /// The name of an icon.
    Icon,
    /// The id of a component.
    Child,
    /// A list of components, or a template.
    Children,
    /// The tab list of a `Tabs` component.
    Tabs,
    /// The options that a user can choose.
    Options,
    /// The action of a click.
    Action,
    /// The emphasis of a button: a boolean in 0.8, a variant in 0.9.
    Primary,
    /// The number of selectable options: a number in 0.8, one or many in 0.9.
    Selections,
}

use TranslatedValue::{CallResult, Inexpressible, Value};

/// Maps the elements of an array.
fn map_elements(list: &Payload, change: impl FnMut(Payload) -> Payload) -> Payload {
    let changed: Vec<_> = list.elements().map(change).collect();
    Payload::array(&changed)
}

/// Maps the elements of an array. Each element comes with its place, for the results of function calls.
fn map_elements_at(
    list: &Payload,
    place: &ValuePlace<'_>,
    change: impl Fn(Payload, &ValuePlace<'_>) -> Payload,
) -> Payload {
    let shown = place.shown_elements(list);
    let changed = list.elements().enumerate();
    let changed: Vec<_> = changed
        .map(|(index, value)| change(value, &place.part(shown.get(index))))
        .collect();
    Payload::array(&changed)
}

/// Returns `true` if a value is an array.
fn is_list(value: &Payload) -> bool {
    value.text().starts_with('[')
}

/// Translates the id of a child component. Other values are unchanged.
fn swap_child_id<'a>(value: &'a Payload, naming: &Naming) -> Cow<'a, Payload> {
    if naming.is_identity() {
        return Cow::Borrowed(value);
    }
    match value.as_str() {
        Some(id) if naming.swapped(&id) != id => Cow::Owned(Payload::string(naming.swapped(&id))),
        _ => Cow::Borrowed(value),
    }
}

impl Kind {
    /// Returns `true` if a value of this kind may contain component ids that the catalog does not define.
    pub(super) fn is_open(self) -> bool {
        matches!(self, Self::Same | Self::Words { .. } | Self::Options)
    }

    /// Translates a value to 0.9. A value that is not of this kind is unchanged.
    pub(super) fn forward(
        self,
        value: &Payload,
        terms: Terms<'_>,
        writes: &mut Vec<Write>,
    ) -> Payload {
        let Terms { naming, paths } = terms;
        // 0.8 defines plain values for these kinds, but its clients also accept a literal object.
        let unwrapped = match self {
            Self::Same | Self::Words { .. } | Self::Primary | Self::Selections => {
                literal::lone_literal(value)
            }
            _ => None,
        };
        let value = unwrapped.as_ref().unwrap_or(value);
        match self {
            Self::Same => value.clone(),
            Self::Words { both, forward, .. } => {
                let word = value.as_str().unwrap_or_default();
                match both.iter().chain(forward).find(|(old, _)| *old == word) {
                    Some((_, new)) => Payload::string(new),
                    None => value.clone(),
                }
            }
            Self::Dynamic(literal) => dynamic::forward(value, literal, paths, writes),
            Self::Icon => dynamic::forward(value, Literal::String, paths, writes),
            Self::Child => swap_child_id(value, naming).into_owned(),
            Self::Children => children_forward(value, terms),
            Self::Tabs if is_list(value) => {
                map_elements(value, |tab| tab_forward(&tab, terms, writes))
            }
            Self::Options if is_list(value) => {
                map_elements(value, |option| option_forward(&option, paths, writes))
            }
            Self::Action => action::forward(value, paths, writes),
            Self::Primary => match value.text() {
                "true" => Payload::string("primary"),
                "false" => Payload::string("default"),
                _ => value.clone(),
            },
            // 0.9 distinguishes only one choice and many choices.
            Self::Selections => match value.text() {
                "1" => Payload::string("mutuallyExclusive"),
                _ => Payload::string("multipleSelection"),
            },
            Self::Tabs | Self::Options => value.clone(),
        }
    }

    /// Translates a value to 0.8.
    pub(super) fn backward<'a>(
        self,
        value: &'a Payload,
        naming: &Naming,
        place: &ValuePlace<'_>,
    ) -> TranslatedValue<'a> {
        match self {
            Self::Same => Value(Cow::Borrowed(value)),
            Self::Words {
                both, only_v0_9, ..
            } => word_backward(value, both, only_v0_9),
            Self::Dynamic(literal) => {
                dynamic_backward(value, literal, place, literal::nothing(literal))
            }
            Self::Icon => {
                let word = value.as_str().unwrap_or_default();
                if ONLY_V0_9_ICONS.contains(&&*word) {
                    return Inexpressible(STAND_IN);
                }
                dynamic_backward(value, Literal::String, place, STAND_IN)
            }
            Self::Child => Value(swap_child_id(value, naming)),
            Self::Children => Value(children_backward(value, naming)),
            Self::Tabs if is_list(value) => {
                let tabs =
                    map_elements_at(value, place, |tab, place| tab_backward(&tab, naming, place));
                Value(Cow::Owned(tabs))
            }
            Self::Options if is_list(value) => {
                let options = map_elements_at(value, place, |option, place| {
                    option_backward(&option, place)
                });
                Value(Cow::Owned(options))
            }
            Self::Action => action::backward(value, place),
            Self::Primary => match value.as_str().as_deref() {
                Some("primary") => Value(Cow::Owned(json("true"))),
                Some("default") => Value(Cow::Owned(json("false"))),
                // Other variants, such as `borderless`, have no counterpart.
                _ => Inexpressible(""),
            },
            Self::Selections => match value.as_str().as_deref() {
                Some("mutuallyExclusive") => Value(Cow::Owned(json("1"))),
                // If the number is omitted, 0.8 permits any number of choices.
                _ => Inexpressible(""),
            },
            Self::Tabs | Self::Options => Value(Cow::Borrowed(value)),
        }
    }
}

/// Translates a word to 0.8. Most words are unchanged.
fn word_backward<'a>(
    value: &'a Payload,
    both: &[(&str, &str)],
    only_v0_9: &[&str],
) -> TranslatedValue<'a> {
    let word = value.as_str().unwrap_or_default();
    if only_v0_9.contains(&&*word) {
        return Inexpressible("");
    }
    match both.iter().find(|(_, new)| *new == word) {
        Some((old, _)) => Value(Cow::Owned(Payload::string(old))),
        None => Value(Cow::Borrowed(value)),
    }
}

/// Translates a tab to 0.9.
fn tab_forward(tab: &Payload, terms: Terms<'_>, writes: &mut Vec<Write>) -> Payload {
    let mut members = Vec::new();
    if let Some(title) = tab.member("title") {
        let title = dynamic::forward(&title, Literal::String, terms.paths, writes);
        members.push(("title", title));
    }
    if let Some(id) = tab.member("child") {
        members.push(("child", swap_child_id(&id, terms.naming).into_owned()));
    }
    replace_members(tab, members)
}

/// Translates a tab to 0.8.
fn tab_backward(tab: &Payload, naming: &Naming, place: &ValuePlace<'_>) -> Payload {
    let mut members = Vec::new();
    if let Some(title) = tab.member("title") {
        let title = text_backward(&title, &place.member("title"));
        members.push(("title", title));
    }
    if let Some(id) = tab.member("child") {
        members.push(("child", swap_child_id(&id, naming).into_owned()));
    }
    replace_members(tab, members)
}

/// Translates an option to 0.9.
fn option_forward(option: &Payload, paths: Paths<'_>, writes: &mut Vec<Write>) -> Payload {
    let mut members = Vec::new();
    if let Some(label) = option.member("label") {
        let label = dynamic::forward(&label, Literal::String, paths, writes);
        members.push(("label", label));
    }
    if let Some(value) = option.member("value") {
        members.push(("value", value));
    }
    replace_members(option, members)
}

/// Translates an option to 0.8.
fn option_backward(option: &Payload, place: &ValuePlace<'_>) -> Payload {
    let mut members = Vec::new();
    if let Some(label) = option.member("label") {
        let label = text_backward(&label, &place.member("label"));
        members.push(("label", label));
    }
    if let Some(value) = option.member("value") {
        members.push(("value", value));
    }
    replace_members(option, members)
}

/// Translates a value to 0.9 if the published catalog does not define its property. The form of the value decides if it is a
/// literal, a binding, a list of components, a template or an action. The depth of messages bounds the recursion.
pub(super) fn forward_by_form(
    name: &str,
    value: &Payload,
    terms: Terms<'_>,
    writes: &mut Vec<Write>,
) -> Payload {
    if is_list(value) {
        return keep_layout(
            value,
            map_elements(value, |item| forward_by_form("", &item, terms, writes)),
        );
    }
    if !value.is_object() {
        return value.clone();
    }
    if name == "action" && action::is_direct(value) {
        return action::forward(value, terms.paths, writes);
    }
    if dynamic::is_bound_value(value) {
        return dynamic::forward(value, Literal::String, terms.paths, writes);
    }
    if is_children(value) {
        return children_forward(value, terms);
    }
    let members: Vec<_> = value.members().collect();
    let translated: Vec<_> = members
        .iter()
        .map(|(name, part)| (name, forward_by_form(name, part, terms, writes)))
        .collect();
    keep_layout(
        value,
        Payload::object(translated.iter().map(|(name, part)| (name.as_ref(), part))),
    )
}

/// Returns the value itself if it was rebuilt without changes, so that its whitespace is kept; otherwise the rebuilt value.
fn keep_layout(value: &Payload, rebuilt: Payload) -> Payload {
    if wire::without_whitespace(value.text()) == rebuilt.text() {
        value.clone()
    } else {
        rebuilt
    }
}

/// Translates a value to 0.8 if the published catalog does not define its property. A literal stays plain, because in 0.8 it
/// may be a plain word as well.
pub(super) fn backward_by_form<'a>(
    name: &str,
    value: &'a Payload,
    place: &ValuePlace<'_>,
) -> Cow<'a, Payload> {
    if name == "action" && value.member("event").is_some() {
        return match action::backward(value, place) {
            Value(translated) => translated,
            // An unknown property may have any value in 0.8, so it needs no replacement.
            CallResult(_) | Inexpressible(_) => Cow::Borrowed(value),
        };
    }
    if is_template(value) {
        return children_backward(value, &Naming::default());
    }
    if let Some(binding) = dynamic::binding_backward(value, place.in_item) {
        return binding;
    }
    if is_list(value) {
        let rebuilt = map_elements_at(value, place, |item, place| {
            backward_by_form("", &item, place).into_owned()
        });
        return Cow::Owned(keep_layout(value, rebuilt));
    }
    if !value.is_object() {
        return Cow::Borrowed(value);
    }
    let members: Vec<_> = value.members().collect();
    let shown = place.shown_members(|| may_call(value.text()));
    let translated: Vec<_> = members
        .iter()
        .map(|(name, part)| {
            let place = place.part(shown.get(&**name));
            (name, backward_by_form(name, part, &place))
        })
        .collect();
    let rebuilt = Payload::object(
        translated
            .iter()
            .map(|(name, part)| (name.as_ref(), &**part)),
    );
    Cow::Owned(keep_layout(value, rebuilt))
}

/// Returns `true` if a value of 0.8 is an object whose only member is a list of children or a template.
fn is_children(value: &Payload) -> bool {
    let mut members = value.members();
    let (Some((name, part)), None) = (members.next(), members.next()) else {
        return false;
    };
    match &*name {
        "explicitList" => is_list(&part),
        "template" => part.member("componentId").is_some() && part.member("dataBinding").is_some(),
        _ => false,
    }
}

/// Returns `true` if a value of 0.9 is an object with exactly the two members of a template.
pub(super) fn is_template(value: &Payload) -> bool {
    value.is_object()
        && value.members().count() == 2
        && has_text(value, "componentId")
        && has_text(value, "path")
}

/// Returns `true` if a member of an object is a string.
fn has_text(object: &Payload, name: &str) -> bool {
    match object.member(name) {
        Some(value) => value.text().starts_with('"'),
        None => false,
    }
}

/// Translates the component ids in a property whose value is otherwise unchanged. `name` is the property name in 0.8.
///
/// Clients of 0.8 read these texts as component ids, as in [`references_in`](super::state_0_8::references_in).
pub(super) fn rename_references<'a>(
    name: &str,
    value: Cow<'a, Payload>,
    naming: &Naming,
) -> Cow<'a, Payload> {
    if naming.is_identity() {
        return value;
    }
    Cow::Owned(match name {
        "child" | "entryPointChild" | "contentChild" => renamed(value.into_owned(), naming),
        "tabItems" if is_list(&value) => map_elements(&value, |tab| {
            with_member(&tab, "child", |id| renamed(id, naming))
        }),
        _ if value.member("explicitList").is_some() => {
            with_member(&value, "explicitList", |list| renamed_list(list, naming))
        }
        _ => with_member(&value, "template", |template| {
            renamed_template(template, naming)
        }),
    })
}

/// Translates a component id.
fn renamed(id: Payload, naming: &Naming) -> Payload {
    swap_child_id(&id, naming).into_owned()
}

/// Translates the ids in a list of children. Other values are unchanged.
fn renamed_list(list: Payload, naming: &Naming) -> Payload {
    if is_list(&list) {
        map_elements(&list, |id| renamed(id, naming))
    } else {
        list
    }
}

/// Translates the component id of a template. Clients of 0.8 read only a template with a path.
fn renamed_template(template: Payload, naming: &Naming) -> Payload {
    match template.member("dataBinding") {
        Some(path) if path.as_str().is_some() => {
            with_member(&template, "componentId", |id| renamed(id, naming))
        }
        _ => template,
    }
}

/// Returns a value in which one member is changed. A value without the member is unchanged.
fn with_member(value: &Payload, name: &str, change: impl FnOnce(Payload) -> Payload) -> Payload {
    let Some(old) = value.member(name) else {
        return value.clone();
    };
    let new = change(old.clone());
    if new.text() == old.text() {
        return value.clone();
    }
    let mut members: Vec<_> = value.members().collect();
    for (_, part) in members.iter_mut().filter(|(member, _)| member == name) {
        *part = new.clone();
    }
    Payload::object(members.iter().map(|(name, part)| (name.as_ref(), part)))
}

/// Translates a required text to 0.8. An empty text replaces a text that 0.8 cannot express.
fn text_backward(value: &Payload, place: &ValuePlace<'_>) -> Payload {
    match dynamic_backward(
        value,
        Literal::String,
        place,
        literal::nothing(Literal::String),
    ) {
        Value(text) => text.into_owned(),
        CallResult(text) => text,
        Inexpressible(nothing) => json(nothing),
    }
}

/// Translates a value or a function call to 0.8. `nothing` replaces a call without a result.
fn dynamic_backward<'a>(
    value: &'a Payload,
    literal: Literal,
    place: &ValuePlace<'_>,
    nothing: &'static str,
) -> TranslatedValue<'a> {
    if let Some(value) = dynamic::backward(value, place.in_item) {
        return Value(value);
    }
    match place.result_of_call(value, Some(literal)) {
        Some(result) => CallResult(result),
        None => Inexpressible(nothing),
    }
}

/// Creates an object with these members if `old` is an object. Other values are unchanged.
fn replace_members(old: &Payload, members: Vec<(&str, Payload)>) -> Payload {
    if !old.is_object() {
        return old.clone();
    }
    Payload::object(members.iter().map(|(name, value)| (*name, value)))
}

/// Translates a list of children or a template to 0.9.
fn children_forward(value: &Payload, Terms { naming, paths }: Terms<'_>) -> Payload {
    if !value.is_object() {
        return value.clone();
    }
    if let Some(list) = value.member("explicitList") {
        return renamed_list(list, naming);
    }
    let Some(template) = value.member("template") else {
        // 0.8 shows an object without both as an empty container.
        return Payload::array([]);
    };
    let mut members = Vec::new();
    if let Some(id) = template.member("componentId") {
        members.push(("componentId", renamed(id, naming)));
    }
    if let Some(path) = template.member("dataBinding") {
        let path = with_path(path, |path| Cow::Owned(paths.convert_template(path)));
        members.push(("path", path));
    }
    replace_members(&template, members)
}

/// Changes a path in a JSON string. An unchanged path keeps its spelling.
fn with_path(path: Payload, change: impl Fn(&str) -> Cow<'_, str>) -> Payload {
    let mut changed_path = None;
    if let Some(text) = path.as_str() {
        let changed = change(&text);
        if changed != text {
            changed_path = Some(Payload::string(&changed));
        }
    }
    changed_path.unwrap_or(path)
}

/// Translates a list of children or a template to 0.8.
fn children_backward<'a>(value: &'a Payload, naming: &Naming) -> Cow<'a, Payload> {
    if is_list(value) {
        let list = if naming.is_identity() {
            Cow::Borrowed(value)
        } else {
            Cow::Owned(map_elements(value, |id| renamed(id, naming)))
        };
        return Cow::Owned(Payload::object([("explicitList", &*list)]));
    }
    if !value.is_object() {
        return Cow::Borrowed(value);
    }
    let mut members = Vec::new();
    if let Some(id) = value.member("componentId") {
        members.push(("componentId", renamed(id, naming)));
    }
    if let Some(path) = value.member("path") {
        members.push(("dataBinding", with_path(path, path_backward)));
    }
    let template = replace_members(value, members);
    Cow::Owned(Payload::object([("template", &template)]))
}

/// The replacement for an icon that 0.8 lacks.
const STAND_IN: &str = r#"{"literalString":"help"}"#;

/// The icon names that 0.8 lacks.
const ONLY_V0_9_ICONS: &[&str] = &[
    "fastForward",
    "pause",
    "play",
    "rewind",
    "skipNext",
    "skipPrevious",
    "stop",
    "volumeDown",
    "volumeMute",
    "volumeOff",
    "volumeUp",
];
