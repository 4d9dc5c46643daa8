//! The reference to an action of a card in the context of its event.

use super::card_input_kind::{CardInput, CardInputKind};
use crate::surface_writer::{object, text_member};
use a2ui::data_model::is_name;
use wire::{Payload, PayloadKind};

/// The context member with the reference.
pub(super) const REFERENCE: &str = "adaptiveCard";

/// The types of actions that submit inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SubmitKind {
    Submit,
    Execute,
}

impl SubmitKind {
    /// Returns the `type` of the action.
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Submit => "Action.Submit",
            Self::Execute => "Action.Execute",
        }
    }

    fn from_word(word: &str) -> Option<Self> {
        [Self::Submit, Self::Execute]
            .into_iter()
            .find(|kind| kind.as_str() == word)
    }
}

/// An input of the action: its name in the context, its id in the card, and its kind.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ReferencedInput {
    pub(super) name: String,
    pub(super) id: String,
    pub(super) kind: CardInputKind,
}

/// The action of a card, as the context member `adaptiveCard` of its event contains it. The member is one literal string,
/// so that every version of A2UI leaves it alone.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct CardReference {
    pub(super) kind: SubmitKind,
    pub(super) id: Option<String>,
    pub(super) verb: Option<String>,
    pub(super) inputs: Vec<ReferencedInput>,
    /// The `data` that the context cannot contain: members with objects or `null`, and members with the name of an input.
    pub(super) data: Option<Payload>,
}

impl CardReference {
    /// Splits the `data` of an action and its inputs into the members of a context and the reference. `path` creates a
    /// binding to the value of an input.
    pub(super) fn context(
        mut self,
        data: Option<&Payload>,
        inputs: &[(&CardInput, &str)],
        path: impl Fn(&str) -> Payload,
    ) -> Payload {
        let mut members: Vec<(String, Payload)> = Vec::new();
        match data {
            Some(data) if data.is_object() => {
                let mut kept = Vec::new();
                for (name, value) in data.members() {
                    let is_taken = inputs.iter().any(|(_, input)| *input == name);
                    match is_taken || !is_literal(&name, &value) {
                        true => kept.push((name.into_owned(), value)),
                        false => members.push((name.into_owned(), value)),
                    }
                }
                if !kept.is_empty() {
                    self.data = Some(object_of(&kept));
                }
            }
            Some(text) if text.kind() == PayloadKind::String => {
                // The agent reads the text of a message in the context.
                members.push(("text".to_owned(), text.clone()));
                self.data = Some(text.clone());
            }
            data => self.data = data.cloned(),
        }
        for (input, name) in inputs {
            members.push(((*name).to_owned(), path(name)));
            self.inputs.push(ReferencedInput {
                name: (*name).to_owned(),
                id: input.id.clone().unwrap_or_default(),
                kind: input.kind.clone(),
            });
        }
        members.push((REFERENCE.to_owned(), Payload::string(&self.to_text())));
        object_of(&members)
    }

    /// Writes the reference as JSON.
    fn to_text(&self) -> String {
        let mut members = vec![("type", Payload::string(self.kind.as_str()))];
        for (name, value) in [("id", &self.id), ("verb", &self.verb)] {
            if let Some(value) = value {
                members.push((name, Payload::string(value)));
            }
        }
        if !self.inputs.is_empty() {
            let mut inputs = Vec::new();
            for input in &self.inputs {
                inputs.push((input.name.clone(), input.to_payload()));
            }
            members.push(("inputs", object_of(&inputs)));
        }
        if let Some(data) = &self.data {
            members.push(("data", data.clone()));
        }
        object(&members).text().to_owned()
    }

    /// Reads a reference. Returns `None` for another text.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let reference = Payload::parse(text).ok().filter(Payload::is_object)?;
        let kind = SubmitKind::from_word(&reference.member("type")?.as_str()?)?;
        let mut inputs = Vec::new();
        for (name, input) in reference.member("inputs").iter().flat_map(Payload::members) {
            inputs.push(ReferencedInput::read(&name, &input)?);
        }
        Some(Self {
            kind,
            id: text_member(&reference, "id"),
            verb: text_member(&reference, "verb"),
            inputs,
            data: reference.member("data"),
        })
    }
}

impl ReferencedInput {
    /// Writes the kind as a text. An input with words of its own, or with a substitute for its id, is an object.
    fn to_payload(&self) -> Payload {
        let kind = Payload::string(self.kind.as_str());
        let mut members = vec![("kind", kind.clone())];
        if self.id != self.name {
            members.push(("id", Payload::string(&self.id)));
        }
        if let CardInputKind::Toggle { on, off } = &self.kind {
            members.push(("on", Payload::string(on)));
            members.push(("off", Payload::string(off)));
        }
        match members.len() {
            1 => kind,
            _ => object(&members),
        }
    }

    fn read(name: &str, input: &Payload) -> Option<Self> {
        if let Some(kind) = input.as_str() {
            return Some(Self {
                name: name.to_owned(),
                id: name.to_owned(),
                kind: CardInputKind::from_word(&kind, input)?,
            });
        }
        let kind = input.member("kind")?;
        Some(Self {
            name: name.to_owned(),
            id: text_member(input, "id").unwrap_or_else(|| name.to_owned()),
            kind: CardInputKind::from_word(&kind.as_str()?, input)?,
        })
    }
}

/// Creates an object with these members.
pub(super) fn object_of(members: &[(String, Payload)]) -> Payload {
    Payload::object(members.iter().map(|(name, value)| (name.as_str(), value)))
}

/// Returns `true` if a context may contain the member as a literal in every version of A2UI. Objects may be read as bindings
/// or calls.
fn is_literal(name: &str, value: &Payload) -> bool {
    if name == REFERENCE || name.starts_with('@') || !is_name(name) {
        return false;
    }
    let is_scalar = |value: &Payload| {
        !matches!(
            value.kind(),
            PayloadKind::Object | PayloadKind::Null | PayloadKind::Array
        )
    };
    match value.kind() {
        PayloadKind::Array => value.elements().all(|element| is_scalar(&element)),
        _ => is_scalar(value),
    }
}
