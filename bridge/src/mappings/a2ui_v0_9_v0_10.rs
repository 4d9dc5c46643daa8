//! Maps A2UI 0.9 (0.9.1) to 0.10, which was called 1.0 in June 2026, and back.
//!
//! | 0.9 | 0.10 | how |
//! |---|---|---|
//! | `createSurface`, `updateComponents`, `updateDataModel`, `deleteSurface` | the same | copied, except for the following rows |
//! | – `catalogId` | `catalogId` | the published catalog has one id per version; other ids are copied |
//! | – `TextField.validationRegexp` | `checks` | a call of `regex` on the bound value |
//! | – `Icon.name` `{"svgPath"}` | `{"path"}` | the shape of an icon |
//! | – `Icon.name` `{"path"}`, a binding | `{"path"}` | as in the published examples of 0.10; the beginning of the text identifies a shape |
//! | – | `placeholder`, `steps`, `posterUrl` | carried, because 0.9 lacks them |
//! | – | `wantResponse`, `responsePath` of an event, `callableFrom` of a call | carried, because 0.9 lacks them |
//! | – | a call that needs `@index`, which June 2026 had | removed as in the translation from 1.0 |
//! | `action`, `error` | the same | `wantResponse` and `actionId` are carried; an error about a call is refused |
//! | – | `callFunction`, `actionResponse`, `functionResponse` | refused, because 0.9 lacks them |

use crate::{
    Dialect, Refusal,
    Verdict::*,
    lens::{
        Direction, FieldMap, KeyedList, Step, Translatable, Translated, TranslationCx, payload,
        rules,
    },
    mappings::{
        a2ui_component::{in_0_9, members, regexp, without},
        a2ui_notation::{Rewriting, RewrittenValue, Why},
    },
};
use a2ui::{CatalogId, Message, Notation, Version, v0_9, v0_10};
use wire::{Field, Payload, Pointer};

rules! { "a2ui-0.9-0.10", "a2ui-0.10-0.9";
    version "version": "/version" => "/version";
    message "message": "" => "";
    catalog_id "catalog-id": "/createSurface/catalogId" => "/createSurface/catalogId";
    property "property": "" => "";
    regexp "TextField.validationRegexp": "/validationRegexp" => "/checks";
    icon "Icon.name": "/name" => "/name";
    action "action": "/action" => "/action";
    error "error": "/error" => "/error";
}

/// The depth of the fields, such as `/updateComponents/components/0/text`.
const LEVELS: usize = 4;

const COMPONENTS: KeyedList = KeyedList::new(
    "/updateComponents/components",
    "/updateComponents/components",
    "id",
);

/// The properties of the published catalog that 0.9 lacks.
const NEW: [(&str, &str); 3] = [
    ("TextField", "placeholder"),
    ("Slider", "steps"),
    ("Video", "posterUrl"),
];

/// The replacement for an icon name at a path that 0.10 would draw.
const STAND_IN: &str = "help";

const UNSAID: &str = "0.10 cannot express it";
const ONLY_LATER: &str = "0.9 cannot express it";
const NO_INDEX: &str = "0.9 lacks `@index`";
const NOT_BOUND: &str = "0.10 would read this path as a shape";
const NOT_DRAWN: &str = "0.10 would read this shape as a path";

/// Translates a message from 0.9 to 0.10.
///
/// # Errors
/// Refuses a message without a counterpart.
pub(crate) fn forward(
    message: Message,
    tcx: &mut TranslationCx<'_>,
) -> Result<Translated<Message>, Refusal> {
    let Step { from, to, .. } = tcx.step;
    let direction = Direction::new(from, to, LEVELS, &FORWARD.others);
    match message {
        Message::V0_9Agent(message) => translate_with(
            message,
            agent_forward,
            agent_backward,
            Direction {
                list: Some(COMPONENTS),
                ..direction
            },
            tcx,
        ),
        Message::V0_9Client(message) => {
            translate_with(message, client_forward, client_backward, direction, tcx)
        }
        other => Err(none_of(other.version(), &FORWARD)),
    }
}

