//! The log of a server: each line on standard error is a JSON object with its time.

use agent_ui_text::Diagnostic;
use chrono::{DateTime, SecondsFormat, Utc};
use serde::Serialize;
use std::{collections::BTreeMap, time::SystemTime};
use wire::Severity;

/// The text that replaces the secret part of addresses in the log.
const TOKEN: &str = "TOKEN";

/// The log of a server. Its lines replace texts and reports on standard error.
#[derive(Debug, Default)]
pub(crate) struct JsonLog {
    /// The subject of the lines that are being written.
    subject: LogSubject,
    /// The secret part of the addresses.
    secret: Option<String>,
}

/// The session and the turn that a line is about.
#[derive(Clone, Debug, Default)]
pub(crate) struct LogSubject {
    pub(crate) session: Option<String>,
    pub(crate) turn: Option<String>,
}

/// The further members of a line.
pub(crate) type LogFields = BTreeMap<String, serde_json::Value>;

/// Removes a member and returns its text. Returns `None` if the member is missing or not a text.
fn take_text(fields: &mut LogFields, name: &str) -> Option<String> {
    match fields.remove(name)? {
        serde_json::Value::String(text) => Some(text),
        _ => None,
    }
}

/// One line of the log.
#[derive(Serialize)]
struct LogLine<'a> {
    time: String,
    level: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    session: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<&'a str>,
    message: &'a str,
    #[serde(flatten)]
    fields: LogFields,
}

impl JsonLog {
    /// Hides the secret part of the addresses in all lines.
    pub(crate) fn hide(&mut self, secret: &str) {
        self.secret = Some(secret.to_owned());
    }

    pub(crate) fn set_subject(&mut self, subject: LogSubject) {
        self.subject = subject;
    }

    /// Returns a line. The members `session` and `turn` of `fields` override the subject.
    pub(crate) fn line(&self, level: &str, message: &str, mut fields: LogFields) -> String {
        let session = take_text(&mut fields, "session");
        let turn = take_text(&mut fields, "turn");
        let line = LogLine {
            time: DateTime::<Utc>::from(SystemTime::now())
                .to_rfc3339_opts(SecondsFormat::Millis, true),
            level,
            session: session.as_deref().or(self.subject.session.as_deref()),
            turn: turn.as_deref().or(self.subject.turn.as_deref()),
            message,
            fields,
        };
        // All members are texts and numbers, so this does not fail.
        let line = serde_json::to_string(&line).unwrap_or_default();
        // The characters of a secret need no escapes in JSON.
        match &self.secret {
            Some(secret) => line.replace(secret, TOKEN),
            None => line,
        }
    }

    /// Returns the line of a finding, with the members of its report.
    pub(crate) fn diagnostic(&self, diagnostic: &Diagnostic) -> serde_json::Result<String> {
        let mut fields: LogFields = serde_json::from_str(&diagnostic.json()?)?;
        fields.retain(|name, _| name != "message" && name != "severity");
        let level = match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warn",
            _ => "info",
        };
        Ok(self.line(level, &diagnostic.message, fields))
    }

    /// Returns the line of a note about a field, from its JSON text.
    pub(crate) fn note(&self, note: &str) -> serde_json::Result<String> {
        let fields: LogFields = serde_json::from_str(note)?;
        Ok(self.line("warn", "clients do not get a field as it is", fields))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn a_line_contains_its_time_and_hides_the_secret() {
        let mut log = JsonLog::default();
        log.hide("0123456789abcdef");
        log.set_subject(LogSubject {
            session: Some("main".to_owned()),
            turn: None,
        });
        let fields = LogFields::from([
            ("turn".to_owned(), "main/3".into()),
            ("count".to_owned(), 2.into()),
        ]);
        let line = log.line(
            "info",
            "serving\nhttp://127.0.0.1/0123456789abcdef/mcp",
            fields,
        );
        let (time, rest) = line.split_once("\",").unwrap();
        let time = time.strip_prefix("{\"time\":\"").unwrap();
        assert!(
            DateTime::parse_from_rfc3339(time).is_ok() && time.ends_with('Z'),
            "{time}"
        );
        assert_eq!(
            rest,
            r#""level":"info","session":"main","turn":"main/3","message":"serving\nhttp://127.0.0.1/TOKEN/mcp","count":2}"#
        );
    }
}
