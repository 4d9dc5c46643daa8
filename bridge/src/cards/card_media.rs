//! Images, icons, videos and sounds of a surface as elements of a card.

use super::{
    card_action::{accessible, icon_word},
    card_draft::{CardDraft, Part, Piece, text_of},
    card_text::{escape, plain},
};
use crate::{
    Verdict,
    icons::{character_of_a2ui, icon_of_a2ui},
    surface_writer::object,
};
use a2ui::{address::has_media_scheme, resolved::ResolvedNode};
use wire::Payload;

/// The MIME types of videos and sounds by the end of their address.
const MIME_TYPES: [(&str, &str); 8] = [
    (".mp4", "video/mp4"),
    (".webm", "video/webm"),
    (".mov", "video/quicktime"),
    (".mp3", "audio/mpeg"),
    (".wav", "audio/wav"),
    (".ogg", "audio/ogg"),
    (".m4a", "audio/mp4"),
    (".aac", "audio/aac"),
];

/// The sites whose videos Teams plays.
const TEAMS_SITES: [&str; 7] = [
    "youtube.com",
    "youtu.be",
    "dailymotion.com",
    "vimeo.com",
    "sharepoint.com",
    "onedrive.com",
    "1drv.ms",
];

const UNSAFE_URL: &str = "the URL is not one that a host may load";

/// Adds an Image. An image that cannot be loaded is replaced by its description.
pub(super) fn add_image(draft: &mut CardDraft<'_>, node: &ResolvedNode) -> Vec<Part> {
    let url = node.text("url").unwrap_or_default();
    let description = text_of(node, &["description", "altText"]);
    let description = description.or_else(|| Some(("accessibility", accessible(node, "label")?)));
    let (text_name, text) = description.unwrap_or_default();
    let is_data = !url.is_empty() && !url.starts_with("http");
    // Cards before 1.2 have no images in their text.
    let is_shown = has_media_scheme(&url, "image") && (!is_data || draft.target.is_at_least(2));
    if !is_shown {
        let verdict = if url.is_empty() {
            Verdict::Dropped
        } else {
            Verdict::Quarantined
        };
        let remark = if url.is_empty() {
            "the image has no URL yet"
        } else {
            UNSAFE_URL
        };
        draft.note(node, "url", verdict, None, remark);
        return words(draft, node, &text);
    }
    let mut piece = draft.element("Image", node).with_text("url", &url);
    if !text.is_empty() {
        piece = piece.with_text("altText", &plain(&text));
    }
    let variant = text_of(node, &["variant", "usageHint"]);
    let word = variant.as_ref().map_or("", |(_, word)| word.as_str());
    let (mut piece, place) = sized(draft, piece, word);
    let fit = node.text("fit");
    let mode = match fit.as_deref() {
        Some("contain") => Some("contain"),
        Some("cover") => Some("cover"),
        Some("fill") => Some("fill"),
        _ => None,
    };
    let mode = mode.filter(|_| draft.target.has_hub_elements());
    if let Some(mode) = mode {
        piece = piece.with_text("fitMode", mode);
    }
    let image = draft.add(piece);
    draft.note(node, "url", Verdict::Copied, Some((image, "url")), "");
    if !text.is_empty() {
        draft.note(
            node,
            text_name,
            Verdict::Renamed,
            Some((image, "altText")),
            "",
        );
    }
    if let Some((name, _)) = variant.filter(|_| !place.is_empty()) {
        draft.note(node, name, Verdict::Encoded, Some((image, place)), "");
    }
    match (fit, mode) {
        (Some(_), Some(_)) => {
            draft.note(node, "fit", Verdict::Encoded, Some((image, "fitMode")), "")
        }
        (Some(_), None) => {
            let remark = "a card does not say how an image fills its place";
            draft.note(node, "fit", Verdict::Carried, None, remark);
        }
        (None, _) => {}
    }
    vec![Part::Element(image)]
}

