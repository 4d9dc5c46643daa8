//! Conversion of bindings and function calls between the notations of A2UI.

use a2ui::{Notation, expression::without_calls};
use std::borrow::Cow;
use wire::{MAX_DEPTH, Payload, Pointer, Writer, token};

/// The function of 1.0 that returns the index of a template item. Earlier versions have no equivalent.
const INDEX: &str = "@index";

/// The members of a function call in any version.
const CALL: [&str; 5] = ["call", "args", "returnType", "callableFrom", "catalogId"];

/// The settings of a conversion between notations.
#[derive(Clone, Copy)]
pub(crate) struct Rewriting {
    from: Notation,
    to: Notation,
    /// The members of a call that the target lacks.
    drops: &'static [&'static str],
    /// `true` if the target has `@index`.
    has_index: bool,
    /// `true` if an event context may contain objects other than bindings and calls.
    has_objects: bool,
    /// `true` if a text is only displayed and may therefore lose a part.
    is_shown: bool,
}

/// The result of converting a value.
pub(crate) struct RewrittenValue {
    /// The converted value; `None` if the target cannot express it.
    pub(crate) value: Option<Payload>,
    /// The parts that the target cannot express. They are removed from objects, and null in arrays.
    pub(crate) unsayable: Vec<Unsayable>,
}

/// A part that the target cannot express, with its place.
pub(crate) struct Unsayable {
    pub(crate) at: Pointer,
    pub(crate) why: Why,
}

/// The reason why a target cannot express a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    /// The literal would be read as a binding or a call.
    LooksBound,
    /// The target lacks the construct: a member of a call, or an object in an event context.
    NoWords,
    /// The call needs `@index`, or the text lost a part that does.
    Index,
}

impl Rewriting {
    pub(crate) const fn new(from: Notation, to: Notation) -> Self {
        Self {
            from,
            to,
            drops: &[],
            has_index: true,
            has_objects: true,
            is_shown: true,
        }
    }

