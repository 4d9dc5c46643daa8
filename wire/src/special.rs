//! Wire types that no table describes.

/// Makes a wire type of a type whose reading and writing is written by hand, as unions by shape need it.
///
/// The two closures give its JSON Schema and its generator. They are compiled only if `wire` has the feature
/// `schemars` or `proptest`, whatever features the crate has in which the type stands.
///
/// ```
/// # use agent_ui_wire as wire;
/// use serde::{Deserialize, Deserializer, Serialize, Serializer};
///
/// /// One name or several.
/// #[derive(Clone, Debug, PartialEq)]
/// pub enum Names {
///     One(String),
///     Several(Vec<String>),
/// }
///
/// impl Serialize for Names {
///     fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
///         match self {
///             Self::One(name) => name.serialize(serializer),
///             Self::Several(names) => names.serialize(serializer),
///         }
///     }
/// }
///
/// impl<'de> Deserialize<'de> for Names {
///     fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
///         let payload = wire::Payload::deserialize(deserializer)?;
///         match payload.as_str() {
///             Some(name) => Ok(Self::One(name.into_owned())),
///             None => payload.decode().map(Self::Several).map_err(wire::decode::nested_error),
///         }
///     }
/// }
///
/// wire::special! {
///     Names,
///     schema: |generator| {
///         let several = generator.subschema_for::<Vec<String>>();
///         wire::schemars::json_schema!({"anyOf": [{"type": "string"}, several]})
///     },
///     generate: |level| {
///         use wire::{generate::Generate, proptest::prelude::*};
///         prop_oneof![
///             String::strategy(level).prop_map(Names::One),
///             Vec::strategy(level).prop_map(Names::Several),
///         ]
///         .boxed()
///     },
/// }
/// wire::inventory! { Names }
///
/// assert_eq!(wire::decode::<Names>(r#"["a"]"#)?, Names::Several(vec!["a".into()]));
/// assert_eq!(wire::decode::<Names>(r#"["a",1]"#).unwrap_err().pointer.as_str(), "/1");
/// # Ok::<(), wire::DecodeError>(())
/// ```
#[macro_export]
macro_rules! special {
    ($Type:ident, schema: |$generator:ident| $schema:expr, generate: |$level:ident| $strategy:expr $(,)?) => {
        impl $crate::WireType for $Type {
            const NAME: &'static str = stringify!($Type);
            const SHAPE: $crate::Shape = $crate::Shape::Special;
        }

        $crate::__special_schema!($Type | $generator | $schema);
        $crate::__special_generate!($Type | $level | $strategy);
    };
}
