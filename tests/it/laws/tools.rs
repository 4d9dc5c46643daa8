//! The tools of a manifest, as actions of an AHP canvas and as MCP tools.

use super::{config, is_lossless, noted, send, size, value};
use actions_json::{
    checked_manifest::CheckedManifest, item::Item, manifest::Manifest, validate::Profile,
};
use ahp::canvas::ClientCanvasDeclaration;
use bridge::{
    Carry, Context, Dialect, Refusal,
    mcp::{self, ListToolsResult},
    mcp_check,
    responses::{FunctionCall, ResponseItem},
    tool_names,
};
use proptest::{prelude::*, sample::select};
use wire::{Payload, generate};

fn json(value: &str) -> Payload {
    Payload::parse(value).unwrap()
}

/// Generates schemas of arguments, most of them of objects.
fn schema() -> impl Strategy<Value = Payload> {
    select(vec![
        r#"{"type":"object"}"#,
        r#"{"type":"object","required":["n"],"properties":{"n":{"type":"integer","minimum":0.10}}}"#,
        r#"{"type":["object","null"],"x":1e999}"#,
        r#"{"additionalProperties":false}"#,
        r#"{"properties":{"a":true,"b":false,"c":{"$ref":"other.json"}},"required":"q"}"#,
        r#"{"type":"object","properties":[],"not":{"minimum":""}}"#,
        r#"{"oneOf":[{"required":["a"]},{"required":["b"]}],"type":"object","if":{"minProperties":1},"then":{},"else":false}"#,
        r#"{"type":"object","properties":{"n":{"minimum":0,"exclusiveMinimum":true}},"anyOf":[{"x":1.0}],"allOf":[]}"#,
        "{}",
    ])
    .prop_map(json)
}

/// Generates members with unknown names.
pub(super) fn extra() -> impl Strategy<Value = Vec<(String, Payload)>> {
    prop::collection::btree_map("x-[a-z]{1,3}", generate::any::<Payload>(), 0..2)
        .prop_map(|members| members.into_iter().collect())
}

pub(super) fn optional<T: std::fmt::Debug>(
    value: impl Strategy<Value = T>,
) -> impl Strategy<Value = Option<T>> {
    prop::option::of(value)
}

/// Writes an object with the members that are present.
pub(super) fn object(
    members: Vec<(&str, Option<Payload>)>,
    extra: &[(String, Payload)],
) -> Payload {
    let members = members
        .iter()
        .filter_map(|(name, value)| Some((*name, value.as_ref()?)));
    Payload::object(members.chain(extra.iter().map(|(name, value)| (name.as_str(), value))))
}

fn text() -> impl Strategy<Value = Payload> {
    generate::text().prop_map(|text| Payload::string(&text))
}

/// Names for tools. Some need an escape, some equal other names without dots, and some are too long for a flat name.
const TOOL_NAMES: [&str; 13] = [
    "a",
    "b.c",
    "cart.add",
    "x--cart_20add",
    "x--cart",
    "x--x_2D_2Da_20",
    "z-1",
    "x--",
    "b__c",
    "x--b_2Ec",
    "b.c__d",
    "b__c.d",
    LONG_NAMES[0],
];

const LONG_NAMES: [&str; 2] = [
    "calendar.events.respondToTheInvitationOnBehalfOfEverybodyWhoReadsIt",
    "calendar.events.respondToTheInvitationOnBehalfOfEverybodyWhoReadsIt.twice",
];

