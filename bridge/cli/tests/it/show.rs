//! `show`: a written page, or a server that outputs clicks.

use crate::program::{at, convert, file, find, json, run, run_ok, text};
use std::fs;
use wire::Payload;

/// Returns `true` if this build contains the page.
pub(crate) fn has_page() -> bool {
    #[cfg(feature = "live")]
    return live::page::assets().is_some();
    #[cfg(not(feature = "live"))]
    false
}

const BUTTON: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}
{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Button","child":"t","action":{"event":{"name":"go"}}},{"id":"t","component":"Text","text":"a"}]}}
"#;

/// A button in A2UI 0.8, with an unknown member.
const BUTTON_0_8: &str = r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"t","component":{"Text":{"text":{"literalString":"a"}}}},{"id":"top","component":{"Button":{"child":"t","action":{"name":"go"}}},"more":[1,
 "<b>"]}]}}
{"beginRendering":{"surfaceId":"s","root":"top"}}
"#;

/// Returns the data of a page.
fn data(page: &str) -> Payload {
    let (_, rest) = page
        .split_once("<script type=\"application/json\" id=\"agent-ui\">")
        .expect("a page");
    json(rest.split_once("</script>").unwrap().0)
}

fn steps(page: &str) -> Vec<Payload> {
    at(&data(page), "/steps").elements().collect()
}

fn messages(steps: &[Payload]) -> Vec<Payload> {
    steps
        .iter()
        .flat_map(|step| at(step, "/messages").elements().collect::<Vec<_>>())
        .collect()
}

#[test]
fn builds_without_the_page_explain_how_to_add_it() {
    let ran = run(&["show", &file(BUTTON)], "");
    if has_page() {
        assert_eq!(
            (ran.status, ran.out.starts_with("<!doctype html>")),
            (0, true),
            "{}",
            ran.err
        );
    } else {
        let line = match cfg!(feature = "live") {
            true => "without the page; in a source checkout, run `bridge/cli/install`",
            false => "without the feature `live`; in a source checkout, run `bridge/cli/install`",
        };
        assert_eq!(
            (ran.status, ran.out.as_str(), ran.err.contains(line)),
            (2, "", true),
            "{}",
            ran.err
        );
    }
}

#[test]
#[ignore = "needs the page: bridge/live/page/build"]
fn surfaces_of_every_version_are_shown_as_they_are_converted() {
    for to in [
        "a2ui@0.8",
        "a2ui@0.9",
        "a2ui@0.9.1",
        "a2ui@0.10",
        "a2ui@1.0-june",
        "a2ui@1.0-aug",
        "a2ui@1.0-sep",
        "a2ui@1.0",
    ] {
        let from = "a2ui@0.9";
        let written = if to == from {
            BUTTON.to_owned()
        } else {
            run_ok(&convert(from, to, &[]), BUTTON).out
        };
        let expected = match to == from {
            true => BUTTON.lines().map(json).collect(),
            false => run_ok(&convert(to, "a2ui@0.9", &[]), &written).values(),
        };
        for from in ["a2ui", to] {
            let page = run_ok(&["show", "--from", from], &written).out;
            let shown = messages(&steps(&page));
            // A message of 0.9.1 is one of 0.9.
            let shown: Vec<_> = shown
                .iter()
                .map(|message| message.text().replace("v0.9.1", "v0.9"))
                .collect();
            let expected: Vec<_> = expected
                .iter()
                .map(|message| message.text().to_owned())
                .collect();
            assert_eq!(shown, expected, "{to} as {from}");
            assert_eq!(find(&data(&page), "/live"), None);
            assert_eq!(text(&data(&page), "/source/name"), "standard input");
        }
    }
    let canvas = run_ok(&convert("a2ui", "ahp", &[]), BUTTON).out;
    let shown = messages(&steps(&run_ok(&["show", "--from", "ahp"], &canvas).out));
    assert_eq!(
        shown,
        run_ok(&convert("ahp", "a2ui@0.9", &[]), &canvas).values()
    );
    assert_eq!(shown.len(), 2);
}

#[test]
#[ignore = "needs the page: bridge/live/page/build"]
fn losses_are_listed_by_component_with_their_place() {
    let source = file(BUTTON_0_8);
    let ran = run(&["show", &source], "");
    assert_eq!(ran.status, 0, "{}", ran.err);
    let total = ran
        .reports()
        .into_iter()
        .find(|report| text(report, "/rule") == "losses")
        .expect("a total");
    let said = text(&total, "/message");
    assert!(
        said.starts_with("the page cannot show 2 fields") && at(&total, "/line").text() == "1",
        "{said}"
    );
    let page = ran.out;
    assert_eq!(text(&data(&page), "/source/dialect"), "a2ui@0.8");
    // A shared page does not reveal the folders of its source.
    let (folder, source) = source.rsplit_once('/').unwrap();
    assert_eq!(text(&data(&page), "/source/name"), source);
    assert!(
        !page.contains(folder) && page.contains(&format!("<title>{source} – Agent UI</title>"))
    );
    let steps = steps(&page);
    let losses: Vec<_> = at(&steps[1], "/losses").elements().collect();
    let more = losses
        .iter()
        .find(|loss| text(loss, "/from").ends_with("/more"))
        .expect("the member");
    let expected = format!(
        r#"{{"file":"{source}","line":1,"column":191,"surface":"s","component":"root","verdict":"carried","rule":"a2ui-0.8-0.9/unknown-member","from":"/surfaceUpdate/components/1/more","value":"[1, \"\u003cb>\"]"}}"#
    );
    assert_eq!(more.text(), expected);
    // Nothing else was lost than what has no place.
    let verdicts = losses.iter().map(|loss| text(loss, "/verdict"));
    assert!(
        verdicts
            .into_iter()
            .all(|verdict| ["carried", "dropped", "quarantined"].contains(&&*verdict))
    );
    assert_eq!(find(&steps[0], "/losses"), None);
    // Without the component id, the loss would not name a component.
    let page = run_ok(&["show"], BUTTON).out;
    assert!(!page.contains("\"losses\""), "{page}");
    // In a list, places are relative to the document.
    let list = format!("[\n{}\n]", BUTTON_0_8.replacen("}}\n{", "}},\n{", 1));
    let page = run(&["show"], list).out;
    let losses = at(&self::steps(&page)[0], "/losses");
    let more = losses
        .elements()
        .find(|loss| text(loss, "/from") == "/0/surfaceUpdate/components/1/more");
    assert_eq!(at(&more.expect("the member"), "/line").text(), "2");
}

