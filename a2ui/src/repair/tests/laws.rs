//! Properties that hold for all generated messages.

use super::*;
use proptest::prelude::*;

/// A change that damages a valid message.
#[derive(Clone, Copy, Debug)]
enum Damage {
    NoVersion,
    VersionInBody,
    Snake,
    SnakeBody,
    Flat,
    NoEnvelope,
    NoCatalog,
    Inline,
    ThemeOfJuly,
    Contents,
    Root,
    DirectAction,
    Quoted,
    Operations,
    NullMembers,
    BoundValue,
    ListInString,
}

const DAMAGES: &[Damage] = &[
    Damage::NoVersion,
    Damage::VersionInBody,
    Damage::Snake,
    Damage::SnakeBody,
    Damage::Flat,
    Damage::NoEnvelope,
    Damage::NoCatalog,
    Damage::Inline,
    Damage::ThemeOfJuly,
    Damage::Contents,
    Damage::Root,
    Damage::DirectAction,
    Damage::Quoted,
    Damage::Operations,
    Damage::NullMembers,
    Damage::BoundValue,
    Damage::ListInString,
];

fn snake(name: &str) -> String {
    let letter = |c: char| {
        if c.is_ascii_uppercase() {
            format!("_{}", c.to_ascii_lowercase())
        } else {
            c.to_string()
        }
    };
    name.chars().map(letter).collect()
}

