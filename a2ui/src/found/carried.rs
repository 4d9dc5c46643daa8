//! What a JSON value carries that is no message itself.

use super::{
    Carrier, Finder, Found, Held, MARK, NESTED,
    activity::Activities,
    source::{Answer, starts},
};
use crate::{Version, a2a::MimeType, detect};
use wire::{
    DecodeError, Pointer,
    token::{self, Child, TokenKind, Tokens},
};

/// A message in a value.
pub(super) struct Part {
    /// Where it stands in the text of the value.
    pub(super) offset: usize,
    pub(super) pointer: Pointer,
    /// In what, if it is more than a list.
    pub(super) carrier: Option<Carrier>,
    pub(super) text: Result<String, DecodeError>,
    /// Whether it stands in a string.
    pub(super) is_quoted: bool,
}

/// The keys of messages that have another meaning elsewhere. Those need a version beside them.
const COMMON: [&str; 5] = ["action", "error", "callFunction", "functionResponse", "actionResponse"];

/// The members in which A2A, AG-UI, MCP and JSON-RPC hold what may hold messages.
const HOLDERS: [&str; 18] = [
    "artifact",
    "artifactUpdate",
    "artifacts",
    "content",
    "event",
    "events",
    "history",
    "message",
    "messages",
    "params",
    "part",
    "parts",
    "resource",
    "result",
    "snapshot",
    "status",
    "statusUpdate",
    "task",
];

/// The members that are texts of a model, or of a tool.
const TEXTS: [&str; 2] = ["content", "text"];

/// How deep carriers are looked into.
const DEEPEST: usize = 16;

/// Whether an object is meant to be a message, by the names of its members. It may break off.
pub(super) fn is_like_a_message(text: &str) -> bool {
    let (mut depth, mut word, mut is_word) = (0_usize, None, false);
    let (mut has_key, mut is_key, mut has_object) = (false, false, false);
    let (mut objects, mut others) = (0_usize, 0_usize);
    for token in Tokens::new(text) {
        let is_top = depth == 1;
        match token.kind {
            TokenKind::ArrayStart if depth == 0 => return false,
            TokenKind::ObjectStart | TokenKind::ArrayStart => {
                let is_object = is_top && token.kind == TokenKind::ObjectStart;
                objects += usize::from(is_object);
                has_object |= is_object && is_key;
                depth += 1;
            }
            TokenKind::ObjectEnd | TokenKind::ArrayEnd => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    break;
                }
            }
            TokenKind::Name if is_top => {
                let name = token::string(token.text);
                is_word = name == "version";
                is_key = detect::is_key(&name);
                if is_key && !COMMON.contains(&&*name) {
                    return true;
                }
                has_key |= is_key;
                others += usize::from(!is_word);
            }
            TokenKind::String if is_top && is_word => word = Some(token::string(token.text)),
            _ if depth == 0 => return false,
            _ => {}
        }
    }
    let Some(word) = word else { return false };
    if word.strip_prefix('v').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit())) {
        return has_key || Version::from_word(&word).is_some() && (others, objects) == (1, 1);
    }
    // `1.0` is anybody's word.
    has_object && Version::from_word(&word).is_some()
}

/// Whether a text begins with a message, by its first member.
pub(super) fn opens_a_message(text: &str) -> Answer {
    let end = (0..=MARK.min(text.len())).rev().find(|end| text.is_char_boundary(*end)).unwrap_or_default();
    match opens_by_name(text.get(..end).unwrap_or_default()) {
        Answer::Maybe if text.len() > MARK => Answer::No,
        answer => answer,
    }
}

fn opens_by_name(text: &str) -> Answer {
    let rest = text.strip_prefix('{').unwrap_or_default();
    let Some((name, rest)) = quoted(rest) else { return open(rest) };
    let Some(value) = rest.trim_start().strip_prefix(':') else {
        return starts(rest.trim_start(), ":");
    };
    let value = value.trim_start();
    if name != "version" {
        let is_key = detect::is_key(name) && !COMMON.contains(&name);
        return if is_key { starts(value, "{") } else { Answer::No };
    }
    match quoted(value) {
        Some((word, _)) if Version::from_word(word).is_some() => Answer::Yes,
        Some(_) => Answer::No,
        None => open(value),
    }
}

/// Whether a string may begin there that is not closed yet.
fn open(text: &str) -> Answer {
    if starts(text.trim_start(), "\"") == Answer::No { Answer::No } else { Answer::Maybe }
}

/// A string without escapes at the start of a text, and what follows it.
fn quoted(text: &str) -> Option<(&str, &str)> {
    text.trim_start().strip_prefix('"')?.split_once('"')
}

