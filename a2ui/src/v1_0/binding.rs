//! Bindings to the data model.

use crate::{Notation, rules};
use wire::{
    DecodeRule, Extra, Finding, PayloadKind, Pointer, Reader, Validate, Wire, Writer,
    decode::{ReadError, ReadResult},
};

wire::object! {
    /// A binding in the [plain](Notation::Plain) notation, used by A2UI 1.0 of August 2026.
    ///
    /// Specification: [A2UI 1.0, `DataBinding` in the common types](https://github.com/a2ui-project/a2ui/blob/98606fe1a75f1a4f81afc07d43e482451eace295/specification/v1_0/json/common_types.json).
    pub struct PlainDataBinding {
        /// A JSON Pointer. A pointer without a leading `/` is relative to the current item of a template.
        path: String,
    }
    /// A binding in a notation with [`@`](Notation::At), used by A2UI 1.0 since September 2026. The linked schema
    /// still has the plain notation.
    ///
    /// Specification: [A2UI 1.0, `DataBinding` in the common types](https://github.com/a2ui-project/a2ui/blob/98606fe1a75f1a4f81afc07d43e482451eace295/specification/v1_0/json/common_types.json).
    pub struct AtDataBinding {
        /// A JSON Pointer. A pointer without a leading `/` is relative to the current item of a template.
        at_path as "@path": String,
    }
}

/// A binding to the value at a path of the data model, in either notation.
///
/// ```
/// use agent_ui_a2ui::{Notation, v1_0::DataBinding, wire};
///
/// let binding: DataBinding = wire::decode(r#"{"@path":"/n"}"#)?;
/// assert_eq!(binding, DataBinding::in_notation(Notation::At, "/n"));
/// assert_eq!((binding.as_path(), binding.notation()), ("/n", Notation::At));
/// # Ok::<(), wire::DecodeError>(())
/// ```
///
/// Specification: [A2UI 1.0, `DataBinding` in the common types](https://github.com/a2ui-project/a2ui/blob/98606fe1a75f1a4f81afc07d43e482451eace295/specification/v1_0/json/common_types.json).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DataBinding {
    /// The plain form, `{"path": …}`.
    Plain(PlainDataBinding),
    /// The marked form, `{"@path": …}`.
    At(AtDataBinding),
}

impl DataBinding {
    /// Creates a binding to a path. The binding is written with `@` if the notation [marks
    /// values](Notation::has_marked_values).
    pub fn in_notation(notation: Notation, path: impl Into<String>) -> Self {
        let path = path.into();
        match notation.has_marked_values() {
            true => Self::At(AtDataBinding::new(path)),
            false => Self::Plain(PlainDataBinding::new(path)),
        }
    }

    /// Creates a binding to a path in the plain notation.
    pub fn path(path: impl Into<String>) -> Self {
        Self::in_notation(Notation::Plain, path)
    }

    /// Returns the notation of the binding. [`At`](Notation::At) represents both notations that mark bindings.
    pub fn notation(&self) -> Notation {
        match self {
            Self::Plain(_) => Notation::Plain,
            Self::At(_) => Notation::At,
        }
    }

    /// Returns the path of the binding.
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
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        if reader.peek_member("@path").is_none() {
            return match reader.kind()? {
                PayloadKind::Object => Wire::read(reader).map(Self::Plain),
                _ => Err(reader.mismatch("an object (DataBinding)")),
            };
        }
        if reader.peek_member("path").is_some() {
            let refusal = ReadError::new(
                DecodeRule::Key,
                "the binding has both `path` and `@path`",
                "keep one of them",
            );
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
        let plain = schemas.schema_for::<PlainDataBinding>();
        let at = schemas.schema_for::<AtDataBinding>();
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
        rules::reject_unknown(self.extra(), "a binding", at, found);
    }
}
