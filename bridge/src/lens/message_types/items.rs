//! The items and manifests of actions.json.

use super::{Translatable, are_shallow, refuse_other_kind};
use crate::{
    Dialect, Refusal,
    lens::{
        carry::CarriedField,
        derived::ValueAt,
        typed_members::{TypedMember, typed_members, typed_texts},
    },
    refusal::refuse_errors,
};
use actions_json::{
    checked_manifest::CheckedManifest,
    item::{CallId, DomEvent, EventId, Item, RuntimeId},
    manifest::Manifest,
    validate::Profile,
};
use wire::Payload;

impl Translatable for Item {}

typed_texts!(CallId, EventId, RuntimeId);

typed_members! {
    DomEvent {
        event_id as "event_id",
        runtime_id as "runtime_id",
        name as "name",
        event as "event",
        url as "url",
        payload as "payload",
        previous_call_id as "previous_call_id",
        observed_at as "observed_at",
    }
}

impl Translatable for Manifest {
    fn read_as(payload: &Payload, _: Dialect) -> Result<Self, Refusal> {
        refuse_other_kind(payload, &["type"])?;
        let manifest: Self = payload.decode()?;
        match CheckedManifest::check(manifest.clone(), &Profile::PUBLISHED, None) {
            Ok(_) => Ok(manifest),
            Err(rejected) => refuse_errors("actions-json", &rejected.findings).map(|()| manifest),
        }
    }
}
