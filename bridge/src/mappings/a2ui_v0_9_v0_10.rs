//! Maps A2UI 0.9 (0.9.1) to 0.10, which was called 1.0 in June 2026, and back.
//!
//! Specification: [A2UI 0.9, Envelope message structure](https://github.com/a2ui-project/a2ui/blob/4e6e1fdc4947c23a7f5d798edd70fe36c78cc4ba/specification/v0_9/docs/a2ui_protocol.md#envelope-message-structure), [A2UI 1.0 of June 2026, Envelope
//! message structure](https://github.com/a2ui-project/a2ui/blob/aa4f52a8639352acebcbe5c4a67a0b4e4a3b0526/specification/v1_0/docs/a2ui_protocol.md#envelope-message-structure).
//!
//! | 0.9 | 0.10 | how |
//! |---|---|---|
//! | `createSurface`, `updateComponents`, `updateDataModel`, `deleteSurface` | the same | copied, except for the following rows |
//! | – `catalogId` | `catalogId` | the published catalog has one id per version; other ids are copied |
//! | – `TextField.validationRegexp` | `checks` | a call of `regex` on the bound value |
//! | – `Icon.name` `{"svgPath"}` | `{"path"}` | the shape of an icon |
//! | – `Icon.name` `{"path"}`, a binding | `{"path"}` | 0.10 has the same member for shapes and bindings; the text decides which of them it is |
//! | – | `placeholder`, `steps`, `posterUrl` | carried, because 0.9 lacks them |
//! | – | `wantResponse`, `responsePath` of an event, `callableFrom` of a call | carried, because 0.9 lacks them |
//! | – | a call that needs `@index` (only in 1.0 of June 2026) | removed, as in the translation from 1.0 |
//! | `action`, `error` | the same | `wantResponse` and `actionId` are carried; an error about a call is refused |
//! | – | `callFunction`, `actionResponse`, `functionResponse` | refused, because 0.9 lacks them |

mod returning;

use crate::{
    Dialect, Refusal, Rule,
    Verdict::*,
    lens::{
        Direction, FieldMap, KeyedList, Losses, Returns, Step, Translatable, Translated,
        TranslationCx, payload, rules,
    },
    mappings::{
        a2ui_component::{convert_to_0_9, map_members, regexp_as_check, without_members},
        a2ui_notation::{InexpressiblePart, Rewriting, RewrittenValue, Why},
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

/// The list of components in both versions.
const COMPONENTS: KeyedList = KeyedList::new(
    "/updateComponents/components",
    "/updateComponents/components",
    "id",
);

/// The component types with the properties of the published catalog that 0.9 lacks.
const NEW: [(&str, &str); 3] = [
    ("TextField", "placeholder"),
    ("Slider", "steps"),
    ("Video", "posterUrl"),
];

/// The icon that replaces an icon which 0.10 would read differently.
const STAND_IN: &str = "help";

const INEXPRESSIBLE: &str = "0.10 cannot express it";
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
            (agent_forward, agent_backward),
            returning::add_losses_of_agent_0_9,
            Direction {
                list: Some(COMPONENTS),
                ..direction
            },
            tcx,
        ),
        Message::V0_9Client(message) => {
            // The second function determines the losses of the first one.
            let functions: BothDirections<_, _> = (client_forward, client_backward);
            translate_with(
                message,
                functions,
                returning::add_losses_of_client_0_9,
                direction,
                tcx,
            )
        }
        other => Err(refuse_version(other.version(), &FORWARD)),
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
            (agent_backward, agent_forward),
            returning::add_losses_of_agent_0_10,
            Direction {
                list: Some(COMPONENTS),
                ..direction
            },
            tcx,
        ),
        Message::V0_10Client(message) => {
            // The second function determines the losses of the first one.
            let functions: BothDirections<_, _> = (client_backward, client_forward);
            translate_with(
                message,
                functions,
                returning::add_losses_of_client_0_10,
                direction,
                tcx,
            )
        }
        other => Err(refuse_version(other.version(), &BACKWARD)),
    }
}

