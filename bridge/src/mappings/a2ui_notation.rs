//! Conversion of bindings and function calls between the notations of A2UI.

use a2ui::{Notation, expression::without_calls};
use std::borrow::Cow;
use wire::{MAX_DEPTH, Payload, Pointer, Writer, token};

/// The function of A2UI 1.0 that returns the index of a template item. Version 0.9 has no equivalent.
const INDEX: &str = "@index";

/// The members that a function call has in any version of A2UI.
const CALL_MEMBERS: [&str; 5] = ["call", "args", "returnType", "callableFrom", "catalogId"];

/// The settings of a conversion between notations.
#[derive(Clone, Copy)]
pub(crate) struct Rewriting {
    from: Notation,
    to: Notation,
    /// The members of a function call that the target lacks.
    drops: &'static [&'static str],
    /// `true` if the target has `@index`.
    has_index: bool,
    /// `true` if an event context may contain objects other than bindings and calls.
    has_objects: bool,
    /// `true` if the value is only displayed, so that a text may lose a part.
    is_shown: bool,
}

/// The result of converting a value.
pub(crate) struct RewrittenValue {
    /// The converted value; `None` if the target cannot express it.
    pub(crate) value: Option<Payload>,
    /// The parts that the target cannot express. In an object they are removed, and in an array null replaces them.
    pub(crate) inexpressible: Vec<InexpressiblePart>,
}

/// A part that the target cannot express, with its place.
pub(crate) struct InexpressiblePart {
    pub(crate) at: Pointer,
    pub(crate) why: Why,
}

/// The reason why a target cannot express a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    /// The literal would be read as a binding or a call.
    LooksBound,
    /// The target lacks the construct: a member of a call, or an object in an event context.
    Lacking,
    /// The call needs `@index`, or the text lost a call of `@index`.
    Index,
}

impl Rewriting {
    /// Creates a conversion to a target that can express everything.
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

    /// Removes these members from function calls.
    pub(crate) const fn without(self, drops: &'static [&'static str]) -> Self {
        Self { drops, ..self }
    }

    /// Removes `@index`, and every call that needs its result.
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

    /// Treats the value as sent or checked: a text is kept as a whole or removed.
    pub(crate) const fn for_sent_values(self) -> Self {
        Self {
            is_shown: false,
            ..self
        }
    }

    /// Converts a value to the target notation.
    pub(crate) fn rewrite(self, value: &Payload) -> RewrittenValue {
        if self.leaves_unchanged(value) {
            return RewrittenValue {
                value: Some(value.clone()),
                inexpressible: Vec::new(),
            };
        }
        let mut pass = RewritingPass {
            settings: self,
            at: Vec::new(),
            inexpressible: Vec::new(),
        };
        let mut is_expressible = false;
        let rewritten = Payload::build(|out| is_expressible = pass.write_value(value.text(), out));
        RewrittenValue {
            value: if is_expressible {
                Some(rewritten)
            } else {
                None
            },
            inexpressible: pass.inexpressible,
        }
    }

    /// Returns `true` if a value is not converted. The value contains no objects, or both notations express it in the same way,
    /// or it is nested too deep.
    fn leaves_unchanged(self, value: &Payload) -> bool {
        if !value.text().contains('{') {
            return true;
        }
        let has_same_marks = self.from.has_marked_values() == self.to.has_marked_values();
        if has_same_marks && self.has_all() {
            return true;
        }
        // The conversion is recursive. The first test is cheap, because it does not parse the value.
        token::can_exceed_depth(value.text(), MAX_DEPTH) && value.depth() > MAX_DEPTH
    }

    /// Returns `true` if the target can express all constructs.
    fn has_all(self) -> bool {
        self.drops.is_empty() && self.has_index && self.has_objects
    }
}

/// The member names of bindings and calls in a notation.
struct ValueKeys {
    path: &'static str,
    call: &'static str,
}

impl ValueKeys {
    /// Returns the names in a notation. Since September 2026, A2UI 1.0 marks them with `@`.
    fn of(notation: Notation) -> Self {
        if notation.has_marked_values() {
            Self {
                path: "@path",
                call: "@call",
            }
        } else {
            Self {
                path: "path",
                call: "call",
            }
        }
    }
}

/// The conversion of one value. Each method writes a part, and returns `false` if the target cannot express it.
struct RewritingPass<'t> {
    settings: Rewriting,
    /// The path from the root to the part that is being written.
    at: Vec<Segment<'t>>,
    inexpressible: Vec<InexpressiblePart>,
}

