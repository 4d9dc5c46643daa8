//! Maps the three notations of A2UI 1.0 to each other: August 2026, September 2026, and since November 2026.
//!
//! Specification: [A2UI 1.0, Common types](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#common-types), [A2UI 1.0, The component object](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#the-component-object).
//!
//! | August | September | since November | how |
//! |---|---|---|---|
//! | `version` `v1.0` | `v1.0` | `1.0` | by the dialect |
//! | `{"path"}`, `{"call"}` | `{"@path"}`, `{"@call"}` | the same | in the properties of components and the arguments of calls; a literal `@k` becomes `@@k` |
//! | a literal `{"path"}` or `{"call"}` | unchanged | unchanged | carried, because August would read it as a binding or a call |
//! | `catalogId`, `accessibility`, `metadata`, `checks` | the same | prefixed with `@` | keys of a component |
//! | – | – | the same names without `@` | properties of a catalog; earlier notations use `catalogId` and `metadata` as keys, so these are carried |
//!
//! Data, metadata, actions, answers and errors are the same in all notations.

mod returning;

use crate::{
    Dialect, Refusal,
    Verdict::*,
    lens::{
        Direction, FieldMap, KeyedList, Returns, Step, Translated, TranslationCx, payload, rules,
    },
    mappings::a2ui_notation::{InexpressiblePart, Rewriting, RewrittenValue},
};
use a2ui::{Message, Notation, v1_0};
use std::borrow::Cow;
use wire::{Field, Payload, Pointer};

rules! { "a2ui-1.0-later", "a2ui-1.0-earlier";
    version "version": "/version" => "/version";
    message "message": "" => "";
    call "call": "/callFunction" => "/callFunction";
    property "property": "" => "";
    key "key": "" => "";
}

/// The depth of the fields, such as `/updateComponents/components/0/text`.
const LEVELS: usize = 4;

/// The list of components in an `updateComponents`.
const UPDATED: KeyedList = KeyedList::new(
    "/updateComponents/components",
    "/updateComponents/components",
    "id",
);
/// The list of components in a `createSurface`.
const CREATED: KeyedList = KeyedList::new(
    "/createSurface/components",
    "/createSurface/components",
    "id",
);

/// The keys of a component in the current notation, with their earlier names.
const KEYS: [(&str, &str); 4] = [
    ("@catalogId", "catalogId"),
    ("@accessibility", "accessibility"),
    ("@metadata", "metadata"),
    ("@checks", "checks"),
];

const KEY_BEFORE: &str = "before November 2026 this name was a key of the component";
const RESERVED: &str =
    "since November 2026 names that begin with `@` are reserved for keys of the component";
const DOUBLED: &str = "the component already has a property of this name";
const LOOKS_BOUND: &str = "August's 1.0 would read this literal as a binding or a call";

/// Translates a message of 1.0 into another notation.
///
/// # Errors
/// Refuses a message of a version other than 1.0.
pub(crate) fn translate(
    message: Message,
    tcx: &mut TranslationCx<'_>,
) -> Result<Translated<Message>, Refusal> {
    let Step { from, to, .. } = tcx.step;
    let (forth, back) = (NotationChange::new(from, to), NotationChange::new(to, from));
    match message {
        Message::V1_0Agent(message) => {
            let direction = Direction {
                list: match message.key() {
                    "createSurface" => Some(CREATED),
                    "updateComponents" => Some(UPDATED),
                    _ => None,
                },
                ..Direction::new(from, to, LEVELS, &forth.rules().others)
            };
            let mut fields = tcx.fields();
            let plain_target = forth.translate_agent(&message, &mut fields);
            let returns = Returns {
                losses: &|target, losses| back.add_losses_of_agent(&message, target, losses),
                back: &|target| Ok(back.translate_agent(target, &mut FieldMap::none())),
            };
            let translated = direction.reconcile(&message, plain_target, fields, returns, tcx)?;
            Ok(translated.map(Into::into))
        }
        Message::V1_0Renderer(message) => {
            let direction = Direction::new(from, to, LEVELS, &forth.rules().others);
            let mut fields = tcx.fields();
            let plain_target = forth.translate_renderer(&message, &mut fields);
            let returns = Returns {
                losses: &|target, losses| back.add_losses_of_renderer(&message, target, losses),
                back: &|target| Ok(back.translate_renderer(target, &mut FieldMap::none())),
            };
            let translated = direction.reconcile(&message, plain_target, fields, returns, tcx)?;
            Ok(translated.map(Into::into))
        }
        other => {
            let text = format!("the message is of A2UI {}, not 1.0", other.version());
            let rule = forth.rules().message.id;
            Err(Refusal::rule_broken(rule, Pointer::root(), text))
        }
    }
}