/// A function that translates a message into a dialect of the other version.
type BodyTranslation<S, I> = fn(&S, Dialect, &mut FieldMap) -> Result<I, Refusal>;

/// The translation of a message, and the translation back, which is used to determine the losses.
type BothDirections<S, I> = (BodyTranslation<S, I>, BodyTranslation<I, S>);

/// Translates a message with these functions, and reconciles the result with the carry.
fn translate_with<S: Translatable, I: Translatable + Into<Message>>(
    message: S,
    (forth, back): BothDirections<S, I>,
    add_losses: fn(&S, &I, Dialect, &mut Losses),
    direction: Direction,
    tcx: &mut TranslationCx<'_>,
) -> Result<Translated<Message>, Refusal> {
    let mut fields = tcx.fields();
    let (from, to) = (direction.from, direction.to);
    let plain_target = forth(&message, to, &mut fields)?;
    let returns = Returns {
        losses: &|target, losses| add_losses(&message, target, from, losses),
        back: &|target| back(target, from, &mut FieldMap::none()),
    };
    let translated = direction.reconcile(&message, plain_target, fields, returns, tcx)?;
    Ok(translated.map(Into::into))
}

/// Creates the refusal for a message of another version.
fn refuse_version(version: Version, rules: &Rules) -> Refusal {
    let message = format!("expected a message of A2UI 0.9 or 0.10, found one of {version}");
    Refusal::rule_broken(rules.message.id, Pointer::root(), message)
}

/// Returns the version that messages of a 0.9 dialect state.
fn word_0_9(dialect: Dialect) -> v0_9::Version {
    if dialect == Dialect::A2ui0_9_1 {
        v0_9::Version::V0_9_1
    } else {
        v0_9::Version::V0_9
    }
}

/// Returns the version that messages of a 0.10 dialect state.
fn word_0_10(dialect: Dialect) -> v0_10::Version {
    if dialect == Dialect::A2ui1_0June {
        v0_10::Version::V1_0
    } else {
        v0_10::Version::V0_10
    }
}

