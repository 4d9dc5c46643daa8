//! Paths of pages, and addresses that a client might open.

use super::{
    CREATE, Kept, OutOfScope, Quarantined, Refused, Row, at, canvas_state, comes_back, components,
    converted, fold, found, hold, json, kept, quarantined, record, row, says,
};
use aap::{CanvasPath, CanvasPathError, Interaction};
use ahp::{
    canvas::CanvasState,
    policy::{ContentMode, UrlPolicy, UrlRefusal},
    uri::{CanvasChannel, ContentAddress, UriError},
};
use bridge::Dialect;

/// Requires a finding for a path that does not name a page. The record with the path is preserved.
fn no_page(path: &str, error: CanvasPathError) -> super::Outcome {
    assert_eq!(CanvasPath::parse(path), Err(error), "{path}");
    let text = record("canvasFile", wire::Payload::string(path).text());
    says(&found::<Interaction>(&text), error.rule(), "/canvasFile");
    kept::<Interaction>(&text);
    Refused
}

/// Requires that a path out of the folder is never restored from a message of another protocol.
fn leads_out(path: &str, error: CanvasPathError) -> super::Outcome {
    no_page(path, error);
    let text = record("canvasFile", wire::Payload::string(path).text());
    let there = converted(Dialect::Aap, Dialect::A2ui0_9, &text);
    quarantined(&there, "/canvasFile");
    let sent = there.message.encode().unwrap();
    let back = super::convert(
        Dialect::A2ui0_9,
        Dialect::Aap,
        &sent,
        Default::default(),
        there.carry,
    )
    .unwrap();
    let file = at(&json(&back.message.encode().unwrap()), "/canvasFile").unwrap();
    CanvasPath::parse(&file.as_str().unwrap()).unwrap();
    Refused
}

fn canvas(url: &str) -> String {
    format!(
        r#"{{"channel":"ahp-canvas:/s","state":{},"contents":[]}}"#,
        canvas_state(url)
    )
}

/// Requires that an address with a disallowed scheme is not opened, and does not reach the other dialect of AHP.
fn not_opened(url: &str, error: UrlRefusal) -> super::Outcome {
    let plain = json(&format!("\"{url}\"")).as_str().unwrap().into_owned();
    assert_eq!(UrlPolicy::default().check(&plain), Err(error), "{url}");
    says(
        &found::<CanvasState>(&canvas_state(url)),
        error.rule(),
        "/url",
    );
    let there = converted(Dialect::AhpCanvas, Dialect::Ahp1_0, &canvas(url));
    assert_eq!(
        at(&json(&there.message.encode().unwrap()), "/state/url"),
        None,
        "{url}"
    );
    quarantined(&there, "/state/url")
}

/// Requires that a component with an address opens nothing. The address is data, and the client that displays the
/// component must check it.
fn in_a_surface(component: &str) {
    let message = components(component);
    kept::<a2ui::Message>(&message);
    fold([CREATE, &message]).unwrap();
    comes_back(Dialect::A2ui0_9, Dialect::A2ui1_0, &message);
}

