//! Slips that people make, and what cures them.

use crate::{
    envelope,
    input::Input,
    json,
    misspellings::{self, parent},
    protocol,
};
use bridge::{
    DialectOrProtocol, Protocol, Refusal, RefusalKind,
    a2ui::extract::{Carrier, Extracted, Extractor},
};
use std::borrow::Cow;
use wire::Pointer;

/// How messages were asked for, which is what a hint corrects.
#[derive(Clone, Copy)]
pub(crate) struct HintContext {
    pub(crate) from: DialectOrProtocol,
    /// The flag or the command in front of the protocol; empty where no other protocol can be asked for.
    pub(crate) by: &'static str,
    /// What opens an envelope.
    pub(crate) opens: &'static str,
}

impl HintContext {
    /// What cures a fault in a document, if it looks like a slip. The fault is in what stands at `message` and was taken for one.
    pub(crate) fn hint(
        self,
        input: &Input<'_>,
        message: &Pointer,
        fault: &Pointer,
        hint: &str,
    ) -> Option<String> {
        let Self { from, by, .. } = self;
        let text = input.value(message)?;
        // A list of envelopes is none, and is not opened.
        let of_envelope = message.is_root().then(|| self.hint_of_envelope(text)).flatten();
        if of_envelope.is_some() {
            return of_envelope;
        }
        if *fault == message.member("type") && protocol::actions_json::is_manifest(text) {
            let cure = "`convert` takes it as --manifest, and the events of its page as input";
            return Some(format!("this is a manifest: {cure}"));
        }
        let misspelt = misspellings::hint(input, fault, hint);
        if misspelt.is_some() {
            return misspelt;
        }
        if from.protocol() == Protocol::A2ui && has_carried_messages(text) {
            return Some(CARRIED_MESSAGES.to_owned());
        }
        let Some(name) = protocol::looks_like(text) else {
            let is_no_list = from.protocol() == Protocol::Mcp && *fault == message.member("tools");
            return is_no_list.then(|| LIST_OF_TOOLS.to_owned());
        };
        // What states another version, or has a key of it, is at fault in its first members.
        let is_of_version = parent(fault).is_some_and(|(parent, _)| parent == *message);
        let is_other = name.parse::<DialectOrProtocol>().is_ok_and(|other| match from.a2ui_version() {
            Some(version) if is_of_version => other.a2ui_version() != Some(version),
            _ => other.protocol() != from.protocol(),
        });
        is_other.then(|| match by {
            "" => format!("this looks like a message of {name}"),
            by => format!("this looks like a message of {name}: {by} {name}"),
        })
    }

    /// What cures a document that is an envelope, or should be one.
    fn hint_of_envelope(self, text: &str) -> Option<String> {
        let opens = self.opens;
        if !opens.is_empty() {
            let is_envelope = envelope::parts(text).is_ok_and(|parts| parts.is_some());
            return is_envelope.then(|| format!("this is an envelope: {opens}"));
        }
        let parts = "an envelope has `value` and `carry`, may have `notes` and `seq`, and nothing else";
        let value = misspellings::like_member(text, "value");
        // What is only nearly called so may be a member of anything.
        let is_it = |(name, _): &(Cow<'_, str>, &str)| {
            name == "value" || misspellings::like_member(text, "carry").is_some()
        };
        value.filter(is_it).map(|_| parts.to_owned())
    }

    /// The refusal of a message that stands there, with what probably cures it.
    pub(crate) fn with_hint(self, refusal: Refusal, input: &Input<'_>, message: &Pointer) -> Refusal {
        if refusal.kind() != RefusalKind::Decode {
            return refusal;
        }
        match self.hint(input, message, refusal.pointer(), refusal.hint_text()) {
            Some(hint) => refusal.hint(hint),
            None => refusal,
        }
    }
}

/// How to have the messages in a carrier read.
const CARRIED_MESSAGES: &str = "it carries messages of A2UI: `convert` reads them from an input that has nothing else, without --envelope";

/// What to give in place of tools that stand in another form.
const LIST_OF_TOOLS: &str =
    r#"give a list of MCP tools, as in {"tools":[{"name":"find","inputSchema":{"type":"object"}}]}"#;

/// Whether messages of A2UI are carried in a text, as in a frame of MCP.
fn has_carried_messages(text: &str) -> bool {
    let mut finder = Extractor::new();
    let mut found = finder.push(text);
    found.extend(finder.finish());
    let is_carried =
        |found: &Extracted| matches!(found, Extracted::Message(held) if held.carrier != Carrier::Plain);
    found.iter().any(is_carried)
}

/// A loss, which is another one where the member is not there.
pub(crate) fn loss_of_absent_member(refusal: Refusal, input: &Input<'_>) -> Refusal {
    let is_loss = refusal.kind() == RefusalKind::Loss;
    let Some((parent, name)) = parent(refusal.pointer()).filter(|_| is_loss) else { return refusal };
    let object = input.value(&parent).filter(|object| object.starts_with('{'));
    if object.is_none_or(|object| json::member(object, &name).is_some()) {
        return refusal;
    }
    let message = format!("the message has no `{name}`, and the target cannot say so");
    Refusal::loss(refusal.rule(), refusal.pointer().clone(), message).hint(refusal.hint_text())
}
