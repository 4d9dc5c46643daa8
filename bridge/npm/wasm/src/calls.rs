//! The calls.

use crate::{
    reply::Reply,
    request::{Request, usage},
    sessions::Sessions,
};
use agent_ui_text::{
    CheckOptions, Diagnostic, TextTranslator,
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
    let type_name = header.type_name.get().map(String::as_str);
    let translator = header.translator.get();
    match header.call.as_str() {
        "translate" => {
            let (from, to) = request.ends()?;
            let made = agent_ui_text::translate(
                request.text,
                from,
                to,
                request.options()?,
                request.carry,
            )?;
            Reply::translation(made)
        }
        "open" => {
            let (from, to) = request.ends()?;
            Ok(opened(
                sessions,
                TextTranslator::new(from, to, request.options()?)?,
            ))
        }
        "resume" => Ok(opened(
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
        "decode" => {
            let decoded = agent_ui_text::decode(request.text, request.protocol()?, type_name)?;
            let reply = Reply::messages(decoded.messages).list("findings", &decoded.findings);
            Ok(reply.list("refusals", &decoded.refusals))
        }
        "check" => {
            let mut options = CheckOptions::new();
            options.type_name = header.type_name.get().cloned();
            options.profile = header.profile.get().cloned();
            options.catalogs = request
                .catalogs
                .iter()
                .map(|catalog| (*catalog).to_owned())
                .collect();
            let found = agent_ui_text::check(request.text, request.protocol()?, &options)?;
            Ok(Reply::new().list("findings", &found))
        }
        "fold" => {
            let folded = agent_ui_text::fold(request.text, request.protocol()?)?;
            let reply = Reply::messages(folded.states).list("findings", &folded.findings);
            Ok(reply.list("refusals", &folded.refusals))
        }
        "repair" => {
            let repaired = agent_ui_text::repair(request.text, request.protocol()?)?;
            let reply = Reply::text(repaired.text).list("changes", &repaired.changes);
            Ok(reply.list("findings", &repaired.findings))
        }
        "schema" => Ok(Reply::text(agent_ui_text::schema(
            request.required_protocol()?,
            type_name,
        )?)),
        "types" => Ok(names(agent_ui_text::types(request.required_protocol()?))),
        "recognize" => {
            let recognized = agent_ui_text::recognize(request.text);
            Ok(names(
                recognized.iter().map(|named| named.to_string()).collect(),
            ))
        }
        "dialects" => {
            let dialects = Dialect::ALL
                .iter()
                .filter(|dialect| dialect.protocol().is_enabled());
            Ok(names(dialects.map(|dialect| dialect.as_str()).collect()))
        }
        "protocols" => {
            let protocols = Protocol::ALL
                .iter()
                .filter(|protocol| protocol.is_enabled());
            Ok(names(protocols.map(|protocol| protocol.as_str()).collect()))
        }
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

fn opened(sessions: &mut Sessions, translator: TextTranslator) -> Reply {
    let number = sessions.open(translator);
    Reply::new().number("translator", usize::try_from(number).unwrap_or(usize::MAX))
}

fn names<T: Into<String>>(names: Vec<T>) -> Reply {
    Reply::messages(names.into_iter().map(Into::into).collect())
}
