//! The validation of documents one by one.

use super::{ManifestRules, PlacedFinding, hint_context};
use crate::{
    finding_limit::{FindingLimit, LimitedFindings},
    input::Input,
    json,
    place::Place,
    protocol::{self, CheckAcross, FramedMessage},
    recover,
};
use bridge::{DialectOrProtocol, Protocol};
use std::{convert::Infallible, fmt, iter, sync::Arc};
use wire::{DecodeError, DecodeRule, Finding, Payload, Pointer, Severity};

/// The validation of the documents of a session one by one.
#[derive(Clone)]
pub struct DocumentCheck {
    protocol: DialectOrProtocol,
    is_typed: bool,
    validate: DocumentValidator,
    /// The check of the messages of a file against each other.
    across: Option<AcrossMessages>,
}

/// The check of the messages of a file against each other.
struct AcrossMessages {
    /// The start of the first document of the file.
    start: Place,
    check: Box<dyn CheckAcross>,
}

impl Clone for AcrossMessages {
    fn clone(&self) -> Self {
        Self {
            start: self.start.clone(),
            check: self.check.copy(),
        }
    }
}

impl fmt::Debug for DocumentCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DocumentCheck")
            .field("protocol", &self.protocol)
            .finish_non_exhaustive()
    }
}

/// A consumer of the findings about documents.
pub trait CheckSink {
    /// The reason to stop.
    type Error;

    /// Takes findings, each at its place.
    ///
    /// # Errors
    /// Returns the reason to stop.
    fn take_findings(&mut self, found: Vec<PlacedFinding>) -> Result<(), Self::Error>;

    /// Takes a message whose findings were passed on.
    ///
    /// # Errors
    /// Returns the reason to stop.
    fn take_message(
        &mut self,
        _message: &CheckedMessage<'_>,
        _input: &Input<'_>,
    ) -> Result<(), Self::Error> {
        Ok(())
    }
}

impl CheckSink for LimitedFindings {
    type Error = Infallible;

    fn take_findings(&mut self, found: Vec<PlacedFinding>) -> Result<(), Infallible> {
        self.extend(found);
        Ok(())
    }
}

/// The findings about one message.
#[derive(Debug)]
pub struct CheckedMessage<'t> {
    framed: FramedMessage<'t>,
    /// The findings, each at its place.
    found: Vec<PlacedFinding>,
    /// The reported errors: rules, and places in the message.
    pub errors: Vec<(&'static str, Pointer)>,
}

impl CheckedMessage<'_> {
    /// Returns the text of the message.
    pub fn text(&self) -> &str {
        &self.framed.text
    }

    /// Returns a finding about the message at its place in the document.
    pub fn place_finding(&self, input: &Input<'_>, finding: Finding) -> PlacedFinding {
        place_finding(&self.framed, input, finding)
    }
}

fn place_finding(
    framed: &FramedMessage<'_>,
    input: &Input<'_>,
    mut finding: Finding,
) -> PlacedFinding {
    finding.pointer = framed.place_of(&finding.pointer);
    (input.fault_at(finding.rule, &finding.pointer), finding)
}

impl DocumentCheck {
    /// Creates the validation of messages, or of values of a type. Returns `None` if the type has no rules.
    pub fn new(
        protocol: DialectOrProtocol,
        type_name: Option<&str>,
        manifests: ManifestRules,
    ) -> Option<Self> {
        let validate = validator(protocol, type_name, manifests)?;
        Some(Self {
            protocol,
            is_typed: type_name.is_some(),
            validate,
            across: None,
        })
    }

    /// Returns messages after which a new validation remembers what this one does.
    pub(crate) fn remembered_messages(&self) -> Vec<Payload> {
        match &self.across {
            Some(across) => across.check.remembered_messages(),
            None => Vec::new(),
        }
    }

    /// Begins a session in which no message depends on earlier ones.
    pub fn begin_session(&mut self) {
        self.across = None;
    }

    /// Validates a document, or its readable parts if it is not JSON. Beyond the limit, findings are counted.
    ///
    /// # Errors
    /// Returns the error of the sink.
    pub fn validate_document<S: CheckSink>(
        &mut self,
        input: &Input<'_>,
        sink: &mut S,
    ) -> Result<(), S::Error> {
        let limit = &mut FindingLimit::default();
        match self.pass_findings(input, limit, sink)? {
            Ok(()) => {}
            // A value of a type has no parts.
            Err(error) if self.is_typed => self.pass_unreadable(input, error, limit, sink)?,
            Err(error) => {
                for part in recover::parts(self.protocol, input, error) {
                    let part = part.input();
                    if let Err(error) = self.pass_findings(&part, limit, sink)? {
                        self.pass_unreadable(&part, error, limit, sink)?;
                    }
                }
            }
        }
        sink.take_findings(std::mem::take(limit).finish().collect())
    }