/// Translates a message from 0.10 to 0.9.
///
/// # Errors
/// Refuses calls and their answers, and errors without a surface. These do not exist in 0.9.
pub(crate) fn backward(
    message: Message,
    tcx: &mut TranslationCx<'_>,
) -> Result<Translated<Message>, Refusal> {
    let Step { from, to, .. } = tcx.step;
    let direction = Direction::new(from, to, LEVELS, &BACKWARD.others);
    match message {
        Message::V0_10Agent(message) => translate_with(
            message,
            agent_backward,
            agent_forward,
            Direction {
                list: Some(COMPONENTS),
                ..direction
            },
            tcx,
        ),
        Message::V0_10Client(message) => {
            translate_with(message, client_backward, client_forward, direction, tcx)
        }
        other => Err(none_of(other.version(), &BACKWARD)),
    }
}

/// Translates a message body of one version into a dialect of the other.
type Image<S, I> = fn(&S, Dialect, &mut FieldMap) -> Result<I, Refusal>;

fn translate_with<S: Translatable, I: Translatable + Into<Message>>(
    message: S,
    there: Image<S, I>,
    back: Image<I, S>,
    direction: Direction,
    tcx: &mut TranslationCx<'_>,
) -> Result<Translated<Message>, Refusal> {
    let mut fields = tcx.fields();
    let (from, to) = (direction.from, direction.to);
    let plain_target = there(&message, to, &mut fields)?;
    let back = |target: &I| back(target, from, &mut FieldMap::none());
    Ok(direction
        .reconcile_by_inverse(&message, plain_target, fields, back, tcx)?
        .map(Into::into))
}

fn none_of(version: Version, rules: &Rules) -> Refusal {
    let message = format!("expected a message of A2UI 0.9 or 0.10, found one of {version}");
    Refusal::rule_broken(rules.message.id, Pointer::root(), message)
}

/// Returns the version text of a dialect of 0.9.
fn word_0_9(dialect: Dialect) -> v0_9::Version {
    if dialect == Dialect::A2ui0_9_1 {
        v0_9::Version::V0_9_1
    } else {
        v0_9::Version::V0_9
    }
}

/// Returns the version text of a dialect of 0.10.
fn word_0_10(dialect: Dialect) -> v0_10::Version {
    if dialect == Dialect::A2ui1_0June {
        v0_10::Version::V1_0
    } else {
        v0_10::Version::V0_10
    }
}

fn agent_forward(
    message: &v0_9::AgentMessage,
    to: Dialect,
    fields: &mut FieldMap,
) -> Result<v0_10::AgentMessage, Refusal> {
    let at = whole(&FORWARD, message.key(), &payload(message), fields);
    let body: v0_10::AgentBody = match &message.body {
        v0_9::AgentBody::CreateSurface(old) => {
            let version = to.a2ui_version().unwrap_or(Version::V0_10);
            create(&FORWARD, old, version, &at, fields).into()
        }
        v0_9::AgentBody::UpdateComponents(old) => {
            update(old, component_forward, &at, fields).into()
        }
        v0_9::AgentBody::UpdateDataModel(old) => old.clone().into(),
        v0_9::AgentBody::DeleteSurface(old) => old.clone().into(),
        _ => {
            return Err(Refusal::rule_broken(
                FORWARD.message.id,
                at,
                "this message has no counterpart in 0.10",
            ));
        }
    };
    let mut target = v0_10::AgentMessage::new(word_0_10(to), body);
    target.extra = message.extra.clone();
    // These members are unknown in 0.9 but have a meaning in 0.10.
    target
        .extra
        .retain(|name, _| !matches!(name, "functionCallId" | "wantResponse" | "actionId"));
    Ok(target)
}

