//! Plans of surfaces, independent of any version of A2UI. A plan has components, their bindings, and the data that a
//! click sends. Each plan is written in 0.8 and in 0.9 as an agent of that version writes it.

use a2ui::Message;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// A literal text or number, or a binding to the data model.
#[derive(Clone, Debug)]
pub(super) enum Content {
    Text(&'static str),
    /// A path from the root of the data model.
    Path(&'static str),
    /// A path from the item of the surrounding list. Outside of lists, a path from the root.
    Own(&'static str),
}

#[derive(Clone, Debug)]
pub(super) enum Part {
    Text(Content, &'static str),
    Icon(&'static str),
    Image(Content),
    Divider,
    Row(Vec<Part>),
    Column(Vec<Part>),
    Card(Box<Part>),
    Button {
        label: &'static str,
        name: &'static str,
        context: Vec<(&'static str, Content)>,
        is_checked: bool,
    },
    Field {
        label: Content,
        path: &'static str,
        is_checked: bool,
    },
    CheckBox(Content, &'static str),
    Choice(&'static str),
    Tabs(Vec<Part>),
    List(Vec<Part>),
}

/// A later message of an agent.
#[derive(Clone, Debug)]
pub(super) enum Later {
    /// A value at a place outside of lists.
    Set(&'static str, Value),
    /// A new name of an item.
    Item(usize, &'static str),
    /// An additional item.
    More(&'static str),
    /// An update with other components.
    Parts(Vec<Part>),
}

/// A surface: its first components, its data, and its later changes.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) parts: Vec<Part>,
    pub(super) items: Vec<&'static str>,
    pub(super) later: Vec<Later>,
    /// `true` if the data is sent before the components.
    pub(super) data_first: bool,
}

const NAMES: [&str; 5] = ["Ada", "Lin", "", "# 7", "a\nb"];

fn content(in_list: bool) -> BoxedStrategy<Content> {
    let text = prop::sample::select(vec!["Hi", "", "# of seats", "a *b* c", "1.50"])
        .prop_map(Content::Text);
    let path = prop::sample::select(vec!["/title", "/user/name", "/count", "/nothing"])
        .prop_map(Content::Path);
    match in_list {
        true => {
            let own = prop::sample::select(vec!["name", "done", "gone"]).prop_map(Content::Own);
            // In a list, every path of 0.8 is relative to the item.
            prop_oneof![text, own].boxed()
        }
        false => prop_oneof![text, path].boxed(),
    }
}

fn part(in_list: bool, has_checks: bool) -> BoxedStrategy<Part> {
    let content = || content(in_list);
    let hint = prop::sample::select(vec!["", "h1", "h3", "h5", "caption", "body"]);
    let checked = any::<bool>().prop_map(move |is_checked| is_checked && has_checks && !in_list);
    let context = prop::collection::vec(
        (prop::sample::select(vec!["a", "b", "path"]), content()),
        0..3,
    );
    let names = prop::sample::select(vec!["book", "go"]);
    let leaf = prop_oneof![
        4 => (content(), hint).prop_map(|(content, hint)| Part::Text(content, hint)),
        1 => prop::sample::select(vec!["star", "mail"]).prop_map(Part::Icon),
        1 => Just(Part::Image(Content::Text("https://example.org/a.png"))),
        1 => Just(Part::Divider),
        2 => (names, context, checked.clone()).prop_map(|(name, mut context, is_checked)| {
            context.sort_by_key(|(key, _)| *key);
            context.dedup_by_key(|(key, _)| *key);
            Part::Button { label: "Go", name, context, is_checked }
        }),
        1 => (content(), checked).prop_map(move |(label, is_checked)| {
            let path = if in_list { "name" } else { "/user/name" };
            Part::Field { label, path, is_checked }
        }),
        1 => content().prop_map(move |label| Part::CheckBox(label, if in_list { "done" } else { "/ok" })),
        1 => Just(Part::Choice("/chosen")),
    ];
    let inner = move |part: BoxedStrategy<Part>| {
        prop_oneof![
            prop::collection::vec(part.clone(), 0..4).prop_map(Part::Row),
            prop::collection::vec(part.clone(), 0..4).prop_map(Part::Column),
            part.clone().prop_map(|part| Part::Card(Box::new(part))),
            prop::collection::vec(part, 1..3).prop_map(Part::Tabs),
        ]
    };
    let leaf = leaf.prop_filter("outside of lists", move |part| {
        !in_list || !matches!(part, Part::Choice(_))
    });
    leaf.boxed()
        .prop_recursive(2, 12, 4, move |part| inner(part.boxed()))
        .boxed()
}

/// Generates plans with or without checks, which 0.8 does not support.
pub(super) fn plan(has_checks: bool) -> BoxedStrategy<Plan> {
    let list = prop::collection::vec(part(true, false), 1..3).prop_map(Part::List);
    let parts = move || {
        prop::collection::vec(
            prop_oneof![5 => part(false, has_checks), 2 => list.clone()],
            1..5,
        )
    };
    let items = prop::collection::vec(prop::sample::select(NAMES.to_vec()), 0..4);
    let later = prop_oneof![
        3 => (prop::sample::select(vec!["/title", "/user/name"]), prop::sample::select(NAMES.to_vec()))
            .prop_map(|(path, name)| Later::Set(path, json!(name))),
        1 => Just(Later::Set("/count", json!(-2))),
        1 => any::<bool>().prop_map(|ok| Later::Set("/ok", json!(ok))),
        3 => (0usize..4, prop::sample::select(NAMES.to_vec())).prop_map(|(index, name)| Later::Item(index, name)),
        2 => prop::sample::select(NAMES.to_vec()).prop_map(Later::More),
        1 => parts().prop_map(Later::Parts),
    ];
    (
        parts(),
        items,
        prop::collection::vec(later, 0..5),
        any::<bool>(),
    )
        .prop_map(|(parts, items, later, data_first)| Plan {
            parts,
            items,
            later,
            data_first,
        })
        .boxed()
}

/// Writes the messages of a plan.
pub(super) fn write(plan: &Plan, is_old: bool) -> Vec<Message> {
    let mut items = plan.items.clone();
    let mut texts = Vec::new();
    let data = model(&items, is_old);
    let components = components(&plan.parts, is_old);
    let first = if plan.data_first {
        [data, components]
    } else {
        [components, data]
    };
    if is_old {
        texts.extend(first);
        texts.push(json!({"beginRendering": {"surfaceId": "s", "root": "root"}}));
    } else {
        let catalog = "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json";
        texts.push(
            json!({"version": "v0.9", "createSurface": {"surfaceId": "s", "catalogId": catalog}}),
        );
        texts.extend(first);
    }
    for later in &plan.later {
        match later {
            Later::Set(path, value) => texts.push(set(path, value, is_old)),
            Later::Item(index, name) if *index < items.len() => {
                items[*index] = name;
                texts.push(set(
                    &format!("/items/{}/name", key(*index, is_old)),
                    &json!(name),
                    is_old,
                ));
            }
            Later::Item(..) => {}
            Later::More(name) => {
                items.push(name);
                let path = format!("/items/{}", key(items.len() - 1, is_old));
                texts.push(set(&path, &json!({"name": name, "done": true}), is_old));
            }
            Later::Parts(parts) => texts.push(self::components(parts, is_old)),
        }
    }
    texts
        .iter()
        .map(|text| Message::read(&text.to_string()).unwrap())
        .collect()
}

/// Writes lists as the maps of 0.8, with keys of the agent's choice.
fn key(index: usize, is_old: bool) -> String {
    if is_old {
        format!("item{index}")
    } else {
        index.to_string()
    }
}

fn model(items: &[&str], is_old: bool) -> Value {
    let item = |name: &&str| json!({"name": name, "done": false});
    let list = match is_old {
        false => Value::Array(items.iter().map(item).collect()),
        true => {
            let named = items
                .iter()
                .enumerate()
                .map(|(index, name)| (key(index, true), item(name)));
            Value::Object(named.collect())
        }
    };
    let model =
        json!({"title": "Seats", "user": {"name": "Kim"}, "count": 3, "ok": false, "items": list});
    if is_old {
        return json!({"dataModelUpdate": {"surfaceId": "s", "contents": contents(&model)}});
    }
    json!({"version": "v0.9", "updateDataModel": {"surfaceId": "s", "value": model}})
}

fn set(path: &str, value: &Value, is_old: bool) -> Value {
    if !is_old {
        return json!({"version": "v0.9", "updateDataModel": {"surfaceId": "s", "path": path, "value": value}});
    }
    // 0.8 writes members below a path.
    let (above, name) = match value {
        Value::Object(_) => (path, None),
        _ => path
            .rsplit_once('/')
            .map(|(above, name)| (above, Some(name)))
            .unwrap(),
    };
    let contents = match name {
        Some(name) => contents(&json!({name: value})),
        None => contents(value),
    };
    let above = if above.is_empty() { "/" } else { above };
    json!({"dataModelUpdate": {"surfaceId": "s", "path": above, "contents": contents}})
}

/// Writes the entries of a map of 0.8.
fn contents(value: &Value) -> Value {
    let entry = |(key, value): (&String, &Value)| match value {
        Value::Object(_) => json!({"key": key, "valueMap": contents(value)}),
        Value::Bool(value) => json!({"key": key, "valueBoolean": value}),
        Value::Number(value) => json!({"key": key, "valueNumber": value}),
        other => json!({"key": key, "valueString": other}),
    };
    Value::Array(value.as_object().unwrap().iter().map(entry).collect())
}

fn components(parts: &[Part], is_old: bool) -> Value {
    let mut writer = Writer {
        is_old,
        list: Vec::new(),
    };
    let children = writer.all(parts);
    writer.add(
        "root",
        "Column",
        json!({"children": writer.children(children)}),
    );
    writer.list.reverse();
    if is_old {
        return json!({"surfaceUpdate": {"surfaceId": "s", "components": writer.list}});
    }
    json!({"version": "v0.9", "updateComponents": {"surfaceId": "s", "components": writer.list}})
}

struct Writer {
    is_old: bool,
    list: Vec<Value>,
}

impl Writer {
    fn all(&mut self, parts: &[Part]) -> Vec<String> {
        parts.iter().map(|part| self.part(part)).collect()
    }

    fn add(&mut self, id: &str, name: &str, properties: Value) -> String {
        let component = if self.is_old {
            json!({"id": id, "component": {name: properties}})
        } else {
            let mut all = Map::from_iter([
                ("id".to_owned(), json!(id)),
                ("component".to_owned(), json!(name)),
            ]);
            all.extend(properties.as_object().unwrap().clone());
            Value::Object(all)
        };
        self.list.push(component);
        id.to_owned()
    }

    fn one_more(&mut self, name: &str, properties: Value) -> String {
        let id = format!("c{}", self.list.len());
        self.add(&id, name, properties)
    }

    fn children(&self, ids: Vec<String>) -> Value {
        if self.is_old {
            json!({"explicitList": ids})
        } else {
            json!(ids)
        }
    }

    fn content(&self, content: &Content) -> Value {
        match (content, self.is_old) {
            (Content::Text(text), true) => json!({"literalString": text}),
            (Content::Text(text), false) => json!(text),
            (Content::Path(path), _) => json!({"path": path}),
            // Paths in an item, as the published samples of 0.8 write them.
            (Content::Own(name), true) => json!({"path": format!("/{name}")}),
            (Content::Own(name), false) => json!({"path": name}),
        }
    }

    /// Writes a binding to a path. In a list of 0.8, every path is relative to the item.
    fn bound(&self, path: &str) -> Value {
        let is_own = !path.starts_with('/');
        if is_own && self.is_old {
            json!({"path": format!("/{path}")})
        } else {
            json!({"path": path})
        }
    }

    fn part(&mut self, part: &Part) -> String {
        let is_old = self.is_old;
        let required = |path: &str| json!([{"condition": {"call": "required", "args": {"value": {"path": path}}}, "message": "Missing"}]);
        match part {
            Part::Text(content, hint) => {
                let mut properties = Map::from_iter([("text".to_owned(), self.content(content))]);
                if !hint.is_empty() {
                    properties.insert(
                        if is_old { "usageHint" } else { "variant" }.to_owned(),
                        json!(hint),
                    );
                }
                self.one_more("Text", Value::Object(properties))
            }
            Part::Icon(name) => {
                let name = self.content(&Content::Text(name));
                self.one_more("Icon", json!({"name": name}))
            }
            Part::Image(url) => {
                let url = self.content(url);
                self.one_more("Image", json!({"url": url}))
            }
            Part::Divider => self.one_more("Divider", json!({})),
            Part::Row(parts) | Part::Column(parts) => {
                let ids = self.all(parts);
                let children = self.children(ids);
                let name = if matches!(part, Part::Row(_)) {
                    "Row"
                } else {
                    "Column"
                };
                self.one_more(name, json!({"children": children}))
            }
            Part::Card(part) => {
                let child = self.part(part);
                self.one_more("Card", json!({"child": child}))
            }
            Part::Button {
                label,
                name,
                context,
                is_checked,
            } => {
                let child = self.part(&Part::Text(Content::Text(label), ""));
                let action = if is_old {
                    let entries = context
                        .iter()
                        .map(|(key, content)| json!({"key": key, "value": self.content(content)}));
                    json!({"name": name, "context": entries.collect::<Vec<_>>()})
                } else {
                    let members = context
                        .iter()
                        .map(|(key, content)| ((*key).to_owned(), self.content(content)));
                    json!({"event": {"name": name, "context": Map::from_iter(members)}})
                };
                let mut properties = Map::from_iter([
                    ("child".to_owned(), json!(child)),
                    ("action".to_owned(), action),
                ]);
                if *is_checked {
                    properties.insert("checks".to_owned(), required("/user/name"));
                }
                self.one_more("Button", Value::Object(properties))
            }
            Part::Field {
                label,
                path,
                is_checked,
            } => {
                let value = if is_old { "text" } else { "value" };
                let mut properties = Map::from_iter([
                    ("label".to_owned(), self.content(label)),
                    (value.to_owned(), self.bound(path)),
                ]);
                if *is_checked {
                    properties.insert("checks".to_owned(), required(path));
                }
                self.one_more("TextField", Value::Object(properties))
            }
            Part::CheckBox(label, path) => {
                let (label, value) = (self.content(label), self.bound(path));
                self.one_more("CheckBox", json!({"label": label, "value": value}))
            }
            Part::Choice(path) => {
                let option = |label: &str| json!({"label": self.content(&Content::Text(if label == "a" { "A" } else { "B" })), "value": label});
                let options = json!([option("a"), option("b")]);
                match is_old {
                    true => self.one_more(
                        "MultipleChoice",
                        json!({"options": options, "selections": {"path": path}}),
                    ),
                    false => self.one_more(
                        "ChoicePicker",
                        json!({"options": options, "value": {"path": path}, "variant": "multipleSelection"}),
                    ),
                }
            }
            Part::Tabs(parts) => {
                let ids = self.all(parts);
                let tabs = ids
                    .iter()
                    .map(|id| json!({"title": self.content(&Content::Text("Tab")), "child": id}));
                let tabs: Vec<_> = tabs.collect();
                self.one_more(
                    "Tabs",
                    if is_old {
                        json!({"tabItems": tabs})
                    } else {
                        json!({"tabs": tabs})
                    },
                )
            }
            Part::List(parts) => {
                let ids = self.all(parts);
                let children = self.children(ids);
                let row = self.one_more("Column", json!({"children": children}));
                let children = match is_old {
                    true => json!({"template": {"componentId": row, "dataBinding": "/items"}}),
                    false => json!({"componentId": row, "path": "/items"}),
                };
                self.one_more("List", json!({"children": children}))
            }
        }
    }
}