#[test]
#[ignore = "needs the page: bridge/live/page/build"]
fn refusals_are_shown_on_the_page_and_affect_no_other_message() {
    let input = format!(
        "{BUTTON}{{\"version\":\"v0.9\",\"createSurface\":{{}}}}\n{}\n{}\n{}",
        r#"{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}"#,
        r#"{"surfaceUpdate":{"surfaceId":"never","components":[]}}"#,
        r#"{"version":"v0.9","action":{"name":"go","surfaceId":"s","sourceComponentId":"t","timestamp":"2026-05-18T15:30:00.000Z","context":{}}}"#,
    );
    let ran = run(&["show"], input);
    assert_eq!(ran.status, 65);
    let steps = steps(&ran.out);
    assert_eq!(messages(&steps).len(), 3);
    let refused = |step: &Payload| {
        let refused = at(step, "/refused").elements().next().unwrap();
        (
            at(&refused, "/line").text().to_owned(),
            text(&refused, "/pointer"),
            text(&refused, "/rule"),
        )
    };
    assert_eq!(
        refused(&steps[2]),
        (
            "3".to_owned(),
            "/createSurface/surfaceId".to_owned(),
            "missing".to_owned()
        )
    );
    let held = (
        "5".to_owned(),
        "/surfaceUpdate".to_owned(),
        "a2ui-0.8-0.9/held".to_owned(),
    );
    assert_eq!(refused(steps.last().unwrap()), held);
    // Everything is reported on standard error as usual, including messages without a surface.
    let told: Vec<_> = ran
        .reports()
        .iter()
        .map(|report| text(report, "/rule"))
        .collect();
    assert_eq!(
        told,
        [
            "missing",
            "min-items",
            "show/no-surface",
            "a2ui-0.8-0.9/held"
        ]
    );
}

#[test]
#[ignore = "needs the page: bridge/live/page/build"]
fn components_with_the_same_id_are_refused_as_in_convert() {
    for (from, input, place) in crate::surfaces::repeated_ids() {
        let ran = run(&["show", "--from", from], &input);
        let told: Vec<_> = ran
            .reports()
            .iter()
            .map(|report| (text(report, "/rule"), text(report, "/pointer")))
            .collect();
        assert!(
            told.contains(&("duplicate-id".to_owned(), place.to_owned())),
            "{from}: {told:?}"
        );
        assert_eq!(ran.status, 65);
    }
}

#[test]
#[ignore = "needs the page: bridge/live/page/build"]
fn show_finds_the_messages_that_convert_finds() {
    let fenced = format!("Here is the form:\n\n```json\n{}```\n\nSay when.\n", BUTTON);
    let ran = run(&["show"], fenced);
    assert_eq!(
        (ran.status, messages(&steps(&ran.out)).len()),
        (0, 2),
        "{}",
        ran.err
    );
    assert!(ran.err.contains("text-around"), "{}", ran.err);
}

#[test]
#[ignore = "needs the page: bridge/live/page/build"]
fn surface_content_never_becomes_markup() {
    let hostile = r#"{"version":"v0.9","createSurface":{"surfaceId":"</script><script>alert(1)</script>","catalogId":"<!--<script>"}}"#;
    let page = run_ok(&["show"], hostile).out;
    let plain = run_ok(&["show"], hostile.replace('<', "")).out;
    assert_eq!(page.matches('<').count(), plain.matches('<').count());
    let id = "/steps/0/messages/0/createSurface/surfaceId";
    assert_eq!(text(&data(&page), id), "</script><script>alert(1)</script>");
}

#[test]
#[ignore = "needs the page: bridge/live/page/build"]
fn a_page_is_written_to_a_file_and_loads_allowed_media() {
    let output = file("");
    let ran = run_ok(&["show", "--output", &output, "--allow-images"], BUTTON);
    assert_eq!(ran.out, "");
    let page = fs::read_to_string(&output).unwrap();
    assert_eq!(at(&data(&page), "/images").text(), "true");
    assert!(page.contains("img-src data: https:; media-src data: https:; connect-src 'none'"));
    assert!(
        !run_ok(&["show"], BUTTON)
            .out
            .contains("img-src data: https:")
    );
}

#[test]
#[ignore = "needs the page: bridge/live/page/build"]
fn a_script_for_components_is_part_of_the_page_and_of_its_policy() {
    let script = "agentUi.component('Gauge', () => 'a < b');\n";
    let page = run_ok(&["show", "--components", &file(script)], BUTTON).out;
    let embedded = format!(
        "<script type=\"module\" id=\"agent-ui-components\">{}</script>",
        script.trim_end()
    );
    assert!(page.contains(&embedded), "{page:.2000}");
    let policy_of = |page: &str| {
        let (_, rest) = page.split_once("script-src ").unwrap();
        rest.split_once(';').unwrap().0.to_owned()
    };
    let plain = policy_of(&run_ok(&["show"], BUTTON).out);
    let with_script = policy_of(&page);
    let own = with_script.strip_prefix(&plain).unwrap();
    assert!(
        own.starts_with(" 'sha256-") && !with_script.contains("unsafe"),
        "{with_script}"
    );
}

