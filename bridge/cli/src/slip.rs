//! Slips that people make, and what cures them.

use crate::{
    envelope,
    input::Input,
    json,
    misspelt::{misspelt, parent},
    protocol,
};
use bridge::{Named, Refusal, RefusalKind};
use wire::Pointer;

/// How messages were asked for, which is what a hint corrects.
#[derive(Clone, Copy)]
pub(crate) struct Asked {
    pub(crate) from: Named,
    /// The flag or the command in front of the protocol.
    pub(crate) by: &'static str,
    /// What opens an envelope.
    pub(crate) opens: &'static str,
}

impl Asked {
    /// What cures a fault in a text that was taken for a message, if it looks like a slip.
    pub(crate) fn hint(self, text: &str, pointer: &Pointer, hint: &str) -> Option<String> {
        let Self { from, by, opens } = self;
        if !opens.is_empty() && envelope::parts(text).is_ok_and(|parts| parts.is_some()) {
            return Some(format!("this is an envelope: {opens}"));
        }
        if opens.is_empty() && json::member(text, "value").is_some() {
            return Some(
                "an envelope has `value` and `carry`, may have `notes` and `seq`, and nothing else"
                    .to_owned(),
            );
        }
        if let Some(name) = misspelt(text, pointer) {
            return Some(format!("{hint}: `{name}` is there"));
        }
        let name = protocol::looks_like(text)?;
        let is_other = name.parse::<Named>().is_ok_and(|other| match from.a2ui_version() {
            Some(version) if pointer.as_str() == "/version" => other.a2ui_version() != Some(version),
            _ => other.protocol() != from.protocol(),
        });
        is_other.then(|| format!("this looks like a message of {name}: {by} {name}"))
    }

    /// A refusal with what probably cures it.
    pub(crate) fn explained(self, refusal: Refusal, text: &str) -> Refusal {
        if refusal.kind() != RefusalKind::Decode {
            return refusal;
        }
        match self.hint(text, refusal.pointer(), refusal.hint_text()) {
            Some(hint) => refusal.hint(hint),
            None => refusal,
        }
    }
}

/// A loss, which is another one where the member is not there.
pub(crate) fn of_absent(refusal: Refusal, input: &Input<'_>) -> Refusal {
    let is_loss = refusal.kind() == RefusalKind::Loss;
    let Some((parent, name)) = parent(refusal.pointer()).filter(|_| is_loss) else { return refusal };
    let object = input.from(&parent).filter(|object| object.starts_with('{'));
    if object.is_none_or(|object| json::member(object, &name).is_some()) {
        return refusal;
    }
    let message = format!("the message has no `{name}`, and the target cannot say so");
    Refusal::loss(refusal.rule(), refusal.pointer().clone(), message).hint(refusal.hint_text())
}
