//! An independent oracle for the errors of the profile `strict`. It reads plain JSON values and the lists of the
//! specification, and shares no code with the validator.

use super::valid::PRIMITIVES;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// Returns the violated rules with their places.
pub(super) fn errors(root: &Value) -> BTreeSet<(&'static str, String)> {
    let mut oracle = Oracle {
        found: BTreeSet::new(),
        root,
    };
    oracle.manifest();
    oracle.found
}

/// The required type of a present member. Null counts as absent unless stated otherwise.
enum Is {
    Text,
    Flag,
    Number,
    Texts,
    Word(&'static [&'static str]),
    /// A selector or a list of selectors, but not null.
    Selectors,
    /// An object, but not null. Other values violate this rule.
    Object(&'static str),
    Part(&'static Table),
    Parts(&'static Table),
    Source,
}

type Table = [(&'static str, Is)];

use Is::*;

static SURFACE: &Table = &[
    ("origin", Text),
    ("name", Text),
    ("kind", Text),
    ("description", Text),
    ("surface_id", Text),
];
static PROVENANCE: &Table = &[
    ("created_by", Text),
    ("created_at", Text),
    ("updated_by", Text),
    ("updated_at", Text),
    ("reviewed_by", Text),
    ("reviewed_at", Text),
    ("source", Text),
    ("revision", Text),
];
static IMPORT: &Table = &[
    (
        "kind",
        Word(&["website", "local", "storage", "shared", "public", "package"]),
    ),
    ("uri", Text),
    ("namespace", Text),
    (
        "trust",
        Word(&["website", "private", "shared", "public", "local", "unknown"]),
    ),
    ("enabled", Flag),
    ("provenance", Part(PROVENANCE)),
];
static CONTEXT: &Table = &[
    ("title", Text),
    ("body", Text),
    (
        "load_when",
        Part(&[
            ("states", Texts),
            ("url_contains", Text),
            ("url_matches", Text),
        ]),
    ),
    ("available_tools", Texts),
    ("next_states", Texts),
    ("source", Source),
];
static TARGET: &Table = &[
    ("selector", Selectors),
    ("selectors", Selectors),
    ("fallback_selectors", Selectors),
    ("role", Text),
    ("name", Text),
    ("text_equals", Text),
    ("text_contains", Text),
    ("url_contains", Text),
    ("url_matches", Text),
    ("state", Text),
    (
        "confidence",
        Word(&["observed", "inferred", "generated", "unknown"]),
    ),
    ("notes", Text),
];
static STATE: &Table = &[
    ("description", Text),
    (
        "diagnostics",
        Parts(&[
            ("name", Text),
            ("target", Part(TARGET)),
            ("description", Text),
        ]),
    ),
    ("observables", Texts),
    ("source", Source),
];
static TRANSITION: &Table = &[
    ("from", Text),
    ("to", Text),
    ("tool", Text),
    ("signal", Text),
    ("method", Text),
    ("rate_limit_ms", Number),
    (
        "convergence",
        Part(&[("complete_when", Text), ("max_attempts", Number)]),
    ),
    ("source", Source),
];
const DIRECTIONS: &[&str] = &["agent_to_html", "html_to_agent", "bidirectional"];
static X_ACTIONS: &Table = &[
    ("direction", Word(DIRECTIONS)),
    ("scope", Word(&["active_surface", "persistent"])),
    ("source", Source),
    ("result_schema", Object("V6")),
    (
        "execution",
        Part(&[
            ("mode", Text),
            ("fallback", Text),
            (
                "steps",
                Parts(&[
                    ("id", Text),
                    ("type", Text),
                    ("target", Part(TARGET)),
                    ("value_from", Text),
                ]),
            ),
        ]),
    ),
];
static TOOL: &Table = &[
    ("description", Text),
    ("input_schema", Object("V6")),
    ("result_schema", Object("V6")),
    ("target", Part(TARGET)),
    ("requires", Texts),
    ("x_actions", Part(X_ACTIONS)),
    ("source", Source),
];
static SIGNAL: &Table = &[
    ("description", Text),
    ("direction", Word(DIRECTIONS)),
    ("event", Text),
    ("ingestion", Word(&["enabled", "disabled_by_default"])),
    ("target", Part(TARGET)),
    ("payload", Object("V6")),
    ("protocol", Object("shape")),
    ("source", Source),
];
static ATTACHMENT: &Table = &[
    ("kind", Text),
    ("description", Text),
    (
        "affordance",
        Part(&[
            ("label", Text),
            ("title", Text),
            ("placement", Text),
            ("max_instances", Number),
        ]),
    ),
    ("source", Source),
];
static LIFECYCLE: &Table = &[
    ("install", Text),
    ("remove", Text),
    ("reattach", Text),
    ("drift", Text),
];
static ASSERTION: &Table = &[
    ("target", Part(TARGET)),
    ("visible", Flag),
    ("tool", Text),
    ("state", Text),
    ("attachment", Text),
];
static CHECK: &Table = &[
    ("description", Text),
    ("severity", Word(&["info", "minor", "major", "critical"])),
    ("assertions", Parts(ASSERTION)),
    ("negative_assertions", Parts(ASSERTION)),
    ("source", Source),
];
static PROJECTION: &Table = &[
    ("description", Text),
    ("scope", Part(&[("url_matches", Text)])),
    ("summaries", Parts(&[("max_bytes", Number)])),
];
static FIELD: &Table = &[
    ("selector", Text),
    ("xpath", Text),
    ("closest", Text),
    ("attribute", Text),
    ("property", Text),
    ("trim", Flag),
    ("required", Flag),
    ("many", Flag),
];

const WORKFLOW: [&str; 6] = [
    "version",
    "expression_language",
    "steps",
    "output",
    "postcondition",
    "x_state_machine",
];
const STEP: [&str; 11] = [
    "id",
    "primitive",
    "args",
    "when",
    "for_each",
    "max_items",
    "retry_until",
    "max_attempts",
    "after_each",
    "on_error",
    "settle_after",
];
const BETWEEN: [&str; 6] = [
    "locator.wait_for",
    "locator.element_info",
    "dom.observe.visible",
    "viewport.scroll",
    "overlay.menu.hide",
    "overlay.menu.show",
];
const TO_A_MARKER: [&str; 9] = [
    "keyboard.press",
    "pointer.click",
    "pointer.move",
    "pointer.double_click",
    "locator.element_info",
    "locator.wait_for",
    "text.insert",
    "text.type",
    "viewport.scroll",
];

fn is_safe(name: &str) -> bool {
    name.split('.').all(|part| {
        part.starts_with(|c: char| c.is_ascii_alphabetic())
            && part
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-')
    })
}

fn is_outside_the_site(path: &str) -> bool {
    let path = path.replace('\\', "/");
    let mut chars = path.chars();
    let has_drive =
        chars.next().is_some_and(|c| c.is_ascii_alphabetic()) && chars.next() == Some(':');
    path.starts_with('/') || has_drive || format!("/{path}/").contains("/../")
}

/// Returns `true` if a string contains a slot but is not exactly one slot.
fn is_partial(text: &str) -> bool {
    let text = text.trim();
    let whole = text.len() >= 4 && text.starts_with("{%") && text.ends_with("%}");
    let several = whole
        && text[2..text.len() - 2]
            .split("%}")
            .skip(1)
            .any(|rest| rest.contains("{%"));
    (text.contains("{%") || text.contains("%}")) && (!whole || several)
}

fn is_missing(value: Option<&Value>) -> bool {
    value.is_none_or(Value::is_null)
}

fn list(value: Option<&Value>) -> impl Iterator<Item = (usize, &Value)> {
    value
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .enumerate()
}

struct Oracle<'v> {
    found: BTreeSet<(&'static str, String)>,
    root: &'v Value,
}

impl<'v> Oracle<'v> {
    fn add(&mut self, rule: &'static str, at: impl Into<String>) {
        self.found.insert((rule, at.into()));
    }

    /// Adds a violation of the rule if the condition is false.
    fn wants(&mut self, holds: bool, rule: &'static str, at: impl Into<String>) {
        if !holds {
            self.add(rule, at);
        }
    }

    fn table(&mut self, at: &str, value: &Value, table: &Table) {
        for (name, is) in table {
            if let Some(member) = value.get(name) {
                self.member(&format!("{at}/{name}"), member, is);
            }
        }
    }

    fn member(&mut self, at: &str, value: &Value, is: &Is) {
        match (is, value) {
            (Selectors, Value::String(_)) | (Object(_), Value::Object(_)) => {}
            (Selectors, Value::Array(elements)) => {
                for (n, element) in elements.iter().enumerate() {
                    self.wants(element.is_string(), "V9", format!("{at}/{n}"));
                }
            }
            (Selectors, _) => self.add("V9", at),
            (Object(rule), _) => self.add(rule, at),
            (_, Value::Null)
            | (Text, Value::String(_))
            | (Flag, Value::Bool(_))
            | (Number, Value::Number(_)) => {}
            (Word(words), Value::String(word)) => {
                self.wants(words.contains(&&**word), "unknown-word", at)
            }
            (Texts, Value::Array(elements)) => {
                for (n, element) in elements.iter().enumerate() {
                    self.wants(element.is_string(), "shape", format!("{at}/{n}"));
                }
            }
            (Part(table), Value::Object(_)) => self.table(at, value, table),
            (Parts(table), Value::Array(elements)) => {
                for (n, element) in elements.iter().enumerate() {
                    let at = format!("{at}/{n}");
                    self.wants(element.is_object(), "shape", &*at);
                    self.table(&at, element, table);
                }
            }
            (Source, Value::Object(_)) => {
                let table: &Table = &[
                    ("symbols", Texts),
                    ("selectors", Selectors),
                    ("component", Text),
                ];
                self.table(at, value, table);
                self.files(
                    &format!("{at}/files"),
                    value.get("files").unwrap_or(&Value::Null),
                );
            }
            _ => self.add("shape", at),
        }
    }

    fn files(&mut self, at: &str, files: &Value) {
        match files {
            Value::Null => {}
            Value::String(path) => self.wants(!is_outside_the_site(path), "V13", at),
            Value::Array(paths) => {
                for (n, path) in paths.iter().enumerate() {
                    let at = format!("{at}/{n}");
                    match path.as_str() {
                        Some(path) => self.wants(!is_outside_the_site(path), "V13", at),
                        None => self.add("shape", at),
                    }
                }
            }
            _ => self.add("shape", at),
        }
    }

    fn manifest(&mut self) {
        let root = self.root;
        self.wants(root["protocol"] == "actions.json", "V1", "/protocol");
        self.wants(root["version"].as_u64() == Some(1), "V2", "/version");
        if !root["surface"].is_string() {
            self.table("", root, &[("surface", Part(SURFACE))]);
        }
        self.table("", root, &[("provenance", Part(PROVENANCE))]);
        let composition: &Table = &[
            ("default_conflict_policy", Text),
            ("namespace_required", Flag),
        ];
        if let Some(stated) = root.get("composition").filter(|stated| !stated.is_null()) {
            match stated.is_object() {
                true => self.table("/composition", stated, composition),
                false => self.add("shape", "/composition"),
            }
        }
        self.section("imports", "id", IMPORT, |oracle, at, import| {
            oracle.wants(
                !is_missing(import.get("uri")),
                "required",
                format!("{at}/uri"),
            );
        });
        self.section("context", "id", CONTEXT, |_, _, _| {});
        match root.get("states").and_then(Value::as_object) {
            Some(states) => {
                self.add("shape", "/states");
                for name in states.keys() {
                    self.wants(is_safe(name), "V4", format!("/states/{name}"));
                }
            }
            None => self.section("states", "name", STATE, |_, _, _| {}),
        }
        self.section(
            "transitions",
            "name",
            TRANSITION,
            |oracle, at, transition| {
                for end in ["from", "to"] {
                    oracle.refers("V11", at, transition, end, "states");
                }
            },
        );
        match root.get("tools") {
            Some(Value::Array(_)) => self.section("tools", "name", TOOL, Self::tool),
            _ => self.add("V3", "/tools"),
        }
        self.section("signals", "name", SIGNAL, |oracle, at, signal| {
            let lacks_event = signal.get("ingestion").is_some_and(|it| it == "enabled")
                && is_missing(signal.get("event"));
            oracle.wants(!lacks_event, "V8", format!("{at}/event"));
        });
        self.section("attachments", "id", ATTACHMENT, Self::attachment);
        self.section("checks", "id", CHECK, Self::check);
        match root.get("state_projections") {
            None | Some(Value::Null) => {}
            Some(Value::Array(_)) => self.projections(),
            Some(_) => self.add("shape", "/state_projections"),
        }
    }

    /// Checks a list of objects with names.
    fn section(
        &mut self,
        section: &str,
        name: &str,
        table: &Table,
        more: impl Fn(&mut Self, &str, &'v Map<String, Value>),
    ) {
        let Some(stated) = self.root.get(section).filter(|stated| !stated.is_null()) else {
            return;
        };
        self.wants(stated.is_array(), "shape", format!("/{section}"));
        let mut names = BTreeSet::new();
        for (n, value) in list(Some(stated)) {
            let at = format!("/{section}/{n}");
            let Some(object) = value.as_object() else {
                self.add("shape", at);
                continue;
            };
            let place = format!("{at}/{name}");
            match object.get(name) {
                None | Some(Value::Null) => self.add("required", place),
                Some(Value::String(name)) => {
                    self.wants(is_safe(name), "V4", &*place);
                    self.wants(names.insert(name), "V5", place);
                }
                Some(_) => self.add("V4", place),
            }
            self.table(&at, value, table);
            more(self, &at, object);
        }
    }

    /// Returns `true` if the section declares the name in a member, or if the name may belong to an import.
    fn refers(
        &mut self,
        rule: &'static str,
        at: &str,
        value: &Map<String, Value>,
        member: &str,
        section: &str,
    ) {
        let Some(name) = value.get(member).and_then(Value::as_str) else {
            return;
        };
        let stated = self.root.get(section);
        let declared = match stated {
            None | Some(Value::Null) => section == "tools",
            Some(Value::Array(all)) => {
                let key = if section == "attachments" {
                    "id"
                } else {
                    "name"
                };
                all.iter().any(|one| one[key] == name)
            }
            Some(Value::Object(all)) if section == "states" => all.contains_key(name),
            Some(_) => true,
        };
        let comes = list(self.root.get("imports")).any(|(_, import)| {
            let namespace = import.get("namespace").and_then(Value::as_str);
            namespace.is_some_and(|it| {
                name.strip_prefix(it)
                    .is_some_and(|rest| rest.starts_with('.'))
            })
        });
        self.wants(declared || comes, rule, format!("{at}/{member}"));
    }

    fn tool(&mut self, at: &str, tool: &'v Map<String, Value>) {
        self.wants(
            !is_missing(tool.get("description")),
            "required",
            format!("{at}/description"),
        );
        self.wants(
            tool.contains_key("input_schema"),
            "required",
            format!("{at}/input_schema"),
        );
        let x_actions = tool.get("x_actions").filter(|it| !it.is_null());
        let inner = |name| x_actions.and_then(|it| it.get(name));
        match inner("handler").filter(|_| x_actions.is_some_and(Value::is_object)) {
            None | Some(Value::Null) => {}
            Some(handler) => self.wants(
                handler.as_str().is_some_and(is_safe),
                "V4",
                format!("{at}/x_actions/handler"),
            ),
        }
        let steps = inner("execution")
            .and_then(|it| it.get("steps"))
            .and_then(Value::as_array);
        let is_executed = !is_missing(tool.get("workflow"))
            || !is_missing(inner("handler"))
            || steps.is_some_and(|steps| !steps.is_empty());
        let is_called = inner("direction").is_none_or(|direction| direction != "html_to_agent");
        let is_readable = x_actions.is_none_or(Value::is_object);
        self.wants(!is_readable || !is_called || is_executed, "V7", at);
        match tool.get("workflow") {
            None | Some(Value::Null) => {}
            Some(Value::Object(workflow)) => self.workflow(&format!("{at}/workflow"), workflow),
            Some(_) => self.add("W-object", format!("{at}/workflow")),
        }
    }

    fn attachment(&mut self, at: &str, attachment: &'v Map<String, Value>) {
        for (name, table) in [("target", TARGET), ("lifecycle", LIFECYCLE)] {
            let at = format!("{at}/{name}");
            match attachment.get(name).filter(|value| value.is_object()) {
                Some(value) => self.table(&at, value, table),
                None => self.add("V10", at),
            }
        }
        let at = format!("{at}/signals");
        match attachment.get("signals") {
            None | Some(Value::Null) => {}
            Some(Value::Array(names)) => {
                for (n, name) in names.iter().enumerate() {
                    self.wants(name.is_string(), "shape", format!("{at}/{n}"));
                }
            }
            Some(Value::Object(names)) => {
                for (occasion, name) in names {
                    self.wants(name.is_string(), "shape", format!("{at}/{occasion}"));
                }
            }
            Some(_) => self.add("shape", at),
        }
    }

    fn check(&mut self, at: &str, check: &'v Map<String, Value>) {
        self.about(at, check, true);
        for (name, is_assertion) in [
            ("assertions", true),
            ("negative_assertions", true),
            ("setup", false),
            ("steps", false),
        ] {
            for (n, part) in list(check.get(name)) {
                let at = format!("{at}/{name}/{n}");
                let Some(object) = part.as_object() else {
                    continue;
                };
                self.about(&at, object, is_assertion);
            }
        }
    }

    /// Checks the subjects in a value by rule V12.
    fn about(&mut self, at: &str, value: &Map<String, Value>, has_state: bool) {
        self.refers("V12", at, value, "tool", "tools");
        self.refers("V12", at, value, "attachment", "attachments");
        if has_state {
            self.refers("V12", at, value, "state", "states");
        }
        if let Some(target) = value.get("target").filter(|target| target.is_object()) {
            let at = format!("{at}/target");
            self.table(&at, target, TARGET);
            self.refers("V12", &at, target.as_object().unwrap(), "state", "states");
        }
    }

    fn workflow(&mut self, at: &str, workflow: &Map<String, Value>) {
        let get = |name| workflow.get(name).unwrap_or(&Value::Null);
        for name in workflow.keys() {
            self.wants(
                WORKFLOW.contains(&&**name),
                "W-member",
                format!("{at}/{name}"),
            );
        }
        self.wants(
            get("version").as_u64() == Some(1),
            "W-version",
            format!("{at}/version"),
        );
        let language = format!("{at}/expression_language");
        self.wants(
            get("expression_language") == "jsonata",
            "W-language",
            language,
        );
        let Some(steps) = get("steps").as_array() else {
            return self.add("W-steps", format!("{at}/steps"));
        };
        self.wants(steps.len() <= 25, "W-step-count", format!("{at}/steps"));
        let mut ids = BTreeSet::new();
        for (n, step) in steps.iter().enumerate() {
            let at = format!("{at}/steps/{n}");
            match step.as_object() {
                Some(step) => self.step(&at, step, &mut ids),
                None => self.add("W-step", at),
            }
        }
        self.slots(&format!("{at}/output"), get("output"));
    }

    fn step<'s>(&mut self, at: &str, step: &'s Map<String, Value>, ids: &mut BTreeSet<&'s str>) {
        let below = |name: &str| format!("{at}/{name}");
        for name in step.keys() {
            self.wants(STEP.contains(&&**name), "W-step-member", below(name));
        }
        match step.get("id").and_then(Value::as_str) {
            Some(id) => {
                let is_good = is_safe(id) && !id.contains('.');
                self.wants(is_good, "W-id", below("id"));
                self.wants(ids.insert(id) || !is_good, "W-same-id", below("id"));
            }
            None => self.add("W-id", below("id")),
        }
        self.primitive("W-primitive", at, step);
        self.arguments(at, step);
        for name in ["when", "for_each", "retry_until"] {
            self.slots(&below(name), step.get(name).unwrap_or(&Value::Null));
        }
        if let Some(after_each) = step.get("after_each").and_then(|it| it.get("args")) {
            self.slots(&below("after_each/args"), after_each);
        }
        for (rule, what, limit) in [
            ("W-for-each", "for_each", "max_items"),
            ("W-retry", "retry_until", "max_attempts"),
        ] {
            let is_bounded = || {
                step.get(limit)?
                    .as_f64()
                    .filter(|limit| (1.0..=50.0).contains(limit))
            };
            self.wants(
                !step.contains_key(what) || is_bounded().is_some(),
                rule,
                below(limit),
            );
        }
        match step
            .get("after_each")
            .filter(|_| step.contains_key("retry_until"))
        {
            None | Some(Value::Null) => {}
            Some(Value::Object(after_each)) => {
                let at = below("after_each");
                self.primitive("W-after-each", &at, after_each);
                let name = after_each.get("primitive").and_then(Value::as_str);
                let is_patient = name.is_some_and(|name| BETWEEN.contains(&name));
                self.wants(is_patient, "W-after-each", format!("{at}/primitive"));
                let args = after_each.get("args").unwrap_or(&Value::Null);
                self.wants(
                    args.is_object() || args.is_null(),
                    "W-args",
                    format!("{at}/args"),
                );
            }
            Some(_) => self.add("W-after-each", below("after_each")),
        }
        let on_error = step.get("on_error").unwrap_or(&Value::Null);
        let is_known = on_error.is_null() || on_error == "stop" || on_error == "continue";
        self.wants(is_known, "W-on-error", below("on_error"));
        match step.get("settle_after") {
            None => {}
            Some(Value::Object(settle)) => self.settle(&below("settle_after"), settle),
            Some(_) => self.add("W-settle", below("settle_after")),
        }
    }

    fn settle(&mut self, at: &str, settle: &Map<String, Value>) {
        match (settle.get("locator"), settle.get("delay_ms")) {
            (Some(locator), None) => {
                self.wants(locator.is_object(), "W-settle", format!("{at}/locator"))
            }
            (None, Some(delay)) => {
                let is_time = delay.as_f64().is_some_and(|delay| delay > 0.0);
                self.wants(is_time, "W-settle", format!("{at}/delay_ms"));
            }
            _ => self.add("W-settle", at),
        }
        let settle = Value::Object(settle.clone());
        self.table(at, &settle, &[("state", Text), ("timeout_ms", Number)]);
    }

    fn primitive(&mut self, rule: &'static str, at: &str, step: &Map<String, Value>) {
        let at = format!("{at}/primitive");
        match step.get("primitive").and_then(Value::as_str) {
            None | Some("") => self.add(rule, at),
            Some(name) => self.wants(PRIMITIVES.contains(&name), "W-unknown-primitive", at),
        }
    }

    fn arguments(&mut self, at: &str, step: &Map<String, Value>) {
        let at = format!("{at}/args");
        let args = step.get("args").unwrap_or(&Value::Null);
        self.wants(args.is_object() || args.is_null(), "W-args", &*at);
        self.slots(&at, args);
    }

    fn slots(&mut self, at: &str, value: &Value) {
        match value {
            Value::String(text) => self.wants(!is_partial(text), "W-partial-slot", at),
            Value::Array(elements) => elements
                .iter()
                .enumerate()
                .for_each(|(n, value)| self.slots(&format!("{at}/{n}"), value)),
            Value::Object(members) => members
                .iter()
                .for_each(|(name, value)| self.slots(&format!("{at}/{name}"), value)),
            _ => {}
        }
    }

    fn projections(&mut self) {
        let mut names = BTreeSet::new();
        for (n, value) in list(self.root.get("state_projections")) {
            let at = format!("/state_projections/{n}");
            let Some(projection) = value.as_object() else {
                self.add("shape", at);
                continue;
            };
            match projection.get("name").and_then(Value::as_str) {
                Some(name) => {
                    self.wants(!name.is_empty(), "P-name", format!("{at}/name"));
                    self.wants(names.insert(name), "P-same-name", format!("{at}/name"));
                }
                None => self.add("P-name", format!("{at}/name")),
            }
            self.table(&at, value, PROJECTION);
            match projection.get("snapshot").and_then(Value::as_object) {
                Some(snapshot) => self.snapshot(&format!("{at}/snapshot"), snapshot),
                None => self.add("P-snapshot", format!("{at}/snapshot")),
            }
            self.postconditions(
                &format!("{at}/postconditions"),
                projection.get("postconditions"),
            );
            let at = format!("{at}/markers");
            match projection.get("markers") {
                None | Some(Value::Null) => {}
                Some(Value::Array(markers)) => self.markers(&at, markers),
                Some(Value::String(text)) => {
                    self.wants(text.contains("{%") && !is_partial(text), "P-markers", at)
                }
                Some(_) => self.add("P-markers", at),
            }
        }
    }

    fn snapshot(&mut self, at: &str, snapshot: &Map<String, Value>) {
        let get = |name| snapshot.get(name).unwrap_or(&Value::Null);
        self.wants(
            get("version").as_u64() == Some(1),
            "P-version",
            format!("{at}/version"),
        );
        self.wants(get("source") == "dom", "P-source", format!("{at}/source"));
        self.wants(
            get("extract").is_array(),
            "P-extract",
            format!("{at}/extract"),
        );
        for (n, record) in list(snapshot.get("extract")) {
            let at = format!("{at}/extract/{n}");
            self.wants(record.is_object(), "P-extract", &*at);
            self.table(
                &at,
                record,
                &[("selector", Text), ("xpath", Text), ("many", Flag)],
            );
            self.fields(&format!("{at}/fields"), record.get("fields"));
        }
        match get("projection").as_object() {
            Some(expression) => self.expression(&format!("{at}/projection"), expression),
            None => self.add("P-expression", format!("{at}/projection")),
        }
        if let Some(schema) = snapshot.get("output_schema") {
            self.wants(
                schema.is_object(),
                "P-output-schema",
                format!("{at}/output_schema"),
            );
        }
    }

    fn expression(&mut self, at: &str, expression: &Map<String, Value>) {
        let is_jsonata = expression
            .get("language")
            .is_some_and(|language| language == "jsonata");
        self.wants(is_jsonata, "P-language", format!("{at}/language"));
        let has_text = expression.get("expression").is_some_and(Value::is_string);
        self.wants(has_text, "P-expression", format!("{at}/expression"));
    }

    fn fields(&mut self, at: &str, fields: Option<&Value>) {
        match fields {
            None | Some(Value::Null) => {}
            Some(Value::Object(fields)) => {
                for (name, field) in fields {
                    let at = format!("{at}/{name}");
                    self.wants(field.is_object() || field.is_null(), "shape", &*at);
                    self.table(&at, field, FIELD);
                    self.fields(&format!("{at}/fields"), field.get("fields"));
                }
            }
            Some(_) => self.add("shape", at),
        }
    }

    fn postconditions(&mut self, at: &str, stated: Option<&Value>) {
        match stated {
            None | Some(Value::Null | Value::String(_)) => {}
            Some(Value::Object(by_tool)) => {
                for (tool, condition) in by_tool {
                    let at = format!("{at}/{tool}");
                    self.wants(
                        condition.is_object() || condition.is_string(),
                        "P-postconditions",
                        &*at,
                    );
                    self.table(
                        &at,
                        condition,
                        &[("projection", Text), ("failure_message", Text)],
                    );
                    match condition.get("verify") {
                        None | Some(Value::Null) => {}
                        Some(Value::Object(verify)) => {
                            self.expression(&format!("{at}/verify"), verify)
                        }
                        Some(_) => self.add("shape", format!("{at}/verify")),
                    }
                }
            }
            Some(_) => self.add("P-postconditions", at),
        }
    }

    fn markers(&mut self, at: &str, markers: &[Value]) {
        let mut ids = BTreeSet::new();
        for (n, marker) in markers.iter().enumerate() {
            let at = format!("{at}/{n}");
            if !marker.is_object() {
                self.add("P-markers", at);
                continue;
            }
            match marker.get("id").and_then(Value::as_str) {
                None | Some("") => self.add("P-marker-id", format!("{at}/id")),
                Some(id) => self.wants(ids.insert(id), "P-same-marker", format!("{at}/id")),
            }
            let is_known = marker
                .get("type")
                .is_some_and(|it| it == "cursor" || it == "pointer");
            self.wants(is_known, "P-marker-type", format!("{at}/type"));
            let recipe = marker
                .get("recipe")
                .and_then(Value::as_array)
                .filter(|steps| !steps.is_empty());
            self.wants(recipe.is_some(), "P-recipe", format!("{at}/recipe"));
            for (n, step) in recipe.into_iter().flatten().enumerate() {
                let at = format!("{at}/recipe/{n}");
                if !step.is_object() {
                    self.add("P-recipe-step", at);
                    continue;
                }
                let name = step.get("primitive").and_then(Value::as_str);
                let is_allowed = name.is_some_and(|name| TO_A_MARKER.contains(&name));
                self.wants(is_allowed, "P-recipe-step", format!("{at}/primitive"));
                let args = step.get("args").unwrap_or(&Value::Null);
                self.wants(
                    args.is_object() || args.is_null(),
                    "W-args",
                    format!("{at}/args"),
                );
            }
        }
    }
}
