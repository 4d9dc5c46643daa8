//! The command line of the faces `slack` and `teams`.

use crate::{
    program::{file, run},
    serve_process::{Served, TOKEN, all},
};

const CREATE: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;
const SECRET: &str = "xoxb-1-not-for-logs";

#[test]
fn each_usage_error_names_its_option_and_no_secret() {
    let surface = file(CREATE);
    let secret = format!("file:{}", file(SECRET));
    let empty = format!("file:{}", file(" \n"));
    let keys = file("{}");
    for (arguments, expected) in [
        (
            &[
                "--face",
                "slack",
                "--slack-signing-secret",
                "env:AGENT_UI_NOT_SET",
            ][..],
            &["--slack-signing-secret", "AGENT_UI_NOT_SET is not set"][..],
        ),
        (
            &[
                "--face",
                "slack",
                "--slack-signing-secret",
                &secret,
                "--slack-token",
                SECRET,
            ],
            &["--slack-token", "env:NAME or file:PATH"],
        ),
        (
            &["--face", "slack", "--slack-signing-secret", &empty],
            &["--slack-signing-secret", "empty"],
        ),
        (
            &[
                "--face",
                "slack",
                "--slack-signing-secret",
                "file:no-such-file",
            ],
            &["--slack-signing-secret file:no-such-file", "No such file"],
        ),
        (
            &[
                "--face",
                "slack",
                "--slack-signing-secret",
                &secret,
                "--slack-token",
                &secret,
                "--slack-api",
                "https://slack.test/api",
            ],
            &["--slack-api", "`slack.test`", "--bot-host"],
        ),
        (
            &[
                "--face",
                "slack",
                "--slack-signing-secret",
                &secret,
                "--slack-token",
                &secret,
                "--bot-host",
                "https://a.test",
            ],
            &["--bot-host https://a.test", "host name"],
        ),
        (&["--face", "teams"], &["--face teams", "--teams-app ID"]),
        (
            &[
                "--face",
                "teams",
                "--teams-app",
                "a",
                "--teams-password",
                &secret,
                "--teams-keys",
                &keys,
            ],
            &["--teams-keys", "no key can verify tokens"],
        ),
        (
            &["--face", "slack", "--users", "jwt:keys.json"],
            &["--users", "slack"],
        ),
    ] {
        let ran = run(&[&["serve"], arguments, &[&surface]].concat(), "");
        assert_eq!(ran.status, 2, "{arguments:?}: {}", ran.err);
        assert!(!ran.err.contains(SECRET), "{}", ran.err);
        for part in expected {
            assert!(
                ran.err.contains(part),
                "{arguments:?}: {part} in {}",
                ran.err
            );
        }
    }
}

#[test]
fn both_bots_are_served_only_if_they_are_named() {
    let surface = file(CREATE);
    let secret = format!("file:{}", file(SECRET));
    let keys = file(
        r#"{"keys":[{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]}"#,
    );
    let bots = [
        "--face",
        "slack,teams",
        "--slack-signing-secret",
        &secret,
        "--slack-token",
        &secret,
        "--teams-app",
        "a",
        "--teams-password",
        &secret,
        "--teams-keys",
        &keys,
        &surface,
    ];
    let served = Served::start(&bots);
    assert!(served.addresses["Slack"].ends_with(&format!("/{TOKEN}/slack")));
    assert!(served.addresses["Teams"].ends_with(&format!("/{TOKEN}/teams/messages")));
    assert!(!served.addresses.contains_key("AG-UI"));
    for path in ["/slack/events", "/slack/interactions", "/teams/messages"] {
        let answer = all(&mut served.send("POST", path, "Connection: close\r\n", "{}"));
        assert!(answer.starts_with("HTTP/1.1 401 "), "{path}: {answer}");
        let foreign = "Connection: close\r\nOrigin: https://other.test\r\n";
        let answer = all(&mut served.send("POST", path, foreign, "{}"));
        assert!(answer.starts_with("HTTP/1.1 403 "), "{path}: {answer}");
    }
    let errors = served.until_error("the request has no token");
    assert!(
        errors.contains("the request has no signature of Slack"),
        "{errors}"
    );
    assert!(!errors.contains(SECRET), "{errors}");
    let others = Served::start(&[&surface]);
    assert!(!others.addresses.contains_key("Slack"));
}