/// A mapping from one notation to another.
#[derive(Clone, Copy)]
struct NotationChange {
    from: Notation,
    to: Notation,
    /// The version that messages of the target state.
    word: v1_0::Version,
}

impl NotationChange {
    /// Creates the mapping between the notations of two dialects.
    fn new(from: Dialect, to: Dialect) -> Self {
        Self {
            from: from.notation(),
            to: to.notation(),
            word: to.word_of_1_0(),
        }
    }

    /// Returns the rules of the direction. The notations are ordered by date.
    fn rules(self) -> &'static Rules {
        if self.from <= self.to {
            &FORWARD
        } else {
            &BACKWARD
        }
    }

    /// Translates an agent message, without a carry.
    fn translate_agent(
        self,
        message: &v1_0::AgentMessage,
        fields: &mut FieldMap,
    ) -> v1_0::AgentMessage {
        let mut target = message.clone();
        target.version = self.word;
        let at = self.note_copied_members(message.key(), &payload(message), fields);
        let components = at.member("components");
        match &mut target.body {
            v1_0::AgentBody::CreateSurface(body) => {
                if let Field::Value(list) = &mut body.components {
                    self.translate_components(list, &components, fields);
                }
            }
            v1_0::AgentBody::UpdateComponents(body) => {
                self.translate_components(&mut body.components, &components, fields)
            }
            v1_0::AgentBody::CallRendererFunction(body) => {
                self.translate_call(&mut body.call_function, &at, fields)
            }
            _ => {}
        }
        target
    }

    /// Translates a renderer message, without a carry.
    fn translate_renderer(
        self,
        message: &v1_0::RendererMessage,
        fields: &mut FieldMap,
    ) -> v1_0::RendererMessage {
        let mut target = message.clone();
        target.version = self.word;
        let at = self.note_copied_members(message.key(), &payload(message), fields);
        if let v1_0::RendererBody::CallAgentFunction(body) = &mut target.body {
            self.translate_call(&mut body.call_function, &at, fields);
        }
        target
    }

    /// Notes that the members of a message and its body are copied, except the version and the translated members. Returns the
    /// place of the body.
    fn note_copied_members(self, key: &str, message: &Payload, fields: &mut FieldMap) -> Pointer {
        let (rules, root) = (self.rules(), Pointer::root());
        let at = root.member(key);
        if !fields.is_wanted() {
            return at;
        }
        fields.add(
            Encoded,
            &rules.version,
            (&root, "version"),
            Some((&root, "version")),
        );
        fields.copy_members(&rules.message, &root, message, &["version", key]);
        if let Some(body) = message.get(&at) {
            fields.copy_members(&rules.message, &at, &body, &["components", "callFunction"]);
        }
        at
    }

    /// Translates a function call, and adds notes about it.
    fn translate_call(self, call: &mut v1_0::FunctionCall, at: &Pointer, fields: &mut FieldMap) {
        let rule = &self.rules().call;
        let (new, inexpressible) = self.rewrite_call(call);
        for part in &inexpressible {
            let from = at.member("callFunction").join(&part.at);
            fields.remark(Carried, rule, (&from, ""), None, LOOKS_BOUND);
        }
        let verdict = if new.is_some() { Encoded } else { Copied };
        fields.add(
            verdict,
            rule,
            (at, "callFunction"),
            Some((at, "callFunction")),
        );
        if let Some(new) = new {
            *call = new;
        }
    }

    /// Converts a function call. Returns the call if it changes, and the parts that the target cannot express.
    fn rewrite_call(
        self,
        call: &v1_0::FunctionCall,
    ) -> (Option<v1_0::FunctionCall>, Vec<InexpressiblePart>) {
        let old = payload(call);
        let RewrittenValue {
            value,
            inexpressible,
        } = Rewriting::new(self.from, self.to).rewrite(&old);
        match value {
            // A call that is no longer valid after the conversion stays as it is.
            Some(new) if new != old => (new.decode().ok(), inexpressible),
            _ => (None, inexpressible),
        }
    }

    /// Translates the components in a list.
    fn translate_components(
        self,
        components: &mut [v1_0::Component],
        at: &Pointer,
        fields: &mut FieldMap,
    ) {
        for (index, component) in components.iter_mut().enumerate() {
            *component = self.translate_component(component, &at.element(index), fields);
        }
    }

    /// Translates a component.
    fn translate_component(
        self,
        old: &v1_0::Component,
        at: &Pointer,
        fields: &mut FieldMap,
    ) -> v1_0::Component {
        let rules = self.rules();
        let mut new = v1_0::Component::new(old.id.clone());
        new.component = old.component.clone();
        fields.add(Copied, &rules.property, (at, "id"), Some((at, "id")));
        if !old.component.is_absent() {
            fields.add(
                Copied,
                &rules.property,
                (at, "component"),
                Some((at, "component")),
            );
        }
        for (name, value) in members(old) {
            match self.convert_member(old, name, &value) {
                Ok(member) => self.translate_member(&mut new, (name, &value), member, at, fields),
                Err(why) => {
                    fields.remark(Carried, &rules.key, (at, name), None, why);
                    // The target lacks this name, so a member found there later is an edit.
                    if why == RESERVED {
                        fields.show(at.member(name), at.member(name));
                    }
                }
            }
        }
        self.show_keys(old, at, fields);
        new
    }

    /// Sets a translated member of a component, and adds notes about the translation.
    fn translate_member(
        self,
        new: &mut v1_0::Component,
        (name, value): (&str, &Payload),
        (new_name, rewritten): (String, RewrittenValue),
        at: &Pointer,
        fields: &mut FieldMap,
    ) {
        let rules = self.rules();
        let is_same_name = new_name == name;
        let rule = if is_same_name {
            &rules.property
        } else {
            &rules.key
        };
        for part in &rewritten.inexpressible {
            let from = at.member(name).join(&part.at);
            fields.remark(Carried, rule, (&from, ""), None, LOOKS_BOUND);
        }
        let Some(target) = rewritten.value else {
            // The target lacks this member, so one found there later is an edit.
            fields.show(at.member(name), at.member(&new_name));
            return;
        };
        let verdict = match (target == *value, is_same_name) {
            (true, true) => Copied,
            (true, false) => Renamed,
            (false, _) => Encoded,
        };
        fields.add(verdict, rule, (at, name), Some((at, &new_name)));
        set_member(new, &new_name, target);
    }

    /// Records that a key and the property with its plain name are visible at each other's places if one may come back as the
    /// other.
    fn show_keys(self, component: &v1_0::Component, at: &Pointer, fields: &mut FieldMap) {
        if !fields.is_wanted() || self.from.has_marked_keys() == self.to.has_marked_keys() {
            return;
        }
        for (marked, plain) in KEYS {
            if !self.may_swap(component, marked, plain) {
                continue;
            }
            for name in [marked, plain] {
                for place in [marked, plain] {
                    fields.show(at.member(name), at.member(place));
                }
            }
        }
    }

    /// Returns `true` if a key and the property with its plain name may come back as each other.
    fn may_swap(self, component: &v1_0::Component, marked: &str, plain: &str) -> bool {
        if !self.from.has_marked_keys() {
            return has_key(component, marked);
        }
        if component.extra.get(plain).is_some() {
            return !is_lacking_before(plain);
        }
        let mut members = members(component);
        members.any(|(name, value)| name == marked && !is_key(plain, &value))
    }

    /// Returns the name and the value of a component member in the target, or the reason why it has none.
    fn convert_member(
        self,
        component: &v1_0::Component,
        name: &str,
        value: &Payload,
    ) -> Result<(String, RewrittenValue), &'static str> {
        let to = self.convert_name(component, name, value)?;
        // Metadata belong to vendors, so their objects are never bindings or calls.
        let is_data = name == "@metadata"
            || to == "@metadata"
            || (name == "metadata" && !self.from.has_marked_keys());
        let to_notation = if is_data { self.from } else { self.to };
        let rewritten = Rewriting::new(self.from, to_notation).rewrite(value);
        Ok((to, rewritten))
    }

    /// Returns the name of a component member in the target, or the reason why it has none.
    fn convert_name(
        self,
        component: &v1_0::Component,
        name: &str,
        value: &Payload,
    ) -> Result<String, &'static str> {
        match (self.from.has_marked_keys(), self.to.has_marked_keys()) {
            (true, false) => name_without_mark(component, name).map(str::to_owned),
            (false, true) => name_with_mark(component, name, value).map(str::to_owned),
            _ => Ok(name.to_owned()),
        }
    }
}

