//! The validation of texts that form one session.

use super::{CheckOptions, DocumentCheck, ManifestRules, a2ui};
use crate::{
    diagnostic::{Diagnostic, about_call},
    documents::TextDocuments,
    finding_limit::{LimitedFindings, PlacedFinding},
    protocol,
    saved_state::{SavedChecker, SavedRepairer},
    wire_types::unknown_type,
};
use bridge::{
    DialectOrProtocol, Protocol, Refusal, UnknownDialect, a2ui::catalog::CatalogDefinition,
};
use wire::{EncodeError, Field, Payload, Pointer};

/// The state of the validation of a session. A copy goes on independently.
#[derive(Clone, Debug)]
pub(crate) struct CheckSession {
    protocol: DialectOrProtocol,
    /// The profile, which findings about manifests name.
    profile: Option<&'static str>,
    /// `true` if A2UI messages are also extracted from other texts.
    finds_messages: bool,
    state: SessionState,
}

/// The messages so far, as far as the validation of later ones needs them.
#[derive(Clone, Debug)]
enum SessionState {
    A2ui(Box<a2ui::Stream>),
    Documents(DocumentCheck),
}

impl CheckSession {
    /// Begins a session.
    ///
    /// # Errors
    /// Returns an error if an option is wrong.
    pub(crate) fn new(
        protocol: DialectOrProtocol,
        options: &CheckOptions,
    ) -> Result<Self, Box<Diagnostic>> {
        let manifests = ManifestRules::of(options.profile.as_deref())?;
        let type_name = options.type_name.as_deref();
        let profile = match protocol.protocol() {
            Protocol::ActionsJson => Some(manifests.profile_name()),
            _ => None,
        };
        let state = if protocol.protocol() == Protocol::A2ui && type_name.is_none() {
            let given = catalogs(&options.catalogs)?;
            SessionState::A2ui(Box::new(a2ui::Stream::new(protocol, given.into())))
        } else {
            match DocumentCheck::new(protocol, type_name, manifests) {
                Some(check) => SessionState::Documents(check),
                None => {
                    return Err(unknown_type(
                        protocol,
                        type_name.unwrap_or_default(),
                        "validated wire type",
                        &protocol::validated_types(protocol),
                    ));
                }
            }
        };
        Ok(Self {
            protocol,
            profile,
            finds_messages: type_name.is_none(),
            state,
        })
    }

    /// Leaves errors about earlier texts out, because the caller accepts or refuses each text when it is read.
    #[must_use]
    pub(crate) fn judged_by_text(mut self) -> Self {
        if let SessionState::A2ui(stream) = self.state {
            self.state = SessionState::A2ui(Box::new((*stream).judged_by_text()));
        }
        self
    }

    /// Saves the state that another session needs to continue.
    ///
    /// # Errors
    /// Returns an error if a message nests too deep to be written.
    pub(crate) fn save(&self) -> Result<SavedChecker, Box<Diagnostic>> {
        let unwritable = |error: EncodeError| about_call(&Refusal::from(error));
        let (mut messages, mut deleted, mut repairer) = (Vec::new(), Vec::new(), Field::Absent);
        match &self.state {
            SessionState::A2ui(stream) => {
                for message in stream.rebuilding_messages() {
                    messages.push(Payload::encode(&message).map_err(unwritable)?);
                }
                repairer = Field::Value(SavedRepairer::from(stream.repairer()));
                deleted = stream.deleted_surfaces();
            }
            SessionState::Documents(check) => messages.extend(check.remembered_messages()),
        }
        let mut saved = SavedChecker::new(self.protocol.to_string(), messages);
        if !deleted.is_empty() {
            saved.deleted = Field::Value(deleted);
        }
        saved.repairer = repairer;
        Ok(saved)
    }

    /// Continues from a saved state, with new options.
    ///
    /// # Errors
    /// Returns an error if an option is wrong, or the state is one of another version of this crate.
    pub(crate) fn resume(
        saved: SavedChecker,
        options: &CheckOptions,
    ) -> Result<Self, Box<Diagnostic>> {
        let protocol = saved.protocol.parse().map_err(|error: UnknownDialect| {
            about_call(&Refusal::rule_broken(
                "checker/protocol",
                Pointer::root(),
                error,
            ))
        })?;
        let mut session = Self::new(protocol, options)?;
        for message in &saved.messages {
            session.validate(message.text(), &mut LimitedFindings::default());
        }
        if let SessionState::A2ui(stream) = &mut session.state {
            stream.forget_surfaces(saved.deleted.into_value().unwrap_or_default());
            if let Some(repairer) = saved.repairer.into_value() {
                let resumed = stream.resume_reader(repairer);
                resumed.map_err(|refusal| about_call(&refusal))?;
            }
        }
        Ok(session)
    }

    /// Validates the next text, and adds the findings about its messages.
    pub(crate) fn validate(&mut self, text: &str, found: &mut LimitedFindings) {
        let TextDocuments { documents, notices } =
            TextDocuments::of(text, Some(self.protocol), self.finds_messages);
        found.extend(notices);
        for document in &documents {
            match &mut self.state {
                SessionState::A2ui(stream) => found.extend(stream.validate(&document.input())),
                SessionState::Documents(check) => {
                    let Ok(()) = check.validate_document(&document.input(), found);
                }
            }
        }
    }

    /// Ends the session, and adds the findings about whole surfaces.
    pub(crate) fn finish(&mut self, found: &mut LimitedFindings) {
        if let SessionState::A2ui(stream) = &mut self.state {
            found.extend(stream.finish());
        }
    }

    /// Returns the diagnostics of findings of this session.
    pub(crate) fn diagnostics(&self, found: &[PlacedFinding]) -> Vec<Diagnostic> {
        let mut diagnostics = Vec::with_capacity(found.len());
        for (place, finding) in found {
            let diagnostic = Diagnostic::of_finding(place, finding);
            diagnostics.push(match self.profile {
                Some(profile) => diagnostic.with_profile(profile),
                None => diagnostic,
            });
        }
        diagnostics
    }
}

/// Returns findings in the order of their places.
pub(crate) fn sorted(found: LimitedFindings) -> Vec<PlacedFinding> {
    let mut found = found.finish();
    found.sort_by_key(|(place, _)| (place.line, place.column));
    found
}

/// Reads catalogs of components.
pub(crate) fn catalogs(texts: &[String]) -> Result<Vec<CatalogDefinition>, Box<Diagnostic>> {
    let mut catalogs = Vec::new();
    for text in texts {
        let catalog =
            Payload::parse(text.as_str()).map_err(|error| about_call(&Refusal::from(error)))?;
        let read = CatalogDefinition::read(&catalog).map_err(|error| {
            let refusal = Refusal::rule_broken("catalog/unreadable", error.pointer, error.message);
            about_call(
                &refusal
                    .hint(r#"pass {"catalogId":"…","components":{}} or {"inlineCatalogs":[…]}"#),
            )
        });
        catalogs.extend(read?);
    }
    Ok(catalogs)
}