fn damage(text: &str, damage: Damage) -> Option<String> {
    let mut message = Object::parse(text)?;
    let key = message.names().find_map(detect::find_key)?;
    let mut body = Object::parse(message.get(key)?)?;
    match damage {
        Damage::NoVersion => drop(message.remove("version")),
        Damage::VersionInBody => body.set("version", message.remove("version")?),
        Damage::Snake => {
            message.rename(key, &snake(key));
            return Some(message.to_json());
        }
        Damage::SnakeBody => {
            let names: Vec<String> = body.names().map(str::to_owned).collect();
            names.iter().for_each(|name| body.rename(name, &snake(name)));
        }
        Damage::Flat => {
            body.set("type", format!("\"{}\"", snake(key)));
            if let Some(version) = message.get("version") {
                body.set("version", version);
            }
            return Some(body.to_json());
        }
        Damage::NoEnvelope => return Some(body.to_json()),
        Damage::NoCatalog => drop(body.remove("catalogId")?),
        Damage::Inline => {
            body.set("components", r#"[{"id":"root","component":"Text","text":"a"}]"#);
            body.set("dataModel", r#"{"n":[1.0]}"#);
        }
        Damage::ThemeOfJuly => body.set("surfaceProperties", body.get("theme").unwrap_or("{}").to_owned()),
        Damage::Contents => body.rename("value", "contents"),
        Damage::Root => {
            body.set("root", "\"page\"");
            body.set("components", r#"[{"id":"page","component":"Column","children":"x"}]"#);
        }
        Damage::DirectAction => {
            body.set(
                "components",
                r#"[{"id":"b","component":"Button","action":{"name":"go","context":{}}}]"#,
            );
        }
        Damage::NullMembers => {
            let others = ["createSurface", "updateDataModel", "deleteSurface"].into_iter();
            others.filter(|other| *other != key).for_each(|other| message.push(other, "null"));
        }
        Damage::BoundValue => body.set(
            "components",
            r#"[{"id":"a","component":"Text","text":{"literalString":"x"},"more":[{"explicitList":["b"]}]}]"#,
        ),
        Damage::ListInString => {
            body.set("components", r#"[{"id":"a","component":"Row","children":"[\"b\"]"}]"#);
        }
        Damage::Quoted => return Some(json_object::json_string(text)),
        Damage::Operations => return Some(format!(r#"{{"operations":[{text}]}}"#)),
    }
    message.set(key, body.to_json());
    Some(message.to_json())
}

/// Names and texts from which messages, and texts similar to messages, are generated.
const WORDS: &[&str] = &[
    "version",
    "v0.9",
    "v1.0",
    "1.0",
    "0.9",
    "createSurface",
    "create_surface",
    "updateComponents",
    "updateDataModel",
    "surfaceUpdate",
    "beginRendering",
    "dataModelUpdate",
    "deleteSurface",
    "action",
    "type",
    "messages",
    "operations",
    "surfaceId",
    "surface_id",
    "catalogId",
    "components",
    "dataModel",
    "theme",
    "surfaceProperties",
    "value",
    "contents",
    "key",
    "valueString",
    "value_string",
    "valueMap",
    "path",
    "root",
    "id",
    "component",
    "Row",
    "children",
    "name",
    "context",
    "literalString",
    "explicitList",
    "template",
    "dataBinding",
    "a/b",
    "\"",
];

fn nearly_a_document() -> impl Strategy<Value = String> {
    let word = || prop::sample::select(WORDS).prop_map(json_object::json_string);
    let leaf = prop_oneof![6 => word(), 1 => Just("null".to_owned()), 1 => Just("-1.50".to_owned()), 1 => Just("true".to_owned())];
    leaf.prop_recursive(5, 64, 6, move |inner| {
        let member = (word(), inner.clone()).prop_map(|(name, value)| format!("{name}:{value}"));
        prop_oneof![
            4 => prop::collection::vec(member, 0..6).prop_map(|members| format!("{{{}}}", members.join(","))),
            2 => prop::collection::vec(inner.clone(), 0..4).prop_map(|elements| format!("[{}]", elements.join(","))),
            1 => inner.prop_map(|text| json_object::json_string(&text)),
        ]
    })
}

/// Asserts that repaired messages need no further repair, and that each place exists in the document.
fn read_twice(text: &str, given: Option<Version>) -> Result<(), TestCaseError> {
    let Ok(read) = Repairer::new(given).read(text) else {
        return Ok(());
    };
    let messages: Vec<Message> = read
        .iter()
        .filter_map(|element| element.result.clone().ok())
        .collect();
    let written: Vec<String> = messages
        .iter()
        .map(|message| wire::encode(message).unwrap())
        .collect();
    let again = Repairer::new(given)
        .read(&format!("[{}]", written.join(",")))
        .unwrap();
    for element in &again {
        prop_assert_eq!(&element.repairs, &[], "{} -> {}", text, written.join("\n"));
    }
    let again: Vec<Message> = again
        .into_iter()
        .filter_map(|element| element.result.ok())
        .collect();
    prop_assert_eq!(again, messages, "{}", text);
    let document = Payload::parse(text).unwrap();
    for repair in read.iter().flat_map(|element| &element.repairs) {
        prop_assert!(
            document.get(&repair.pointer).is_some(),
            "{} in {}",
            repair.pointer,
            text
        );
    }
    Ok(())
}

proptest! {
    #[test]
    fn a_message_without_known_members_is_read_unchanged(message: Message) {
        let text = wire::encode(&message).unwrap();
        let strict = crate::read(&text, None);
        let read = Repairer::new(None).read(&text);
        if Repairer::new(None).has_drift(&message) {
            let has_repairs = |element: &Element| !element.repairs.is_empty();
            prop_assert!(read == strict || read.unwrap().iter().any(has_repairs));
        } else {
            prop_assert_eq!(read, strict);
        }
    }

    #[test]
    fn a_repaired_message_written_and_read_again_is_the_same_and_needs_no_repair(
        message: Message,
        damages in prop::collection::vec(prop::sample::select(DAMAGES), 1..4),
        given in prop::sample::select(vec![None, Some(Version::V0_9), Some(Version::V1_0)]),
    ) {
        let mut text = wire::encode(&message).unwrap();
        for damage in damages {
            text = self::damage(&text, damage).unwrap_or(text);
        }
        read_twice(&text, given)?;
    }

    #[test]
    fn a_repaired_document_written_and_read_again_is_the_same_and_needs_no_repair(
        damaged in prop::collection::vec(
            (any::<Message>(), prop::collection::vec(prop::sample::select(DAMAGES), 0..3)),
            2..6,
        ),
    ) {
        let text = |(message, damages): &(Message, Vec<Damage>)| {
            let text = wire::encode(message).unwrap();
            damages.iter().fold(text, |text, damage| self::damage(&text, *damage).unwrap_or(text))
        };
        let texts: Vec<String> = damaged.iter().map(text).collect();
        read_twice(&format!("[{}]", texts.join(",")), None)?;
    }

    #[test]
    fn any_json_is_refused_or_read_idempotently(text in nearly_a_document()) {
        read_twice(&text, None)?;
    }

    #[test]
    fn consecutive_messages_without_drift_are_read_unchanged(messages in prop::collection::vec(any::<Message>(), 0..4)) {
        let texts: Vec<String> = messages.iter().map(|message| wire::encode(message).unwrap()).collect();
        let document = format!("[{}]", texts.join(","));
        let (strict, read) = (crate::read(&document, None).unwrap(), Repairer::new(None).read(&document).unwrap());
        if read.iter().all(|element| element.repairs.is_empty()) {
            prop_assert_eq!(read, strict);
        } else {
            let mut repairer = Repairer::new(None);
            let has_drift = messages.iter().any(|message| {
                let has_drift = repairer.has_drift(message);
                repairer.remember(message, None);
                has_drift
            });
            prop_assert!(has_drift);
        }
    }
}
