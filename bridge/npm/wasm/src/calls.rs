//! The calls of every module: those that translate, and those about the module itself.

use crate::{
    reply::Reply,
    request::{Request, usage},
    sessions::Sessions,
};
use agent_ui_text::{
    Diagnostic, TextTranslator,
    bridge::{Dialect, Protocol},
};

impl Sessions {
    /// Answers a request. Every request has a reply.
    pub fn answer(&mut self, request: &[u8]) -> Vec<u8> {
        Request::read(request)
            .and_then(|request| answer(self, &request))
            .unwrap_or_else(|diagnostic| Reply::failure(&diagnostic))
            .into_bytes()
    }
}

/// Answers a request.
///
/// # Errors
/// Returns an error if an argument is wrong.
fn answer(sessions: &mut Sessions, request: &Request<'_>) -> Result<Reply, Box<Diagnostic>> {
    let header = &request.header;
    let translator = header.translator.get();
    match header.call.as_str() {
        "translate" => {
            let (from, to) = request.ends()?;
            let translation = agent_ui_text::translate(
                request.text,
                from,
                to,
                request.options()?,
                request.carry,
            )?;
            Reply::translation(translation)
        }
        "open" => {
            let (from, to) = request.ends()?;
            Ok(reply_with_number(
                sessions,
                TextTranslator::new(from, to, request.options()?)?,
            ))
        }
        "resume" => Ok(reply_with_number(
            sessions,
            TextTranslator::resume(request.text, request.options()?)?,
        )),
        "push" => Reply::translation(
            sessions
                .translator(translator)?
                .push(request.text, request.carry)?,
        ),
        "finish" => Reply::translation(sessions.translator(translator)?.finish()),
        "save" => Ok(Reply::text(sessions.translator(translator)?.save()?)),
        "free" => {
            sessions.free(translator);
            Ok(Reply::new())
        }
        #[cfg(feature = "inspection")]
        "stream-open" | "stream-push" | "stream-finish" | "stream-free" => {
            crate::streams::answer(&mut sessions.streams, request)
        }
        #[cfg(feature = "inspection")]
        "decode" | "check" | "fold" | "repair" | "recognize" | "schema" | "messageSchema"
        | "types" => crate::inspection::answer(request),
        #[cfg(feature = "inspection")]
        "open-checker" | "push-checked" | "finish-checked" | "free-checker" => {
            sessions.checkers.answer(request)
        }
        #[cfg(not(feature = "inspection"))]
        "decode" | "check" | "fold" | "repair" | "recognize" | "schema" | "messageSchema"
        | "types" | "open-checker" | "stream-open" => Err(only_translates()),
        "dialects" => Ok(Reply::names(enabled_dialects())),
        "protocols" => Ok(Reply::names(enabled_protocols())),
        "version" => Ok(Reply::text(env!("CARGO_PKG_VERSION").to_owned())),
        other => {
            let message = format_args!("the call `{other}` is unknown").to_string();
            Err(usage(
                "call/unknown",
                message,
                "use the JavaScript and the module of the same version",
            ))
        }
    }
}

/// Returns the error for a call that this module does not contain.
#[cfg(not(feature = "inspection"))]
fn only_translates() -> Box<Diagnostic> {
    usage(
        "call/unknown",
        "this module only translates",
        "load the module of `agent-ui-bridge` or `agent-ui-bridge/a2ui`",
    )
}

/// Returns the names of the dialects that this module translates.
fn enabled_dialects() -> Vec<&'static str> {
    let mut names = Vec::new();
    for dialect in Dialect::ALL {
        if dialect.protocol().is_enabled() {
            names.push(dialect.as_str());
        }
    }
    names
}

/// Returns the names of the protocols that this module translates.
fn enabled_protocols() -> Vec<&'static str> {
    let mut names = Vec::new();
    for protocol in Protocol::ALL {
        if protocol.is_enabled() {
            names.push(protocol.as_str());
        }
    }
    names
}

/// Adds a translator to the sessions, and replies with its number.
fn reply_with_number(sessions: &mut Sessions, translator: TextTranslator) -> Reply {
    let number = sessions.open(translator);
    Reply::new().number("translator", usize::try_from(number).unwrap_or(usize::MAX))
}
