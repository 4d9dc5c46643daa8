//! Bindings and function calls, wherever they stand in a value, from one notation of A2UI into another.

use a2ui::{Notation, expression::without_calls};
use wire::{MAX_DEPTH, Payload, Pointer};

/// The function of 1.0 that gives the place in the list of a template. No version before has one like it.
const INDEX: &str = "@index";

/// The members of a call in any version.
const CALL: [&str; 5] = ["call", "args", "returnType", "callableFrom", "catalogId"];

/// How values are rewritten.
#[derive(Clone, Copy)]
pub(crate) struct Rewriting {
    from: Notation,
    to: Notation,
    /// The members of a call that the target does not have.
    drops: &'static [&'static str],
    /// Whether the target has `@index`.
    has_index: bool,
    /// Whether the context of an event may hold objects that are neither bindings nor calls.
    has_objects: bool,
    /// Whether a text may come out shorter than it was, as it is only shown.
    is_shown: bool,
}

/// A value after it was rewritten.
pub(crate) struct Rewritten {
    /// The value; `None` if it is itself something that the target cannot say.
    pub(crate) value: Option<Payload>,
    /// What stands in it that the target cannot say. Where that is a value, it is left out of objects, and null in arrays.
    pub(crate) unsayable: Vec<Unsayable>,
}

/// What a target cannot say, and where it stands.
pub(crate) struct Unsayable {
    pub(crate) at: Pointer,
    pub(crate) why: Why,
}

/// Why a target cannot say something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    /// A literal, which it would read as a binding or a call.
    LooksBound,
    /// It has no words for it: a member of a call, an object in the context of an event.
    NoWords,
    /// A call that needs `@index`; or a text, which goes without what does.
    Index,
}

impl Rewriting {
    pub(crate) const fn new(from: Notation, to: Notation) -> Self {
        Self { from, to, drops: &[], has_index: true, has_objects: true, is_shown: true }
    }

