//! Compares this project with the published schemas of A2UI on the published examples and on mutations of them. Both
//! accept the same messages, except for the listed differences.

use super::{a2ui_official::Official, folder, texts};
use a2ui::{
    CatalogId, Message, Notation, Version,
    catalog::{Catalog, basic},
};
use jsonschema::Validator;
use proptest::{
    strategy::{Strategy, ValueTree},
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};
use serde_json::Value;
use std::{collections::BTreeMap, path::Path};
use wire::{Severity, Validate, WireType};

/// A known disagreement with the published schemas, with its reason. The test fails if an entry no longer occurs.
struct Difference {
    versions: &'static [&'static str],
    /// The path of the changed value; `*` stands for any name.
    at: &'static str,
    /// The value that replaces the original value.
    to: &'static str,
    accepted_by: By,
    #[allow(dead_code)]
    reason: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum By {
    Them,
    Us,
    /// Accepted by everything except the schemas of our types. These schemas describe only the shape that the readers
    /// check.
    AllButOurSchema,
}

const DIFFERENCES: &[Difference] = &[
    Difference {
        versions: &["v0_10"],
        at: "/functionResponse",
        to: "*",
        accepted_by: By::Them,
        reason: "their schema does not say that it is an object",
    },
    Difference {
        versions: &["v0_8"],
        at: "/MultipleChoice",
        to: "built",
        accepted_by: By::Us,
        reason: "two schemas of 0.8 disagree about `variant` and `filterable`; here the catalog counts",
    },
    prose("/*", "absent", "a message has exactly one key"),
    prose(
        "/dataModelUpdate/contents/*/*",
        "absent",
        "an entry has exactly one value",
    ),
    prose(
        "/dataModelUpdate/contents/*/valueMap/*/*",
        "absent",
        "an entry has exactly one value",
    ),
    prose("/Row", "built", "children are a list or a template"),
    prose("/Column", "built", "children are a list or a template"),
    prose("/List", "built", "children are a list or a template"),
    prose(
        "/surfaceUpdate/components/*/component",
        "{}",
        "a component has exactly one type",
    ),
    prose(
        "/surfaceUpdate/components/*/component/*",
        "absent",
        "a component has exactly one type",
    ),
    prose(
        "/surfaceUpdate/components/*/component/*/children",
        "{}",
        "children are a list or a template",
    ),
    prose(
        "/surfaceUpdate/components/*/component/*/children/explicitList",
        "absent",
        "children are a list or a template",
    ),
];

/// Describes a rule that the prose of 0.8 states and its schema does not.
const fn prose(at: &'static str, to: &'static str, reason: &'static str) -> Difference {
    Difference {
        versions: &["v0_8"],
        at,
        to,
        accepted_by: By::Them,
        reason,
    }
}

impl Difference {
    fn is(&self, (version, at, to, by): &(&str, String, &str, By)) -> bool {
        let same_place = self.at.split('/').count() == at.split('/').count()
            && self
                .at
                .split('/')
                .zip(at.split('/'))
                .all(|(one, other)| one == "*" || one == other);
        self.versions.contains(version)
            && same_place
            && (self.to == "*" || self.to == *to)
            && self.accepted_by == *by
    }
}

const VERSIONS: [(&str, Version); 5] = [
    ("v0_8", Version::V0_8),
    ("v0_9", Version::V0_9),
    ("v0_9_1", Version::V0_9),
    ("v0_10", Version::V0_10),
    ("v1_0", Version::V1_0),
];

/// The replacement values, which are tried one at a time.
const OTHERS: [&str; 7] = [
    "null",
    "true",
    "-1.5",
    r#""x""#,
    r#"{"path":"/x"}"#,
    "[]",
    "{}",
];

/// Rules that the published schemas do not express: paths are pointers, ids are unique, and nesting has limits.
const BEYOND: [&str; 5] = [
    "data-path",
    "forbidden-segment",
    "duplicate-id",
    "json-depth",
    "call-depth",
];

/// Rules that are warnings here and errors in the published schemas. An update may omit the type of a component. Only
/// one of the two schemas of 0.8 closes the styles.
const ODD: [&str; 2] = ["missing-component-type", "unknown-style"];

