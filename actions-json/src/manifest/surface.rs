//! Where a manifest applies. actions.json v1, surface.

use wire::Loose;

wire::object! {
    /// What a manifest is about. It describes and allows nothing. Published manifests also write a text in its place, which
    /// [`Manifest::surface_name`](super::Manifest::surface_name) reads too. actions.json v1, surface.
    pub struct Surface {
        /// The origin of the site.
        origin?: Loose<String>,
        /// What people call it.
        name?: Loose<String>,
        /// What kind of page it is.
        kind?: Loose<String>,
        /// For reviewers and agents.
        description?: Loose<String>,
        /// Names it where a stable name is needed.
        surface_id?: Loose<String>,
    }
}