    /// Removes these members of calls.
    pub(crate) const fn without(self, drops: &'static [&'static str]) -> Self {
        Self { drops, ..self }
    }

    /// Removes `@index` and every call that needs it.
    pub(crate) const fn without_index(self) -> Self {
        Self {
            has_index: false,
            ..self
        }
    }

    /// Removes objects from event contexts, except bindings and calls.
    pub(crate) const fn without_objects(self) -> Self {
        Self {
            has_objects: false,
            ..self
        }
    }

    /// Treats the value as sent or checked, so a text must not lose parts.
    pub(crate) const fn for_sent_values(self) -> Self {
        Self {
            is_shown: false,
            ..self
        }
    }

    /// Converts a value to the target notation.
    pub(crate) fn of(self, value: &Payload) -> RewrittenValue {
        let same = self.from.has_marked_values() == self.to.has_marked_values();
        let has_objects = value.text().contains('{');
        let is_deep =
            || token::can_exceed_depth(value.text(), MAX_DEPTH) && value.depth() > MAX_DEPTH;
        if !has_objects || same && self.has_all() || is_deep() {
            return RewrittenValue {
                value: Some(value.clone()),
                unsayable: Vec::new(),
            };
        }
        let (mut at, mut unsayable) = (Vec::new(), Vec::new());
        let mut is_sayable = false;
        let made = Payload::build(|out| {
            is_sayable = self.value(value.text(), &mut at, &mut unsayable, out)
        });
        RewrittenValue {
            value: is_sayable.then_some(made),
            unsayable,
        }
    }

    /// Returns `true` if the target can express everything.
    fn has_all(self) -> bool {
        self.drops.is_empty() && self.has_index && self.has_objects
    }

    /// Writes a value. Returns `false` if the target cannot express it.
    fn value<'t>(
        self,
        text: &'t str,
        at: &mut Vec<Segment<'t>>,
        unsayable: &mut Vec<Unsayable>,
        out: &mut Writer,
    ) -> bool {
        if text.starts_with('[') {
            out.open_array();
            for (index, element) in token::children(text).enumerate() {
                at.push(Segment::Index(index));
                out.element();
                if !out.attempt(|out| self.value(element.text, at, unsayable, out)) {
                    out.null();
                }
                at.pop();
            }
            out.close_array();
            return true;
        }
        if !text.starts_with('{') {
            out.raw(text);
            return true;
        }
        let object = members(text);
        let (was_marked, marks) = (self.from.has_marked_values(), self.to.has_marked_values());
        let names = |marked| {
            if marked {
                ("@path", "@call")
            } else {
                ("path", "call")
            }
        };
        let ((old_path, old_call), (path, call)) = (names(was_marked), names(marks));
        if let Some(bound) = only(&object, old_path) {
            out.open_object();
            out.name(path);
            out.raw(bound);
            out.close_object();
            return true;
        }
        if !self.has_index && has_word(&object, old_call, INDEX) {
            unsayable.push(Unsayable {
                at: pointer(at),
                why: Why::Index,
            });
            return false;
        }
        if is_call(&object, old_call) {
            return self.call(text, &object, (old_call, call), at, unsayable, out);
        }
        // The source marks bindings, so this is a literal. Without marks it would be read as a binding.
        if was_marked && !marks && (only(&object, "path").is_some() || has_string(&object, "call"))
        {
            unsayable.push(Unsayable {
                at: pointer(at),
                why: Why::LooksBound,
            });
            return false;
        }
        let is_event = matches!(at.last(), Some(Segment::Name(name)) if name == "event");
        self.members(
            &object,
            at,
            unsayable,
            out,
            |this, name, inner, at, unsayable, out| {
                // The member names of a context belong to the agent and are never special.
                if is_event && name == "context" {
                    out.name(name);
                    return this.members_of(
                        inner,
                        at,
                        unsayable,
                        out,
                        |this, name, inner, at, unsayable, out| {
                            let is_bound = || {
                                let object = members(inner);
                                only(&object, old_path).is_some() || is_call(&object, old_call)
                            };
                            if !this.has_objects && inner.starts_with('{') && !is_bound() {
                                unsayable.push(Unsayable {
                                    at: pointer(at),
                                    why: Why::NoWords,
                                });
                                return false;
                            }
                            out.name(name);
                            this.value(inner, at, unsayable, out)
                        },
                    );
                }
                match (was_marked, marks) {
                    (false, true) if name.starts_with('@') => out.name(&format!("@{name}")),
                    (true, false) => {
                        out.name(
                            name.strip_prefix('@')
                                .filter(|rest| rest.starts_with('@'))
                                .unwrap_or(name),
                        );
                    }
                    _ => out.name(name),
                }
                this.value(inner, at, unsayable, out)
            },
        );
        true
    }

    /// Writes a call. Returns `false` if the target lacks something that the call needs.
    fn call<'t>(
        self,
        text: &'t str,
        object: &[Member<'t>],
        (old_call, call): (&str, &str),
        at: &mut Vec<Segment<'t>>,
        unsayable: &mut Vec<Unsayable>,
        out: &mut Writer,
    ) -> bool {
        let template = || {
            let is_format = !self.has_index && has_word(object, old_call, "formatString");
            let place = Pointer::from_static("/args/value");
            let text =
                token::value_at(text, &place).filter(|text| is_format && text.starts_with('"'))?;
            without_calls(&token::string(text), INDEX)
        };
        let shorter = template();
        let before = unsayable.len();
        // The arguments of a call must be complete.
        self.for_sent_values().members(
            object,
            at,
            unsayable,
            out,
            |this, name, inner, at, unsayable, out| {
                if this.drops.contains(&name) && name != old_call {
                    unsayable.push(Unsayable {
                        at: pointer(at),
                        why: Why::NoWords,
                    });
                    return false;
                }
                out.name(if name == old_call { call } else { name });
                if name != "args" || name == old_call {
                    out.raw(inner);
                    return true;
                }
                this.members_of(
                    inner,
                    at,
                    unsayable,
                    out,
                    |this, name, inner, at, unsayable, out| {
                        out.name(name);
                        match &shorter {
                            Some(shorter) if name == "value" => {
                                out.string(shorter);
                                true
                            }
                            _ => this.value(inner, at, unsayable, out),
                        }
                    },
                )
            },
        );
        let lacks_index = unsayable
            .iter()
            .skip(before)
            .any(|one| one.why == Why::Index);
        if lacks_index || shorter.is_some() && !self.is_shown {
            unsayable.truncate(before);
            unsayable.push(Unsayable {
                at: pointer(at),
                why: Why::Index,
            });
            return false;
        }
        if shorter.is_some() {
            let place = pointer(at).member("args").member("value");
            unsayable.push(Unsayable {
                at: place,
                why: Why::Index,
            });
        }
        true
    }

    /// Writes an object. `member` writes each member, or returns `false` to remove it.
    fn members<'t>(
        self,
        object: &[Member<'t>],
        at: &mut Vec<Segment<'t>>,
        unsayable: &mut Vec<Unsayable>,
        out: &mut Writer,
        member: impl Fn(
            Self,
            &str,
            &'t str,
            &mut Vec<Segment<'t>>,
            &mut Vec<Unsayable>,
            &mut Writer,
        ) -> bool,
    ) {
        out.open_object();
        for (name, inner) in object {
            at.push(Segment::Name(name.clone()));
            out.attempt(|out| member(self, name, inner, at, unsayable, out));
            at.pop();
        }
        out.close_object();
    }

    /// Writes the text of an object with [`members`](Self::members). Other values are copied.
    fn members_of<'t>(
        self,
        text: &'t str,
        at: &mut Vec<Segment<'t>>,
        unsayable: &mut Vec<Unsayable>,
        out: &mut Writer,
        member: impl Fn(
            Self,
            &str,
            &'t str,
            &mut Vec<Segment<'t>>,
            &mut Vec<Unsayable>,
            &mut Writer,
        ) -> bool,
    ) -> bool {
        if text.starts_with('{') {
            self.members(&members(text), at, unsayable, out, member);
        } else {
            out.raw(text);
        }
        true
    }
}