/// Gives an image the size and the style of its variant. The second value is the member that shows the variant.
fn sized(draft: &CardDraft<'_>, piece: Piece, variant: &str) -> (Piece, &'static str) {
    let size = match variant {
        "icon" | "avatar" | "smallFeature" => "small",
        "mediumFeature" => "medium",
        "largeFeature" => "large",
        "header" => "stretch",
        _ => return (piece, ""),
    };
    let piece = piece.with_text("size", size);
    match variant {
        "avatar" => (piece.with_text("style", "person"), "style"),
        // From 1.1, an image can have a width in pixels.
        "icon" if draft.target.is_at_least(1) => (piece.with_text("width", "24px"), "size"),
        _ => (piece, "size"),
    }
}

/// Shows a text in place of an element.
fn words(draft: &mut CardDraft<'_>, node: &ResolvedNode, text: &str) -> Vec<Part> {
    if text.is_empty() {
        return Vec::new();
    }
    let block = draft
        .element("TextBlock", node)
        .with_text("text", &escape(text));
    let block = draft.add(block.with_flag("wrap", true));
    vec![Part::Element(block)]
}

/// Adds an Icon: an icon in Teams, a drawing, or the words of its name.
pub(super) fn add_icon(draft: &mut CardDraft<'_>, node: &ResolvedNode) -> Vec<Part> {
    let name = node.properties.member("name");
    let drawing = name.as_ref().and_then(|name| name.member("svgPath"));
    if let Some(path) = drawing.and_then(|path| Some(path.as_str()?.into_owned())) {
        return add_drawing(draft, node, &path);
    }
    let name = node.text("name").unwrap_or_default();
    let character = character_of_a2ui(&name);
    let text = match character {
        Some(character) => character.to_owned(),
        None => escape(&icon_word(&name)),
    };
    if text.is_empty() {
        let remark = "the icon has no name yet";
        draft.note(node, "name", Verdict::Dropped, None, remark);
        return Vec::new();
    }
    let names = icon_of_a2ui(&name).filter(|_| draft.target.has_hub_elements());
    let Some(names) = names else {
        let block = draft.element("TextBlock", node).with_text("text", &text);
        let block = draft.add(block.with_flag("wrap", true));
        let remark = match character {
            Some(_) => "a card has no icons, so a character is shown",
            None => "a card has no icons, so the name is shown",
        };
        let place = Some((block, "text"));
        draft.note(node, "name", Verdict::Encoded, place, remark);
        return vec![Part::Element(block)];
    };
    let fallback = object(&[
        ("type", Payload::string("TextBlock")),
        ("text", Payload::string(&text)),
    ]);
    let icon = draft
        .element("Icon", node)
        .with_text("name", names.fluent)
        .with_text("size", "xSmall")
        .with("fallback", fallback);
    let icon = draft.add(icon);
    draft.note(node, "name", Verdict::Encoded, Some((icon, "name")), "");
    vec![Part::Element(icon)]
}

/// Adds an icon that is drawn by a path.
fn add_drawing(draft: &mut CardDraft<'_>, node: &ResolvedNode, path: &str) -> Vec<Part> {
    let is_path = path
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || b" \t\r\n,.+-".contains(&byte));
    if !is_path || path.is_empty() || !draft.target.is_at_least(2) {
        draft.note(
            node,
            "name",
            Verdict::Dropped,
            None,
            "the path cannot be drawn in a card",
        );
        return Vec::new();
    }
    let path: Vec<&str> = path.split_ascii_whitespace().collect();
    let url = format!(
        "data:image/svg+xml,%3Csvg%20xmlns=%22http://www.w3.org/2000/svg%22%20viewBox=%220%200%2024%2024%22%3E%3Cpath%20d=%22{}%22/%3E%3C/svg%3E",
        path.join("%20").replace('+', "%2B")
    );
    let image = draft.element("Image", node).with_text("url", &url);
    let image = draft.add(image.with_text("size", "small").with_text("width", "24px"));
    draft.note(node, "name", Verdict::Encoded, Some((image, "url")), "");
    vec![Part::Element(image)]
}