fn agent_backward(
    message: &v0_10::AgentMessage,
    to: Dialect,
    fields: &mut FieldMap,
) -> Result<v0_9::AgentMessage, Refusal> {
    let at = whole(&BACKWARD, message.key(), &payload(message), fields);
    let body: v0_9::AgentBody = match &message.body {
        v0_10::AgentBody::CreateSurface(old) => {
            create(&BACKWARD, old, Version::V0_9, &at, fields).into()
        }
        v0_10::AgentBody::UpdateComponents(old) => {
            update(old, component_backward, &at, fields).into()
        }
        v0_10::AgentBody::UpdateDataModel(old) => old.clone().into(),
        v0_10::AgentBody::DeleteSurface(old) => old.clone().into(),
        _ => {
            let refusal = Refusal::rule_broken(
                BACKWARD.message.id,
                at,
                "A2UI 0.9 has neither calls nor answers to calls",
            );
            return Err(refusal.hint("only messages about a surface have a counterpart in 0.9"));
        }
    };
    let mut target = v0_9::AgentMessage::new(word_0_9(to), body);
    target.extra = message.extra.clone();
    Ok(target)
}

/// Adds notes that the members of a message and its body are copied, except those with notes of their own.
fn whole(rules: &'static Rules, key: &str, message: &Payload, fields: &mut FieldMap) -> Pointer {
    let root = Pointer::root();
    let at = root.member(key);
    fields.add(
        Encoded,
        &rules.version,
        (&root, "version"),
        Some((&root, "version")),
    );
    fields.copy_members(&rules.message, &root, message, &["version", key]);
    if let Some(body) = message.get(&at) {
        fields.copy_members(&rules.message, &at, &body, &["components", "catalogId"]);
    }
    at
}

fn create(
    rules: &'static Rules,
    old: &v0_9::CreateSurface,
    version: Version,
    at: &Pointer,
    fields: &mut FieldMap,
) -> v0_9::CreateSurface {
    let mut new = old.clone();
    if old.catalog_id.is_basic() {
        new.catalog_id = CatalogId::basic(version);
    }
    let verdict = if new.catalog_id == old.catalog_id {
        Copied
    } else {
        Encoded
    };
    fields.add(
        verdict,
        &rules.catalog_id,
        (at, "catalogId"),
        Some((at, "catalogId")),
    );
    new
}

type Component = fn(&v0_9::Component, &Pointer, &mut FieldMap) -> v0_9::Component;

fn update(
    old: &v0_9::UpdateComponents,
    component: Component,
    at: &Pointer,
    fields: &mut FieldMap,
) -> v0_9::UpdateComponents {
    let mut new = old.clone();
    let at = at.member("components");
    for (index, one) in new.components.iter_mut().enumerate() {
        *one = component(one, &at.element(index), fields);
    }
    new
}

/// Creates the component without its properties.
fn empty(
    old: &v0_9::Component,
    rules: &'static Rules,
    at: &Pointer,
    fields: &mut FieldMap,
) -> v0_9::Component {
    let mut new = v0_9::Component::new(old.id.clone());
    new.component = old.component.clone();
    fields.copy_members(&rules.property, at, &payload(&new), &[]);
    new
}

fn verdict(old: &Payload, new: &Payload) -> crate::Verdict {
    if old == new { Copied } else { Encoded }
}