/// One step of a path into a value.
enum Segment<'t> {
    Name(Cow<'t, str>),
    Index(usize),
}

fn pointer(at: &[Segment<'_>]) -> Pointer {
    at.iter()
        .fold(Pointer::root(), |pointer, segment| match segment {
            Segment::Name(name) => pointer.member(name),
            Segment::Index(index) => pointer.element(*index),
        })
}

/// A member name with the text of its value.
type Member<'t> = (Cow<'t, str>, &'t str);

fn members(object: &str) -> Vec<Member<'_>> {
    token::children(object)
        .filter_map(|child| Some((token::name(child.name?), child.text)))
        .collect()
}

/// Returns the string value of an object whose only member has this name.
fn only<'t>(object: &[Member<'t>], name: &str) -> Option<&'t str> {
    match object {
        [(member, inner)] if member == name && inner.starts_with('"') => Some(inner),
        _ => None,
    }
}

fn has_string(object: &[Member<'_>], name: &str) -> bool {
    object
        .iter()
        .any(|(member, inner)| member == name && inner.starts_with('"'))
}

fn has_word(object: &[Member<'_>], name: &str, word: &str) -> bool {
    object.iter().any(|(member, inner)| {
        member == name && inner.starts_with('"') && token::string(inner) == word
    })
}

fn is_call(object: &[Member<'_>], name: &str) -> bool {
    has_string(object, name)
        && object
            .iter()
            .all(|(member, _)| member == name || (member != "call" && CALL.contains(&&**member)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const UP: Rewriting = Rewriting::new(Notation::Plain, Notation::At);
    const DOWN: Rewriting = Rewriting::new(Notation::At, Notation::Plain);

    fn of(rewriting: Rewriting, text: &str) -> String {
        let rewritten = rewriting.of(&Payload::parse(text).unwrap());
        rewritten
            .value
            .map_or_else(|| "nothing".to_owned(), |value| value.text().to_owned())
    }

    #[test]
    fn bindings_and_calls_are_marked_and_literals_keep_their_names() {
        for (plain, marked) in [
            (r#"{"path":"/n"}"#, r#"{"@path":"/n"}"#),
            (
                r#"{"path":"/n","componentId":"x"}"#,
                r#"{"path":"/n","componentId":"x"}"#,
            ),
            (
                r#"[{"call":"f","args":{"value":{"path":"n"},"path":1}}]"#,
                r#"[{"@call":"f","args":{"value":{"@path":"n"},"path":1}}]"#,
            ),
            (
                r#"{"a":{"@k":1.0,"@@k":2}}"#,
                r#"{"a":{"@@k":1.0,"@@@k":2}}"#,
            ),
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
            assert_eq!(
                (of(UP, plain), of(DOWN, marked)),
                (marked.to_owned(), plain.to_owned())
            );
            let (same, still) = (
                Notation::Plain,
                Rewriting::new(Notation::AtValues, Notation::At),
            );
            assert_eq!(of(Rewriting::new(same, same), plain), plain);
            assert_eq!(of(still, marked), marked);
        }
    }

    #[test]
    fn a_call_omits_members_absent_from_the_target() {
        let rewriting = Rewriting::new(Notation::Plain, Notation::Plain)
            .without(&["returnType", "callableFrom"]);
        let call = r#"{"call":"f","returnType":"string","callableFrom":"clientOnly"}"#;
        assert_eq!(of(rewriting, call), r#"{"call":"f"}"#);
    }

    #[test]
    fn a_literal_that_resembles_a_binding_is_omitted_and_noted() {
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
            assert_eq!(
                unsayable
                    .iter()
                    .map(|one| one.at.as_str())
                    .collect::<Vec<_>>(),
                places,
                "{marked}"
            );
        }
    }

    #[test]
    fn calls_that_need_a_list_index_are_omitted_and_noted() {
        const SENT: Rewriting = DOWN.without_index().for_sent_values();
        const SHOWN: Rewriting = DOWN.without_index().without(&["catalogId"]);
        let row = r#"{"@call":"formatString","args":{"value":"${@index(offset: 1)}. ${name}"}}"#;
        let text = r#"{"call":"formatString","args":{"value":". ${name}"}}"#;
        let inner = r#"{"@call":"formatNumber","args":{"value":{"@call":"@index","args":{}}}}"#;
        let other = r#"{"@call":"f","catalogId":"c","args":{"a":{"@call":"g","catalogId":"d"}}}"#;
        for (rewriting, marked, plain, places) in [
            (SHOWN, row.to_owned(), text.to_owned(), vec!["/args/value"]),
            (SENT, row.to_owned(), "nothing".to_owned(), vec![""]),
            (SHOWN, inner.to_owned(), "nothing".to_owned(), vec![""]),
            (
                SHOWN,
                r#"{"@call":"@index","x":1}"#.to_owned(),
                "nothing".to_owned(),
                vec![""],
            ),
            (
                SHOWN,
                format!(r#"[{{"t":{row},"n":{inner}}},{inner}]"#),
                format!(r#"[{{"t":{text}}},null]"#),
                vec!["/0/t/args/value", "/0/n", "/1"],
            ),
            // Arguments of a function are not displayed.
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
            (
                SHOWN,
                r#"{"a":"${@index()}"}"#.to_owned(),
                r#"{"a":"${@index()}"}"#.to_owned(),
                vec![],
            ),
        ] {
            let unsayable = rewriting.of(&Payload::parse(&*marked).unwrap()).unsayable;
            assert_eq!(of(rewriting, &marked), plain);
            assert_eq!(
                unsayable
                    .iter()
                    .map(|one| one.at.as_str())
                    .collect::<Vec<_>>(),
                places,
                "{marked}"
            );
        }
        let plain = Rewriting::new(Notation::Plain, Notation::Plain).without_index();
        assert_eq!(
            of(plain, r#"{"a":{"call":"@index"},"b":{"call":"f"}}"#),
            r#"{"b":{"call":"f"}}"#
        );
    }

    #[test]
    fn an_object_in_an_event_context_is_omitted_if_unsupported() {
        let action = r#"{"event":{"name":"n","context":{"a":{"b":1},"c":{"@path":"/n"},"d":{"@call":"f"},"e":[{"b":1}],"f":{"@path":"/n","b":1}}}}"#;
        let plain = r#"{"event":{"name":"n","context":{"c":{"path":"/n"},"d":{"call":"f"},"e":[{"b":1}]}}}"#;
        let rewriting = DOWN.without_objects();
        assert_eq!(of(rewriting, action), plain);
        let unsayable = rewriting.of(&Payload::parse(action).unwrap()).unsayable;
        let places: Vec<_> = unsayable
            .iter()
            .map(|one| (one.at.as_str(), one.why))
            .collect();
        assert_eq!(
            places,
            [
                ("/event/context/a", Why::NoWords),
                ("/event/context/f", Why::NoWords)
            ]
        );
    }
}
