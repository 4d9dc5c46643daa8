//! The calls that do not translate. Modules that only translate are built without them, because they refer to the code that
//! reads, writes and checks every wire type.

use crate::{reply::Reply, request::Request};
use agent_ui_text::{Diagnostic, FoldForm, SchemaOptions};

/// Answers a request for a call that does not translate.
///
/// # Errors
/// Returns an error if an argument is wrong.
pub(crate) fn answer(request: &Request<'_>) -> Result<Reply, Box<Diagnostic>> {
    let header = &request.header;
    let type_name = header.type_name.get().map(String::as_str);
    match header.call.as_str() {
        "decode" => {
            let decoded = agent_ui_text::decode(request.text, request.protocol()?, type_name)?;
            let reply = Reply::messages(decoded.messages).list("findings", &decoded.findings);
            Ok(reply.list("refusals", &decoded.refusals))
        }
        "check" => {
            let options = request.check_options();
            let found = agent_ui_text::check(request.text, request.protocol()?, &options)?;
            Ok(Reply::checked(&found))
        }
        "fold" => {
            let form = match header.as_messages.get() {
                Some(true) => FoldForm::Messages,
                _ => FoldForm::States,
            };
            let folded = agent_ui_text::fold_as(request.text, request.protocol()?, form)?;
            let reply = Reply::messages(folded.states).list("findings", &folded.findings);
            Ok(reply.list("refusals", &folded.refusals))
        }
        "repair" => {
            let repaired = agent_ui_text::repair(request.text, request.protocol()?)?;
            let reply = Reply::text(repaired.text).list("changes", &repaired.changes);
            Ok(reply.list("findings", &repaired.findings))
        }
        "recognize" => {
            let recognized = agent_ui_text::recognize(request.text);
            Ok(Reply::names(
                recognized.iter().map(|named| named.to_string()).collect(),
            ))
        }
        "schema" => Ok(Reply::text(agent_ui_text::schema(
            request.required_protocol()?,
            type_name,
        )?)),
        "messageSchema" => {
            let mut options = SchemaOptions::new();
            options.target = header.target.get().cloned();
            options.catalog = request
                .catalogs
                .first()
                .map(|catalog| (*catalog).to_owned());
            options.components = header.components.get().cloned();
            options.functions = header.functions.get().cloned();
            options.optional = header.optional.get().cloned();
            let protocol = request.required_protocol()?;
            Ok(Reply::text(agent_ui_text::message_schema(
                protocol, &options,
            )?))
        }
        _ => Ok(Reply::names(agent_ui_text::types(
            request.required_protocol()?,
        ))),
    }
}
