//! Translation between A2UI surfaces and canvases of the AHP proposal.

mod returning;

use super::{BACKWARD, FORWARD, find_channel, refuse_unnamable};
use crate::{
    Context, Dialect, DialectOrProtocol, Refusal,
    Verdict::{Defaulted, Derived, Encoded, Renamed},
    canvases::OpenCanvas,
    lens::{
        DerivedField, Direction, FieldMap, RequiredText, Returns, Translated, TranslationCx,
        difference,
    },
};
use a2ui::{
    Message, Notation, Version,
    surface::{Surface, SurfaceOptions, Surfaces},
    v0_9, v0_10,
};
use ahp::{
    canvas::{
        CanvasAvailability, CanvasProviderSource, CanvasResourceContent, CanvasState, ServerSource,
    },
    ids::ChannelUri,
    policy::UrlPolicy,
    uri::ContentAddress,
    url::CanvasUrl,
};
use wire::{Field, Payload, Pointer};

/// The canvas id of every surface.
const CANVAS_ID: &str = "a2ui";
/// The default provider of the canvas.
const EXTENSION_ID: &str = "agent-ui-bridge";
/// The file name of the document in the address of its instance.
const DOCUMENT: &str = "surface.json";
/// The MIME types of A2UI messages: up to 0.9, and since 0.9.1. Both are accepted for every version.
const MIME_TYPES: [&str; 2] = ["application/json+a2ui", "application/a2ui+json"];
/// The depth of the fields of a canvas, such as `/contents/0/mimeType`.
const LEVELS: usize = 3;

/// The title and the channel of a canvas are restored only while the surface has the same agent name and the same id.
static CANVAS_DERIVED: &[DerivedField] = &[
    DerivedField {
        field: "/state/title",
        from: &[
            "/*/*/theme/agentDisplayName",
            "/*/*/styles/agentDisplayName",
        ],
    },
    DerivedField {
        field: "/channel",
        from: &["/0/*/surfaceId"],
    },
];

/// Returns the reason to quarantine a field of a canvas: its URL has a disallowed scheme.
fn is_unsafe(pointer: &str, text: &str) -> Option<&'static str> {
    if pointer == "/state/url" && UrlPolicy::default().check(text).is_err() {
        Some("the URL policy of AHP disallows this URL")
    } else {
        None
    }
}

/// Translates a surface into a canvas of the proposal. `key` is the body key of the message that created the surface.
///
/// # Errors
/// Refuses a surface id that cannot name a canvas (empty, `.`, `..`), and a surface whose messages would become nested too
/// deep.
pub(crate) fn forward(
    surface: &Surface,
    key: &str,
    from: Dialect,
    tcx: &mut TranslationCx<'_>,
) -> Result<Translated<OpenCanvas>, Refusal> {
    let created = Pointer::root().member(key);
    let messages = surface.messages();
    let plain_target = build_canvas(surface, tcx.cx)?;
    let mut fields = tcx.fields();
    note_forward(surface, &created, tcx.cx, &mut fields);
    let direction = Direction {
        target_derived: CANVAS_DERIVED,
        target_is_unsafe: is_unsafe,
        ..Direction::new(from, Dialect::AhpCanvas, LEVELS, &FORWARD.others)
    };
    let (cx, version) = (tcx.cx, surface.version());
    let expected = (Some(version), DialectOrProtocol::from(from).notation());
    // Without a carry, the document is the text of the surface, and nothing is lost.
    let document = if tcx.is_returning_to(direction.to) {
        text_of_document(&plain_target)
    } else {
        None
    };
    let returns = Returns {
        losses: &|canvas, losses| match &document {
            Some(text) if !returning::shows_surface(canvas, surface, text, cx) => {
                let returned = messages_of_canvas(canvas, expected, cx);
                returning::add_losses_of_surface(&messages, returned, losses);
            }
            _ => {}
        },
        back: &|canvas| messages_of_canvas(canvas, expected, cx),
    };
    let mut translated = direction.reconcile(&messages, plain_target, fields, returns, tcx)?;
    let canvas = &mut translated.message;
    // The channel of the context wins over one that a carry restored.
    if let Some(channel) = &tcx.cx.channel {
        canvas.channel = channel.as_str().into();
    }
    if has_unknown_name(canvas) {
        let at = created.member("surfaceId");
        return Err(refuse_unnamable(surface.surface_id().as_str(), at));
    }
    if are_read_as(&messages, version)? {
        Ok(translated)
    } else {
        Ok(translated.with_dialect(from))
    }
}

/// Returns `true` if the channel or the URI of a content is unknown.
fn has_unknown_name(canvas: &OpenCanvas) -> bool {
    let is_unknown = |text: &str| RequiredText::of(text).is_unknown();
    is_unknown(canvas.channel.as_str())
        || canvas
            .contents
            .iter()
            .any(|content| is_unknown(content.uri.as_str()))
}

