//! Catalog checks of one component.

use super::{
    AnyComponent, Checker, addresses,
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
    let catalog = match known.named_by(component) {
        Some((key, id)) => {
            let catalog = checker.named_catalog(&id, &at.member(key));
            if key == "catalogId" && checker.notation().has_marked_keys() && catalog.is_none() {
                // If the named catalog is known, it reports the old key itself.
                checker.report(older_key(key, at));
            }
            catalog
        }
        None => match known.surface {
            ResolvedCatalog::Known(catalog) => Some(catalog),
            // A missing catalog is reported for the component, and the calls in it cannot be checked.
            ResolvedCatalog::Foreign | ResolvedCatalog::Unknown | ResolvedCatalog::Unnamed => None,
        },
    };
    let Some(catalog) = catalog else {
        let at = component.properties_at(at);
        patterns::of_component(name, &properties, &at, &mut checker);
        patterns::of_unmarked_calls(&properties, &at, &mut checker);
        return checker.calls_in(&properties, &at);
    };
    if !catalog.check_component(
        name,
        &properties,
        &component.properties_at(at),
        &mut checker,
    ) {
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
    addresses::of_component(
        name,
        &properties,
        &component.properties_at(at),
        &mut checker,
    );
    patterns::of_component(
        name,
        &properties,
        &component.properties_at(at),
        &mut checker,
    );
}