impl<'t> RewritingPass<'t> {
    /// Writes a value of any kind.
    fn write_value(&mut self, text: &'t str, out: &mut Writer) -> bool {
        match text.as_bytes().first() {
            Some(b'{') => self.write_object(text, out),
            Some(b'[') => {
                self.write_elements(text, out);
                true
            }
            _ => {
                out.raw(text);
                true
            }
        }
    }

    /// Writes an array. Null replaces the elements that the target cannot express, so that the indices of the others stay the
    /// same.
    fn write_elements(&mut self, text: &'t str, out: &mut Writer) {
        out.open_array();
        for (index, element) in token::children(text).enumerate() {
            self.at.push(Segment::Index(index));
            out.element();
            if !out.attempt(|out| self.write_value(element.text, out)) {
                out.null();
            }
            self.at.pop();
        }
        out.close_array();
    }

    /// Writes an object: a binding, a call, or a literal.
    fn write_object(&mut self, text: &'t str, out: &mut Writer) -> bool {
        let object = read_members(text);
        let source = self.source_keys();
        if let Some(path) = find_only_string(&object, source.path) {
            out.open_object();
            out.name(self.target_keys().path);
            out.raw(path);
            out.close_object();
            return true;
        }
        // A call of `@index` is refused even if it has unknown members and would be read as a literal.
        if !self.settings.has_index && has_word(&object, source.call, INDEX) {
            return self.refuse(Why::Index);
        }
        if is_call(&object, source.call) {
            return self.write_call(text, &object, out);
        }
        if self.loses_literal(&object) {
            return self.refuse(Why::LooksBound);
        }
        if self.is_in_member("event") {
            self.write_members(&object, out, Self::write_event_member);
        } else {
            self.write_members(&object, out, Self::write_literal_member);
        }
        true
    }

    /// Returns `true` if an object is a literal in the source, but the target would read it as a binding or a call. This occurs
    /// only if the source marks bindings and the target does not.
    fn loses_literal(&self, object: &[Member<'t>]) -> bool {
        let Rewriting { from, to, .. } = self.settings;
        from.has_marked_values()
            && !to.has_marked_values()
            && (find_only_string(object, "path").is_some() || has_string(object, "call"))
    }

    /// Writes a member of an object that is neither a binding nor a call.
    fn write_literal_member(&mut self, name: &str, inner: &'t str, out: &mut Writer) -> bool {
        let Rewriting { from, to, .. } = self.settings;
        match (from.has_marked_values(), to.has_marked_values()) {
            // In a notation with marks, a literal name that begins with `@` has an additional `@`.
            (false, true) if name.starts_with('@') => out.name(&format!("@{name}")),
            (true, false) if name.starts_with("@@") => {
                out.name(name.strip_prefix('@').unwrap_or(name));
            }
            _ => out.name(name),
        }
        self.write_value(inner, out)
    }

    /// Writes a member of an event. Names in its context are not special.
    fn write_event_member(&mut self, name: &str, inner: &'t str, out: &mut Writer) -> bool {
        if name == "context" {
            out.name(name);
            self.write_members_of(inner, out, Self::write_context_member)
        } else {
            self.write_literal_member(name, inner, out)
        }
    }

    /// Writes a member of an event context. The agent chooses its name, so the name is never special.
    fn write_context_member(&mut self, name: &str, inner: &'t str, out: &mut Writer) -> bool {
        if !self.settings.has_objects && inner.starts_with('{') && !self.is_bound(inner) {
            return self.refuse(Why::Lacking);
        }
        out.name(name);
        self.write_value(inner, out)
    }

    /// Returns `true` if an object of the source is a binding or a call.
    fn is_bound(&self, text: &str) -> bool {
        let (object, source) = (read_members(text), self.source_keys());
        find_only_string(&object, source.path).is_some() || is_call(&object, source.call)
    }

    /// Writes a call, unless the target lacks something that the call needs.
    fn write_call(&mut self, text: &'t str, object: &[Member<'t>], out: &mut Writer) -> bool {
        let shorter = self.template_without_index(text, object);
        let before = self.inexpressible.len();
        // A function may do anything with its arguments, so no text among them may lose a part.
        let is_shown = std::mem::replace(&mut self.settings.is_shown, false);
        self.write_members(object, out, |pass, name, inner, out| {
            pass.write_call_member(name, inner, shorter.as_deref(), out)
        });
        self.settings.is_shown = is_shown;
        let parts = self.inexpressible.get(before..).unwrap_or_default();
        let lacks_index = parts.iter().any(|part| part.why == Why::Index);
        if lacks_index || (shorter.is_some() && !is_shown) {
            // One note about the whole call replaces the notes about its parts.
            self.inexpressible.truncate(before);
            return self.refuse(Why::Index);
        }
        if shorter.is_some() {
            self.inexpressible.push(InexpressiblePart {
                at: pointer_to(&self.at).member("args").member("value"),
                why: Why::Index,
            });
        }
        true
    }

