//! `serve` with users: by tokens, and by a header of a proxy.

use crate::{
    program::{file, run},
    serve_process::{Served, all},
};

/// The keys and the tokens of an issuer. The tokens are valid until the year 2100.
const KEYS: &str = r#"{"keys":[{"kty":"OKP","crv":"Ed25519","kid":"k1","x":"rY7kJxuHPfQ6aSqvasmRJd6c9TFJ7QiYu3-oI0pk348"}]}"#;
const ANN: &str = "eyJhbGciOiJFZERTQSIsImtpZCI6ImsxIn0.eyJzdWIiOiJhbm4iLCJleHAiOjQxMDI0NDQ4MDB9.mEeFex0ubsNgO0zIxZAyc3KgCAaakbbdJ5N2Qn862hKSxm7GYrJOD1OCMWM8y-oFgOtzup6Cr4qpeiJckXbOCw";
const BOB: &str = "eyJhbGciOiJFZERTQSIsImtpZCI6ImsxIn0.eyJzdWIiOiJib2IiLCJleHAiOjQxMDI0NDQ4MDB9.4fQThaznHLeTyyH5o0SsHRZURDRsXxIIxhf5gEbXATDd_pgK5CNmfpP5JJfV_IlhnzHxWN0QQG93DVfs5xu5Dg";
/// An agent command that shows the name of its session and answers each message.
const AGENT: &str = r#"lines:echo '{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}'; printf '{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":"%s"}]}}\n' "$AGENT_UI_SESSION"; while read -r line; do echo "{\"parts\":[{\"text\":\"heard in $AGENT_UI_SESSION\"}]}"; echo '{"turn":"end"}'; done"#;

/// Returns the response to a run that a user starts in a session.
fn run_of(served: &Served, user: &str, session: &str, text: &str) -> String {
    let message = match text {
        "" => String::new(),
        text => format!(r#"{{"id":"{text}","role":"user","content":"{text}"}}"#),
    };
    let input = format!(
        r#"{{"threadId":"{session}","runId":"r","state":{{}},"messages":[{message}],"tools":[],"context":[],"forwardedProps":{{}}}}"#
    );
    all(&mut served.send(
        "POST",
        "/ag-ui",
        &format!("{user}Connection: close\r\n"),
        &input,
    ))
}

#[test]
fn each_user_keeps_separate_sessions_after_a_restart() {
    let (keys, folder) = (
        file(KEYS),
        std::path::PathBuf::from(file("")).with_extension("users"),
    );
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let store = folder.join("sessions.db").display().to_string();
    let (users, records) = (format!("jwt:{keys}"), folder.display().to_string());
    let arguments = [
        "--users",
        &users,
        "--store",
        &store,
        "--records",
        &records,
        "--face",
        "ag-ui",
        "--face",
        "a2a",
        "--face",
        "mcp",
        "--agent",
        AGENT,
    ];
    let bearer = |token: &str| format!("Authorization: Bearer {token}\r\n");
    let served = Served::start(&arguments);
    let told = run_of(&served, &bearer(ANN), "main", "hello");
    assert!(
        told.contains("heard in user:ann/main") && told.contains("RUN_FINISHED"),
        "{told}"
    );
    let other = run_of(&served, &bearer(BOB), "main", "");
    assert!(
        other.contains("user:bob/main") && !other.contains("user:ann"),
        "{other}"
    );
    let named = run_of(&served, &bearer(BOB), "user:ann/main", "");
    assert!(
        named.contains("user:bob/user:ann/main") && !named.contains("hello"),
        "{named}"
    );
    for user in ["", "Authorization: Bearer x\r\n"] {
        let refused = run_of(&served, user, "main", "");
        assert!(
            refused.starts_with("HTTP/1.1 401") && refused.contains("www-authenticate: Bearer"),
            "{refused}"
        );
    }
    let said = served.until_error("serve/user");
    assert!(
        said.contains("a request was refused with status 401: the token has no header"),
        "{said}"
    );
    assert!(
        served
            .get("/health", "Host: localhost\r\n")
            .starts_with("HTTP/1.1 200")
    );
    drop(served);

    let served = Served::start(&arguments);
    let again = run_of(&served, &bearer(ANN), "main", "");
    assert!(
        again.contains("hello") && again.contains("heard in user:ann/main"),
        "{again}"
    );
    let other = run_of(&served, &bearer(BOB), "main", "");
    assert!(
        !other.contains("hello") && !other.contains("user:ann"),
        "{other}"
    );
}

#[test]
fn a_header_of_the_proxy_identifies_the_users() {
    let arguments = [
        "--users",
        "header:X-User",
        "--proxy",
        "http://localhost",
        "--face",
        "ag-ui",
        "--agent",
        AGENT,
    ];
    let served = Served::start(&arguments);
    let told = run_of(&served, "X-User: a/b\r\n", "main", "hello");
    assert!(told.contains("heard in user:a%2Fb/main"), "{told}");
    let refused = run_of(&served, "", "main", "");
    assert!(
        refused.starts_with("HTTP/1.1 401") && refused.contains("send it through the proxy"),
        "{refused}"
    );
}

#[test]
fn errors_about_users_name_the_wrong_options() {
    let (keys, surface) = (
        file(KEYS),
        file(r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#),
    );
    let users = format!("jwt:{keys}");
    let wrong_keys = format!("jwt:{surface}");
    for (arguments, expected) in [
        (
            &["--users", "mail:ann"][..],
            &["--users", "jwt:FILE, jwt:URL or header:NAME"][..],
        ),
        (&["--users", "jwt:"], &["--users", "jwt:FILE"]),
        (
            &["--users", "header:X-User"],
            &["--users header:", "--proxy URL"],
        ),
        (
            &["--users", "header:a b", "--proxy", "a.test"],
            &["--users header:a b"],
        ),
        (
            &[
                "--users",
                "header:X-User",
                "--proxy",
                "a.test",
                "--audience",
                "a",
            ],
            &["--audience", "--users jwt:keys.json"],
        ),
        (&["--audience", "a"], &["--users"]),
        (&["--issuer", "a"], &["--users"]),
        (
            &["--users", "jwt:none.json"],
            &["--users jwt:none.json", "No such file"],
        ),
        (
            &["--users", &wrong_keys],
            &["--users jwt:", "no key can verify tokens"],
        ),
        (
            &["--users", "jwt:http://id.test/keys"],
            &["--users jwt:http://id.test/keys", "https"],
        ),
        (
            &["--users", "jwt:http://127.0.0.1:1/keys"],
            &["--users jwt:http://127.0.0.1:1/keys", "cannot be reached"],
        ),
        (&["--users", &users, "--stdio"], &["--stdio", "--users"]),
        (
            &["--users", &users, "--face", "actions-json"],
            &["--face actions-json", "--users"],
        ),
        (
            &["--users", &users, "--extension-port", "0"],
            &["--extension-port", "--users"],
        ),
    ] {
        let ran = run(&[&["serve"], arguments, &[&surface]].concat(), "");
        assert_eq!(ran.status, 2, "{arguments:?}: {}", ran.err);
        for part in expected {
            assert!(ran.err.contains(part), "{arguments:?}: {}", ran.err);
        }
    }
}