#[test]
#[ignore = "needs the page: bridge/live/page/build"]
fn a_script_that_a_page_cannot_contain_is_a_usage_error() {
    for (script, why) in [
        ("a\n'</script>'", "line 2 contains \"</script\""),
        ("<!-- a", "line 1 contains \"<!--\""),
    ] {
        for command in ["show", "serve"] {
            let ran = run(&[command, "--components", &file(script), "-"], BUTTON);
            assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{}", ran.err);
            assert!(
                ran.err.contains("--components ") && ran.err.contains(why),
                "{}",
                ran.err
            );
        }
    }
    let ran = run(&["show", "--components", "none.js"], BUTTON);
    assert!(
        ran.status == 2 && ran.err.contains("--components none.js: "),
        "{}",
        ran.err
    );
}

#[test]
#[ignore = "needs the page: bridge/live/page/build"]
fn usage_errors_are_reported() {
    let two = [file(""), file("")];
    for (arguments, said) in [
        (&["show", "--port", "1"][..], "require --open or --watch"),
        (&["show", "--to", "aap"], "require --open or --watch"),
        (
            &["show", "--from", "aap"],
            "--from aap@1.0: it has no surfaces; use a2ui or ahp",
        ),
        (
            &["show", "--to", "mcp"],
            "--to mcp: it cannot express actions on a surface; use one of aap, a2ui,",
        ),
        (&["show", "--watch", "--output", "x"], "cannot be used with"),
        (
            &["show", "--watch", &two[0], &two[1]],
            "--watch: name one file",
        ),
        (
            &["show", "--watch", env!("CARGO_TARGET_TMPDIR")],
            "--watch: name one file",
        ),
        (&["show", "--watch", "no/such/file"], "no/such/file: "),
        (&["show", "no/such/file"], "no/such/file: "),
    ] {
        let ran = run(arguments, "");
        assert_eq!(
            (ran.status, ran.out.as_str(), ran.err.contains(said)),
            (2, "", true),
            "{arguments:?}: {}",
            ran.err
        );
    }
}

#[test]
#[ignore = "needs the page: bridge/live/page/build"]
fn a_page_that_cannot_be_written_is_an_output_error() {
    let ran = run(&["show", "--output", "no/such/page.html"], BUTTON);
    assert_eq!(ran.status, 74, "{}", ran.err);
    assert!(
        ran.err
            .contains("the output cannot be written: --output no/such/page.html: "),
        "{}",
        ran.err
    );
}

#[test]
#[ignore = "needs the page: bridge/live/page/build"]
fn an_input_without_a_surface_writes_no_page() {
    let action = r#"{"version":"v0.9","action":{"name":"go","surfaceId":"s","sourceComponentId":"t","timestamp":"2026-05-18T15:30:00.000Z","context":{}}}"#;
    for (input, rules) in [
        ("", ["empty-input", "show/nothing"]),
        ("[]", ["empty-input", "show/nothing"]),
        (action, ["show/no-surface", "show/nothing"]),
    ] {
        let output = format!("{}.html", file(""));
        let ran = run(&["show", "--output", &output], input);
        let told: Vec<_> = ran
            .reports()
            .iter()
            .map(|report| text(report, "/rule"))
            .collect();
        assert_eq!(
            (ran.status, &*told),
            (65, &rules.map(str::to_owned)[..]),
            "{input}: {}",
            ran.err
        );
        assert!(fs::metadata(&output).is_err(), "{input}");
    }
}

#[test]
#[ignore = "needs the page: bridge/live/page/build"]
fn the_hint_for_a_manifest_lists_protocols_with_surfaces() {
    let manifest = r#"{"protocol":"actions.json","version":"1","tools":[]}"#;
    let ran = run(&["show"], manifest);
    let report = &ran.reports()[0];
    assert_eq!(ran.status, 65);
    assert_eq!(
        text(report, "/hint"),
        "this looks like actions-json, which has no surfaces: name a file of a2ui or ahp"
    );
}