/// Whether a text that breaks off names what holds messages, or a message.
pub(super) fn mentions(text: &str) -> bool {
    [
        "a2ui",
        "createSurface",
        "updateComponents",
        "updateDataModel",
        "deleteSurface",
        "beginRendering",
        "surfaceUpdate",
    ]
    .iter()
    .any(|word| text.contains(word))
}

/// The messages in a value, in the order in which they count.
pub(super) fn parts(text: &str, activities: &mut Activities, limit: usize, nested: u8) -> Vec<Part> {
    let mut walk = Walk { parts: Vec::new(), activities, limit, nested, is_in_message: false };
    walk.value(text, 0, Pointer::root(), DEEPEST);
    walk.parts
}

struct Walk<'a> {
    parts: Vec<Part>,
    activities: &'a mut Activities,
    limit: usize,
    nested: u8,
    /// True inside a message of AG-UI, whose operations are compared together.
    is_in_message: bool,
}

impl Walk<'_> {
    fn value(&mut self, text: &str, offset: usize, at: Pointer, depth: usize) {
        match text.as_bytes().first() {
            _ if depth == 0 => {}
            Some(b'[') => {
                let elements: Vec<_> = token::children(text).collect();
                if elements.iter().any(|element| is_like_a_message(element.text)) {
                    return self.list(&elements, offset, &at, None);
                }
                for (index, element) in elements.into_iter().enumerate() {
                    self.value(element.text, offset + element.at, at.element(index), depth - 1);
                }
            }
            Some(b'{') if is_like_a_message(text) => self.one(text, offset, at, None),
            Some(b'{') => self.object(text, offset, &at, depth),
            _ => {}
        }
    }

    fn object(&mut self, text: &str, offset: usize, at: &Pointer, depth: usize) {
        let mut members: Vec<(String, Child<'_>)> = Vec::new();
        for child in token::children(text) {
            members.push((token::string(child.name.unwrap_or_default()).into_owned(), child));
        }
        let find = |name: &str| members.iter().find(|member| member.0 == name).map(|member| member.1);
        let word = |name: &str| {
            find(name).filter(|child| child.text.starts_with('"')).map(|child| token::string(child.text))
        };
        let kind = word("type").unwrap_or_default();
        if matches!(&*kind, "ACTIVITY_SNAPSHOT" | "ACTIVITY_DELTA") {
            let id = word("messageId").unwrap_or_default();
            let place = |child: Child<'_>| offset + child.at;
            let found = if kind == "ACTIVITY_SNAPSHOT" {
                let is_replacing = find("replace").is_none_or(|replace| replace.text != "false");
                find("content").map(|content| {
                    self.activities.snapshot(
                        &id,
                        content.text,
                        place(content),
                        &at.member("content"),
                        is_replacing,
                        self.limit,
                    )
                })
            } else {
                find("patch").map(|patch| {
                    self.activities.delta(&id, patch.text, place(patch), &at.member("patch"), self.limit)
                })
            };
            return self.parts.extend(found.into_iter().flatten());
        }
        if let "TEXT_MESSAGE_CONTENT" | "TEXT_MESSAGE_CHUNK" | "TEXT_MESSAGE_END" = &*kind {
            let (id, delta) = (word("messageId").unwrap_or_default(), find("delta"));
            let piece = delta.map(|delta| token::string(delta.text));
            if self.nested >= NESTED || (piece.is_none() && kind != "TEXT_MESSAGE_END") {
                return;
            }
            let held = self.activities.said(&id, piece.as_deref(), self.limit, self.nested + 1);
            let (offset, at) = match delta {
                Some(delta) => (offset + delta.at, at.member("delta")),
                None => (offset, at.clone()),
            };
            let before = self.parts.len();
            held.into_iter().for_each(|held| self.held(held, offset, &at));
            for part in self.parts.iter().skip(before) {
                self.activities.keep_said(&id, part, self.limit);
            }
            return;
        }
        let is_result = kind == "TOOL_CALL_RESULT";
        let id = if is_result { word("messageId") } else { word("role").and_then(|_| word("id")) };
        if !self.is_in_message && (is_result || id.is_some()) {
            let before = self.parts.len();
            self.is_in_message = true;
            self.object(text, offset, at, depth);
            self.is_in_message = false;
            let parts = self.parts.split_off(before);
            let news = self.activities.news(id.as_deref(), parts, self.limit, false);
            return self.parts.extend(news);
        }
        let stated = find("metadata").and_then(|metadata| {
            let mime = token::children(metadata.text)
                .find(|child| child.name.is_some_and(|name| token::string(name) == "mimeType"))?;
            Some(token::string(mime.text).into_owned())
        });
        let stated =
            stated.or_else(|| word("mediaType").or_else(|| word("mimeType")).map(|word| word.into_owned()));
        let is_a2ui = stated
            .is_some_and(|mime| matches!(MimeType::from(&*mime), MimeType::A2uiJson | MimeType::JsonA2ui));
        if let Some(data) = find("data").filter(|_| is_a2ui) {
            return self.data(data.text, offset + data.at, &at.member("data"), Carrier::A2a);
        }
        if let Some(resource) = find("text").filter(|resource| is_a2ui && resource.text.starts_with('"')) {
            return self.quoted(resource, offset, &at.member("text"), Carrier::Mcp);
        }
        if let Some(operations) = find("a2ui_operations") {
            let elements: Vec<_> = token::children(operations.text).collect();
            let before = self.parts.len();
            let at = at.member("a2ui_operations");
            self.list(&elements, offset + operations.at, &at, Some(Carrier::AgUi));
            if !self.is_in_message {
                let parts = self.parts.split_off(before);
                let news = self.activities.news(None, parts, self.limit, false);
                self.parts.extend(news);
            }
            return;
        }
        // What was said before comes first, and where a task stands now comes last.
        members.sort_by_key(|member| match member.0.as_str() {
            "history" => 0,
            "status" => 2,
            _ => 1,
        });
        for (name, child) in members {
            let is_custom = name == "value" && kind == "CUSTOM";
            let (text, offset) = (child.text, offset + child.at);
            if text.starts_with('"') && (TEXTS.contains(&&*name) || is_custom) {
                self.text(text, offset, &at.member(&name));
            } else if HOLDERS.contains(&&*name) || is_custom {
                self.value(text, offset, at.member(&name), depth - 1);
            }
        }
    }

    /// What is marked as messages: one, a list, or a list in an object.
    fn data(&mut self, text: &str, offset: usize, at: &Pointer, carrier: Carrier) {
        let is_like = is_like_a_message(text);
        // A server of A2A 1.0 puts a list into an object for clients that know objects only.
        let inner = token::children(text).find(|child| {
            let is_named = |name: &str| matches!(&*token::string(name), "messages" | "value");
            !is_like && child.name.is_some_and(is_named) && child.text.starts_with('[')
        });
        let (text, offset, at) = match inner {
            Some(list) => {
                (list.text, offset + list.at, at.member(&token::string(list.name.unwrap_or_default())))
            }
            None => (text, offset, at.clone()),
        };
        if !text.starts_with('[') {
            return self.one(text, offset, at, Some(carrier));
        }
        let elements: Vec<_> = token::children(text).collect();
        self.list(&elements, offset, &at, Some(carrier));
    }

    fn list(&mut self, elements: &[Child<'_>], offset: usize, at: &Pointer, carrier: Option<Carrier>) {
        for (index, element) in elements.iter().enumerate() {
            self.one(element.text, offset + element.at, at.element(index), carrier);
        }
    }

    fn one(&mut self, text: &str, offset: usize, pointer: Pointer, carrier: Option<Carrier>) {
        if !self.is_in_message && carrier != Some(Carrier::AgUi) {
            self.activities.forget_deleted(text);
        }
        self.parts.push(Part { offset, pointer, carrier, text: Ok(text.to_owned()), is_quoted: false });
    }

    /// Messages in a string that is marked as such.
    fn quoted(&mut self, string: Child<'_>, offset: usize, at: &Pointer, carrier: Carrier) {
        let text = token::string(string.text);
        let before = self.parts.len();
        let offset = offset + string.at;
        match wire::Payload::parse(text.trim()) {
            Ok(data) => self.data(data.text(), 0, at, carrier),
            Err(error) => {
                let text = Err(error);
                self.parts.push(Part {
                    offset,
                    pointer: at.clone(),
                    carrier: Some(carrier),
                    text,
                    is_quoted: true,
                });
            }
        }
        for part in self.parts.iter_mut().skip(before) {
            quote(part, offset);
        }
    }

    /// A text of a model, in which there may be anything.
    fn text(&mut self, quoted: &str, offset: usize, at: &Pointer) {
        if self.nested >= NESTED || !mentions(quoted) {
            return;
        }
        let mut finder = Finder::inside(super::Place::START, self.nested + 1).limit(self.limit);
        let mut found = finder.push(&token::string(quoted));
        found.extend(finder.finish());
        for found in found {
            if let Found::Message(held) = found {
                self.held(held, offset, at);
            }
        }
    }

    /// A message in a string.
    fn held(&mut self, held: Held, offset: usize, at: &Pointer) {
        let (carrier, pointer) = (Some(held.carrier), at.join(&held.pointer));
        let mut part = Part { offset, pointer, carrier, text: held.text, is_quoted: true };
        quote(&mut part, offset);
        self.parts.push(part);
    }
}

/// What stands in a string is where the string is, on one line: there no line end means anything.
fn quote(part: &mut Part, offset: usize) {
    (part.offset, part.is_quoted) = (offset, true);
    if let Ok(text) = &mut part.text {
        *text = text.replace(['\r', '\n'], " ");
    }
}
