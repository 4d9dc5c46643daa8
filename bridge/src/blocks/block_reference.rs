//! The reference to blocks in the actions of their surface.

use crate::surface_writer::{object, text_member};
use wire::Payload;

/// The context member with the reference.
pub(super) const REFERENCE: &str = "slackBlocks";
/// The context member with the values of all inputs, and the data model name of these values.
pub(super) const STATE: &str = "state";
/// The context member with the value of a button.
pub(super) const VALUE: &str = "value";

/// The event that an action becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EventKind {
    BlockActions,
    ViewSubmission,
    ViewClosed,
}

impl EventKind {
    const ALL: [Self; 3] = [Self::BlockActions, Self::ViewSubmission, Self::ViewClosed];

    /// Returns the member `type` of the event.
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::BlockActions => "block_actions",
            Self::ViewSubmission => "view_submission",
            Self::ViewClosed => "view_closed",
        }
    }
}

/// The element that a button stands for.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ElementReference {
    /// The type of the element, such as `button`.
    pub(super) kind: String,
    pub(super) block_id: String,
    pub(super) action_id: String,
    /// The chosen entry of an overflow menu.
    pub(super) option: Option<Payload>,
}

/// An input of the blocks.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct InputReference {
    /// The type of the element, such as `datepicker`.
    pub(super) kind: String,
    pub(super) block_id: String,
    pub(super) action_id: String,
    /// The data model names of both ids.
    pub(super) names: (String, String),
    /// The options in order.
    pub(super) options: Vec<Payload>,
    /// `true` if a view cannot be submitted without a value.
    pub(super) is_required: bool,
}

/// The names of blocks, as the context member `slackBlocks` contains them. The member is one literal string, so that every
/// version of A2UI leaves it alone.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct BlockReference {
    pub(super) event: EventKind,
    pub(super) element: Option<ElementReference>,
    /// The members of the view that its events contain. `None` for a message.
    pub(super) view: Option<Payload>,
    pub(super) inputs: Vec<InputReference>,
}

impl BlockReference {
    /// Writes a reference as JSON. `inputs` is the text of [`inputs_payload`].
    pub(super) fn write(
        event: EventKind,
        element: Option<&ElementReference>,
        view: Option<&Payload>,
        inputs: &Payload,
    ) -> Payload {
        let mut members = vec![("event", Payload::string(event.as_str()))];
        if let Some(element) = element {
            members.push(("type", Payload::string(&element.kind)));
            members.push(("blockId", Payload::string(&element.block_id)));
            members.push(("actionId", Payload::string(&element.action_id)));
            if let Some(option) = &element.option {
                members.push(("option", option.clone()));
            }
        }
        if let Some(view) = view {
            members.push(("view", view.clone()));
        }
        members.push(("inputs", inputs.clone()));
        Payload::string(object(&members).text())
    }

    /// Reads a reference. Returns `None` for another text.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let reference = Payload::parse(text).ok().filter(Payload::is_object)?;
        let event = text_member(&reference, "event")?;
        let event = EventKind::ALL
            .into_iter()
            .find(|kind| kind.as_str() == event)?;
        let element = match text_member(&reference, "type") {
            Some(kind) => Some(ElementReference {
                kind,
                block_id: text_member(&reference, "blockId")?,
                action_id: text_member(&reference, "actionId")?,
                option: reference.member("option"),
            }),
            None => None,
        };
        let inputs = reference.member("inputs")?;
        let inputs: Option<Vec<_>> = inputs.elements().map(|input| read_input(&input)).collect();
        Some(Self {
            event,
            element,
            view: reference.member("view"),
            inputs: inputs?,
        })
    }
}

/// Writes the inputs of a reference.
pub(super) fn inputs_payload(inputs: &[InputReference]) -> Payload {
    let written: Vec<Payload> = inputs.iter().map(write_input).collect();
    Payload::array(&written)
}

