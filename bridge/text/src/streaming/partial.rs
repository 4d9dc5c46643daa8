//! The components of a message that is still being written.

use super::{StreamEvent, place};
use crate::place::Place;
use bridge::a2ui::{Version, extract, repair::Repairer};
use std::ops::Range;
use wire::{
    Pointer,
    partial::{Part, PartialScanner},
    token,
};

/// The messages that contain components.
const UPDATES: [&str; 3] = ["updateComponents", "createSurface", "surfaceUpdate"];

/// The depth of a component in its message: below the message, its body and the list.
const COMPONENT_DEPTH: usize = 3;

/// A message that is still being written.
#[derive(Clone, Debug)]
pub(super) struct PartialMessage {
    /// The offset of the message in the text.
    offset: usize,
    scanner: PartialScanner,
    /// The quoted version, if it is known.
    version: Option<Range<usize>>,
    /// The quoted id of the surface, if it is known.
    surface: Option<Range<usize>>,
    /// The complete components that wait for the surface or the version, each with the key of the message.
    waiting: Vec<(&'static str, Range<usize>)>,
    /// An offset in the message, and its place in the text.
    known: (usize, Place),
}

impl PartialMessage {
    /// Creates a message that begins at this position.
    pub(super) fn new(start: extract::Place) -> Self {
        Self {
            offset: start.offset,
            scanner: PartialScanner::default(),
            version: None,
            surface: None,
            waiting: Vec::new(),
            known: (0, place(start.line, start.column)),
        }
    }

    pub(super) fn offset(&self) -> usize {
        self.offset
    }

    /// Reads the text that was added to the message, and adds the components that are certain. `given` is the version
    /// that all messages must have.
    pub(super) fn read(
        &mut self,
        text: &str,
        given: Option<Version>,
        events: &mut Vec<StreamEvent>,
    ) {
        while let Some(part) = self.scanner.next(text) {
            let Part::Value(range) = part else { continue };
            if self.scanner.depth() > COMPONENT_DEPTH {
                continue;
            }
            let path = self.scanner.path(text);
            let mut names = path.iter().map(|name| &**name);
            let path = (names.next(), names.next(), names.next());
            match path {
                (Some("version"), None, None) => self.version = Some(range),
                (Some(key), Some("surfaceId"), None) if update(key).is_some() => {
                    self.surface = Some(range);
                }
                (Some(key), Some("components"), Some("")) => {
                    let Some(key) = update(key) else { continue };
                    self.waiting.push((key, range));
                }
                _ => continue,
            }
            self.add_components(text, given, events);
        }
    }

    /// Adds the waiting components if their surface and version are known.
    fn add_components(
        &mut self,
        text: &str,
        given: Option<Version>,
        events: &mut Vec<StreamEvent>,
    ) {
        let Some(surface) = self.surface.clone() else {
            return;
        };
        let surface = text.get(surface).unwrap_or_default();
        for (key, range) in std::mem::take(&mut self.waiting) {
            let version = match &self.version {
                Some(version) => text.get(version.clone()),
                None => None,
            };
            // Only messages of 0.8 state no version.
            if version.is_none() && key != "surfaceUpdate" {
                self.waiting.push((key, range));
                continue;
            }
            let component = text.get(range.clone()).unwrap_or_default();
            let Some(component) = read_component(key, version, surface, component, given) else {
                continue;
            };
            let (known, start) = &self.known;
            let place = start.after(text.get(*known..range.start).unwrap_or_default());
            self.known = (range.start, place.clone());
            let surface = token::string(surface).into_owned();
            events.push(StreamEvent::Component {
                surface,
                component,
                place,
            });
        }
    }
}

/// Returns the key of a message that contains components.
fn update(name: &str) -> Option<&'static str> {
    UPDATES.into_iter().find(|key| *key == name)
}

/// Reads a component in a message of its own, and writes it as the whole message will contain it. Returns `None` if the component
/// needs a repair or is wrong, because the rest of the message may change the repair.
fn read_component(
    key: &str,
    version: Option<&str>,
    surface: &str,
    component: &str,
    given: Option<Version>,
) -> Option<String> {
    let version = match version {
        Some(version) => format_args!("\"version\":{version},").to_string(),
        None => String::new(),
    };
    let message = format_args!(
        r#"{{{version}"{key}":{{"surfaceId":{surface},"components":[{component}]}}}}"#
    )
    .to_string();
    let elements = Repairer::new(given).read(&message).ok()?;
    let [element] = elements.as_slice() else {
        return None;
    };
    if !element.repairs.is_empty() {
        return None;
    }
    let written = wire::encode(element.result.as_ref().ok()?).ok()?;
    let at = Pointer::root().member(key).member("components").element(0);
    Some(wire::without_whitespace(token::value_at(&written, &at)?))
}
