//! Admission: the decision that lets an event of a page reach the agent.
//!
//! A page is not trusted. An event is admitted only if the manifest declares it, directs it to the agent, enables it
//! and describes its payload.

mod payload;
mod refusal;

pub use refusal::{AdmissionRefusal, AdmissionRefusalKind};

use crate::{
    checked_manifest::CheckedManifest,
    item::DomEvent,
    manifest::{Manifest, Signal, SignalName},
    schema::SchemaCache,
};
use wire::{Finding, Payload, Pointer};

/// An event that may reach the agent.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AdmittedEvent<'m> {
    /// The signal that declares the event.
    pub signal: &'m Signal,
    /// The name of the signal.
    pub name: &'m SignalName,
    /// The index of the signal in the manifest's list.
    pub index: usize,
    /// The member of the event that identified the signal.
    pub matched_by: MatchedBy,
    /// Findings about the event; their pointers are relative to the event.
    pub notes: Vec<Finding>,
}

/// The member of an event that identified its signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum MatchedBy {
    /// The event's `name` is the name of the signal.
    Name,
    /// The event's `name` or `event` is the DOM event that exactly one signal declares.
    Event,
}

/// Decides whether an event may reach the agent.
///
/// The signal of an event has the name of the event. Otherwise, it is the only signal whose declared `event` equals
/// the `name` or `event` of the event. The signal must be directed to the agent and enabled, and its schema, if any,
/// must accept the payload. Only a validated manifest can admit events.
///
/// Schemas are interpreted as [`schema`](crate::schema) describes.
///
/// # Errors
/// Returns the first reason for refusing the event.
///
/// ```
/// use agent_ui_actions_json::{
///     admission::{MatchedBy, AdmissionRefusalKind, admit}, checked_manifest::CheckedManifest,
///     item::DomEvent, validate::Profile, wire,
/// };
///
/// let manifest = wire::decode(
///     r#"{"protocol":"actions.json","version":1,"tools":[],"signals":[
///         {"name":"cart.opened","event":"shop:opened","ingestion":"enabled"},
///         {"name":"cart.hovered","event":"shop:hovered"}
///     ]}"#,
/// )?;
/// let manifest = CheckedManifest::check(manifest, &Profile::STRICT, None).unwrap();
/// let event = |name| DomEvent::new("e1", "rt1", name, wire::Payload::empty_object());
/// assert_eq!(admit(&manifest, &event("cart.opened")).unwrap().matched_by, MatchedBy::Name);
/// assert_eq!(admit(&manifest, &event("shop:opened")).unwrap().matched_by, MatchedBy::Event);
/// let refused = admit(&manifest, &event("cart.hovered")).unwrap_err();
/// assert_eq!((refused.kind, refused.code().as_str()), (AdmissionRefusalKind::Disabled, "permission_denied"));
/// # Ok::<(), wire::DecodeError>(())
/// ```
pub fn admit<'m>(
    manifest: &'m CheckedManifest,
    event: &DomEvent,
) -> Result<AdmittedEvent<'m>, AdmissionRefusal> {
    decide(
        &declared_signals(manifest.manifest()),
        manifest.payloads(),
        event,
    )
    .map_err(|refused| match refused.kind {
        AdmissionRefusalKind::Undeclared => left_out(manifest, event).unwrap_or(refused),
        _ => refused,
    })
}

/// Returns the refusal of an event whose signal was excluded from the manifest because of an error.
fn left_out(manifest: &CheckedManifest, event: &DomEvent) -> Option<AdmissionRefusal> {
    let mut signals = manifest.manifest().signals.get()?.entries();
    let index = signals.position(|signal| {
        signal.is_err_and(|excluded| {
            has_text(excluded, "name", &event.name) || has_text(excluded, "event", &event.name)
        })
    })?;
    let finding = manifest.exclusion_finding(&Pointer::root().member("signals").element(index))?;
    let message = format!(
        "the signal of the event {:?} is excluded from the manifest because of an error: {}",
        event.name, finding.message
    );
    let hint = format!("{} at {} of the manifest", finding.hint, finding.pointer);
    Some(AdmissionRefusal::new(
        AdmissionRefusalKind::Undeclared,
        Pointer::root().member("name"),
        message,
        hint,
    ))
}

/// Returns `true` if an object has a member with this text.
fn has_text(object: &Payload, member: &str, text: &str) -> bool {
    let value = object.member(member);
    value.is_some_and(|value| value.as_str().as_deref() == Some(text))
}

/// A signal with its name and its index. Signals without a name do not count as declared.
#[derive(Clone, Copy)]
pub(crate) struct DeclaredSignal<'m> {
    pub(crate) index: usize,
    pub(crate) name: &'m SignalName,
    pub(crate) signal: &'m Signal,
}

