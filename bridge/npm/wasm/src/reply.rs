//! Replies: a line of JSON, followed by the texts.

#[cfg(feature = "inspection")]
use agent_ui_text::{CheckedText, StreamEvent, for_model};
use agent_ui_text::{
    Diagnostic, Translation, notes_json,
    option_names::{camel_case, rename_options},
    place::Place,
};
use wire::EncodeError;
#[cfg(feature = "inspection")]
use wire::token;

/// A reply that is being built.
#[derive(Debug)]
pub(crate) struct Reply {
    /// The members of the header.
    header: String,
    texts: Vec<String>,
    /// `true` if each text is a line.
    has_lines: bool,
}

impl Reply {
    /// Creates a reply without texts.
    pub(crate) fn new() -> Self {
        Self {
            header: String::from("{"),
            texts: Vec::new(),
            has_lines: false,
        }
    }

    /// Creates a reply whose body is one text.
    pub(crate) fn text(text: String) -> Self {
        Self {
            texts: vec![text],
            ..Self::new()
        }
    }

    /// Creates the reply of a check: the findings, with their lines for a model as the body.
    #[cfg(feature = "inspection")]
    pub(crate) fn checked(found: &[Diagnostic]) -> Self {
        Self::text(for_model(found)).list("findings", found)
    }

    /// Creates a reply with one line for each name.
    pub(crate) fn names<T: Into<String>>(names: Vec<T>) -> Self {
        Self::messages(names.into_iter().map(Into::into).collect())
    }

    /// Creates a reply with one line for each message.
    pub(crate) fn messages(messages: Vec<String>) -> Self {
        let mut reply = Self::new().number("messages", messages.len());
        reply.texts = messages;
        reply.has_lines = true;
        reply
    }

    /// Creates the reply of the check of a text in a session.
    #[cfg(feature = "inspection")]
    pub(crate) fn checked_text(checked: &CheckedText) -> Self {
        Self::checked(&checked.findings).number("accepted", usize::from(checked.is_accepted))
    }

    /// Creates the reply of a translation: the messages, their carries, the notes of each message, and the other notes.
    /// Each is a line. The header has the place of the first notes, because the host reads them later.
    pub(crate) fn translation(translation: Translation) -> Result<Self, Box<Diagnostic>> {
        let count = translation.messages.len();
        let mut lines = Vec::with_capacity(count * 3 + 1);
        let mut carries = Vec::with_capacity(count);
        let mut notes = Vec::with_capacity(count + 1);
        for message in translation.messages {
            notes.push(notes_json(&message.notes).map_err(unwritable)?);
            carries.push(message.carry_text().map_err(unwritable)?);
            lines.push(message.text);
        }
        notes.push(notes_json(&translation.other_notes).map_err(unwritable)?);
        lines.append(&mut carries);
        let before_notes: usize = lines.iter().map(|line| line.len() + 1).sum();
        lines.append(&mut notes);
        let header = Self::new()
            .number("messages", count)
            .number("notes", before_notes)
            .list("findings", &translation.findings)
            .list("refusals", &translation.refusals)
            .header;
        Ok(Self {
            header,
            texts: lines,
            has_lines: true,
        })
    }

    /// Creates the reply of a stream. Each event has two lines: the kind with the place, and the JSON text.
    #[cfg(feature = "inspection")]
    pub(crate) fn events(events: Vec<StreamEvent>) -> Self {
        let mut lines = Vec::with_capacity(events.len() * 2);
        for event in events {
            let (head, text) = match event {
                StreamEvent::Component {
                    surface,
                    component,
                    place,
                } => {
                    let surface = token::quoted_name(&surface);
                    let head = format_args!(
                        r#"{{"type":"component","surface":{surface},"line":{},"column":{}}}"#,
                        place.line, place.column
                    );
                    (head.to_string(), component)
                }
                StreamEvent::Message { message, place } => {
                    let head = format_args!(
                        r#"{{"type":"message","line":{},"column":{}}}"#,
                        place.line, place.column
                    );
                    (head.to_string(), message)
                }
                StreamEvent::Fault(diagnostic) => {
                    (r#"{"type":"fault"}"#.to_owned(), json(&diagnostic))
                }
                StreamEvent::Finding(diagnostic) => {
                    (r#"{"type":"finding"}"#.to_owned(), json(&diagnostic))
                }
                _ => continue,
            };
            lines.extend([head, text]);
        }
        Self::messages(lines)
    }

    /// Creates the reply to a call with a wrong argument.
    pub(crate) fn failure(diagnostic: &Diagnostic) -> Self {
        let mut reply = Self::new();
        reply.name("failure");
        reply.header.push_str(&json(diagnostic));
        reply
    }

    /// Adds a number to the header.
    pub(crate) fn number(mut self, name: &str, number: usize) -> Self {
        self.name(name);
        self.header.push_str(&number.to_string());
        self
    }

    /// Adds diagnostics to the header, if there are any.
    pub(crate) fn list(mut self, name: &str, diagnostics: &[Diagnostic]) -> Self {
        if !diagnostics.is_empty() {
            self.name(name);
            self.header
                .push_str(&join_json(diagnostics.iter().map(json)));
        }
        self
    }

    /// Begins a member of the header.
    fn name(&mut self, name: &str) {
        self.header
            .push_str(if self.header.len() > 1 { ",\"" } else { "\"" });
        self.header.push_str(name);
        self.header.push_str("\":");
    }

    /// Writes the reply.
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        let Self {
            header: mut reply,
            texts,
            has_lines,
        } = self;
        let rest: usize = texts.iter().map(|text| text.len() + 1).sum();
        reply.reserve_exact(rest + 2);
        reply.push('}');
        for (index, text) in texts.into_iter().enumerate() {
            // The header and each line end with a line feed.
            if index == 0 || has_lines {
                reply.push('\n');
            }
            reply.push_str(&text);
        }
        reply.into_bytes()
    }
}

/// Writes a diagnostic as JSON, with the options of JavaScript in its hint. The parts of a diagnostic are strings and
/// numbers, so this succeeds.
pub(crate) fn json(diagnostic: &Diagnostic) -> String {
    let mut named = diagnostic.clone();
    named.hint = rename_options(&diagnostic.hint, |name| {
        format!("options.{}", camel_case(name))
    });
    named.json().unwrap_or_else(|_| "null".to_owned())
}

/// Returns the error for notes or a carry that cannot be written.
fn unwritable(error: EncodeError) -> Box<Diagnostic> {
    Box::new(Diagnostic::of_refusal(&Place::START, &error.into()))
}

/// Joins JSON texts into a JSON array.
fn join_json(texts: impl Iterator<Item = String>) -> String {
    let mut list = String::from("[");
    for text in texts {
        if list.len() > 1 {
            list.push(',');
        }
        list.push_str(&text);
    }
    list.push(']');
    list
}
