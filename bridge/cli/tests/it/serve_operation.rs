//! The settings of operators for `serve`: the environment of commands, and the files of the token and of options.

use crate::{
    program::{command, file, run},
    serve_process::{Served, TOKEN, Watched},
};

#[test]
fn commands_get_the_chosen_environment() {
    let show = r#"echo "env=$OWN|$PASSED|$SET|${PATH:+path}|$AGENT_UI_SESSION." >&2; cat"#;
    for (options, expected) in [
        (&[][..], "env=own|passed||path|main."),
        (
            &["--env", "PASSED", "--env", "SET=a=b"],
            "env=|passed|a=b|path|main.",
        ),
    ] {
        for kind in ["lines", "mcp"] {
            let mut serve = command(&["serve", "--agent", &format!("{kind}:{show}")]);
            let served = Watched::start(
                serve
                    .args(options)
                    .env("OWN", "own")
                    .env("PASSED", "passed"),
            );
            assert!(
                served.until("env=").ends_with(expected),
                "{kind} {options:?}"
            );
        }
    }
}

#[test]
fn the_token_can_be_read_from_a_file() {
    let surface = file(r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#);
    for end in ["", "\n", "\r\n"] {
        let token = file(&format!("{TOKEN}{end}"));
        let served = Watched::start(&mut command(&[
            "serve",
            "--token-file",
            &token,
            "--face",
            "mcp",
            &surface,
        ]));
        assert!(
            served
                .until("serving MCP")
                .ends_with(&format!("/{TOKEN}/mcp"))
        );
    }
}

#[test]
fn options_can_be_read_from_a_file() {
    let surface = file(r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#);
    let options = format!(
        "[serve]\nagent = \"file:{surface}\"\nface = [\"mcp\", \"a2a\"]\ntoken = \"{TOKEN}\"\n"
    );
    let served = Watched::start(&mut command(&[
        "serve",
        "--config",
        &file(&options),
        "--face",
        "mcp",
    ]));
    assert!(served.until("serving ").ends_with(&format!("/{TOKEN}/mcp")));
    served.until("serving health");
    let wrong = file("[serve]\nprot = 8000\n");
    let ran = run(&["serve", "--config", &wrong], "");
    let expected =
        format!("error: {wrong}:2: `prot` is not an option of serve; did you mean `port`?\n");
    assert_eq!((ran.status, ran.err), (2, expected));
}

#[test]
fn health_asks_a_running_program() {
    let surface = file(r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#);
    let served = Served::start(&[&surface]);
    let address = served.addresses["health"].clone();
    let healthy = run(&["health", &address], "");
    assert_eq!(healthy.status, 0, "{}", healthy.err);
    assert!(healthy.out.contains(r#""status":"ok""#), "{}", healthy.out);

    let missing = run(&["health", &format!("{address}/none")], "");
    assert_eq!(missing.status, 1);
    assert!(
        missing.err.contains("has the status 404"),
        "{}",
        missing.err
    );

    drop(served);
    assert_eq!(run(&["health", &address], "").status, 1);
    assert_eq!(run(&["health", "https://localhost/health"], "").status, 2);
}
