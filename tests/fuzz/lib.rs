//! Contexts and checks that several fuzz targets share.
#![deny(unsafe_code)]

use actions_json::{checked_manifest::CheckedManifest, validate::Profile};
use bridge::{Context, Dialect};
use wire::TypeInfo;

/// Returns the dialects that the first two bytes select, and the text after them. `tests/it/seeds.rs` writes such
/// inputs.
pub fn pair(data: &[u8]) -> Option<(Dialect, Dialect, &str)> {
    let [from, to, text @ ..] = data else {
        return None;
    };
    let dialect = |byte: u8| Dialect::ALL.get(usize::from(byte) % Dialect::ALL.len());
    Some((
        *dialect(*from)?,
        *dialect(*to)?,
        std::str::from_utf8(text).ok()?,
    ))
}

/// Returns a context with every setting that mappings require, so that few messages are refused for a missing setting.
pub fn context() -> Context {
    thread_local!(static MADE: Context = made());
    MADE.with(Clone::clone)
}

fn made() -> Context {
    let mut cx = Context::default();
    cx.manifest = CheckedManifest::read(
        r##"{"protocol":"actions.json","version":1,"tools":[],"signals":[
            {"name":"loan.renewed","event":"desk:renewed","direction":"html_to_agent","ingestion":"enabled","target":{"name":"renew"}},
            {"name":"loan.lost","event":"desk:lost","ingestion":"enabled","target":{"selectors":["#lost",".lost"]}},
            {"name":"loan.counted","event":"loan.counted","ingestion":"enabled"},
            {"name":"loan.muted","event":"desk:muted","ingestion":"disabled_by_default"}]}"##,
        &Profile::STRICT,
    )
    .ok();
    cx.time = Some("2026-05-18T15:30:00.000Z".into());
    cx.session = Some("ahp-session:/s".to_owned());
    cx.chat = Some("ahp-chat:/1".to_owned());
    cx.runtime_id = Some("rt".to_owned());
    cx.base_url = Some("https://ui.test/canvases".to_owned());
    cx.canvas_file = Some("reports/day.html".into());
    cx
}

/// Returns every wire type, in the order of `SOURCES` in `tests/it/inventory.rs`.
pub fn types() -> impl Iterator<Item = &'static TypeInfo> {
    let first = [wire::TYPES, aap::TYPES].into_iter().flatten().copied();
    let a2ui = a2ui::inventory::version_independent()
        .chain(a2ui::inventory::v0_8())
        .chain(a2ui::inventory::v0_9())
        .chain(a2ui::inventory::v0_10())
        .chain(a2ui::inventory::v1_0());
    let ahp = [
        ahp::inventory::SHARED,
        ahp::inventory::CANVAS,
        ahp::inventory::V1_0,
    ];
    let last = [actions_json::inventory::TYPES, bridge::inventory::TYPES];
    first
        .chain(a2ui)
        .chain(ahp.into_iter().chain(last).flatten().copied())
}
