//! Replies: a line of JSON, followed by the texts.

#[cfg(feature = "inspection")]
use agent_ui_text::for_model;
use agent_ui_text::{
    Diagnostic, Translation,
    option_names::{camel_case, rename_options},
    place::Place,
    translation::note_json,
};
use wire::EncodeError;

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

    /// Creates the reply of a translation. The carry and the notes precede the messages.
    pub(crate) fn translation(translation: Translation) -> Result<Self, Box<Diagnostic>> {
        let unwritable =
            |error: EncodeError| Box::new(Diagnostic::of_refusal(&Place::START, &error.into()));
        let carry = translation.carries().map_err(unwritable)?;
        let notes = notes(&translation).map_err(unwritable)?;
        let mut reply = Self::messages(Vec::new());
        reply.header = Self::new()
            .number("messages", translation.messages.len())
            .number("carry", carry.len())
            .number("notes", notes.len())
            .list("findings", &translation.findings)
            .list("refusals", &translation.refusals)
            .header;
        reply.texts = Vec::with_capacity(translation.messages.len() + 1);
        reply.texts.push(carry + &notes);
        reply
            .texts
            .extend(translation.messages.into_iter().map(|message| message.text));
        Ok(reply)
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
            // The header and each line end with a line feed. The carry and the notes of a translation precede its lines.
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

/// Writes notes as a JSON list.
fn notes(translation: &Translation) -> Result<String, EncodeError> {
    let mut notes = Vec::new();
    for (index, message) in translation.messages.iter().enumerate() {
        for note in &message.notes {
            notes.push(note_json(note, Some(index))?);
        }
    }
    for note in &translation.other_notes {
        notes.push(note_json(note, None)?);
    }
    Ok(join_json(notes.into_iter()))
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
