//! The record that the published provider stores for a request, and its file name.
//!
//! The provider does not enforce any rule of the specification: it stores any path, data and verb. Findings report
//! broken rules, and all data that the provider drops or changes.

use crate::{
    ErrorBody, Interaction, InteractionId, SubmitRequest, file_name, javascript,
    lenient::{self, Repair, RepairKind, RepairedValue},
    summary,
};
use std::fmt;
use wire::{
    EncodeError, Finding, MAX_DEPTH, Payload, Pointer, Severity, Timestamp, Validate,
    token::{self, Child},
};

/// The stored form of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StoredRecord {
    /// The name of the file, see [`file_name::plain`].
    pub file: String,
    /// The content of the file, in the form of [`javascript`].
    pub stored: Payload,
    /// The record that [`lenient::decode`] reads from the file. In this record, a lone surrogate is U+FFFD, and a
    /// number as the element is its JSON text.
    pub record: Interaction,
    /// The findings about broken rules, and about dropped or changed data. No finding is an error. Pointers are
    /// relative as in [`record`].
    pub findings: Vec<Finding>,
}

impl StoredRecord {
    /// Returns the exact text of the file: indented by two spaces, without a trailing line end.
    pub fn text(&self) -> String {
        javascript::indent(self.stored.text())
    }
}

/// The error for a request that cannot be stored.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[error("{pointer}: {message}; {hint}")]
pub struct RecordError {
    /// The place in `{"id", "timestamp", "request"}`.
    pub pointer: Pointer,
    /// The broken rule: `missing-field`, `not-an-object`, `depth`, `unreadable`, `non-canonical-timestamp` or
    /// `not-a-file-name`.
    pub rule: &'static str,
    /// A whole sentence that describes the error.
    pub message: String,
    /// The correction, as an instruction.
    pub hint: String,
}

impl RecordError {
    fn new(
        rule: &'static str,
        pointer: Pointer,
        message: impl fmt::Display,
        hint: impl fmt::Display,
    ) -> Self {
        Self {
            pointer,
            rule,
            message: message.to_string(),
            hint: hint.to_string(),
        }
    }

    /// Returns the error body of the published provider, if it rejects the request too.
    pub fn answer(&self) -> Option<ErrorBody> {
        match (self.rule, self.pointer.segments().nth(1)) {
            ("missing-field", Some(field)) => Some(ErrorBody::missing_field(&field)),
            ("not-an-object", _) => Some(ErrorBody::internal_error(
                "Cannot read properties of null (reading 'action')",
            )),
            _ => None,
        }
    }
}

/// Computes the record that the provider stores for a request with this time and id.
///
/// `action` and `canvasFile` are required. The provider rejects a request in which one of them is absent, null, `""`,
/// zero or `false`. It stores values of other types in these members and in `element` unchanged. An element that is
/// absent, null or empty stays so. JavaScript changes the rest: numbers become doubles, and members with numeric
/// names come first. If a member repeats, the last one counts. Members with other names are dropped. Each change is a
/// finding.
///
/// Pointers are relative to the three arguments as an object: `/id`, `/timestamp`, `/request/…`.
///
/// ```
/// use agent_ui_aap::{provider, wire};
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
/// Returns an error if the request has no action or page, or if its record would be unreadable. Also returns an error
/// if the time is not in the provider's form, or if the id cannot be part of a file name.
pub fn record(
    id: impl Into<InteractionId>,
    timestamp: impl Into<Timestamp>,
    request: &Payload,
) -> Result<StoredRecord, RecordError> {
    let (id, timestamp) = (id.into(), timestamp.into());
    let mut findings = Vec::new();
    check_id(&id, &mut findings)?;
    check_time(&timestamp)?;
    let stored = read(request, &mut findings)?.to_payload(&id, &timestamp);
    let read = lenient::decode::<Interaction>(stored.text());
    let RepairedValue {
        value: record,
        repairs,
    } = read.map_err(|error| {
        let at = Pointer::root().member("request").join(&error.pointer);
        RecordError::new(
            "unreadable",
            at,
            "the record that the provider stores is not readable",
            error.hint,
        )
    })?;
    let at = Pointer::root().member("request");
    for repair in &repairs {
        findings.extend(finding_of(repair, &at));
    }
    let mut asked = SubmitRequest::new(record.action.clone(), record.canvas_file.clone());
    // Only the request contains the original numbers and names.
    (asked.element, asked.data) = (record.element.clone(), data(request));
    asked.findings(&at, &mut findings);
    for finding in &mut findings {
        finding.severity = finding.severity.min(Severity::Warning);
    }
    let file = file_name::plain(timestamp.as_str(), id.as_str());
    Ok(StoredRecord {
        file,
        stored,
        record,
        findings,
    })
}