fn write_input(input: &InputReference) -> Payload {
    let mut members = vec![
        ("type", Payload::string(&input.kind)),
        ("blockId", Payload::string(&input.block_id)),
        ("actionId", Payload::string(&input.action_id)),
    ];
    let (block, action) = &input.names;
    // Most names are the ids.
    if *block != input.block_id || *action != input.action_id {
        let names = [Payload::string(block), Payload::string(action)];
        members.push(("names", Payload::array(&names)));
    }
    if !input.options.is_empty() {
        members.push(("options", Payload::array(&input.options)));
    }
    if input.is_required {
        members.push(("required", boolean(true)));
    }
    object(&members)
}

fn read_input(input: &Payload) -> Option<InputReference> {
    let block_id = text_member(input, "blockId")?;
    let action_id = text_member(input, "actionId")?;
    let names = match input.member("names") {
        Some(names) => {
            let mut names = names.elements();
            let (block, action) = (names.next()?, names.next()?);
            (block.as_str()?.into_owned(), action.as_str()?.into_owned())
        }
        None => (block_id.clone(), action_id.clone()),
    };
    let options = input.member("options");
    Some(InputReference {
        kind: text_member(input, "type")?,
        block_id,
        action_id,
        names,
        options: options.iter().flat_map(Payload::elements).collect(),
        is_required: input
            .member("required")
            .is_some_and(|value| value.text() == "true"),
    })
}

/// Returns the value of each option in the data model: the value of the option, or a substitute if it is absent or equal to
/// the value of an earlier option.
pub(super) fn option_values(options: &[Payload]) -> Vec<String> {
    let mut values: Vec<String> = Vec::new();
    let mut taken = std::collections::BTreeSet::new();
    for (index, option) in options.iter().enumerate() {
        let mut value = text_member(option, "value").unwrap_or_default();
        if value.is_empty() || taken.contains(&value) {
            value = format!("option_{index}");
        }
        while !taken.insert(value.clone()) {
            value.push('_');
        }
        values.push(value);
    }
    values
}

pub(super) fn boolean(value: bool) -> Payload {
    Payload::encode(&value).unwrap_or_else(|_| Payload::null())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_read_as_they_were_written() {
        let json = |text: &str| Payload::parse(text).unwrap();
        let input = |names: (&str, &str), is_required| InputReference {
            kind: "static_select".to_owned(),
            block_id: "b/1".to_owned(),
            action_id: "a\"".to_owned(),
            names: (names.0.to_owned(), names.1.to_owned()),
            options: vec![json(
                r#"{"text":{"type":"plain_text","text":"x"},"value":"x"}"#,
            )],
            is_required,
        };
        let reference = BlockReference {
            event: EventKind::BlockActions,
            element: Some(ElementReference {
                kind: "overflow".to_owned(),
                block_id: "b".to_owned(),
                action_id: "o".to_owned(),
                option: Some(json(r#"{"value":"x"}"#)),
            }),
            view: Some(json(r#"{"type":"home"}"#)),
            inputs: vec![
                input(("b/1", "a\""), true),
                input(("block_0", "action_0"), false),
            ],
        };
        let text = BlockReference::write(
            reference.event,
            reference.element.as_ref(),
            reference.view.as_ref(),
            &inputs_payload(&reference.inputs),
        );
        let read = BlockReference::parse(&text.as_str().unwrap());
        assert_eq!(read, Some(reference));
        for text in [
            "",
            "{}",
            "[]",
            r#"{"event":"other","inputs":[]}"#,
            r#"{"event":"view_closed","inputs":[{}]}"#,
        ] {
            assert_eq!(BlockReference::parse(text), None, "{text}");
        }
    }

    #[test]
    fn options_without_a_value_of_their_own_get_substitutes() {
        let options: Vec<Payload> = [
            r#"{"value":"a"}"#,
            r#"{"value":"a"}"#,
            "{}",
            r#"{"value":"option_4"}"#,
            "7",
        ]
        .iter()
        .map(|text| Payload::parse(text).unwrap())
        .collect();
        assert_eq!(
            option_values(&options),
            ["a", "option_1", "option_2", "option_4", "option_4_"]
        );
    }
}
