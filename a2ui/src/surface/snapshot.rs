//! A surface as one JSON object.

use super::Surface;
use crate::{CatalogId, ComponentId, SurfaceId, v1_0::Metadata};
use wire::{Field, Payload};

wire::object! {
    /// The current state of a surface as one JSON object. Members that no message set are absent. A2UI does not define
    /// this format; it belongs to this project.
    ///
    /// ```
    /// use agent_ui_a2ui::{Message, surface::Surfaces, wire};
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
        /// The id of the surface.
        surface_id as "surfaceId": SurfaceId,
        /// The version from the message that created the surface: `v0.8` (which messages omit), `v0.9`, `v0.9.1`, `v0.10`
        /// or `v1.0`.
        version: String,
        /// The catalog of the surface. In 1.0 it applies to components that do not name a catalog.
        catalog_id as "catalogId"?: Field<CatalogId>,
        /// The theme of the surface, called `styles` in 0.8.
        theme?: Option<Payload>,
        /// `true` if the client sends the data model with its messages.
        send_data_model as "sendDataModel"?: Field<bool>,
        /// The root that `beginRendering` names. Absent from 0.9 on, where the root is always the component `root`.
        root?: Field<ComponentId>,
        /// The vendor extensions of `createSurface` (only 1.0).
        metadata?: Field<Metadata>,
        /// The components by id, in order of arrival. Each component has the form of its version.
        components: Payload,
        /// The data model of the surface.
        data_model as "dataModel"?: Option<Payload>,
    }
}

impl Surface {
    /// Returns a snapshot of the current state.
    pub fn snapshot(&self) -> SurfaceSnapshot {
        let components: Vec<_> = self
            .components()
            .map(|c| (c.id().as_str(), c.to_payload()))
            .collect();
        let components = Payload::object(components.iter().map(|(id, payload)| (*id, payload)));
        let mut snapshot =
            SurfaceSnapshot::new(self.surface_id().clone(), self.version_word(), components);
        snapshot.catalog_id = self
            .catalog_id()
            .cloned()
            .map_or(Field::Absent, Field::Value);
        snapshot.theme = self.theme().cloned();
        snapshot.send_data_model = self.send_data_model();
        snapshot.root = self
            .stated_root()
            .cloned()
            .map_or(Field::Absent, Field::Value);
        snapshot.metadata = self.metadata().cloned().map_or(Field::Absent, Field::Value);
        snapshot.data_model = self.data_model().to_payload();
        snapshot
    }
}
