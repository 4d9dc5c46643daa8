//! `serve`: surfaces as canvases of AHP clients.

use crate::program::{at, command, file, json, run, text};
use live::{
    ahp::{
        client::{Ahp1_0, CanvasProposal, ClientOutput, Profile},
        ids::ChannelUri,
        v1_0,
    },
    peers::client::{Client, Event, Events, Settings},
};
use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Child, ChildStderr, ChildStdout, Stdio},
    time::Duration,
};
use tokio::{
    runtime::{Builder, Runtime},
    time::{sleep, timeout},
};
use wire::Payload;

const PATIENCE: Duration = Duration::from_secs(60);
const CANVAS: &str = "ahp-canvas:/s";
const CREATE: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c","theme":{"agentDisplayName":"Museum"}}}"#;
const UPDATE: &str = r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Button","child":"t","action":{"event":{"name":"go"}}},{"id":"t","component":"Text","text":"a"}]}}"#;
const DELETE: &str = r#"{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}"#;
const CLICK: &str = r#"{"version":"v0.9","action":{"name":"go","surfaceId":"s","sourceComponentId":"root","timestamp":"2026-05-18T15:30:00.000Z","context":{}}}"#;

struct ServeProcess {
    child: Child,
    output: BufReader<ChildStdout>,
    errors: BufReader<ChildStderr>,
    url: String,
    runtime: Runtime,
}

