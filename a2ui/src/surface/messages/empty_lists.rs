//! Empty lists in a model of A2UI 0.8.

use crate::{ComponentId, SurfaceId, data_model, surface::literals, v0_8};
use wire::{
    Payload, Pointer,
    token::{TokenKind, Tokens},
};

/// A model in which empty lists are empty strings, so that `dataModelUpdate`s can write it, and where they stood.
fn without(model: &Payload) -> (Payload, Vec<Pointer>) {
    let mut text = String::new();
    let mut found = Vec::new();
    let mut copied = 0;
    let mut way: Vec<Step<'_>> = Vec::new();
    let mut tokens = Tokens::new(model.text()).peekable();
    while let Some(token) = tokens.next() {
        match token.kind {
            TokenKind::Name => {
                if let Some(step) = way.last_mut() {
                    *step = Step::Name(token.text);
                }
                continue;
            }
            TokenKind::ArrayStart => match tokens.peek() {
                Some(end) if end.kind == TokenKind::ArrayEnd => {
                    text.push_str(model.text().get(copied..token.at).unwrap_or_default());
                    text.push_str("\"\"");
                    copied = end.at + end.text.len();
                    found.push(pointer(&way));
                    let _ = tokens.next();
                }
                _ => {
                    way.push(Step::Index(0));
                    continue;
                }
            },
            TokenKind::ObjectStart => {
                way.push(Step::Name("\"\""));
                continue;
            }
            TokenKind::ObjectEnd | TokenKind::ArrayEnd => drop(way.pop()),
            TokenKind::String | TokenKind::Number | TokenKind::Literal => {}
        }
        if let Some(Step::Index(index)) = way.last_mut() {
            *index += 1;
        }
    }
    if found.is_empty() {
        return (model.clone(), found);
    }
    text.push_str(model.text().get(copied..).unwrap_or_default());
    (Payload::parse(text).unwrap_or_else(|_| model.clone()), found)
}

enum Step<'a> {
    Name(&'a str),
    Index(usize),
}

fn pointer(way: &[Step<'_>]) -> Pointer {
    let mut pointer = Pointer::root();
    for step in way {
        match step {
            Step::Name(name) => pointer.push(&wire::token::string(name)),
            Step::Index(index) => pointer.push_index(*index),
        }
    }
    pointer
}

/// A model that `dataModelUpdate`s can write, and the updates that write its empty lists after them: through the first
/// component that writes nothing itself, which is then put back.
pub(super) fn split(
    surface_id: &SurfaceId,
    components: &[v0_8::Component],
    model: Payload,
) -> (Option<Payload>, Vec<v0_8::SurfaceUpdate>) {
    let quiet = components.iter().find(|component| literals::of(component).is_empty());
    let Some(quiet) = quiet else { return (Some(model), Vec::new()) };
    let (model, lists) = without(&model);
    let update = |component| v0_8::SurfaceUpdate::new(surface_id.clone(), vec![component]);
    let writes = lists.iter().filter_map(|list| Some(update(writer(&quiet.id, list)?)));
    let mut updates: Vec<_> = writes.collect();
    if !updates.is_empty() {
        updates.push(update(quiet.clone()));
    }
    (Some(model), updates)
}

/// A component whose literal is an empty list.
fn writer(id: &ComponentId, list: &Pointer) -> Option<v0_8::Component> {
    let segments: Vec<String> = list.segments().map(String::from).collect();
    // What no path can reach cannot be written.
    let path = match data_model::path(&segments) {
        root if root.is_empty() => "/".to_owned(),
        path => path,
    };
    data_model::segments(&path).ok()?;
    let path = Payload::string(&path);
    let selections = format!(r#"{{"selections":{{"path":{path},"literalArray":[]}},"options":[]}}"#);
    let kind = v0_8::ComponentType::new("MultipleChoice", Payload::parse(selections).ok()?);
    Some(v0_8::Component::new(id.clone(), kind))
}
