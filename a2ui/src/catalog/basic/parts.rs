//! Types inside the properties of single components from 0.9 to 1.0. 0.10 has its own icon type and shares the other
//! types with 0.9.

/// Declares the property types that all versions share. `basic_parts!();` expands to:
///
/// ```text
/// wire::object! {
///     pub struct Tab { title: DynamicString, child: ComponentId }
///     pub struct ChoiceOption { label: DynamicString, value: String }
/// }
/// ```
///
/// `DynamicString` is the type of the version that calls the macro.
macro_rules! basic_parts {
    () => {
        wire::object! {
            /// A tab of [`Tabs`].
            ///
            /// Specification: [A2UI 0.9, `Tabs.tabs`](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json), [A2UI 1.0, `Tabs.tabs`](https://github.com/a2ui-project/a2ui/blob/7a94e3160fa20fc8cd7473478f1d0fa76368abd5/catalogs/basic/v1/catalog.json).
            pub struct Tab {
                /// The label of the tab.
                title: DynamicString,
                /// The id of the component that the tab shows.
                child: ComponentId,
            }
            /// An option of a [`ChoicePicker`].
            ///
            /// Specification: [A2UI 0.9, `ChoicePicker.options`](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json), [A2UI 1.0, `ChoicePicker.options`](https://github.com/a2ui-project/a2ui/blob/7a94e3160fa20fc8cd7473478f1d0fa76368abd5/catalogs/basic/v1/catalog.json).
            pub struct ChoiceOption {
                /// The text of the option.
                label: DynamicString,
                /// The value that is stored when the option is chosen.
                value: String,
            }
        }
    };
}
pub(crate) use basic_parts;

/// Declares the icon type of a version. With a `Binding`, the icon can also be bound to the data model. The listed
/// members distinguish a binding from a shape, and the condition is the matching JSON Schema.
///
/// A call for 0.9, and the main parts of its expansion:
///
/// ```text
/// basic_icon! { shape { svg_path as "svgPath": String } expected "a string or an object" DataBinding by ["path"], if {…} }
///
/// wire::object! { pub struct SvgPath { svg_path as "svgPath": String } }
/// pub enum IconName { Named(NamedIcon), SvgPath(SvgPath), Binding(DataBinding) }
/// impl From<NamedIcon> for IconName { … } // and for `&str`, `SvgPath` and `DataBinding`
/// impl Wire for IconName { … }
/// wire::hand_written! { IconName, schema: …, generate: … }
/// pub(crate) const ICON_FORMS: &[&TypeInfo] = &[NamedIcon::INFO, SvgPath::INFO, DataBinding::INFO];
/// ```
macro_rules! basic_icon {
    (
        $(#[$meta:meta])*
        shape { $($shape:tt)* }
        expected $expected:literal
        $($Binding:ident by [$($member:literal),*], if $is_bound:tt)?
    ) => {
        wire::object! {
            /// An icon with a custom shape.
            ///
            /// Specification: [A2UI 0.9, `Icon.name`](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json), [A2UI 1.0, `Icon.name`](https://github.com/a2ui-project/a2ui/blob/7a94e3160fa20fc8cd7473478f1d0fa76368abd5/catalogs/basic/v1/catalog.json).
            pub struct SvgPath {
                $($shape)*
            }
        }

        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum IconName {
            /// The name of an icon in the common set.
            Named(NamedIcon),
            /// A custom shape.
            SvgPath(SvgPath),
            $(
                /// A binding to an icon name in the data model.
                Binding($Binding),
            )?
        }

        impl From<NamedIcon> for IconName {
            fn from(icon: NamedIcon) -> Self {
                Self::Named(icon)
            }
        }

        impl From<&str> for IconName {
            fn from(name: &str) -> Self {
                Self::Named(name.into())
            }
        }

        impl From<SvgPath> for IconName {
            fn from(path: SvgPath) -> Self {
                Self::SvgPath(path)
            }
        }

        $(
            impl From<$Binding> for IconName {
                fn from(binding: $Binding) -> Self {
                    Self::Binding(binding)
                }
            }
        )?

        impl wire::Wire for IconName {
            fn read(reader: &mut wire::Reader<'_>) -> wire::decode::ReadResult<Self> {
                match reader.kind()? {
                    wire::PayloadKind::String => wire::Wire::read(reader).map(Self::Named),
                    $(
                        wire::PayloadKind::Object if [$($member),*].iter().any(|name| reader.peek_member(name).is_some()) => {
                            wire::Wire::read(reader).map(Self::Binding)
                        }
                    )?
                    wire::PayloadKind::Object => wire::Wire::read(reader).map(Self::SvgPath),
                    _ => Err(reader.mismatch($expected)),
                }
            }

            fn write(&self, writer: &mut wire::Writer) {
                match self {
                    Self::Named(value) => value.write(writer),
                    Self::SvgPath(value) => value.write(writer),
                    $( Self::Binding(value) => <$Binding as wire::Wire>::write(value, writer), )?
                }
            }
        }

        wire::hand_written! {
            IconName,
            schema: |schemas| {
                let named = schemas.schema_for::<NamedIcon>();
                let object = schemas.schema_for::<SvgPath>();
                $(
                    let binding = schemas.schema_for::<$Binding>();
                    let object = wire::schema::json!({"if": $is_bound, "then": binding, "else": object});
                )?
                wire::schema::json!({"if": {"type": "object"}, "then": object, "else": named})
            },
            generate: |level| {
                use wire::proptest::prelude::*;
                let path = SvgPath::strategy(level);
                $(
                    let path = path.prop_filter("no binding", |path| {
                        [$($member),*].iter().all(|name| path.extra.get(name).is_none())
                    });
                )?
                prop_oneof![
                    NamedIcon::strategy(level).prop_map(Self::Named),
                    path.prop_map(Self::SvgPath),
                    $( $Binding::strategy(level).prop_map(Self::Binding), )?
                ]
                .boxed()
            },
        }

        /// The types of all forms of an icon.
        pub(crate) const ICON_FORMS: &[&wire::TypeInfo] = &[
            <NamedIcon as wire::WireType>::INFO,
            <SvgPath as wire::WireType>::INFO,
            $( <$Binding as wire::WireType>::INFO, )?
        ];
    };
}
pub(crate) use basic_icon;
