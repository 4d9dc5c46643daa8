//! The state of the check of one component or call.

use super::{
    Catalog,
    known_catalogs::{KnownCatalogs, check_catalog_version},
};
use crate::{CatalogId, Notation, Version};
use std::fmt;
use wire::{DecodeRule, Finding, Payload, Pointer, WireType, spelling};

/// The state of the check of one component or call, with the applicable catalogs and the findings so far.
///
/// Rules: `unknown-component`, `unknown-function`, `unknown-member`, `unknown-word`, `missing-member`, `null-member`,
/// `duplicate-member`, `wrong-type`, `no-alternative`, `child-list`, `exactly-one`, `min-items`, `integer`, `uri`, `date-time`, `data-path`,
/// `return-type`, `call-depth`, `format-string`, `template-as-text`, `not-callable`, `unsafe-address`, and in 1.0 `notation`,
/// `reserved-key`, `missing-catalog` and `catalog-version`.
pub struct Checker<'a> {
    pub(super) known: KnownCatalogs<'a>,
    /// The number of calls that enclose the current value.
    pub(super) calls: usize,
    /// `true` if the agent makes the outermost call. `false` if the renderer makes it.
    pub(super) is_of_agent: bool,
    pub(super) found: &'a mut Vec<Finding>,
}

impl fmt::Debug for Checker<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Checker")
            .field("calls", &self.calls)
            .field("found", &self.found)
            .finish_non_exhaustive()
    }
}

impl<'a> Checker<'a> {
    /// Creates a checker that uses one catalog and adds its findings to `found`.
    pub fn new(catalog: &'a dyn Catalog, found: &'a mut Vec<Finding>) -> Self {
        Self {
            known: KnownCatalogs::alone(catalog),
            calls: 0,
            is_of_agent: false,
            found,
        }
    }

    /// Returns the A2UI version of the message. A checker with only one catalog returns the version of this catalog.
    pub fn version(&self) -> Version {
        self.known.version
    }

    /// Returns the notation of bindings and calls.
    pub fn notation(&self) -> Notation {
        match self.version() {
            Version::V0_8 => Notation::Bound,
            _ if self.is_1_0() => self.known.notation,
            _ => Notation::Plain,
        }
    }

    /// Returns `true` for 1.0. Returns `false` for the 1.0 of June 2026, which is 0.10 under another name.
    pub(crate) fn is_1_0(&self) -> bool {
        self.version() == Version::V1_0
    }

    /// Adds a finding to the result.
    pub fn report(&mut self, finding: Finding) {
        self.found.push(finding);
    }

    /// Returns the number of findings so far.
    pub(crate) fn count(&self) -> usize {
        self.found.len()
    }

    /// Reads a value as the type `T` and reports the first error.
    ///
    /// This suffices for properties with plain data. For values that may be bound or computed, use
    /// [`check_common_type`](Self::check_common_type), which also checks the functions of the catalog.
    pub fn check_decodes<T: WireType>(&mut self, value: &Payload, at: &Pointer) {
        let Err(error) = value.decode::<T>() else {
            return;
        };
        let rule = match error.rule {
            DecodeRule::Missing => "missing-member",
            DecodeRule::Duplicate => "duplicate-member",
            DecodeRule::Key => "exactly-one",
            DecodeRule::Value => "unknown-word",
            _ => "wrong-type",
        };
        let finding = Finding::error(rule, at.join(&error.pointer), error.message);
        self.report(finding.hint(error.hint));
    }

    pub(crate) fn wrong_type(
        &mut self,
        value: &Payload,
        at: &Pointer,
        expected: impl fmt::Display,
    ) {
        let (name, found) = (at.segments().last().unwrap_or_default(), value.kind());
        let message = match name.bytes().all(|byte| byte.is_ascii_digit()) {
            true => format!("expected {expected}, found {found}"),
            false => format!("`{name}` must be {expected}, not {found}"),
        };
        self.report(
            Finding::error("wrong-type", at.clone(), message)
                .hint(format_args!("write {expected}")),
        );
    }

    /// Returns the names of the path member and the call member, first in the current notation, then in the other one.
    pub(super) fn names(&self) -> [(&'static str, &'static str); 2] {
        let (plain, at) = (("path", "call"), ("@path", "@call"));
        if self.notation().has_marked_values() {
            [at, plain]
        } else {
            [plain, at]
        }
    }

    /// Returns the catalog with the id at the pointer `at`, or `None` if the id is unknown. Reports an empty id and a
    /// catalog of another version.
    pub(super) fn named_catalog(
        &mut self,
        id: &CatalogId,
        at: &Pointer,
    ) -> Option<&'a dyn Catalog> {
        if id.as_str().is_empty() {
            let finding = Finding::error("missing-catalog", at.clone(), "the catalog id is empty");
            self.report(finding.hint("name a catalog, or remove the member"));
            return None;
        }
        let catalog = self.known.find(id);
        check_catalog_version(catalog, id, self.version(), at, self.found);
        catalog
    }
}

/// Returns the known name that is most similar to an unknown name.
pub(super) fn closest<'n>(name: &str, names: &[&'n str]) -> Option<&'n str> {
    const MAX_NAMES: usize = 1_000;
    spelling::closest(name, names.iter().copied().take(MAX_NAMES))
}

pub(super) fn has(value: &Payload, name: &str) -> bool {
    value.member(name).is_some()
}
