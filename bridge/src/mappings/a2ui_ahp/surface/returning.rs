//! The fields of surfaces and canvases that do not come back.

use super::{CANVAS_ID, LEVELS, build_document, channel_of, find_document, owner_of, title_of};
use crate::{Context, Refusal, canvases::OpenCanvas, lens::Losses};
use a2ui::{Message, surface::Surface};
use ahp::{
    canvas::{CanvasAvailability, CanvasProviderSource, CanvasResourceContent, ServerSource},
    url::CanvasUrl,
};
use wire::{Extra, Field, Pointer};

/// Returns `true` if the surface comes back from a canvas: the title, the id and the text of the document are unchanged.
pub(super) fn shows_surface(
    canvas: &OpenCanvas,
    surface: &Surface,
    text: &str,
    cx: &Context,
) -> bool {
    let state = &canvas.state;
    let is_same_title = cx.title.is_some() || state.title == title_of(surface, cx);
    is_same_title
        && state.instance_id.as_str() == surface.surface_id().as_str()
        && find_document(&state.url, &canvas.contents).is_ok_and(|(_, shown)| shown == text)
}

/// Adds the fields of a surface that do not come back because a carry replaced the document or the title of its canvas.
pub(super) fn add_losses_of_surface(
    messages: &Vec<Message>,
    returned: Result<Vec<Message>, Refusal>,
    losses: &mut Losses,
) {
    match returned {
        Ok(returned) => {
            losses.add_typed_changes(&Pointer::root(), (messages, &returned), LEVELS);
        }
        // The canvas contains no surface, so nothing comes back.
        Err(_) => losses.add(Pointer::root()),
    }
}

/// Adds the fields of a canvas that do not come back from its surface. `index` is the index of the content with the surface.
pub(super) fn add_losses_of_canvas(
    canvas: &OpenCanvas,
    index: usize,
    surface: &Surface,
    cx: &Context,
    losses: &mut Losses,
) {
    let Ok(document) = build_document(surface) else {
        return losses.add(Pointer::root());
    };
    // A surface has no place for unknown members of a canvas, so none comes back.
    let (root, none) = (Pointer::root(), Extra::new());
    losses.add_members(
        &root,
        &[("channel", canvas.channel == channel_of(surface, cx))],
    );
    losses.add_changed_members(&root, (&canvas.extra, &none), LEVELS, |_| false);
    let (at, state) = (root.member("state"), &canvas.state);
    let url = Field::Value(CanvasUrl::from(document.uri.as_str()));
    let members = [
        (
            "instanceId",
            state.instance_id.as_str() == surface.surface_id().as_str(),
        ),
        ("canvasId", state.canvas_id.as_str() == CANVAS_ID),
        ("extensionId", state.extension_id.as_str() == owner_of(cx)),
        ("extensionName", state.extension_name.is_absent()),
        ("displayName", state.display_name.is_absent()),
        ("input", state.input.is_none()),
        ("title", state.title == title_of(surface, cx)),
        ("status", state.status.is_absent()),
        ("url", state.url == url),
        (
            "availability",
            state.availability == CanvasAvailability::Ready,
        ),
    ];
    losses.add_members(&at, &members);
    let server = CanvasProviderSource::Server(ServerSource::new());
    losses.add_typed_changes(&at.member("provider"), (&state.provider, &server), LEVELS);
    losses.add_changed_members(&at, (&state.extra, &none), LEVELS, |_| false);
    add_losses_of_contents(&canvas.contents, index, &document, losses);
}

/// Adds the contents of a canvas that do not come back. A surface becomes one document, so other contents are lost.
fn add_losses_of_contents(
    contents: &[CanvasResourceContent],
    index: usize,
    document: &CanvasResourceContent,
    losses: &mut Losses,
) {
    let at = Pointer::from_static("/contents");
    if let [content] = contents {
        return add_losses_of_one_content(&at.element(0), content, document, losses);
    }
    // The document is unchanged at its place, so exactly the contents after it are lost.
    if contents.first() == Some(document) {
        return (1..contents.len()).for_each(|other| losses.add(at.element(other)));
    }
    let mut parts = Losses::default();
    for (other, content) in contents.iter().enumerate() {
        match other == index {
            true => add_losses_of_one_content(&at.element(other), content, document, &mut parts),
            false => parts.add(at.element(other)),
        }
    }
    losses.add_parts(at, parts.into_places());
}

/// Adds the members of a content that differ from the document of the surface.
fn add_losses_of_one_content(
    at: &Pointer,
    content: &CanvasResourceContent,
    document: &CanvasResourceContent,
    losses: &mut Losses,
) {
    let members = [
        ("uri", content.uri == document.uri),
        ("mimeType", content.mime_type == document.mime_type),
        ("text", content.text == document.text),
        ("blob", content.blob.is_absent()),
    ];
    losses.add_members(at, &members);
    // No unknown member comes back.
    losses.add_changed_members(at, (&content.extra, &Extra::new()), LEVELS, |_| false);
}