fn declared_signals(manifest: &Manifest) -> Vec<DeclaredSignal<'_>> {
    let signals = manifest.signals_declared();
    signals
        .filter_map(|(index, signal)| {
            Some(DeclaredSignal {
                index,
                name: signal.name.get()?,
                signal,
            })
        })
        .collect()
}

/// Decides whether an event may reach the agent, given all declared signals.
pub(crate) fn decide<'m>(
    declared: &[DeclaredSignal<'m>],
    payloads: &SchemaCache,
    event: &DomEvent,
) -> Result<AdmittedEvent<'m>, AdmissionRefusal> {
    let (
        DeclaredSignal {
            index,
            name,
            signal,
        },
        matched_by,
    ) = find_signal(declared, event)?;
    let at = Pointer::root().member("name");
    if !signal.is_for_agent() {
        let hint = format!(
            "set `direction` of the signal {:?} to html_to_agent or bidirectional",
            name.as_str()
        );
        let message = format!(
            "the signal {:?} is not directed to the agent",
            name.as_str()
        );
        return Err(AdmissionRefusal::new(
            AdmissionRefusalKind::WrongDirection,
            at,
            message,
            hint,
        ));
    }
    if !signal.is_enabled() {
        let hint = format!(
            "set `ingestion` of the signal {:?} to enabled",
            name.as_str()
        );
        let message = format!("the signal {:?} is not enabled", name.as_str());
        return Err(AdmissionRefusal::new(
            AdmissionRefusalKind::Disabled,
            at,
            message,
            hint,
        ));
    }
    if let Some(schema) = &signal.payload {
        payload::check(name, (schema, payloads), &event.payload)?;
    }
    Ok(AdmittedEvent {
        signal,
        name,
        index,
        matched_by,
        notes: collect_notes(signal, event, matched_by),
    })
}

/// Returns the signal of an event, and the member of the event that identified the signal.
fn find_signal<'m>(
    declared: &[DeclaredSignal<'m>],
    event: &DomEvent,
) -> Result<(DeclaredSignal<'m>, MatchedBy), AdmissionRefusal> {
    if let Some(found) = find_only(declared, event, &|signal| {
        signal.name.as_str() == event.name
    })? {
        return Ok((found, MatchedBy::Name));
    }
    if let Some(found) = find_only(declared, event, &|declared| {
        has_event(declared.signal, event)
    })? {
        return Ok((found, MatchedBy::Event));
    }
    let message = format!(
        "the manifest declares no signal for the event {:?}",
        event.name
    );
    let hint = "declare a signal with that name or event in the manifest";
    Err(AdmissionRefusal::new(
        AdmissionRefusalKind::Undeclared,
        Pointer::root().member("name"),
        message,
        hint,
    ))
}

/// Returns `true` if the declared `event` of a signal equals the `name` or `event` of the event.
fn has_event(signal: &Signal, event: &DomEvent) -> bool {
    let Some(declared) = signal.event.get() else {
        return false;
    };
    *declared == event.name || event.event.get() == Some(declared)
}

/// Returns the signal for which `fits` is true, unless several signals fit.
fn find_only<'m>(
    declared: &[DeclaredSignal<'m>],
    event: &DomEvent,
    fits: &dyn Fn(&DeclaredSignal<'m>) -> bool,
) -> Result<Option<DeclaredSignal<'m>>, AdmissionRefusal> {
    let mut fitting = declared.iter().copied().filter(fits);
    let first = fitting.next();
    let (Some(a), Some(b)) = (first, fitting.next()) else {
        return Ok(first);
    };
    let message = format!(
        "the manifest declares several signals for the event {:?}",
        event.name
    );
    let (a, b) = (a.name.as_str(), b.name.as_str());
    let hint = format!(
        "remove one of the signals {a:?} and {b:?}, or put the name of the signal into the event"
    );
    Err(AdmissionRefusal::new(
        AdmissionRefusalKind::Ambiguous,
        Pointer::root().member("name"),
        message,
        hint,
    ))
}

