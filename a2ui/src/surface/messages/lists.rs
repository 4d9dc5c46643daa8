//! Lists in a model of A2UI 0.8 that no `dataModelUpdate` can make.

use crate::{ComponentId, SurfaceId, data_model, surface::literals, v0_8};
use wire::{
    Payload, PayloadKind, Pointer,
    token::{self, TokenKind, Tokens},
};

/// The updates that write a model, its empty lists included, and the list that it may be itself: through the first
/// component that writes nothing itself, which is then put back.
pub(super) fn with_lists(
    surface_id: &SurfaceId,
    components: &[v0_8::Component],
    model: &Payload,
) -> Vec<v0_8::AgentBody> {
    let updates = |model: &Payload| {
        v0_8::contents::updates(surface_id, model.text()).into_iter().map(v0_8::AgentBody::from)
    };
    let Some(quiet) = components.iter().find(|component| literals::of(component).is_empty()) else {
        return updates(model).collect();
    };
    let write = |list: &Pointer| {
        let component = writer(&quiet.id, list)?;
        Some(v0_8::SurfaceUpdate::new(surface_id.clone(), vec![component]).into())
    };
    let is_list = model.kind() == PayloadKind::Array;
    let (others, lists) = without_empty(model);
    let mut bodies: Vec<v0_8::AgentBody> = Vec::new();
    bodies.extend(Some(Pointer::root()).filter(|_| is_list).as_ref().and_then(write));
    bodies.extend(updates(&others));
    bodies.extend(lists.iter().filter_map(write));
    if is_list || !lists.is_empty() {
        bodies.push(v0_8::SurfaceUpdate::new(surface_id.clone(), vec![quiet.clone()]).into());
    }
    bodies
}

/// A model in which empty strings stand in for the empty lists below the top, to keep their places, and where those are.
fn without_empty(model: &Payload) -> (Payload, Vec<Pointer>) {
    let mut text = String::new();
    let mut lists = Vec::new();
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
            TokenKind::ArrayStart => {
                let end = tokens.peek().filter(|end| end.kind == TokenKind::ArrayEnd && !way.is_empty());
                let Some(end) = end else {
                    way.push(Step::Index(0));
                    continue;
                };
                text.push_str(model.text().get(copied..token.at).unwrap_or_default());
                text.push_str("\"\"");
                copied = end.at + end.text.len();
                lists.push(pointer(&way));
                let _ = tokens.next();
            }
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
    text.push_str(model.text().get(copied..).unwrap_or_default());
    (Payload::parse(text).unwrap_or_else(|_| model.clone()), lists)
}

enum Step<'a> {
    Name(&'a str),
    Index(usize),
}

fn pointer(way: &[Step<'_>]) -> Pointer {
    let mut pointer = Pointer::root();
    for step in way {
        match step {
            Step::Name(name) => pointer.push(&token::string(name)),
            Step::Index(index) => pointer.push_index(*index),
        }
    }
    pointer
}

/// A component whose literal is an empty list. What no path can reach cannot be written.
fn writer(id: &ComponentId, list: &Pointer) -> Option<v0_8::Component> {
    let segments: Vec<String> = list.segments().map(String::from).collect();
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