fn component_forward(
    old: &v0_9::Component,
    at: &Pointer,
    fields: &mut FieldMap,
) -> v0_9::Component {
    let rules = &FORWARD;
    let type_name = old.component.get().map_or("", String::as_str);
    let regexp = (type_name == "TextField")
        .then(|| regexp(&old.extra))
        .flatten();
    let mut new = empty(old, rules, at, fields);
    let mut properties = Vec::new();
    for (name, value) in old.extra.iter() {
        match (type_name, name) {
            ("TextField", "validationRegexp") => {
                let goes = regexp.is_some().then_some((at, "checks"));
                let remark = if regexp.is_some() { "" } else { UNSAID };
                fields.remark(Encoded, &rules.regexp, (at, name), goes, remark);
            }
            ("Icon", "name") if value.is_object() => {
                let target = match (value.member("svgPath"), value.member("path")) {
                    (Some(shape), _) if is_shape(&shape) => Ok(members(value, |name, value| {
                        let name = if name == "svgPath" { "path" } else { name };
                        Some((name.to_owned(), value.clone()))
                    })),
                    (Some(_), _) => Err(NOT_DRAWN),
                    (None, Some(path)) if is_shape(&path) => Err(NOT_BOUND),
                    (None, _) => Ok(value.clone()),
                };
                match &target {
                    Ok(target) => {
                        fields.add(
                            verdict(value, target),
                            &rules.icon,
                            (at, name),
                            Some((at, name)),
                        );
                    }
                    Err(remark) => fields.remark(Carried, &rules.icon, (at, name), None, remark),
                }
                let target = target.unwrap_or_else(|_| Payload::string(STAND_IN));
                properties.push((name, target));
            }
            _ => {
                fields.add(Copied, &rules.property, (at, name), Some((at, name)));
                properties.push((name, value.clone()));
            }
        }
    }
    new.extra.extend(properties);
    if let Some(check) = regexp {
        let mut checks: Vec<_> = new
            .extra
            .get("checks")
            .iter()
            .flat_map(|checks| checks.elements())
            .collect();
        // A check must have a message in 0.9 and 0.10.
        checks.push(with_message(&check));
        new.extra.insert("checks", Payload::array(&checks));
    }
    new
}

/// Returns `true` if a text is the data of an SVG path, which begins with a move to a point. 0.10 uses the same member
/// for shapes and bindings.
fn is_shape(path: &Payload) -> bool {
    let text = path.as_str().unwrap_or_default();
    let rest = text
        .trim_start()
        .strip_prefix(['M', 'm'])
        .map(str::trim_start);
    rest.is_some_and(|rest| {
        rest.starts_with(|first: char| first.is_ascii_digit() || "+-.".contains(first))
    })
}

fn with_message(check: &Payload) -> Payload {
    let message = ("message", Payload::string(""));
    let members: Vec<_> = check
        .members()
        .map(|(name, value)| (name.into_owned(), value))
        .collect();
    let members = members.iter().map(|(name, value)| (name.as_str(), value));
    Payload::object(members.chain([(message.0, &message.1)]))
}

fn component_backward(
    old: &v0_9::Component,
    at: &Pointer,
    fields: &mut FieldMap,
) -> v0_9::Component {
    let rules = &BACKWARD;
    let type_name = old.component.get().map_or("", String::as_str);
    let mut new = empty(old, rules, at, fields);
    let mut properties = Vec::new();
    for (name, value) in old.extra.iter() {
        if NEW.contains(&(type_name, name)) {
            fields.remark(Carried, &rules.property, (at, name), None, ONLY_LATER);
            continue;
        }
        let is_drawn = (type_name, name) == ("Icon", "name")
            && value.member("path").is_some_and(|path| is_shape(&path));
        let rule = if is_drawn {
            &rules.icon
        } else {
            &rules.property
        };
        let place = at.member(name);
        let RewrittenValue {
            value: target,
            unsayable,
        } = match name {
            _ if is_drawn => {
                let shape = members(value, |name, value| {
                    let name = if name == "path" { "svgPath" } else { name };
                    Some((name.to_owned(), value.clone()))
                });
                RewrittenValue {
                    value: Some(shape),
                    unsayable: Vec::new(),
                }
            }
            "action" => {
                let event = value.member("event");
                for gone in ONLY_EVENT
                    .iter()
                    .filter(|gone| event.as_ref().is_some_and(|of| of.member(gone).is_some()))
                {
                    fields.remark(
                        Carried,
                        rule,
                        (&place.member("event"), gone),
                        None,
                        ONLY_LATER,
                    );
                }
                let action = members(value, |name, value| {
                    let value = if name == "event" {
                        without(value, &ONLY_EVENT)
                    } else {
                        value.clone()
                    };
                    Some((name.to_owned(), value))
                });
                in_0_9(type_name, name, &action, CALLABLE_BY_ALL)
            }
            _ => in_0_9(type_name, name, value, CALLABLE_BY_ALL),
        };
        for one in &unsayable {
            let why = if one.why == Why::Index {
                NO_INDEX
            } else {
                ONLY_LATER
            };
            fields.remark(Carried, rule, (&place.join(&one.at), ""), None, why);
        }
        let Some(target) = target else { continue };
        fields.add(verdict(value, &target), rule, (at, name), Some((at, name)));
        properties.push((name, target));
    }
    new.extra.extend(properties);
    new
}