/// Returns the finding about a value that readers of the record must repair.
fn finding_of(repair: &Repair, at: &Pointer) -> Option<Finding> {
    let (rule, message, hint) = match repair.kind {
        // The summary is computed from the other members, so the sender cannot correct it.
        RepairKind::HalfSurrogate if repair.pointer.as_str() == "/summary" => return None,
        RepairKind::HalfSurrogate => (
            "half-surrogate",
            "readers replace the lone surrogate with U+FFFD",
            "send whole characters",
        ),
        RepairKind::NotAString => (
            "not-a-string",
            "the provider stores a value that is not a string, and readers use its JSON text",
            "send a string",
        ),
        _ => return None,
    };
    let finding = Finding::warning(rule, at.join(&repair.pointer), message);
    Some(finding.hint(hint))
}

/// Returns the data of a request. If the member repeats, the last one counts.
fn data(request: &Payload) -> Option<Payload> {
    request
        .members()
        .filter(|(name, _)| name == "data")
        .last()
        .map(|(_, data)| data)
}

/// Writes the file of a record as the published provider does: indented by two spaces, without a trailing line end,
/// in the form of JavaScript.
///
/// # Errors
/// Returns an error if the record nests too deeply to be read.
pub fn stored_text(record: &Interaction) -> Result<String, EncodeError> {
    wire::encode(record).map(|text| javascript::indent(&text))
}

fn check_id(id: &InteractionId, findings: &mut Vec<Finding>) -> Result<(), RecordError> {
    let at = Pointer::root().member("id");
    if !id.can_name_a_file() {
        let message = "the id cannot be part of a file name";
        return Err(RecordError::new(
            "not-a-file-name",
            at,
            message,
            "use a UUID",
        ));
    }
    id.findings(&at, findings);
    Ok(())
}

fn check_time(time: &Timestamp) -> Result<(), RecordError> {
    if time.is_canonical() {
        return Ok(());
    }
    let hint = match time.to_canonical() {
        Some(time) => format!("write the time as {time}"),
        None => {
            "write UTC with three digits of a second, as in 2026-05-18T15:30:00.000Z".to_owned()
        }
    };
    let message = "the timestamp does not have the form that the provider writes";
    Err(RecordError::new(
        "non-canonical-timestamp",
        Pointer::root().member("timestamp"),
        message,
        hint,
    ))
}

/// The members of a request that the provider reads.
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

/// The values of a request that the provider stores.
struct AcceptedRequest {
    action: Payload,
    canvas_file: Payload,
    element: Option<Payload>,
    data: Option<Payload>,
}

impl AcceptedRequest {
    /// Builds the content of the file.
    fn to_payload(&self, id: &InteractionId, timestamp: &Timestamp) -> Payload {
        let (element, data) = (self.element.as_ref(), self.data.as_ref());
        let summary = summary::stored_summary(&self.action, element, &self.canvas_file, data);
        let (id, timestamp) = (
            Payload::string(id.as_str()),
            Payload::string(timestamp.as_str()),
        );
        let members = [
            ("id", Some(id.text())),
            ("timestamp", Some(timestamp.text())),
            ("canvasFile", Some(self.canvas_file.text())),
            ("action", Some(self.action.text())),
            ("element", element.map(Payload::text)),
            ("data", data.map(Payload::text)),
            ("summary", Some(&*summary)),
        ];
        let members = members
            .into_iter()
            .filter_map(|(name, text)| Some(format!("\"{name}\":{}", text?)));
        let text = format!("{{{}}}", members.collect::<Vec<_>>().join(","));
        Payload::parse(&*javascript::compact_text(&text)).unwrap_or_else(|_| Payload::null())
    }
}

