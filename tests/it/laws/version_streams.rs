//! Streams of messages for the laws between the versions of A2UI, with all components of the published catalog, unknown
//! components, and valid and invalid values.

use a2ui::{Message, Notation, surface::Surfaces, v0_8, v0_9, v1_0};
use bridge::{Carry, Context, Dialect};
use proptest::prelude::*;
use wire::{Extra, Field, Payload, generate};

/// The type of a property.
#[derive(Clone, Copy)]
enum Kind {
    Bound(&'static str),
    Words(&'static [&'static str]),
    Child,
    Children,
    Tabs,
    Options,
    Action,
    Json(&'static [&'static str]),
}

use Kind::*;

const TEXT: Kind = Bound("literalString");
const HINTS: Kind = Words(&["h1", "h2", "caption", "body", "odd"]);
const ALIGN: Kind = Words(&["start", "center", "end", "stretch"]);
const SPREAD: Kind = Words(&["start", "spaceBetween", "spaceEvenly", "stretch"]);
const FLAG: Kind = Json(&["true", "false"]);
const NUMBER: Kind = Json(&["0", "1", "1.0", "1e2", "100"]);

type Table = &'static [(&'static str, &'static [(&'static str, Kind)])];

const V0_8: Table = &[
    ("Text", &[("text", TEXT), ("usageHint", HINTS)]),
    (
        "Image",
        &[
            ("url", TEXT),
            ("altText", TEXT),
            ("fit", Words(&["scale-down", "cover", "scaleDown"])),
            ("usageHint", HINTS),
        ],
    ),
    ("Icon", &[("name", TEXT)]),
    ("Video", &[("url", TEXT)]),
    ("AudioPlayer", &[("url", TEXT), ("description", TEXT)]),
    (
        "Row",
        &[
            ("children", Children),
            ("distribution", SPREAD),
            ("alignment", ALIGN),
        ],
    ),
    (
        "Column",
        &[
            ("children", Children),
            ("distribution", SPREAD),
            ("alignment", ALIGN),
        ],
    ),
    (
        "List",
        &[
            ("children", Children),
            ("direction", Words(&["vertical", "horizontal"])),
            ("alignment", ALIGN),
        ],
    ),
    ("Card", &[("child", Child)]),
    ("Tabs", &[("tabItems", Tabs)]),
    (
        "Modal",
        &[("entryPointChild", Child), ("contentChild", Child)],
    ),
    ("Divider", &[("axis", Words(&["vertical", "horizontal"]))]),
    (
        "Button",
        &[("child", Child), ("primary", FLAG), ("action", Action)],
    ),
    (
        "CheckBox",
        &[("label", TEXT), ("value", Bound("literalBoolean"))],
    ),
    (
        "TextField",
        &[
            ("label", TEXT),
            ("text", TEXT),
            ("textFieldType", Words(&["date", "number", "shortText"])),
            ("validationRegexp", Words(&["^a$"])),
        ],
    ),
    (
        "DateTimeInput",
        &[("value", TEXT), ("enableDate", FLAG), ("enableTime", FLAG)],
    ),
    (
        "MultipleChoice",
        &[
            ("selections", Bound("literalArray")),
            ("options", Options),
            ("maxAllowedSelections", NUMBER),
            ("variant", Words(&["checkbox", "chips"])),
            ("filterable", FLAG),
        ],
    ),
    (
        "Slider",
        &[
            ("label", TEXT),
            ("value", Bound("literalNumber")),
            ("minValue", NUMBER),
            ("maxValue", NUMBER),
        ],
    ),
    (
        "Chart",
        &[
            ("series", TEXT),
            ("child", Child),
            (
                "data",
                Json(&[
                    r#"{"path":"/n"}"#,
                    "[1]",
                    r#"[{"at":{"literalNumber":1.50},"of":{"path":"n"}}]"#,
                ]),
            ),
            ("kids", Children),
            ("pages", Tabs),
            ("action", Action),
        ],
    ),
    ("ChoicePicker", &[("value", TEXT)]),
];