/// The verdict of this project on a message.
struct Verdict {
    /// `true` if the message is read without a finding that a schema could express.
    accepted: bool,
    /// `true` if there is a finding that no schema could express.
    beyond: bool,
    odd: bool,
}

fn verdict(text: &str, version: Version) -> Verdict {
    let Ok(message) = Message::read_as(text, version) else {
        return Verdict {
            accepted: false,
            beyond: false,
            odd: false,
        };
    };
    let notation = if version == Version::V0_8 {
        Notation::Bound
    } else {
        Notation::Plain
    };
    let mut found = message.validate();
    basic(version, notation).message_findings(&message, &wire::Pointer::root(), &mut found);
    let (errors, others): (Vec<_>, Vec<_>) = found
        .iter()
        .partition(|finding| finding.severity == Severity::Error);
    Verdict {
        accepted: errors.iter().all(|error| BEYOND.contains(&error.rule)),
        beyond: errors.iter().any(|error| BEYOND.contains(&error.rule)),
        odd: others.iter().any(|finding| ODD.contains(&finding.rule)),
    }
}

/// Returns copies of the message, each with one change: the place, the new value, and the changed message.
fn mutations(message: &Value) -> Vec<(String, &'static str, Value)> {
    let mut places = Vec::new();
    walk(message, String::new(), String::new(), &mut places);
    let mut mutations = Vec::new();
    for (pointer, pattern) in places {
        let target = message.pointer(&pointer).expect("a place");
        if target.is_object() {
            let mut more = message.clone();
            more.pointer_mut(&pointer).expect("a place")["unknown"] = Value::from(1);
            mutations.push((pattern.clone(), "one more", more));
        }
        if let Some((above, name)) = pointer.rsplit_once('/') {
            let mut less = message.clone();
            match less.pointer_mut(above).expect("a place") {
                Value::Object(members) => {
                    members.remove(&name.replace("~1", "/").replace("~0", "~"));
                }
                Value::Array(elements) => drop(elements.remove(name.parse().expect("an index"))),
                _ => {}
            }
            mutations.push((pattern.clone(), "absent", less));
            for other in OTHERS {
                let mut changed = message.clone();
                *changed.pointer_mut(&pointer).expect("a place") =
                    serde_json::from_str(other).expect("JSON");
                mutations.push((pattern.clone(), other, changed));
            }
        }
    }
    mutations
}

/// Collects every pointer of a value, with its pattern. A pattern names components by their type.
fn walk(value: &Value, pointer: String, pattern: String, places: &mut Vec<(String, String)>) {
    places.push((pointer.clone(), pattern.clone()));
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                let escaped = name.replace('~', "~0").replace('/', "~1");
                walk(
                    member,
                    format!("{pointer}/{escaped}"),
                    format!("{pattern}/{name}"),
                    places,
                );
            }
        }
        Value::Array(elements) => {
            for (index, element) in elements.iter().enumerate() {
                let name = match &element["component"] {
                    Value::String(name) => name.clone(),
                    _ => "*".to_owned(),
                };
                walk(
                    element,
                    format!("{pointer}/{index}"),
                    format!("{pattern}/{name}"),
                    places,
                );
            }
        }
        _ => {}
    }
}

/// Returns the messages of a version: the published examples, and valid messages of our own.
fn samples(name: &str, version: Version) -> Vec<Value> {
    let mut samples = Vec::new();
    if version != Version::V1_0 {
        for catalog in ["basic", "minimal"] {
            let folder = folder(&format!("a2ui/{name}/catalogs/{catalog}/examples"));
            for (_, text) in texts(&folder) {
                let document: Value = serde_json::from_str(&text).expect("JSON");
                let messages = document.get("messages").unwrap_or(&document);
                samples.extend(messages.as_array().expect("messages").iter().cloned());
            }
        }
    }
    let own = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fixtures/a2ui")
        .join(own_folder(version));
    samples.extend(texts(&own).into_iter().filter_map(|(_, text)| {
        let verdict = verdict(&text, version);
        let is_plain = !text.contains("\"@") && verdict.accepted && !verdict.beyond;
        let basic = CatalogId::basic(version).to_string();
        let is_basic = text
            .split("\"catalogId\"")
            .skip(1)
            .all(|rest| rest.contains(&basic));
        (is_plain && is_basic).then(|| serde_json::from_str(&text).expect("JSON"))
    }));
    samples
}