/// Translates an agent message to 0.10, without a carry.
fn agent_forward(
    message: &v0_9::AgentMessage,
    to: Dialect,
    fields: &mut FieldMap,
) -> Result<v0_10::AgentMessage, Refusal> {
    let at = note_copied_members(
        (&FORWARD, INEXPRESSIBLE),
        message.key(),
        &payload(message),
        fields,
    );
    let body: v0_10::AgentBody = match &message.body {
        v0_9::AgentBody::CreateSurface(old) => {
            let version = to.a2ui_version().unwrap_or(Version::V0_10);
            translate_create(&FORWARD, old, version, &at, fields).into()
        }
        v0_9::AgentBody::UpdateComponents(old) => {
            translate_update(old, component_forward, &at, fields).into()
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
    // 0.10 would give these unknown members a meaning.
    target.extra.retain(|name, _| is_agent_member(name));
    Ok(target)
}

/// Returns `true` if a member of an agent message that is unknown in 0.9 is unknown in 0.10, too.
fn is_agent_member(name: &str) -> bool {
    !ONLY_AGENT.contains(&name)
}

/// Translates an agent message to 0.9, without a carry.
fn agent_backward(
    message: &v0_10::AgentMessage,
    to: Dialect,
    fields: &mut FieldMap,
) -> Result<v0_9::AgentMessage, Refusal> {
    let at = note_copied_members(
        (&BACKWARD, ONLY_LATER),
        message.key(),
        &payload(message),
        fields,
    );
    let body: v0_9::AgentBody = match &message.body {
        v0_10::AgentBody::CreateSurface(old) => {
            translate_create(&BACKWARD, old, Version::V0_9, &at, fields).into()
        }
        v0_10::AgentBody::UpdateComponents(old) => {
            translate_update(old, component_backward, &at, fields).into()
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

/// Notes that the members of a message and its body are copied, except those with their own notes. Returns the place of the
/// body.
fn note_copied_members(
    (rules, why): (&'static Rules, &'static str),
    key: &str,
    message: &Payload,
    fields: &mut FieldMap,
) -> Pointer {
    let root = Pointer::root();
    let at = root.member(key);
    fields.add(
        Encoded,
        &rules.version,
        (&root, "version"),
        Some((&root, "version")),
    );
    let noted = &["version", key];
    note_members(
        &rules.message,
        (&root, message),
        noted,
        (&ONLY_AGENT, why),
        fields,
    );
    if let Some(body) = message.get(&at) {
        fields.copy_members(&rules.message, &at, &body, &["components", "catalogId"]);
    }
    at
}

/// Notes that the members of an object are copied, except the members in `noted`, which have notes of their own. Members that
/// the target lacks are carried, with the remark `why`.
fn note_members(
    rule: &'static Rule,
    (at, object): (&Pointer, &Payload),
    noted: &[&str],
    (lacking, why): (&[&'static str], &'static str),
    fields: &mut FieldMap,
) {
    fields.copy_members(rule, at, object, &[noted, lacking].concat());
    if !fields.is_wanted() {
        return;
    }
    for name in lacking {
        if object.member(name).is_some() {
            fields.remark(Carried, rule, (at, name), None, why);
            // The target lacks this member, so one found there later is an edit.
            fields.show(at.member(name), at.member(name));
        }
    }
}

/// Translates a `createSurface` into the version of a catalog.
fn translate_create(
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

/// A function that translates a component at a place.
type Component = fn(&v0_9::Component, &Pointer, &mut FieldMap) -> v0_9::Component;

/// Translates the components of an `updateComponents`.
fn translate_update(
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

/// Copies the id and the type of a component.
fn copy_without_properties(
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

/// Returns the verdict for a value that keeps its name.
fn verdict(old: &Payload, new: &Payload) -> crate::Verdict {
    if old == new { Copied } else { Encoded }
}

/// Translates a component to 0.10.
fn component_forward(
    old: &v0_9::Component,
    at: &Pointer,
    fields: &mut FieldMap,
) -> v0_9::Component {
    let rules = &FORWARD;
    let type_name = type_of(old);
    let checks = checks_with_regexp(old);
    let mut new = copy_without_properties(old, rules, at, fields);
    let mut properties = Vec::new();
    for (name, value) in old.extra.iter() {
        // 0.10 lacks this property, so a check replaces it.
        if (type_name, name) == ("TextField", "validationRegexp") {
            let (place, remark) = match checks {
                Some(_) => (Some((at, "checks")), ""),
                None => (None, INEXPRESSIBLE),
            };
            fields.remark(Encoded, &rules.regexp, (at, name), place, remark);
            continue;
        }
        let Some((target, why)) = icon_forward(type_name, name, value) else {
            fields.add(Copied, &rules.property, (at, name), Some((at, name)));
            properties.push((name, value.clone()));
            continue;
        };
        match why {
            Some(why) => fields.remark(Carried, &rules.icon, (at, name), None, why),
            None => {
                let verdict = verdict(value, &target);
                fields.add(verdict, &rules.icon, (at, name), Some((at, name)));
            }
        }
        show_property(at, name, fields);
        properties.push((name, target));
    }
    show_regexp(old, at, fields);
    new.extra.extend(properties);
    if let Some(checks) = checks {
        new.extra.insert("checks", checks);
    }
    new
}

/// Returns the stated type of a component; empty if the update omits it.
fn type_of(component: &v0_9::Component) -> &str {
    component.component.get().map_or("", String::as_str)
}

/// Translates the name of an Icon to 0.10. If 0.10 cannot express the name, returns a replacement and the reason. Returns `None`
/// for other properties, and for names that are copied.
fn icon_forward(
    type_name: &str,
    name: &str,
    value: &Payload,
) -> Option<(Payload, Option<&'static str>)> {
    if (type_name, name) != ("Icon", "name") || !value.is_object() {
        return None;
    }
    let why = match (value.member("svgPath"), value.member("path")) {
        (Some(shape), _) if is_shape(&shape) => {
            return Some((with_renamed(value, "svgPath", "path"), None));
        }
        (Some(_), _) => NOT_DRAWN,
        (None, Some(path)) if is_shape(&path) => NOT_BOUND,
        (None, _) => return Some((value.clone(), None)),
    };
    Some((Payload::string(STAND_IN), Some(why)))
}

/// Returns an object in which one member is renamed.
fn with_renamed(object: &Payload, old: &str, new: &str) -> Payload {
    map_members(object, |name, value| {
        let name = if name == old { new } else { name };
        Some((name.to_owned(), value.clone()))
    })
}

/// Returns the checks of a TextField with the check that replaces its `validationRegexp`. Returns `None` for other components.
fn checks_with_regexp(component: &v0_9::Component) -> Option<Payload> {
    if type_of(component) != "TextField" {
        return None;
    }
    let check = regexp_as_check(&component.extra)?;
    let stated = component.extra.get("checks");
    let mut checks: Vec<_> = stated.iter().flat_map(|checks| checks.elements()).collect();
    // Both 0.9 and 0.10 require the message of a check.
    checks.push(with_empty_message(&check));
    Some(Payload::array(&checks))
}

/// Records that a property is visible at its own place and at `component`, because the type decides how it is translated.
fn show_property(at: &Pointer, name: &str, fields: &mut FieldMap) {
    if fields.is_wanted() {
        fields.show(at.member(name), at.member(name));
        fields.show(at.member(name), at.member("component"));
    }
}

/// Records that the `validationRegexp` and the checks of a TextField are visible at each other's places, because each may come
/// back as the other.
fn show_regexp(component: &v0_9::Component, at: &Pointer, fields: &mut FieldMap) {
    if !fields.is_wanted() || type_of(component) != "TextField" {
        return;
    }
    if component.extra.get("validationRegexp").is_none() {
        return;
    }
    for name in ["validationRegexp", "checks"] {
        for place in ["validationRegexp", "checks", "value", "component"] {
            fields.show(at.member(name), at.member(place));
        }
    }
}

/// Returns `true` if a text is the data of an SVG path, which begins with a move to a point. 0.10 has the same member for shapes
/// and bindings, so only the text tells them apart.
fn is_shape(path: &Payload) -> bool {
    let text = path.as_str().unwrap_or_default();
    let Some(rest) = text.trim_start().strip_prefix(['M', 'm']) else {
        return false;
    };
    rest.trim_start()
        .starts_with(|first: char| first.is_ascii_digit() || "+-.".contains(first))
}

/// Adds an empty message to a check.
fn with_empty_message(check: &Payload) -> Payload {
    let mut members: Vec<_> = check.members().collect();
    members.push(("message".into(), Payload::string("")));
    Payload::object(members.iter().map(|(name, value)| (&**name, value)))
}

/// Translates a component to 0.9.
fn component_backward(
    old: &v0_9::Component,
    at: &Pointer,
    fields: &mut FieldMap,
) -> v0_9::Component {
    let rules = &BACKWARD;
    let type_name = type_of(old);
    let mut new = copy_without_properties(old, rules, at, fields);
    let mut properties = Vec::new();
    for (name, value) in old.extra.iter() {
        let rule = if is_drawn(type_name, name, value) {
            &rules.icon
        } else {
            &rules.property
        };
        let place = at.member(name);
        let rewritten = property_backward(type_name, name, value);
        for part in &rewritten.inexpressible {
            let why = match part.why {
                Why::Index => NO_INDEX,
                Why::Lacking | Why::LooksBound => ONLY_LATER,
            };
            fields.remark(Carried, rule, (&place.join(&part.at), ""), None, why);
        }
        if rewritten.value.as_ref() != Some(value) {
            show_property(at, name, fields);
        }
        let Some(target) = rewritten.value else {
            continue;
        };
        fields.add(verdict(value, &target), rule, (at, name), Some((at, name)));
        properties.push((name, target));
    }
    show_regexp(old, at, fields);
    new.extra.extend(properties);
    new
}

/// Returns `true` if a property is an Icon name that 0.10 draws as a shape.
fn is_drawn(type_name: &str, name: &str, value: &Payload) -> bool {
    if (type_name, name) != ("Icon", "name") {
        return false;
    }
    match value.member("path") {
        Some(path) => is_shape(&path),
        None => false,
    }
}

/// Converts a property of 0.10 to 0.9.
fn property_backward(type_name: &str, name: &str, value: &Payload) -> RewrittenValue {
    if NEW.contains(&(type_name, name)) {
        return RewrittenValue {
            value: None,
            inexpressible: vec![InexpressiblePart {
                at: Pointer::root(),
                why: Why::Lacking,
            }],
        };
    }
    if is_drawn(type_name, name, value) {
        return RewrittenValue {
            value: Some(with_renamed(value, "path", "svgPath")),
            inexpressible: Vec::new(),
        };
    }
    if name == "action" {
        action_backward(type_name, value)
    } else {
        convert_to_0_9(type_name, name, value, CALLABLE_BY_ALL)
    }
}

/// Converts the action of a component to 0.9.
fn action_backward(type_name: &str, value: &Payload) -> RewrittenValue {
    let mut inexpressible = Vec::new();
    if let Some(event) = value.member("event") {
        for missing in ONLY_EVENT {
            if event.member(missing).is_some() {
                inexpressible.push(InexpressiblePart {
                    at: Pointer::from_static("/event").member(missing),
                    why: Why::Lacking,
                });
            }
        }
    }
    let action = map_members(value, |name, value| {
        let value = match name {
            "event" => without_members(value, &ONLY_EVENT),
            _ => value.clone(),
        };
        Some((name.to_owned(), value))
    });
    let rewritten = convert_to_0_9(type_name, "action", &action, CALLABLE_BY_ALL);
    inexpressible.extend(rewritten.inexpressible);
    RewrittenValue {
        value: rewritten.value,
        inexpressible,
    }
}

/// The members of an agent message, next to its body, that 0.9 lacks.
const ONLY_AGENT: [&str; 3] = ["functionCallId", "wantResponse", "actionId"];
/// The members of a client message, next to its body, that 0.9 lacks.
const ONLY_CLIENT: [&str; 1] = ["functionResponse"];
/// The members of an action message that 0.9 lacks.
const ONLY_ACTION: [&str; 2] = ["wantResponse", "actionId"];
/// The members of a generic error that 0.9 lacks.
const ONLY_ERROR: [&str; 1] = ["functionCallId"];

/// The members of an event that 0.9 lacks.
const ONLY_EVENT: [&str; 2] = ["wantResponse", "responsePath"];

/// The conversion of function calls to 0.9, which cannot restrict the caller of a function.
const CALLABLE_BY_ALL: Rewriting =
    Rewriting::new(Notation::Plain, Notation::Plain).without(&["callableFrom"]);

/// Translates a client message to 0.10, without a carry.
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
    let noted = &["version", message.key()];
    let lacking_in_message = (&ONLY_CLIENT[..], INEXPRESSIBLE);
    note_members(
        &rules.message,
        (&root, &payload(message)),
        noted,
        lacking_in_message,
        fields,
    );
    let body: v0_10::ClientBody = match &message.body {
        v0_9::ClientBody::Action(old) => {
            let lacking_in_action = (&ONLY_ACTION[..], INEXPRESSIBLE);
            note_members(
                &rules.action,
                (&at, &payload(old)),
                &[],
                lacking_in_action,
                fields,
            );
            action_message_forward(old).into()
        }
        v0_9::ClientBody::Error(old) => {
            let lacking_in_error = match old {
                v0_9::Error::Generic(_) => (&ONLY_ERROR[..], INEXPRESSIBLE),
                // A failed validation has the same members in both versions.
                _ => (&[][..], INEXPRESSIBLE),
            };
            note_members(
                &rules.error,
                (&at, &payload(old)),
                &[],
                lacking_in_error,
                fields,
            );
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
    // 0.10 would give these unknown members a meaning.
    target.extra.retain(|name, _| is_client_member(name));
    Ok(target)
}

/// Returns `true` if a member of a client message that is unknown in 0.9 is unknown in 0.10, too.
fn is_client_member(name: &str) -> bool {
    !ONLY_CLIENT.contains(&name)
}

/// Returns `true` if a member of an action that is unknown in 0.9 is unknown in 0.10, too.
fn is_action_member(name: &str) -> bool {
    !ONLY_ACTION.contains(&name)
}

/// Translates the body of an action message to 0.10.
fn action_message_forward(old: &v0_9::UserAction) -> v0_10::UserAction {
    let mut new = v0_10::UserAction::new(
        &*old.name,
        old.surface_id.clone(),
        old.source_component_id.clone(),
        old.timestamp.clone(),
        old.context.clone(),
    );
    new.extra = old.extra.clone();
    new.extra.retain(|name, _| is_action_member(name));
    new
}

/// Translates the body of an action message to 0.9.
fn action_message_backward(old: &v0_10::UserAction) -> v0_9::UserAction {
    let mut new = v0_9::UserAction::new(
        &*old.name,
        old.surface_id.clone(),
        old.source_component_id.clone(),
        old.timestamp.clone(),
        old.context.clone(),
    );
    new.extra = old.extra.clone();
    new
}

/// Translates an error to 0.10.
fn error_forward(old: &v0_9::Error, at: &Pointer) -> Result<v0_10::Error, Refusal> {
    match old {
        v0_9::Error::ValidationFailed(old) => Ok(old.clone().into()),
        v0_9::Error::Generic(old) => {
            let mut new = v0_10::GenericError::new(old.code.clone(), &*old.message)
                .surface_id(old.surface_id.clone());
            new.extra = old.extra.clone();
            // In 0.10 an error is about a surface or a call, not both.
            new.extra.retain(|name, _| !ONLY_ERROR.contains(&name));
            Ok(new.into())
        }
        _ => Err(Refusal::rule_broken(
            FORWARD.error.id,
            at.clone(),
            "this error has no counterpart in 0.10",
        )),
    }
}

/// Translates a client message to 0.9, without a carry.
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
            let lacking_in_action = (&ONLY_ACTION[..], ONLY_LATER);
            note_members(
                &rules.action,
                (&at, &payload(old)),
                &[],
                lacking_in_action,
                fields,
            );
            action_message_backward(old).into()
        }
        v0_10::ClientBody::Error(old) => {
            let lacking_in_error = match old {
                v0_10::Error::Generic(_) => (&ONLY_ERROR[..], ONLY_LATER),
                // A failed validation has the same members in both versions.
                _ => (&[][..], ONLY_LATER),
            };
            note_members(
                &rules.error,
                (&at, &payload(old)),
                &[],
                lacking_in_error,
                fields,
            );
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

/// Translates an error to 0.9. Refuses an error without a surface, which 0.9 requires.
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
    fn an_icon_path_is_a_shape_if_it_begins_like_one() {
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
    fn an_ambiguous_icon_is_reported() {
        for old in [r#"{"path":"m2"}"#, r#"{"svgPath":"/icon"}"#] {
            let (made, losses) = translate(A2ui0_9, A2ui0_10, &icon("v0.9", old));
            assert_eq!((made, losses), (icon("v0.10", r#""help""#), 1), "{old}");
        }
    }
}
