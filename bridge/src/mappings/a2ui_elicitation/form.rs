//! The form of a surface in a dialect.

use super::FORWARD;
use crate::{
    Dialect, Refusal,
    forms::{self, SurfaceForm},
    mappings::elicitation_versions::revision,
};
use a2ui::{expression::Host, resolved::ResolvedSurface, surface::Surface};
use wire::Pointer;

/// Returns the form that a surface is.
pub(super) fn form_of(
    surface: &Surface,
    dialect: Dialect,
) -> Result<(ResolvedSurface, SurfaceForm), Refusal> {
    let Some(revision) = revision(dialect) else {
        return Err(Refusal::no_inverse());
    };
    let resolved = surface.resolve(&Host::new()).map_err(|error| {
        let message = format!(
            "the surface `{}` cannot be shown: {error}",
            surface.surface_id()
        );
        Refusal::limit(FORWARD.surface.id, Pointer::root(), message)
    })?;
    let form = forms::form_of_surface(&resolved, revision)?;
    Ok((resolved, form))
}