pub(super) const ROWS: &[Row] = &[
    row(35, "a page outside its folder", Refused, || {
        leads_out("../../etc/passwd", CanvasPathError::ParentRef)
    }),
    row(36, "absolute pages", Refused, || {
        leads_out("/abs.html", CanvasPathError::Absolute);
        leads_out("C:\\x.html", CanvasPathError::DrivePrefix);
        leads_out("\\\\host\\s.html", CanvasPathError::Backslash);
        no_page("file:///x.html", CanvasPathError::DotOrEmptySegment)
    }),
    row(
        37,
        "a page outside its folder, in percent signs",
        Refused,
        || {
            // No reader decodes twice: the second path names a page with an odd name.
            assert_eq!(
                CanvasPath::parse("%252e%252e/a.html").unwrap().as_str(),
                "%252e%252e/a.html"
            );
            leads_out(
                "%2e%2e/a.html",
                CanvasPathError::PercentEncodedSeparatorOrDot,
            );
            leads_out("a%2fb.html", CanvasPathError::PercentEncodedSeparatorOrDot)
        },
    ),
    row(38, "two dots within a name", Refused, || {
        no_page("a..b.html", CanvasPathError::ParentRef)
    }),
    row(39, "a dot as a segment, and none", Refused, || {
        for path in ["reports/./x.html", "a//b.html"] {
            no_page(path, CanvasPathError::DotOrEmptySegment);
            comes_back(
                Dialect::Aap,
                Dialect::A2ui0_9,
                &record("canvasFile", &format!("\"{path}\"")),
            );
        }
        Refused
    }),
    row(40, "control characters in a page", Refused, || {
        no_page("a\nb.html", CanvasPathError::ControlOrNul);
        no_page("a\0b.html", CanvasPathError::ControlOrNul)
    }),
    // `CON` has no finding: a program on such a system knows its reserved names. A name that ends with a dot does not
    // name a page.
    row(
        41,
        "names that some systems keep for themselves",
        Kept,
        || {
            assert!(CanvasPath::parse("CON.html").is_ok());
            no_page("p.html.", CanvasPathError::NotHtml);
            no_page("p.html ", CanvasPathError::NotHtml);
            comes_back(
                Dialect::Aap,
                Dialect::A2ui0_9,
                &record("canvasFile", r#""CON.html""#),
            );
            Kept
        },
    ),
    row(42, "a page with a name of four kilobytes", Refused, || {
        no_page(
            &format!("{}.html", "x".repeat(4096)),
            CanvasPathError::TooLong,
        );
        no_page(
            &format!("{}.html", "x".repeat(251)),
            CanvasPathError::TooLong,
        )
    }),
    row(43, "content outside its canvas", Refused, || {
        for url in [
            "ahp-canvas-content:/s/../other/x",
            "ahp-canvas-content:/s/%2E%2e/x",
            "ahp-canvas-content:/../x",
        ] {
            assert_eq!(
                ContentAddress::parse(url),
                Err(UriError::DotSegment),
                "{url}"
            );
            not_opened(url, UrlRefusal::Content(UriError::DotSegment));
        }
        Refused
    }),
    row(
        44,
        "content with a host, a query, a fragment",
        Refused,
        || {
            assert_eq!(
                ContentAddress::parse("ahp-canvas-content://host/x"),
                Err(UriError::Authority)
            );
            // These two do not lead elsewhere.
            assert_eq!(
                ContentAddress::parse("ahp-canvas-content:/s/x?../q")
                    .unwrap()
                    .path(),
                "x"
            );
            assert_eq!(
                ContentAddress::parse("ahp-canvas-content:/s/x#/../f")
                    .unwrap()
                    .path(),
                "x"
            );
            assert_eq!(
                CanvasChannel::parse("ahp-canvas://host/s"),
                Err(UriError::Authority)
            );
            Refused
        },
    ),
    // The address names its canvas; the host and the translation check that it is this one.
    row(45, "content of another canvas", Kept, || {
        let url = "ahp-canvas-content:/other/x";
        assert_eq!(ContentAddress::parse(url).unwrap().instance_id(), "other");
        let there = converted(Dialect::AhpCanvas, Dialect::Ahp1_0, &canvas(url));
        assert_eq!(
            at(&json(&there.message.encode().unwrap()), "/state/url"),
            None
        );
        Kept
    }),
    row(46, "a canvas at javascript:", Quarantined, || {
        not_opened("javascript:alert(1)", UrlRefusal::Scheme)
    }),
    // The proposal's own list has `data`; a stricter policy is up to the caller.
    row(47, "a canvas at data:", Kept, || {
        assert_eq!(
            UrlPolicy::default().check("data:text/html,x"),
            Ok(ContentMode::Direct)
        );
        assert_eq!(
            UrlPolicy::none().scheme("https").check("data:text/html,x"),
            Err(UrlRefusal::Scheme)
        );
        let there = comes_back(
            Dialect::AhpCanvas,
            Dialect::Ahp1_0,
            &canvas("data:text/html,x"),
        );
        assert_eq!(
            at(&json(&there.message.encode().unwrap()), "/state/url"),
            None
        );
        Kept
    }),
    row(48, "javascript: in disguise", Quarantined, || {
        not_opened(r" jAvA\tscript:alert(1)", UrlRefusal::Scheme);
        not_opened(r"java\u0000script:alert(1)", UrlRefusal::Scheme);
        not_opened("JAVASCRIPT:alert(1)", UrlRefusal::Scheme)
    }),
    row(49, "other schemes", Quarantined, || {
        for url in ["vbscript:x", "blob:https://a.test/1", "vscode://x/y"] {
            not_opened(url, UrlRefusal::Scheme);
        }
        // `file` is on the proposal's list.
        assert_eq!(
            UrlPolicy::default().check("file:///x"),
            Ok(ContentMode::Direct)
        );
        Quarantined
    }),
    row(50, "an address with a password", Quarantined, || {
        // The opposite direction is refused too, although the release requires only http(s).
        let released = r#"{"channel":"ahp-canvas:/s","state":{"instanceId":"s","extensionId":"e","canvasId":"c","url":"http://user:pw@h/"},"contents":[]}"#;
        let there = converted(Dialect::Ahp1_0, Dialect::AhpCanvas, released);
        assert!(!there.message.encode().unwrap().contains("pw"));
        quarantined(&there, "/state/url");
        not_opened("https://user:pw@h/", UrlRefusal::UserInfo)
    }),
    // Reported, not quarantined: the release requires only http(s), so the address is allowed there.
    row(51, "a host that looks local", Refused, || {
        for url in [
            "http://localhost.evil.test",
            "http://localhost@evil.test/",
            "http://127.0.0.1.evil.test/",
            "http://[::1]/",
        ] {
            assert_eq!(
                UrlPolicy::default().check(url),
                Err(UrlRefusal::HttpHost),
                "{url}"
            );
            says(
                &found::<CanvasState>(&canvas_state(url)),
                "url-http-host",
                "/url",
            );
        }
        for url in ["http://localhost:3000/", "http://127.0.0.1/"] {
            assert_eq!(
                UrlPolicy::default().check(url),
                Ok(ContentMode::Direct),
                "{url}"
            );
        }
        Refused
    }),
    // The host has no finding: the client that displays it decides which letters look alike.
    row(52, "a host in another alphabet", Kept, || {
        for url in ["https://xn--e1awd7f.test/", "https://\u{435}\u{440}.test/"] {
            comes_back(Dialect::AhpCanvas, Dialect::Ahp1_0, &canvas(url));
            kept::<CanvasState>(&canvas_state(url));
        }
        Kept
    }),
    row(53, "a relative address in the release", Refused, || {
        let state = r#"{"instanceId":"s","extensionId":"e","canvasId":"c","url":"rel/x"}"#;
        let findings = found::<ahp::v1_0::CanvasState>(state);
        assert!(
            findings.iter().any(|(_, pointer)| pointer == "/url"),
            "{findings:?}"
        );
        not_opened("rel/x", UrlRefusal::Scheme);
        Refused
    }),
    row(54, "an address with a token", Kept, || {
        let state: CanvasState =
            wire::decode(&canvas_state("https://a.test/x?token=SECRET#SECRET")).unwrap();
        assert!(!format!("{state:?}").contains("SECRET"));
        let error = wire::decode::<CanvasState>(
            &canvas_state("https://a.test/?t=SECRET").replace("\"ready\"", "7"),
        );
        assert!(!error.unwrap_err().to_string().contains("SECRET"));
        let bad = canvas_state("ftp://user:SECRET@a.test/?t=SECRET");
        for finding in wire::Validate::validate(&wire::decode::<CanvasState>(&bad).unwrap()) {
            assert!(!format!("{finding:?}").contains("SECRET"), "{finding:?}");
        }
        Kept
    }),
    // Kept without a finding: a surface is data here, and the page of `show` opens nothing.
    row(55, "a button that opens javascript:", Kept, || {
        in_a_surface(
            r#"{"id":"root","component":"Button","child":"t","action":{"functionCall":{"call":"openUrl","args":{"url":"javascript:alert(1)"}}}}"#,
        );
        Kept
    }),
    // Kept for the same reason as above.
    row(56, "an image, a sound, a link at javascript:", Kept, || {
        in_a_surface(r#"{"id":"root","component":"Image","url":"javascript:alert(1)"}"#);
        in_a_surface(r#"{"id":"root","component":"Video","url":"javascript:alert(1)"}"#);
        in_a_surface(r#"{"id":"root","component":"AudioPlayer","url":{"path":"/u"}}"#);
        in_a_surface(r#"{"id":"root","component":"Text","text":"[x](javascript:alert(1))"}"#);
        Kept
    }),
];

#[test]
fn hostile_addresses_have_the_expected_outcome() {
    hold(ROWS);
    assert!(ROWS.iter().all(|row| row.outcome != OutOfScope));
}
