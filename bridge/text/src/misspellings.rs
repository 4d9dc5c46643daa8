//! Misspelt names: members, keys and words that are similar to known ones.

use crate::{
    input::Input,
    json::{self, parent},
};
use bridge::Dialect;
use std::{borrow::Cow, fmt::Display};
use wire::{
    DecodeError, Extra, Finding, Fix, Pointer, Shape, Type, TypeInfo, object::Table,
    spelling::is_like, token,
};

/// Extends the hint of a fault if the object has a member with a name similar to the missing one.
pub fn hint(input: &Input<'_>, fault: &Pointer, hint: &str) -> Option<String> {
    if let Some(name) = similar_member(input, fault) {
        return Some(format!("{hint}, or rename `{name}`"));
    }
    let (_, key) = similar_key(input, fault, hint)?;
    Some(format!("did you mean `{key}`?"))
}

/// Returns the misspelt member that prevents reading, and its intended name.
pub fn intended_name(input: &Input<'_>, error: &DecodeError) -> Option<(Pointer, String)> {
    if let (Some(name), Some((parent, wanted))) = (
        similar_member(input, &error.pointer),
        parent(&error.pointer),
    ) {
        return Some((parent.member(&name), wanted));
    }
    let (name, key) = similar_key(input, &error.pointer, &error.hint)?;
    Some((error.pointer.member(&name), key.to_owned()))
}

/// Returns the member whose name is similar to the name of the missing member.
fn similar_member(input: &Input<'_>, pointer: &Pointer) -> Option<String> {
    let (parent, wanted) = parent(pointer)?;
    // Elements of a list have no names, so the list is not searched.
    let object = input
        .value(&parent)
        .filter(|object| object.starts_with('{'))?;
    let names: Vec<_> = member_names(object).collect();
    if names.iter().any(|name| *name == wanted) {
        return None;
    }
    names
        .into_iter()
        .find(|name| is_like(name, &wanted))
        .map(|name| name.into_owned())
}

/// Returns the member with this name, or else the first with a similar name.
pub fn like_member<'a>(object: &'a str, wanted: &str) -> Option<(Cow<'a, str>, &'a str)> {
    let mut like = None;
    for child in token::children(object) {
        let Some(quoted) = child.name else {
            continue;
        };
        let name = token::name(quoted);
        if name == wanted {
            return Some((name, child.text));
        }
        if like.is_none() && is_like(&name, wanted) {
            like = Some((name, child.text));
        }
    }
    like
}

/// If a message has no key, returns a member whose name is similar to a key, and that key. The hint lists the keys of
/// the version, or suggests one.
fn similar_key<'a, 'h>(
    input: &Input<'a>,
    message: &Pointer,
    hint: &'h str,
) -> Option<(Cow<'a, str>, &'h str)> {
    let offered = keys_of_hint(hint)?;
    let object = input
        .value(message)
        .filter(|object| object.starts_with('{'))?;
    for name in member_names(object) {
        let mut keys = offered.split("`, `");
        if let Some(key) = keys.find(|key| is_like(&name, key)) {
            return Some((name, key));
        }
    }
    None
}

/// Returns the keys that a hint lists or suggests, with "`, `" between them.
fn keys_of_hint(hint: &str) -> Option<&str> {
    if let Some(keys) = hint.strip_prefix("write exactly one of `") {
        return keys.strip_suffix('`');
    }
    hint.strip_prefix("did you mean `")?.strip_suffix("`?")
}

fn member_names(object: &str) -> impl Iterator<Item = Cow<'_, str>> {
    token::children(object).filter_map(|child| child.name.map(token::name))
}

/// Returns findings about misspelt members and words, at any depth: unknown members similar to a missing member, and
/// words similar to known type words. The type of a component is found by name in `types`.
pub fn misspelt_members(row: &TypeInfo, types: &[&'static TypeInfo], text: &str) -> Vec<Finding> {
    let mut search = Search {
        types,
        found: Vec::new(),
    };
    search.check_row(
        row,
        text.strip_prefix('\u{FEFF}').unwrap_or(text),
        &Pointer::root(),
    );
    search.found
}

/// Returns `true` if the name of an unknown member is similar to a member of the type. Otherwise the text need not be
/// searched.
pub fn is_any_like(row: &TypeInfo, extra: &Extra) -> bool {
    let Shape::Object(table) = row.shape else {
        return true;
    };
    extra.iter().any(|(name, _)| {
        table
            .members
            .iter()
            .any(|member| is_like(name, member.name))
    })
}

/// Returns a finding for a word that is unknown but similar to a known one.
pub fn misspelt_word<'a>(
    word: &str,
    kind: impl Display,
    known: impl Iterator<Item = &'a str>,
    at: Pointer,
) -> Option<Finding> {
    let mut like = None;
    for known in known {
        if known == word {
            return None;
        }
        if like.is_none() && is_like(word, known) {
            like = Some(known);
        }
    }
    let like = like?;
    let message = format!("`{word}` is not a known {kind} and has no effect");
    Some(
        Finding::warning("misspelt-word", at, message)
            .hint(format_args!("did you mean `{like}`?"))
            .fix(Fix::string(like)),
    )
}

/// A member or key of the type of an object.
struct KnownMember<'a> {
    name: &'a str,
    ty: Type,
    is_missing: bool,
}

struct Search<'a> {
    types: &'a [&'static TypeInfo],
    found: Vec<Finding>,
}

