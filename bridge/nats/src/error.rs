//! Errors of the server and of the connection to the server.

use crate::names::StreamNames;
use async_nats::jetstream::{
    self, ErrorCode,
    context::{GetStreamError, GetStreamErrorKind, RequestError, RequestErrorKind},
};
use std::{error::Error, fmt, io};

/// An error of the server or of the connection to the server.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NatsError {
    /// The credentials cannot be read.
    #[error("{file}: {error}")]
    Credentials {
        /// The file with the credentials.
        file: String,
        /// The cause of the failure.
        error: io::Error,
    },
    /// No server answers at the address, or it refuses the connection.
    #[error("cannot connect to {address}: {reason}; {}", connection_advice(*.is_refused))]
    Connect {
        /// The address as configured, without passwords.
        address: String,
        /// The cause of the failure.
        reason: String,
        /// `true` if no program listens at the address.
        is_refused: bool,
    },
    /// The server does not offer JetStream.
    #[error("the server does not offer JetStream; start it with `nats-server --jetstream`")]
    NoJetStream,
    /// The streams do not exist.
    #[error(
        "the stream {stream} does not exist; create it with `agent-ui worker --nats URL --stream {names} --init`"
    )]
    NoStream {
        /// The name of the stream, or of the bucket.
        stream: String,
        /// The common name of the streams.
        names: StreamNames,
    },
    /// A stream with this name exists, but was not created by `create_streams`.
    #[error(
        "the stream {stream} exists and belongs to another program; choose another name for the group of streams"
    )]
    ForeignStream {
        /// The name of the stream.
        stream: String,
    },
    /// The status page cannot be served.
    #[error("{address}: {error}")]
    Status {
        /// The address of the page.
        address: std::net::SocketAddr,
        /// The cause of the failure.
        error: io::Error,
    },
    /// A request to the server failed.
    #[error("{what}: {reason}")]
    Request {
        /// The operation that was requested.
        what: String,
        /// The cause of the failure.
        reason: String,
    },
}

impl NatsError {
    /// Creates the error for a failed request.
    pub(crate) fn request(what: impl Into<String>, error: &(dyn Error + 'static)) -> Self {
        if has_code(error, ErrorCode::JETSTREAM_NOT_ENABLED)
            || has_code(error, ErrorCode::JETSTREAM_NOT_ENABLED_FOR_ACCOUNT)
            || has_no_responders(error)
        {
            return Self::NoJetStream;
        }
        Self::Request {
            what: what.into(),
            reason: Chain(error).to_string(),
        }
    }
}

fn connection_advice(is_refused: bool) -> &'static str {
    match is_refused {
        true => "start a server there, as in `nats-server --jetstream`",
        false => {
            "check that a NATS server runs there, and that the user, password or TLS certificate is right"
        }
    }
}

/// Returns `true` if a connection failed because no program listens at the address.
pub(crate) fn is_connection_refused(error: &(dyn Error + 'static)) -> bool {
    for cause in causes(error) {
        if let Some(error) = cause.downcast_ref::<io::Error>()
            && error.kind() == io::ErrorKind::ConnectionRefused
        {
            return true;
        }
    }
    false
}

/// Creates the error for a stream or bucket that cannot be opened.
pub(crate) fn missing_stream(
    names: &StreamNames,
    stream: &str,
    error: &(dyn Error + 'static),
) -> NatsError {
    match has_code(error, ErrorCode::STREAM_NOT_FOUND) {
        true => NatsError::NoStream {
            stream: stream.to_owned(),
            names: names.clone(),
        },
        false => NatsError::request(stream, error),
    }
}

/// Returns `true` if the error or one of its causes has this code of the server.
pub(crate) fn has_code(error: &(dyn Error + 'static), code: ErrorCode) -> bool {
    causes(error).any(|cause| answer_code(cause) == Some(code))
}

/// Returns the code of the server's answer that this error contains, without its causes.
fn answer_code(error: &(dyn Error + 'static)) -> Option<ErrorCode> {
    if let Some(error) = error.downcast_ref::<GetStreamError>()
        && let GetStreamErrorKind::JetStream(answer) = error.kind()
    {
        return Some(answer.error_code());
    }
    let answer = error.downcast_ref::<jetstream::Error>()?;
    Some(answer.error_code())
}

/// Returns `true` if the server does not answer JetStream requests.
pub(crate) fn has_no_responders(error: &(dyn Error + 'static)) -> bool {
    for cause in causes(error) {
        if let Some(request) = cause.downcast_ref::<RequestError>()
            && request.kind() == RequestErrorKind::NoResponders
        {
            return true;
        }
        // The error of a stream contains the cause only as text.
        if let Some(stream) = cause.downcast_ref::<GetStreamError>()
            && stream.kind() == GetStreamErrorKind::Request
            && cause.to_string().contains("no responders")
        {
            return true;
        }
    }
    false
}

fn causes<'e>(error: &'e (dyn Error + 'static)) -> impl Iterator<Item = &'e (dyn Error + 'static)> {
    std::iter::successors(Some(error), |error: &&'e (dyn Error + 'static)| {
        (*error).source()
    })
}

/// An error with its causes, in one line.
pub(crate) struct Chain<'a>(pub(crate) &'a (dyn Error + 'static));

impl fmt::Display for Chain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut last = self.0.to_string();
        f.write_str(&last)?;
        let mut next = self.0.source();
        while let Some(error) = next {
            let text = error.to_string();
            // Some errors repeat the text of their cause.
            if !last.contains(&text) {
                write!(f, ": {text}")?;
            }
            last = text;
            next = error.source();
        }
        Ok(())
    }
}
