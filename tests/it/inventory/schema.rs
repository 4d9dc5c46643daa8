//! The JSON Schema of a type accepts the same values as its reader.

use super::{Members, every_type, texts};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use wire::{TypeInfo, schema::Definitions};

/// A known disagreement between schema and reader, with its reason. The test fails if an entry no longer occurs.
struct Exception {
    name: &'static str,
    /// The changed member, or an empty text for the whole value.
    at: &'static str,
    /// The value after the change.
    to: &'static str,
    /// The side that accepts the value: schema or reader.
    accepted_by: By,
    #[allow(dead_code)]
    reason: &'static str,
    /// `true` if a run may not meet the disagreement.
    is_rare: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(dead_code)]
enum By {
    Schema,
    Reader,
}

const INTEGER: &str =
    "to a schema 1.0 is an integer; no peer writes a counter so, and its text would be lost";

const EXCEPTIONS: &[Exception] = &[
    integer("actions-json/host: SavedCall", "/sent"),
    integer("actions-json/host: SavedCall", "/timeout_ms"),
    integer("actions-json/host: SavedPace", "/attempts"),
    integer("actions-json/host: SavedPace", "/last"),
    integer("actions-json/host: SavedSite", "/version"),
    integer("ahp: ActionEnvelope", "/serverSeq"),
    integer("ahp: ActionOrigin", "/clientSeq"),
    integer("ahp: ChannelReplayCursor", "/lastSeenServerSeq"),
    integer("ahp: DispatchActionParams", "/clientSeq"),
    integer("ahp: InitializeResult", "/serverSeq"),
    integer("ahp: JsonRpcError", "/code"),
    integer("ahp: ListSessionsParams", "/limit"),
    integer("ahp: ReconnectParams", "/lastSeenServerSeq"),
    integer("ahp: Snapshot", "/fromSeq"),
    integer("ahp/canvas: SessionSnapshot", "/fromSeq"),
    integer("bridge: Carry", "/v"),
    integer("bridge: CarryVersion", ""),
    integer("bridge: ComponentPlace", "/input"),
    integer("bridge: FoldedSurface", "/made"),
    integer("bridge: HeldMessage", "/input"),
    integer("bridge: PartOfMessage", "/index"),
    integer("bridge: PartOfMessage", "/count"),
    integer("bridge: Note", "/input"),
    // Its values are large, so that a run compares only some of them.
    Exception {
        is_rare: true,
        ..integer("bridge: SavedTranslator", "/next")
    },
    integer("bridge/fidelity: AnswerNote", "/input"),
    integer("bridge/fidelity: ConformanceCase", "/varied"),
    integer("bridge/fidelity: SurvivalCounts", "/accepted"),
    integer("bridge/fidelity: SurvivalCounts", "/alone"),
    integer("bridge/fidelity: SurvivalCounts", "/carried"),
    integer("bridge/fidelity: SurvivalCounts", "/embedded"),
    integer("bridge/fidelity: SurvivalCounts", "/refused"),
    integer("bridge/text: WaitingMessage", "/bodyColumn"),
    integer("bridge/text: WaitingMessage", "/bodyLine"),
    integer("bridge/text: WaitingMessage", "/column"),
    integer("bridge/text: WaitingMessage", "/input"),
    integer("bridge/text: WaitingMessage", "/line"),
];

const fn integer(name: &'static str, at: &'static str) -> Exception {
    Exception {
        name,
        at,
        to: "1.0",
        accepted_by: By::Schema,
        reason: INTEGER,
        is_rare: false,
    }
}

/// The replacement values: one of each JSON type, and one of each kind that a schema could distinguish.
const OTHERS: [&str; 11] = [
    "null", "true", "0", "-1", "1.5", "1.0", r#""""#, r#""x""#, "[]", r#"["x"]"#, "{}",
];

