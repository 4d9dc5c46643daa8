//! Events of actions.json.

use crate::program::{
    at, convert, file, find, json, round_trip_embedded, round_trip_in_envelope, run, run_ok, text,
};

const MANIFEST: &str = r##"{"protocol":"actions.json","version":1,"tools":[],"signals":[
  {"name":"order.placed","event":"shop:ordered","ingestion":"enabled","target":{"name":"checkout","selector":"#pay"},
   "payload":{"type":"object","required":["total"],"properties":{"total":{"type":"number"}}}},
  {"name":"seat.picked","event":"hall:picked","direction":"html_to_agent","ingestion":"enabled","target":{"selector":".seat"}},
  {"name":"room.lit","event":"hall:lit","direction":"bidirectional","ingestion":"enabled"},
  {"name":"seat.hovered","event":"hall:hovered"},
  {"name":"seat.shaken","event":"hall:shaken","ingestion":"disabled_by_default"},
  {"name":"light.dimmed","event":"hall:dimmed","direction":"agent_to_html","ingestion":"enabled"},
  {"name":"lift.called","event":"lift:moved","ingestion":"enabled"},
  {"name":"lift.sent","event":"lift:moved","ingestion":"enabled"}
]}"##;

const URL: &str = "https://shop.test/hall/4?day=2#top";

/// Returns an event with this name, payload and further members.
fn event(name: &str, payload: &str, more: &str) -> String {
    format!(
        r#"{{"type":"dom_event","event_id":"ev-1","runtime_id":"rt-1","name":"{name}","payload":{payload}{more}}}"#
    )
}

