//! Values that a catalog can judge.

use super::Judge;
use crate::{CatalogId, ComponentId};
use wire::{Field, Finding, Number, Payload, PayloadKind, Pointer};

/// A type of value that stands in properties or arguments. It is judged as it stands on the wire, so that everything that
/// is wrong with it can be said at once, and not only what is wrong first.
pub trait Judged {
    /// Reports what is wrong with `value`, which stands at `at`.
    fn judge(value: &Payload, at: &Pointer, judge: &mut Judge<'_>);

    /// Adds the places at which such a value names components, as paths below `path` in which `*` stands for every element
    /// of a list: `tabs/*/child`.
    fn references(_path: &str, _found: &mut Vec<String>) {}
}

macro_rules! judged_kinds {
    ($($Type:ty: $kind:ident $expected:literal),* $(,)?) => { $(
        impl Judged for $Type {
            fn judge(value: &Payload, at: &Pointer, judge: &mut Judge<'_>) {
                if value.kind() != PayloadKind::$kind {
                    judge.wrong_type(value, at, $expected);
                }
            }
        }
    )* };
}

judged_kinds! {
    String: String "a string",
    CatalogId: String "a string, the id of a catalog",
    Number: Number "a number",
    bool: Boolean "a boolean",
}

impl Judged for ComponentId {
    fn judge(value: &Payload, at: &Pointer, judge: &mut Judge<'_>) {
        if value.kind() != PayloadKind::String {
            judge.wrong_type(value, at, "a string, the id of a component");
        }
    }

    fn references(path: &str, found: &mut Vec<String>) {
        found.push(path.to_owned());
    }
}

/// Anything at all.
impl Judged for Option<Payload> {
    fn judge(_: &Payload, _: &Pointer, _: &mut Judge<'_>) {}
}

impl<T: Judged> Judged for Field<T> {
    fn judge(value: &Payload, at: &Pointer, judge: &mut Judge<'_>) {
        if value.is_null() {
            let name = at.segments().last().unwrap_or_default().into_owned();
            let finding = Finding::error("null-member", at.clone(), format_args!("`{name}` is null"));
            return judge.report(finding.hint("leave it out"));
        }
        T::judge(value, at, judge);
    }

    fn references(path: &str, found: &mut Vec<String>) {
        T::references(path, found);
    }
}

impl<T: Judged> Judged for Vec<T> {
    fn judge(value: &Payload, at: &Pointer, judge: &mut Judge<'_>) {
        if value.kind() != PayloadKind::Array {
            return judge.wrong_type(value, at, "an array");
        }
        for (index, element) in value.elements().enumerate() {
            T::judge(&element, &at.element(index), judge);
        }
    }

    fn references(path: &str, found: &mut Vec<String>) {
        T::references(&format!("{path}/*"), found);
    }
}

/// A word of a vocabulary that the catalog closes. From 1.0 on readers take the vocabularies as open.
pub(crate) fn word(value: &Payload, at: &Pointer, words: &[&str], judge: &mut Judge<'_>) {
    let Some(word) = value.as_str() else {
        return judge.wrong_type(value, at, "a string");
    };
    if words.contains(&&*word) {
        return;
    }
    let message = format!("`{word}` is no word of this catalog");
    let finding = match judge.is_1_0() {
        false => Finding::error("unknown-word", at.clone(), message),
        true => Finding::warning("unknown-word", at.clone(), message),
    };
    judge.report(finding.hint(format_args!("write one of `{}`", words.join("`, `"))));
}
