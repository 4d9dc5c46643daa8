//! The items and manifests of actions.json.

use super::{Translatable, are_shallow, refuse_other_kind};
use crate::{
    Dialect, Refusal,
    lens::{depth, derived::ValueAt},
    refusal::refuse_errors,
};
use actions_json::{
    checked_manifest::CheckedManifest,
    item::{DomEvent, Item},
    manifest::Manifest,
    validate::Profile,
};
use wire::{Field, Payload};

impl Translatable for Item {}

impl Translatable for DomEvent {
    fn at(&self, pointer: &str) -> ValueAt<'_> {
        match pointer {
            "/event_id" => ValueAt::Text(self.event_id.as_str()),
            "/name" => ValueAt::Text(&self.name),
            "/payload" => ValueAt::Json(self.payload.text()),
            "/url" => match &self.url {
                Field::Value(url) => ValueAt::Text(url),
                Field::Null => ValueAt::Unknown,
                Field::Absent => ValueAt::Nothing,
            },
            "/observed_at" => match &self.observed_at {
                Field::Value(time) => ValueAt::Text(time.as_str()),
                Field::Null => ValueAt::Unknown,
                Field::Absent => ValueAt::Nothing,
            },
            _ => ValueAt::Unknown,
        }
    }

    fn is_shallow(&self) -> bool {
        depth::is_shallow(Some(&self.payload)) && are_shallow(&self.extra)
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