/// Returns the text of the first content of a canvas.
fn text_of_document(canvas: &OpenCanvas) -> Option<String> {
    canvas.contents.first()?.text.get().cloned()
}

/// Returns the messages that rebuild the surface in a canvas.
fn messages_of_canvas(
    canvas: &OpenCanvas,
    expected: (Option<Version>, Option<Notation>),
    cx: &Context,
) -> Result<Vec<Message>, Refusal> {
    let contents = read_contents(canvas, expected, cx)?;
    Ok(contents.surface.messages())
}

/// Returns `true` if every message states this version unambiguously.
fn are_read_as(messages: &[Message], version: Version) -> Result<bool, Refusal> {
    let texts: Vec<String> = messages
        .iter()
        .map(wire::encode)
        .collect::<Result<_, _>>()?;
    for text in &texts {
        match Message::read(text) {
            Ok(read) if read.version() == version => {}
            _ => return Ok(false),
        }
    }
    Ok(true)
}

/// Translates a canvas that contains a surface into the messages that rebuild the surface. The target dialect is the version
/// of messages that state none, and may name their notation.
///
/// An edited title is written into the theme of the surface (A2UI 0.9), from which it was copied. Other members of the
/// canvas are carried.
///
/// # Errors
/// Refuses a canvas without a surface, which never becomes an empty surface. Refuses unreadable contents, and contents with
/// another surface than the instance of the canvas.
pub(crate) fn backward(
    canvas: OpenCanvas,
    tcx: &mut TranslationCx<'_>,
) -> Result<Translated<Vec<Message>>, Refusal> {
    let expected = (
        tcx.step.version.and_then(Dialect::a2ui_version),
        DialectOrProtocol::from(tcx.step.to).notation(),
    );
    let CanvasContents {
        at,
        messages,
        surface,
        has_put_title,
    } = read_contents(&canvas, expected, tcx.cx)?;
    let mut fields = tcx.fields();
    let body = Pointer::root().member(messages.first().map_or("", Message::key));
    note_backward(at, &body, has_put_title, &mut fields);
    let to = Dialect::of_surface(&surface);
    let direction = Direction {
        source_derived: CANVAS_DERIVED,
        source_is_unsafe: is_unsafe,
        ..Direction::new(Dialect::AhpCanvas, to, LEVELS, &BACKWARD.others)
    };
    let (cx, (_, notation)) = (tcx.cx, expected);
    let is_restored = tcx.is_returning_to(direction.to);
    let returns = Returns {
        losses: &|messages: &Vec<Message>, losses| {
            // Without a carry, the messages rebuild the surface of the canvas.
            if !is_restored {
                return returning::add_losses_of_canvas(&canvas, at, &surface, cx, losses);
            }
            match rebuild_surface(0, messages, notation) {
                Ok(surface) => {
                    returning::add_losses_of_canvas(&canvas, at, &surface, cx, losses);
                }
                // The restored messages build no surface, so nothing comes back.
                Err(_) => losses.add(Pointer::root()),
            }
        },
        back: &|messages| self::build_canvas(&rebuild_surface(0, messages, notation)?, cx),
    };
    direction.reconcile(&canvas, messages, fields, returns, tcx)
}

/// Adds notes about a canvas that becomes a surface. `at` is the index of the content with the surface. `body` is the place
/// of the body in the first message.
fn note_backward(at: usize, body: &Pointer, has_put_title: bool, fields: &mut FieldMap) {
    let (rules, root) = (&BACKWARD, &Pointer::root());
    let state = root.member("state");
    let text = text_pointer(at);
    fields.add(Encoded, &rules.surface, (&text, ""), Some((root, "")));
    let (from, to) = ((&state, "instanceId"), (body, "surfaceId"));
    fields.add(Renamed, &rules.instance_id, from, Some(to));
    if has_put_title {
        let theme = body.member("theme");
        let to = Some((&theme, "agentDisplayName"));
        fields.add(Renamed, &rules.title, (&state, "title"), to);
    }
}

/// Adds notes about a surface that becomes a canvas. `created` is the place of the body of the creating message.
fn note_forward(surface: &Surface, created: &Pointer, cx: &Context, fields: &mut FieldMap) {
    let (rules, root) = (&FORWARD, &Pointer::root());
    let (state, content) = (root.member("state"), root.member("contents").element(0));
    let id = (created, "surfaceId");
    let channel_verdict = match cx.channel {
        Some(_) => Defaulted,
        None => Derived,
    };
    for (verdict, rule, from, to) in [
        (Encoded, &rules.surface, (root, ""), (&content, "text")),
        (Renamed, &rules.instance_id, id, (&state, "instanceId")),
        (channel_verdict, &rules.channel, id, (root, "channel")),
        (Derived, &rules.url, id, (&state, "url")),
        (
            Defaulted,
            &rules.canvas_id,
            (root, ""),
            (&state, "canvasId"),
        ),
        (
            Defaulted,
            &rules.extension_id,
            (root, ""),
            (&state, "extensionId"),
        ),
    ] {
        fields.add(verdict, rule, from, Some(to));
    }
    if !title_of(surface, cx).is_absent() {
        let verdict = match cx.title {
            Some(_) => Defaulted,
            None => Renamed,
        };
        let theme = created.member("theme");
        let from = (&theme, "agentDisplayName");
        fields.add(verdict, &rules.title, from, Some((&state, "title")));
    }
}

