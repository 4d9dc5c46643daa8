//! What stands in the properties of single components from 0.9 to 1.0, with the marks of the [components](super::components).
//! 0.10 has an icon of its own, and the rest of 0.9.

macro_rules! basic_parts {
    ($version:ident) => {
        $crate::catalog::tables::objects_of! {
            $version
            /// A tab of [`Tabs`].
            pub struct Tab {
                /// What is written on it.
                title: DynamicString,
                /// What it shows.
                child: ComponentId,
            }
            /// What can be chosen in a [`ChoicePicker`].
            pub struct ChoiceOption {
                /// What is shown.
                label: DynamicString,
                /// What then stands in the value.
                value: String,
            }
        }
    };
}
pub(crate) use basic_parts;

/// The icon of a version. `Binding` is there where the data model may name it, with the members that tell a binding from a
/// shape, and the same as a JSON Schema.
macro_rules! basic_icon {
    (
        $version:ident
        $(#[$meta:meta])*
        expected $expected:literal
        $($Binding:ident by [$($member:literal),*], if $is_bound:tt)?
    ) => {
        $crate::catalog::tables::objects_of! {
            $version
            /// An icon by its shape.
            pub struct SvgPath {
                /// The path, as in the attribute `d` of SVG.
                #[until(v0_9)]
                svg_path as "svgPath": String,
                /// The path, as in the attribute `d` of SVG. It looks like a binding and is none.
                #[since(v0_10)]
                #[until(v0_10)]
                path: String,
                /// The path, as in the attribute `d` of SVG.
                #[since(v1_0)]
                svg_path as "svgPath": DynamicString,
            }
        }

        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum IconName {
            /// One of the set.
            Named(NamedIcon),
            /// By its shape.
            SvgPath(SvgPath),
            $(
                /// What the data model names.
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

        impl $crate::catalog::CatalogValue for IconName {
            fn check(value: &wire::Payload, at: &wire::Pointer, checker: &mut $crate::catalog::Checker<'_>) {
                match value.kind() {
                    $(
                        wire::PayloadKind::Object
                            if value.members().any(|(name, _)| [$($member),*].contains(&&*name)) =>
                        {
                            $Binding::check(value, at, checker);
                        }
                    )?
                    wire::PayloadKind::Object => SvgPath::check(value, at, checker),
                    _ => NamedIcon::check(value, at, checker),
                }
            }
        }
    };
}
pub(crate) use basic_icon;
