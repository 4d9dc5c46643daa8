//! Tests of whole visits and of refusals.

use super::*;
use crate::{
    calls::ReplyRefusalKind,
    checked_manifest::CheckedManifest,
    composition::{ExclusionReason, MAX_IMPORTS, Storage},
    item::{
        ActionCall, ActionError, CallId, DomEvent, ErrorDetails, Item, RuntimeKey, RuntimeReady,
        RuntimeStatus,
    },
    manifest::Trust,
    validate::Profile,
};
use proptest::prelude::*;
use wire::{Payload, Pointer};

fn manifest(members: &str) -> CheckedManifest {
    let text = format!(r#"{{"protocol":"actions.json","version":1{members}}}"#);
    CheckedManifest::read(&text, &Profile::PUBLISHED)
        .unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn tools(names: &[&str]) -> String {
    let tool = |name: &&str| {
        format!(r#"{{"name":"{name}","description":"D.","x_actions":{{"handler":"h"}}}}"#)
    };
    format!(
        r#","tools":[{}]"#,
        names.iter().map(tool).collect::<Vec<_>>().join(",")
    )
}

fn import(id: &str, members: &str) -> String {
    format!(r#"{{"id":"{id}","uri":"https://{id}.test/","namespace":"{id}"{members}}}"#)
}

fn loading(root: &str) -> SiteLoader {
    Site::load(
        manifest(root),
        Origin::local(Trust::Website, Storage::Public),
    )
}

/// Loads imports. The last id on the path of an import selects its manifest.
fn load(mut loading: SiteLoader, imports: &[(&str, &str)]) -> Site {
    while let Some(import) = loading.next_import() {
        let id = import.origin.import().unwrap();
        let found = imports.iter().find(|(of, _)| id == *of);
        loading.provide(&import, found.map(|(_, members)| manifest(members)));
    }
    loading.site()
}

fn agent_names(site: &Site) -> Vec<&str> {
    site.tools().map(|tool| tool.name.as_str()).collect()
}

fn call(id: &str, name: &str) -> ActionCall {
    ActionCall::new(id, name, Payload::empty_object())
}

fn ready(site: &mut Site, page: &str) {
    site.receive(RuntimeReady::new(page, "https://shop.test/").into())
        .unwrap();
}

fn states(site: &mut Site, page: &str, states: &[&str]) {
    let states: Vec<String> = states.iter().copied().map(str::to_owned).collect();
    site.receive(RuntimeStatus::new().runtime_id(page).states(states).into())
        .unwrap();
}

/// Returns the outcome of a call: the name and the page of the sent call, or the reason for the refusal.
fn outcome(site: &mut Site, call: &ActionCall, now: u64) -> String {
    match site.call(call, now) {
        Ok(sent) => format!("{} {}", sent.name, sent.runtime_id.get().unwrap()),
        Err(refused) => {
            assert!(!refused.message.is_empty() && !refused.hint.is_empty());
            let answer = refused.answer.as_ref().unwrap();
            assert_eq!(answer.call_id.get(), Some(&call.call_id));
            assert_eq!(Some(&answer.error.code), refused.code().as_ref());
            format!("{} {}", answer.error.code, refused.pointer)
        }
    }
}

#[test]
fn names_are_converted_between_agent_and_page() {
    let root = format!(
        r#"{},"imports":[{}]"#,
        tools(&["a.b", "a_b", "c"]),
        import("n", "")
    );
    let imports = [("n", &*tools(&["c"]))];
    assert_eq!(
        agent_names(&load(loading(&root), &imports)),
        ["a.b", "a_b", "c", "n.c"]
    );
    let mut site = load(
        loading(&root).names(Names::flat().prefix("shop_")),
        &imports,
    );
    assert_eq!(
        agent_names(&site),
        ["shop_a_b", "shop_a_b_2", "shop_c", "shop_n_c"]
    );
    ready(&mut site, "1");
    for (name, sent) in [
        ("shop_a_b", "a.b 1"),
        ("shop_a_b_2", "a_b 1"),
        ("shop_n_c", "n.c 1"),
        ("n.c", "unknown_action /name"),
        ("a.b", "unknown_action /name"),
    ] {
        assert_eq!(outcome(&mut site, &call(name, name), 0), sent, "{name}");
    }
}

#[test]
fn usable_imports_are_loaded() {
    let imports = ["a", "b", "c", "off"].map(|id| {
        let trust = if id == "c" {
            r#","trust":"unknown""#
        } else {
            r#","trust":"public""#
        };
        import(
            id,
            if id == "off" {
                r#","enabled":false"#
            } else {
                trust
            },
        )
    });
    let root = format!(r#","tools":[],"imports":[{}]"#, imports.join(","));
    let nested = format!(
        r#"{},"imports":[{}]"#,
        tools(&["x"]),
        import("in", r#","trust":"local""#)
    );
    let mut loading = loading(&root).least_trust(Trust::Public);
    let mut asked = Vec::new();
    while let Some(import) = loading.next_import() {
        let id = import.origin.import().unwrap().to_string();
        asked.push(format!("{} {:?}", import.uri, import.origin.effective));
        let found = match &*id {
            "a" => Some(manifest(&nested)),
            "in" => Some(manifest(&tools(&["y"]))),
            _ => None,
        };
        loading.provide(&import, found);
        // A second manifest for the same import is ignored.
        loading.provide(&import, Some(manifest(&tools(&["z"]))));
    }
    assert_eq!(
        asked,
        [
            "https://a.test/ Public",
            "https://b.test/ Public",
            "https://in.test/ Public"
        ]
    );
    let site = loading.site();
    assert_eq!(agent_names(&site), ["a.x", "a.in.y"]);
    let trusts: Vec<_> = site
        .tools()
        .map(|tool| (&tool.origin.trust, &tool.origin.effective))
        .collect();
    assert_eq!(
        trusts,
        [
            (&Trust::Public, &Trust::Public),
            (&Trust::Local, &Trust::Public)
        ]
    );
    let excluded: Vec<_> = site
        .excluded_imports()
        .iter()
        .map(|out| (out.path[0].as_str(), out.reason))
        .collect();
    let expected = [
        ("b", ExclusionReason::NotUsable),
        ("c", ExclusionReason::Untrusted),
        ("off", ExclusionReason::Disabled),
    ];
    assert_eq!(excluded, expected);
}

#[test]
fn an_import_cannot_raise_its_own_trust() {
    let root = format!(
        r#","tools":[],"imports":[{}]"#,
        import("a", r#","trust":"local""#)
    );
    for (least, reason) in [
        (Trust::Website, ExclusionReason::NotUsable),
        (Trust::Shared, ExclusionReason::Untrusted),
    ] {
        assert_eq!(
            load(loading(&root).least_trust(least), &[]).excluded_imports()[0].reason,
            reason
        );
    }
}

#[test]
fn import_cycles_and_endless_imports_end() {
    let root = format!(r#"{},"imports":[{}]"#, tools(&["x"]), import("a", ""));
    let back = format!(r#"{},"imports":[{}]"#, tools(&["y"]), import("b", ""));
    let mut asked = loading(&root);
    let mut count = 0;
    while let Some(import) = asked.next_import() {
        count += 1;
        let is_a = *import.origin.import().unwrap() == "a";
        asked.provide(&import, Some(manifest(if is_a { &back } else { &root })));
    }
    let site = asked.site();
    assert_eq!((count, agent_names(&site)), (2, vec!["x", "a.y"]));
    assert_eq!(site.excluded_imports()[0].reason, ExclusionReason::Cycle);

    let twice = |n: usize| {
        format!(
            r#"{},"imports":[{},{}]"#,
            tools(&[&format!("x{n}")]),
            import("a", ""),
            import("b", "")
        )
    };
    let (mut wide, mut count) = (loading(&twice(0)), 0);
    while let Some(import) = wide.next_import() {
        count += 1;
        wide.provide(&import, Some(manifest(&twice(count))));
    }
    assert_eq!(
        (count, wide.site().tools().count()),
        (MAX_IMPORTS, MAX_IMPORTS + 1)
    );
}

const SHOP: &str = r#","states":[{"name":"cart","diagnostics":[{"name":"count_items"}]},{"name":"paid"}],"tools":[
    {"name":"free","description":"D.","x_actions":{"handler":"h"}},
    {"name":"pay","description":"D.","x_actions":{"handler":"h"},"target":{"state":"cart"}},
    {"name":"next","description":"D.","x_actions":{"handler":"h"}},
    {"name":"print","description":"D.","x_actions":{"handler":"h"},"requires":["page.print","pointer.click"]}],
    "transitions":[
        {"name":"page","from":"cart","to":"cart","tool":"next","rate_limit_ms":1000,"convergence":{"complete_when":"no_more","max_attempts":3}},
        {"name":"leaf","from":"paid","to":"paid","tool":"next"}]"#;

#[test]
fn a_call_passes_if_all_its_conditions_hold() {
    let mut site = load(loading(SHOP).capabilities(["pointer.click"]), &[]);
    assert_eq!(
        outcome(&mut site, &call("1", "free"), 0),
        "runtime_not_found /runtime_id"
    );
    let status = RuntimeStatus::new()
        .runtime_id("1")
        .states(vec!["cart".to_owned()]);
    site.receive(status.into()).unwrap();
    assert_eq!(
        outcome(&mut site, &call("1", "free"), 0),
        "runtime_not_ready /runtime_id"
    );
    ready(&mut site, "1");
    for (states, name, sent) in [
        (&[][..], "free", "free 1"),
        (&[], "other", "unknown_action /name"),
        (&[], "pay", "state_mismatch /name"),
        (&["paid"], "pay", "state_mismatch /name"),
        (&["paid", "cart"], "pay", "pay 1"),
        (&["nowhere"], "next", "state_mismatch /name"),
        (&["paid"], "next", "next 1"),
        (&["cart"], "print", "capability_unavailable /name"),
    ] {
        self::states(&mut site, "1", states);
        assert_eq!(
            outcome(&mut site, &call(&format!("{states:?} {name}"), name), 0),
            sent,
            "{states:?} {name}"
        );
    }
    let odd = ActionCall::new("odd", "free", Payload::array([]));
    assert_eq!(outcome(&mut site, &odd, 0), "invalid_input /arguments");
    assert_eq!(
        outcome(&mut site, &call("[] free", "free"), 0),
        "invalid_input /call_id"
    );
    let long = call(&"i".repeat(Site::MAX_ID + 1), "free");
    assert_eq!(outcome(&mut site, &long, 0), "invalid_input /call_id");
    ready(&mut site, "2");
    assert_eq!(
        outcome(&mut site, &call("two", "free"), 0),
        "ambiguous_runtime /runtime_id"
    );
    assert_eq!(
        outcome(&mut site, &call("two", "free").runtime_id("2"), 0),
        "free 2"
    );

    let mut able = load(
        loading(SHOP).capabilities(["page.print", "pointer.click"]),
        &[],
    );
    ready(&mut able, "1");
    assert_eq!(outcome(&mut able, &call("1", "print"), 0), "print 1");
}

#[test]
fn missing_conditions_are_reported_to_the_agent() {
    let mut site = load(loading(SHOP), &[]);
    ready(&mut site, "1");
    states(&mut site, "1", &["elsewhere"]);
    let evidence = |site: &mut Site, name: &str| {
        let refused = site.call(&call("c", name), 0).unwrap_err();
        refused
            .answer
            .unwrap()
            .error
            .evidence
            .unwrap()
            .text()
            .to_owned()
    };
    assert_eq!(
        evidence(&mut site, "print"),
        r#"{"missing":["page.print","pointer.click"]}"#
    );
    assert_eq!(
        evidence(&mut site, "pay"),
        r#"{"tool":"pay","states":["elsewhere"],"wanted":[{"name":"cart","diagnostics":[{"name":"count_items"}]}]}"#
    );
    let wanted = Pointer::parse("/wanted").unwrap();
    let next = Payload::parse(evidence(&mut site, "next")).unwrap();
    assert_eq!(next.get(&wanted).unwrap().elements().count(), 2);
}

#[test]
fn repetition_is_limited_in_rate_and_number() {
    let mut site = load(loading(SHOP), &[]);
    ready(&mut site, "1");
    states(&mut site, "1", &["cart"]);
    let wait = |site: &mut Site, now: u64| match site.call(&call(&now.to_string(), "next"), now) {
        Ok(_) => "sent".to_owned(),
        Err(SiteRefusal {
            kind: SiteRefusalKind::TooSoon { wait_ms },
            answer,
            ..
        }) => {
            assert_eq!(answer.unwrap().error.recoverable.get(), Some(&true));
            wait_ms.to_string()
        }
        Err(refused) => format!("{:?}", refused.kind),
    };
    assert_eq!(wait(&mut site, 5_000), "sent");
    assert_eq!(wait(&mut site, 5_400), "600");
    // A reloaded page does not reset the limit, and a refused call does not extend the wait.
    ready(&mut site, "1");
    states(&mut site, "1", &["cart"]);
    assert_eq!(wait(&mut site, 5_999), "1");
    assert_eq!(wait(&mut site, 6_000), "sent");
    assert_eq!(wait(&mut site, 7_000), "sent");
    assert_eq!(wait(&mut site, 9_000), "Exhausted");
    assert!(site.reset_attempts("next") && !site.reset_attempts("other"));
    assert_eq!(wait(&mut site, 7_500), "500");
    assert_eq!(wait(&mut site, 8_000), "sent");
    // A transition that starts in another state does not limit the tool.
    states(&mut site, "1", &["paid"]);
    assert_eq!(wait(&mut site, 8_001), "sent");
}

#[test]
fn a_tool_is_limited_by_its_own_manifest_and_its_importers() {
    let bound = |name: &str, tool: &str| {
        format!(
            r#","states":[{{"name":"s"}}],"transitions":[{{"name":"{name}","from":"s","to":"s","tool":"{tool}","rate_limit_ms":9}}]"#
        )
    };
    // The import has no namespace and names a tool of another manifest.
    let no_namespace =
        r#","composition":{"namespace_required":false},"imports":[{"id":"a","uri":"u"}]"#;
    let own = format!("{}{no_namespace}", tools(&["x"]));
    let of_import = format!(r#","tools":[]{}"#, bound("t", "x"));
    let mut site = load(loading(&own), &[("a", &of_import)]);
    ready(&mut site, "1");
    assert_eq!(outcome(&mut site, &call("1", "x"), 0), "x 1");

    // A transition limits its tool even if it lost a naming conflict.
    let twice = format!(
        r#"{}{},"imports":[{}]"#,
        tools(&["x"]),
        bound("a.t", "x"),
        import("a", "")
    );
    let mut site = load(loading(&twice), &[("a", &of_import)]);
    assert_eq!(site.conflicts().len(), 1);
    ready(&mut site, "1");
    assert_eq!(
        outcome(&mut site, &call("1", "x"), 0),
        "state_mismatch /name"
    );

    let importing = format!(
        r#","tools":[]{},"imports":[{}]"#,
        bound("t", "a.x"),
        import("a", "")
    );
    let mut site = load(loading(&importing), &[("a", &tools(&["x"]))]);
    ready(&mut site, "1");
    assert_eq!(
        outcome(&mut site, &call("1", "a.x"), 0),
        "state_mismatch /name"
    );
    states(&mut site, "1", &["s"]);
    assert_eq!(outcome(&mut site, &call("1", "a.x"), 0), "a.x 1");
}

const HARBOUR: &str =
    r#","tools":[],"imports":[{"id":"t","uri":"u","namespace":"tides","trust":"public"}]"#;
const TIDES: &str = r#","states":[{"name":"high"}],
    "tools":[{"name":"sail","description":"D.","x_actions":{"handler":"h"},"target":{"state":"high"}}],
    "context":[{"id":"ships","load_when":{"states":["high"]},"available_tools":["sail","none"]}],
    "signals":[{"name":"turned","event":"tide:turned","ingestion":"enabled"},{"name":"told","event":"tide:told"}]"#;

#[test]
fn parts_of_an_import_are_named_with_its_namespace() {
    let mut site = load(loading(HARBOUR).names(Names::flat()), &[("t", TIDES)]);
    ready(&mut site, "1");
    let at = |site: &mut Site, state: &str| {
        states(site, "1", &[state]);
        let here = site.situation(&"1".into()).unwrap();
        let known = site.context(&here);
        let known: Vec<String> = known
            .contexts
            .iter()
            .map(|context| format!("{} {:?}", context.id, context.tools))
            .collect();
        (known.join(""), outcome(site, &call(state, "tides_sail"), 0))
    };
    assert_eq!(
        at(&mut site, "high"),
        (String::new(), "state_mismatch /name".to_owned())
    );
    let there = (
        r#"tides.ships ["tides_sail"]"#.to_owned(),
        "tides.sail 1".to_owned(),
    );
    assert_eq!(at(&mut site, "tides.high"), there);
    assert!(site.state("tides.high").is_some() && site.signal("tides.turned").is_some());
    assert_eq!(
        site.tool("tides_sail").unwrap().state.as_ref().unwrap(),
        "tides.high"
    );
}

#[test]
fn events_reach_the_agent_once_under_their_composed_names() {
    let mut site = load(loading(HARBOUR), &[("t", TIDES)]);
    let event = |id: &str, page: &str, name: &str| DomEvent::new(id, page, name, Payload::null());
    let take = |site: &mut Site, event: DomEvent| match site.receive(event.clone().into()) {
        Ok(ItemOutcome::Event(taken)) => {
            assert_eq!(
                (&taken.event, &taken.origin.effective),
                (&event, &Trust::Public)
            );
            taken.signal.to_string()
        }
        Ok(ItemOutcome::Repeat) => "repeat".to_owned(),
        Ok(other) => panic!("{other:?}"),
        Err(refused) => {
            assert_eq!(
                refused.answer.as_ref().unwrap().runtime_id.get(),
                Some(&event.runtime_id)
            );
            format!("{} {}", refused.code().unwrap(), refused.pointer)
        }
    };
    assert_eq!(
        take(&mut site, event("e", "1", "tides.turned")),
        "runtime_not_ready /runtime_id"
    );
    site.receive(RuntimeStatus::new().runtime_id("1").into())
        .unwrap();
    assert_eq!(
        take(&mut site, event("e", "1", "tides.turned")),
        "runtime_not_ready /runtime_id"
    );
    let keyed =
        |id: &str| Item::from(RuntimeReady::new(id, "u").runtime_key(RuntimeKey::from("k")));
    site.receive(keyed("1")).unwrap();
    ready(&mut site, "2");
    for (id, page, name, expected) in [
        ("e", "1", "turned", "unknown_action /name"),
        ("e", "1", "tides.told", "permission_denied /name"),
        ("e", "1", "tides.turned", "tides.turned"),
        ("e", "1", "tides.turned", "repeat"),
        ("e", "1", "turned", "repeat"),
        ("e", "2", "tide:turned", "tides.turned"),
        ("f", "2", "tides.turned", "tides.turned"),
    ] {
        assert_eq!(
            take(&mut site, event(id, page, name)),
            expected,
            "{id} {page} {name}"
        );
    }
    let long = "e".repeat(Site::MAX_ID + 1);
    assert_eq!(
        take(&mut site, event(&long, "2", "tides.turned")),
        "invalid_input /event_id"
    );
    // A page reconnects and repeats its event.
    site.receive(keyed("3")).unwrap();
    assert_eq!(take(&mut site, event("e", "3", "tides.turned")), "repeat");
    assert_eq!(
        take(&mut site, event("e", "1", "tides.turned")),
        "runtime_not_ready /runtime_id"
    );
}

#[test]
fn a_reply_is_accepted_once_and_matches_its_schema() {
    let promising = r#","tools":[{"name":"a","description":"D.","x_actions":{"handler":"h","result_schema":{"type":"string"}}}]"#;
    let mut site = load(loading(promising).names(Names::default().prefix("s.")), &[]);
    ready(&mut site, "1");
    let send = |site: &mut Site, id: &str| site.call(&call(id, "s.a"), 0).unwrap();
    let reply = |refused: SiteRefusal| {
        assert_eq!(refused.answer, None);
        refused.kind
    };
    let first = send(&mut site, "1");
    let foreign = site.receive(first.output("2", Payload::string("x")).into());
    assert_eq!(
        reply(foreign.unwrap_err()),
        SiteRefusalKind::Reply(ReplyRefusalKind::Foreign)
    );
    let error = ActionError::new(ErrorDetails::new("handler_failed", "No."))
        .call_id("1")
        .runtime_id("1");
    assert_eq!(
        site.receive(error.clone().into()),
        Ok(ItemOutcome::Error(error.clone()))
    );
    assert_eq!(
        reply(site.receive(error.into()).unwrap_err()),
        SiteRefusalKind::Reply(ReplyRefusalKind::Duplicate)
    );
    let trouble = ActionError::new(ErrorDetails::new("drift_detected", "No.")).runtime_id("1");
    assert_eq!(
        site.receive(trouble.clone().into()),
        Ok(ItemOutcome::Error(trouble))
    );

    let second = send(&mut site, "2");
    let refused = site
        .receive(second.output("1", Payload::parse("7").unwrap()).into())
        .unwrap_err();
    let answer = refused.answer.unwrap();
    let expected = if cfg!(feature = "jsonschema") {
        "invalid_result"
    } else {
        "capability_unavailable"
    };
    assert_eq!(
        (
            answer.error.code.as_str(),
            answer.call_id.get().unwrap().as_str()
        ),
        (expected, "2")
    );
    let evidence = answer.error.evidence.unwrap();
    assert_eq!(
        evidence
            .get(&Pointer::parse("/tool").unwrap())
            .unwrap()
            .text(),
        r#""s.a""#
    );
    let late = site
        .receive(second.output("1", Payload::string("x")).into())
        .unwrap_err();
    assert_eq!(
        reply(late),
        SiteRefusalKind::Reply(ReplyRefusalKind::Duplicate)
    );
}

#[test]
fn calls_end_when_their_page_disconnects_or_they_time_out() {
    let mut site = load(loading(&tools(&["a"])), &[]);
    let keyed =
        |id: &str| Item::from(RuntimeReady::new(id, "u").runtime_key(RuntimeKey::from("k")));
    site.receive(keyed("1")).unwrap();
    site.call(&call("gone", "a"), 0).unwrap();
    let Ok(ItemOutcome::Page { gone, lost }) = site.receive(keyed("2")) else {
        panic!()
    };
    assert_eq!(gone, ["1"]);
    let told: Vec<_> = lost
        .iter()
        .map(|error| (error.error.code.as_str(), error.call_id.get().unwrap()))
        .collect();
    assert_eq!(told, [("transport_failed", &CallId::from("gone"))]);

    site.call(&call("slow", "a"), 1_000).unwrap();
    site.call(
        &call("quick", "a").timeout_ms(wire::Number::from(500)),
        1_000,
    )
    .unwrap();
    let mut overdue = |now: u64| -> Vec<String> {
        let errors = site.expire_calls(now).into_iter();
        errors
            .map(|error| {
                format!(
                    "{} {}",
                    error.call_id.get().unwrap(),
                    error.error.evidence.unwrap().text()
                )
            })
            .collect()
    };
    assert!(overdue(1_499).is_empty());
    assert_eq!(overdue(1_500), [r#"quick {"tool":"a","elapsed_ms":500}"#]);
    assert!(overdue(1_000 + Site::TIMEOUT_MS - 1).is_empty());
    assert_eq!(
        overdue(1_000 + Site::TIMEOUT_MS),
        [r#"slow {"tool":"a","elapsed_ms":30000}"#]
    );
    let late = call("slow", "a").output("2", Payload::null());
    let refused = site.receive(late.into()).unwrap_err();
    assert_eq!(refused.kind, SiteRefusalKind::Reply(ReplyRefusalKind::Late));
}

#[test]
fn the_manifest_of_a_page_is_ignored() {
    let mut site = load(loading(r#","tools":[]"#), &[]);
    let brought = manifest(&tools(&["steal"])).manifest().clone();
    site.receive(RuntimeReady::new("1", "u").manifest(brought).into())
        .unwrap();
    assert_eq!(
        outcome(&mut site, &call("1", "steal"), 0),
        "unknown_action /name"
    );
}

#[test]
fn remembered_data_is_bounded() {
    let mut site = load(loading(HARBOUR), &[("t", TIDES)]);
    let page = |n: usize| Item::from(RuntimeReady::new(n.to_string(), "u"));
    for n in 0..Site::MAX_PAGES {
        site.receive(page(n)).unwrap();
    }
    assert_eq!(
        site.receive(page(Site::MAX_PAGES)).unwrap_err().kind,
        SiteRefusalKind::TooMany
    );
    site.receive(page(0)).unwrap();
    let long = "i".repeat(Site::MAX_ID + 1);
    for item in [
        Item::from(RuntimeReady::new(long.as_str(), "u")),
        RuntimeStatus::new().runtime_id(long.as_str()).into(),
        RuntimeStatus::new()
            .runtime_id("0")
            .runtime_key(long.as_str())
            .into(),
        RuntimeReady::new("0", "u")
            .runtime_key(long.as_str())
            .into(),
    ] {
        assert_eq!(
            site.receive(item).unwrap_err().kind,
            SiteRefusalKind::TooLong
        );
    }
    let event = |n: usize| {
        Item::from(DomEvent::new(
            n.to_string(),
            "0",
            "tides.turned",
            Payload::null(),
        ))
    };
    for n in 0..=Site::MAX_EVENTS {
        assert!(matches!(site.receive(event(n)), Ok(ItemOutcome::Event(_))));
    }
    assert_eq!(site.receive(event(1)), Ok(ItemOutcome::Repeat));
    assert!(matches!(site.receive(event(0)), Ok(ItemOutcome::Event(_))));

    let mut site = load(loading(&tools(&["a"])), &[]);
    ready(&mut site, "1");
    for n in 0..Site::MAX_CALLS {
        site.call(&call(&n.to_string(), "a"), 0).unwrap();
    }
    let refused = site.call(&call("more", "a"), 0).unwrap_err();
    assert_eq!(refused.kind, SiteRefusalKind::TooMany);
    assert!(site.abandon(&"7".into(), &"1".into()));
    site.call(&call("more", "a"), 0).unwrap();
}

#[test]
fn invalid_saved_visits_are_not_resumed() {
    let mut site = load(loading(&tools(&["a"])), &[]);
    ready(&mut site, "1");
    let before = site.save();
    let other = SavedSite {
        version: 2,
        ..before.clone()
    };
    assert_eq!(site.resume(other).unwrap_err(), ResumeError::Version(2));
    let page = before.pages[0].clone();
    let many = SavedSite {
        pages: vec![page; Site::MAX_PAGES + 1],
        ..before.clone()
    };
    assert_eq!(
        site.resume(many).unwrap_err(),
        ResumeError::TooMany("pages")
    );
    assert_eq!(site.save(), before);
}

/// A step of a visit: an action and the names that it applies to.
type Step = (u8, usize, usize);

fn step(site: &mut Site, &(what, a, b): &Step, now: u64) -> String {
    let page = ["1", "2", "3"][a % 3];
    match what {
        0 => {
            let ready = RuntimeReady::new(page, "https://shop.test/");
            format!(
                "{:?}",
                site.receive(
                    if b == 0 {
                        ready.runtime_key("k")
                    } else {
                        ready
                    }
                    .into()
                )
            )
        }
        1 => {
            let states: [&[&str]; 3] = [&["cart"], &["paid"], &[]];
            let states = states[b % 3].iter().map(|state| (*state).to_owned());
            let status = RuntimeStatus::new()
                .runtime_id(page)
                .states(states.collect::<Vec<_>>());
            format!("{:?}", site.receive(status.into()))
        }
        2 => {
            let name = ["free", "pay", "next", "print"][b % 4];
            format!(
                "{:?}",
                site.call(&call(&format!("c{a}"), name).runtime_id(page), now)
            )
        }
        3 => format!(
            "{:?}",
            site.receive(
                call(&format!("c{a}"), "")
                    .output(page, Payload::null())
                    .into()
            )
        ),
        4 => format!(
            "{:?}",
            site.receive(DomEvent::new(b.to_string(), page, "s", Payload::null()).into())
        ),
        5 => format!("{:?}", site.expire_calls(now)),
        _ => format!(
            "{:?}",
            site.receive(
                wire::decode(&format!(
                    r#"{{"type":"runtime_removed","runtime_id":"{page}"}}"#
                ))
                .unwrap()
            )
        ),
    }
}

proptest! {
    #[test]
    fn a_resumed_visit_behaves_like_an_uninterrupted_one(
        before in prop::collection::vec((0u8..7, 0usize..3, 0usize..4), 0..40),
        after in prop::collection::vec((0u8..7, 0usize..3, 0usize..4), 0..40),
    ) {
        let root = format!(r#"{SHOP},"signals":[{{"name":"s","event":"e","ingestion":"enabled"}}]"#);
        let mut site = load(loading(&root), &[]);
        let mut now = 0;
        for one in &before {
            now += 300;
            step(&mut site, one, now);
        }
        let text = wire::encode(&site.save()).unwrap();
        let mut resumed = load(loading(&root), &[]);
        resumed.resume(wire::decode(&text).unwrap()).unwrap();
        prop_assert_eq!(resumed.save(), site.save());
        for one in &after {
            now += 300;
            prop_assert_eq!(step(&mut resumed, one, now), step(&mut site, one, now));
        }
        prop_assert_eq!(resumed.save(), site.save());
    }
}

#[cfg(feature = "workflows")]
#[test]
fn the_host_runs_the_workflow_of_a_tool() {
    use crate::{validate::Limits, workflow::Next};
    let workflow = r#""workflow":{"version":1,"expression_language":"jsonata","steps":[
        {"id":"a","primitive":"p","args":{"x":"{% input.x %}"}}],"output":"{% 1 %}"}"#;
    let tools = format!(
        r#","tools":[{{"name":"run","description":"D.",{workflow}}},{{"name":"told","description":"D.",{workflow},
            "x_actions":{{"static_output":1}}}},{{"name":"handled","description":"D.","x_actions":{{"handler":"h"}}}}]"#
    );
    let root = format!(r#","tools":[],"imports":[{}]"#, import("i", ""));
    let mut site = load(loading(&root), &[("i", &tools)]);
    ready(&mut site, "p");
    let sent = site.call(&call("c0", "i.run"), 0).unwrap();
    let mut sent_with = sent.clone();
    sent_with.arguments = Payload::parse(r#"{"x":7}"#).unwrap();
    let mut run = site
        .workflow(&sent_with, Limits::UPSTREAM)
        .unwrap()
        .unwrap();
    let Next::Call(primitive) = run.next() else {
        panic!()
    };
    assert_eq!(primitive.arguments.text(), r#"{"x":7}"#);
    run.answer(Ok(Payload::null()));
    let Next::Over(outcome) = run.next() else {
        panic!()
    };
    let output = sent.output("p", outcome.output.clone().unwrap());
    assert_eq!(
        site.receive(output.clone().into()).unwrap(),
        ItemOutcome::Output(output)
    );
    for name in ["i.told", "i.handled"] {
        let sent = site.call(&call(name, name), 0).unwrap();
        assert!(
            site.workflow(&sent, Limits::UPSTREAM).unwrap().is_none(),
            "{name}"
        );
    }
    assert!(
        site.workflow(&call("c", "run"), Limits::UPSTREAM)
            .unwrap()
            .is_none()
    );
    let none = Limits {
        steps: 0,
        ..Limits::UPSTREAM
    };
    assert_eq!(
        site.workflow(&sent, none).unwrap_err().findings[0].rule,
        "W-step-count"
    );
}
