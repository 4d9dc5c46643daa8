//! The usage errors of `worker`.

use crate::program::{run, run_ok};

/// The options of a running worker that take no value.
const WITHOUT_VALUE: [&str; 8] = [
    "--envelope",
    "--embed",
    "--escape-ids",
    "--strict",
    "--trust-embedded",
    "--until-empty",
    "--flat-names",
    "--portable-schemas",
];

fn error_of(arguments: &[&str]) -> String {
    let ran = run(
        &[&["worker", "--nats", "nats://127.0.0.1:1"], arguments].concat(),
        "",
    );
    assert_eq!(
        (ran.status, &*ran.out),
        (2, ""),
        "{arguments:?}: {}",
        ran.err
    );
    ran.err
}

#[test]
fn options_of_a_running_worker_are_refused_for_other_tasks() {
    let help = run_ok(&["help", "worker"], "").out;
    let named = help
        .lines()
        .filter_map(|line| line.strip_prefix("      --"));
    let options: Vec<&str> = named.filter_map(|line| line.split(' ').next()).collect();
    assert!(options.len() > 30, "{options:?}");
    let other = [
        "nats",
        "credentials",
        "stream",
        "init",
        "partitions",
        "replicas",
        "drain",
        "log",
        // The options in the file are refused, not the file.
        "context",
    ];
    for option in options.into_iter().filter(|option| !other.contains(option)) {
        let option = format!("--{option}");
        let value = match option.as_str() {
            "--from" | "--to" => "aap",
            "--type" => "Interaction",
            "--profile" => "strict",
            "--status" => "127.0.0.1:9090",
            _ => "1",
        };
        let value = (!WITHOUT_VALUE.contains(&&*option)).then_some(value);
        for task in ["--init", "--drain"] {
            let arguments: Vec<&str> = [task, &option].into_iter().chain(value).collect();
            let error = error_of(&arguments);
            let expected = format!("the argument '{task}' cannot be used with '{option}");
            assert!(error.contains(&expected), "{arguments:?}: {error}");
        }
    }
}

#[cfg(not(feature = "nats"))]
#[test]
fn a_program_without_the_feature_explains_how_to_build_it() {
    let error = error_of(&["--init"]);
    assert!(error.contains("without the feature `nats`"), "{error}");
    assert!(
        error.contains("cargo install --path bridge/cli --features nats"),
        "{error}"
    );
}

#[cfg(feature = "nats")]
#[test]
fn a_worker_that_cannot_start_states_the_reason() {
    for (arguments, expected) in [
        (
            &["--init"][..],
            &[
                "--nats: cannot connect to nats://127.0.0.1:1: ",
                "nats-server --jetstream",
            ][..],
        ),
        (
            &["--init", "--stream", "a.b"],
            &["--stream a.b: ", "as in `ui`"],
        ),
        (
            &["--init", "--credentials", "no-such-file"],
            &["--credentials ", "no-such-file"],
        ),
        (
            &["--from", "a2ui@0.9", "--to", "a2ui@0.9"],
            &["--from a2ui@0.9 --to a2ui@0.9: "],
        ),
        (
            &[
                "--from",
                "aap",
                "--to",
                "a2ui",
                "--carry-key",
                "no-such-file",
            ],
            &["--carry-key no-such-file: "],
        ),
    ] {
        let error = error_of(arguments);
        for part in expected {
            assert!(error.contains(part), "{arguments:?}: {part} in {error}");
        }
    }
    for address in ["", " ", "https://nats.test"] {
        let ran = run(&["worker", "--nats", address, "--init"], "");
        assert_eq!(ran.status, 2, "{}", ran.err);
        assert!(
            ran.err.contains("as in nats://127.0.0.1:4222"),
            "{}",
            ran.err
        );
    }
}
