//! The user's actions as lines on standard output, in the protocol of `--to`.

use crate::{args::Show, serve::events::Events};
use agent_ui_text::{
    Diagnostic, Place, TextTranslator, TranslateOptions, TranslatedMessage, Translation,
};
use bridge::{
    DialectOrProtocol, Protocol,
    a2ui::{
        ClientDataModel, Message,
        a2a::{A2aMessage, DataPart, MessageMetadata, MimeType},
    },
};
use live::gateway::Session;
use tokio::sync::mpsc::UnboundedReceiver;
use wire::{EncodeError, Finding, Payload, Pointer};

/// Writes the actions of a page.
pub(super) struct ActionLines {
    from: DialectOrProtocol,
    /// The protocol of the lines, if it differs from the protocol of the input.
    to: Option<DialectOrProtocol>,
    options: TranslateOptions,
    session: Session,
    events: Events,
    /// `true` once it was reported that the protocol cannot hold data models.
    has_lost_data_model: bool,
}

impl ActionLines {
    pub(super) fn new(
        arguments: &Show,
        options: TranslateOptions,
        session: Session,
        events: Events,
    ) -> Self {
        Self {
            from: arguments.from,
            to: arguments.to.filter(|to| *to != arguments.from),
            options,
            session,
            events,
            has_lost_data_model: false,
        }
    }

    /// Writes all lines until `None` is received.
    pub(super) async fn write_all(mut self, mut lines: UnboundedReceiver<Option<String>>) {
        while let Some(Some(line)) = lines.recv().await {
            let Some(to) = self.to else {
                self.events.line(&line);
                continue;
            };
            let (messages, data_model) = split_line(line);
            for message in messages {
                self.write(to, &message, data_model.as_ref()).await;
            }
        }
    }

    /// Translates a message of the page. Writes the results, or reports the refusals.
    async fn write(
        &mut self,
        to: DialectOrProtocol,
        message: &str,
        data_model: Option<&ClientDataModel>,
    ) {
        let mut translation = match self.translate(to, message).await {
            Ok(translation) => translation,
            Err(refused) => return self.events.diagnostic(*refused),
        };
        let is_error = json_member(message, "error").is_some();
        for refused in std::mem::take(&mut translation.refusals) {
            // An error of the page is not an action of the user, so its refusal is only a warning.
            if is_error {
                let finding = Finding::warning("show/error", refused.pointer, refused.message);
                self.warn(finding.hint("use --to a2ui to receive the errors of the page"));
            } else {
                self.events.diagnostic(refused);
            }
        }
        for note in translation.notes() {
            if !note.is_loss(false) {
                continue;
            }
            let message = format!("{to} cannot hold this field of a message of the page");
            let finding = Finding::warning("losses", note.from.clone(), message);
            self.warn(finding.hint("use --to a2ui to receive the whole message"));
        }
        for TranslatedMessage { text, .. } in translation.messages {
            let with_model = match data_model {
                Some(model) => self.with_data_model(to, &text, model),
                None => None,
            };
            self.events.line(&with_model.unwrap_or(text));
        }
    }

    /// Translates a message in the context of the current state of its surface.
    async fn translate(
        &self,
        to: DialectOrProtocol,
        message: &str,
    ) -> Result<Translation, Box<Diagnostic>> {
        let mut translator = TextTranslator::new(self.from, to, self.options.clone())?;
        let read = Message::read(message).ok();
        if let Some(id) = read.as_ref().and_then(Message::surface_id) {
            // A surface that was deleted in the meantime is not known.
            let surface = self.session.exact_surface(id.as_str()).await;
            if let Ok(Some((_, messages))) = surface {
                // Only the state of the surface is needed, not its translation.
                let _ = translator.push(&messages.join("\n"), None)?;
            }
        }
        translator.push(message, None)
    }

    /// Returns an A2A message with the A2UI message and the data models. Returns `None` if the protocol cannot hold
    /// data models.
    fn with_data_model(
        &mut self,
        to: DialectOrProtocol,
        text: &str,
        model: &ClientDataModel,
    ) -> Option<String> {
        if to.protocol() == Protocol::A2ui {
            match Message::read_as(text, to.a2ui_version()) {
                Ok(message) if message.version_word() != "v0.8" => {
                    return a2a_message(&message, model).ok();
                }
                // Messages of A2UI 0.8 have no data model.
                _ => {}
            }
        }
        if !std::mem::replace(&mut self.has_lost_data_model, true) {
            let at = Pointer::root()
                .member("metadata")
                .member("a2uiClientDataModel");
            let message =
                format!("{to} cannot hold the data model, which `sendDataModel` requests");
            let finding = Finding::warning("show/data-model", at, message);
            self.warn(finding.hint("use --to a2ui to receive it with each action"));
        }
        None
    }

    fn warn(&self, finding: Finding) {
        self.events
            .diagnostic(Diagnostic::of_finding(&Place::START, &finding));
    }
}

/// Splits a line into its messages and the data models that accompany them.
fn split_line(line: String) -> (Vec<String>, Option<ClientDataModel>) {
    if json_member(&line, "parts").is_none() {
        return (vec![line], None);
    }
    let Ok(message) = Payload::parse(line.as_str()) else {
        return (vec![line], None);
    };
    let mut messages = Vec::new();
    if let Some(parts) = message.member("parts") {
        for part in parts.elements() {
            if let Some(data) = part.member("data") {
                messages.push(data.text().to_owned());
            }
        }
    }
    let model = match message.decode::<A2aMessage>() {
        Ok(message) => message.data_models().next().cloned(),
        Err(_) => None,
    };
    (messages, model)
}

fn json_member<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    agent_ui_text::json::member(text, name)
}

fn a2a_message(message: &Message, model: &ClientDataModel) -> Result<String, EncodeError> {
    let word = message.version_word();
    let mime_type = match word {
        "v0.9" => MimeType::JsonA2ui,
        _ => MimeType::A2uiJson,
    };
    let model = ClientDataModel::new(word, model.surfaces.clone());
    let metadata = MessageMetadata::for_version(message.version(), None, model);
    let part = DataPart::a2ui(Payload::encode(message)?, mime_type);
    wire::encode(&A2aMessage::new([part.into()]).metadata(metadata))
}
