//! `serve` behind a proxy: addresses, probes, hosts and origins.

use crate::{
    program::file,
    serve_process::{PATIENCE, Served, TOKEN},
};
use std::time::Duration;

const SURFACE: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;

/// Returns the status of an answer.
fn status(answer: &str) -> &str {
    answer.get(9..12).unwrap_or_default()
}

/// Returns the value of a header of an answer.
fn header<'a>(answer: &'a str, name: &str) -> Option<&'a str> {
    let lines = answer.split("\r\n").take_while(|line| !line.is_empty());
    let mut headers = lines.filter_map(|line| line.split_once(": "));
    headers
        .find(|(found, _)| found.eq_ignore_ascii_case(name))
        .map(|(_, value)| value)
}

#[test]
fn addresses_begin_with_the_address_of_the_proxy() {
    let served = Served::start(&[
        "--proxy",
        "https://agents.test/ui",
        "--face",
        "a2a",
        &file(SURFACE),
    ]);
    let card = "/a2a/.well-known/agent-card.json";
    let a2a = format!("https://agents.test/ui/{TOKEN}/a2a");
    assert_eq!(served.addresses["A2A"], a2a);
    assert_eq!(served.addresses["health"], "https://agents.test/ui/health");
    // The address for the proxy, also with port 0.
    assert!(served.addresses["for proxy"].starts_with("http://127.0.0.1:"));
    // A proxy removes the path, or passes it on. Headers that every client can send change nothing.
    for path in [format!("/{TOKEN}{card}"), format!("/ui/{TOKEN}{card}")] {
        for more in [
            "",
            "X-Forwarded-Prefix: /evil\r\nX-Forwarded-Host: evil.test\r\nForwarded: host=evil.test\r\n",
        ] {
            let answer = served.get(&path, &format!("Host: agents.test\r\n{more}"));
            assert!(
                answer.contains(&format!("\"url\":\"{a2a}\"")) && !answer.contains("evil"),
                "{answer}"
            );
        }
    }
    for (path, expected) in [
        ("/ui/health", "200"),
        ("/ui/ready", "200"),
        ("/uix/health", "404"),
        ("/ui/ui/health", "404"),
        ("/ui", "404"),
    ] {
        assert_eq!(
            status(&served.get(path, "Host: agents.test\r\n")),
            expected,
            "{path}"
        );
    }
    let foreign = served.get(
        &format!("/{TOKEN}{card}"),
        "Host: inner:8000\r\nX-Forwarded-Host: agents.test\r\n",
    );
    assert_eq!(status(&foreign), "403");
}

#[test]
fn addresses_behind_an_http_proxy_use_http() {
    let served = Served::start(&[
        "--proxy",
        "http://agents.test:8080/health",
        "--face",
        "mcp",
        &file(SURFACE),
    ]);
    assert_eq!(
        served.addresses["MCP"],
        format!("http://agents.test:8080/health/{TOKEN}/mcp")
    );
    for path in ["/health", "/health/health"] {
        assert_eq!(
            status(&served.get(path, "Host: agents.test:8080\r\n")),
            "200"
        );
    }
}

#[test]
fn headers_of_a_trusted_proxy_determine_the_addresses() {
    let arguments = [
        "--proxy",
        "https://agents.test",
        "--trust-forwarded",
        "--face",
        "a2a",
    ];
    let served = Served::start(&[&arguments[..], &[&file(SURFACE)]].concat());
    let card = |headers: &str| {
        served.get(
            &format!("/{TOKEN}/a2a/.well-known/agent-card.json"),
            &format!("Host: inner:8000\r\n{headers}"),
        )
    };
    for (headers, base) in [
        ("X-Forwarded-Host: agents.test\r\n", "https://agents.test"),
        (
            "X-Forwarded-Host: agents.test:8443, inner\r\nX-Forwarded-Prefix: /ui/\r\n",
            "https://agents.test:8443/ui",
        ),
        (
            "X-Forwarded-Host: agents.test\r\nX-Forwarded-Proto: http\r\n",
            "http://agents.test",
        ),
        (
            "Forwarded: for=10.0.0.1;host=\"agents.test\";proto=http\r\nX-Forwarded-Prefix: /a/b\r\n",
            "http://agents.test/a/b",
        ),
        // A value that is not valid is ignored.
        (
            "X-Forwarded-Host: agents.test\r\nX-Forwarded-Prefix: //evil.test\r\nX-Forwarded-Proto: gopher\r\n",
            "https://agents.test",
        ),
    ] {
        let answer = card(headers);
        assert!(
            answer.contains(&format!("\"url\":\"{base}/{TOKEN}/a2a\"")),
            "{headers}: {answer}"
        );
    }
    // The host is checked all the same.
    assert_eq!(status(&card("X-Forwarded-Host: evil.test\r\n")), "403");
    assert_eq!(status(&card("")), "403");
}

#[test]
fn monitors_can_request_the_status_by_ip_address() {
    let served = Served::start(&["--proxy", "agents.test", "--face", "mcp", &file(SURFACE)]);
    let metrics = format!("/{TOKEN}/metrics");
    for host in [
        "Host: 10.1.2.3:8000\r\n",
        "Host: [fd00::1]:8000\r\n",
        "Host: localhost\r\n",
        "Host: agents.test\r\n",
        "",
    ] {
        for path in ["/health", "/ready", &metrics] {
            let answer = served.get(path, host);
            assert_eq!(status(&answer), "200", "{path} {host}: {answer}");
        }
    }
    for path in ["/health", "/ready", &metrics] {
        // A page whose name resolves to the server cannot read the status.
        assert_eq!(
            status(&served.get(path, "Host: evil.test\r\n")),
            "403",
            "{path}"
        );
        assert_eq!(
            status(&served.get(path, "Host: 10.1.2.3\r\nOrigin: https://evil.test\r\n")),
            "403",
            "{path}"
        );
    }
    assert_eq!(
        status(&served.get(&format!("/{TOKEN}/mcp"), "Host: 10.1.2.3\r\n")),
        "403"
    );
    assert_eq!(status(&served.get("/metrics", "Host: 10.1.2.3\r\n")), "403");
}