    /// Passes on the findings about a document or a part of it. The inner error is that of a text that is not JSON.
    fn pass_findings<S: CheckSink>(
        &mut self,
        input: &Input<'_>,
        limit: &mut FindingLimit,
        sink: &mut S,
    ) -> Result<Result<(), DecodeError>, S::Error> {
        let (of_document, messages) = match self.validate(input) {
            Ok(validated) => validated,
            Err(error) => return Ok(Err(error)),
        };
        sink.take_findings(
            of_document
                .into_iter()
                .filter(|placed| limit.keeps(placed))
                .collect(),
        )?;
        for mut message in messages {
            let mut found = std::mem::take(&mut message.found);
            found.retain(|placed| limit.keeps(placed));
            sink.take_findings(found)?;
            sink.take_message(&message, input)?;
        }
        Ok(Ok(()))
    }

    fn pass_unreadable<S: CheckSink>(
        &self,
        input: &Input<'_>,
        error: DecodeError,
        limit: &mut FindingLimit,
        sink: &mut S,
    ) -> Result<(), S::Error> {
        let unreadable = self.unreadable_finding(input, error);
        if limit.keeps(&unreadable) {
            sink.take_findings(vec![unreadable])
        } else {
            Ok(())
        }
    }

    /// Validates a document. Returns the findings about the document itself, and its messages, which are validated one
    /// by one.
    ///
    /// # Errors
    /// Returns the error of a text that is not JSON.
    fn validate<'c, 't: 'c>(
        &'c mut self,
        input: &'c Input<'t>,
    ) -> Result<
        (
            Option<PlacedFinding>,
            impl Iterator<Item = CheckedMessage<'t>> + use<'c, 't>,
        ),
        DecodeError,
    > {
        let text = input.text.clone()?;
        if let Some(error) = json::syntax_error(text) {
            return Err(error);
        }
        // The provider of AAP reports numbers that change, so its validation covers them.
        let range = (self.protocol.protocol() != Protocol::Aap)
            .then(|| json::out_of_range(text))
            .flatten();
        let found = range.map(|finding| (input.at(&finding.pointer), finding));
        let messages = match protocol::elements(self.protocol, text).filter(|_| !self.is_typed) {
            Some(elements) => elements,
            None => Box::new(iter::once(FramedMessage::whole(text))),
        };
        Ok((
            found,
            messages.map(|message| self.check_message(input, message)),
        ))
    }

    /// Validates a message of a document.
    fn check_message<'t>(
        &mut self,
        input: &Input<'t>,
        framed: FramedMessage<'t>,
    ) -> CheckedMessage<'t> {
        let (at, text) = (&framed.at, &*framed.text);
        let mut found = Vec::new();
        let error = (self.validate)(text, &mut found).err();
        // The document does not have the wrapper, so a finding about it would blame the wrong author.
        found.retain(|finding| finding.pointer.as_str().starts_with(framed.within));
        if let Some(create) = protocol::types_of(self.protocol).across_messages {
            let mut across = match self.across.take() {
                Some(across) if across.start.file == input.start.file => across,
                _ => AcrossMessages {
                    start: input.start.clone(),
                    check: create(),
                },
            };
            found.extend(across.check.validate(text, &|| input.at(at).line));
            self.across = Some(across);
        }
        found.extend(error.map(Finding::from));
        let errors = found
            .iter()
            .filter(|finding| finding.severity == Severity::Error);
        let errors = errors
            .map(|error| (error.rule, error.pointer.clone()))
            .collect();
        let mut placed = Vec::with_capacity(found.len());
        for mut finding in found {
            if DecodeRule::from_name(finding.rule).is_some() || is_of_no_manifest(&finding, text) {
                let fault = framed.place_of(&finding.pointer);
                let suggestion = hint_context(self.protocol).hint(input, at, &fault, &finding.hint);
                finding.hint = suggestion.unwrap_or(finding.hint);
            }
            placed.push(place_finding(&framed, input, finding));
        }
        CheckedMessage {
            framed,
            found: placed,
            errors,
        }
    }

    /// Returns the finding about an unreadable document.
    fn unreadable_finding(&self, input: &Input<'_>, error: DecodeError) -> PlacedFinding {
        (
            input.fault(&error),
            Finding::from(input.with_document_start(error)),
        )
    }
}

/// Returns `true` if the finding rejects the text as a manifest, and the text has no other member of a manifest.
fn is_of_no_manifest(finding: &Finding, text: &str) -> bool {
    finding.rule == "V1"
        && json::member(text, "protocol").is_none()
        && json::member(text, "tools").is_none()
}

type DocumentValidator =
    Arc<dyn Fn(&str, &mut Vec<Finding>) -> Result<(), DecodeError> + Send + Sync>;

/// Returns the validation function of a type, if it has rules.
fn validator(
    protocol: DialectOrProtocol,
    type_name: Option<&str>,
    manifests: ManifestRules,
) -> Option<DocumentValidator> {
    let known = protocol::types_of(protocol);
    #[cfg(feature = "all-protocols")]
    if protocol.protocol() == Protocol::ActionsJson
        && type_name.is_none_or(|name| name == "Manifest")
    {
        let is_named = type_name.is_some();
        return Some(Arc::new(move |text, found| {
            if !is_named && json::member(text, "type").is_some() {
                (known.validate)(protocol, text, found)
            } else {
                manifests.validate(text, found)
            }
        }));
    }
    let Some(type_name) = type_name else {
        return Some(Arc::new(move |text, found| {
            (known.validate)(protocol, text, found)
        }));
    };
    Some(Arc::new(known.validator_of(protocol, type_name)?))
}
