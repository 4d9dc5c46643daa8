//! A surface as one object.

use super::Surface;
use crate::{CatalogId, ComponentId, SurfaceId, v1_0::Metadata};
use wire::{Field, Payload};

wire::object! {
    /// What a surface is at one moment. What was never stated is left out. The form is this project's own; A2UI has none.
    ///
    /// ```
    /// # use agent_ui_a2ui as a2ui;
    /// use a2ui::{Message, surface::Surfaces};
    ///
    /// let mut surfaces = Surfaces::new();
    /// surfaces.apply(&Message::read(r#"{"beginRendering":{"surfaceId":"s","root":"top","styles":{"font":"Inter"}}}"#)?)?;
    /// assert_eq!(
    ///     wire::encode(&surfaces.get("s").unwrap().snapshot())?,
    ///     r#"{"surfaceId":"s","version":"v0.8","theme":{"font":"Inter"},"root":"top","components":{}}"#
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub struct SurfaceSnapshot {
        /// Its id.
        surface_id as "surfaceId": SurfaceId,
        /// The version, as the message that made it states it: `v0.8` (which messages leave out), `v0.9`, `v0.9.1`, `v0.10`,
        /// `v1.0`.
        version: String,
        /// The catalog of its components; in 1.0 of those that name none.
        catalog_id as "catalogId"?: Field<CatalogId>,
        /// Its theme; in 0.8, its `styles`.
        theme?: Option<Payload>,
        /// Whether the client sends the data model along.
        send_data_model as "sendDataModel"?: Field<bool>,
        /// The root that `beginRendering` names. 0.9 and later state none: there it is the component `root`.
        root?: Field<ComponentId>,
        /// What vendors added; only in 1.0.
        metadata?: Field<Metadata>,
        /// The components by id, in the order in which they came, each as its version writes it.
        components: Payload,
        /// The data model.
        data_model as "dataModel"?: Option<Payload>,
    }
}

impl Surface {
    /// What it is now.
    pub fn snapshot(&self) -> SurfaceSnapshot {
        let components: Vec<_> = self.components().map(|c| (c.id().as_str(), c.to_payload())).collect();
        let components = Payload::object(components.iter().map(|(id, payload)| (*id, payload)));
        let mut snapshot = SurfaceSnapshot::new(self.surface_id().clone(), self.version_word(), components);
        snapshot.catalog_id = self.catalog_id().cloned().map_or(Field::Absent, Field::Value);
        snapshot.theme = self.theme().cloned();
        snapshot.send_data_model = self.send_data_model();
        snapshot.root = self.stated_root().cloned().map_or(Field::Absent, Field::Value);
        snapshot.metadata = self.metadata().cloned().map_or(Field::Absent, Field::Value);
        snapshot.data_model = self.data_model().to_payload();
        snapshot
    }
}