/// The members of an event that 0.9 lacks.
const ONLY_EVENT: [&str; 2] = ["wantResponse", "responsePath"];

/// The conversion of calls to 0.9, which cannot restrict the caller.
const CALLABLE_BY_ALL: Rewriting =
    Rewriting::new(Notation::Plain, Notation::Plain).without(&["callableFrom"]);

fn client_forward(
    message: &v0_9::ClientMessage,
    to: Dialect,
    fields: &mut FieldMap,
) -> Result<v0_10::ClientMessage, Refusal> {
    let rules = &FORWARD;
    let root = Pointer::root();
    let at = root.member(message.key());
    fields.add(
        Encoded,
        &rules.version,
        (&root, "version"),
        Some((&root, "version")),
    );
    fields.copy_members(
        &rules.message,
        &root,
        &payload(message),
        &["version", message.key()],
    );
    let body: v0_10::ClientBody = match &message.body {
        v0_9::ClientBody::Action(old) => {
            fields.copy_members(&rules.action, &at, &payload(old), &[]);
            let mut new = v0_10::UserAction::new(
                &*old.name,
                old.surface_id.clone(),
                old.source_component_id.clone(),
                old.timestamp.clone(),
                old.context.clone(),
            );
            // These two members are unknown in 0.9 but have a meaning in 0.10.
            new.extra = old.extra.clone();
            new.extra
                .retain(|name, _| !matches!(name, "wantResponse" | "actionId"));
            new.into()
        }
        v0_9::ClientBody::Error(old) => {
            fields.copy_members(&rules.error, &at, &payload(old), &[]);
            error_forward(old, &at)?.into()
        }
        _ => {
            return Err(Refusal::rule_broken(
                rules.message.id,
                at,
                "this message has no counterpart in 0.10",
            ));
        }
    };
    let mut target = v0_10::ClientMessage::new(word_0_10(to), body);
    target.extra = message.extra.clone();
    target
        .extra
        .retain(|name, _| !matches!(name, "action" | "functionResponse" | "error"));
    Ok(target)
}

fn error_forward(old: &v0_9::Error, at: &Pointer) -> Result<v0_10::Error, Refusal> {
    match old {
        v0_9::Error::ValidationFailed(old) => Ok(old.clone().into()),
        v0_9::Error::Generic(old) => {
            let mut new = v0_10::GenericError::new(old.code.clone(), &*old.message)
                .surface_id(old.surface_id.clone());
            new.extra = old.extra.clone();
            // An error is about a surface or a call, not both.
            new.extra.retain(|name, _| name != "functionCallId");
            Ok(new.into())
        }
        _ => Err(Refusal::rule_broken(
            FORWARD.error.id,
            at.clone(),
            "this error has no counterpart in 0.10",
        )),
    }
}