#[derive(Default)]
struct Agreement {
    /// Each disagreement, with an example.
    disagreements: BTreeMap<(String, String, &'static str, By), String>,
    failures: Vec<String>,
    compared: [usize; 2],
}

impl Agreement {
    fn check(&mut self, name: &str, row: &'static TypeInfo) {
        let mut definitions = Definitions::default();
        let root = definitions.schema_for_type(row);
        let validator = match jsonschema::validator_for(&definitions.into_document(vec![root])) {
            Ok(validator) => validator,
            Err(error) => return self.failures.push(format!("{name}: no schema: {error}")),
        };
        let mut before = String::new();
        for text in texts(row) {
            // A schema cannot validate a number that a `Value` cannot represent.
            let Ok(value) = serde_json::from_str::<Value>(&text) else {
                continue;
            };
            if let Err(error) = validator.validate(&value) {
                self.failures.push(format!(
                    "{name}: the schema refuses what is generated: {error}\n  {text}"
                ));
                return;
            }
            let text = value.to_string();
            let other = std::mem::replace(&mut before, text.clone());
            for (at, to, text) in mutations(&text, &other) {
                let Ok(value) = serde_json::from_str::<Value>(&text) else {
                    continue;
                };
                let (schema, reader) = (validator.is_valid(&value), row.rewrite(&text).is_ok());
                self.compared[usize::from(reader)] += 1;
                if schema != reader {
                    let by = if schema { By::Schema } else { By::Reader };
                    self.disagreements
                        .entry((name.to_owned(), at, to, by))
                        .or_insert(text);
                }
            }
        }
    }
}

/// Returns copies of a value, each with one change: the member, the new value, and the text.
fn mutations(text: &str, other: &str) -> Vec<(String, &'static str, String)> {
    let mut mutations: Vec<_> = OTHERS
        .into_iter()
        .map(|other| (String::new(), other, other.to_owned()))
        .collect();
    let Some(members) = Members::of(text) else {
        return mutations;
    };
    for (i, (quoted, _)) in members.0.iter().enumerate() {
        let name = wire::token::name(quoted);
        let at = super::pointer(quoted).as_str().to_owned();
        mutations.push((at.clone(), "absent", members.without(&name).text()));
        let replaced = OTHERS
            .into_iter()
            .map(|other| (at.clone(), other, members.replaced(i, other).text()));
        mutations.extend(replaced);
    }
    let added = members.with(members.0.len(), r#""x-unknown""#, r#"{"a":[1]}"#);
    mutations.push((String::new(), "one more", added.text()));
    // Adds the members that only the other value has: the keys and tags of two messages in one.
    let others = Members::of(other).map_or_else(Vec::new, |other| other.0);
    let mut both = members.clone();
    both.0.extend(
        others
            .into_iter()
            .filter(|(name, _)| members.get(&wire::token::string(name)).is_none()),
    );
    mutations.push((String::new(), "two in one", both.text()));
    mutations
}

#[test]
fn the_schema_of_every_type_accepts_the_same_values_as_its_reader() {
    let mut agreement = Agreement::default();
    every_type().for_each(|(name, row)| agreement.check(&name, row));
    let Agreement {
        disagreements,
        mut failures,
        compared,
        ..
    } = agreement;
    let listed: BTreeSet<_> = EXCEPTIONS
        .iter()
        .map(|e| (e.name, e.at, e.to, e.accepted_by))
        .collect();
    let found: BTreeSet<_> = disagreements
        .keys()
        .map(|(name, at, to, by)| (name.as_str(), at.as_str(), *to, *by))
        .collect();
    for ((name, at, to, by), text) in &disagreements {
        if !listed.contains(&(name.as_str(), at.as_str(), *to, *by)) {
            failures.push(format!(
                "{name}: {at:?} = {to}: only the {by:?} accepts it\n  {text}"
            ));
        }
    }
    let is_rare = |key: &(&str, &str, &str, By)| {
        EXCEPTIONS
            .iter()
            .any(|e| e.is_rare && (e.name, e.at, e.to, e.accepted_by) == *key)
    };
    failures.extend(
        listed
            .difference(&found)
            .filter(|key| !is_rare(key))
            .map(|exception| format!("no exception any more: {exception:?}")),
    );
    assert!(
        failures.is_empty(),
        "{} disagreements:\n{}",
        failures.len(),
        failures.join("\n")
    );
    let [refused, accepted] = compared;
    assert!(
        refused > 100_000 && accepted > 100_000,
        "{refused} refused and {accepted} accepted values do not make a comparison"
    );
}
