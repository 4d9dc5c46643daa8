//! What sessions know.

use crate::Carry;
use a2ui::{CatalogId, ComponentId, v0_8, v0_9};
use std::collections::BTreeMap;
use wire::Field;

wire::object! {
    /// A session that translates the messages of an agent from 0.8 to 0.9. Saved, it can be resumed.
    ///
    /// The messages of a surface are held until `beginRendering` says which root and which catalog it has.
    pub struct Forward {
        /// The version that the messages state.
        version: v0_9::Version,
        /// The number of the next message.
        next: u64,
        /// The surfaces, by id.
        surfaces: BTreeMap<String, ForwardSurface>,
    }
    /// A surface of 0.8 in a session.
    pub struct ForwardSurface {
        /// The root, once it is known.
        root?: Field<ComponentId>,
        /// The catalog that the surface has in 0.9.
        catalog_id as "catalogId"?: Field<CatalogId>,
        /// The messages that wait for `beginRendering`.
        held: Vec<Held>,
        /// The components, by id, for the case that the root changes.
        components: BTreeMap<String, v0_8::Component>,
    }
    /// A message of 0.8 that waits.
    pub struct Held {
        /// The number of the message that it comes from.
        input: u64,
        /// The message: one that waits for its translation, or a translated one that waits for its time.
        message: v0_8::AgentMessage,
        /// The carry that came with it, or goes with it.
        carry: Carry,
    }
    /// A session that translates the messages of an agent from 0.9 to 0.8. Saved, it can be resumed.
    ///
    /// `beginRendering` waits for the first update that holds the root.
    pub struct Backward {
        /// The number of the next message.
        next: u64,
        /// The surfaces, by id.
        surfaces: BTreeMap<String, BackwardSurface>,
    }
    /// A surface of 0.9 in a session.
    pub struct BackwardSurface {
        /// The root that the surface has in 0.8.
        root: ComponentId,
        /// The catalog that it has in 0.9.
        catalog_id as "catalogId": CatalogId,
        /// The `beginRendering` that waits for the root.
        begin?: Field<Held>,
        /// The types of its components, by the ids of 0.9.
        types: BTreeMap<String, String>,
        /// What the next update of components writes of itself in 0.8.
        writes: Vec<v0_9::UpdateDataModel>,
    }
}