fn client_backward(
    message: &v0_10::ClientMessage,
    to: Dialect,
    fields: &mut FieldMap,
) -> Result<v0_9::ClientMessage, Refusal> {
    let rules = &BACKWARD;
    let root = Pointer::root();
    let at = root.member(message.key());
    fields.add(
        Encoded,
        &rules.version,
        (&root, "version"),
        Some((&root, "version")),
    );
    fields.copy_members(
        &rules.message,
        &root,
        &payload(message),
        &["version", message.key()],
    );
    let body: v0_9::ClientBody = match &message.body {
        v0_10::ClientBody::Action(old) => {
            for name in ["wantResponse", "actionId"] {
                if payload(old).member(name).is_some() {
                    fields.remark(Carried, &rules.action, (&at, name), None, ONLY_LATER);
                }
            }
            fields.copy_members(
                &rules.action,
                &at,
                &payload(old),
                &["wantResponse", "actionId"],
            );
            let mut new = v0_9::UserAction::new(
                &*old.name,
                old.surface_id.clone(),
                old.source_component_id.clone(),
                old.timestamp.clone(),
                old.context.clone(),
            );
            new.extra = old.extra.clone();
            new.into()
        }
        v0_10::ClientBody::Error(old) => {
            fields.copy_members(&rules.error, &at, &payload(old), &[]);
            error_backward(old, &at)?.into()
        }
        _ => {
            let refusal = Refusal::rule_broken(
                rules.message.id,
                at,
                "A2UI 0.9 has neither calls nor answers to calls",
            );
            return Err(refusal.hint("only an `action` or an `error` has a counterpart in 0.9"));
        }
    };
    let mut target = v0_9::ClientMessage::new(word_0_9(to), body);
    target.extra = message.extra.clone();
    Ok(target)
}

fn error_backward(old: &v0_10::Error, at: &Pointer) -> Result<v0_9::Error, Refusal> {
    match old {
        v0_10::Error::ValidationFailed(old) => Ok(old.clone().into()),
        v0_10::Error::Generic(old) => {
            let Field::Value(surface_id) = &old.surface_id else {
                let message = "the error does not name a surface, which A2UI 0.9 requires";
                let refusal = Refusal::context(BACKWARD.error.id, at.member("surfaceId"), message);
                return Err(refusal.hint("an error about a call has no counterpart in 0.9"));
            };
            let mut new =
                v0_9::GenericError::new(old.code.clone(), surface_id.clone(), &*old.message);
            new.extra = old.extra.clone();
            Ok(new.into())
        }
        _ => Err(Refusal::rule_broken(
            BACKWARD.error.id,
            at.clone(),
            "this error has no counterpart in 0.9",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AnyMessage, Carry, Context, Translator};
    use Dialect::{A2ui0_9, A2ui0_10};

    fn icon(word: &str, name: &str) -> String {
        format!(
            r#"{{"version":"{word}","updateComponents":{{"surfaceId":"s","components":[{{"id":"a","component":"Icon","name":{name}}}]}}}}"#
        )
    }

    /// Translates a message. Returns its text and the number of losses.
    fn translate(from: Dialect, to: Dialect, text: &str) -> (String, usize) {
        let mut translator = Translator::new(from, to, Context::default()).unwrap();
        let message: AnyMessage = Message::read(text).unwrap().into();
        let made = translator
            .push(message, Carry::default())
            .unwrap()
            .outputs
            .remove(0);
        let losses = made.notes.iter().filter(|note| note.is_loss(false)).count();
        (made.message.encode().unwrap(), losses)
    }

    #[test]
    fn an_icon_is_a_shape_if_it_begins_as_one() {
        for (old, new) in [
            (r#"{"path":"/icon"}"#, r#"{"path":"/icon"}"#),
            (r#"{"path":"mark"}"#, r#"{"path":"mark"}"#),
            (r#"{"path":""}"#, r#"{"path":""}"#),
            (r#"{"svgPath":"M3 4h5"}"#, r#"{"path":"M3 4h5"}"#),
            (r#"{"svgPath":" m-1,.5z"}"#, r#"{"path":" m-1,.5z"}"#),
            (r#""send""#, r#""send""#),
        ] {
            let (old, new) = (icon("v0.9", old), icon("v0.10", new));
            assert_eq!(translate(A2ui0_9, A2ui0_10, &old), (new.clone(), 0));
            assert_eq!(translate(A2ui0_10, A2ui0_9, &new), (old, 0));
        }
    }

    #[test]
    fn an_icon_that_would_be_taken_for_the_other_is_named() {
        for old in [r#"{"path":"m2"}"#, r#"{"svgPath":"/icon"}"#] {
            let (made, losses) = translate(A2ui0_9, A2ui0_10, &icon("v0.9", old));
            assert_eq!((made, losses), (icon("v0.10", r#""help""#), 1), "{old}");
        }
    }
}