fn tool(name: &'static str) -> impl Strategy<Value = Payload> {
    let own = format!(r#"{{"handler":"{name}"}}"#);
    let x_actions = prop_oneof![
        3 => Just(own),
        4 => select(vec![
            r#"{"handler":"shop.add","scope":"persistent"}"#,
            r#"{"handler":"h","result_schema":{"type":"object","x":1.0}}"#,
            r#"{"handler":"h","result_schema":{"type":"array"},"direction":"bidirectional"}"#,
            r#"{"execution":{"steps":[{"id":"s","type":"click"}]}}"#,
            r#"{"static_output":"Only words."}"#,
            r#"{"handler":"h","effect":"durable_mutation"}"#,
        ]).prop_map(str::to_owned),
        1 => Just(r#"{"handler":"h","direction":"html_to_agent"}"#.to_owned()),
    ];
    (
        optional(text()),
        optional(schema()),
        x_actions,
        optional(Just(())),
        extra(),
    )
        .prop_map(move |(description, input, x_actions, target, extra)| {
            let target = target.map(|()| json(r##"{"selector":"#cart","confidence":"observed"}"##));
            let members = vec![
                ("name", Some(Payload::string(name))),
                ("description", description),
                ("input_schema", input),
                ("target", target),
                ("x_actions", Some(json(&x_actions))),
            ];
            object(members, &extra)
        })
}

/// Generates tools that a published manifest omits: values of another type, unsafe names, repeated or missing names,
/// and tools without an execution.
fn broken_tool() -> impl Strategy<Value = Payload> {
    select(vec![
        "7",
        r#"{"name":"../x","x_actions":{"handler":"h"}}"#,
        r#"{"name":"a","x_actions":{"handler":"../h"}}"#,
        r#"{"name":"b.c","description":"D."}"#,
        r#"{"description":"D.","x_actions":{"handler":"h"}}"#,
    ])
    .prop_map(json)
}

/// Generates usable manifests with every section.
pub(super) fn manifest() -> BoxedStrategy<Manifest> {
    let tools = prop::sample::subsequence([&TOOL_NAMES[..], &LONG_NAMES[1..]].concat(), 0..=6)
        .prop_shuffle()
        .prop_flat_map(|names| {
            names
                .into_iter()
                .map(|name| tool(name).boxed())
                .collect::<Vec<_>>()
        });
    let broken = prop::collection::vec((broken_tool(), any::<prop::sample::Index>()), 0..3);
    let tools =
        (tools, prop_oneof![3 => Just(Vec::new()), 1 => broken]).prop_map(|(mut tools, broken)| {
            for (tool, place) in broken {
                tools.insert(place.index(tools.len() + 1), tool);
            }
            tools
        });
    let surface = prop_oneof![
        Just(None),
        Just(Some(Payload::string("inbox"))),
        (
            optional(text()),
            optional(text()),
            optional(text()),
            extra()
        )
            .prop_map(|(id, name, description, extra)| {
                Some(object(
                    vec![
                        ("surface_id", id),
                        ("name", name),
                        ("description", description),
                    ],
                    &extra,
                ))
            }),
    ];
    let version = select(vec!["1", "1", "\"0.1.0-working\""]).prop_map(json);
    let signals = optional(Just(json(
        r#"[{"name":"cart.opened","event":"e","ingestion":"enabled"}]"#,
    )));
    (tools, surface, version, signals, extra())
        .prop_map(|(tools, surface, version, signals, extra)| {
            let members = vec![
                ("protocol", Some(Payload::string("actions.json"))),
                ("version", Some(version)),
                ("surface", surface),
                ("tools", Some(Payload::array(&tools))),
                ("signals", signals),
            ];
            object(members, &extra).decode::<Manifest>().unwrap()
        })
        .boxed()
}

/// Returns the names of the offered tools.
fn offered_names(manifest: &Manifest) -> Vec<String> {
    let checked = CheckedManifest::check(manifest.clone(), &Profile::PUBLISHED, None).unwrap();
    checked.tools().map(|tool| tool.name.to_string()).collect()
}

fn is_usable(manifest: &Manifest) -> bool {
    CheckedManifest::check(manifest.clone(), &Profile::PUBLISHED, None).is_ok()
}

pub(super) fn declaration() -> BoxedStrategy<ClientCanvasDeclaration> {
    let names = prop::sample::subsequence(
        vec!["a", "cart add", "", "é", "x--cart_20add", "b.c"],
        0..=4,
    )
    .prop_shuffle();
    let actions = names.prop_flat_map(|names| {
        let action = |name: &'static str| {
            (optional(text()), optional(schema()), extra()).prop_map(
                move |(description, schema, extra)| {
                    object(
                        vec![
                            ("name", Some(Payload::string(name))),
                            ("description", description),
                            ("inputSchema", schema),
                        ],
                        &extra,
                    )
                },
            )
        };
        names
            .into_iter()
            .map(|name| action(name).boxed())
            .collect::<Vec<_>>()
    });
    let canvas_id = prop_oneof![Just("actions-json".to_owned()), generate::text()];
    (
        canvas_id,
        text(),
        text(),
        optional(schema()),
        optional(actions),
        extra(),
    )
        .prop_map(|(id, name, description, schema, actions, extra)| {
            let members = vec![
                ("canvasId", Some(Payload::string(&id))),
                ("displayName", Some(name)),
                ("description", Some(description)),
                ("inputSchema", schema),
                ("actions", actions.map(|actions| Payload::array(&actions))),
            ];
            object(members, &extra).decode().unwrap()
        })
        .boxed()
}

/// Generates tools that a list omits: values of another type, tools with a missing or wrong schema, tools with a wrong
/// hint, and tools with a repeated name.
fn broken_mcp_tool() -> impl Strategy<Value = Payload> {
    select(vec![
        "7",
        r#"{"name":"q"}"#,
        r#"{"name":"q","inputSchema":{"oneOf":[]}}"#,
        r#"{"name":"q","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":"yes"}}"#,
        r#"{"name":"q","inputSchema":{"type":"array"},"outputSchema":{"type":"object"},"x-own":1.0}"#,
        r#"{"name":7,"inputSchema":{"type":"object"}}"#,
    ])
    .prop_map(json)
}

/// Returns the names of the tools without errors in a list.
fn usable(list: &ListToolsResult) -> Vec<String> {
    let findings = wire::Validate::validate(list);
    let is_wrong = |index: &usize| {
        let below = format!("/tools/{index}/");
        findings
            .iter()
            .any(|finding| format!("{}/", finding.pointer).starts_with(&below))
    };
    list.tools
        .enumerate()
        .filter(|(index, _)| !is_wrong(index))
        .map(|(_, tool)| tool.name.clone())
        .collect()
}

/// Generates lists of tools, each with `true` if its names have no dots.
pub(super) fn mcp_tools(is_of_2026: bool) -> BoxedStrategy<(ListToolsResult, bool)> {
    any::<bool>()
        .prop_flat_map(move |flat| (mcp_list(flat, is_of_2026), Just(flat)))
        .boxed()
}

fn mcp_list(flat: bool, is_of_2026: bool) -> BoxedStrategy<ListToolsResult> {
    let names = if flat {
        vec![
            "a",
            "cart_add",
            "x--cart_2Eadd",
            "x--cart",
            "x--",
            "cart__add",
            "a____b",
            "mcp__b__c",
            "_x",
            "2nd",
        ]
    } else {
        vec![
            "a",
            "cart_add",
            "cart.add",
            "",
            "x--cart_2Eadd",
            "b c",
            "cart__add",
            LONG_NAMES[0],
        ]
    };
    let names = prop::sample::subsequence(names, 0..=5).prop_shuffle();
    let broken = prop::collection::vec((broken_mcp_tool(), any::<prop::sample::Index>()), 0..3);
    let broken = prop_oneof![3 => Just(Vec::new()), 1 => broken];
    let tools = names.prop_flat_map(move |names| {
        let tool = |name: &'static str| {
            let rest = (
                optional(Just(json(if is_of_2026 {
                    r#"{"type":"array"}"#
                } else {
                    r#"{"type":"object"}"#
                }))),
                optional(generate::any::<mcp::ToolAnnotations>()),
                extra(),
            );
            (optional(text()), optional(text()), rest).prop_map(
                move |(title, description, (output, annotations, extra))| {
                    let members = vec![
                        ("name", Some(Payload::string(name))),
                        ("title", title),
                        ("description", description),
                        ("inputSchema", Some(json(r#"{"type":"object","x":[1.0]}"#))),
                        ("outputSchema", output),
                        (
                            "annotations",
                            annotations.map(|annotations| value(&annotations)),
                        ),
                    ];
                    object(members, &extra)
                },
            )
        };
        names
            .into_iter()
            .map(|name| tool(name).boxed())
            .collect::<Vec<_>>()
    });
    let tools = (tools, broken).prop_map(|(mut tools, broken)| {
        for (tool, place) in broken {
            tools.insert(place.index(tools.len() + 1), tool);
        }
        tools
    });
    let caching = select(vec![("0", "private"), ("60000", "public")]);
    (tools, optional(text()), caching, extra())
        .prop_map(move |(tools, cursor, (ttl_ms, scope), extra)| {
            let since_2026 = |value: Payload| is_of_2026.then_some(value);
            let members = vec![
                ("tools", Some(Payload::array(&tools))),
                ("resultType", since_2026(Payload::string("complete"))),
                ("ttlMs", since_2026(json(ttl_ms))),
                ("cacheScope", since_2026(Payload::string(scope))),
                ("nextCursor", cursor),
            ];
            object(members, &extra).decode().unwrap()
        })
        .boxed()
}

/// A carried field: pointer, value, and the name of the tool it claims to belong to.
type Forged = (&'static str, Option<Payload>, &'static str);

/// Generates the forged carry of an attacker.
pub(super) fn forged() -> BoxedStrategy<Carry> {
    let from = select(vec!["actions-json@1", "ahp@canvas", "mcp@2025-06-18"]);
    let pointer = select(vec![
        "",
        "/tools",
        "/tools/0",
        "/tools/0/name",
        "/tools/0/x_actions",
        "/tools/0/x_actions/direction",
        "/tools/1/name",
        "/tools/1/description",
        "/actions",
        "/actions/0",
        "/actions/0/name",
        "/surface",
        "/surface/name",
        "/version",
        "/x",
        "/displayName",
        "/tools/0/inputSchema",
        "/tools/7/name",
    ]);
    let image = select(vec!["a", "b.c", "cart.add", "cart add", "x--cart_20add"]);
    let kept = select(vec![
        r#""html_to_agent""#,
        r#""a""#,
        "[]",
        "{}",
        "null",
        r#"{"handler":"evil"}"#,
        r#"[{"name":"a"}]"#,
    ]);
    let field = (pointer, optional(kept.prop_map(json)), image).boxed();
    (from, prop::collection::vec(field, 0..5))
        .prop_map(|(from, fields)| {
            let of = |value: &dyn Fn(&Forged) -> Payload| {
                Payload::array(&fields.iter().map(value).collect::<Vec<_>>())
            };
            let kept = of(&|(pointer, kept, _)| {
                Payload::array(
                    [Some(Payload::string(pointer)), kept.clone()]
                        .iter()
                        .flatten(),
                )
            });
            let images = of(&|(pointer, _, image)| {
                Payload::array(&[Payload::string(pointer), Payload::string(image)])
            });
            let layer = object(
                vec![
                    ("from", Some(Payload::string(from))),
                    ("fields", Some(kept)),
                    ("images", Some(images)),
                ],
                &[],
            );
            Payload::object([("v", &json("1")), ("layers", &Payload::array(&[layer]))])
                .decode()
                .unwrap()
        })
        .boxed()
}

fn context(flat_names: bool) -> Context {
    let mut cx = Context::default();
    cx.flat_names = flat_names;
    cx
}

fn to_ahp(manifest: &Manifest, home: &Carry) -> Result<(ClientCanvasDeclaration, Carry), Refusal> {
    send(manifest.clone(), Dialect::AhpCanvas, home, &context(false))
}

fn of_ahp(
    declaration: &ClientCanvasDeclaration,
    home: &Carry,
) -> Result<(Manifest, Carry), Refusal> {
    send(
        declaration.clone(),
        Dialect::ActionsJson,
        home,
        &context(false),
    )
}

fn to_mcp(
    manifest: &Manifest,
    home: &Carry,
    flat: bool,
) -> Result<(ListToolsResult, Carry), Refusal> {
    send(manifest.clone(), Dialect::Mcp2025_06, home, &context(flat))
}

fn of_mcp(tools: &ListToolsResult, home: &Carry, flat: bool) -> Result<(Manifest, Carry), Refusal> {
    send(tools.clone(), Dialect::ActionsJson, home, &context(flat))
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn l1_a_manifest_comes_back_from_ahp_and_from_mcp(manifest in manifest(), flat in any::<bool>()) {
        let (declaration, carry) = to_ahp(&manifest, &Carry::default()).unwrap();
        prop_assert_eq!(&of_ahp(&declaration, &carry).unwrap(), &(manifest.clone(), Carry::default()));
        let (tools, carry) = to_mcp(&manifest, &Carry::default(), flat).unwrap();
        prop_assert_eq!(&of_mcp(&tools, &carry, flat).unwrap(), &(manifest, Carry::default()));
    }

    #[test]
    fn l2_a_declaration_comes_back(declaration in declaration()) {
        let (manifest, carry) = of_ahp(&declaration, &Carry::default()).unwrap();
        prop_assert!(is_usable(&manifest));
        prop_assert_eq!(to_ahp(&manifest, &carry).unwrap(), (declaration, Carry::default()));
    }

    #[test]
    fn l2_a_list_of_mcp_tools_comes_back((tools, flat) in mcp_tools(false)) {
        let (manifest, carry) = of_mcp(&tools, &Carry::default(), flat).unwrap();
        prop_assert!(is_usable(&manifest));
        prop_assert_eq!(to_mcp(&manifest, &carry, flat).unwrap(), (tools, Carry::default()));
    }

    #[test]
    fn l8_visible_values_survive_any_carry(
        declaration in declaration(), (tools, flat) in mcp_tools(false), forged in forged(),
    ) {
        let (manifest, _) = of_ahp(&declaration, &forged).unwrap();
        if is_usable(&manifest) {
            let (again, _) = to_ahp(&manifest, &Carry::default()).unwrap();
            prop_assert_eq!(names(&value(&again), "/actions"), names(&value(&declaration), "/actions"));
            prop_assert_eq!(&again.canvas_id, &declaration.canvas_id);
        }
        let (manifest, _) = of_mcp(&tools, &forged, flat).unwrap();
        if is_usable(&manifest) {
            let (again, _) = to_mcp(&manifest, &Carry::default(), flat).unwrap();
            prop_assert_eq!(usable(&again), usable(&tools));
        }
    }

    #[test]
    fn l8_tools_keep_their_fields_when_a_list_is_cut_reversed_and_edited(
        manifest in manifest(), gone in 0usize..6, edited in 0usize..6,
    ) {
        let (mut declaration, carry) = to_ahp(&manifest, &Carry::default()).unwrap();
        let mut actions = declaration.actions.get().cloned().unwrap();
        if gone < actions.len() {
            actions.remove(gone);
        }
        actions.reverse();
        if let Some(action) = actions.get_mut(edited) {
            action.description = "Edited.".to_owned().into();
        }
        declaration.actions = actions.into();
        let (back, rest) = of_ahp(&declaration, &carry).unwrap();
        prop_assert_eq!(&to_ahp(&back, &rest).unwrap().0, &declaration);
        // If every tool was an action, each remaining one is unchanged.
        if offered_names(&manifest).len() == manifest.tools.get().unwrap().len() {
            for (_, tool) in back.tools_declared() {
                let before = manifest.tools_declared().map(|(_, before)| before).find(|before| before.name == tool.name).unwrap();
                prop_assert_eq!(&tool.x_actions, &before.x_actions);
                prop_assert_eq!(&tool.target, &before.target);
                prop_assert_eq!(&tool.extra, &before.extra);
            }
        }
    }

    #[test]
    fn l9_a_second_round_trip_changes_nothing_and_no_carry_grows(manifest in manifest(), flat in any::<bool>()) {
        let (declaration, carry) = to_ahp(&manifest, &Carry::default()).unwrap();
        let (back, rest) = of_ahp(&declaration, &carry).unwrap();
        prop_assert_eq!(to_ahp(&back, &rest).unwrap(), (declaration.clone(), carry.clone()));
        let (tools, carry_of_tools) = to_mcp(&manifest, &Carry::default(), flat).unwrap();
        let (back, rest) = of_mcp(&tools, &carry_of_tools, flat).unwrap();
        prop_assert_eq!(to_mcp(&back, &rest, flat).unwrap(), (tools.clone(), carry_of_tools.clone()));
        // L29.
        prop_assert!(size(&declaration) + size(&carry) <= 4 * size(&manifest) + 1024);
        prop_assert!(size(&tools) + size(&carry_of_tools) <= 4 * size(&manifest) + 1024);
    }

    #[test]
    fn l20_the_notes_name_every_loss_and_nothing_else(manifest in manifest(), flat in any::<bool>()) {
        let cx = context(flat);
        let none = Carry::default();
        let (declaration, carry, notes) =
            noted::<ClientCanvasDeclaration>(manifest.clone(), Dialect::AhpCanvas, &none, &cx).unwrap();
        prop_assert_eq!(is_lossless(&notes), carry.is_empty());
        prop_assert_eq!(carry.is_empty(), of_ahp(&declaration, &none).unwrap().0 == manifest);
        let (tools, carry, notes) = noted::<ListToolsResult>(manifest.clone(), Dialect::Mcp2025_06, &none, &cx).unwrap();
        prop_assert_eq!(is_lossless(&notes), carry.is_empty());
        prop_assert_eq!(carry.is_empty(), of_mcp(&tools, &none, flat).unwrap().0 == manifest);
    }

    #[test]
    fn l20_backward_notes_name_every_loss_and_nothing_else(declaration in declaration(), (tools, flat) in mcp_tools(false)) {
        let cx = context(flat);
        let none = Carry::default();
        let (manifest, carry, notes) = noted::<Manifest>(declaration.clone(), Dialect::ActionsJson, &none, &cx).unwrap();
        prop_assert_eq!(is_lossless(&notes), carry.is_empty());
        prop_assert_eq!(carry.is_empty(), to_ahp(&manifest, &none).unwrap().0 == declaration);
        let (manifest, carry, notes) = noted::<Manifest>(tools.clone(), Dialect::ActionsJson, &none, &cx).unwrap();
        prop_assert_eq!(is_lossless(&notes), carry.is_empty());
        prop_assert_eq!(carry.is_empty(), to_mcp(&manifest, &none, flat).unwrap().0 == tools);
    }

    #[test]
    fn l19_only_usable_tools_are_offered(manifest in manifest()) {
        let called = offered_names(&manifest);
        let (declaration, _) = to_ahp(&manifest, &Carry::default()).unwrap();
        let shown: Vec<_> = names(&value(&declaration), "/actions").iter().map(|name| tool_names::safe_name(name)).collect();
        prop_assert_eq!(&shown, &called);
        let (tools, _) = to_mcp(&manifest, &Carry::default(), true).unwrap();
        let called: Vec<String> = called.iter().map(|name| tool_names::any_name(name)).collect();
        let flat = tool_names::FlatNames::of(called.iter().map(String::as_str));
        let shown: Vec<_> = tools.tools.iter().map(|tool| flat.dotted_name(&tool.name)).collect();
        prop_assert_eq!(&shown, &called);
        for tool in tools.tools.iter() {
            prop_assert!(wire::Validate::validate(tool).is_empty());
            let is_allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
            prop_assert!((1..=64).contains(&tool.name.len()) && tool.name.chars().all(is_allowed), "{}", tool.name);
        }
    }

    #[test]
    fn l19_tools_with_errors_are_omitted_from_a_manifest_with_a_note(
        (tools, flat) in mcp_tools(false),
    ) {
        let (manifest, _, notes) =
            noted::<Manifest>(tools.clone(), Dialect::ActionsJson, &Carry::default(), &context(flat)).unwrap();
        let kept = usable(&tools);
        prop_assert_eq!(offered_names(&manifest).len(), kept.len());
        let named = notes.iter().filter(|note| note.rule.as_str() == "mcp-actions-json/left-out");
        let named: Vec<&str> = named.map(|note| note.from.as_str()).collect();
        let good: Vec<usize> = tools.tools.enumerate().filter(|(_, tool)| kept.contains(&tool.name)).map(|(index, _)| index).collect();
        let bad = (0..tools.tools.len()).filter(|index| !good.contains(index)).map(|index| format!("/tools/{index}"));
        prop_assert_eq!(named, bad.collect::<Vec<_>>());
    }

    #[test]
    fn l23_a_call_by_the_name_in_a_list_finds_its_tool(manifest in manifest()) {
        let mut cx = context(true);
        cx.manifest = CheckedManifest::check(manifest.clone(), &Profile::PUBLISHED, None).ok();
        let (list, _) = to_mcp(&manifest, &Carry::default(), true).unwrap();
        for (tool, name) in list.tools.iter().zip(offered_names(&manifest)) {
            let call = FunctionCall::new("c", tool.name.as_str(), "{}");
            let of_model = ResponseItem::from(call);
            let (item, _) = send::<Item>(of_model.clone(), Dialect::ActionsJson, &Carry::default(), &cx).unwrap();
            let Item::ActionCall(made) = &item else { panic!("{item:?}") };
            prop_assert_eq!(made.name.as_str(), name);
            let (back, carry) = send::<ResponseItem>(item, Dialect::Responses, &Carry::default(), &cx).unwrap();
            prop_assert_eq!((back, carry), (of_model, Carry::default()));
        }
    }

    #[test]
    fn generated_lists_have_no_errors(manifest in manifest(), flat in any::<bool>(), portable in any::<bool>()) {
        let mut cx = context(flat);
        cx.portable_schemas = portable;
        for to in [Dialect::Mcp2025_06, Dialect::Mcp2025_11, Dialect::Mcp2026_07] {
            let (tools, _): (ListToolsResult, _) = send(manifest.clone(), to, &Carry::default(), &cx).unwrap();
            let found = mcp_check::check(&wire::encode(&tools).unwrap(), Some(to)).unwrap();
            prop_assert!(found.iter().all(|finding| finding.severity < wire::Severity::Error), "{found:?}");
            let is_refused = |finding: &wire::Finding| finding.rule == "mcp-schema-composition";
            prop_assert!(!portable || !found.iter().any(is_refused), "{found:?}");
        }
    }

    #[test]
    fn l1_a_manifest_comes_back_if_schemas_are_made_portable(manifest in manifest()) {
        let mut cx = context(false);
        cx.portable_schemas = true;
        let (tools, carry): (ListToolsResult, _) =
            send(manifest.clone(), Dialect::Mcp2025_06, &Carry::default(), &cx).unwrap();
        let back: (Manifest, Carry) = send(tools, Dialect::ActionsJson, &carry, &cx).unwrap();
        prop_assert_eq!(back, (manifest.clone(), Carry::default()));
        let none = Carry::default();
        let (tools, carry, notes) =
            noted::<ListToolsResult>(manifest.clone(), Dialect::Mcp2025_06, &none, &cx).unwrap();
        prop_assert_eq!(is_lossless(&notes), carry.is_empty());
        let bare: (Manifest, Carry) = send(tools, Dialect::ActionsJson, &none, &cx).unwrap();
        prop_assert_eq!(carry.is_empty(), bare.0 == manifest);
    }

    #[test]
    fn l24_tools_survive_the_route_from_ahp_to_mcp_through_a_manifest(declaration in declaration()) {
        let cx = context(false);
        let (tools, carry): (ListToolsResult, _) = send(declaration.clone(), Dialect::Mcp2025_06, &Carry::default(), &cx).unwrap();
        let shown = |name: &String| tool_names::any_name(name);
        let of_list: Vec<_> = tools.tools.iter().map(|tool| shown(&tool.name)).collect();
        let of_declaration: Vec<_> = names(&value(&declaration), "/actions").iter().map(shown).collect();
        prop_assert_eq!(of_list, of_declaration);
        let (back, rest): (ClientCanvasDeclaration, _) = send(tools, Dialect::AhpCanvas, &carry, &cx).unwrap();
        prop_assert_eq!((back, rest), (declaration, Carry::default()));
    }
}

fn names(message: &Payload, list: &str) -> Vec<String> {
    let list = message.get(&wire::Pointer::parse(list).unwrap());
    let name = |element: Payload| {
        element
            .get(&wire::Pointer::parse("/name").unwrap())
            .unwrap()
            .as_str()
            .unwrap()
            .into_owned()
    };
    list.iter().flat_map(Payload::elements).map(name).collect()
}

#[test]
fn a_tool_with_errors_is_omitted_and_a_note_gives_the_reason() {
    let good = r#"{"name":"a","description":"","input_schema":{},"x_actions":{"handler":"h"}}"#;
    let manifest =
        format!(r#"{{"protocol":"actions.json","version":1,"tools":[{{"name":"a b"}},{good}]}}"#);
    let manifest: Manifest = wire::decode(&manifest).unwrap();
    let none = Carry::default();
    let mut cx = context(false);
    let (declaration, _, mut notes) =
        noted::<ClientCanvasDeclaration>(manifest.clone(), Dialect::AhpCanvas, &none, &cx).unwrap();
    assert_eq!(names(&value(&declaration), "/actions"), ["a"]);
    let (tools, _, of_mcp) =
        noted::<ListToolsResult>(manifest.clone(), Dialect::Mcp2025_06, &none, &cx).unwrap();
    assert_eq!(names(&value(&tools), "/tools"), ["a"]);
    notes.extend(of_mcp);
    let left_out = notes
        .iter()
        .filter(|note| note.rule.as_str().ends_with("/left-out"));
    let remarks: Vec<_> = left_out
        .map(|note| (note.from.as_str(), note.remark.get().unwrap().as_str()))
        .collect();
    assert_eq!(
        remarks,
        [("/tools/0", "V4: the value is not a safe identifier"); 2]
    );

    cx.profile = Profile::STRICT;
    for to in [Dialect::AhpCanvas, Dialect::Mcp2025_06] {
        let refusal = bridge::Translator::new(Dialect::ActionsJson, to, cx.clone())
            .unwrap()
            .push(manifest.clone(), none.clone())
            .unwrap_err();
        assert!(refusal.rule().ends_with("/valid/V4"), "{refusal}");
        assert_eq!(refusal.pointer().as_str(), "/tools/0/name");
        assert!(
            refusal
                .message()
                .contains("; also required at /tools/0/description"),
            "{refusal}"
        );
    }
}

/// Describes each note: verdict, source and target.
fn describe_notes(notes: &[bridge::Note]) -> Vec<String> {
    let to = |note: &bridge::Note| {
        note.to
            .get()
            .map_or_else(|| "-".to_owned(), |to| to.to_string())
    };
    notes
        .iter()
        .map(|note| format!("{} {} {}", note.verdict, note.from, to(note)))
        .collect()
}

/// A manifest from which tools of every kind are omitted, and whose remaining tool has losses.
const MIXED: &str = r##"{"protocol":"actions.json","version":1,"tools":[
    {"name":"bad","description":"Nothing runs it.","input_schema":{"type":"object"}},
    {"name":"page.event","description":"The page sends it.","input_schema":{"type":"object"},"x_actions":{"handler":"h","direction":"html_to_agent"}},
    {"name":"good","description":"Adds.","input_schema":{"type":"object","properties":{"n":{"minimum":0}}},"target":{"selector":"#a"},"x_actions":{"handler":"other"}},
    {"name":"text","description":"Takes a text.","input_schema":{"type":"string"},"x_actions":{"handler":"text"}}]}"##;

#[test]
fn each_omitted_tool_has_exactly_one_note() {
    let (_, _, notes) = noted::<ListToolsResult>(
        wire::decode::<Manifest>(MIXED).unwrap(),
        Dialect::Mcp2025_06,
        &Carry::default(),
        &context(false),
    )
    .unwrap();
    assert_eq!(
        describe_notes(&notes),
        [
            "encoded /version -",
            "encoded /tools /tools",
            "encoded /tools/2 /tools/0",
            "copied /tools/2/name /tools/0/name",
            "copied /tools/2/description /tools/0/description",
            "renamed /tools/2/input_schema /tools/0/inputSchema",
            "carried /tools/2/x_actions/handler -",
            "carried /tools/0 -",
            "carried /tools/1 -",
            "carried /tools/3 -",
            "carried /tools/2/target -",
        ]
    );
    let remarks: Vec<&str> = notes
        .iter()
        .filter_map(|note| Some(note.remark.get()?.as_str()))
        .collect();
    assert!(remarks[0].starts_with("V7: "), "{remarks:?}");
    assert_eq!(
        remarks[1..],
        [
            "agents do not call this tool",
            "MCP tools take objects, but the schema of this tool forbids them"
        ]
    );
}

#[test]
fn notes_of_a_second_mapping_name_the_source_index_despite_omitted_tools() {
    let actions = r#"{"canvasId":"actions-json","displayName":"actions-json","description":"","actions":[
        {"name":"a","description":"A.","inputSchema":{"type":"string"}},
        {"name":"b","description":"B.","inputSchema":{"type":"object"},"x-b":1}]}"#;
    let declaration: ClientCanvasDeclaration = wire::decode(actions).unwrap();
    let (_, _, notes) = noted::<ListToolsResult>(
        declaration,
        Dialect::Mcp2025_06,
        &Carry::default(),
        &context(false),
    )
    .unwrap();
    let described = describe_notes(&notes);
    for expected in [
        "carried /actions/0 -",
        "carried /actions/1/x-b -",
        "copied /actions/1/name /tools/0/name",
    ] {
        assert!(
            described.iter().any(|described| described == expected),
            "{described:#?}"
        );
    }
    assert_eq!(
        notes.iter().filter(|note| note.is_loss(false)).count(),
        2,
        "{described:#?}"
    );
}

#[test]
fn fields_that_a_manifest_lacks_are_copied_between_versions_of_mcp() {
    let list = r#"{"tools":[{"name":"a","title":"T","description":"A.","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true},"_meta":{"k":1}}],"nextCursor":"c"}"#;
    let (after, _, notes) = noted::<ListToolsResult>(
        wire::decode::<ListToolsResult>(list).unwrap(),
        Dialect::Mcp2025_11,
        &Carry::default(),
        &context(false),
    )
    .unwrap();
    assert_eq!(value(&after), json(list));
    assert!(is_lossless(&notes), "{:#?}", describe_notes(&notes));
    assert!(
        describe_notes(&notes).contains(&"copied /tools/0/title /tools/0/title".to_owned()),
        "{:#?}",
        describe_notes(&notes)
    );
}

#[test]
fn a_name_derived_from_the_id_is_not_a_default() {
    let manifest =
        r#"{"protocol":"actions.json","version":1,"surface":{"surface_id":"shop"},"tools":[]}"#;
    let (_, _, notes) = noted::<ClientCanvasDeclaration>(
        wire::decode::<Manifest>(manifest).unwrap(),
        Dialect::AhpCanvas,
        &Carry::default(),
        &context(false),
    )
    .unwrap();
    let described = describe_notes(&notes);
    assert!(
        described.contains(&"derived /surface/surface_id /displayName".to_owned()),
        "{described:#?}"
    );
    assert!(
        described.contains(&"defaulted  /description".to_owned()),
        "{described:#?}"
    );
}

#[test]
fn the_execution_of_a_tool_becomes_a_read_only_hint() {
    for (x_actions, hint) in [
        (r#"{"static_output":{"ok":true}}"#, Some(true)),
        (
            r#"{"handler":"h","effect":"durable_mutation"}"#,
            Some(false),
        ),
        (r#"{"handler":"h","static_output":{}}"#, None),
        (r#"{"handler":"h","effect":"who knows"}"#, None),
    ] {
        let text = format!(
            r#"{{"protocol":"actions.json","version":1,"tools":[{{"name":"a","description":"","input_schema":{{}},"x_actions":{x_actions}}}]}}"#
        );
        let (tools, _) = to_mcp(&wire::decode(&text).unwrap(), &Carry::default(), false).unwrap();
        let annotations = tools.tools.get(0).unwrap().annotations.get();
        assert_eq!(
            annotations.and_then(|hints| hints.read_only_hint.get().copied()),
            hint,
            "{x_actions}"
        );
    }
}

#[test]
fn tools_without_object_arguments_are_not_mcp_tools() {
    let with = |schema: &str| {
        let text = format!(
            r#"{{"protocol":"actions.json","version":1,"tools":[{{"name":"a","description":"","input_schema":{schema},"x_actions":{{"handler":"a"}}}}]}}"#
        );
        to_mcp(&wire::decode(&text).unwrap(), &Carry::default(), false)
    };
    for (schema, expected) in [
        (r#"{"x":1}"#, r#"{"type":"object","x":1}"#),
        (
            r#"{"x":1,"type":["null","object"]}"#,
            r#"{"x":1,"type":"object"}"#,
        ),
    ] {
        assert_eq!(
            with(schema)
                .unwrap()
                .0
                .tools
                .get(0)
                .unwrap()
                .input_schema
                .text(),
            expected
        );
    }
    // A tool whose arguments are not objects is omitted, and comes back.
    for schema in [r#"{"type":"string"}"#, r#"{"type":["null"]}"#] {
        let (tools, carry) = with(schema).unwrap();
        assert!(tools.tools.is_empty());
        let (back, _) = of_mcp(&tools, &carry, false).unwrap();
        assert_eq!(
            back.tools
                .get()
                .unwrap()
                .get(0)
                .unwrap()
                .input_schema
                .as_ref()
                .unwrap()
                .text(),
            schema
        );
    }
}

#[test]
fn tool_names_with_dots_are_refused_in_lists_of_flat_names() {
    let tools =
        wire::decode(r#"{"tools":[{"name":"cart.add","inputSchema":{"type":"object"}}]}"#).unwrap();
    let refusal = of_mcp(&tools, &Carry::default(), true).unwrap_err();
    assert_eq!(
        (refusal.rule(), refusal.pointer().as_str()),
        ("mcp-actions-json/name", "/tools/0/name")
    );
    assert!(of_mcp(&tools, &Carry::default(), false).is_ok());
}
