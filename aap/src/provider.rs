//! What the real provider does with a request: the record that it would store, and the name of the file.
//!
//! No rule of the specification stands in its way: any path, any data and any verb is stored. What breaks a rule is told as a
//! finding, and so is what the provider would have dropped or changed.

use crate::{
    ElementId, ErrorBody, Interaction, InteractionId, SubmitRequest, file_name, javascript, lenient,
};
use std::fmt;
use wire::{
    EncodeError, Field, Finding, MAX_DEPTH, Payload, PayloadKind, Pointer, Severity, Timestamp, Validate,
    token::{self, Child},
};

/// What the provider would store.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Recorded {
    /// The name of the file, see [`file_name::plain`].
    pub file: String,
    /// What is in it. The data is as the request has it; the provider's own copy went through [`javascript`].
    pub record: Interaction,
    /// What is odd about it; none is worse than a warning. Pointers are those of [`record`].
    pub findings: Vec<Finding>,
}

/// Why there is no record.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RecordError {
    /// Where, in `{"id", "timestamp", "request"}`.
    pub pointer: Pointer,
    /// `missing-field`, `not-an-object`, `not-a-string`, `depth`, `non-canonical-timestamp` or `not-a-file-name`.
    pub rule: &'static str,
    /// A sentence for people.
    pub message: String,
    /// What would be right.
    pub hint: String,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}; expected {}", self.pointer, self.message, self.hint)
    }
}

impl std::error::Error for RecordError {}

impl RecordError {
    fn new(
        rule: &'static str,
        pointer: Pointer,
        message: impl fmt::Display,
        hint: impl fmt::Display,
    ) -> Self {
        Self { pointer, rule, message: message.to_string(), hint: hint.to_string() }
    }

    /// What the real provider answers to such a request, if it refuses it too.
    pub fn answer(&self) -> Option<ErrorBody> {
        match (self.rule, self.pointer.segments().nth(1)) {
            ("missing-field", Some(field)) => Some(ErrorBody::missing_field(&field)),
            ("not-an-object", _) => {
                Some(ErrorBody::internal_error("Cannot read properties of null (reading 'action')"))
            }
            _ => None,
        }
    }
}

/// What the provider stores for a request that it gets at this time and gives this id.
///
/// `action` and `canvasFile` are required, which for the provider means: neither absent nor null, `""`, zero or `false`. It stores
/// values of other types than strings there and in `element`; a record here cannot hold them, so they are refused. An element that is absent,
/// null or empty stays so. Data is kept as it is written. Of a repeated member the last one counts, members with other
/// names are dropped, half a surrogate pair in a string becomes U+FFFD; each is a finding.
///
/// Pointers count from the three arguments as an object: `/id`, `/timestamp`, `/request/…`.
///
/// ```
/// # use agent_ui_aap as aap; use agent_ui_wire as wire;
/// use aap::provider;
///
/// let request = wire::Payload::parse(r#"{"action":"click","canvasFile":"../p.html","element":null,"pen":true}"#)?;
/// let stored = provider::record("f6554697-47fd-4d67-8db9-291b9f7f3476", "2026-11-21T04:36:20.639Z", &request)?;
/// assert_eq!(stored.file, "2026-11-21T04-36-20-639Z-f6554697-47fd-4d67-8db9-291b9f7f3476.json");
/// assert_eq!(stored.record.summary, "User click on ../p.html");
/// let findings: Vec<_> = stored.findings.iter().map(|f| (f.rule, f.pointer.as_str())).collect();
/// assert_eq!(findings, [("dropped-member", "/request/pen"), ("parent-ref", "/request/canvasFile")]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the request has no action or no page, or holds something else than a string where one belongs, or if its record would nest too
/// deep to be read; if the time is not the provider's form of a time; if the id cannot be part of a file name.
pub fn record(
    id: impl Into<InteractionId>,
    timestamp: impl Into<Timestamp>,
    request: &Payload,
) -> Result<Recorded, RecordError> {
    let (id, timestamp) = (id.into(), timestamp.into());
    let mut findings = Vec::new();
    check_id(&id, &mut findings)?;
    check_time(&timestamp)?;
    let request = read(request, &mut findings)?;
    request.findings(&Pointer::root().member("request"), &mut findings);
    for finding in &mut findings {
        finding.severity = finding.severity.min(Severity::Warning);
    }
    let file = file_name::plain(timestamp.as_str(), id.as_str());
    Ok(Recorded { file, record: Interaction::create(id, timestamp, request), findings })
}

/// The text of the file that holds a record, as the real provider writes it: two blanks a level, no line end at the end,
/// everything in JavaScript's layout.
///
/// # Errors
/// If the record nests too deep to be read.
pub fn stored_text(record: &Interaction) -> Result<String, EncodeError> {
    wire::encode(record).map(|text| javascript::indented(&text))
}