/// Returns the name of a component member in a notation before November 2026, or the reason why it has none.
fn name_without_mark<'n>(
    component: &v1_0::Component,
    name: &'n str,
) -> Result<&'n str, &'static str> {
    let Some((_, plain)) = KEYS.iter().find(|(marked, _)| *marked == name) else {
        return if is_lacking_before(name) {
            Err(KEY_BEFORE)
        } else {
            Ok(name)
        };
    };
    // Earlier notations lack `catalogId` and `metadata` as properties, so such a property does not occupy the name.
    if component.extra.get(plain).is_some() && !is_lacking_before(plain) {
        Err(DOUBLED)
    } else {
        Ok(plain)
    }
}

/// Returns the name of a component member in the notation since November 2026, or the reason why it has none.
fn name_with_mark<'n>(
    component: &v1_0::Component,
    name: &'n str,
    value: &Payload,
) -> Result<&'n str, &'static str> {
    if let Some((marked, _)) = KEYS.iter().find(|(_, plain)| *plain == name) {
        return if is_key(name, value) && !has_key(component, marked) {
            Ok(marked)
        } else {
            Ok(name)
        };
    }
    let is_marked_key = KEYS.iter().any(|(marked, _)| *marked == name);
    if name.starts_with('@') && !is_marked_key {
        Err(RESERVED)
    } else {
        Ok(name)
    }
}