    /// Returns the template of a `formatString` without its calls of `@index`. Returns `None` if the target has `@index`, or
    /// if the template does not call it.
    fn template_without_index(&self, text: &str, object: &[Member<'t>]) -> Option<String> {
        if self.settings.has_index || !has_word(object, self.source_keys().call, "formatString") {
            return None;
        }
        let template = token::value_at(text, &Pointer::from_static("/args/value"))?;
        if !template.starts_with('"') {
            return None;
        }
        without_calls(&token::string(template), INDEX)
    }

    /// Writes a member of a function call. `shorter` replaces the argument `value`, which is the template.
    fn write_call_member(
        &mut self,
        name: &str,
        inner: &'t str,
        shorter: Option<&str>,
        out: &mut Writer,
    ) -> bool {
        if name == self.source_keys().call {
            out.name(self.target_keys().call);
            out.raw(inner);
            return true;
        }
        if self.settings.drops.contains(&name) {
            return self.refuse(Why::Lacking);
        }
        out.name(name);
        if name != "args" {
            out.raw(inner);
            return true;
        }
        self.write_members_of(inner, out, |pass, name, inner, out| {
            out.name(name);
            match shorter {
                Some(shorter) if name == "value" => {
                    out.string(shorter);
                    true
                }
                _ => pass.write_value(inner, out),
            }
        })
    }

    /// Writes an object. `member` writes each member, and a member for which it returns `false` is removed.
    fn write_members(
        &mut self,
        object: &[Member<'t>],
        out: &mut Writer,
        member: impl Fn(&mut Self, &str, &'t str, &mut Writer) -> bool,
    ) {
        out.open_object();
        for (name, inner) in object {
            self.at.push(Segment::Name(name.clone()));
            out.attempt(|out| member(self, name, inner, out));
            self.at.pop();
        }
        out.close_object();
    }

    /// Writes the text of an object with [`write_members`](Self::write_members). Other values are copied.
    fn write_members_of(
        &mut self,
        text: &'t str,
        out: &mut Writer,
        member: impl Fn(&mut Self, &str, &'t str, &mut Writer) -> bool,
    ) -> bool {
        if text.starts_with('{') {
            self.write_members(&read_members(text), out, member);
        } else {
            out.raw(text);
        }
        true
    }

    /// Adds the current part to the parts that the target cannot express. Returns `false`, so that the part is removed.
    fn refuse(&mut self, why: Why) -> bool {
        let at = pointer_to(&self.at);
        self.inexpressible.push(InexpressiblePart { at, why });
        false
    }

    /// Returns `true` if the current part is the member of this name.
    fn is_in_member(&self, expected: &str) -> bool {
        matches!(self.at.last(), Some(Segment::Name(name)) if name == expected)
    }

    /// Returns the names of bindings and calls in the source.
    fn source_keys(&self) -> ValueKeys {
        ValueKeys::of(self.settings.from)
    }

    /// Returns the names of bindings and calls in the target.
    fn target_keys(&self) -> ValueKeys {
        ValueKeys::of(self.settings.to)
    }
}

/// One step of a path into a value.
enum Segment<'t> {
    Name(Cow<'t, str>),
    Index(usize),
}

/// Returns the pointer of a path.
fn pointer_to(at: &[Segment<'_>]) -> Pointer {
    let mut pointer = Pointer::root();
    for segment in at {
        pointer = match segment {
            Segment::Name(name) => pointer.member(name),
            Segment::Index(index) => pointer.element(*index),
        };
    }
    pointer
}

/// A member name with the text of its value.
type Member<'t> = (Cow<'t, str>, &'t str);

/// Reads the members of a JSON object without parsing their values.
fn read_members(object: &str) -> Vec<Member<'_>> {
    let mut members = Vec::new();
    for child in token::children(object) {
        if let Some(name) = child.name {
            members.push((token::name(name), child.text));
        }
    }
    members
}

/// Finds the string of an object with exactly one member, which has this name. A binding has exactly one member.
fn find_only_string<'t>(object: &[Member<'t>], name: &str) -> Option<&'t str> {
    match object {
        [(member, inner)] if member == name && inner.starts_with('"') => Some(inner),
        _ => None,
    }
}

/// Returns `true` if a member of this name is a string.
fn has_string(object: &[Member<'_>], name: &str) -> bool {
    object
        .iter()
        .any(|(member, inner)| member == name && inner.starts_with('"'))
}

/// Returns `true` if a member of this name is this string.
fn has_word(object: &[Member<'_>], name: &str, word: &str) -> bool {
    object.iter().any(|(member, inner)| {
        member == name && inner.starts_with('"') && token::string(inner) == word
    })
}

/// Returns `true` if an object is a function call: it names the function, and all of its members are members of calls.
fn is_call(object: &[Member<'_>], name: &str) -> bool {
    has_string(object, name)
        && object.iter().all(|(member, _)| {
            member == name || (member != "call" && CALL_MEMBERS.contains(&&**member))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    const UP: Rewriting = Rewriting::new(Notation::Plain, Notation::At);
    const DOWN: Rewriting = Rewriting::new(Notation::At, Notation::Plain);

    fn rewrite(rewriting: Rewriting, text: &str) -> String {
        let rewritten = rewriting.rewrite(&Payload::parse(text).unwrap());
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
                (rewrite(UP, plain), rewrite(DOWN, marked)),
                (marked.to_owned(), plain.to_owned())
            );
            let (same, still) = (
                Notation::Plain,
                Rewriting::new(Notation::AtValues, Notation::At),
            );
            assert_eq!(rewrite(Rewriting::new(same, same), plain), plain);
            assert_eq!(rewrite(still, marked), marked);
        }
    }

    #[test]
    fn a_call_omits_members_absent_from_the_target() {
        let rewriting = Rewriting::new(Notation::Plain, Notation::Plain)
            .without(&["returnType", "callableFrom"]);
        let call = r#"{"call":"f","returnType":"string","callableFrom":"clientOnly"}"#;
        assert_eq!(rewrite(rewriting, call), r#"{"call":"f"}"#);
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
            let inexpressible = DOWN.rewrite(&Payload::parse(marked).unwrap()).inexpressible;
            assert_eq!(rewrite(DOWN, marked), plain);
            assert!(inexpressible.iter().all(|one| one.why == Why::LooksBound));
            assert_eq!(
                inexpressible
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
            let inexpressible = rewriting
                .rewrite(&Payload::parse(&*marked).unwrap())
                .inexpressible;
            assert_eq!(rewrite(rewriting, &marked), plain);
            assert_eq!(
                inexpressible
                    .iter()
                    .map(|one| one.at.as_str())
                    .collect::<Vec<_>>(),
                places,
                "{marked}"
            );
        }
        let plain = Rewriting::new(Notation::Plain, Notation::Plain).without_index();
        assert_eq!(
            rewrite(plain, r#"{"a":{"call":"@index"},"b":{"call":"f"}}"#),
            r#"{"b":{"call":"f"}}"#
        );
    }

    #[test]
    fn an_object_in_an_event_context_is_omitted_if_unsupported() {
        let action = r#"{"event":{"name":"n","context":{"a":{"b":1},"c":{"@path":"/n"},"d":{"@call":"f"},"e":[{"b":1}],"f":{"@path":"/n","b":1}}}}"#;
        let plain = r#"{"event":{"name":"n","context":{"c":{"path":"/n"},"d":{"call":"f"},"e":[{"b":1}]}}}"#;
        let rewriting = DOWN.without_objects();
        assert_eq!(rewrite(rewriting, action), plain);
        let inexpressible = rewriting
            .rewrite(&Payload::parse(action).unwrap())
            .inexpressible;
        let places: Vec<_> = inexpressible
            .iter()
            .map(|one| (one.at.as_str(), one.why))
            .collect();
        assert_eq!(
            places,
            [
                ("/event/context/a", Why::Lacking),
                ("/event/context/f", Why::Lacking)
            ]
        );
    }
}
