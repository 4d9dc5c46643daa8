//! Tests of reading content through the channel.

use super::*;
use crate::{
    canvas::{CanvasReadResourceResult, CanvasResourceContent},
    error_code,
};

fn read(host: &mut Host, channel: &str, uri: &str) -> Vec<HostOutput> {
    let frame = format!(
        r#"{{"jsonrpc":"2.0","id":"r","method":"canvasReadResource","params":{{"channel":"{channel}","uri":"{uri}"}}}}"#
    );
    host.receive_text(ConnectionId(1), &frame)
}

fn assert_out_of_scope(host: &mut Host, channel: &str, uri: &str) {
    let answer = sent_to(&read(host, channel, uri), 1);
    assert_eq!(
        at(&answer[0], "/error/code"),
        error_code::NOT_FOUND.to_string(),
        "{channel} {uri}"
    );
    assert_eq!(answer.len(), 1);
}

#[test]
fn ahp_59_and_64_only_followers_read_content_of_an_open_canvas() {
    let mut host = host_with_canvas();
    let call = open(&mut host, "museum", "west");
    host.answer(call, Ok(ProviderAnswer::Open(CanvasOpenResult::new())))
        .unwrap();
    follow(&mut host, 1, "a", &[SESSION, CANVAS]);
    for (channel, uri) in [
        (CANVAS, "ahp-canvas-content:/west/a.html"),
        (CANVAS, "ahp-canvas-content:/east/../west/a.html"),
        (CANVAS, "ahp-canvas-content:/east"),
        (CANVAS, "https://plans.test/"),
        (CANVAS, CANVAS),
        (CANVAS, ""),
        (SESSION, "ahp-canvas-content:/east/a.html"),
        ("ahp-canvas:/west", "ahp-canvas-content:/west/a.html"),
        ("ahp-canvas:/none", "ahp-canvas-content:/none/a.html"),
    ] {
        assert_out_of_scope(&mut host, channel, uri);
    }
    let out = read(&mut host, CANVAS, "ahp-canvas-content:/east/a.html");
    let [HostOutput::Read { call, .. }] = &out[..] else {
        panic!("{out:?}")
    };
    // The canvas is closed before the program has answered.
    let (close, _) = host.close(&channel(CANVAS)).unwrap();
    let out = host.answer(close, Ok(ProviderAnswer::Close)).unwrap();
    assert_eq!(
        at(&sent_to(&out, 1)[0], "/error/code"),
        error_code::NOT_FOUND.to_string()
    );
    assert!(
        host.answer_read(*call, Ok(CanvasReadResourceResult::new(vec![])))
            .is_err(),
        "too late"
    );
    assert_out_of_scope(&mut host, CANVAS, "ahp-canvas-content:/east/a.html");
}

#[test]
fn ahp_60_the_page_and_its_references_are_read_in_the_same_way() {
    let mut host = host_with_canvas();
    follow(&mut host, 1, "a", &[CANVAS]);
    let page = CanvasResourceContent::new("ahp-canvas-content:/east/page.html")
        .mime_type("text/html")
        .text("<p>");
    host.store_contents(&channel(CANVAS), vec![page]).unwrap();
    // The host stores this content. The URI may be spelt differently.
    for uri in [
        "ahp-canvas-content:/east/page.html",
        "AHP-Canvas-Content:/%65ast/page.html",
    ] {
        let answer = sent_to(&read(&mut host, CANVAS, uri), 1);
        assert_eq!(
            at(&answer[0], "/result"),
            r#"{"contents":[{"uri":"ahp-canvas-content:/east/page.html","mimeType":"text/html","text":"<p>"}]}"#
        );
    }
    // The host does not store this content, and asks the program.
    let out = read(&mut host, CANVAS, "ahp-canvas-content:/east/img/waves.png");
    let [HostOutput::Read { call, channel, uri }] = &out[..] else {
        panic!("{out:?}")
    };
    assert_eq!(
        (channel.as_str(), uri.as_str()),
        (CANVAS, "ahp-canvas-content:/east/img/waves.png")
    );
    let waves = CanvasResourceContent::new(uri.clone()).blob("TWFu");
    let out = host
        .answer_read(*call, Ok(CanvasReadResourceResult::new(vec![waves])))
        .unwrap();
    let answer = sent_to(&out, 1);
    assert_eq!(
        (
            at(&answer[0], "/id"),
            at(&answer[0], "/result/contents/0/blob")
        ),
        ("r".into(), "TWFu".into())
    );
    assert!(
        host.answer_read(*call, Err(crate::json_rpc::JsonRpcError::new(1, "")))
            .is_err(),
        "once"
    );
    assert!(format!("{host:?}").contains("page.html") && !format!("{host:?}").contains("<p>"));
}

#[test]
fn an_address_may_have_a_query_and_a_fragment_and_may_be_relative_to_the_page() {
    let mut host = host_with_canvas();
    follow(&mut host, 1, "a", &[CANVAS]);
    let content = |path: &str, text: &str| {
        CanvasResourceContent::new(format!("ahp-canvas-content:/east/{path}")).text(text)
    };
    let held = vec![
        content("docs/page.html", "page"),
        content("data?floor=2", "second"),
        content("data", "all"),
    ];
    host.store_contents(&channel(CANVAS), held).unwrap();
    let text = |host: &mut Host, uri: &str| match &sent_to(&read(host, CANVAS, uri), 1)[..] {
        [answer] => at(answer, "/result/contents/0/text"),
        _ => "asked".to_owned(),
    };
    for (uri, expected) in [
        ("ahp-canvas-content:/east/docs/page.html?v=7#top", "page"),
        ("ahp-canvas-content:/east/data?floor=2#x", "second"),
        ("ahp-canvas-content:/east/data?floor=3", "all"),
        ("ahp-canvas-content:/west/data?floor=2", "-"),
        ("page.html", "-"),
    ] {
        assert_eq!(text(&mut host, uri), expected, "{uri}");
    }
    // The page is content, so its references are relative to it.
    let page: crate::canvas::CanvasUpdated =
        wire::decode(r#"{"url":"ahp-canvas-content:/east/docs/page.html?v=7"}"#).unwrap();
    host.update(&channel(CANVAS), page).unwrap();
    for (uri, expected) in [
        ("page.html", "page"),
        ("../data?floor=2", "second"),
        ("?v=8", "page"),
        ("/east/data", "all"),
        ("/west/data", "-"),
        ("../../west/data", "-"),
        ("//west/data", "-"),
        ("https://plans.test/", "-"),
    ] {
        assert_eq!(text(&mut host, uri), expected, "{uri}");
    }
    // The program is asked with the whole URI, except for the fragment.
    let out = read(&mut host, CANVAS, "../img/waves.png?size=2#left");
    let [HostOutput::Read { uri, .. }] = &out[..] else {
        panic!("{out:?}")
    };
    assert_eq!(
        uri.as_str(),
        "ahp-canvas-content:/east/img/waves.png?size=2"
    );
}

#[test]
fn disconnected_clients_get_no_answer() {
    let mut host = host_with_canvas();
    follow(&mut host, 1, "a", &[CANVAS]);
    let out = read(&mut host, CANVAS, "ahp-canvas-content:/east/a");
    let [HostOutput::Read { call, .. }] = &out[..] else {
        panic!("{out:?}")
    };
    assert!(host.disconnect(ConnectionId(1)).is_empty());
    assert!(
        host.answer_read(*call, Ok(CanvasReadResourceResult::new(vec![])))
            .is_err()
    );
}