fn read(request: &Payload, findings: &mut Vec<Finding>) -> Result<AcceptedRequest, RecordError> {
    let at = Pointer::root().member("request");
    if request.is_null() {
        return Err(RecordError::new(
            "not-an-object",
            at,
            "the request is null",
            "send an object",
        ));
    }
    let mut members = Members::default();
    // The provider reads no members from an array or a scalar.
    for Child { name, text, .. } in token::children(request.text()) {
        let Some(name) = name.map(token::string) else {
            break;
        };
        let at = at.member(&name);
        let Some(slot) = members.slot(&name) else {
            let finding = Finding::info("dropped-member", at, "the provider drops this member");
            findings.push(finding.hint("send only action, element, canvasFile and data"));
            continue;
        };
        // Like `JSON.parse`, the provider reads the last member of a name.
        if slot.replace(text).is_some() {
            let message = "the member occurs more than once; the last one counts";
            let finding = Finding::warning("repeated-member", at, message);
            findings.push(finding.hint("send each member once"));
        }
    }
    let accepted = AcceptedRequest {
        action: require(members.action, &at.member("action"))?,
        canvas_file: require(members.canvas_file, &at.member("canvasFile"))?,
        element: members.element.and_then(payload),
        data: members.data.and_then(payload),
    };
    let of_any_type = [
        ("action", Some(&accepted.action)),
        ("canvasFile", Some(&accepted.canvas_file)),
        ("element", accepted.element.as_ref()),
        ("data", accepted.data.as_ref()),
    ];
    for (name, value) in of_any_type {
        let Some(value) = value else { continue };
        // In the record, the values of the request are one level deeper.
        if let Some(deep) = token::deeper_than(value.text(), MAX_DEPTH - 1) {
            let hint = format!("nest the record at most {MAX_DEPTH} levels deep");
            let message = "the record would nest too deep to be read";
            return Err(RecordError::new(
                "depth",
                at.member(name).join(&deep),
                message,
                hint,
            ));
        }
    }
    Ok(accepted)
}

/// Creates a payload from a part of another payload.
fn payload(text: &str) -> Option<Payload> {
    Payload::parse(text).ok()
}

