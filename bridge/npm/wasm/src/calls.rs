//! The calls of every module: those that translate, and those about the module itself.

use crate::{
    reply::{Reply, Results},
    request::{Request, unknown_call},
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
    if let Some(number) = request.header.session.get() {
        return sessions.call(*number, request);
    }
    match request.header.call.as_str() {
        "translate" => {
            let (from, to) = request.ends()?;
            let mut translator = TextTranslator::new(from, to, request.options()?)?;
            let mut results = Results::default();
            let receive = &mut |message| results.add(message);
            let mut translation = translator.push_each(request.text, request.carry, receive)?;
            translation.append(translator.finish());
            results.reply(translation)
        }
        "open" => sessions.open(request),
        "resume" => sessions.resume(request),
        #[cfg(feature = "inspection")]
        "decode" | "check" | "fold" | "repair" | "recognize" | "schema" | "messageSchema"
        | "types" => crate::inspection::answer(request),
        "dialects" => Ok(Reply::names(enabled_dialects())),
        "protocols" => Ok(Reply::names(enabled_protocols())),
        "version" => Ok(Reply::text(env!("CARGO_PKG_VERSION").to_owned())),
        other => Err(unknown_call(other)),
    }
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
