//! Catalog checks of one component.

use super::{
    AnyComponent, Catalog, Checker, addresses,
    checker::closest,
    known_catalogs::{KnownCatalogs, ResolvedCatalog},
    patterns,
    schema::older_key,
};
use crate::Version;
use wire::{Finding, Fix, Pointer};

/// Checks a component at the pointer `at`.
pub(super) fn check_component(
    known: KnownCatalogs<'_>,
    component: &impl AnyComponent,
    at: &Pointer,
    found: &mut Vec<Finding>,
) {
    let Some(name) = component.type_name() else {
        return;
    };
    let mut checker = Checker {
        known,
        calls: 0,
        is_of_agent: false,
        found,
    };
    let properties = component.properties(checker.notation());
    let properties_at = component.properties_at(at);
    let Some(catalog) = catalog_of(component, at, &mut checker) else {
        patterns::check_component(name, &properties, &properties_at, &mut checker);
        patterns::check_unmarked_calls(&properties, &properties_at, &mut checker);
        return checker.check_calls_in(&properties, &properties_at);
    };
    if !catalog.check_component(name, &properties, &properties_at, &mut checker) {
        let message = format!("unknown component type `{name}`: the catalog does not define it");
        let finding = Finding::error("unknown-component", at.member("component"), message);
        return checker.report(match closest(name, &catalog.component_names()) {
            // In 0.8, the type is the name of a member.
            Some(like) if checker.version() == Version::V0_8 => {
                finding.hint(format_args!("did you mean `{like}`?"))
            }
            Some(like) => finding
                .hint(format_args!("did you mean `{like}`?"))
                .fix(Fix::string(like)),
            None => finding.hint("use a type of the catalog, or name the catalog that defines it"),
        });
    }
    addresses::check_component(name, &properties, &properties_at, &mut checker);
    patterns::check_component(name, &properties, &properties_at, &mut checker);
}

/// Returns the catalog that checks a component: the catalog that the component names, otherwise that of the surface.
/// Returns `None` if this catalog is unknown.
fn catalog_of<'a>(
    component: &impl AnyComponent,
    at: &Pointer,
    checker: &mut Checker<'a>,
) -> Option<&'a dyn Catalog> {
    let Some((key, id)) = checker.known.find_named_id(component) else {
        return match checker.known.surface {
            ResolvedCatalog::Known(catalog) => Some(catalog),
            // A missing catalog is reported for the component. Calls inside the component cannot be checked.
            ResolvedCatalog::Foreign | ResolvedCatalog::Unknown | ResolvedCatalog::Unnamed => None,
        };
    };
    let catalog = checker.named_catalog(&id, &at.member(key));
    if key == "catalogId" && checker.notation().has_marked_keys() && catalog.is_none() {
        // A known catalog reports the old key itself.
        checker.report(older_key(key, at));
    }
    catalog
}
