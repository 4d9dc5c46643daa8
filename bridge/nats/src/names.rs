//! The names on the server: streams, subjects, buckets and consumers.

use std::{fmt, str::FromStr};

/// The maximum length of the name of a group of streams.
const LENGTH: usize = 32;

/// The common name of the streams of one installation. All subjects start with this name.
///
/// With the name `ui`:
///
/// | name | kind | contains |
/// |---|---|---|
/// | `ui_in` | stream of `ui.in.<session>.<direction>` | messages that wait for a worker |
/// | `ui_out` | stream of `ui.out.<session>.<direction>`, and of `ui.out.<session>.report` | translated messages, and what they lost |
/// | `ui_dead` | stream of `ui.dead.<session>.<direction>` | messages that were refused |
/// | `ui_sessions` | key-value bucket | the state of each session |
/// | `ui_objects` | object store | whatever exceeds the payload limit of the server |
/// | `ui_serve` | stream of `ui.serve.<session>` | the sessions of gateways |
/// | `ui.program.<id>` | subject | questions to a program with a gateway |
/// | `ui_serve_settings` | key-value bucket | the settings that gateways share |
///
/// ```
/// use agent_ui_nats::{Direction, StreamNames};
///
/// let names: StreamNames = "ui".parse()?;
/// assert_eq!(names.input("chat 7", Direction::Forward), "ui.in.chat=207.forward");
/// # Ok::<(), agent_ui_nats::InvalidName>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StreamNames(String);

/// The error for a name that is empty, too long, or contains other characters than ASCII letters, digits, `-` and `_`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected 1 to 32 ASCII letters, digits, `-` or `_`, as in `ui`")]
#[non_exhaustive]
pub struct InvalidName {}

/// The direction of a message in its session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Direction {
    /// From source to target, such as surfaces to a client.
    Forward,
    /// From target to source, such as actions to an agent.
    Backward,
}

impl Direction {
    /// Returns the last token of the subjects of this direction: `forward` or `backward`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Forward => "forward",
            Self::Backward => "backward",
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Returns `true` if a byte is kept in a name. Dots separate the tokens of subjects, and `*` and `>` are wildcards.
fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')
}

impl FromStr for StreamNames {
    type Err = InvalidName;

    fn from_str(name: &str) -> Result<Self, InvalidName> {
        if name.is_empty() || name.len() > LENGTH || !name.bytes().all(is_plain) {
            return Err(InvalidName {});
        }
        Ok(Self(name.to_owned()))
    }
}

impl fmt::Display for StreamNames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl StreamNames {
    /// Returns the subject to which clients publish the messages of a session. The name of the session has at most
    /// [`SESSION_TOKEN_BYTES`](crate::SESSION_TOKEN_BYTES) bytes in its encoded form.
    pub fn input(&self, session: &str, direction: Direction) -> String {
        format!("{self}.in.{}.{direction}", session_token(session))
    }

    /// Returns the subject of the translated messages of a session.
    pub fn output(&self, session: &str, direction: Direction) -> String {
        format!("{self}.out.{}.{direction}", session_token(session))
    }

    /// Returns the subject of the reports about the messages of a session.
    pub fn report(&self, session: &str) -> String {
        format!("{self}.out.{}.report", session_token(session))
    }

    /// Returns the subject of the refused messages of a session.
    pub fn dead_letter(&self, session: &str, direction: Direction) -> String {
        format!("{self}.dead.{}.{direction}", session_token(session))
    }

    /// Returns the name of the stream of inputs.
    pub fn input_stream(&self) -> String {
        format!("{self}_in")
    }

    /// Returns the name of the stream of outputs.
    pub fn output_stream(&self) -> String {
        format!("{self}_out")
    }

    /// Returns the name of the stream of refused messages.
    pub fn dead_letter_stream(&self) -> String {
        format!("{self}_dead")
    }

    /// Returns the name of the bucket of sessions.
    pub fn session_bucket(&self) -> String {
        format!("{self}_sessions")
    }

    /// Returns the name of the object store.
    pub fn object_bucket(&self) -> String {
        format!("{self}_objects")
    }

    /// Returns the name of the stream of the bucket of sessions.
    pub(crate) fn session_stream(&self) -> String {
        format!("KV_{}", self.session_bucket())
    }

    /// Returns the name of the stream of the object store.
    pub(crate) fn object_stream(&self) -> String {
        format!("OBJ_{}", self.object_bucket())
    }

    /// Returns the subject of the entries of a gateway's session.
    pub fn gateway_session(&self, session: &str) -> String {
        format!("{self}.serve.{}", session_token(session))
    }

    /// Returns the subject on which a program with a gateway answers other programs.
    #[cfg(feature = "session-store")]
    pub(crate) fn gateway_program(&self, program: &str) -> String {
        format!("{self}.program.{program}")
    }

    /// Returns the name of the stream of gateways' sessions.
    pub fn gateway_stream(&self) -> String {
        format!("{self}_serve")
    }

    /// Returns the name of the bucket of gateways' settings.
    pub fn gateway_bucket(&self) -> String {
        format!("{self}_serve_settings")
    }
}

/// Encodes the name of a session as one token of a subject.
///
/// ASCII letters, digits, `-` and `_` are kept. Every other byte of the UTF-8 form becomes `=` and two uppercase hexadecimal digits. The
/// empty name is `=`. Workers refuse a token of more than [`SESSION_TOKEN_BYTES`](crate::SESSION_TOKEN_BYTES) bytes.
///
/// ```
/// assert_eq!(agent_ui_nats::session_token("user@host/1.2"), "user=40host=2F1=2E2");
/// ```
pub fn session_token(session: &str) -> String {
    if session.is_empty() {
        return "=".to_owned();
    }
    let mut token = String::with_capacity(session.len());
    for byte in session.bytes() {
        match byte {
            b'-' | b'_' => token.push(char::from(byte)),
            byte if byte.is_ascii_alphanumeric() => token.push(char::from(byte)),
            byte => token.push_str(&format!("={byte:02X}")),
        }
    }
    token
}

/// Decodes the name of a session. Returns `None` if the token was not encoded by [`session_token`].
///
/// ```
/// assert_eq!(agent_ui_nats::session_name("a=2Fb").as_deref(), Some("a/b"));
/// assert_eq!(agent_ui_nats::session_name("a=zz"), None);
/// ```
pub fn session_name(token: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(token.len());
    let mut rest = token.bytes();
    while let Some(byte) = rest.next().filter(|_| token != "=") {
        bytes.push(match byte {
            b'=' => {
                let digits = [rest.next()?, rest.next()?];
                let digits = digits.iter().try_fold(0, |value: u8, digit| {
                    let digit = u8::try_from(char::from(*digit).to_digit(16)?).ok()?;
                    value.checked_mul(16)?.checked_add(digit)
                });
                digits?
            }
            byte => byte,
        });
    }
    let name = String::from_utf8(bytes).ok()?;
    (session_token(&name) == token).then_some(name)
}
