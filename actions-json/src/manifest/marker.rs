//! Places in a page that can be found again. actions.json v1, `state_projections`.

use super::PrimitiveName;
use wire::{List, Loose, Payload};

wire::text! {
    /// Names a marker.
    pub struct MarkerId;
}

wire::word! {
    /// What a marker marks. The list is closed; other words are kept and are findings. actions.json v1, `state_projections`.
    pub open enum MarkerType {
        /// A place in a text.
        Cursor = "cursor",
        /// A place on the screen.
        Pointer = "pointer",
    }
}

wire::object! {
    /// A place in a page, and how to get there. actions.json v1, `state_projections`.
    pub struct Marker {
        /// Its id, unique among the markers.
        id =: Loose<MarkerId>,
        /// What it marks.
        marker_type as "type" =: Loose<MarkerType>,
        /// By what it is recognised.
        anchor?: Option<Payload>,
        /// How to get there.
        recipe =: Loose<List<MarkerStep>>,
    }

    /// One step of the way. actions.json v1, `state_projections`.
    pub struct MarkerStep {
        /// What it does.
        primitive =: Loose<PrimitiveName>,
        /// With what.
        args?: Option<Payload>,
    }
}