    /// Leaves these members of calls out.
    pub(crate) const fn without(self, drops: &'static [&'static str]) -> Self {
        Self { drops, ..self }
    }

    /// Leaves `@index` out, with every call that needs it.
    pub(crate) const fn without_index(self) -> Self {
        Self { has_index: false, ..self }
    }

    /// Leaves objects out of the context of an event, but for bindings and calls.
    pub(crate) const fn without_objects(self) -> Self {
        Self { has_objects: false, ..self }
    }

    /// Of what is sent or judged, which is all there or not there.
    pub(crate) const fn sent(self) -> Self {
        Self { is_shown: false, ..self }
    }

    /// The value in the notation of the target.
    pub(crate) fn of(self, value: &Payload) -> Rewritten {
        let same = self.from.marks_values() == self.to.marks_values();
        if same && self.has_all() || value.depth() > MAX_DEPTH {
            return Rewritten { value: Some(value.clone()), unsayable: Vec::new() };
        }
        let mut at = Vec::new();
        let mut unsayable = Vec::new();
        let value = self.value(value, &mut at, &mut unsayable);
        Rewritten { value, unsayable }
    }

    /// Whether the target has all of it.
    fn has_all(self) -> bool {
        self.drops.is_empty() && self.has_index && self.has_objects
    }

    fn value(
        self,
        value: &Payload,
        at: &mut Vec<Segment>,
        unsayable: &mut Vec<Unsayable>,
    ) -> Option<Payload> {
        if value.text().starts_with('[') {
            let mut changed = Vec::new();
            for (index, element) in value.elements().enumerate() {
                at.push(Segment::Index(index));
                changed.push(self.value(&element, at, unsayable).unwrap_or_else(Payload::null));
                at.pop();
            }
            return Some(Payload::array(&changed));
        }
        if !value.is_object() {
            return Some(value.clone());
        }
        let (was_marked, marks) = (self.from.marks_values(), self.to.marks_values());
        let names = |marked| if marked { ("@path", "@call") } else { ("path", "call") };
        let ((old_path, old_call), (path, call)) = (names(was_marked), names(marks));
        if let Some(bound) = only(value, old_path) {
            return Some(Payload::object([(path, &bound)]));
        }
        if !self.has_index && has_word(value, old_call, INDEX) {
            unsayable.push(Unsayable { at: pointer(at), why: Why::Index });
            return None;
        }
        if is_call(value, old_call) {
            return self.call(value, (old_call, call), at, unsayable);
        }
        // What was marked is told by its marks, so that this is a literal; without marks it would be something else.
        if was_marked && !marks && (only(value, "path").is_some() || has_string(value, "call")) {
            unsayable.push(Unsayable { at: pointer(at), why: Why::LooksBound });
            return None;
        }
        let is_event = matches!(at.last(), Some(Segment::Name(name)) if name == "event");
        Some(self.members(value, at, unsayable, |this, name, inner, at, unsayable| {
            // The names in a context are the agent's own, whatever they look like.
            if is_event && name == "context" {
                let context = this.members(inner, at, unsayable, |this, name, inner, at, unsayable| {
                    let is_bound = only(inner, old_path).is_some() || is_call(inner, old_call);
                    if !this.has_objects && inner.is_object() && !is_bound {
                        unsayable.push(Unsayable { at: pointer(at), why: Why::NoWords });
                        return None;
                    }
                    Some((name.to_owned(), this.value(inner, at, unsayable)?))
                });
                return Some((name.to_owned(), context));
            }
            let renamed = match (was_marked, marks) {
                (false, true) if name.starts_with('@') => format!("@{name}"),
                (true, false) => {
                    name.strip_prefix('@').filter(|rest| rest.starts_with('@')).unwrap_or(name).to_owned()
                }
                _ => name.to_owned(),
            };
            Some((renamed, this.value(inner, at, unsayable)?))
        }))
    }

    /// A call; `None` if the target lacks what it needs.
    fn call(
        self,
        value: &Payload,
        (old_call, call): (&str, &str),
        at: &mut Vec<Segment>,
        unsayable: &mut Vec<Unsayable>,
    ) -> Option<Payload> {
        let template = || {
            let is_format = !self.has_index && has_word(value, old_call, "formatString");
            let text = value.get(&Pointer::root().member("args").member("value")).filter(|_| is_format)?;
            without_calls(&text.as_str()?, INDEX).map(|shorter| Payload::string(&shorter))
        };
        let shorter = template();
        let before = unsayable.len();
        // What a call is given it needs as it is.
        let image =
            self.sent().members(value, at, unsayable, |this, name, inner, at, unsayable| match name {
                name if name == old_call => Some((call.to_owned(), inner.clone())),
                name if this.drops.contains(&name) => {
                    unsayable.push(Unsayable { at: pointer(at), why: Why::NoWords });
                    None
                }
                "args" => {
                    let args = this.members(inner, at, unsayable, |this, name, inner, at, unsayable| {
                        let image = match &shorter {
                            Some(shorter) if name == "value" => shorter.clone(),
                            _ => this.value(inner, at, unsayable)?,
                        };
                        Some((name.to_owned(), image))
                    });
                    Some((name.to_owned(), args))
                }
                _ => Some((name.to_owned(), inner.clone())),
            });
        let lacks_index = unsayable.iter().skip(before).any(|one| one.why == Why::Index);
        if lacks_index || shorter.is_some() && !self.is_shown {
            unsayable.truncate(before);
            unsayable.push(Unsayable { at: pointer(at), why: Why::Index });
            return None;
        }
        if shorter.is_some() {
            let place = pointer(at).member("args").member("value");
            unsayable.push(Unsayable { at: place, why: Why::Index });
        }
        Some(image)
    }

    /// The members of an object, each changed or left out; what is none stays as it is.
    fn members(
        self,
        object: &Payload,
        at: &mut Vec<Segment>,
        unsayable: &mut Vec<Unsayable>,
        change: impl Fn(Self, &str, &Payload, &mut Vec<Segment>, &mut Vec<Unsayable>) -> Option<(String, Payload)>,
    ) -> Payload {
        if !object.is_object() {
            return object.clone();
        }
        let mut changed = Vec::new();
        for (name, value) in object.members() {
            at.push(Segment::Name(name.clone().into_owned()));
            changed.extend(change(self, &name, &value, at, unsayable));
            at.pop();
        }
        Payload::object(changed.iter().map(|(name, value)| (name.as_str(), value)))
    }
}