/// Builds the canvas of a surface without a carry. Its channel and its content address may be unknown.
fn build_canvas(surface: &Surface, cx: &Context) -> Result<OpenCanvas, Refusal> {
    let content = build_document(surface)?;
    let mut state = CanvasState::new(
        surface.surface_id().as_str(),
        CANVAS_ID,
        owner_of(cx),
        CanvasAvailability::Ready,
        CanvasProviderSource::Server(ServerSource::new()),
    );
    state.title = title_of(surface, cx);
    state.url = Field::Value(CanvasUrl::from(content.uri.as_str()));
    Ok(OpenCanvas::new(
        channel_of(surface, cx),
        state,
        vec![content],
    ))
}

/// Builds the document with the messages that rebuild a surface.
fn build_document(surface: &Surface) -> Result<CanvasResourceContent, Refusal> {
    let uri = ContentAddress::new(surface.surface_id().as_str(), DOCUMENT).map_or_else(
        // A carry or the context may still name the document; otherwise the caller refuses the surface.
        |_| RequiredText::Unknown.in_target().into(),
        |address| address.uri(),
    );
    let messages: Result<Vec<String>, _> = surface.messages().iter().map(wire::encode).collect();
    let text = format!("[{}]", messages?.join(","));
    let [up_to_0_9, since_0_9_1] = MIME_TYPES;
    let mime_type = if matches!(surface.version_word(), "v0.8" | "v0.9") {
        up_to_0_9
    } else {
        since_0_9_1
    };
    Ok(CanvasResourceContent::new(uri)
        .mime_type(mime_type)
        .text(text))
}

/// Returns the channel of a surface, or a placeholder if the channel is unknown.
fn channel_of(surface: &Surface, cx: &Context) -> ChannelUri {
    let surface_id = surface.surface_id().as_str();
    find_channel(Some(surface_id), cx).unwrap_or_else(|| RequiredText::Unknown.in_target().into())
}

/// Returns the owner of the context, or else the default provider.
fn owner_of(cx: &Context) -> &str {
    cx.owner.as_deref().unwrap_or(EXTENSION_ID)
}

/// Returns the title of the context, or else the agent name in the theme of the surface.
fn title_of(surface: &Surface, cx: &Context) -> Field<String> {
    match &cx.title {
        Some(title) => Field::Value(title.clone()),
        None => title_in_theme(surface).map_or(Field::Absent, Field::Value),
    }
}

/// Returns the agent name in the theme of a surface.
fn title_in_theme(surface: &Surface) -> Option<String> {
    let name = surface.theme()?.member("agentDisplayName")?;
    Some(name.as_str()?.into_owned())
}

/// The surface in the contents of a canvas.
struct CanvasContents {
    /// The index of the content.
    at: usize,
    messages: Vec<Message>,
    /// The surface that the messages build.
    surface: Surface,
    /// `true` if an edited title was written into the surface.
    has_put_title: bool,
}

/// Reads the surface in a canvas, and writes an edited title into the surface.
fn read_contents(
    canvas: &OpenCanvas,
    (version, notation): (Option<Version>, Option<Notation>),
    cx: &Context,
) -> Result<CanvasContents, Refusal> {
    let (at, text) = find_document(&canvas.state.url, &canvas.contents)?;
    let mut messages = read_messages(at, text, version)?;
    let mut surface = rebuild_surface(at, &messages, notation)?;
    if canvas.state.instance_id.as_str() != surface.surface_id().as_str() {
        let message = format!(
            "the contents contain the surface `{}`, which is not the instance of the canvas",
            surface.surface_id()
        );
        let pointer = Pointer::root().member("state").member("instanceId");
        return Err(
            Refusal::rule_broken(BACKWARD.instance_id.id, pointer, message)
                .hint("use the same id in both places"),
        );
    }
    // The title of the context replaced that of the surface, so a different title is not an edit.
    let is_edited = cx.title.is_none() && canvas.state.title != title_of(&surface, cx);
    let has_put_title = is_edited && replace_title(&mut messages, &canvas.state.title);
    if has_put_title {
        surface = rebuild_surface(at, &messages, notation)?;
    }
    Ok(CanvasContents {
        at,
        messages,
        surface,
        has_put_title,
    })
}