impl ServeProcess {
    fn start(pages: &str) -> Self {
        let mut child = command(&["serve", "--face", "ahp", "--canvas-pages", pages, "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut errors = BufReader::new(child.stderr.take().unwrap());
        let mut said = String::new();
        while !said.contains("serving health") {
            assert!(errors.read_line(&mut said).unwrap() > 0, "{said}");
        }
        let url = said
            .lines()
            .find_map(|line| line.strip_prefix("serving AHP"));
        let url = url.unwrap_or_else(|| panic!("{said}")).trim().to_owned();
        let output = BufReader::new(child.stdout.take().unwrap());
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .unwrap();
        Self {
            child,
            output,
            errors,
            url,
            runtime,
        }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.child.stdin.as_mut().unwrap(), "{line}").unwrap();
    }

    fn hear(&mut self) -> Payload {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        json(&line)
    }

    /// Returns the next refusal on standard error.
    fn complaint(&mut self) -> Payload {
        loop {
            let mut line = String::new();
            assert!(self.errors.read_line(&mut line).unwrap() > 0);
            if line.contains("\"rule\"") {
                return json(&line);
            }
        }
    }

    fn follow<P: Profile>(
        &self,
        client: live::ahp::client::Client<P>,
    ) -> (Client<P>, Events<Event>) {
        let (client, events) = Client::new(client, Settings::default());
        let (following, url) = (client.clone(), self.url.clone());
        self.runtime
            .spawn(async move { following.follow(&url).await });
        (client, events)
    }

    /// Waits until the function returns a value.
    fn until<T>(&self, mut there: impl FnMut() -> Option<T>) -> T {
        let waiting = async {
            loop {
                if let Some(found) = there() {
                    return found;
                }
                sleep(Duration::from_millis(5)).await;
            }
        };
        self.runtime
            .block_on(async { timeout(PATIENCE, waiting).await })
            .expect("the expected event does not occur")
    }

    fn next<T>(&self, events: &mut Events<T>) -> T {
        self.runtime
            .block_on(async { timeout(PATIENCE, events.next()).await })
            .unwrap()
            .unwrap()
    }
}

impl Drop for ServeProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the texts that a page shows.
fn shown_texts(page: &str) -> Vec<String> {
    let (_, rest) = page
        .split_once("<script type=\"application/json\" id=\"agent-ui\">")
        .expect("a page");
    let steps = at(&json(rest.split_once("</script>").unwrap().0), "/steps");
    let messages = steps
        .elements()
        .flat_map(|step| at(&step, "/messages").elements().collect::<Vec<_>>());
    messages.map(|message| message.text().to_owned()).collect()
}

#[test]
fn other_protocols_cannot_be_served() {
    for (arguments, why) in [
        (&["serve", "--face", "ahp", "--from", "aap"][..], "--from"),
        (&["serve", "--face", "mail"], "--face"),
        (&["serve"], "--agent"),
    ] {
        let ran = run(arguments, "");
        assert!(
            ran.status == 2 && ran.err.contains(why),
            "{arguments:?}: {}",
            ran.err
        );
    }
    if live::page::assets().is_none() {
        let ran = run(&["serve", "--face", "ahp", &file(CREATE)], "");
        assert!(
            ran.status == 2 && ran.err.contains("the page, which --face ahp needs; in a source checkout, run `bridge/cli/install`"),
            "{}",
            ran.err
        );
    }
}

#[test]
#[ignore = "needs the page: bridge/live/page/build"]
fn proposal_canvases_send_page_changes_and_clicks_over_their_channel() {
    let mut served = ServeProcess::start("channel");
    served.say(CREATE);
    served.say(UPDATE);
    let (client, mut events) = served.follow(live::ahp::client::Client::<CanvasProposal>::new(
        "tablet",
        ["1.0.0"],
    ));
    let (session, channel) = (
        ChannelUri::from("ahp-session:/agent-ui"),
        ChannelUri::from(CANVAS),
    );
    client.apply(|client| client.subscribe(&session));
    let listed = || {
        client.inspect(|client| {
            client
                .session_state(&session)?
                .open_canvases
                .get()
                .map(Vec::len)
        })
    };
    served.until(|| listed().filter(|open| *open == 1));
    // A client that knows the session finds its chat.
    let known =
        client.inspect(|client| wire::encode(client.session_state(&session).unwrap()).unwrap());
    assert_eq!(
        text(&json(&known), "/chats/0/resource"),
        "ahp-chat:/agent-ui"
    );
    client.apply(|client| client.subscribe(&channel));
    let state = || client.inspect(|client| client.canvas_state(&channel).cloned());
    let state = served.until(state);
    let url = state.url.get().unwrap().as_str().to_owned();
    assert_eq!(
        (url.as_str(), state.title.get().unwrap().as_str()),
        ("ahp-canvas-content:/s/index.html", "Museum")
    );

    // The page, and the surface as messages next to it.
    let mut read = |uri: &str| {
        client
            .try_apply(|client| client.read(&channel, uri))
            .unwrap();
        loop {
            if let Event::Output(ClientOutput::Content { result, .. }) = served.next(&mut events) {
                return result.map(|result| result.contents[0].clone());
            }
        }
    };
    // The second message may be on its way.
    let page = loop {
        let page = read(&url).unwrap();
        if shown_texts(page.text.get().unwrap()).len() == 2 {
            break page;
        }
    };
    assert_eq!(page.mime_type.get().unwrap(), "text/html");
    assert_eq!(shown_texts(page.text.get().unwrap()), [CREATE, UPDATE]);
    let surface = read("ahp-canvas-content:/s/surface.json").unwrap();
    assert_eq!(surface.mime_type.get().unwrap(), "application/json+a2ui");
    assert_eq!(surface.text.get().unwrap(), &format!("[{CREATE},{UPDATE}]"));
    assert!(read("ahp-canvas-content:/s/other.html").is_err());

    // Changes, a change that is too long for one message, and a click.
    let again = UPDATE.replace("\"a\"", "\"b\"");
    served.say(&again);
    let told = loop {
        if let Event::Output(ClientOutput::Message { message, .. }) = served.next(&mut events) {
            break message.payload.unwrap();
        }
    };
    assert_eq!(told.text(), again);
    served.say(&UPDATE.replace("\"a\"", &format!("\"{}\"", "x".repeat(1 << 20))));
    let url = || {
        client.inspect(|client| {
            Some(
                client
                    .canvas_state(&channel)?
                    .url
                    .get()?
                    .as_str()
                    .to_owned(),
            )
        })
    };
    served.until(|| url().filter(|url| url == "ahp-canvas-content:/s/index.html?1"));
    client
        .try_apply(|client| client.message(&channel, Payload::parse(CLICK).unwrap()))
        .unwrap();
    assert_eq!(served.hear().text(), CLICK);

    // A click on another surface is refused on this channel, and so is one on a surface that is not shown.
    let other = |text: &str| text.replace("\"surfaceId\":\"s\"", "\"surfaceId\":\"t\"");
    served.say(&other(CREATE));
    served.say(&other(UPDATE));
    served.until(|| listed().filter(|open| *open == 2));
    for (surface, click) in [
        ("t", other(CLICK)),
        ("gone", CLICK.replace(":\"s\"", ":\"gone\"")),
    ] {
        client
            .try_apply(|client| client.message(&channel, Payload::parse(&*click).unwrap()))
            .unwrap();
        let refused = served.complaint();
        assert_eq!(
            text(&refused, "/rule"),
            "serve/other-surface",
            "{refused:?}"
        );
        assert_eq!(text(&refused, "/pointer"), "/action/surfaceId");
        assert!(text(&refused, "/message").contains(&format!("`{surface}`")));
    }
    client.apply(|client| client.subscribe(&"ahp-canvas:/t".into()));
    served.until(|| client.inspect(|client| client.canvas_state(&"ahp-canvas:/t".into()).cloned()));
    client
        .try_apply(|client| {
            client.message(
                &"ahp-canvas:/t".into(),
                Payload::parse(other(CLICK)).unwrap(),
            )
        })
        .unwrap();
    assert_eq!(served.hear().text(), other(CLICK));
    served.say(&other(DELETE));
    served.until(|| listed().filter(|open| *open == 1));

    // The agent learns that a client closes the canvas, and opens it again by changing its components.
    client
        .try_apply(|client| client.request_close(&channel))
        .unwrap();
    served.until(|| listed().filter(|open| *open == 0));
    assert_eq!(text(&served.hear(), "/error/code"), "SURFACE_CLOSED");
    served.say(UPDATE);
    served.until(|| listed().filter(|open| *open == 1));
    served.say(DELETE);
    served.until(|| listed().filter(|open| *open == 0));
}

#[test]
#[ignore = "needs the page: bridge/live/page/build"]
fn canvases_of_the_release_have_an_address_of_the_program() {
    let mut served = ServeProcess::start("address");
    let (client, _events) =
        served.follow(live::ahp::client::Client::<Ahp1_0>::new("kiosk", ["1.0.0"]));
    client.apply(|client| client.subscribe(&"ahp-chat:/agent-ui".into()));
    served.say(CREATE);
    let state = || client.inspect(|client| client.canvas_state(&CANVAS.into()).cloned());
    let state: v1_0::CanvasState = served.until(state);
    assert_eq!(state.title.get().unwrap(), "Museum");
    let url = state.url.get().unwrap().as_str().to_owned();
    let (host, path) = url
        .strip_prefix("http://")
        .unwrap()
        .split_once('/')
        .unwrap();
    let pages = served.url.replacen("ws", "http", 1) + "/pages/";
    let token = url
        .strip_prefix(&*pages)
        .and_then(|rest| rest.strip_suffix('/'));
    assert_eq!(token.map(str::len), Some(32), "{url}");

    let ask = |head: &str, body: &str| {
        let mut stream = TcpStream::connect(host).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let length = body.len();
        let head = head.replacen(' ', &format!(" /{path}"), 1);
        write!(stream, "{head} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {length}\r\nContent-Type: application/json\r\n\r\n{body}").unwrap();
        stream
    };
    let mut page = String::new();
    ask("GET ", "").read_to_string(&mut page).unwrap();
    assert!(
        page.starts_with("HTTP/1.1 200") && !page.contains("frame-ancestors"),
        "{page}"
    );
    let mut steps = BufReader::new(ask("GET steps", ""))
        .lines()
        .map_while(Result::ok);
    let mut step = || {
        let data = steps
            .find_map(|line| line.strip_prefix("data: ").map(json))
            .unwrap();
        at(&data, "/messages/0").text().to_owned()
    };
    assert_eq!(step(), CREATE);
    served.say(UPDATE);
    assert_eq!(step(), UPDATE);
    let mut answer = String::new();
    ask("POST actions", CLICK)
        .read_to_string(&mut answer)
        .unwrap();
    assert!(answer.starts_with("HTTP/1.1 204"), "{answer}");
    assert_eq!(text(&served.hear(), "/action/name"), "go");
    // Another surface has a page of its own.
    let other = |text: &str| text.replace("\"surfaceId\":\"s\"", "\"surfaceId\":\"t\"");
    served.say(&other(CREATE));
    served.say(&other(UPDATE));
    served.until(|| client.inspect(|client| (client.canvases().count() == 2).then_some(())));
    let mut answer = String::new();
    ask("POST actions", &other(CLICK))
        .read_to_string(&mut answer)
        .unwrap();
    assert!(
        answer.starts_with("HTTP/1.1 422") && answer.contains("`t`"),
        "{answer}"
    );
    served.say(&other(DELETE));

    // Deleting the surface removes its address.
    served.say(DELETE);
    served.until(|| client.inspect(|client| client.canvases().next().is_none().then_some(())));
    served.until(|| {
        let mut gone = String::new();
        ask("GET ", "").read_to_string(&mut gone).unwrap();
        gone.starts_with("HTTP/1.1 404").then_some(())
    });
}
