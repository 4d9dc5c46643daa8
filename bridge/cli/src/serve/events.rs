//! The events of a running server, and the thread that writes them to the output.

use crate::{
    exit::Exit,
    report::{LogFields, LogSubject, Report},
    terminal_text::printable,
};
use agent_ui_text::{Diagnostic, place::Place};
use live::{
    gateway::{GatewayReport, GatewayReportKind, StoreEvent},
    server::{
        front::{
            FrontError, FrontReport,
            log::{LogEvent, LogValue},
        },
        refusal::Limit,
        request_guard::OriginPattern,
    },
    site::{SiteReport, SiteReportKind},
};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use wire::{Finding, Pointer};

/// The maximum number of waiting events. If it is reached, the senders wait, too.
const AHEAD: usize = 256;

/// An event of the server. Events are written in the order in which they are sent.
enum Event {
    /// A line for standard output.
    Line(String),
    /// A line for standard error.
    Say(String),
    /// A quoted line: the kind of its origin, the name of the origin, and the text.
    Quoted(&'static str, String, String),
    /// A line for standard error with the contents of a message.
    Contents(&'static str, String),
    Log(Box<LogEvent>),
    Report(Box<GatewayReport>),
    Site(Box<SiteReport>),
    Diagnostic(Box<Diagnostic>),
    /// The server has stopped.
    Ended(Result<(), Exit>),
}

/// Sends events to the thread that writes the output.
#[derive(Clone)]
pub(crate) struct Events(SyncSender<Event>);

impl Events {
    /// Creates the sender and the receiver of events.
    pub(crate) fn channel() -> (Self, EventReceiver) {
        let (to, from) = sync_channel(AHEAD);
        let receiver = EventReceiver {
            events: from,
            is_strict: false,
        };
        (Self(to), receiver)
    }

    /// Writes a line to standard output.
    pub(crate) fn line(&self, text: &str) {
        self.send(Event::Line(text.to_owned()));
    }

    /// Writes the address of a face to standard error.
    pub(crate) fn address(&self, name: &str, address: &str) {
        self.send(Event::Quoted("face", name.to_owned(), address.to_owned()));
    }

    /// Writes a line of an agent to standard error.
    pub(crate) fn agent_line(&self, agent: &str, line: &str) {
        self.send(Event::Quoted("agent", agent.to_owned(), line.to_owned()));
    }

    /// Writes a line with the contents of a message to standard error. A JSON log contains only the description.
    pub(crate) fn contents(&self, description: &'static str, line: &str) {
        self.send(Event::Contents(description, line.to_owned()));
    }

    /// Writes an event of the log.
    pub(crate) fn log(&self, event: &LogEvent) {
        self.send(Event::Log(Box::new(event.clone())));
    }

    /// Writes a line to standard error.
    pub(crate) fn say(&self, text: &str) {
        self.send(Event::Say(text.to_owned()));
    }

    pub(crate) fn report(&self, reported: &GatewayReport) {
        self.send(Event::Report(Box::new(reported.clone())));
    }

    pub(crate) fn report_site(&self, reported: &SiteReport) {
        self.send(Event::Site(Box::new(reported.clone())));
    }

    /// Writes a report of the server itself, such as one about a refused host.
    pub(crate) fn report_front(&self, reported: &FrontReport) {
        let (rule, message, hint) = match reported {
            FrontReport::ForeignHost(host) => (
                "serve/host",
                format!("requests for the host `{host}` are refused"),
                format!(
                    "if it is a name of this server, use --allow-host {host}, or --proxy URL with the address of the proxy"
                ),
            ),
            FrontReport::ForeignOrigin(origin) => (
                "serve/origin",
                format!("requests of pages of the origin `{origin}` are refused"),
                match origin.parse::<OriginPattern>() {
                    Ok(_) => format!("to allow these pages, use --origin {origin}"),
                    Err(error) => format!("no option allows it: {error}"),
                },
            ),
            FrontReport::Refused { limit, count } => {
                return self.finding("serve", refusal_finding(*limit, *count));
            }
            FrontReport::UserRefused(reason) => (
                "serve/user",
                format!("a request was refused with status 401: {reason}"),
                "the rules for users are those of --users, --audience and --issuer".to_owned(),
            ),
            FrontReport::CertificateReloaded => return self.say("the certificate was read again"),
            FrontReport::CertificateKept(error) => {
                let error = match error {
                    FrontError::Certificate { file, reason } => {
                        format!("--certificate {}: {reason}", file.display())
                    }
                    FrontError::Key { file, reason } => {
                        format!("--key {}: {reason}", file.display())
                    }
                    other => other.to_string(),
                };
                (
                    "serve/certificate",
                    format!("the certificate cannot be read again: {error}"),
                    "the server uses the certificate that it has; replace the files and send SIGHUP once more".to_owned(),
                )
            }
            _ => return,
        };
        self.finding(
            "serve",
            Finding::warning(rule, Pointer::root(), message).hint(hint),
        );
    }

    /// Writes a finding about a session, or about the server.
    pub(crate) fn finding(&self, session: &str, finding: Finding) {
        let place = Place {
            file: Some(session.into()),
            ..Place::START
        };
        self.diagnostic(Diagnostic::of_finding(&place, &finding));
    }

    /// Writes a diagnostic.
    pub(crate) fn diagnostic(&self, diagnostic: Diagnostic) {
        self.send(Event::Diagnostic(Box::new(diagnostic)));
    }

    pub(crate) fn send_end(&self, ended: Result<(), Exit>) {
        self.send(Event::Ended(ended));
    }

    fn send(&self, event: Event) {
        // Without a receiver, the program ends.
        let _ = self.0.send(event);
    }
}

/// Receives the events of the server.
pub(crate) struct EventReceiver {
    events: Receiver<Event>,
    /// `true` if all findings are written, and a refused message changes the exit status.
    is_strict: bool,
}

impl EventReceiver {
    /// Writes all findings, and lets a refused message of an agent change the exit status.
    pub(crate) fn strict(self) -> Self {
        Self {
            is_strict: true,
            ..self
        }
    }

    /// Writes all events until the server has stopped.
    pub(crate) fn write_all(self, report: &mut Report) -> Result<(), Exit> {
        while let Ok(event) = self.events.recv() {
            match event {
                Event::Line(line) => {
                    report.json(&line)?;
                    report.flush()?;
                }
                Event::Say(line) => report.say(&printable(&line))?,
                Event::Quoted(kind, name, line) => write_quoted(kind, &name, &line, report)?,
                Event::Contents(description, line) => match report.json_log() {
                    Some(_) => report.say(description)?,
                    None => report.say(&printable(&line))?,
                },
                Event::Log(event) => write_event(&event, report)?,
                Event::Report(reported) => {
                    let session =
                        Some(reported.session.clone()).filter(|session| !session.is_empty());
                    set_subject(
                        report,
                        LogSubject {
                            session,
                            turn: reported.turn.clone(),
                        },
                    );
                    write(&reported, self.is_strict, report)?;
                    set_subject(report, LogSubject::default());
                }
                Event::Site(reported) => write_site(&reported, report)?,
                Event::Diagnostic(diagnostic) => report.diagnostic(*diagnostic)?,
                Event::Ended(ended) => return ended,
            }
        }
        Ok(())
    }
}

fn set_subject(report: &mut Report, subject: LogSubject) {
    if let Some(log) = report.json_log() {
        log.set_subject(subject);
    }
}

/// Writes a line of an agent with the name of the agent, or an address with the name of its face.
fn write_quoted(
    kind: &'static str,
    name: &str,
    line: &str,
    report: &mut Report,
) -> Result<(), Exit> {
    let is_address = kind == "face";
    let Some(log) = report.json_log() else {
        let text = if is_address {
            format!("serving {name:<12}  {line}")
        } else {
            format!("{name}: {line}")
        };
        return report.say(&printable(&text));
    };
    let mut fields = LogFields::from([(kind.to_owned(), name.into())]);
    let message = if is_address { "serving" } else { line };
    if is_address {
        fields.insert("address".to_owned(), line.into());
    }
    let line = log.line("info", message, fields);
    report.write_error_line(&line)
}

/// Writes an event of the log.
fn write_event(event: &LogEvent, report: &mut Report) -> Result<(), Exit> {
    let Some(log) = report.json_log() else {
        return report.say(&printable(&event.to_string()));
    };
    let fields = event.fields.iter().map(|(name, value)| {
        let value = match value {
            LogValue::Number(number) => (*number).into(),
            other => other.to_string().into(),
        };
        ((*name).to_owned(), value)
    });
    let line = log.line(event.level.as_str(), &event.message, fields.collect());
    report.write_error_line(&line)
}

/// Returns the finding about refused connections or requests.
fn refusal_finding(limit: Limit, count: u64) -> Finding {
    let were = if count == 1 {
        "1 request was".to_owned()
    } else {
        format!("{count} requests were")
    };
    let message = format!("{were} refused: {}", limit.reason());
    let hint = match limit {
        Limit::Connections | Limit::Sockets => "--connections allows more",
        Limit::AddressConnections | Limit::AddressRequests => "--per-address allows more",
        Limit::Inputs => "the agent is too slow for the messages of this session",
        _ => "the limit is fixed; another program can serve further clients",
    };
    Finding::warning("serve/limit", Pointer::root(), message).hint(hint)
}

/// The hint for an agent whose output contains other text.
const OTHER_TEXT: &str =
    "write each message as JSON on a line of its own, and other text to standard error";

/// Returns the place of a report that belongs to no line.
fn place_of(name: &str) -> Place {
    Place {
        file: Some(name.into()),
        line: 1,
        column: 1,
    }
}

/// Writes a report of a session. If no file is known, the place names the agent or the face.
fn write(reported: &GatewayReport, is_strict: bool, report: &mut Report) -> Result<(), Exit> {
    match &reported.kind {
        GatewayReportKind::Finding { is_new_error, .. } if !is_new_error && !is_strict => Ok(()),
        GatewayReportKind::Message { agent, diagnostic }
        | GatewayReportKind::Finding {
            agent, diagnostic, ..
        } => {
            let is_refused = matches!(reported.kind, GatewayReportKind::Message { .. });
            if is_strict && is_refused && diagnostic.error.is_some() {
                report.refuse();
            }
            let mut diagnostic = diagnostic.clone();
            if diagnostic.place.file.is_none() {
                diagnostic.place.file = Some(agent.as_str().into());
            }
            // No option lets an agent write other text.
            if diagnostic
                .hint
                .ends_with("on lines of its own or in a block")
            {
                diagnostic.hint = OTHER_TEXT.to_owned();
            }
            report.diagnostic(diagnostic)
        }
        GatewayReportKind::Lost { agent, note, .. } => {
            report.notes(std::slice::from_ref(note), false, &|_| place_of(agent))
        }
        GatewayReportKind::LostInput { face, finding, .. } => {
            report.finding(&place_of(face), finding)
        }
        GatewayReportKind::Carrier { face, finding }
        | GatewayReportKind::Face { face, finding } => report.finding(&place_of(face), finding),
        GatewayReportKind::Agent { agent, error } => {
            let message = format!(
                "the agent `{agent}` failed in the session `{}`: {error}",
                reported.session
            );
            let finding = match error.is_temporary() {
                true => Finding::warning("serve/agent", Pointer::root(), message),
                false => Finding::error("serve/agent", Pointer::root(), message),
            };
            report.diagnostic(Diagnostic::of_finding(
                &place_of(agent),
                &finding.hint(error.hint()),
            ))
        }
        GatewayReportKind::Store(error) => {
            let message = format!(
                "the session `{}` cannot be read or stored: {error}",
                reported.session
            );
            let finding = Finding::error("serve/store", Pointer::root(), message);
            report.diagnostic(Diagnostic::of_finding(&place_of("store"), &finding))
        }
        GatewayReportKind::Refused { limit, count } => {
            let place = place_of(&reported.session);
            report.diagnostic(Diagnostic::of_finding(
                &place,
                &refusal_finding(*limit, *count),
            ))
        }
        GatewayReportKind::StoreEvent(event) => write_store_event(event, report),
        GatewayReportKind::Input { face, diagnostic } => {
            let mut diagnostic = diagnostic.clone();
            diagnostic.place.file.get_or_insert_with(|| (*face).into());
            report.diagnostic(diagnostic)
        }
        _ => Ok(()),
    }
}

/// Writes an event of the store of all sessions.
fn write_store_event(event: &StoreEvent, report: &mut Report) -> Result<(), Exit> {
    let (message, hint) = match event {
        StoreEvent::Away(reason) => (
            format!("the store is away: {reason}"),
            "messages of clients fail until it is back; the program tries again by itself",
        ),
        StoreEvent::Refused(reason) => (
            format!("the store refuses to write: {reason}"),
            "messages and answers that cannot be stored fail",
        ),
        StoreEvent::Back(after) => {
            return report.say(&format!(
                "the store is back after {:.1} s",
                after.as_secs_f64()
            ));
        }
        _ => return Ok(()),
    };
    report.finding(
        &place_of("store"),
        &Finding::error("serve/store", Pointer::root(), message).hint(hint),
    )
}

/// Writes a report about the pages of websites. The place names the face.
fn write_site(reported: &SiteReport, report: &mut Report) -> Result<(), Exit> {
    let place = place_of("actions-json");
    let (rule, pointer) = match &reported.kind {
        SiteReportKind::Lost { note, .. } => {
            return report.notes(std::slice::from_ref(&**note), false, &|_| place.clone());
        }
        SiteReportKind::Ready { .. } | SiteReportKind::Ended(_) => {
            return report.say(&printable(&reported.to_string()));
        }
        SiteReportKind::Manifest(finding) => ("serve/manifest", finding.pointer.clone()),
        SiteReportKind::Carrier { finding, .. } => (finding.rule, finding.pointer.clone()),
        _ => ("serve/page", Pointer::root()),
    };
    report.finding(
        &place,
        &Finding::warning(rule, pointer, reported.to_string()),
    )
}
