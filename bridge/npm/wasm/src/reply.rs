//! Replies: a line of JSON, followed by the texts.

#[cfg(feature = "inspection")]
use agent_ui_text::{CheckedText, StreamEvent, for_model};
use agent_ui_text::{
    Diagnostic, TranslatedMessage, Translation,
    bridge::Note,
    notes_json,
    option_names::{camel_case, rename_options},
    place::Place,
};
use std::collections::BTreeMap;
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

    /// Creates the reply of a translation.
    ///
    /// # Errors
    /// Returns an error if a carry or a note cannot be written.
    pub(crate) fn translation(translation: Translation) -> Result<Self, Box<Diagnostic>> {
        Results::default().reply(translation)
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

/// The results of a translation, which are written at once: the structures of a message need several times the memory of
/// its text.
#[derive(Debug, Default)]
pub(crate) struct Results {
    count: usize,
    messages: String,
    carries: String,
    notes: NoteLines,
    error: Option<EncodeError>,
}

impl Results {
    /// Adds a message.
    pub(crate) fn add(&mut self, message: TranslatedMessage) {
        let written = message.carry_text().and_then(|carry| {
            self.notes.add(message.notes)?;
            Ok(carry)
        });
        match written {
            Ok(carry) => {
                self.count += 1;
                add_line(&mut self.messages, &message.text);
                add_line(&mut self.carries, &carry);
            }
            Err(error) => self.error = Some(error),
        }
    }

    /// Creates the reply: the messages, their carries, and the notes. Each is a line. The header has the place of the first
    /// notes, because the host reads them later.
    ///
    /// # Errors
    /// Returns an error if a carry or a note cannot be written.
    pub(crate) fn reply(mut self, rest: Translation) -> Result<Reply, Box<Diagnostic>> {
        for message in rest.messages {
            self.add(message);
        }
        let written = self.notes.add(rest.other_notes);
        if let Some(error) = self.error.or(written.err()) {
            return Err(Box::new(Diagnostic::of_refusal(
                &Place::START,
                &error.into(),
            )));
        }
        let header = Reply::new()
            .number("messages", self.count)
            .number("notes", self.messages.len() + self.carries.len())
            .list("findings", &rest.findings)
            .list("refusals", &rest.refusals)
            .header;
        let NoteLines { lines, lists, .. } = self.notes;
        Ok(Reply {
            header,
            texts: vec![self.messages, self.carries, lines, lists],
            has_lines: false,
        })
    }
}

/// The notes of all messages. Most messages of a text have the same notes, which are written once.
#[derive(Debug, Default)]
struct NoteLines {
    /// A line for each message: the index of its notes in `lists`, and the number of its first input.
    lines: String,
    /// A line for each different list of notes. Their inputs count from the first one.
    lists: String,
    indexes: BTreeMap<String, usize>,
    /// The list of the last message, and its index.
    last: (Vec<Note>, usize),
}

impl NoteLines {
    /// Adds the notes of the next message.
    ///
    /// # Errors
    /// Returns an error if a note cannot be written.
    fn add(&mut self, mut notes: Vec<Note>) -> Result<(), EncodeError> {
        let first = notes.iter().map(|note| note.input).min().unwrap_or(0);
        for note in &mut notes {
            note.input -= first;
        }
        if self.indexes.is_empty() || notes != self.last.0 {
            let list = notes_json(&notes)?;
            let next = self.indexes.len();
            let index = match self.indexes.get(&list) {
                Some(index) => *index,
                None => {
                    add_line(&mut self.lists, &list);
                    self.indexes.insert(list, next);
                    next
                }
            };
            self.last = (notes, index);
        }
        let line = format_args!("{} {first}", self.last.1).to_string();
        add_line(&mut self.lines, &line);
        Ok(())
    }
}

fn add_line(lines: &mut String, line: &str) {
    lines.push_str(line);
    lines.push('\n');
}

/// Writes a diagnostic as JSON, with the options of JavaScript in its hint. The parts of a diagnostic are strings and
/// numbers, so this succeeds.
pub(crate) fn json(diagnostic: &Diagnostic) -> String {
    let mut named = diagnostic.clone();
    let hint = rename_options(&diagnostic.hint, |name| {
        format!("options.{}", camel_case(name))
    });
    // Hosts choose a module, not the features of a build.
    named.hint = hint.replace(
        "build with the feature `jsonschema`",
        "load `agent-ui-bridge/schemas`, which has a validator",
    );
    named.json().unwrap_or_else(|_| "null".to_owned())
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
