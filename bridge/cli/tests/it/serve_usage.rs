//! The usage errors of `serve`, and its command line with a store.

use crate::program::{file, run};

const CREATE: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;

/// A part of the error for a NATS server that does not exist.
const NATS: &[&str] = match cfg!(feature = "nats") {
    true => &[
        "--store nats://127.0.0.1:1/ui",
        "the connection to the NATS server failed",
    ],
    false => &[
        "--store",
        "--features live,nats -- serve --store nats://HOST:PORT/NAME",
    ],
};

/// Runs a wrong command line of `serve`, and returns its standard error.
fn error_of(arguments: &[&str]) -> String {
    let ran = run(&[&["serve"], arguments].concat(), "");
    assert_eq!(
        (ran.status, &*ran.out),
        (2, ""),
        "{arguments:?}: {}",
        ran.err
    );
    ran.err
}

#[test]
fn each_usage_error_names_its_remedy() {
    let surface = file(CREATE);
    let folder = tempfile_folder();
    let long = &*"x".repeat(1001);
    let key = surface.as_str();
    // A port that is in use.
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    for (arguments, expected) in [
        (&[][..], &["--agent KIND:TARGET", "FILE"][..]),
        (
            &["no-such-file.jsonl"],
            &["no-such-file.jsonl: No such file"],
        ),
        (&[&folder], &["a folder is not an agent"]),
        (
            &["--agent", "surface.jsonl"],
            &["KIND:TARGET", "lines:./agent"],
        ),
        (
            &["--agent", "http://agent.test"],
            &["as in a2a:https://agent.test"],
        ),
        (
            &["--agent", "a2a:agent.test"],
            &["begins with http:// or https://"],
        ),
        (
            &["--agent", "lines: "],
            &["a command is missing after `lines:`"],
        ),
        (
            &["--agent", "a=lines:x", "--agent", "a=lines:y"],
            &["--agent a=", "give each its own"],
        ),
        (
            &["-", "--agent", "file:-"],
            &["only one agent can read standard input"],
        ),
        (&["-", "--stdio"], &["--stdio", "--agent lines:COMMAND"]),
        (&["--from", "aap", &surface], &["--from", "a2ui@0.8"]),
        (&["--token", "short", &surface], &["--token", "16 to 128"]),
        (
            &["--token-file", "no-such-file", &surface],
            &["--token-file no-such-file: No such file"],
        ),
        (
            &["--token-file", &surface, &surface],
            &["--token-file", "16 to 128"],
        ),
        (
            &[
                "--token-file",
                &surface,
                "--token",
                "0123456789abcdef",
                &surface,
            ],
            &["--token-file", "--token"],
        ),
        (&["--env", "=x", &surface], &["--env", "NAME=VALUE"]),
        (
            &["--env", "AGENT_UI_SESSION=x", &surface],
            &["--env", "the program sets"],
        ),
        (
            &["--env", "NO_SUCH_VARIABLE", &surface],
            &["--env NO_SUCH_VARIABLE=VALUE"],
        ),
        (
            &["--origin", "app.test", &surface],
            &["--origin app.test", "https://app.test"],
        ),
        (
            &["--bind", "0.0.0.0", &surface],
            &["--bind 0.0.0.0", "--public HOST", "--proxy URL"],
        ),
        (&["--bind", "here", &surface], &["--bind"]),
        (
            &["--proxy", "ftp://agents.test", &surface],
            &["--proxy", "https://agents.example/ui"],
        ),
        (
            &["--proxy", "https://agents.test/../a", &surface],
            &["--proxy", "https://agents.example/ui"],
        ),
        (&["--trust-forwarded", &surface], &["--proxy"]),
        (
            &["--allow-host", "https://a.test", &surface],
            &["--allow-host https://a.test"],
        ),
        (&["--drain", "soon", &surface], &["--drain", "500ms, 10s"]),
        (
            &["--origin", "https://app.test/", &surface],
            &["--origin https://app.test/", "leave out `/`"],
        ),
        (
            &["--origin", "https://*", &surface],
            &["--origin https://*", "https://*.app.test"],
        ),
        (
            &["--public", "agents.test", &surface],
            &["--certificate", "--key"],
        ),
        (&["--certificate", key, &surface], &["--public"]),
        (
            &[
                "--public",
                "a.test",
                "--proxy",
                "a.test",
                "--certificate",
                key,
                "--key",
                key,
                &surface,
            ],
            &["--proxy"],
        ),
        (
            &[
                "--public",
                "a.test",
                "--certificate",
                key,
                "--key",
                key,
                &surface,
            ],
            &["--certificate", "no certificate in PEM"],
        ),
        (&["--store", &folder, &surface], &["--store"]),
        (&["--store", "nats://127.0.0.1:1/ui", &surface], NATS),
        (
            &["--store", "nats://127.0.0.1:1/ui", "--keep", "1h", &surface],
            &[
                "--keep",
                "sessions on a NATS server do not expire",
                "--store FILE",
            ],
        ),
        (
            &["--agent-scope", "program", &surface],
            &["--agent-scope program", "lines:COMMAND"],
        ),
        (
            &["--keep", "soon", &surface],
            &["--keep", "30d, or `forever`"],
        ),
        (&["--idle", "0", &surface], &["--idle", "30d, or `forever`"]),
        (&["--credentials", &surface, &surface], &["--store"]),
        (
            &["--store", "s.db", "--credentials", &surface, &surface],
            &["--credentials", "--store nats://"],
        ),
        (&["--name", " ", &surface], &["--name", "not empty"]),
        (
            &["--description", long, &surface],
            &["--description", "at most 1000 characters"],
        ),
        (
            &["--session", "", &surface],
            &["--session", "1 to 200 bytes"],
        ),
        (&["--face", "ahpp", &surface], &["--face", "ahp"]),
        (
            &["--signal-agent", "../ann", &surface],
            &["--signal-agent ../ann"],
        ),
        (
            &["--extension-port", &port, "--face", "actions-json"],
            &["--extension-port", &port],
        ),
    ] {
        let error = error_of(arguments);
        for part in expected {
            assert!(error.contains(part), "{arguments:?}: {part} in {error}");
        }
    }
}

/// Returns the path of a folder.
fn tempfile_folder() -> String {
    std::env::temp_dir().to_string_lossy().into_owned()
}
