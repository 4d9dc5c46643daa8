//! Generators of cards and blocks, of clicks on them, and of actions on their surfaces, for [`pairs`](super::pairs).

use a2ui::{
    Message, Version,
    expression::Host,
    surface::{ClientAction, Surfaces},
};
use bridge::{
    AnyMessage, Dialect, Protocol, adaptive_cards::AdaptiveCard, blocks::surface_of_message,
    cards::surface_of_card, slack_blocks::BlockMessage,
};
use proptest::prelude::*;
use wire::Payload;

const TIME: &str = "2026-11-30T12:00:00Z";

/// The elements of cards. `@` is the number of the element.
const ELEMENTS: [&str; 14] = [
    r#"{"type":"TextBlock","text":"Your **trip** to [x]","wrap":true,"size":"large","weight":"bolder"}"#,
    r#"{"type":"TextBlock","text":"{{DATE(2026-12-24T10:00:00Z, SHORT)}}","isSubtle":true,"x-own":[null,1.50]}"#,
    r#"{"type":"RichTextBlock","inlines":["plain",{"type":"TextRun","text":"bold","weight":"bolder"}]}"#,
    r#"{"type":"Image","url":"https://a.test/i.png","altText":"A boat","size":"small"}"#,
    r#"{"type":"FactSet","facts":[{"title":"From","value":"Hamburg"},{"title":"To","value":"1"}]}"#,
    r#"{"type":"ColumnSet","columns":[{"type":"Column","width":2,"items":[{"type":"TextBlock","text":"a"}]},{"type":"Column","width":"auto","items":[]}]}"#,
    r#"{"type":"Container","style":"emphasis","items":[{"type":"TextBlock","text":"b","separator":true}]}"#,
    r#"{"type":"Input.Text","id":"t@","label":"Name","value":"Ada","isRequired":true,"errorMessage":"m"}"#,
    r#"{"type":"Input.Number","id":"n@","label":"Nights","value":2,"min":1,"max":14}"#,
    r#"{"type":"Input.Toggle","id":"o@","title":"News","value":"no","valueOn":"yes","valueOff":"no"}"#,
    r#"{"type":"Input.ChoiceSet","id":"c@","label":"Size","isMultiSelect":true,"value":"s,m","choices":[{"title":"Small","value":"s"},{"title":"Medium","value":"m"}]}"#,
    r#"{"type":"Input.Date","id":"d@","value":"2026-12-24"}"#,
    r#"{"type":"Hologram","fallback":{"type":"TextBlock","text":"flat"}}"#,
    r#"{"type":"ActionSet","actions":[{"type":"Action.OpenUrl","title":"Map","url":"https://a.test/m"}]}"#,
];

/// The actions of cards. `@` is the number of the card.
const ACTIONS: [&str; 4] = [
    r#"{"type":"Action.Submit","id":"send@","title":"Send","data":{"plan":"p","n":1.50}}"#,
    r#"{"type":"Action.Execute","verb":"book@","title":"Book","data":{"deep":{"list":[1,null]}}}"#,
    r#"{"type":"Action.ShowCard","title":"More","card":{"type":"AdaptiveCard","body":[{"type":"TextBlock","text":"inside"}]}}"#,
    r#"{"type":"Action.Submit","title":"Skip","associatedInputs":"none"}"#,
];

/// The blocks of messages. `@` is the number of the block.
const BLOCKS: [&str; 13] = [
    r#"{"type":"header","block_id":"h@","text":{"type":"plain_text","text":"Your trip"}}"#,
    r#"{"type":"section","text":{"type":"mrkdwn","text":"*bold* <https://a.test|link> &amp; :tada:"},"x-own":[null,1.50]}"#,
    r#"{"type":"section","fields":[{"type":"plain_text","text":"a"},{"type":"mrkdwn","text":"_b_"}]}"#,
    r#"{"type":"section","text":{"type":"plain_text","text":"Cut"},"accessory":{"type":"button","action_id":"cut@","text":{"type":"plain_text","text":"Cut"},"value":"v"}}"#,
    r#"{"type":"divider"}"#,
    r#"{"type":"image","image_url":"https://a.test/i.png","alt_text":"A boat"}"#,
    r#"{"type":"context","elements":[{"type":"mrkdwn","text":"small"}]}"#,
    r#"{"type":"rich_text","elements":[{"type":"rich_text_section","elements":[{"type":"text","text":"rich","style":{"bold":true}}]}]}"#,
    r#"{"type":"actions","block_id":"a@","elements":[{"type":"button","action_id":"go@","text":{"type":"plain_text","text":"Go"},"value":"1.50"},{"type":"overflow","action_id":"o@","options":[{"text":{"type":"plain_text","text":"One"},"value":"1"}]}]}"#,
    r#"{"type":"input","block_id":"n@","label":{"type":"plain_text","text":"Name"},"element":{"type":"plain_text_input","action_id":"v","initial_value":"Ada"}}"#,
    r#"{"type":"input","block_id":"s@","optional":true,"label":{"type":"plain_text","text":"Size"},"element":{"type":"static_select","action_id":"v","options":[{"text":{"type":"plain_text","text":"Small"},"value":"s"},{"text":{"type":"plain_text","text":"Medium"},"value":"m"}]}}"#,
    r#"{"type":"input","block_id":"d@","optional":true,"label":{"type":"plain_text","text":"Day"},"element":{"type":"datepicker","action_id":"v","initial_date":"2026-12-24"}}"#,
    r#"{"type":"hologram","x":1}"#,
];