impl Search<'_> {
    // The reader limits the nesting of messages, so the recursion is bounded.
    fn check_row(&mut self, row: &TypeInfo, text: &str, at: &Pointer) {
        match row.shape {
            Shape::Object(table) | Shape::Keyed(table) => self.check_object(row, table, text, at),
            Shape::Tagged { tag, variants } => {
                let Some(word) = json::member(text, tag).map(token::string) else {
                    return;
                };
                match variants.iter().find(|variant| word == variant.word) {
                    Some(variant) => self.check_type(&variant.ty, text, at),
                    None => {
                        let known = variants.iter().map(|variant| variant.word);
                        self.found.extend(misspelt_word(
                            &word,
                            format_args!("`{}`", row.name),
                            known,
                            at.member(tag),
                        ));
                    }
                }
            }
            // The only member of an A2UI 0.8 component names its type.
            Shape::HandWritten(_) => {
                for child in token::children(text) {
                    let Some(name) = child.name.map(token::name) else {
                        return;
                    };
                    if let Some(row) = self.type_by_name(&name) {
                        self.check_row(row, child.text, &at.member(&name));
                    }
                }
            }
            _ => {}
        }
    }

    fn check_type(&mut self, ty: &Type, text: &str, at: &Pointer) {
        match ty {
            Type::Named(row) => self.check_row(row(), text, at),
            Type::Nullable(of) | Type::Tolerant(of) => self.check_type(of, text, at),
            Type::List(of) | Type::Map(of) => {
                for (index, child) in token::children(text).enumerate() {
                    let at = match child.name {
                        Some(name) => at.member(&token::name(name)),
                        None => at.element(index),
                    };
                    self.check_type(of, child.text, &at);
                }
            }
            _ => {}
        }
    }

    fn check_object(&mut self, row: &TypeInfo, table: &Table, text: &str, at: &Pointer) {
        let children: Vec<_> = token::children(text)
            .filter_map(|child| Some((token::name(child.name?), child.text)))
            .collect();
        let known = self.known_members(row, table, text, &children);
        let tag = table.tag.map(|(tag, _)| tag);
        for (name, text) in &children {
            if let Some(member) = known.iter().find(|member| member.name == name) {
                self.check_type(&member.ty, text, &at.member(name));
                continue;
            }
            if tag == Some(&**name) {
                continue;
            }
            let mut missing = known.iter().filter(|member| member.is_missing);
            let Some(like) = missing.find(|member| is_like(name, member.name)) else {
                continue;
            };
            let message = format!(
                "`{name}` is not a member of `{}` and has no effect",
                row.name
            );
            let mut finding = Finding::warning("misspelt-member", at.member(name), message)
                .hint(format_args!("did you mean `{}`?", like.name));
            // A value of another type is other data, so the member is not renamed.
            if may_have_type(text, &like.ty) {
                finding = finding.fix(Fix::Rename(like.name.to_owned()));
            }
            self.found.push(finding);
        }
    }

    /// Returns the members of an object's type, and then its keys. `children` are the members of the object.
    fn known_members<'t>(
        &self,
        row: &TypeInfo,
        table: &'t Table,
        text: &str,
        children: &[(Cow<'_, str>, &str)],
    ) -> Vec<KnownMember<'t>> {
        let component = if row.name == "Component" {
            self.component_table(text)
        } else {
            None
        };
        let tables = || std::iter::once(table).chain(component);
        let members = tables().flat_map(|table| table.members);
        let members = members.map(|member| (member.name, member.ty));
        let keys = tables().flat_map(|table| table.keys);
        let keys = keys.map(|key| (key.word, key.ty));
        let mut known = Vec::new();
        for (name, ty) in members.chain(keys) {
            let is_missing = !children.iter().any(|(child, _)| child == name);
            known.push(KnownMember {
                name,
                ty,
                is_missing,
            });
        }
        known
    }

    /// Returns the table of a component's type. From A2UI 0.9 on, a component has the members of both tables.
    fn component_table(&self, component: &str) -> Option<&'static Table> {
        let name = token::string(json::member(component, "component")?);
        match self.type_by_name(&name)?.shape {
            Shape::Object(table) => Some(table),
            _ => None,
        }
    }

    fn type_by_name(&self, name: &str) -> Option<&'static TypeInfo> {
        self.types.iter().copied().find(|row| row.name == name)
    }
}

/// Returns `true` if a JSON text may be a value of a type. Mostly, only the kind of JSON value decides.
fn may_have_type(text: &str, ty: &Type) -> bool {
    let first = text.bytes().next();
    let is_object = first == Some(b'{');
    let is_string = first == Some(b'"');
    match ty {
        Type::Any | Type::Tolerant(_) => true,
        Type::Boolean => matches!(text, "true" | "false"),
        Type::Integer { .. } | Type::Number => {
            first.is_some_and(|byte| byte == b'-' || byte.is_ascii_digit())
        }
        Type::String | Type::Pointer => is_string,
        Type::List(element_type) => {
            first == Some(b'[')
                && token::children(text).all(|element| may_have_type(element.text, element_type))
        }
        Type::Map(_) => is_object,
        Type::Nullable(inner) => text == "null" || may_have_type(text, inner),
        Type::Named(row) => match row().shape {
            Shape::Text | Shape::Word { .. } => is_string,
            Shape::Object(_) | Shape::Keyed(_) | Shape::Tagged { .. } => is_object,
            // Only the reader of the type knows its form.
            Shape::HandWritten(_) => row().rewrite(text).is_ok_and(|written| written.is_ok()),
            _ => true,
        },
        _ => true,
    }
}

/// Returns the error for a type name that a dialect does not have.
pub fn unknown_type(dialect: Dialect, name: &str, kind: &str, known: &[&str]) -> String {
    let suggestion = match known.iter().find(|known| is_like(name, known)) {
        Some(like) => format!("did you mean `{like}`?"),
        None => format!("it has {}", known.join(", ")),
    };
    format!("{dialect} has no {kind} with this name; {suggestion}")
}