#[test]
fn a_program_whose_agents_all_fail_is_not_ready() {
    let served = Served::start(&["--face", "mcp", "--agent", "clerk=lines:exit 3"]);
    let end = std::time::Instant::now() + PATIENCE;
    let mut answer = served.get("/ready", "Host: localhost\r\n");
    while status(&answer) != "503" {
        assert!(std::time::Instant::now() < end, "{answer}");
        std::thread::sleep(Duration::from_millis(20));
        answer = served.get("/ready", "Host: localhost\r\n");
    }
    assert!(
        answer.contains(r#"{"status":"failing","failing":["clerk"]}"#),
        "{answer}"
    );
    assert!(header(&answer, "retry-after").is_some(), "{answer}");
    assert_eq!(status(&served.get("/health", "Host: localhost\r\n")), "200");
    // One of two agents works.
    let served = Served::start(&[
        "--face",
        "mcp",
        "--agent",
        "lines:exit 3",
        "--agent",
        "b=lines:sleep 60",
    ]);
    served.until_error("serve/agent");
    assert_eq!(status(&served.get("/ready", "Host: localhost\r\n")), "200");
}

#[test]
fn refused_hosts_and_origins_are_reported_once_with_the_option_that_allows_them() {
    let served = Served::start(&["--face", "mcp", &file(SURFACE)]);
    let mcp = format!("/{TOKEN}/mcp");
    for _ in 0..3 {
        assert_eq!(status(&served.get(&mcp, "Host: box.test:8000\r\n")), "403");
        assert_eq!(
            status(&served.get(&mcp, "Host: localhost\r\nOrigin: http://localhost:3000\r\n")),
            "403"
        );
        assert_eq!(
            status(&served.get(&mcp, "Host: localhost\r\nOrigin: null\r\n")),
            "403"
        );
    }
    let errors = served.until_error("`null`");
    for (part, count) in [
        ("--allow-host box.test", 1),
        ("--origin http://localhost:3000", 1),
        ("`null` are refused", 1),
    ] {
        assert_eq!(errors.matches(part).count(), count, "{part}: {errors}");
    }
    assert!(!errors.contains(TOKEN), "{errors}");
    // The options allow what they name.
    let options = [
        "--allow-host",
        "box.test",
        "--origin",
        "http://localhost:*",
        "--origin",
        "vscode-webview://*",
    ];
    let served = Served::start(&[&options[..], &["--face", "a2a", &file(SURFACE)]].concat());
    for origin in [
        "http://localhost:3000",
        "http://localhost",
        "vscode-webview://0p2v",
    ] {
        let card = format!("/{TOKEN}/a2a/.well-known/agent-card.json");
        let answer = served.get(
            &card,
            &format!("Host: box.test:8000\r\nOrigin: {origin}\r\n"),
        );
        assert_eq!(status(&answer), "200", "{answer}");
        assert_eq!(header(&answer, "access-control-allow-origin"), Some(origin));
    }
    assert_eq!(served.errors(), "");
}

#[test]
#[ignore = "needs the page: bridge/live/page/build"]
fn no_session_name_redirects_to_another_server() {
    let served = Served::start(&["--face", "page", &file(SURFACE)]);
    for name in [
        "https:evil.test",
        "main",
        "%2f%2fevil.test",
        "..%5cevil.test",
    ] {
        let answer = served.get(&format!("/{TOKEN}/page/{name}"), "Host: localhost\r\n");
        assert_eq!(
            (status(&answer), header(&answer, "location")),
            ("308", Some(&*format!("./{name}/"))),
            "{answer}"
        );
    }
}

/// Checks that the program raises its limit of open files, and names the option if the limit is too low.
#[cfg(unix)]
#[test]
fn a_low_limit_of_open_files_is_raised_or_reported() {
    use std::{
        io::{BufRead, BufReader},
        process::{Command, Stdio},
    };
    let file = file(SURFACE);
    for (limit, connections, is_reported) in [
        ("-n 400", "4096", true),
        ("-n 400", "200", false),
        ("-Sn 400", "600", false),
    ] {
        let script = format!("ulimit {limit}; exec \"$0\" \"$@\"");
        let arguments = [
            "serve",
            "--face",
            "mcp",
            "--connections",
            connections,
            &file,
        ];
        let mut child = Command::new("sh")
            .args(["-c", &script, env!("CARGO_BIN_EXE_agent-ui")])
            .args(arguments)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stderr.take().unwrap())
            .lines()
            .map_while(Result::ok);
        let lines: Vec<String> = lines
            .take_while(|line| !line.starts_with("serving health"))
            .collect();
        child.kill().unwrap();
        child.wait().unwrap();
        let message = "the system allows 400 open files, and --connections 4096 needs 4224";
        assert_eq!(
            lines.iter().any(|line| line.contains(message)),
            is_reported,
            "{limit}: {lines:?}"
        );
        assert_eq!(
            lines.iter().any(|line| line.contains("open files")),
            is_reported,
            "{limit}: {lines:?}"
        );
    }
}