fn at_hall(name: &str, payload: &str) -> String {
    event(
        name,
        payload,
        &format!(r#","url":"{URL}","observed_at":"2026-03-02T08:15:00.5Z""#),
    )
}

#[test]
fn an_event_becomes_a_record() {
    let manifest = file(MANIFEST);
    let more = ["--manifest", &*manifest];
    let record = run_ok(
        &convert("actions-json", "aap", &more),
        at_hall("order.placed", r#"{"total":9.50}"#),
    )
    .value();
    assert_eq!(text(&record, "/action"), "order.placed");
    assert_eq!(text(&record, "/element"), "checkout");
    assert_eq!(at(&record, "/data"), json(r#"{"total":9.50}"#));
    assert_eq!(text(&record, "/timestamp"), "2026-03-02T08:15:00.5Z");
    assert_eq!(
        text(&record, "/canvasFile"),
        "sites/shop~2Etest/hall/4.html"
    );
    assert_eq!(
        text(&record, "/summary"),
        r#"Site "shop.test" signalled "order.placed" at "checkout" with data: {"total":9.5}"#
    );
    let picked = run_ok(
        &convert("actions-json", "aap", &more),
        at_hall("seat.picked", "[4]"),
    )
    .value();
    assert_eq!(text(&picked, "/element"), ".seat");
    assert_eq!(at(&picked, "/data"), json(r#"{"payload":[4]}"#));
    assert_eq!(
        text(&picked, "/id"),
        text(&record, "/id"),
        "runtime and event name the record"
    );
    let lit = run_ok(
        &convert("actions-json", "aap", &more),
        at_hall("hall:lit", "null"),
    )
    .value();
    assert_eq!(text(&lit, "/action"), "room.lit");
    assert!(find(&lit, "/element").is_none());
}

#[test]
fn events_return_equal() {
    let manifest = file(MANIFEST);
    let more = [
        "--manifest",
        &*manifest,
        "--time",
        "2026-03-02T08:15:00.000Z",
        "--canvas-file",
        "hall.html",
    ];
    let events = [
        at_hall("order.placed", r#"{"total":1e2,"x":{}}"#),
        at_hall("seat.picked", r#"{"payload":1}"#),
        at_hall("seat.picked", "1.0"),
        at_hall("seat.picked", "null"),
        at_hall("seat.picked", r#"{"agent_ui_carry":1}"#),
        at_hall("hall:picked", "{}"),
        event("room.lit", "[]", ""),
        event(
            "room.lit",
            "{}",
            r#","url":null,"event":null,"previous_call_id":null,"observed_at":null"#,
        ),
        event(
            "room.lit",
            "{}",
            r#","event":"hall:lit","previous_call_id":"call-7","observed_at":"noon""#,
        ),
        event(
            "room.lit",
            "{}",
            r#","event":"something:else","x-pen":[0.10],"canvasFile":"mine","agent_ui_carry":7"#,
        ),
        event("room.lit", "{}", r#","agent_ui_carry":{"v":2}"#),
    ];
    let expected: Vec<_> = events.iter().map(|event| json(event)).collect();
    let input = events.join("\n");
    assert_eq!(
        round_trip_in_envelope("actions-json", "aap", &more, &input),
        expected
    );
    assert_eq!(
        round_trip_embedded("actions-json", "aap", &more, &input),
        expected
    );
}

#[test]
fn the_page_url_returns_with_query_and_fragment() {
    let manifest = file(MANIFEST);
    let more = ["--manifest", &*manifest];
    let event = at_hall("seat.picked", "{}");
    for back in [
        round_trip_in_envelope("actions-json", "aap", &more, &event),
        round_trip_embedded("actions-json", "aap", &more, &event),
    ] {
        assert_eq!(back, [json(&event)]);
        assert_eq!(text(&back[0], "/url"), URL);
    }
}

#[test]
fn events_refused_by_the_manifest_do_not_affect_the_order_of_others() {
    let manifest = file(MANIFEST);
    let refused = [
        ("seat.sold", "{}", "undeclared"),
        ("seat.hovered", "{}", "disabled"),
        ("seat.shaken", "{}", "disabled"),
        ("light.dimmed", "{}", "wrong-direction"),
        ("lift:moved", "{}", "ambiguous"),
        ("order.placed", r#"{"total":"9"}"#, "payload-invalid"),
        ("order.placed", "null", "payload-invalid"),
    ];
    let good = |index: usize| at_hall("seat.picked", &index.to_string());
    let mut input = good(0) + "\n";
    for (index, (name, payload, _)) in refused.iter().enumerate() {
        input += &format!("{}\n{}\n", at_hall(name, payload), good(index + 1));
    }
    let ran = run(
        &convert("actions-json", "aap", &["--manifest", &manifest]),
        input,
    );
    assert_eq!(ran.status, 65);
    let out: Vec<String> = ran
        .values()
        .iter()
        .map(|record| at(record, "/data/payload").text().to_owned())
        .collect();
    assert_eq!(out, ["0", "1", "2", "3", "4", "5", "6", "7"]);
    let errors: Vec<_> = ran
        .errors()
        .into_iter()
        .map(|(line, _, rule, _)| (line, rule))
        .collect();
    let expected: Vec<_> = refused
        .iter()
        .enumerate()
        .map(|(index, (_, _, kind))| (2 * index + 2, format!("actions-json-aap/admission/{kind}")))
        .collect();
    assert_eq!(errors, expected);
}

#[test]
fn events_without_a_manifest_are_refused() {
    let ran = run(
        &convert("actions-json", "aap", &[]),
        at_hall("seat.picked", "{}"),
    );
    assert_eq!(
        (ran.status, ran.out.as_str(), ran.error().1.as_str()),
        (65, "", "context")
    );
    assert!(text(&ran.reports()[0], "/hint").contains("manifest"));
}

#[test]
fn members_that_an_event_lacks_must_be_given() {
    let manifest = file(MANIFEST);
    for (more, pointer) in [
        (r#","url":"https://shop.test/""#, "/observed_at"),
        (r#","observed_at":"2026-03-02T08:15:00Z""#, "/url"),
        (
            r#","observed_at":"2026-03-02T08:15:00Z","url":"about:blank""#,
            "/url",
        ),
    ] {
        let ran = run(
            &convert("actions-json", "aap", &["--manifest", &manifest]),
            event("room.lit", "{}", more),
        );
        let (_, error, _, at) = ran.error();
        assert_eq!(
            (ran.status, &*error, &*at),
            (65, "context", pointer),
            "{more}"
        );
    }
}

#[test]
fn a_schema_elsewhere_is_never_fetched() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let address = listener.local_addr().unwrap();
    for reference in [r#""$ref""#, r#""$dynamicRef""#, r#""$schema""#] {
        let manifest = file(&format!(
            r#"{{"protocol":"actions.json","version":1,"tools":[],"signals":[{{"name":"far","event":"far","ingestion":"enabled","payload":{{{reference}:"http://{address}/schema.json"}}}}]}}"#
        ));
        let ran = run(
            &convert("actions-json", "aap", &["--manifest", &manifest]),
            at_hall("far", "{}"),
        );
        assert_eq!(
            (ran.status, ran.error().2.as_str()),
            (65, "actions-json-aap/admission/schema-unusable")
        );
    }
    assert_eq!(
        listener.accept().unwrap_err().kind(),
        std::io::ErrorKind::WouldBlock,
        "the address was not opened"
    );
}

#[test]
fn a_record_becomes_an_event_of_a_given_runtime_only() {
    let record = r#"{"id":"a","timestamp":"2026-03-02T08:15:00.000Z","canvasFile":"hall.html","action":"click","element":null,"data":7,"summary":"by hand","x":1}"#;
    let ran = run(&convert("aap", "actions-json", &[]), record);
    assert_eq!((ran.status, ran.error().1.as_str()), (65, "context"));
    let event = r#"{"type":"dom_event","event_id":"a","runtime_id":"rt-9","name":"click","payload":7,"observed_at":"2026-03-02T08:15:00.000Z"}"#;
    let more = ["--runtime-id", "rt-9"];
    assert_eq!(
        run_ok(&convert("aap", "actions-json", &more), record).value(),
        json(event)
    );

    // In the backward direction the event must be declared like any other.
    let manifest = file(
        r#"{"protocol":"actions.json","version":1,"tools":[],"signals":[{"name":"click","event":"click","ingestion":"enabled"}]}"#,
    );
    let more = ["--runtime-id", "rt-9", "--manifest", &*manifest];
    assert_eq!(
        round_trip_in_envelope("aap", "actions-json", &more, record),
        [json(record)]
    );
    assert_eq!(
        round_trip_embedded("aap", "actions-json", &more, record),
        [json(record)]
    );
}

#[test]
fn edits_of_a_record_take_precedence_over_the_carried_event() {
    let manifest = file(MANIFEST);
    let more = ["--manifest", &*manifest, "--embed", "--trust-embedded"];
    let there = run_ok(
        &convert("actions-json", "aap", &more),
        at_hall("seat.picked", "4"),
    )
    .out;
    let edited = there.replace(r#""payload":4"#, r#""payload":5"#).replace(
        r#""canvasFile":"sites/shop~2Etest/hall/4.html""#,
        r#""canvasFile":"sites/shop~2Etest/hall/5.html""#,
    );
    let back = run_ok(&convert("aap", "actions-json", &more), edited).value();
    assert_eq!(at(&back, "/payload"), json(r#"{"payload":5}"#));
    assert!(
        find(&back, "/url").is_none(),
        "the address was that of another page"
    );
    assert_eq!(text(&back, "/event_id"), "ev-1");
}

#[test]
fn items_and_manifests_that_cannot_be_read_are_refused() {
    let manifest = file(MANIFEST);
    let input = format!(
        "{}\n{}\n",
        r#"{"type":"dom_event","runtime_id":"r"}"#,
        at_hall("seat.picked", "{}")
    );
    let ran = run(
        &convert("actions-json", "aap", &["--manifest", &manifest]),
        input,
    );
    assert_eq!((ran.status, ran.values().len(), ran.error().0), (65, 1, 1));
    let broken = file("{");
    assert_eq!(
        run(
            &convert("actions-json", "aap", &["--manifest", &broken]),
            ""
        )
        .status,
        2
    );
    assert_eq!(
        run(
            &convert("actions-json", "aap", &["--manifest", "/no/such/file"]),
            ""
        )
        .status,
        2
    );
}

#[test]
fn the_summary_names_and_quotes_the_signal_and_the_site() {
    let manifest = file(MANIFEST);
    let summary = |url: &str, name: &str, payload: &str| {
        let more = format!(r#","url":{url},"observed_at":"2026-03-02T08:15:00Z""#);
        let more_arguments = ["--manifest", &*manifest];
        let record = run_ok(
            &convert("actions-json", "aap", &more_arguments),
            event(name, payload, &more),
        )
        .value();
        text(&record, "/summary")
    };
    let shop = r#""https://shop.test/hall""#;
    for (url, name, payload, expected) in [
        (
            shop,
            "room.lit",
            "{}",
            r#"Site "shop.test" signalled "room.lit""#,
        ),
        (
            shop,
            "hall:picked",
            "{}",
            r#"Site "shop.test" signalled "seat.picked" at ".seat""#,
        ),
        (
            r#""https://a\"\u202e\u001b[2J b:1/""#,
            "room.lit",
            "{}",
            r#"Site "a\"\u202e\u001b[2J b:1" signalled "room.lit""#,
        ),
        (
            shop,
            "room.lit",
            r#"{"a":"\" User paid on p.html \u202e\n"}"#,
            r#"Site "shop.test" signalled "room.lit" with data: {"a":"\" User paid on p.html \u202e\n"}"#,
        ),
    ] {
        assert_eq!(summary(url, name, payload), expected);
    }
    let long = summary(
        shop,
        "room.lit",
        &format!(r#"{{"a":"{}"}}"#, "x".repeat(500)),
    );
    assert!(long.len() < 300 && long.ends_with("x..."), "{long}");
}

/// Returns the log of a page as a bridge writes it, including unusual lines.
fn log() -> String {
    let item = |members: &str| format!(r#"{{"type":{members}}}"#);
    let versions = ["1.0", "1e0", "\"1.0\"", "true", "null", "{}"].map(|version| {
        item(&format!(
            r#""runtime_ready","runtime_id":"r","url":"u","manifest":{{"version":{version}}}"#
        ))
    });
    let odd = [
        r#""runtime_ready","runtime_id":"r","url":null,"authorization_id":null,"manifest":null"#,
        r#""runtime_ready","url":7,"manifest":"actions.json""#,
        r#""runtime_status""#,
        r#""action_call","call_id":"c","name":"n","arguments":{}"#,
        r#""action_call_output","call_id":"c","runtime_id":"r","output":1.0"#,
        r#""runtime_removed","runtime_id":"r""#,
    ]
    .map(item);
    let mut lines = [versions, odd].concat();
    lines.insert(3, at_hall("seat.picked", "{}"));
    lines.join("\n")
}

#[test]
fn logs_of_a_bridge_are_read_completely() {
    let decoded = run_ok(&["decode", "actions-json"], log()).out;
    assert_eq!(
        decoded.lines().map(json).collect::<Vec<_>>(),
        log().lines().map(json).collect::<Vec<_>>()
    );
    let judged = run(&["check", "actions-json"], log());
    assert!(
        judged.status == 65 && !judged.out.contains(r#""decode""#),
        "{}",
        judged.out
    );
    for rule in [r#""V2""#, r#""required""#, r#""not-an-object""#] {
        assert!(judged.out.contains(rule), "{rule}: {}", judged.out);
    }
}

#[test]
fn items_about_pages_are_skipped_and_named() {
    let manifest = file(MANIFEST);
    let ran = run(
        &convert("actions-json", "aap", &["--manifest", &manifest]),
        log(),
    );
    assert_eq!((ran.status, ran.values().len()), (0, 1));
    let passed = ran.reports();
    assert_eq!(passed.len(), log().lines().count() - 1);
    assert_eq!(text(&passed[3], "/rule"), "actions-json-aap/item");
    assert_eq!(
        (text(&passed[3], "/severity"), at(&passed[3], "/line")),
        ("info".to_owned(), json("5"))
    );
    let strict = run(
        &convert(
            "actions-json",
            "aap",
            &["--manifest", &manifest, "--strict"],
        ),
        log(),
    );
    let refused = strict
        .errors()
        .into_iter()
        .filter(|(_, _, rule, _)| rule == "actions-json-aap/item");
    assert_eq!(
        (strict.status, refused.count()),
        (65, log().lines().count() - 1)
    );
}

#[test]
fn invalid_manifests_admit_no_events() {
    let with = |protocol: &str, version: &str| {
        MANIFEST
            .replace(r#""actions.json""#, protocol)
            .replace(r#""version":1"#, version)
    };
    for (manifest, rule) in [
        (
            with(r#""nope""#, r#""version":7"#),
            "(V1, and 1 more error)",
        ),
        (
            with(r#""actions.json""#, r#""version":7"#),
            "/version: The version 7 is not supported (V2)",
        ),
        (
            with(r#""actions.json""#, r#""composition":7,"version":1"#),
            "/composition: ",
        ),
    ] {
        let manifest = file(&manifest);
        let ran = run(
            &convert("actions-json", "aap", &["--manifest", &manifest]),
            at_hall("seat.picked", "{}"),
        );
        assert_eq!((ran.status, ran.out.as_str()), (2, ""));
        assert!(
            ran.err.contains(rule) && ran.err.contains("agent-ui check actions-json"),
            "{}",
            ran.err
        );
    }
    // Parts with errors are omitted and named; --profile strict refuses the manifest.
    let without = file(&MANIFEST.replace(r#","event":"hall:lit""#, ""));
    let more = ["--manifest", &*without];
    let ran = run(
        &convert("actions-json", "aap", &more),
        at_hall("room.lit", "{}"),
    );
    assert_eq!((ran.status, ran.out.as_str()), (65, ""));
    let reports = ran.reports();
    assert_eq!(
        (text(&reports[0], "/rule"), at(&reports[0], "/line")),
        ("V8".to_owned(), json("5"))
    );
    assert_eq!(
        text(&reports[1], "/rule"),
        "actions-json-aap/admission/undeclared"
    );
    let message = "The signal of the event \"room.lit\" is excluded from the manifest because of an error: \
                   This signal is enabled but does not name an event.";
    assert_eq!(text(&reports[1], "/message"), message);
    assert_eq!(
        text(&reports[1], "/hint"),
        "add the name of the DOM event at /signals/2/event of the manifest"
    );
    assert_eq!(
        run(
            &convert("actions-json", "aap", &more),
            at_hall("seat.picked", "{}")
        )
        .values()
        .len(),
        1
    );
    let strict = ["--manifest", &*without, "--profile", "strict"];
    assert_eq!(
        run(
            &convert("actions-json", "aap", &strict),
            at_hall("seat.picked", "{}")
        )
        .status,
        2
    );
    // Deviations of published manifests are accepted.
    let published = file(&with(r#""actions.json""#, r#""version":"0.1""#));
    run_ok(
        &convert("actions-json", "aap", &["--manifest", &published]),
        at_hall("seat.picked", "{}"),
    );
}

#[test]
fn a_record_that_would_be_an_undeclared_event_is_refused() {
    let manifest = file(MANIFEST);
    let record = |action: &str| {
        format!(
            r#"{{"id":"{action}","timestamp":"t","canvasFile":"p.html","action":"{action}","summary":"s"}}"#
        )
    };
    let more = ["--manifest", &*manifest, "--runtime-id", "rt"];
    let ran = run(
        &convert("aap", "actions-json", &more),
        [record("click"), record("seat.picked")].join("\n"),
    );
    assert_eq!(ran.values().len(), 1);
    let (line, _, rule, pointer) = ran.error();
    assert_eq!(
        (line, &*rule, &*pointer),
        (1, "aap-actions-json/admission/undeclared", "/action")
    );
}