fn check_id(id: &InteractionId, findings: &mut Vec<Finding>) -> Result<(), RecordError> {
    let at = Pointer::root().member("id");
    if id.as_str().contains(|c: char| matches!(c, '/' | '\\') || c.is_control()) {
        let message = "the id cannot be part of a file name";
        return Err(RecordError::new("not-a-file-name", at, message, "a UUID"));
    }
    id.findings(&at, findings);
    Ok(())
}

fn check_time(time: &Timestamp) -> Result<(), RecordError> {
    if time.is_canonical() {
        return Ok(());
    }
    let form = |time: &Timestamp| {
        let utc = time.to_datetime()?.to_utc().format("%Y-%m-%dT%H:%M:%S%.3fZ").to_string();
        Timestamp::from(utc.as_str()).is_canonical().then_some(utc)
    };
    let hint = match form(time) {
        Some(time) => format!("the same time as {time}"),
        None => "UTC with three digits of a second, as in 2026-05-18T15:30:00.000Z".to_owned(),
    };
    let message = "the time is not in the form in which the provider writes times";
    Err(RecordError::new("non-canonical-timestamp", Pointer::root().member("timestamp"), message, hint))
}

/// The members of a request by which the provider goes.
#[derive(Default)]
struct Members<'a> {
    action: Option<&'a str>,
    canvas_file: Option<&'a str>,
    element: Option<&'a str>,
    data: Option<&'a str>,
}

impl<'a> Members<'a> {
    fn slot(&mut self, name: &str) -> Option<&mut Option<&'a str>> {
        match name {
            "action" => Some(&mut self.action),
            "canvasFile" => Some(&mut self.canvas_file),
            "element" => Some(&mut self.element),
            "data" => Some(&mut self.data),
            _ => None,
        }
    }
}

fn read(request: &Payload, findings: &mut Vec<Finding>) -> Result<SubmitRequest, RecordError> {
    let at = Pointer::root().member("request");
    if request.is_null() {
        return Err(RecordError::new("not-an-object", at, "the request is null", "an object"));
    }
    let mut members = Members::default();
    // An array or a scalar has no action, for the provider as well.
    for Child { name, text, .. } in token::children(request.text()) {
        let Some(name) = name.map(token::string) else { break };
        let at = at.member(&name);
        match members.slot(&name) {
            Some(slot) => {
                if slot.replace(text).is_some() {
                    let finding = Finding::warning(
                        "repeated-member",
                        at,
                        "the member is repeated; the last one counts",
                    );
                    findings.push(finding.hint("each member once"));
                }
            }
            None => {
                let finding = Finding::info("dropped-member", at, "the provider drops this member");
                findings.push(finding.hint("action, element, canvasFile and data are kept"));
            }
        }
    }
    let action = required(members.action, &at.member("action"))?;
    let canvas_file = required(members.canvas_file, &at.member("canvasFile"))?;
    let action = string(&action, at.member("action"), findings)?;
    let canvas_file = string(&canvas_file, at.member("canvasFile"), findings)?;
    let mut request = SubmitRequest::new(action, canvas_file);
    if let Some(element) = members.element.and_then(payload) {
        request.element = match element.kind() {
            PayloadKind::Null => Field::Null,
            _ => Field::Value(ElementId::from(string(&element, at.member("element"), findings)?)),
        };
    }
    request.data = members.data.and_then(payload);
    if let Some(deep) = request.data.as_ref().and_then(|data| token::deeper_than(data.text(), MAX_DEPTH - 1))
    {
        let hint = format!("a record of at most {MAX_DEPTH} levels");
        let message = "the record would nest too deep to be read";
        return Err(RecordError::new("depth", at.member("data").join(&deep), message, hint));
    }
    Ok(request)
}

/// A part of a payload, which is therefore one itself.
fn payload(text: &str) -> Option<Payload> {
    Payload::parse(text).ok()
}

fn required(member: Option<&str>, at: &Pointer) -> Result<Payload, RecordError> {
    match member.and_then(payload).filter(javascript::is_truthy) {
        Some(value) => Ok(value),
        None => {
            let message = "the provider takes it for missing";
            Err(RecordError::new("missing-field", at.clone(), message, "a string that is not empty"))
        }
    }
}

fn string(value: &Payload, at: Pointer, findings: &mut Vec<Finding>) -> Result<String, RecordError> {
    let Some(text) = value.as_str() else {
        let message =
            format_args!("{} stands there, which the provider stores and a record cannot hold", value.kind())
                .to_string();
        return Err(RecordError::new("not-a-string", at, message, "a string"));
    };
    if lenient::has_half(value.text()) {
        let message = "half a surrogate pair became U+FFFD";
        findings.push(Finding::warning("half-surrogate", at, message).hint("whole characters"));
    }
    Ok(text.into_owned())
}