const CHECKS: Kind =
    Json(&[r#"[{"condition":{"call":"required","args":{"value":{"path":"/n"}}},"message":"m"}]"#]);
const A11Y: Kind = Json(&[r#"{"label":"a"}"#]);

const V0_9: Table = &[
    (
        "Text",
        &[("text", TEXT), ("variant", HINTS), ("accessibility", A11Y)],
    ),
    (
        "Image",
        &[
            ("url", TEXT),
            ("description", TEXT),
            ("fit", Words(&["scaleDown", "cover", "scale-down"])),
            ("variant", HINTS),
        ],
    ),
    (
        "Icon",
        &[(
            "name",
            Json(&[
                r#""home""#,
                r#""play""#,
                r#"{"svgPath":"M0"}"#,
                r#"{"path":"/i"}"#,
            ]),
        )],
    ),
    ("Video", &[("url", TEXT), ("accessibility", A11Y)]),
    ("AudioPlayer", &[("url", TEXT), ("description", TEXT)]),
    (
        "Row",
        &[
            ("children", Children),
            ("justify", SPREAD),
            ("align", ALIGN),
        ],
    ),
    (
        "Column",
        &[
            ("children", Children),
            ("justify", SPREAD),
            ("align", ALIGN),
        ],
    ),
    (
        "List",
        &[
            ("children", Children),
            ("direction", Words(&["vertical", "horizontal"])),
            ("align", ALIGN),
        ],
    ),
    ("Card", &[("child", Child), ("weight", NUMBER)]),
    ("Tabs", &[("tabs", Tabs)]),
    ("Modal", &[("trigger", Child), ("content", Child)]),
    ("Divider", &[("axis", Words(&["vertical", "horizontal"]))]),
    (
        "Button",
        &[
            ("child", Child),
            ("variant", Words(&["default", "primary", "borderless"])),
            ("action", Action),
            ("checks", CHECKS),
        ],
    ),
    (
        "CheckBox",
        &[
            ("label", TEXT),
            ("value", Bound("literalBoolean")),
            ("checks", CHECKS),
        ],
    ),
    (
        "TextField",
        &[
            ("label", TEXT),
            ("value", TEXT),
            ("variant", Words(&["number", "shortText", "obscured"])),
            ("validationRegexp", Words(&["^a$"])),
            ("checks", CHECKS),
        ],
    ),
    (
        "DateTimeInput",
        &[
            ("value", TEXT),
            ("enableDate", FLAG),
            ("min", TEXT),
            ("max", TEXT),
            ("label", TEXT),
        ],
    ),
    (
        "ChoicePicker",
        &[
            ("value", Bound("literalArray")),
            ("options", Options),
            (
                "variant",
                Words(&["multipleSelection", "mutuallyExclusive"]),
            ),
            ("displayStyle", Words(&["checkbox", "chips"])),
            ("label", TEXT),
        ],
    ),
    (
        "Slider",
        &[
            ("label", TEXT),
            ("value", Bound("literalNumber")),
            ("min", NUMBER),
            ("max", NUMBER),
        ],
    ),
    (
        "Chart",
        &[
            ("series", TEXT),
            ("child", Child),
            ("weight", Words(&["much"])),
            ("kids", Children),
            ("pages", Tabs),
            ("action", Action),
        ],
    ),
    ("MultipleChoice", &[("selections", TEXT)]),
];

/// The ids of the components of a surface. Each component names only later ones, so that there are no cycles.
const IDS: [&str; 6] = ["top", "root", "b", "c/d", "e", "f"];

fn payload(text: &str) -> Payload {
    Payload::parse(text).unwrap()
}

fn quote_text(text: &str) -> String {
    Payload::string(text).text().to_owned()
}

fn literal(kind: &'static str) -> BoxedStrategy<String> {
    match kind {
        "literalNumber" => generate::number_text(),
        "literalBoolean" => {
            prop::sample::select(vec!["true".to_owned(), "false".to_owned()]).boxed()
        }
        "literalArray" => Just(r#"["a","b"]"#.to_owned()).boxed(),
        _ => generate::text().prop_map(|text| quote_text(&text)).boxed(),
    }
}

fn path() -> BoxedStrategy<String> {
    const PATHS: &[&str] = &[
        "/n",
        "/deep/n",
        "name",
        "/list/0",
        "/list/item1/a",
        "/deep.er[0]",
        "//n",
        "/item/n",
    ];
    prop::sample::select(PATHS).prop_map(quote_text).boxed()
}

fn bound(kind: &'static str, is_old: bool) -> BoxedStrategy<String> {
    if is_old {
        let both = (path(), literal(kind))
            .prop_map(move |(path, literal)| format!(r#"{{"path":{path},"{kind}":{literal}}}"#));
        prop_oneof![
            4 => literal(kind).prop_map(move |literal| format!(r#"{{"{kind}":{literal}}}"#)),
            2 => path().prop_map(|path| format!(r#"{{"path":{path}}}"#)),
            2 => both,
            1 => Just("{}".to_owned()),
            1 => Just(r#"{"literalString":"a","literalNumber":1.0}"#.to_owned()),
        ]
        .boxed()
    } else {
        prop_oneof![
            4 => literal(kind),
            2 => path().prop_map(|path| format!(r#"{{"path":{path}}}"#)),
            2 => Just(r#"{"call":"formatString","args":{"value":"${/n}"},"returnType":"string"}"#.to_owned()),
            1 => Just(r#"{"call":"formatString","args":{"value":"${/deep/n} of ${/list/0}"}}"#.to_owned()),
            1 => Just("null".to_owned()),
            1 => Just(r#"{"path":"/n","x":1}"#.to_owned()),
        ]
        .boxed()
    }
}

fn child(behind: usize) -> BoxedStrategy<String> {
    let ids: Vec<String> = IDS
        .iter()
        .skip(behind)
        .chain(&["gone"])
        .map(|id| quote_text(id))
        .collect();
    prop::sample::select(ids).boxed()
}

fn value(kind: Kind, behind: usize, is_old: bool) -> BoxedStrategy<String> {
    let fitting = match kind {
        Bound(literal) => bound(literal, is_old),
        Words(words) => prop::sample::select(words).prop_map(quote_text).boxed(),
        Json(texts) => prop::sample::select(texts).prop_map(str::to_owned).boxed(),
        Child => child(behind),
        Children => {
            let list = prop::collection::vec(child(behind), 0..3).prop_map(move |ids| {
                let list = format!("[{}]", ids.join(","));
                if is_old { format!(r#"{{"explicitList":{list}}}"#) } else { list }
            });
            let path = prop::sample::select(vec!["/list", "/list", "a", "/deep.er"]);
            let template = (child(behind), path).prop_map(move |(id, path)| {
                if is_old {
                    format!(r#"{{"template":{{"componentId":{id},"dataBinding":"{path}"}}}}"#)
                } else {
                    format!(r#"{{"componentId":{id},"path":"{path}"}}"#)
                }
            });
            prop_oneof![3 => list, 1 => template].boxed()
        }
        Tabs => prop::collection::vec((bound("literalString", is_old), child(behind)), 0..3)
            .prop_map(|tabs| {
                let tabs: Vec<_> =
                    tabs.iter().map(|(title, id)| format!(r#"{{"title":{title},"child":{id}}}"#)).collect();
                format!("[{}]", tabs.join(","))
            })
            .boxed(),
        Options => prop::collection::vec(bound("literalString", is_old), 0..3)
            .prop_map(|labels| {
                let options: Vec<_> =
                    labels.iter().map(|label| format!(r#"{{"label":{label},"value":"v"}}"#)).collect();
                format!("[{}]", options.join(","))
            })
            .boxed(),
        Action if is_old => prop::collection::vec(bound("literalNumber", true), 0..3)
            .prop_map(|values| {
                let entries: Vec<_> = values
                    .iter()
                    .enumerate()
                    .map(|(index, value)| format!(r#"{{"key":"k{}","value":{value}}}"#, index / 2))
                    .collect();
                format!(r#"{{"name":"go","context":[{}]}}"#, entries.join(","))
            })
            .boxed(),
        Action => prop_oneof![
            3 => prop::collection::vec(bound("literalArray", false), 0..3).prop_map(|values| {
                let members: Vec<_> =
                    values.iter().enumerate().map(|(index, value)| format!(r#""k{index}":{value}"#)).collect();
                format!(r#"{{"event":{{"name":"go","context":{{{}}}}}}}"#, members.join(","))
            }),
            1 => Just(r#"{"functionCall":{"call":"openUrl","args":{"url":"https://a.test"}}}"#.to_owned()),
            1 => Just(r#"{"event":{"name":"go"}}"#.to_owned()),
        ]
        .boxed(),
    };
    // References to components are not replaced, as that could make a cycle.
    let any = generate::json_text(20)
        .prop_filter("no id", |text| !IDS.iter().any(|id| text.contains(id)));
    prop_oneof![12 => fitting, 1 => any].boxed()
}

/// Generates a component type and its properties in their order.
fn typed_component(table: Table, behind: usize, is_old: bool) -> BoxedStrategy<(String, Extra)> {
    (0..table.len())
        .prop_flat_map(move |at| {
            let (name, properties) = table[at];
            let properties: Vec<_> = properties
                .iter()
                .map(|(name, kind)| {
                    let given =
                        value(*kind, behind, is_old).prop_map(move |text| Some((*name, payload(&text))));
                    prop_oneof![4 => given, 1 => Just(None)].boxed()
                })
                .collect();
            let strange = prop_oneof![
                6 => Just(None),
                1 => prop::sample::select(vec!["x-a", "variant", "usageHint", "value", "max", "label"])
                    .prop_map(|name| Some((name, payload("[1.0]")))),
            ];
            (Just(name), properties, strange)
        })
        .prop_map(|(name, properties, strange)| {
            let members = strange.into_iter().chain(properties.into_iter().flatten());
            (name.to_owned(), members.collect())
        })
        .boxed()
}

fn extra() -> BoxedStrategy<Extra> {
    prop_oneof![
        5 => Just(Extra::new()),
        1 => Just([("x-pen", payload("1.50"))].into_iter().collect()),
    ]
    .boxed()
}

/// Generates paths and values. A path never leads through a scalar that another path writes.
fn data() -> BoxedStrategy<(Field<String>, String)> {
    let object = prop_oneof![
        1 => Just(r#"{"n":"a","deep":{"n":1.0,"er":{"est":true}}}"#.to_owned()),
        1 => Just(r#"{"list":[1,{"a":[{}]},null],"e":[],"m":null}"#.to_owned()),
        1 => Just(r#"{"n":"\ud83d",".":1,"__proto__":{"a":{"b":1}}}"#.to_owned()),
        1 => Just("{}".to_owned()),
        1 => Just(r#"{".":{"a":1}}"#.to_owned()),
        1 => Just(r#"{"a.b":1,"a[0]":{"c/d":true},"7":{"e":"[1.0,null]","f":"[1"}}"#.to_owned()),
        1 => Just(r#"{"j":"{\"a\": null}"}"#.to_owned()),
        1 => Just(r#"{".":5,"x":null}"#.to_owned()),
        1 => Just(r#"{"k":1,"0":[1]}"#.to_owned()),
        2 => Just(r#"{"list":["a","b",null,["c"]],"n":"a"}"#.to_owned()),
        1 => Just(r#"{"0":{"a":"b"},"1":{"a":"c","k":[true,{"d":[0.5]}]}}"#.to_owned()),
        1 => Just(r#"{"deep":{"l":[[1,2],{"m":["a"],"n":null}]},"e":[""]}"#.to_owned()),
        1 => Just(r#"{"\ud83d":"a","x":[]}"#.to_owned()),
        1 => Just(r#"{"\\ud83d":{"a":{"b":1}},"x":["\ud83d"]}"#.to_owned()),
    ];
    let path = prop::sample::select(vec![
        None,
        Some("/"),
        Some("/deep"),
        Some("other"),
        Some("/list"),
        Some("/list/0"),
        Some("/list/item1"),
        Some("/orders/1024"),
        Some("/deep/l/0"),
        Some("/none/of/these/0"),
        Some("/list/0/k"),
    ]);
    let scalar = (
        Just(Field::Value("/n".to_owned())),
        literal("literalNumber"),
    );
    prop_oneof![
        4 => (path.prop_map(|path| path.map_or(Field::Absent, |path| Field::Value(path.to_owned()))), object),
        1 => scalar,
    ]
    .boxed()
}

/// Writes a value as entries of 0.8, with nested maps. Values that 0.8 cannot represent are omitted.
fn entries(value: &Payload) -> Vec<v0_8::DataEntry> {
    let members = value
        .members()
        .map(|(name, value)| (name.into_owned(), value));
    let elements = value
        .elements()
        .enumerate()
        .map(|(index, value)| (format!("item{index}"), value));
    members
        .chain(elements)
        .filter_map(|(name, value)| {
            let entry = v0_8::DataEntry::new(name);
            match value.kind() {
                wire::PayloadKind::String => Some(entry.value_string(value.as_str()?)),
                wire::PayloadKind::Number => {
                    Some(entry.value_number(wire::Number::from_payload(&value)?))
                }
                wire::PayloadKind::Boolean => Some(entry.value_boolean(value.text() == "true")),
                wire::PayloadKind::Null => None,
                _ => Some(entry.value_map(entries(&value))),
            }
        })
        .collect()
}

fn surface() -> BoxedStrategy<&'static str> {
    prop::sample::select(vec!["desk", "desk", "a/b"]).boxed()
}

fn old_component(at: usize) -> BoxedStrategy<v0_8::Component> {
    let weight = prop_oneof![3 => Just(Field::Absent), 1 => generate::any::<wire::Number>().prop_map(Field::Value), 1 => Just(Field::Null)];
    (typed_component(V0_8, at + 1, true), weight, extra())
        .prop_map(move |((name, properties), weight, extra)| {
            let properties = Payload::object(properties.iter());
            let mut component =
                v0_8::Component::new(IDS[at], v0_8::ComponentType::new(name, properties));
            component.weight = weight;
            component.extra = extra;
            component
        })
        .boxed()
}

fn some_of<T: std::fmt::Debug + Clone + 'static>(
    one: fn(usize) -> BoxedStrategy<T>,
) -> BoxedStrategy<Vec<T>> {
    prop::sample::subsequence((0..IDS.len()).collect::<Vec<_>>(), 1..IDS.len())
        .prop_flat_map(move |ids| ids.into_iter().map(one).collect::<Vec<_>>())
        .boxed()
}

const CATALOGS: [&str; 4] = [
    "https://a2ui.org/specification/v0_8/standard_catalog_definition.json",
    "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json",
    "https://a2ui.org/specification/v0_8/catalogs/minimal/minimal_catalog.json",
    "mine",
];

fn old_begin() -> BoxedStrategy<v0_8::AgentBody> {
    let catalog =
        prop_oneof![1 => Just(None), 1 => prop::sample::select(&CATALOGS[..]).prop_map(Some)];
    let styles = prop::option::of(Just(payload(r#"{"font":"Inter"}"#)));
    (
        surface(),
        prop::sample::select(vec!["top", "top", "root", "b"]),
        catalog,
        styles,
        extra(),
    )
        .prop_map(|(surface, root, catalog, styles, extra)| {
            let mut begin = v0_8::BeginRendering::new(surface, root);
            begin.catalog_id =
                catalog.map_or(Field::Absent, |catalog| Field::Value(catalog.into()));
            begin.styles = styles;
            begin.extra = extra;
            begin.into()
        })
        .boxed()
}

fn old_body() -> BoxedStrategy<v0_8::AgentBody> {
    let update =
        (surface(), some_of(old_component), extra()).prop_map(|(surface, components, extra)| {
            let mut update = v0_8::SurfaceUpdate::new(surface, components);
            update.extra = extra;
            update.into()
        });
    let data = (surface(), data(), extra()).prop_map(|(surface, (path, value), extra)| {
        let value = payload(&value);
        let contents = match value.is_object() {
            true => entries(&value),
            false => {
                vec![
                    v0_8::DataEntry::new(".")
                        .value_number(wire::Number::from_payload(&value).unwrap()),
                ]
            }
        };
        let mut update = v0_8::DataModelUpdate::new(surface, contents);
        update.path = path;
        update.extra = extra;
        update.into()
    });
    let delete = surface().prop_map(|surface| v0_8::DeleteSurface::new(surface).into());
    prop_oneof![5 => update, 4 => data, 3 => old_begin(), 1 => delete].boxed()
}

/// Generates messages of 0.8 that a surface accepts, in order. Every surface has begun after the last message.
pub(super) fn v0_8() -> BoxedStrategy<Vec<Message>> {
    let one = (old_body(), extra()).prop_map(|(body, extra)| {
        let mut message = v0_8::AgentMessage::new(body);
        message.extra = extra;
        Message::V0_8Agent(message)
    });
    prop::collection::vec(one, 1..9)
        .prop_map(|mut messages| {
            let mut begin = v0_8::BeginRendering::new("desk", "top");
            messages.push(v0_8::AgentMessage::new(begin.clone()).into());
            begin.surface_id = "a/b".into();
            messages.push(v0_8::AgentMessage::new(begin).into());
            applying(messages)
        })
        .boxed()
}

fn new_component(at: usize) -> BoxedStrategy<v0_9::Component> {
    (
        typed_component(V0_9, at + 1, false),
        any::<prop::sample::Index>(),
    )
        .prop_map(move |((name, properties), index)| {
            let mut component = v0_9::Component::new(IDS[at]);
            if index.index(8) > 0 {
                component.component = Field::Value(name);
            }
            component.extra = properties;
            component
        })
        .boxed()
}

fn new_body() -> BoxedStrategy<v0_9::AgentBody> {
    let create = (
        surface(),
        prop::sample::select(&CATALOGS[..]),
        any::<Option<bool>>(),
        extra(),
    )
        .prop_map(|(surface, catalog, sends, extra)| {
            let mut create = v0_9::CreateSurface::new(surface, catalog);
            create.send_data_model = sends.map_or(Field::Absent, Field::Value);
            create.theme = sends.map(|_| payload(r##"{"primaryColor":"#00bfff","x":1.0}"##));
            create.extra = extra;
            create.into()
        });
    let update =
        (surface(), some_of(new_component), extra()).prop_map(|(surface, components, extra)| {
            let mut update = v0_9::UpdateComponents::new(surface, components);
            update.extra = extra;
            update.into()
        });
    let data =
        (surface(), data(), 0..6, extra()).prop_map(|(surface, (path, value), kind, extra)| {
            let mut update = v0_9::UpdateDataModel::new(surface);
            update.path = path;
            update.value = match kind {
                0 => None,
                1 => Some(Payload::null()),
                _ => Some(payload(&value)),
            };
            update.extra = extra;
            update.into()
        });
    let delete = surface().prop_map(|surface| v0_9::DeleteSurface::new(surface).into());
    prop_oneof![3 => create, 5 => update, 4 => data, 1 => delete].boxed()
}

/// Generates messages of 0.9 that a surface accepts, in order.
pub(super) fn v0_9() -> BoxedStrategy<Vec<Message>> {
    let word = prop::sample::select(vec![
        v0_9::Version::V0_9,
        v0_9::Version::V0_9,
        v0_9::Version::V0_9_1,
    ]);
    let one = (word, new_body(), extra()).prop_map(|(word, body, extra)| {
        let mut message = v0_9::AgentMessage::new(word, body);
        message.extra = extra;
        Message::V0_9Agent(message)
    });
    prop::collection::vec(one, 1..10)
        .prop_map(|mut messages| {
            for id in ["desk", "a/b"] {
                let create = v0_9::CreateSurface::new(id, CATALOGS[1]);
                messages.insert(
                    0,
                    v0_9::AgentMessage::new(v0_9::Version::V0_9, create).into(),
                );
            }
            applying(messages)
        })
        .boxed()
}

/// Properties with features that only 1.0 has: a position in a list, the catalog of a call, or a user message.
const ONLY_NEW: &[(&str, &str)] = &[
    ("text", r#"{"@call":"@index","args":{"offset":1}}"#),
    (
        "label",
        r#"{"@call":"formatString","args":{"value":"${@index()} of ${/n}"}}"#,
    ),
    (
        "value",
        r#"{"@call":"formatNumber","args":{"value":{"@call":"@index"}}}"#,
    ),
    ("tabs", r#"[{"title":{"@call":"@index"},"child":"gone"}]"#),
    (
        "x-a",
        r#"[{"@call":"@index"},{"@call":"f","catalogId":"mine"}]"#,
    ),
    (
        "action",
        r#"{"functionCall":{"@call":"openUrl","catalogId":"mine","args":{"url":"https://a.test"}}}"#,
    ),
    (
        "action",
        r#"{"functionCall":{"@call":"f","args":{"a":[{"@call":"@index"}]}}}"#,
    ),
    (
        "action",
        r#"{"event":{"name":"n","userMessage":"u","context":{"a":{"@call":"@index"},"b":1,"c":{"d":[]}}}}"#,
    ),
    ("name", r#"{"svgPath":{"@path":"/n"}}"#),
    (
        "@checks",
        r#"[{"condition":{"@call":"f","args":{"a":{"@call":"@index"}}}},{"condition":{"@path":"/n"}}]"#,
    ),
];

/// Generates messages of 1.0 in one notation, with features that only 1.0 has.
pub(super) fn v1_0(dialect: Dialect) -> BoxedStrategy<Vec<Message>> {
    (
        v0_9(),
        any::<bool>(),
        any::<bool>(),
        prop::option::of(prop::sample::select(ONLY_NEW)),
    )
        .prop_map(move |(messages, is_inline, is_tagged, only_new)| {
            let decorate = |message| {
                with_property(
                    decorate_message(message, dialect, is_inline, is_tagged),
                    dialect,
                    only_new,
                )
            };
            let mut translator =
                crate::translation::paranoid(Dialect::A2ui0_9, dialect, Context::default())
                    .unwrap();
            let take = |message| translator.push(message, Carry::default()).unwrap().outputs;
            let made = messages
                .into_iter()
                .flat_map(take)
                .map(|output| output.message.try_into().unwrap());
            applying(made.map(decorate).collect())
        })
        .boxed()
}

fn decorate_message(
    message: Message,
    dialect: Dialect,
    is_inline: bool,
    is_tagged: bool,
) -> Message {
    let notation = if dialect == Dialect::A2ui1_0 {
        Notation::At
    } else {
        Notation::AtValues
    };
    let Message::V1_0Agent(mut message) = message else {
        return message;
    };
    let extensions = || {
        v1_0::Metadata::new().extensions(payload(r#"{"com_example":1.0,"agent_ui_theme":{"x":1}}"#))
    };
    match &mut message.body {
        v1_0::AgentBody::CreateSurface(body) => {
            if is_inline {
                let mut root = v1_0::Component::new("root")
                    .component("Text")
                    .catalog_id("mine");
                root.extra
                    .insert("text", payload(r#"{"a":[{"path":"/n","call":1}]}"#));
                body.components = Field::Value(vec![root.in_keys(notation)]);
                body.data_model = Some(payload(r#"{"n":1.0,"m":null}"#));
                body.catalog_id = Field::Absent;
            }
            if is_tagged {
                body.metadata = Field::Value(extensions());
            }
        }
        v1_0::AgentBody::UpdateComponents(body) if is_tagged => {
            for component in &mut body.components {
                component.metadata = Field::Value(extensions());
                component.extra.insert(
                    "@accessibility",
                    payload(r#"{"label":"a","live":"polite"}"#),
                );
                *component = component.clone().in_keys(notation);
            }
        }
        _ => {}
    }
    Message::V1_0Agent(message)
}

/// Adds a property to the first component of a message.
fn with_property(message: Message, dialect: Dialect, property: Option<(&str, &str)>) -> Message {
    let (Message::V1_0Agent(mut message), Some((name, value))) = (message.clone(), property) else {
        return message;
    };
    let value = match dialect {
        Dialect::A2ui1_0Aug => value
            .replace(r#""@call""#, r#""call""#)
            .replace(r#""@path""#, r#""path""#),
        _ => value.to_owned(),
    };
    let name = if dialect == Dialect::A2ui1_0 {
        name
    } else {
        name.trim_start_matches('@')
    };
    let components = match &mut message.body {
        v1_0::AgentBody::CreateSurface(body) => match &mut body.components {
            Field::Value(components) => Some(components),
            _ => None,
        },
        v1_0::AgentBody::UpdateComponents(body) => Some(&mut body.components),
        _ => None,
    };
    for component in components.into_iter().flatten().take(1) {
        component.extra.insert(name, payload(&value));
    }
    Message::V1_0Agent(message)
}

fn applying(messages: Vec<Message>) -> Vec<Message> {
    let mut surfaces = Surfaces::new();
    messages
        .into_iter()
        .filter(|message| surfaces.apply(message).is_ok())
        .collect()
}
