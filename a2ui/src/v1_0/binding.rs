//! Bindings to the data model.

use crate::{Notation, catalog, rules};
use wire::{
    DecodeRule, Extra, Finding, Payload, PayloadKind, Pointer, Reader, Validate, Wire, Writer,
    decode::{Read, Unreadable},
};

wire::object! {
    /// A binding as it is written in the [plain](Notation::Plain) notation. A2UI 1.0 of August 2026, `DataBinding`.
    pub struct PlainDataBinding {
        /// A JSON Pointer; without `/` in front it counts from the item of the template in which it stands.
        path: String,
    }
    /// A binding as it is written in the notations with [`@`](Notation::At). A2UI 1.0 since September 2026, `DataBinding`.
    pub struct AtDataBinding {
        /// A JSON Pointer; without `/` in front it counts from the item of the template in which it stands.
        at_path as "@path": String,
    }
}

/// Stands for what the data model holds at a path, in either notation. A2UI 1.0, `DataBinding`.
///
/// ```
/// use agent_ui_a2ui::{Notation, v1_0::DataBinding, wire};
///
/// let binding: DataBinding = wire::decode(r#"{"@path":"/n"}"#)?;
/// assert_eq!(binding, DataBinding::in_notation(Notation::At, "/n"));
/// assert_eq!((binding.as_path(), binding.notation()), ("/n", Notation::At));
/// # Ok::<(), wire::DecodeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DataBinding {
    /// `{"path": …}`
    Plain(PlainDataBinding),
    /// `{"@path": …}`
    At(AtDataBinding),
}

impl DataBinding {
    /// Binds to a path, in a notation: with `@`, if it [marks values](Notation::has_marked_values).
    pub fn in_notation(notation: Notation, path: impl Into<String>) -> Self {
        let path = path.into();
        match notation.has_marked_values() {
            true => Self::At(AtDataBinding::new(path)),
            false => Self::Plain(PlainDataBinding::new(path)),
        }
    }

    /// Binds to a path, in the plain notation.
    pub fn path(path: impl Into<String>) -> Self {
        Self::in_notation(Notation::Plain, path)
    }

    /// How it is written. [`At`](Notation::At) stands for both notations that mark bindings.
    pub fn notation(&self) -> Notation {
        match self {
            Self::Plain(_) => Notation::Plain,
            Self::At(_) => Notation::At,
        }
    }

    /// The path.
    pub fn as_path(&self) -> &str {
        match self {
            Self::Plain(binding) => &binding.path,
            Self::At(binding) => &binding.at_path,
        }
    }

    pub(crate) fn extra(&self) -> &Extra {
        match self {
            Self::Plain(binding) => &binding.extra,
            Self::At(binding) => &binding.extra,
        }
    }

    #[allow(dead_code, reason = "generators use it")]
    pub(crate) fn extra_mut(&mut self) -> &mut Extra {
        match self {
            Self::Plain(binding) => &mut binding.extra,
            Self::At(binding) => &mut binding.extra,
        }
    }
}

impl Wire for DataBinding {
    fn read(reader: &mut Reader<'_>) -> Read<Self> {
        if reader.member_ahead("@path").is_none() {
            return match reader.kind()? {
                PayloadKind::Object => Wire::read(reader).map(Self::Plain),
                _ => Err(reader.mismatch("an object (DataBinding)")),
            };
        }
        if reader.member_ahead("path").is_some() {
            let refusal = Unreadable::new(DecodeRule::Key, "both `path` and `@path`", "one of them");
            return Err(refusal.at("@path"));
        }
        Wire::read(reader).map(Self::At)
    }

    fn write(&self, writer: &mut Writer) {
        match self {
            Self::Plain(value) => value.write(writer),
            Self::At(value) => value.write(writer),
        }
    }
}

wire::hand_written! {
    DataBinding,
    schema: |schemas| {
        let plain = schemas.of::<PlainDataBinding>();
        let at = schemas.of::<AtDataBinding>();
        let has = |name| wire::schema::json!({"required": [name]});
        let (has_plain, has_at) = (has("path"), has("@path"));
        wire::schema::json!({
            "type": "object", "if": has_at, "then": {"allOf": [at, {"not": has_plain}]}, "else": plain,
        })
    },
    generate: |level| {
        use wire::proptest::prelude::*;
        prop_oneof![
            PlainDataBinding::strategy(level)
                .prop_filter("one notation", |binding| binding.extra.get("@path").is_none())
                .prop_map(Self::Plain),
            AtDataBinding::strategy(level)
                .prop_filter("one notation", |binding| binding.extra.get("path").is_none())
                .prop_map(Self::At),
        ]
        .boxed()
    },
}

impl Validate for DataBinding {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::closed(self.extra(), "a binding", at, found);
    }
}

impl catalog::CatalogValue for DataBinding {
    fn check(value: &Payload, at: &Pointer, checker: &mut catalog::Checker<'_>) {
        checker.only_binding(value, at);
    }
}