fn own_folder(version: Version) -> &'static str {
    match version {
        Version::V0_8 => "0.8",
        Version::V0_9 => "0.9",
        Version::V0_10 => "0.10",
        _ => "1.0",
    }
}

#[derive(Default)]
struct Comparison {
    compared: usize,
    valid: usize,
    /// The messages that the published schemas accept although they break a rule beyond schemas.
    beyond: usize,
    /// The messages that the published schemas refuse but that have only a warning here.
    odd: usize,
    disagreements: BTreeMap<(&'static str, String, &'static str, By), String>,
    own: BTreeMap<Version, [Validator; 2]>,
}

/// Builds the schemas of our types: one for agent messages and one for client messages.
fn own_schemas(version: Version) -> [Validator; 2] {
    let rows = match version {
        Version::V0_8 => [
            a2ui::v0_8::AgentMessage::INFO,
            a2ui::v0_8::ClientMessage::INFO,
        ],
        Version::V0_9 => [
            a2ui::v0_9::AgentMessage::INFO,
            a2ui::v0_9::ClientMessage::INFO,
        ],
        Version::V0_10 => [
            a2ui::v0_10::AgentMessage::INFO,
            a2ui::v0_10::ClientMessage::INFO,
        ],
        _ => [
            a2ui::v1_0::AgentMessage::INFO,
            a2ui::v1_0::RendererMessage::INFO,
        ],
    };
    rows.map(|row| {
        let mut definitions = wire::schema::Definitions::default();
        let root = definitions.schema_for_type(row);
        jsonschema::validator_for(&definitions.into_document(vec![root])).expect("a schema")
    })
}