/// Returns `true` if notations before November 2026 have a key of this name, and therefore no catalog property.
fn is_lacking_before(name: &str) -> bool {
    matches!(name, "catalogId" | "metadata")
}

/// Iterates over the keys and the properties of a component, without its id and its type.
fn members(component: &v1_0::Component) -> impl Iterator<Item = (&str, Cow<'_, Payload>)> {
    let catalog_id = match &component.catalog_id {
        Field::Absent => None,
        id => Some(("@catalogId", Cow::Owned(payload(id)))),
    };
    let metadata = match &component.metadata {
        Field::Absent => None,
        metadata => Some(("@metadata", Cow::Owned(payload(metadata)))),
    };
    let extra = component.extra.iter();
    let extra = extra.map(|(name, value)| (name, Cow::Borrowed(value)));
    catalog_id.into_iter().chain(metadata).chain(extra)
}

/// Returns `true` if a component has the key of this name.
fn has_key(component: &v1_0::Component, marked: &str) -> bool {
    match marked {
        "@catalogId" => !component.catalog_id.is_absent(),
        "@metadata" => !matches!(component.metadata, Field::Absent),
        _ => component.extra.get(marked).is_some(),
    }
}

/// Returns `true` if a value has the type of the key with this plain name.
fn is_key(plain: &str, value: &Payload) -> bool {
    match plain {
        "catalogId" => value.as_str().is_some(),
        "metadata" => value.decode::<v1_0::Metadata>().is_ok(),
        "accessibility" => value.is_object(),
        // `checks` is a list.
        _ => value.text().starts_with('['),
    }
}

