#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

mod page_client;
mod rules;
mod sockets;
mod stored_signals;

/// The manifest of a shop, with a tool that is limited by transitions, and with three signals.
pub(super) const SHOP: &str = r##"{"protocol":"actions.json","version":1,
    "tools":[
        {"name":"cart.add","description":"Adds an article.","x_actions":{"handler":"shop.add","result_schema":{"type":"object","required":["items"]}},
         "input_schema":{"type":"object","properties":{"sku":{"type":"string"}},"required":["sku"],"additionalProperties":false}},
        {"name":"cart.count","description":"Counts the articles.","input_schema":{"type":"object"},"x_actions":{"handler":"shop.count"},"requires":["dom.query"]}],
    "signals":[
        {"name":"cart.opened","event":"shop:opened","ingestion":"enabled","target":{"selector":"#cart"},"payload":{"type":"object","required":["items"]}},
        {"name":"cart.left","event":"shop:left","ingestion":"enabled"},
        {"name":"cart.hovered"}]}"##;

pub(super) fn ready(page: &str, rest: &str, manifest: &str) -> String {
    format!(
        r#"{{"type":"runtime_ready","runtime_id":"{page}","url":"https://shop.test/{page}"{rest},"manifest":{manifest}}}"#
    )
}

pub(super) fn event(page: &str, id: &str, name: &str, payload: &str) -> String {
    format!(
        r#"{{"type":"dom_event","event_id":"{id}","runtime_id":"{page}","name":"{name}","payload":{payload},"observed_at":"2026-11-21T09:00:01.250Z"}}"#
    )
}

pub(super) fn output(page: &str, call: &str, output: &str) -> String {
    format!(
        r#"{{"type":"action_call_output","call_id":"{call}","runtime_id":"{page}","output":{output}}}"#
    )
}