fn require(member: Option<&str>, at: &Pointer) -> Result<Payload, RecordError> {
    match member.and_then(payload).filter(javascript::is_truthy) {
        Some(value) => Ok(value),
        None => {
            let message = "the provider treats the member as missing";
            Err(RecordError::new(
                "missing-field",
                at.clone(),
                message,
                "send a string that is not empty",
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "f6554697-47fd-4d67-8db9-291b9f7f3476";
    const TIME: &str = "2026-11-21T04:36:20.639Z";

    fn record_request(request: &str) -> Result<StoredRecord, RecordError> {
        record(ID, TIME, &Payload::parse(request).unwrap())
    }

    fn rules(findings: &[Finding]) -> Vec<(&'static str, &str, &'static str)> {
        findings
            .iter()
            .map(|f| (f.rule, f.pointer.as_str(), f.severity.as_str()))
            .collect()
    }

    #[test]
    fn a_request_becomes_a_file_and_a_record() {
        let stored = record_request(
            r#"{"data":{"b":1.0,"a":"x"},"canvasFile":"p.html","element":"e","action":"submit"}"#,
        )
        .unwrap();
        assert_eq!(stored.file, format!("2026-11-21T04-36-20-639Z-{ID}.json"));
        assert_eq!(stored.findings, []);
        assert_eq!(
            wire::encode(&stored.record).unwrap(),
            format!(
                r#"{{"id":"{ID}","timestamp":"{TIME}","canvasFile":"p.html","action":"submit","element":"e","data":{{"b":1,"a":"x"}},"summary":"User submit 'e' on p.html with data: {{\"b\":1,\"a\":\"x\"}}"}}"#
            )
        );
        assert_eq!(stored_text(&stored.record).unwrap(), stored.text());
        assert_eq!(
            stored.text(),
            format!(
                "{{\n  \"id\": \"{ID}\",\n  \"timestamp\": \"{TIME}\",\n  \"canvasFile\": \"p.html\",\n  \"action\": \"submit\",\n  \"element\": \"e\",\n  \"data\": {{\n    \"b\": 1,\n    \"a\": \"x\"\n  }},\n  \"summary\": \"User submit 'e' on p.html with data: {{\\\"b\\\":1,\\\"a\\\":\\\"x\\\"}}\"\n}}"
            )
        );
    }

    #[test]
    fn falsy_values_are_missing_and_the_action_is_checked_first() {
        let falsy = ["null", "\"\"", "0", "-0", "0.0e5", "1e-999", "false"];
        let requests = ["{}", "[]", "5", "\"str\"", "true", r#"{"canvasFile":"b"}"#]
            .map(str::to_owned)
            .into_iter();
        for request in
            requests.chain(falsy.map(|value| format!(r#"{{"action":{value},"canvasFile":7}}"#)))
        {
            let error = record_request(&request).unwrap_err();
            assert_eq!(
                (error.rule, error.pointer.as_str()),
                ("missing-field", "/request/action"),
                "{request}"
            );
            assert_eq!(error.answer(), Some(ErrorBody::missing_field("action")));
        }
        let requests = [r#"{"action":1}"#, r#"{"action":"a"}"#]
            .map(str::to_owned)
            .into_iter();
        for request in
            requests.chain(falsy.map(|value| format!(r#"{{"action":"a","canvasFile":{value}}}"#)))
        {
            let error = record_request(&request).unwrap_err();
            assert_eq!(
                (error.rule, error.pointer.as_str()),
                ("missing-field", "/request/canvasFile"),
                "{request}"
            );
            assert_eq!(error.answer(), Some(ErrorBody::missing_field("canvasFile")));
        }
        let error = record_request("null").unwrap_err();
        assert_eq!(
            (error.rule, error.answer().unwrap().error.status()),
            ("not-an-object", Some(500))
        );
    }

    #[test]
    fn other_types_are_stored_unchanged_and_read_as_their_json() {
        for (request, stored, element) in [
            (
                r#""action":"a","element":7.0"#,
                "\"action\": \"a\",\n  \"element\": 7,\n  \"summary\": \"User a '7' on p\"",
                "7",
            ),
            (
                r#""action":["a",null,["b"]],"element":true"#,
                "\"element\": true,\n  \"summary\": \"User a,,b 'true' on p\"",
                "true",
            ),
            (
                r#""action":"a","element":{"x":1}"#,
                "\"x\": 1\n  },\n  \"summary\": \"User a '[object Object]' on p\"",
                r#"{"x":1}"#,
            ),
            (
                r#""action":"a","element":[1,2]"#,
                "2\n  ],\n  \"summary\": \"User a '1,2' on p\"",
                "[1,2]",
            ),
            (
                r#""action":"a","element":0"#,
                "\"element\": 0,\n  \"summary\": \"User a on p\"",
                "0",
            ),
            (
                r#""action":"a","element":false"#,
                "\"element\": false,\n  \"summary\": \"User a on p\"",
                "false",
            ),
        ] {
            let made = record_request(&format!(r#"{{"canvasFile":"p",{request}}}"#)).unwrap();
            assert!(made.text().contains(stored), "{}", made.text());
            assert_eq!(made.record.element.get().unwrap(), element);
            assert!(rules(&made.findings).contains(&(
                "not-a-string",
                "/request/element",
                "warning"
            )));
            let read = lenient::decode::<Interaction>(&made.text()).unwrap().value;
            assert_eq!(
                Payload::encode(&read).unwrap(),
                Payload::encode(&made.record).unwrap()
            );
        }
        let made = record_request(r#"{"canvasFile":{"p":1},"action":1e300}"#).unwrap();
        assert_eq!(
            (
                made.record.canvas_file.as_str(),
                made.record.action.as_str()
            ),
            (r#"{"p":1}"#, "1e+300")
        );
        // Larger than any double: truthy in JavaScript, but stored as null.
        let error = record_request(r#"{"canvasFile":"p","action":1e400}"#).unwrap_err();
        assert_eq!(
            (error.rule, error.pointer.as_str(), error.answer()),
            ("unreadable", "/request/action", None)
        );
    }

    #[test]
    fn absent_null_and_empty_members_are_stored_unchanged() {
        for member in [
            "",
            r#","element":null"#,
            r#","element":"""#,
            r#","element":null,"data":null"#,
            r#","data":"""#,
            r#","data":{}"#,
            r#","data":0"#,
        ] {
            let stored = record_request(&format!(
                r#"{{"action":"click","canvasFile":"p.html"{member}}}"#
            ))
            .unwrap();
            let expected = format!(
                r#"{{"id":"{ID}","timestamp":"{TIME}","canvasFile":"p.html","action":"click"{member},"summary":"User click on p.html"}}"#
            );
            assert_eq!(wire::encode(&stored.record).unwrap(), expected);
        }
    }

    #[test]
    fn data_of_any_type_is_stored_as_the_window_delivered_it() {
        // The results of structured cloning and JSON for an object, a list, scalars, a map, typed numbers and a date.
        let through = [
            r#"{"a":null}"#,
            "[1]",
            r#""s""#,
            "7",
            "true",
            "{}",
            r#"{"0":1,"1":2}"#,
            r#""2026-11-21T04:36:20.639Z""#,
        ];
        for data in through {
            let stored = record_request(&format!(
                r#"{{"canvasFile":"p.html","action":"a","element":null,"data":{data}}}"#
            ));
            assert_eq!(stored.unwrap().record.data.unwrap().text(), data);
        }
    }

    #[test]
    fn broken_rules_of_the_specification_are_warnings() {
        let stored = record_request(
            r#"{"action":"  ","canvasFile":"../../../etc/passwd","data":[1,"a",null]}"#,
        )
        .unwrap();
        assert_eq!(
            rules(&stored.findings),
            [
                ("blank-action", "/request/action", "warning"),
                ("parent-ref", "/request/canvasFile", "warning"),
                ("not-html", "/request/canvasFile", "warning"),
                ("non-object-data", "/request/data", "warning"),
            ]
        );
        assert_eq!(
            stored.record.summary,
            "User    on ../../../etc/passwd with data: [1,\"a\",null]"
        );
    }

    #[test]
    fn dropped_and_overwritten_members_are_reported() {
        let stored = record_request(r#"{"action":"change","\u0061ction":"select","canvasFile":"p.html","id":"x","timestamp":"y","summary":"z","type":"canvas:interaction","a/b":1}"#).unwrap();
        assert_eq!(
            rules(&stored.findings),
            [
                ("repeated-member", "/request/action", "warning"),
                ("dropped-member", "/request/id", "info"),
                ("dropped-member", "/request/timestamp", "info"),
                ("dropped-member", "/request/summary", "info"),
                ("dropped-member", "/request/type", "info"),
                ("dropped-member", "/request/a~1b", "info"),
            ]
        );
        assert_eq!(stored.record.summary, "User select on p.html");
        assert_eq!(stored.record.id, ID);
    }

    #[test]
    fn a_lone_surrogate_is_repaired_in_typed_strings_and_kept_in_data() {
        let stored = record_request(
            r#"{"action":"a\ud83d","canvasFile":"p.html","element":"\ude00","data":{"s":"\uD83D"}}"#,
        )
        .unwrap();
        assert_eq!(
            rules(&stored.findings),
            [
                ("half-surrogate", "/request/action", "warning"),
                ("half-surrogate", "/request/element", "warning")
            ]
        );
        assert_eq!(
            stored.record.summary,
            "User a\u{FFFD} '\u{FFFD}' on p.html with data: {\"s\":\"\\ud83d\"}"
        );
        assert_eq!(
            stored.record.data.as_ref().unwrap().text(),
            r#"{"s":"\ud83d"}"#
        );
        assert!(
            stored.text().contains(
                r#""summary": "User a\ud83d '\ude00' on p.html with data: {\"s\":\"\\ud83d\"}""#
            ),
            "{}",
            stored.text()
        );
    }

    #[test]
    fn a_time_in_another_form_is_refused_with_the_canonical_form() {
        let request = Payload::parse(r#"{"action":"a","canvasFile":"p.html"}"#).unwrap();
        for (time, hint) in [
            ("2026-05-18T17:30:00+02:00", "2026-05-18T15:30:00.000Z"),
            ("2026-05-18T15:30:00.123999Z", "2026-05-18T15:30:00.123Z"),
            ("today", "UTC"),
            ("2016-12-31T23:59:60Z", "UTC"),
            ("9999-12-31T23:59:59-01:00", "UTC"),
        ] {
            let error = record(ID, time, &request).unwrap_err();
            assert_eq!(
                (error.rule, error.pointer.as_str()),
                ("non-canonical-timestamp", "/timestamp")
            );
            assert!(error.hint.contains(hint), "{time}: {}", error.hint);
        }
    }

    #[test]
    fn every_id_that_fits_a_file_name_is_accepted() {
        let request = Payload::parse(r#"{"action":"a","canvasFile":"p.html"}"#).unwrap();
        let stored = record("7", TIME, &request).unwrap();
        assert_eq!(stored.file, "2026-11-21T04-36-20-639Z-7.json");
        assert_eq!(rules(&stored.findings), [("not-a-uuid", "/id", "warning")]);
        for id in ["../x", "a\\b", "a\0"] {
            assert_eq!(
                record(id, TIME, &request).unwrap_err().rule,
                "not-a-file-name"
            );
        }
    }

    #[test]
    fn unreadable_records_are_rejected() {
        let nested = |n: usize| {
            format!(
                r#"{{"action":"a","canvasFile":"p.html","data":{}{}}}"#,
                "[".repeat(n),
                "]".repeat(n)
            )
        };
        let stored = record_request(&nested(126)).unwrap();
        assert_eq!(
            wire::token::depth(&wire::encode(&stored.record).unwrap()),
            127
        );
        let error = record_request(&nested(127)).unwrap_err();
        assert_eq!(
            (error.rule, error.pointer.segments().count()),
            ("depth", 2 + 126)
        );
        assert_eq!(record_request(&nested(100_000)).unwrap_err().rule, "depth");
    }
}