/// Returns a warning if the event states another DOM event than its signal declares.
fn collect_notes(signal: &Signal, event: &DomEvent, matched_by: MatchedBy) -> Vec<Finding> {
    let (MatchedBy::Name, Some(declared), Some(stated)) =
        (matched_by, signal.event.get(), event.event.get())
    else {
        return Vec::new();
    };
    if declared == stated {
        return Vec::new();
    }
    let message = format!("the event is {stated:?}, but its signal declares {declared:?}");
    vec![Finding::warning(
        "other-event",
        Pointer::root().member("event"),
        message,
    )]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::item::ErrorCode;

    fn manifest(signals: &str) -> Manifest {
        wire::decode(&format!(r#"{{"signals":[{signals}]}}"#)).unwrap()
    }

    /// Admits an event like [`super::admit`], but also with an invalid manifest.
    fn admit<'m>(
        manifest: &'m Manifest,
        event: &DomEvent,
    ) -> Result<AdmittedEvent<'m>, AdmissionRefusal> {
        decide(&declared_signals(manifest), &SchemaCache::default(), event)
    }

    fn event(name: &str, payload: &str) -> DomEvent {
        DomEvent::new("e1", "rt1", name, Payload::parse(payload).unwrap())
    }

    fn refusal(signals: &str, event: &DomEvent) -> (AdmissionRefusalKind, &'static str, String) {
        let refused = admit(&manifest(signals), event).unwrap_err();
        assert!(!refused.message.is_empty() && !refused.hint.is_empty());
        let code = match refused.code() {
            ErrorCode::UnknownAction => "unknown_action",
            ErrorCode::PermissionDenied => "permission_denied",
            ErrorCode::InvalidInput => "invalid_input",
            ErrorCode::CapabilityUnavailable => "capability_unavailable",
            other => panic!("{other:?}"),
        };
        (refused.kind, code, refused.pointer.to_string())
    }

    const OPENED: &str = r#"{"name":"cart.opened","event":"shop:opened","ingestion":"enabled"}"#;

    #[test]
    fn the_name_takes_precedence_over_the_event() {
        let signals = format!(
            r#"{{"name":"shop:other","event":"cart.opened","ingestion":"enabled"}},{OPENED},{{"name":"a","event":"shop:other"}}"#
        );
        let manifest = manifest(&signals);
        let admitted = admit(&manifest, &event("cart.opened", "null")).unwrap();
        assert_eq!((admitted.index, admitted.matched_by), (1, MatchedBy::Name));
        let by_event = event("whatever", "null").event("shop:opened");
        let admitted = admit(&manifest, &by_event).unwrap();
        assert_eq!(
            (admitted.index, admitted.matched_by, admitted.notes.len()),
            (1, MatchedBy::Event, 0)
        );
    }

    #[test]
    fn a_name_with_another_event_passes_with_a_note() {
        let manifest = manifest(OPENED);
        let note = |stated: &str| {
            let event = event("cart.opened", "null").event(stated);
            let notes = admit(&manifest, &event).unwrap().notes;
            notes
                .first()
                .map(|note| (note.rule, note.pointer.to_string()))
        };
        assert_eq!(note("shop:opened"), None);
        assert_eq!(
            note("shop:closed"),
            Some(("other-event", "/event".to_owned()))
        );
    }

    #[test]
    fn events_must_be_declared_exactly_once() {
        let at = || "/name".to_owned();
        let twice = r#"{"name":"a","event":"x"},{"name":"b","event":"x"}"#;
        let both = r#"{"name":"a","event":"x"},{"name":"b","event":"y"}"#;
        let same = format!("{OPENED},{OPENED}");
        for (signals, event, kind) in [
            (
                "",
                event("cart.opened", "null"),
                AdmissionRefusalKind::Undeclared,
            ),
            (
                OPENED,
                event("cart.Opened", "null"),
                AdmissionRefusalKind::Undeclared,
            ),
            (
                r#"{"name":"a","event":null}"#,
                event("null", "null"),
                AdmissionRefusalKind::Undeclared,
            ),
            (twice, event("x", "null"), AdmissionRefusalKind::Ambiguous),
            (
                both,
                event("x", "null").event("y"),
                AdmissionRefusalKind::Ambiguous,
            ),
            (
                same.as_str(),
                event("cart.opened", "null"),
                AdmissionRefusalKind::Ambiguous,
            ),
        ] {
            assert_eq!(
                refusal(signals, &event),
                (kind, "unknown_action", at()),
                "{signals}"
            );
        }
    }

    #[test]
    fn a_refusal_becomes_an_item_that_answers_the_event() {
        let event = event("cart.closed", "null");
        let refused = admit(&manifest(OPENED), &event).unwrap_err();
        let item = crate::item::Item::from(refused.action_error(&event));
        assert_eq!(
            wire::encode(&item).unwrap(),
            r#"{"type":"action_error","runtime_id":"rt1","error":{"code":"unknown_action","message":"the manifest declares no signal for the event \"cart.closed\"","evidence":{"event_id":"e1","pointer":"/name","validation_errors":[]}}}"#,
        );
    }

    #[test]
    fn only_enabled_signals_to_the_agent_pass() {
        let signal = |members: &str| format!(r#"{{"name":"a.b"{members}}}"#);
        for members in [
            "",
            r#","ingestion":"disabled_by_default""#,
            r#","ingestion":"on""#,
            r#","ingestion":null"#,
        ] {
            let refused = refusal(&signal(members), &event("a.b", "null"));
            assert_eq!(
                refused,
                (
                    AdmissionRefusalKind::Disabled,
                    "permission_denied",
                    "/name".to_owned()
                ),
                "{members}"
            );
        }
        for direction in ["agent_to_html", "sideways"] {
            let members = format!(r#","ingestion":"enabled","direction":"{direction}""#);
            let refused = refusal(&signal(&members), &event("a.b", "null"));
            assert_eq!(
                refused,
                (
                    AdmissionRefusalKind::WrongDirection,
                    "permission_denied",
                    "/name".to_owned()
                )
            );
        }
        for direction in [r#""html_to_agent""#, r#""bidirectional""#, "null"] {
            let members = format!(r#","ingestion":"enabled","direction":{direction}"#);
            assert!(admit(&manifest(&signal(&members)), &event("a.b", "null")).is_ok());
        }
    }

    #[cfg(not(feature = "jsonschema"))]
    #[test]
    fn an_unchecked_schema_admits_nothing() {
        let signal = r#"{"name":"a.b","ingestion":"enabled","payload":{}}"#;
        let refused = refusal(signal, &event("a.b", "null"));
        assert_eq!(
            refused,
            (
                AdmissionRefusalKind::Unchecked,
                "capability_unavailable",
                "/payload".to_owned()
            )
        );
    }

    #[cfg(feature = "jsonschema")]
    mod schema {
        use super::*;

        fn signal(schema: &str) -> String {
            format!(r#"{{"name":"a.b","ingestion":"enabled","payload":{schema}}}"#)
        }

        #[test]
        fn a_payload_must_match_its_schema_at_every_place() {
            let schema = r#"{"type":"object","required":["sailing"],"additionalProperties":false,
                "properties":{"sailing":{"type":"string"},"a/b":{"type":"integer","maximum":3}}}"#;
            let manifest = manifest(&signal(schema));
            assert!(admit(&manifest, &event("a.b", r#"{"sailing":"07:40","a/b":3}"#)).is_ok());
            let refused =
                admit(&manifest, &event("a.b", r#"{"a/b":"hunter2","hunter3":1}"#)).unwrap_err();
            assert_eq!(refused.kind, AdmissionRefusalKind::PayloadInvalid);
            let mut places: Vec<_> = refused
                .violations
                .iter()
                .map(|v| (v.pointer.as_str(), v.keyword.as_str()))
                .collect();
            places.sort_unstable();
            let expected = [
                ("/payload", "additionalProperties"),
                ("/payload/a~1b", "type"),
                ("/payload/sailing", "required"),
            ];
            assert_eq!(places, expected);
            let shown = format!("{refused} {:?}", refused.violations);
            assert!(
                !shown.contains("hunter"),
                "what the page sent is not shown: {shown}"
            );
        }

        #[test]
        fn an_uncheckable_payload_is_refused_for_any_schema() {
            let at = || "/payload".to_owned();
            let deep = format!("{}{}", "[".repeat(128), "]".repeat(128));
            for payload in [
                "1e999",
                r#""\ud83d""#,
                r#"[{"a":1,"\u0061":2}]"#,
                deep.as_str(),
            ] {
                let refused = refusal(&signal("{}"), &event("a.b", payload));
                assert_eq!(
                    refused,
                    (AdmissionRefusalKind::PayloadInvalid, "invalid_input", at())
                );
            }
            for payload in [
                "null",
                "18446744073709551616",
                r#"{"a":{"a":{}}}"#,
                r#""\ud83d\ude00""#,
            ] {
                assert!(
                    admit(&manifest(&signal("{}")), &event("a.b", payload)).is_ok(),
                    "{payload}"
                );
            }
        }

        #[test]
        fn an_unusable_schema_admits_nothing() {
            for schema in [
                "null",
                "true",
                "[]",
                r#"{"type":"objekt"}"#,
                r#"{"$ref":"https://schemas.test/a.json"}"#,
                r#"{"$ref":"file:///etc/passwd"}"#,
                r##"{"$ref":"#"}"##,
                r#"{"pattern":"(?=a)"}"#,
                r#"{"minimum":1e999}"#,
                r#"{"type":"null","type":"string"}"#,
            ] {
                let refused = refusal(&signal(schema), &event("a.b", "null"));
                assert_eq!(
                    refused,
                    (
                        AdmissionRefusalKind::SchemaUnusable,
                        "invalid_input",
                        "/payload".to_owned()
                    ),
                    "{schema}"
                );
            }
        }

        #[test]
        fn patterns_take_linear_time() {
            let signal = signal(r#"{"pattern":"^(a+)+$"}"#);
            let payload = format!("\"{}b\"", "a".repeat(50_000));
            assert_eq!(
                refusal(&signal, &event("a.b", &payload)).0,
                AdmissionRefusalKind::PayloadInvalid
            );
        }
    }
}
