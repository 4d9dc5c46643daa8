//! AAP requests, which become records.

use crate::{Context, Refusal, engine::ids};
use aap::{Interaction, SubmitRequest};
use wire::Pointer;

/// The record of a request that comes in at the time of the context. Its id follows from both.
///
/// # Errors
/// If the context has no time.
///
/// ```
/// # use agent_ui_bridge as bridge;
/// let request = aap::SubmitRequest::new("click", "a.html");
/// assert!(bridge::request::record(request.clone(), &bridge::Context::default()).is_err());
/// let mut cx = bridge::Context::default();
/// cx.time = Some("2026-05-18T15:30:00.000Z".into());
/// assert_eq!(bridge::request::record(request, &cx)?.summary, "User click on a.html");
/// # Ok::<(), bridge::Refusal>(())
/// ```
pub fn record(request: SubmitRequest, cx: &Context) -> Result<Interaction, Refusal> {
    let Some(time) = &cx.time else {
        let message =
            "a request becomes a record with the time at which it comes in, and there is no clock here";
        let pointer = Pointer::root().member("timestamp");
        return Err(Refusal::context("aap-request/timestamp", pointer, message).hint("give the time"));
    };
    let id = ids::derive(&[time.as_str(), &wire::encode_line(&request)?]);
    let extra = request.extra.clone();
    let mut record = Interaction::create(id, time.clone(), request);
    // A provider drops what it does not know; a translation does not.
    record.extra = extra;
    Ok(record)
}
