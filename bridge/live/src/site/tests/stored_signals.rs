//! Tests of signals that are stored as AAP records.

use super::{SHOP, event, page_client::SiteServer, ready};
use crate::{
    faces::provider::Store,
    site::{RecordSettings, SiteSettings, store_signals},
};
use aap::{AgentId, Notification};
use std::sync::{Arc, Mutex};
use wire::Payload;

#[tokio::test]
async fn a_signal_becomes_a_record_and_a_notification() {
    let home = tempfile::tempdir().unwrap();
    let store = Store::open(home.path()).unwrap();
    let ann = AgentId::parse("ann").unwrap();
    let lines: Arc<Mutex<Vec<String>>> = Arc::default();
    let to = Arc::clone(&lines);
    let notify = move |agent: &AgentId, line: &Notification| {
        to.lock().unwrap().push(format!("{agent} {line}"))
    };
    let settings = RecordSettings {
        notify: Some(Arc::new(notify)),
        ..RecordSettings::new(store.clone(), ann.clone())
    };
    let server = SiteServer::start(SiteSettings::default()).await;
    store_signals(&server.site, settings);
    let mut page = server.page(&ready("a", "", SHOP)).await;
    let opened = event(
        "a",
        "e1",
        "shop:opened",
        r#"{"items":18446744073709551616,"token":"x"}"#,
    );
    page.send(&opened).await;
    page.send(&opened).await;
    page.send(&event("a", "e2", "cart.hovered", "1")).await;
    let without_time = r#"{"type":"dom_event","event_id":"e3","runtime_id":"a","name":"cart.left","payload":"\u001b[31m","previous_call_id":"c7","observed_at":"soon"}"#;
    page.send(without_time).await;
    server.until(|| lines.lock().unwrap().len() == 2).await;
    let expected = r##"ann [CANVAS] sites/shop~2Etest/a.html: Site "shop.test" signalled "cart.opened" at "#cart" with data: "##;
    assert!(lines.lock().unwrap()[0].starts_with(expected), "{lines:?}");
    assert!(!lines.lock().unwrap()[1].contains('\u{1b}'), "{lines:?}");
    let newest = store.newest(&ann, 10).unwrap();
    assert_eq!((newest.records.len(), newest.unreadable.len()), (2, 0));
    let record = newest
        .records
        .iter()
        .find(|record| record.text().contains("cart.opened"))
        .unwrap();
    let member = |name: &str| record.member(name).unwrap().text().to_owned();
    assert_eq!(member("timestamp"), r#""2026-11-21T09:00:01.250Z""#);
    let data = Payload::parse(member("data")).unwrap();
    assert_eq!(data.member("items").unwrap().text(), "18446744073709552000");
    // The file of a record has the numbers of JavaScript.
    server
        .reported(r#"the record of "cart.opened" at "/items""#)
        .await;
    // A record has no place for the call that caused the event.
    server
        .reported(r#"the record of "cart.left" cannot hold "/previous_call_id""#)
        .await;
}

#[tokio::test]
async fn a_signal_that_cannot_be_stored_is_reported() {
    let home = tempfile::tempdir().unwrap();
    let store = Store::open(home.path()).unwrap();
    let server = SiteServer::start(SiteSettings::default()).await;
    let settings = RecordSettings::new(store, AgentId::parse("ann").unwrap());
    store_signals(&server.site, settings);
    let mut page = server
        .page(&ready("a", "", SHOP).replace("https://shop.test/a", "about:blank"))
        .await;
    page.send(&event("a", "e1", "cart.left", "1")).await;
    server
        .reported(r#"the signal "cart.left" is not stored"#)
        .await;
}
