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
    let is_there = similar_member(input, fault).map(|name| format!("{hint}, or rename `{name}`"));
    is_there.or_else(|| {
        similar_key(input, fault, hint).map(|(_, key)| format!("did you mean `{key}`?"))
    })
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

/// Returns the member whose name is similar to that of the missing member.
fn similar_member(input: &Input<'_>, pointer: &Pointer) -> Option<String> {
    let (parent, wanted) = parent(pointer)?;
    // Elements of a list have no names, so the list is not searched.
    let object = input
        .value(&parent)
        .filter(|object| object.starts_with('{'))?;
    let names: Vec<_> = names(object).collect();
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
    let members =
        || token::children(object).filter_map(|child| Some((token::name(child.name?), child.text)));
    members()
        .find(|(name, _)| name == wanted)
        .or_else(|| members().find(|(name, _)| is_like(name, wanted)))
}

/// Returns a member of a message without a key whose name is similar to a key, and that key. The hint lists the keys of
/// the version, or suggests one.
fn similar_key<'a, 'h>(
    input: &Input<'a>,
    message: &Pointer,
    hint: &'h str,
) -> Option<(Cow<'a, str>, &'h str)> {
    let suggested = || hint.strip_prefix("did you mean `")?.strip_suffix("`?");
    let listed = hint
        .strip_prefix("write exactly one of `")
        .and_then(|keys| keys.strip_suffix('`'));
    let offered = listed.or_else(suggested)?;
    let object = input
        .value(message)
        .filter(|object| object.starts_with('{'))?;
    names(object).find_map(|name| {
        let key = offered.split("`, `").find(|key| is_like(&name, key))?;
        Some((name, key))
    })
}

fn names(object: &str) -> impl Iterator<Item = Cow<'_, str>> {
    token::children(object).filter_map(|child| child.name.map(token::name))
}

/// Returns findings for unknown members whose name is similar to a missing member, and for type words similar to known
/// ones, at any depth. A component finds its type by name among `types`.
pub fn misspelt_members(row: &TypeInfo, types: &[&'static TypeInfo], text: &str) -> Vec<Finding> {
    let mut search = Search {
        types,
        found: Vec::new(),
    };
    search.of_row(
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
        like = like.or_else(|| is_like(word, known).then_some(known));
    }
    let message = format!("`{word}` is not a known {kind} and has no effect");
    like.map(|like| {
        Finding::warning("misspelt-word", at, message)
            .hint(format_args!("did you mean `{like}`?"))
            .fix(Fix::string(like))
    })
}

struct Search<'a> {
    types: &'a [&'static TypeInfo],
    found: Vec<Finding>,
}

impl Search<'_> {
    // The reader limits the nesting of messages, so the recursion is bounded.
    fn of_row(&mut self, row: &TypeInfo, text: &str, at: &Pointer) {
        match row.shape {
            Shape::Object(table) | Shape::Keyed(table) => self.of_object(row, table, text, at),
            Shape::Tagged { tag, variants } => {
                let Some(word) = json::member(text, tag).map(token::string) else {
                    return;
                };
                match variants.iter().find(|variant| word == variant.word) {
                    Some(variant) => self.of_type(&variant.ty, text, at),
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
                        self.of_row(row, child.text, &at.member(&name));
                    }
                }
            }
            _ => {}
        }
    }

    fn of_type(&mut self, of: &Type, text: &str, at: &Pointer) {
        match of {
            Type::Named(row) => self.of_row(row(), text, at),
            Type::Nullable(of) | Type::Tolerant(of) => self.of_type(of, text, at),
            Type::List(of) | Type::Map(of) => {
                for (index, child) in token::children(text).enumerate() {
                    let at = child
                        .name
                        .map_or_else(|| at.element(index), |name| at.member(&token::name(name)));
                    self.of_type(of, child.text, &at);
                }
            }
            _ => {}
        }
    }

    fn of_object(&mut self, row: &TypeInfo, table: &Table, text: &str, at: &Pointer) {
        // From A2UI 0.9 on, a component states its type and has the members of both tables.
        let own = json::member(text, "component")
            .filter(|_| row.name == "Component")
            .map(token::string);
        let own = own.and_then(|name| match self.type_by_name(&name)?.shape {
            Shape::Object(table) => Some(table),
            _ => None,
        });
        let tables = || std::iter::once(table).chain(own);
        let members = || {
            tables()
                .flat_map(|table| table.members)
                .map(|member| (member.name, member.ty))
        };
        let keys = || {
            tables()
                .flat_map(|table| table.keys)
                .map(|key| (key.word, key.ty))
        };
        let tag = table.tag.map(|(tag, _)| tag);
        let children: Vec<_> = token::children(text)
            .filter_map(|child| Some((token::name(child.name?), child.text)))
            .collect();
        let is_there = |name: &str| children.iter().any(|(there, _)| there == name);
        let missing: Vec<(&str, Type)> = members()
            .chain(keys())
            .filter(|(name, _)| !is_there(name))
            .collect();
        for (name, text) in &children {
            if let Some((_, of)) = members().chain(keys()).find(|(known, _)| known == name) {
                self.of_type(&of, text, &at.member(name));
                continue;
            }
            let like = missing
                .iter()
                .find(|(known, _)| tag != Some(&**name) && is_like(name, known));
            if let Some((like, of)) = like {
                let message = format!(
                    "`{name}` is not a member of `{}` and has no effect",
                    row.name
                );
                let finding = Finding::warning("misspelt-member", at.member(name), message)
                    .hint(format_args!("did you mean `{like}`?"));
                // A value of another type is data of its own.
                let is_possible = can_be(of, text);
                self.found.push(if is_possible {
                    finding.fix(Fix::Rename((*like).to_owned()))
                } else {
                    finding
                });
            }
        }
    }

    fn type_by_name(&self, name: &str) -> Option<&'static TypeInfo> {
        self.types.iter().copied().find(|row| row.name == name)
    }
}

/// Returns `true` if a JSON value can be of a type, judged by its kind.
fn can_be(of: &Type, text: &str) -> bool {
    let first = text.bytes().next();
    let is_object = first == Some(b'{');
    let is_string = first == Some(b'"');
    match of {
        Type::Any | Type::Tolerant(_) => true,
        Type::Boolean => matches!(text, "true" | "false"),
        Type::Integer { .. } | Type::Number => {
            first.is_some_and(|byte| byte == b'-' || byte.is_ascii_digit())
        }
        Type::String | Type::Pointer => is_string,
        Type::List(of) => {
            first == Some(b'[') && token::children(text).all(|element| can_be(of, element.text))
        }
        Type::Map(_) => is_object,
        Type::Nullable(of) => text == "null" || can_be(of, text),
        Type::Named(row) => match row().shape {
            Shape::Text | Shape::Word { .. } => is_string,
            Shape::Object(_) | Shape::Keyed(_) | Shape::Tagged { .. } => is_object,
            // Only its reader knows the form.
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