impl Comparison {
    fn compare(
        &mut self,
        official: &Official,
        (name, version): (&'static str, Version),
        (at, to): (String, &'static str),
        message: &Value,
    ) {
        let text = message.to_string();
        // If no key identifies the message, either schema may refuse it.
        let is_client = [
            "action",
            "userAction",
            "error",
            "functionResponse",
            "callAgentFunction",
            "rendererFunctionResponse",
        ]
        .iter()
        .any(|key| message.get(key).is_some());
        let schema = if is_client {
            &official.client
        } else {
            &official.agent
        };
        let (them, us) = (schema.is_valid(message), verdict(&text, version));
        self.compared += 1;
        self.valid += usize::from(them);
        self.beyond += usize::from(them && us.beyond);
        self.odd += usize::from(!them && us.accepted && us.odd);
        let own = &self
            .own
            .entry(version)
            .or_insert_with(|| own_schemas(version))[usize::from(is_client)];
        if them && us.accepted && !own.is_valid(message) {
            self.disagreements
                .insert((name, at, to, By::AllButOurSchema), text);
        } else if them != us.accepted && !(us.accepted && us.odd) {
            let by = if them { By::Them } else { By::Us };
            self.disagreements.entry((name, at, to, by)).or_insert(text);
        }
    }

    fn judge(self, differences: &[Difference], counts: fn(&&Difference) -> bool) {
        let differences: Vec<&Difference> = differences.iter().filter(counts).collect();
        let mut failures: Vec<String> = Vec::new();
        for (key, text) in &self.disagreements {
            if !differences.iter().any(|difference| difference.is(key)) {
                failures.push(format!("{key:?}\n    {text}"));
            }
        }
        for difference in &differences {
            if !self.disagreements.keys().any(|key| difference.is(key)) {
                failures.push(format!(
                    "no difference any more: {} {}",
                    difference.at, difference.to
                ));
            }
        }
        println!(
            "{} compared, {} of them valid, {} beyond schemas, {} odd",
            self.compared, self.valid, self.beyond, self.odd
        );
        assert!(
            failures.is_empty(),
            "{} differences:\n{}",
            failures.len(),
            failures.join("\n")
        );
        let invalid = self.compared - self.valid;
        assert!(
            self.valid > 1000 && invalid > 1000,
            "{} valid and {invalid} invalid messages do not make a comparison",
            self.valid
        );
    }
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn the_published_schemas_accept_the_same_messages() {
    let mut comparison = Comparison::default();
    for (name, version) in VERSIONS {
        let official = Official::of(name);
        let mut seen = BTreeMap::new();
        for message in samples(name, version) {
            let unchanged = (String::new(), "as it is", message.clone());
            for (at, to, message) in std::iter::once(unchanged).chain(mutations(&message)) {
                // Each place is tried a few times, in different messages.
                let times: &mut usize = seen.entry((at.clone(), to)).or_default();
                *times += 1;
                if *times <= 3 || to == "as it is" {
                    comparison.compare(&official, (name, version), (at, to), &message);
                }
            }
        }
    }
    comparison.judge(DIFFERENCES, |difference| difference.to != "built");
}

/// Builds messages with components of every type in the basic catalog of a version, each in many shapes.
macro_rules! built {
    ($version:ident, $message:literal: $($Type:ident)*) => {{
        let mut messages: Vec<(&'static str, Value)> = Vec::new();
        $(
            for (index, properties) in values::<a2ui::$version::basic::$Type>(200).enumerate() {
                let mut properties = properties;
                if index % 2 == 0 {
                    properties.extra = Default::default();
                }
                let Ok(component) = a2ui::$version::Component::of("root", &properties) else { continue };
                let text = wire::encode(&component).expect("generated values can be written");
                let text = $message.replace('$', &text);
                // A schema cannot validate a number that a `Value` cannot represent.
                messages.extend(serde_json::from_str(&text).ok().map(|message| (stringify!($Type), message)));
            }
        )*
        messages
    }};
}

/// Generates values of a type, the same in every run.
fn values<T: WireType>(count: u32) -> impl Iterator<Item = T> {
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let strategy = wire::generate::any::<T>();
    (0..count).map(move |_| strategy.new_tree(&mut runner).expect("a value").current())
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn the_published_schemas_accept_basic_components_without_findings() {
    let mut comparison = Comparison::default();
    for (name, version) in VERSIONS {
        let official = Official::of(name);
        let messages = match version {
            Version::V0_8 => {
                built!(v0_8, r#"{"surfaceUpdate":{"surfaceId":"s","components":[$]}}"#:
                Text Image Icon Video AudioPlayer Row Column List Card Tabs Divider Modal Button CheckBox TextField
                DateTimeInput MultipleChoice Slider)
            }
            Version::V0_9 => {
                built!(v0_9, r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[$]}}"#:
                Text Image Icon Video AudioPlayer Row Column List Card Tabs Divider Modal Button CheckBox TextField
                DateTimeInput ChoicePicker Slider)
            }
            Version::V0_10 => {
                built!(v0_10, r#"{"version":"v0.10","updateComponents":{"surfaceId":"s","components":[$]}}"#:
                Text Image Icon Video AudioPlayer Row Column List Card Tabs Divider Modal Button CheckBox TextField
                DateTimeInput ChoicePicker Slider)
            }
            _ => {
                built!(v1_0, r#"{"version":"v1.0","updateComponents":{"surfaceId":"s","components":[$]}}"#:
                Text Image Icon Video AudioPlayer Row Column List Card Tabs Divider Modal Button CheckBox TextField
                DateTimeInput ChoicePicker Slider)
            }
        };
        for (component, message) in messages {
            // The other notation has no published schema, and components of other catalogs are not checked here.
            let text = message.to_string();
            if version == Version::V1_0 && (text.contains("\"@") || text.contains("\"catalogId\""))
            {
                continue;
            }
            comparison.compare(
                &official,
                (name, version),
                (format!("/{component}"), "built"),
                &message,
            );
        }
    }
    comparison.judge(DIFFERENCES, |difference| difference.to == "built");
}