/// Returns the chosen texts in a list, each with its number.
fn listed(all: &[&str], chosen: &[usize]) -> String {
    let texts: Vec<String> = chosen
        .iter()
        .enumerate()
        .map(|(number, index)| all[*index].replace('@', &number.to_string()))
        .collect();
    texts.join(",")
}

fn card_text(version: &str, elements: &[usize], actions: &[usize]) -> String {
    format!(
        r#"{{"type":"AdaptiveCard","version":"{version}","body":[{}],"actions":[{}]}}"#,
        listed(&ELEMENTS, elements),
        listed(&ACTIONS, actions)
    )
}

fn chosen(all: &[&str], max: usize) -> impl Strategy<Value = Vec<usize>> + use<> {
    prop::collection::vec(0..all.len(), 0..max)
}

/// Returns the version of the cards of a dialect.
fn version_of(dialect: Dialect) -> &'static str {
    match dialect.as_str().rsplit('@').next() {
        Some(version @ ("1.2" | "1.3" | "1.4" | "1.6")) => version,
        _ => "1.5",
    }
}

fn read(text: &str, dialect: Dialect) -> AnyMessage {
    AnyMessage::read(&Payload::parse(text).unwrap(), dialect, Protocol::A2ui).unwrap()
}

/// Generates cards or blocks, each for a surface of its own.
pub(super) fn messages(dialect: Dialect) -> BoxedStrategy<Vec<AnyMessage>> {
    if dialect.protocol() == Protocol::AdaptiveCards {
        let one = (chosen(&ELEMENTS, 5), chosen(&ACTIONS, 3));
        let text = move |(elements, actions): (Vec<usize>, Vec<usize>)| {
            card_text(version_of(dialect), &elements, &actions)
        };
        let one = one.prop_map(move |parts| read(&text(parts), dialect));
        return prop::collection::vec(one, 1..4).boxed();
    }
    let one = chosen(&BLOCKS, 6).prop_map(move |blocks| {
        let blocks = listed(&BLOCKS, &blocks);
        let text = match dialect {
            Dialect::SlackModal => format!(
                r#"{{"type":"modal","title":{{"type":"plain_text","text":"Trip"}},"submit":{{"type":"plain_text","text":"Book"}},"blocks":[{blocks}]}}"#
            ),
            Dialect::SlackHome => format!(r#"{{"type":"home","blocks":[{blocks}]}}"#),
            _ => format!(r#"{{"text":"Your trip","blocks":[{blocks}]}}"#),
        };
        read(&text, dialect)
    });
    prop::collection::vec(one, 1..4).boxed()
}

/// Generates clicks on the buttons of the surface of [`forms::surfaces_of_forms`].
pub(super) fn answers(dialect: Dialect) -> BoxedStrategy<Vec<AnyMessage>> {
    let one = ("[a-z]{1,6}", 1_u32..14, 0_usize..3).prop_map(move |(name, nights, button)| {
        let text = match dialect.protocol() {
            Protocol::AdaptiveCards => format!(
                r#"{{"type":"message","id":"a","value":{{"a2ui":{{"surfaceId":"form-of-answers","component":"b{button}"}},"n":"{name}","k":"{nights}"}}}}"#
            ),
            _ => format!(
                r#"{{"type":"block_actions","user":{{"id":"U1"}},"actions":[{{"type":"button","block_id":"root","action_id":"b{button}","action_ts":"1796090400.000100","value":"{{\"a2ui\":{{\"surfaceId\":\"form-of-answers\"}}}}"}}],"state":{{"values":{{"n":{{"v":{{"type":"plain_text_input","value":"{name}"}}}},"k":{{"v":{{"type":"number_input","value":"{nights}"}}}}}}}}}}"#
            ),
        };
        read(&text, dialect)
    });
    prop::collection::vec(one, 1..8).boxed()
}

/// Generates actions on the surfaces of cards or of blocks, in A2UI 0.9.
pub(super) fn actions(protocol: Protocol) -> BoxedStrategy<Vec<Message>> {
    let one = match protocol {
        Protocol::AdaptiveCards => (
            chosen(&ELEMENTS, 5),
            prop_oneof![Just(0_usize), Just(1), Just(3)],
        )
            .prop_map(|(elements, action)| {
                let text = card_text("1.5", &elements, &[action]);
                let card: AdaptiveCard = wire::decode(&text).unwrap();
                clicked(&surface_of_card(&card, "s", Version::V0_9).unwrap())
            })
            .boxed(),
        _ => chosen(&BLOCKS, 5)
            .prop_map(|mut blocks| {
                // The block with the buttons.
                blocks.push(8);
                let text = format!(r#"{{"text":"t","blocks":[{}]}}"#, listed(&BLOCKS, &blocks));
                let message: BlockMessage = wire::decode(&text).unwrap();
                clicked(&surface_of_message(&message, "s", Version::V0_9).unwrap())
            })
            .boxed(),
    };
    prop::collection::vec(one, 1..6).boxed()
}

/// Returns the action of the last button of a surface that sends an event.
fn clicked(messages: &[Message]) -> Message {
    let mut surfaces = Surfaces::new();
    for message in messages {
        surfaces.apply(message).unwrap();
    }
    let surface = surfaces.get("s").unwrap();
    let resolved = surface.resolve(&Host::new()).unwrap();
    for action in resolved.actions.iter().rev() {
        let node = resolved.node(&action.key).unwrap();
        let id = node.component_id.as_str();
        if let Ok(ClientAction::Event(event)) = surface.action_of(id, &node.scope, &Host::new()) {
            return event.message(TIME);
        }
    }
    panic!("no button")
}
