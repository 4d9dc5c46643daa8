//! Conversion between AAP requests and AAP records.

use crate::{Context, Note, Refusal, Verdict, ids};
use aap::{CanvasMessage, Interaction, InteractionMessage, SubmitRequest};
use wire::{Field, Pointer};

/// The members of a record that its provider chooses.
const PROVIDED: [&str; 3] = ["/id", "/timestamp", "/summary"];

/// Creates the record of a request that is received at the time of the context. The id derives from the time and the
/// request.
///
/// # Errors
/// Refuses if the context has no time.
///
/// ```
/// use agent_ui_bridge::{Context, aap, request};
///
/// let request = aap::SubmitRequest::new("click", "a.html");
/// assert!(request::to_record(request.clone(), &Context::default()).is_err());
/// let mut cx = Context::default();
/// cx.time = Some("2026-05-18T15:30:00.000Z".into());
/// assert_eq!(request::to_record(request, &cx)?.summary, "User click on a.html");
/// # Ok::<(), agent_ui_bridge::Refusal>(())
/// ```
pub fn to_record(request: SubmitRequest, cx: &Context) -> Result<Interaction, Refusal> {
    let Some(time) = &cx.time else {
        let message =
            "the request does not state when it was received, and a record needs this time";
        let pointer = Pointer::root().member("timestamp");
        return Err(Refusal::context("aap-request/timestamp", pointer, message)
            .hint("pass the time of receipt with `options.context.time`, as in 2026-05-18T15:30:00.000Z"));
    };
    let id = ids::derive(&[time.as_str(), &wire::encode_line(&request)?]);
    let extra = request.extra.clone();
    let mut record = Interaction::create(id, time.clone(), request);
    // A provider drops unknown members; a translation keeps them.
    record.extra = extra;
    Ok(record)
}

/// Creates the request for a message that a page posts. The canvas file comes from the context.
///
/// # Errors
/// Refuses if the context has no canvas file, or the message type is not part of the specification.
pub fn from_page_message(message: CanvasMessage, cx: &Context) -> Result<SubmitRequest, Refusal> {
    let Some(canvas_file) = &cx.canvas_file else {
        let message = "the message does not name the canvas file of the page";
        let pointer = Pointer::root().member("canvasFile");
        return Err(
            Refusal::context("aap-request/canvas-file", pointer, message)
                .hint("pass the canvas file with `options.context.canvas_file`"),
        );
    };
    match message {
        CanvasMessage::Interaction(message) => {
            let extra = message.extra.clone();
            let mut request = message.into_request(canvas_file.clone());
            request.extra = extra;
            Ok(request)
        }
        _ => {
            let message = "only a message of the type `canvas:interaction` becomes an interaction";
            Err(Refusal::rule_broken(
                "aap-request/type",
                Pointer::root().member("type"),
                message,
            ))
        }
    }
}

/// Creates the request that asks for a record. Notes about the id, time and summary become `dropped`, because the
/// provider chooses them.
///
/// ```
/// use agent_ui_bridge::{aap, request};
///
/// let asked = aap::SubmitRequest::new("click", "a.html");
/// let record = aap::Interaction::create("7", "2026-05-18T15:30:00.000Z", asked.clone());
/// assert_eq!(request::from_record(record, &mut Vec::new()), asked);
/// ```
pub fn from_record(record: Interaction, fields: &mut Vec<Note>) -> SubmitRequest {
    drop_provided(fields, &PROVIDED);
    record.into_request()
}

/// Creates the message by which a page asks for a record. The canvas file is dropped as well, because the provider
/// knows the file.
pub fn page_message_from_record(record: Interaction, fields: &mut Vec<Note>) -> CanvasMessage {
    drop_provided(fields, &["/canvasFile"]);
    InteractionMessage::from_request(from_record(record, fields)).into()
}

/// Marks notes about these members as dropped, and removes notes about members without a source field.
fn drop_provided(fields: &mut Vec<Note>, members: &[&str]) {
    let is_one = |note: &Note| {
        note.to
            .get()
            .is_some_and(|to| members.contains(&to.as_str()))
    };
    fields.retain(|note| {
        !is_one(note) || !matches!(note.verdict, Verdict::Derived | Verdict::Defaulted)
    });
    for note in fields.iter_mut().filter(|note| is_one(note)) {
        (note.verdict, note.to) = (Verdict::Dropped, Field::Absent);
        note.remark = Field::Value("the provider chooses this value".into());
    }
}