/// A step into a value.
enum Segment {
    Name(String),
    Index(usize),
}

fn pointer(at: &[Segment]) -> Pointer {
    at.iter().fold(Pointer::root(), |pointer, segment| match segment {
        Segment::Name(name) => pointer.member(name),
        Segment::Index(index) => pointer.element(*index),
    })
}

/// The string that stands under the one member of this name.
fn only(value: &Payload, name: &str) -> Option<Payload> {
    let mut members = value.members();
    match (members.next(), members.next()) {
        (Some((member, path)), None) if member == name && path.as_str().is_some() => Some(path),
        _ => None,
    }
}

fn has_string(value: &Payload, name: &str) -> bool {
    value.members().any(|(member, inner)| member == name && inner.as_str().is_some())
}

fn has_word(value: &Payload, name: &str, word: &str) -> bool {
    value.members().any(|(member, inner)| member == name && inner.as_str().as_deref() == Some(word))
}

fn is_call(value: &Payload, name: &str) -> bool {
    has_string(value, name)
        && value.members().all(|(member, _)| member == name || (member != "call" && CALL.contains(&&*member)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const UP: Rewriting = Rewriting::new(Notation::Plain, Notation::At);
    const DOWN: Rewriting = Rewriting::new(Notation::At, Notation::Plain);

    fn of(rewriting: Rewriting, text: &str) -> String {
        let rewritten = rewriting.of(&Payload::parse(text).unwrap());
        rewritten.value.map_or_else(|| "nothing".to_owned(), |value| value.text().to_owned())
    }

    #[test]
    fn bindings_and_calls_are_marked_and_literals_keep_their_names() {
        for (plain, marked) in [
            (r#"{"path":"/n"}"#, r#"{"@path":"/n"}"#),
            (r#"{"path":"/n","componentId":"x"}"#, r#"{"path":"/n","componentId":"x"}"#),
            (
                r#"[{"call":"f","args":{"value":{"path":"n"},"path":1}}]"#,
                r#"[{"@call":"f","args":{"value":{"@path":"n"},"path":1}}]"#,
            ),
            (r#"{"a":{"@k":1.0,"@@k":2}}"#, r#"{"a":{"@@k":1.0,"@@@k":2}}"#),
            (r#"{"call":7}"#, r#"{"call":7}"#),
            (
                r#"{"event":{"name":"n","context":{"path":"/n"}}}"#,
                r#"{"event":{"name":"n","context":{"path":"/n"}}}"#,
            ),
            (
                r#"{"event":{"name":"n","context":{"call":{"path":"/n"}}}}"#,
                r#"{"event":{"name":"n","context":{"call":{"@path":"/n"}}}}"#,
            ),
            (r#""text""#, r#""text""#),
        ] {
            assert_eq!((of(UP, plain), of(DOWN, marked)), (marked.to_owned(), plain.to_owned()));
            let (same, still) = (Notation::Plain, Rewriting::new(Notation::AtValues, Notation::At));
            assert_eq!(of(Rewriting::new(same, same), plain), plain);
            assert_eq!(of(still, marked), marked);
        }
    }

    #[test]
    fn a_call_does_not_say_what_the_target_does_not_have() {
        let rewriting =
            Rewriting::new(Notation::Plain, Notation::Plain).without(&["returnType", "callableFrom"]);
        let call = r#"{"call":"f","returnType":"string","callableFrom":"clientOnly"}"#;
        assert_eq!(of(rewriting, call), r#"{"call":"f"}"#);
    }

    #[test]
    fn a_literal_that_would_be_read_as_a_binding_is_left_out_and_named() {
        for (marked, plain, places) in [
            (r#"{"path":"/n"}"#, "nothing", vec![""]),
            (r#"{"a":{"path":"/n"},"b":1}"#, r#"{"b":1}"#, vec!["/a"]),
            (r#"[1,{"call":"f","args":{}}]"#, "[1,null]", vec!["/1"]),
            (
                r#"{"@call":"f","args":{"x":{"call":"g"},"y":2}}"#,
                r#"{"call":"f","args":{"y":2}}"#,
                vec!["/args/x"],
            ),
            (r#"{"path":"/n","x":1}"#, r#"{"path":"/n","x":1}"#, vec![]),
        ] {
            let unsayable = DOWN.of(&Payload::parse(marked).unwrap()).unsayable;
            assert_eq!(of(DOWN, marked), plain);
            assert!(unsayable.iter().all(|one| one.why == Why::LooksBound));
            assert_eq!(unsayable.iter().map(|one| one.at.as_str()).collect::<Vec<_>>(), places, "{marked}");
        }
    }

    #[test]
    fn what_needs_a_place_in_a_list_is_left_out_and_named() {
        const SENT: Rewriting = DOWN.without_index().sent();
        const SHOWN: Rewriting = DOWN.without_index().without(&["catalogId"]);
        let row = r#"{"@call":"formatString","args":{"value":"${@index(offset: 1)}. ${name}"}}"#;
        let text = r#"{"call":"formatString","args":{"value":". ${name}"}}"#;
        let inner = r#"{"@call":"formatNumber","args":{"value":{"@call":"@index","args":{}}}}"#;
        let other = r#"{"@call":"f","catalogId":"c","args":{"a":{"@call":"g","catalogId":"d"}}}"#;
        for (rewriting, marked, plain, places) in [
            (SHOWN, row.to_owned(), text.to_owned(), vec!["/args/value"]),
            (SENT, row.to_owned(), "nothing".to_owned(), vec![""]),
            (SHOWN, inner.to_owned(), "nothing".to_owned(), vec![""]),
            (SHOWN, r#"{"@call":"@index","x":1}"#.to_owned(), "nothing".to_owned(), vec![""]),
            (
                SHOWN,
                format!(r#"[{{"t":{row},"n":{inner}}},{inner}]"#),
                format!(r#"[{{"t":{text}}},null]"#),
                vec!["/0/t/args/value", "/0/n", "/1"],
            ),
            // What a function is given is not shown.
            (
                SHOWN,
                format!(r#"{{"@call":"f","args":{{"a":[{row}],"b":1}}}}"#),
                "nothing".to_owned(),
                vec![""],
            ),
            (
                SHOWN,
                other.to_owned(),
                r#"{"call":"f","args":{"a":{"call":"g"}}}"#.to_owned(),
                vec!["/catalogId", "/args/a/catalogId"],
            ),
            (SHOWN, r#"{"a":"${@index()}"}"#.to_owned(), r#"{"a":"${@index()}"}"#.to_owned(), vec![]),
        ] {
            let unsayable = rewriting.of(&Payload::parse(&*marked).unwrap()).unsayable;
            assert_eq!(of(rewriting, &marked), plain);
            assert_eq!(unsayable.iter().map(|one| one.at.as_str()).collect::<Vec<_>>(), places, "{marked}");
        }
        let plain = Rewriting::new(Notation::Plain, Notation::Plain).without_index();
        assert_eq!(of(plain, r#"{"a":{"call":"@index"},"b":{"call":"f"}}"#), r#"{"b":{"call":"f"}}"#);
    }

    #[test]
    fn an_object_in_the_context_of_an_event_is_left_out_where_there_are_none() {
        let action = r#"{"event":{"name":"n","context":{"a":{"b":1},"c":{"@path":"/n"},"d":{"@call":"f"},"e":[{"b":1}],"f":{"@path":"/n","b":1}}}}"#;
        let plain = r#"{"event":{"name":"n","context":{"c":{"path":"/n"},"d":{"call":"f"},"e":[{"b":1}]}}}"#;
        let rewriting = DOWN.without_objects();
        assert_eq!(of(rewriting, action), plain);
        let unsayable = rewriting.of(&Payload::parse(action).unwrap()).unsayable;
        let places: Vec<_> = unsayable.iter().map(|one| (one.at.as_str(), one.why)).collect();
        assert_eq!(places, [("/event/context/a", Why::NoWords), ("/event/context/f", Why::NoWords)]);
    }
}