#[test]
#[ignore = "needs the page: bridge/live/page/build"]
fn findings_of_the_check_are_on_the_page_and_on_standard_error() {
    let input = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}
{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":{"loan":{"title":"Maps"}}}}
{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Column","children":["t","gone"]},{"id":"t","component":"Text","text":{"path":"/loan/titel"},"variant":"huge"}]}}
"#;
    let checked: Vec<_> = {
        let ran = run(&["check", "a2ui", "-"], input);
        ran.values()
            .iter()
            .map(|value| {
                (
                    text(value, "/rule"),
                    text(value, "/pointer"),
                    text(value, "/message"),
                )
            })
            .collect()
    };
    assert!(checked.len() >= 3, "{checked:?}");
    let ran = run(&["show"], input);
    // Findings, even errors, do not refuse a message.
    assert_eq!(ran.status, 0, "{}", ran.err);
    let as_checked = |report: &Payload| {
        (
            text(report, "/rule"),
            text(report, "/pointer"),
            text(report, "/message"),
        )
    };
    let mut told: Vec<_> = ran.reports().iter().map(as_checked).collect();
    let steps = steps(&ran.out);
    let on_page = |place: &str| {
        let found = steps.iter().filter_map(|step| find(step, place));
        found
            .flat_map(|found| found.elements().collect::<Vec<_>>())
            .collect::<Vec<_>>()
    };
    let (single, whole) = (on_page("/findings"), on_page("/whole"));
    let mut shown: Vec<_> = single.iter().chain(&whole).map(as_checked).collect();
    for found in [&mut told, &mut shown] {
        found.sort_unstable();
    }
    let mut expected = checked;
    expected.sort_unstable();
    assert_eq!((&told, &shown), (&expected, &expected));
    let binding = whole
        .iter()
        .find(|finding| text(finding, "/pointer").ends_with("/text/path"));
    let binding = binding.expect("the binding");
    assert_eq!(
        (text(binding, "/surface"), text(binding, "/component")),
        ("s".to_owned(), "t".to_owned())
    );
    assert_eq!(at(binding, "/line").text(), "3");
    let variant = single
        .iter()
        .find(|finding| text(finding, "/pointer").ends_with("/variant"))
        .expect("it");
    assert_eq!(text(variant, "/component"), "t");
}

#[test]
#[ignore = "needs the page: bridge/live/page/build"]
fn findings_name_the_root_of_a_0_8_surface_as_the_page_does() {
    let wrong = BUTTON_0_8
        .lines()
        .collect::<Vec<_>>()
        .join("")
        .replace("}}{\"begin", "}}\n{\"begin");
    let late = wrong.clone() + "\n" + wrong.lines().next().unwrap();
    let after: Vec<_> = steps(&run(&["show"], late).out);
    let last = after.last().unwrap();
    assert_eq!(text(last, "/findings/0/component"), "root", "{last}");
    assert_eq!(text(last, "/findings/0/rule"), "unknown-member");
}

#[cfg(feature = "live")]
#[test]
fn context_files_without_effect_are_refused_as_in_convert() {
    for (arguments, to) in [
        (
            &["show", "--from", "a2ui@0.9", "--surface", "/none"][..],
            "a2ui@0.9",
        ),
        (
            &["show", "--from", "a2ui@0.9", "--routes", "/none"],
            "a2ui@0.9",
        ),
        (
            &[
                "show", "--open", "--from", "a2ui@0.9", "--to", "ahp", "--routes", "/none",
            ],
            "ahp",
        ),
    ] {
        let flag = arguments[arguments.len() - 2];
        let converted = run(&convert("a2ui@0.9", "ahp", &[flag, "/none"]), "");
        let expected = converted.err.replace("to ahp,", &format!("to {to},"));
        let ran = run(arguments, "");
        assert_eq!((ran.status, &*ran.err), (2, &*expected), "{arguments:?}");
    }
    // These flags apply, and the file is opened afterwards.
    for arguments in [
        &["show", "--from", "a2ui@0.8", "--surface", "/none"][..],
        &["show", "--open", "--to", "aap", "--routes", "/none"],
        &[
            "show",
            "--open",
            "--from",
            "a2ui@0.9",
            "--to",
            "aap",
            "--surface",
            "/none",
        ],
    ] {
        let ran = run(arguments, "");
        assert!(
            ran.status == 2 && !ran.err.contains("leave it out"),
            "{arguments:?}: {}",
            ran.err
        );
    }
}

/// Tests of the served page over a socket.
#[cfg(feature = "live")]
mod served {
    use super::{BUTTON, BUTTON_0_8};
    use crate::program::{at, command, convert, file, find, json, run_ok, text};
    use std::{
        fs,
        io::{BufRead, BufReader, Read, Write},
        net::TcpStream,
        process::{Child, ChildStdin, ChildStdout, Stdio},
        sync::mpsc::{Receiver, channel},
        thread,
        time::Duration,
    };
    use wire::Payload;

    const PATIENCE: Duration = Duration::from_secs(20);

    /// A running `show` that serves a page.
    struct ShowProcess {
        child: Child,
        input: Option<ChildStdin>,
        output: BufReader<ChildStdout>,
        errors: Receiver<String>,
        host: String,
        path: String,
    }

    impl ShowProcess {
        fn start(arguments: &[&str]) -> Self {
            Self::with(arguments, &[])
        }

        fn with(arguments: &[&str], variables: &[(&str, &str)]) -> Self {
            let mut command = command(&[&["show"], arguments].concat());
            command.envs(variables.iter().copied());
            command
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped());
            let mut child = command.spawn().unwrap();
            let lines = BufReader::new(child.stderr.take().unwrap()).lines();
            let (sender, errors) = channel();
            thread::spawn(move || {
                lines
                    .map_while(Result::ok)
                    .try_for_each(|line| sender.send(line))
            });
            let first = errors.recv_timeout(PATIENCE).unwrap();
            let address = first
                .strip_prefix("showing http://")
                .unwrap_or_else(|| panic!("{first}"));
            let (host, path) = address.split_once('/').unwrap();
            assert!(
                host.starts_with("127.0.0.1:") && path.ends_with("/page/main/"),
                "{first}"
            );
            let (host, path) = (host.to_owned(), format!("/{path}"));
            let (input, output) = (
                child.stdin.take(),
                BufReader::new(child.stdout.take().unwrap()),
            );
            Self {
                child,
                input,
                output,
                errors,
                host,
                path,
            }
        }

        fn send_request(&self, verb: &str, below: &str, headers: &str, body: &str) -> TcpStream {
            let mut stream = TcpStream::connect(&self.host).unwrap();
            stream.set_read_timeout(Some(PATIENCE)).unwrap();
            let (path, length) = (&self.path, body.len());
            let head = format!(
                "{verb} {path}{below} HTTP/1.1\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n"
            );
            let _ = stream.write_all((head + body).as_bytes());
            stream
        }

        fn listen(&self) -> Steps {
            let stream = self.send_request("GET", "steps", &format!("Host: {}\r\n", self.host), "");
            let mut steps = Steps(BufReader::new(stream));
            assert_eq!(steps.kind(), "reset");
            steps
        }

        /// Posts an action and returns the response.
        fn post(&self, headers: &str, body: &str) -> (u16, String) {
            let headers = format!("Content-Type: application/json\r\n{headers}");
            let mut answer = Vec::new();
            let _ = self
                .send_request("POST", "actions", &headers, body)
                .read_to_end(&mut answer);
            let answer = String::from_utf8(answer).unwrap();
            (answer[9..12].parse().unwrap(), answer)
        }

        fn click(&self, surface: &str) -> (u16, String) {
            let own = format!("Host: {}\r\nOrigin: http://{}\r\n", self.host, self.host);
            self.post(&own, &action(surface))
        }

        /// Returns the next line on standard output.
        fn hear(&mut self) -> Payload {
            let mut line = String::new();
            self.output.read_line(&mut line).unwrap();
            json(&line)
        }

        fn say(&mut self, line: &str) {
            writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
        }

        /// Stops the program as a user does, and returns its status and remaining output.
        #[cfg(unix)]
        fn stop(mut self) -> (i32, String) {
            let id = self.child.id().to_string();
            assert!(
                std::process::Command::new("kill")
                    .args(["-INT", &id])
                    .status()
                    .unwrap()
                    .success()
            );
            let mut rest = String::new();
            self.output.read_to_string(&mut rest).unwrap();
            (self.child.wait().unwrap().code().unwrap(), rest)
        }
    }

    impl Drop for ShowProcess {
        fn drop(&mut self) {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }

    fn action(surface: &str) -> String {
        format!(
            r#"{{"version":"v0.9","action":{{"name":"go","surfaceId":"{surface}","sourceComponentId":"root","timestamp":"2026-05-18T15:30:00.000Z","context":{{}}}}}}"#
        )
    }

    struct Steps(BufReader<TcpStream>);

    impl Steps {
        /// Returns the next event, and its data.
        fn next(&mut self) -> (String, Payload) {
            let (mut kind, mut data) = (String::new(), None);
            loop {
                let mut line = String::new();
                assert!(self.0.read_line(&mut line).unwrap() > 0, "the stream ended");
                if let Some(event) = line.strip_prefix("event: ") {
                    event.trim_end().clone_into(&mut kind);
                } else if let Some(text) = line.strip_prefix("data: ") {
                    data = Some(json(text));
                } else if let (true, Some(data)) = (line.trim().is_empty(), data.take()) {
                    return (kind, data);
                }
            }
        }

        /// Returns the next value at a place of a step.
        fn find(&mut self, place: &str) -> Payload {
            loop {
                if let Some(found) = find(&self.next().1, place) {
                    return found;
                }
            }
        }

        /// Returns this many messages of the next steps, as text.
        fn messages(&mut self, count: usize) -> Vec<String> {
            let mut messages = Vec::new();
            while messages.len() < count {
                let (kind, step) = self.next();
                assert_eq!(kind, "step", "{step}");
                let more = at(&step, "/messages");
                messages.extend(more.elements().map(|message| message.text().to_owned()));
            }
            assert_eq!(messages.len(), count, "{messages:?}");
            messages
        }

        /// Waits for the event that removes all earlier content.
        fn wait_for_reset(&mut self) {
            while self.kind() != "reset" {}
        }

        fn kind(&mut self) -> String {
            self.next().0
        }
    }

    fn append(path: &str, text: &str) {
        fs::OpenOptions::new()
            .append(true)
            .open(path)
            .unwrap()
            .write_all(text.as_bytes())
            .unwrap();
    }

    #[test]
    #[ignore = "needs the page: bridge/live/page/build"]
    fn a_watched_file_may_grow_be_truncated_and_be_replaced() {
        let [create, update] = [0, 1].map(|line| BUTTON.lines().nth(line).unwrap());
        let path = file(&format!("{create}\n"));
        let served = ShowProcess::start(&["--watch", &path]);
        let mut steps = served.listen();
        assert_eq!(steps.messages(1), [create]);
        let (half, rest) = update.split_at(update.len() / 2);
        append(&path, half);
        thread::sleep(Duration::from_millis(700));
        append(&path, &format!("{rest}\n"));
        assert_eq!(steps.messages(1), [update]);
        // A bad line costs no other, and the last one needs no end.
        append(
            &path,
            &format!("{{\"version\":\"v0.9\",\"createSurface\":7}}\n{update}"),
        );
        assert_eq!(steps.find("/refused/0/line").text(), "3");
        assert_eq!(steps.messages(1), [update]);
        // A browser that comes later learns the same.
        let late = served.listen().next().1;
        assert_eq!(at(&late, "/refused/0/line").text(), "3");
        assert_eq!(at(&late, "/messages").elements().count(), 2);
        for change in ["cut", "renamed"] {
            let text = format!("{}\n", create.replace("\"s\"", &format!("\"{change}\"")));
            if change == "cut" {
                fs::write(&path, &text).unwrap();
            } else {
                let other = file(&text);
                fs::rename(other, &path).unwrap();
            }
            steps.wait_for_reset();
            assert_eq!(steps.messages(1), [text.trim_end()], "{change}");
        }
        // Content of the old file is forgotten.
        let mut lines = BUTTON_0_8.splitn(3, '\n');
        let (components, begin) = (
            lines.next().unwrap().to_owned() + lines.next().unwrap(),
            lines.next().unwrap(),
        );
        fs::write(&path, components).unwrap();
        steps.wait_for_reset();
        fs::write(&path, begin).unwrap();
        steps.wait_for_reset();
        steps.messages(1);
        let last = create.replace("\"s\"", "\"renamed\"");
        fs::write(&path, &last).unwrap();
        steps.wait_for_reset();
        assert_eq!(steps.messages(1), [&*last]);
        // Later clients receive the new content.
        let late = served.listen().next().1;
        assert_eq!(at(&late, "/messages/0").text(), last);
        assert_eq!(find(&late, "/refused"), None);
        assert_eq!(
            served
                .errors
                .recv_timeout(PATIENCE)
                .map(|line| text(&json(&line), "/rule"))
                .unwrap(),
            "type"
        );
    }

    #[test]
    #[ignore = "needs the page: bridge/live/page/build"]
    fn standard_input_is_shown_as_it_arrives() {
        for flags in [&["--watch"][..], &["--watch", "-"]] {
            let mut served = ShowProcess::start(flags);
            let mut steps = served.listen();
            let other = BUTTON.replace(r#""surfaceId":"s""#, r#""surfaceId":"t""#);
            for line in BUTTON_0_8.lines().chain(other.lines()) {
                served.say(line);
            }
            steps.messages(4);
            served.say(r#"{"surfaceUpdate":{"surfaceId":"never","components":[]}}"#);
            drop(served.input.take());
            let refused = steps.find("/refused/0");
            assert_eq!(text(&refused, "/rule"), "a2ui-0.8-0.9/held");
            while steps.kind() != "end" {}
            // Clicks are still accepted.
            assert_eq!(served.click("t").0, 204);
            assert_eq!(text(&served.hear(), "/action/name"), "go");
        }
    }

    #[test]
    #[ignore = "needs the page: bridge/live/page/build"]
    fn clicks_are_written_in_the_version_of_their_surface() {
        let cases: [(&str, &[(&str, &str)]); 8] = [
            (
                "a2ui@0.9",
                &[
                    ("/version", "v0.9"),
                    ("/action/name", "go"),
                    ("/action/sourceComponentId", "root"),
                ],
            ),
            (
                "a2ui@0.9.1",
                &[("/version", "v0.9.1"), ("/action/surfaceId", "s")],
            ),
            (
                "a2ui@0.10",
                &[("/version", "v0.10"), ("/action/name", "go")],
            ),
            (
                "a2ui@1.0-june",
                &[("/version", "v1.0"), ("/action/name", "go")],
            ),
            (
                "a2ui@1.0-aug",
                &[("/version", "v1.0"), ("/action/name", "go")],
            ),
            (
                "a2ui@1.0-sep",
                &[("/version", "v1.0"), ("/action/name", "go")],
            ),
            ("a2ui@1.0", &[("/version", "1.0"), ("/action/name", "go")]),
            (
                "a2ui@0.8",
                &[("/userAction/name", "go"), ("/userAction/surfaceId", "s")],
            ),
        ];
        for (version, expected) in cases {
            let written = match version {
                "a2ui@0.9" => BUTTON.to_owned(),
                version => run_ok(&convert("a2ui@0.9", version, &[]), BUTTON).out,
            };
            for from in ["a2ui", version] {
                let mut served = ShowProcess::start(&["--watch", "--from", from, &file(&written)]);
                served.listen().messages(2);
                let (status, answer) = served.click("s");
                assert_eq!(status, 204, "{version} as {from}: {answer}");
                let said = served.hear();
                for (pointer, expected) in expected {
                    assert_eq!(
                        text(&said, pointer),
                        *expected,
                        "{version} as {from}: {said}"
                    );
                }
            }
        }
        let mut served = ShowProcess::start(&["--watch", &file(BUTTON_0_8)]);
        served.listen().messages(2);
        served.click("s");
        assert_eq!(text(&served.hear(), "/userAction/sourceComponentId"), "top");
    }

    #[test]
    #[ignore = "needs the page: bridge/live/page/build"]
    fn clicks_are_written_in_the_requested_protocol() {
        let canvas = run_ok(&convert("a2ui", "ahp", &[]), BUTTON).out;
        for (from, input, to, expected) in [
            // The component has its 0.8 name, as an agent of 0.8 expects.
            (
                "a2ui",
                BUTTON_0_8,
                "aap",
                &[
                    ("/element", "top"),
                    ("/canvasFile", "a2ui/s.html"),
                    ("/action", "go"),
                ][..],
            ),
            (
                "a2ui",
                BUTTON,
                "aap",
                &[
                    ("/element", "root"),
                    ("/timestamp", "2026-05-18T15:30:00.000Z"),
                ],
            ),
            (
                "a2ui",
                BUTTON,
                "a2ui@1.0",
                &[("/version", "1.0"), ("/action/name", "go")],
            ),
            (
                "a2ui",
                BUTTON_0_8,
                "a2ui@0.9",
                &[("/version", "v0.9"), ("/action/sourceComponentId", "root")],
            ),
            (
                "a2ui@0.9",
                BUTTON,
                "a2ui@0.8",
                &[("/userAction/name", "go")],
            ),
            ("a2ui", BUTTON, "ahp", &[("/channel", "ahp-canvas:/s")]),
            ("ahp", &canvas, "ahp", &[("/channel", "ahp-canvas:/s")]),
            (
                "ahp",
                &canvas,
                "aap",
                &[("/action", "go"), ("/element", "root")],
            ),
        ] {
            let mut served =
                ShowProcess::start(&["--watch", "--from", from, "--to", to, &file(input)]);
            served.listen().messages(2);
            let (status, answer) = served.click("s");
            assert_eq!(status, 204, "{from} to {to}: {answer}");
            let said = served.hear();
            for (pointer, expected) in expected {
                assert_eq!(text(&said, pointer), *expected, "{from} to {to}: {said}");
            }
        }
    }

    /// Posts a message as a part of an A2A message, with the data model of the surface.
    fn with_model(message: &str, model: &str) -> String {
        format!(
            r#"{{"parts":[{{"kind":"data","metadata":{{"mimeType":"application/json+a2ui"}},"data":{message}}}],"metadata":{{"a2uiClientDataModel":{{"version":"v0.9","surfaces":{model}}}}}}}"#
        )
    }

    #[test]
    #[ignore = "needs the page: bridge/live/page/build"]
    fn a_requested_data_model_accompanies_each_action() {
        let input = BUTTON.replacen(
            r#""catalogId":"c""#,
            r#""catalogId":"c","sendDataModel":true"#,
            1,
        );
        let model = r#"{"s":{"n":[1]}}"#;
        for (to, member, version) in [
            ("a2ui@0.9", "a2uiClientDataModel", "v0.9"),
            ("a2ui@0.10", "a2uiClientDataModel", "v0.10"),
            ("a2ui@1.0", "a2uiRendererDataModel", "1.0"),
        ] {
            let mut served = ShowProcess::start(&["--watch", "--to", to, &file(&input)]);
            served.listen().messages(2);
            let own = format!("Host: {}\r\n", served.host);
            let (status, answer) = served.post(&own, &with_model(&action("s"), model));
            assert_eq!(status, 204, "{to}: {answer}");
            let said = served.hear();
            assert_eq!(
                text(&said, "/parts/0/data/action/name"),
                "go",
                "{to}: {said}"
            );
            assert_eq!(
                text(&said, "/parts/0/data/version"),
                version,
                "{to}: {said}"
            );
            let sent = at(&said, "/metadata").to_string();
            assert_eq!(
                sent,
                format!(
                    r#"{{"{member}":{{"version":"{version}","surfaces":{{"s":{{"n":[1]}}}}}}}}"#
                )
            );
            // The program reads what it writes.
            let read = run_ok(&convert("a2ui", "aap", &[]), said.text()).values();
            assert_eq!(text(&read[0], "/action"), "go");
        }
        for to in ["aap", "a2ui@0.8", "ahp"] {
            let mut served = ShowProcess::start(&["--watch", "--to", to, &file(&input)]);
            served.listen().messages(2);
            let own = format!("Host: {}\r\n", served.host);
            for _ in 0..2 {
                assert_eq!(served.post(&own, &with_model(&action("s"), model)).0, 204);
                assert!(!served.hear().text().contains("surfaces"), "{to}");
            }
            let told = served.errors.recv_timeout(PATIENCE).unwrap();
            assert!(
                told.contains("show/data-model") && told.contains("sendDataModel"),
                "{to}: {told}"
            );
            assert!(
                served
                    .errors
                    .recv_timeout(Duration::from_millis(200))
                    .is_err()
            );
        }
    }

    #[test]
    #[ignore = "needs the page: bridge/live/page/build"]
    fn errors_of_the_page_are_written_once() {
        let error = r#"{"version":"v0.9","error":{"code":"VALIDATION_FAILED","surfaceId":"s","path":"/components/0/text","message":"it is missing"}}"#;
        for (to, pointer) in [
            ("a2ui", "/error/path"),
            ("a2ui@1.0", "/error/path"),
            ("ahp", "/action/payload/error/path"),
        ] {
            let mut served = ShowProcess::start(&["--watch", "--to", to, &file(BUTTON)]);
            served.listen().messages(2);
            let own = format!("Host: {}\r\n", served.host);
            for body in [error, error, &action("s")] {
                assert_eq!(served.post(&own, body).0, 204, "{to}");
            }
            assert_eq!(text(&served.hear(), pointer), "/components/0/text", "{to}");
            assert!(served.hear().text().contains("\"go\""), "{to}");
        }
        // A protocol without errors: a warning, and no refusal.
        let served = ShowProcess::start(&["--watch", "--to", "aap", &file(BUTTON)]);
        served.listen().messages(2);
        assert_eq!(
            served.post(&format!("Host: {}\r\n", served.host), error).0,
            204
        );
        let told = json(&served.errors.recv_timeout(PATIENCE).unwrap());
        assert_eq!(
            (text(&told, "/rule"), text(&told, "/severity")),
            ("show/error".into(), "warning".into())
        );
    }

    #[test]
    #[ignore = "needs the page: bridge/live/page/build"]
    fn a_served_page_receives_the_dialect_and_the_state_of_whole_surfaces() {
        let path = file(&BUTTON.replace("\"root\"", "\"top\""));
        let served = ShowProcess::start(&["--watch", &path]);
        let mut steps = served.listen();
        let dialect = steps.find("/dialect").text().to_owned();
        assert_eq!(dialect, r#""a2ui@0.9""#);
        // The root is missing until it comes.
        let whole = steps.find("/whole");
        assert_eq!(text(&whole, "/0/rule"), "missing-root", "{whole}");
        assert_eq!(at(&whole, "/0/line").text(), "1");
        append(&path, BUTTON.lines().nth(1).unwrap());
        append(&path, "\n");
        let whole = steps.find("/whole");
        let rules: Vec<_> = whole
            .elements()
            .map(|found| text(&found, "/rule"))
            .collect();
        assert!(!rules.contains(&"missing-root".to_owned()), "{rules:?}");
    }

    #[test]
    #[ignore = "needs the page: bridge/live/page/build"]
    fn a_served_page_receives_losses_and_findings_with_their_places() {
        let wrong = r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"top","component":{"Text":{"text":{"literalString":"a"},"usageHint":"huge"}}}]}}"#;
        let path = file(&format!("{BUTTON_0_8}{wrong}\n"));
        for early in [true, false] {
            let mut served = ShowProcess::start(&["--watch", &path]);
            if !early {
                served.listen().find("/findings");
            }
            let mut steps = served.listen();
            let (mut lost, mut found) = (None, None);
            while lost.is_none() || found.is_none() {
                let step = steps.next().1;
                let more = |loss: &Payload| text(loss, "/from").ends_with("/more");
                lost = lost.or(find(&step, "/losses").and_then(|all| all.elements().find(more)));
                let hint = |one: &Payload| text(one, "/pointer").ends_with("/usageHint");
                found =
                    found.or(find(&step, "/findings").and_then(|all| all.elements().find(hint)));
            }
            let (lost, found) = (lost.unwrap(), found.unwrap());
            let name = path.rsplit_once('/').unwrap().1;
            assert_eq!(
                lost.text(),
                format!(
                    r#"{{"file":"{name}","line":1,"column":191,"surface":"s","component":"root","verdict":"carried","rule":"a2ui-0.8-0.9/unknown-member","from":"/surfaceUpdate/components/1/more","value":"[1, \"<b>\"]"}}"#
                )
            );
            assert_eq!(
                (at(&found, "/line").text(), text(&found, "/component")),
                ("4", "root".to_owned())
            );
            served.child.kill().unwrap();
        }
    }

    #[test]
    #[ignore = "needs the page: bridge/live/page/build"]
    fn other_posts_are_refused_and_reported() {
        let served = ShowProcess::start(&["--watch", "--to", "actions-json", &file(BUTTON)]);
        let own = format!("Host: {}\r\n", served.host);
        let delete = r#"{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}"#;
        served.listen().messages(2);
        for (body, status, word) in [
            ("{", 422, "syntax"),
            (delete, 422, "input/direction"),
            (&action("gone"), 422, "gone"),
            // The runtime of the actions.json events was not given, which the program learns after the answer.
            (&action("s"), 204, "runtime"),
        ] {
            let (got, answer) = served.post(&own, body);
            assert_eq!(
                (got, answer.contains("{\"error\":\"")),
                (status, status == 422),
                "{body}: {answer}"
            );
            let told = loop {
                let told = served.errors.recv_timeout(PATIENCE).unwrap();
                if text(&json(&told), "/rule") != "catalog" {
                    break told;
                }
            };
            assert!(
                told.contains(word) && find(&json(&told), "/message").is_some(),
                "{body}: {told}"
            );
        }
    }

    #[test]
    #[ignore = "needs the page: bridge/live/page/build"]
    fn other_origins_are_refused() {
        let served = ShowProcess::start(&["--watch", &file(BUTTON)]);
        // A click before the page has the button is refused for that reason.
        served.listen().messages(2);
        for (headers, status) in [
            ("Host: evil.example\r\n".to_owned(), 403),
            (
                format!("Host: {}\r\nOrigin: http://evil.example\r\n", served.host),
                403,
            ),
            (format!("Host: {}\r\nOrigin: null\r\n", served.host), 403),
            (format!("Host: {}\r\n", served.host), 204),
        ] {
            let (got, answer) = served.post(&headers, &action("s"));
            assert_eq!(got, status, "{headers}: {answer}");
        }
        let (status, answer) = served.post(
            &format!("Host: {}\r\n", served.host),
            &" ".repeat((1 << 20) + 1),
        );
        assert_eq!(status, 413, "{answer}");
    }

    #[test]
    #[cfg(unix)]
    #[ignore = "needs the page: bridge/live/page/build"]
    fn stopping_writes_every_click_and_a_status() {
        let served = ShowProcess::start(&["--watch", &file(BUTTON)]);
        served.listen().messages(2);
        assert_eq!(served.click("s").0, 204);
        let (status, rest) = served.stop();
        assert_eq!((status, rest.lines().count()), (0, 1), "{rest}");
        let served = ShowProcess::start(&[
            "--watch",
            &file("{\"version\":\"v0.9\",\"createSurface\":7}\n"),
        ]);
        served.listen().next();
        assert_eq!(served.stop(), (65, String::new()));
    }

    #[test]
    #[cfg(target_os = "linux")]
    #[ignore = "needs the page: bridge/live/page/build"]
    fn a_browser_is_started_or_its_absence_is_reported() {
        use std::os::unix::fs::PermissionsExt;
        let folder = file("");
        fs::remove_file(&folder).unwrap();
        fs::create_dir(&folder).unwrap();
        let served = ShowProcess::with(&["--open", &file(BUTTON)], &[("PATH", &folder)]);
        let told = served.errors.recv_timeout(PATIENCE).unwrap();
        assert!(
            told.starts_with("agent-ui: cannot start a browser"),
            "{told}"
        );
        let mut steps = served.listen();
        while steps.kind() != "end" {}
        let (browser, seen) = (format!("{folder}/xdg-open"), format!("{folder}/seen"));
        fs::write(
            &browser,
            format!("#!/bin/sh\necho \"$1\" > {seen}.new && /bin/mv {seen}.new {seen}\n"),
        )
        .unwrap();
        fs::set_permissions(&browser, fs::Permissions::from_mode(0o755)).unwrap();
        let served = ShowProcess::with(&["--open", &file(BUTTON)], &[("PATH", &folder)]);
        let mut tries = 0..200;
        let address = tries.find_map(|_| {
            thread::sleep(Duration::from_millis(50));
            fs::read_to_string(&seen).ok()
        });
        assert_eq!(
            address.unwrap().trim_end(),
            format!("http://{}{}", served.host, served.path)
        );
    }

    #[test]
    #[ignore = "needs the page: bridge/live/page/build"]
    fn a_port_that_is_in_use_is_a_usage_error() {
        let first = ShowProcess::start(&["--watch", &file(BUTTON)]);
        let port = first.host.split_once(':').unwrap().1.to_owned();
        let ran = crate::program::run(&["show", "--watch", "--port", &port, &file(BUTTON)], "");
        assert_eq!(
            (ran.status, ran.err.contains(&format!("--port {port}: "))),
            (2, true),
            "{}",
            ran.err
        );
    }
}