/// Finds the content with the surface, and returns its index and text. The content at the URL of the state wins over the first
/// content with an A2UI MIME type.
fn find_document<'a>(
    url: &Field<CanvasUrl>,
    contents: &'a [CanvasResourceContent],
) -> Result<(usize, &'a str), Refusal> {
    let url = url.get().map(CanvasUrl::as_str);
    let at_url = contents
        .iter()
        .position(|content| url == Some(content.uri.as_str()) && is_a2ui(content));
    let at = at_url.or_else(|| contents.iter().position(is_a2ui));
    if let Some(at) = at {
        let text = contents.get(at).and_then(|content| content.text.get());
        if let Some(text) = text {
            return Ok((at, text));
        }
    }
    let pointer = Pointer::root().member("contents");
    let text = "the canvas does not contain an A2UI surface";
    let refusal = Refusal::rule_broken(BACKWARD.surface.id, pointer, text);
    Err(refusal.hint(format_args!(
        "add a content of the MIME type {} with an array of A2UI messages",
        MIME_TYPES.join(" or ")
    )))
}

/// Returns `true` if a content has an A2UI MIME type.
fn is_a2ui(content: &CanvasResourceContent) -> bool {
    match content.mime_type.get() {
        Some(kind) => MIME_TYPES.contains(&kind.as_str()),
        None => false,
    }
}

/// Returns the dialect that the first message of the surface in a canvas states.
pub(crate) fn dialect_in(
    url: &Field<CanvasUrl>,
    contents: &[CanvasResourceContent],
) -> Option<Dialect> {
    let messages = Payload::parse(find_document(url, contents).ok()?.1).ok()?;
    let first = messages.elements().next()?;
    Some(Dialect::of_message(&Message::read(first.text()).ok()?))
}

/// Returns the place of the text of a content.
fn text_pointer(at: usize) -> Pointer {
    Pointer::root()
        .member("contents")
        .element(at)
        .member("text")
}

/// Reads the messages in a text. `version` is the expected version of messages that state none.
fn read_messages(at: usize, text: &str, version: Option<Version>) -> Result<Vec<Message>, Refusal> {
    if version.is_some() {
        if let Ok(messages) = read_as(text, version) {
            return Ok(messages);
        }
    }
    // The messages may state another version.
    read_as(text, None).map_err(|error| {
        let message = format!("the surface cannot be read: {error}");
        Refusal::rule_broken(BACKWARD.surface.id, text_pointer(at), message)
    })
}

/// Reads the messages in a text, as messages of this version if one is given.
fn read_as(text: &str, version: Option<Version>) -> Result<Vec<Message>, wire::DecodeError> {
    a2ui::read(text, version)?
        .into_iter()
        .map(|element| element.result)
        .collect()
}

/// Builds the only surface of these messages. `at` is the index of their content.
fn rebuild_surface(
    at: usize,
    messages: &[Message],
    notation: Option<Notation>,
) -> Result<Surface, Refusal> {
    let broken =
        |message: String| Refusal::rule_broken(BACKWARD.surface.id, text_pointer(at), message);
    let mut surfaces = Surfaces::with_options(SurfaceOptions::new().notation(notation));
    for message in messages {
        surfaces
            .apply(message)
            .map_err(|error| broken(format!("the surface cannot be rebuilt: {error}")))?;
    }
    let mut live = surfaces.iter();
    match (live.next(), live.next()) {
        (Some(surface), None) => Ok(surface.clone()),
        (None, _) => Err(broken("no surface exists after its messages".to_owned())),
        (Some(_), Some(_)) => Err(broken(
            "the messages build more than one surface".to_owned(),
        )),
    }
}

/// Writes an edited title into the theme of the creating message. Returns `false` if the version has no agent name in a theme,
/// or if the title or the theme has another type.
fn replace_title(messages: &mut [Message], title: &Field<String>) -> bool {
    let title = match title {
        Field::Null => return false,
        Field::Absent => None,
        Field::Value(title) => Some(Payload::string(title)),
    };
    for message in messages {
        let theme = match message {
            Message::V0_9Agent(v0_9::AgentMessage {
                body: v0_9::AgentBody::CreateSurface(create),
                ..
            }) => &mut create.theme,
            Message::V0_10Agent(v0_10::AgentMessage {
                body: v0_10::AgentBody::CreateSurface(create),
                ..
            }) => &mut create.theme,
            _ => continue,
        };
        if theme.as_ref().is_some_and(|theme| !theme.is_object()) {
            return false;
        }
        let old = theme.clone().unwrap_or_else(Payload::empty_object);
        *theme = Some(difference::apply(
            &old,
            &[(Pointer::root().member("agentDisplayName"), title)],
        ));
        return true;
    }
    false
}