/// Sets a key or a property of a component. An invalid value of a typed key becomes null.
fn set_member(component: &mut v1_0::Component, name: &str, value: Payload) {
    match name {
        "@catalogId" => component.catalog_id = value.decode().map_or(Field::Null, Field::Value),
        "@metadata" => component.metadata = value.decode().map_or(Field::Null, Field::Value),
        _ => {
            component.extra.insert(name, value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Carry, Context, Translator};
    use Dialect::{A2ui1_0, A2ui1_0Aug, A2ui1_0Sep};

    fn update(word: &str, component: &str) -> String {
        format!(
            r#"{{"version":"{word}","updateComponents":{{"surfaceId":"s","components":[{{"id":"a","component":"Field",{component}}}]}}}}"#
        )
    }

    /// Translates a message forth and back. Returns the target, the places of losses, and the back-translation.
    fn there_and_back(from: Dialect, to: Dialect, text: &str) -> (String, Vec<String>, String) {
        let mut there = Translator::new(from, to, Context::default()).unwrap();
        let mut back = Translator::new(to, from, Context::default()).unwrap();
        let made = there
            .push(Message::read(text).unwrap(), Carry::default())
            .unwrap()
            .outputs
            .remove(0);
        let losses = made.notes.iter().filter(|note| note.is_loss(false));
        let losses = losses.map(|note| note.from.as_str().to_owned()).collect();
        let again = back
            .push(made.message.clone(), made.carry)
            .unwrap()
            .outputs
            .remove(0)
            .message;
        (
            made.message.encode().unwrap(),
            losses,
            again.encode().unwrap(),
        )
    }

    const AT: &str = "/updateComponents/components/0";

    #[test]
    fn a_component_is_rewritten_between_all_notations() {
        let today = r#""value":{"@path":"/v"},"@checks":[{"condition":{"@call":"f","args":{"x":{"@path":"/v"}}}}],"@accessibility":{"label":"l"},"@metadata":{"extensions":{"a":{"path":"/n"}}},"@catalogId":"mine""#;
        let september = r#""value":{"@path":"/v"},"checks":[{"condition":{"@call":"f","args":{"x":{"@path":"/v"}}}}],"accessibility":{"label":"l"},"metadata":{"extensions":{"a":{"path":"/n"}}},"catalogId":"mine""#;
        let august = r#""value":{"path":"/v"},"checks":[{"condition":{"call":"f","args":{"x":{"path":"/v"}}}}],"accessibility":{"label":"l"},"metadata":{"extensions":{"a":{"path":"/n"}}},"catalogId":"mine""#;
        let all = [
            (A2ui1_0, update("1.0", today)),
            (A2ui1_0Sep, update("v1.0", september)),
            (A2ui1_0Aug, update("v1.0", august)),
        ];
        for (from, text) in &all {
            for (to, expected) in all.iter().filter(|(to, _)| to != from) {
                let (made, losses, back) = there_and_back(*from, *to, text);
                assert_eq!(Message::read(&made), Message::read(expected), "{from} {to}");
                assert_eq!(
                    (losses, Message::read(&back)),
                    (Vec::new(), Message::read(text)),
                    "{from} {to}"
                );
            }
        }
    }

    #[test]
    fn call_keys_are_marked_but_catalog_ids_are_not() {
        let today = r#"{"version":"1.0","callRendererFunction":{"functionCallId":"1","callFunction":{"@call":"f","args":{"x":{"@path":"/v"},"y":{"@@k":1.0}},"catalogId":"c"}}}"#;
        let august = r#"{"version":"v1.0","callRendererFunction":{"functionCallId":"1","callFunction":{"call":"f","args":{"x":{"path":"/v"},"y":{"@k":1.0}},"catalogId":"c"}}}"#;
        for (from, to, text, expected) in [
            (A2ui1_0, A2ui1_0Aug, today, august),
            (A2ui1_0Aug, A2ui1_0, august, today),
        ] {
            let (made, losses, back) = there_and_back(from, to, text);
            assert_eq!(Message::read(&made), Message::read(expected));
            assert_eq!(
                (losses, Message::read(&back)),
                (Vec::new(), Message::read(text))
            );
        }
    }

    #[test]
    fn values_that_a_notation_lacks_are_noted_and_restored() {
        for (from, to, component, made, lost) in [
            // A catalog property with the name of a key.
            (
                A2ui1_0,
                A2ui1_0Sep,
                r#""x":1.0,"metadata":"own""#,
                r#""x":1.0"#,
                "/metadata",
            ),
            (
                A2ui1_0,
                A2ui1_0Sep,
                r#""checks":"own","@checks":[]"#,
                r#""checks":"own""#,
                "/@checks",
            ),
            // A literal that August would read as a binding.
            (
                A2ui1_0,
                A2ui1_0Aug,
                r#""x":{"a":{"path":"/n"}}"#,
                r#""x":{}"#,
                "/x/a",
            ),
            (
                A2ui1_0Sep,
                A2ui1_0Aug,
                r#""x":[{"call":"f"}]"#,
                r#""x":[null]"#,
                "/x/0",
            ),
            // A name that is reserved since November.
            (
                A2ui1_0Sep,
                A2ui1_0,
                r#""x":1.0,"@own":2"#,
                r#""x":1.0"#,
                "/@own",
            ),
        ] {
            let word = |dialect: Dialect| dialect.word_of_1_0().as_str();
            let text = update(word(from), component);
            let (found, losses, back) = there_and_back(from, to, &text);
            assert_eq!((found, back), (update(word(to), made), text), "{component}");
            assert_eq!(losses.first(), Some(&format!("{AT}{lost}")), "{component}");
        }
    }

    #[test]
    fn a_property_that_resembles_a_key_stays_a_property() {
        let text = update("v1.0", r#""checks":"own","accessibility":7"#);
        let made = update("1.0", r#""checks":"own","accessibility":7"#);
        assert_eq!(
            there_and_back(A2ui1_0Sep, A2ui1_0, &text),
            (made, vec![], text)
        );
    }
}