/// Adds a Video or an AudioPlayer. Where the host does not play it, a button opens it.
pub(super) fn add_media(
    draft: &mut CardDraft<'_>,
    node: &ResolvedNode,
    kind: &'static str,
) -> Vec<Part> {
    let url = node.text("url").unwrap_or_default();
    let description = node.text("description").filter(|text| !text.is_empty());
    let is_web = has_media_scheme(&url, kind)
        && url
            .get(..4)
            .is_some_and(|begin| begin.eq_ignore_ascii_case("http"));
    if !is_web {
        let verdict = if url.is_empty() {
            Verdict::Dropped
        } else {
            Verdict::Quarantined
        };
        let remark = if url.is_empty() {
            "the player has no URL yet"
        } else {
            UNSAFE_URL
        };
        draft.note(node, "url", verdict, None, remark);
        return words(draft, node, &description.unwrap_or_default());
    }
    let is_played = match draft.target.has_hub_elements() {
        true => is_on_a_site(&url),
        false => draft.target.is_at_least(1),
    };
    if !is_played {
        let title = description.unwrap_or_else(|| node.component.clone().unwrap_or_default());
        return open_media(draft, node, &title, &url);
    }
    let mime = mime_type(&url, kind);
    let source = object(&[
        ("mimeType", Payload::string(mime)),
        ("url", Payload::string(&url)),
    ]);
    let mut media: Piece = draft.element("Media", node);
    let poster = node
        .text("posterUrl")
        .filter(|poster| has_media_scheme(poster, "image"));
    let has_poster = poster.is_some();
    if let Some(poster) = poster {
        media = media.with_text("poster", &poster);
    }
    let has_description = description.is_some();
    if let Some(description) = description {
        media = media.with_text("altText", &plain(&description));
    }
    let media = draft.add(media.with("sources", Payload::array(&[source])));
    draft.note(node, "url", Verdict::Encoded, Some((media, "sources")), "");
    if has_description {
        draft.note(
            node,
            "description",
            Verdict::Renamed,
            Some((media, "altText")),
            "",
        );
    }
    match (has_poster, node.text("posterUrl")) {
        (true, _) => draft.note(
            node,
            "posterUrl",
            Verdict::Renamed,
            Some((media, "poster")),
            "",
        ),
        (false, Some(_)) => draft.note(node, "posterUrl", Verdict::Quarantined, None, UNSAFE_URL),
        (false, None) => {}
    }
    vec![Part::Element(media)]
}

/// Adds a button that opens a video or a sound.
fn open_media(draft: &mut CardDraft<'_>, node: &ResolvedNode, title: &str, url: &str) -> Vec<Part> {
    let open = draft.element("Action.OpenUrl", node);
    let open = open.with_text("title", &plain(title)).with_text("url", url);
    let open = draft.add(open);
    let remark = "the host does not play this address, so a button opens it";
    let place = Some((open, "url"));
    draft.note(node, "url", Verdict::Encoded, place, remark);
    vec![Part::Action(open)]
}

/// Returns the MIME type of an address by its end, or the usual one of its kind.
fn mime_type(url: &str, kind: &str) -> &'static str {
    let address = url.split(['?', '#']).next().unwrap_or_default();
    let address = address.to_ascii_lowercase();
    let known = MIME_TYPES.iter().find(|(end, _)| address.ends_with(end));
    match (known, kind) {
        (Some((_, mime)), _) => mime,
        (None, "audio") => "audio/mpeg",
        (None, _) => "video/mp4",
    }
}

/// Returns `true` for an address on one of the sites that Teams plays.
fn is_on_a_site(url: &str) -> bool {
    let rest = url.split_once("://").map_or("", |(_, rest)| rest);
    let authority = rest.split(['/', '?', '#', '\\']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    let host = host
        .split(':')
        .next()
        .unwrap_or_default()
        .to_ascii_lowercase();
    TEAMS_SITES.iter().any(|site| {
        let above = host.strip_suffix(site);
        above.is_some_and(|above| above.is_empty() || above.ends_with('.'))
    })
}
