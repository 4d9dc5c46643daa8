//! Object types, declared by tables.

pub use crate::type_info::Table;

/// Declares object types in the form of the tables in their specifications.
///
/// `name: T` is required and `name?: Field<T>` is optional. `as "wireName"` sets the name on the wire, if it differs.
/// Members are written in the order of the table. `name =: Tolerant<T>` is a wanted member
/// ([`Presence::Wanted`](crate::Presence::Wanted)): `new` requires it, but reading accepts an object without it, so
/// that validation can report its absence. Each struct gets:
///
/// - its members as public fields, and `extra` for members that the table does not name,
/// - `new(…)` with the required and wanted members, and a setter for each optional member,
/// - a reader that accepts any order in one pass and reports a missing or repeated member with its pointer,
/// - its table in [`WireType::SHAPE`](crate::WireType), from which the schema and the generators are derived.
///
/// After the name, `by "type" = "dom_event"` declares the tag of a variant of a [`tagged!`](crate::tagged!) union.
/// The tag is written first and read at any position. A text without the tag is accepted; one with another tag is an
/// error.
///
/// Each type must be listed in the [`inventory!`](crate::inventory!) of its crate.
///
/// ```
/// use agent_ui_wire::{Field, Payload, object};
///
/// agent_ui_wire::inventory! { Click }
/// object! {
///     /// A click on a page.
///     pub struct Click {
///         /// The path of the page.
///         canvas_file as "canvasFile": String,
///         /// The id of the element, if any.
///         element?: Field<String>,
///         /// Free-form data of the page.
///         data?: Option<Payload>,
///     }
/// }
/// let click = Click::new("a.html").element("save");
/// assert_eq!(agent_ui_wire::encode(&click)?, r#"{"canvasFile":"a.html","element":"save"}"#);
/// let error = agent_ui_wire::decode::<Click>(r#"{"element":null}"#).unwrap_err();
/// assert_eq!((error.pointer.as_str(), error.rule.as_str()), ("/canvasFile", "missing"));
/// # Ok::<(), agent_ui_wire::EncodeError>(())
/// ```
///
/// A required member cannot be an `Option`, which would not distinguish null from absent:
///
/// ```compile_fail
/// agent_ui_wire::inventory! { Click }
/// agent_ui_wire::object! {
///     /// A click on a page.
///     pub struct Click {
///         /// The id of the element.
///         element: Option<String>,
///     }
/// }
/// ```
///
/// The macro expands to the struct and its implementations. For `Click` above, in short:
///
/// ```text
/// pub struct Click {
///     pub canvas_file: String,
///     pub element: Field<String>,
///     pub data: Option<Payload>,
///     pub extra: Extra,
/// }
///
/// impl Click {
///     pub fn new(canvas_file: impl Into<String>) -> Self { … }
///     pub fn element(mut self, value: impl Into<String>) -> Self { … }
///     pub fn data(mut self, value: impl Into<Payload>) -> Self { … }
/// }
///
/// impl Object for Click { const TABLE: &Table = …; }
///
/// impl Wire for Click {
///     fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
///         enum At { canvas_file, element, data } // the positions in the table
///         let mut canvas_file: Option<String> = None;
///         let mut element = <Field<String> as Optional>::absent();
///         let mut data = <Option<Payload> as Optional>::absent();
///         let mut extra = Extra::new();
///         reader.object(TABLE, &mut extra, &mut |at, reader| {
///             if at == At::canvas_file as usize { canvas_file = Some(Wire::read(reader)?); }
///             if at == At::element as usize { element = Wire::read(reader)?; }
///             if at == At::data as usize { data = Wire::read(reader)?; }
///             Ok(())
///         })?;
///         Ok(Self { canvas_file: __required(canvas_file, TABLE)?, element, data, extra })
///     }
///     fn write(&self, writer: &mut Writer) { … }
/// }
/// // and `WireType`, serde's traits and the generator, by `__wire_type!`, `__serde!` and `__object_generate!`
/// ```
#[macro_export]
macro_rules! object {
    ($(
        $(#[$meta:meta])*
        pub struct $Type:ident $(by $tag:literal = $word:literal)? {
            $( $(#[doc = $doc:literal])* $field:ident $(as $name:literal)? $(?: $($wrap:ident)::+<$optional:ty>)? $(=: $($form:ident)::+<$wanted:ty>)? $(: $required:ty)? ),* $(,)?
        }
    )*) => { $(
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub struct $Type {
            $( $(#[doc = $doc])* pub $field: $($required)? $($($wrap)::+<$optional>)? $($($form)::+<$wanted>)?, )*
            /// The members that the specification does not name, verbatim.
            pub extra: $crate::Extra,
        }

        impl $Type {
            /// Creates the object from its required members. Optional members are absent.
            #[allow(clippy::too_many_arguments, clippy::new_without_default)]
            pub fn new($(
                $($field: impl ::core::convert::Into<$required>,)?
                $($field: impl ::core::convert::Into<$wanted>,)?
            )*) -> Self {
                Self {
                    $( $field: $crate::__member!(new $field [$(required $required)? $(optional $($wrap)::+<$optional>)? $(wanted $($form)::+<$wanted>)?]), )*
                    extra: $crate::Extra::new(),
                }
            }

            $( $crate::__setter!($field [$(required $required)? $(optional $($wrap)::+<$optional>)? $(wanted $($form)::+<$wanted>)?]); )*
        }

        impl $crate::object::Object for $Type {
            const TABLE: &'static $crate::object::Table = &$crate::object::Table {
                name: stringify!($Type),
                tag: $crate::__tag!($($tag, $word)?),
                members: $crate::__members!(
                    $( $(#[doc = $doc])* $field ($crate::__name!($field $($name)?)) [$(required $required)? $(optional $($wrap)::+<$optional>)? $(wanted $($form)::+<$wanted>)?] ),*
                ),
                keys: &[],
            };
        }

        impl $crate::Wire for $Type {
            fn read(reader: &mut $crate::Reader<'_>) -> $crate::decode::ReadResult<Self> {
                const TABLE: &$crate::object::Table = <$Type as $crate::object::Object>::TABLE;
                #[allow(non_camel_case_types, dead_code)]
                enum At { $($field),* }
                const { TABLE.__fits() };
                $( $crate::__member!(let $field [$(required $required)? $(optional $($wrap)::+<$optional>)? $(wanted $($form)::+<$wanted>)?]); )*
                let mut extra = $crate::Extra::new();
                reader.object(TABLE, &mut extra, &mut |at, reader| {
                    $( if at == At::$field as usize {
                        $crate::__member!(read $field reader [$(required $required)? $(optional $($wrap)::+<$optional>)? $(wanted $($form)::+<$wanted>)?]);
                    } )*
                    let _ = (at, reader);
                    ::core::result::Result::Ok(())
                })?;
                ::core::result::Result::Ok(Self {
                    $( $field: $crate::__member!(held $field TABLE [$(required $required)? $(optional $($wrap)::+<$optional>)? $(wanted $($form)::+<$wanted>)?]), )*
                    extra,
                })
            }

            fn write(&self, writer: &mut $crate::Writer) {
                writer.open_object();
                $( writer.__tag($tag, $word); )?
                $( $crate::__member!(write self.$field writer ($crate::__name!($field $($name)?)) [$(required $required)? $(optional $($wrap)::+<$optional>)? $(wanted $($form)::+<$wanted>)?]); )*
                writer.__extra(&self.extra, <Self as $crate::object::Object>::TABLE);
                writer.close_object();
            }
        }

        $crate::__wire_type!($Type, $crate::Shape::Object(<Self as $crate::object::Object>::TABLE));
        $crate::__serde!($Type);
        $crate::__object_generate!($Type { $($field: [$($required)? $($($wrap)::+<$optional>)? $($($form)::+<$wanted>)?],)* extra: [$crate::Extra] });
    )* };
}

/// Returns the code that differs between required and optional members.
///
/// The first word selects the code: the initial value in `new`, the variable, the reading, the final value or the
/// writing. For a required and an optional member:
///
/// ```text
/// __member!(new id [required String])                  Into::<String>::into(id)
/// __member!(let id [required String]);                 let mut id: Option<String> = None;
/// __member!(read id reader [required String]);         id = Some(Wire::read(reader)?);
/// __member!(held id TABLE [required String])           __required(id, TABLE)?
/// __member!(write self.id writer ("id") [required String]);
///                                                      writer.raw_name("\"id\":"); Wire::write(&self.id, writer);
///
/// __member!(new data [optional Field<bool>])           <Field<bool> as Optional>::absent()
/// __member!(let data [optional Field<bool>]);          let mut data = <Field<bool> as Optional>::absent();
/// __member!(read data reader [optional Field<bool>]);  data = Wire::read(reader)?;
/// __member!(held data TABLE [optional Field<bool>])    data
/// __member!(write self.data writer ("data") [optional Field<bool>]);
///                                                      if !self.data.is_absent() { … }
/// ```
///
/// A wanted member is like an optional one, except that `new` sets it.
#[doc(hidden)]
#[macro_export]
macro_rules! __member {
    (new $field:ident [required $Type:ty]) => {{
        // An `Option` implements the trait twice, so the call would be ambiguous.
        fn not_an_option<T: $crate::object::NotAnOption<Which>, Which>() {}
        let _ = not_an_option::<$Type, _>;
        ::core::convert::Into::<$Type>::into($field)
    }};
    (new $field:ident [optional $Type:ty]) => {
        <$Type as $crate::Optional>::absent()
    };
    (new $field:ident [wanted $Type:ty]) => {
        <$Type as $crate::Optional>::of(::core::convert::Into::into($field))
    };

    (let $field:ident [required $Type:ty]) => {
        let mut $field: ::core::option::Option<$Type> = ::core::option::Option::None;
    };
    (let $field:ident [$presence:ident $Type:ty]) => {
        let mut $field = <$Type as $crate::Optional>::absent();
    };

    (read $field:ident $reader:ident [required $Type:ty]) => {
        $field = ::core::option::Option::Some($crate::Wire::read($reader)?);
    };
    (read $field:ident $reader:ident [$presence:ident $Type:ty]) => {
        $field = $crate::Wire::read($reader)?;
    };

    (held $field:ident $table:ident [required $Type:ty]) => {
        $crate::__private::__required($field, $table)?
    };
    (held $field:ident $table:ident [$presence:ident $Type:ty]) => {
        $field
    };

    (write $self:ident.$field:ident $writer:ident ($name:expr) [required $Type:ty]) => {
        $writer.raw_name(concat!("\"", $name, "\":"));
        $crate::Wire::write(&$self.$field, $writer);
    };
    (write $self:ident.$field:ident $writer:ident ($name:expr) [$presence:ident $Type:ty]) => {
        if !$crate::Optional::is_absent(&$self.$field) {
            $writer.raw_name(concat!("\"", $name, "\":"));
            $crate::Wire::write(&$self.$field, $writer);
        }
    };
}

/// Returns the tag of a table. `__tag!("type", "moved")` expands to `Some(("type", "moved"))`, and `__tag!()` to `None`.
#[doc(hidden)]
#[macro_export]
macro_rules! __tag {
    () => {
        ::core::option::Option::None
    };
    ($tag:literal, $word:literal) => {
        ::core::option::Option::Some(($tag, $word))
    };
}

/// Returns the name of a member on the wire. `__name!(canvas_file "canvasFile")` expands to `"canvasFile"`, and
/// `__name!(element)` to `stringify!(element)`.
#[doc(hidden)]
#[macro_export]
macro_rules! __name {
    ($field:ident) => {
        stringify!($field)
    };
    ($field:ident $name:literal) => {
        $name
    };
}

/// Defines the setter of an optional member. `__setter!(element [optional Field<String>]);` expands to:
///
/// ```text
/// /// Sets `element`.
/// #[must_use]
/// pub fn element(mut self, value: impl Into<String>) -> Self {
///     self.element = <Field<String> as Optional>::of(value.into());
///     self
/// }
/// ```
///
/// For a required or wanted member it expands to nothing, because `new` sets the member.
#[doc(hidden)]
#[macro_export]
macro_rules! __setter {
    ($field:ident [required $($Type:tt)+]) => {};
    ($field:ident [wanted $($Type:tt)+]) => {};
    ($field:ident [optional $($wrap:ident)::+<$Value:ty>]) => {
        #[doc = concat!("Sets `", stringify!($field), "`.")]
        #[must_use]
        pub fn $field(mut self, value: impl ::core::convert::Into<$Value>) -> Self {
            self.$field = <$($wrap)::+<$Value> as $crate::Optional>::of(value.into());
            self
        }
    };
}

/// Returns the members of a table. `__members!(canvas_file ("canvasFile") [required String])` expands to:
///
/// ```text
/// &[Member {
///     name: "canvasFile",
///     presence: Presence::Required,
///     ty: <String as HasType>::TYPE,
///     doc: &[],
/// }]
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! __members {
    ($( $(#[doc = $doc:literal])* $field:ident ($name:expr) [$presence:ident $Type:ty] ),*) => {
        &[ $( $crate::Member {
            name: $name,
            presence: $crate::__presence!($presence),
            ty: <$Type as $crate::HasType>::TYPE,
            doc: &[$($doc),*],
        } ),* ]
    };
}

/// Returns the presence of a member. `__presence!(wanted)` expands to `Presence::Wanted`.
#[doc(hidden)]
#[macro_export]
macro_rules! __presence {
    (required) => {
        $crate::Presence::Required
    };
    (wanted) => {
        $crate::Presence::Wanted
    };
    ($may_be_absent:ident) => {
        $crate::Presence::Optional
    };
}

/// A type that [`object!`](crate::object!) declares.
pub trait Object {
    /// The table of the type.
    const TABLE: &'static Table;
}

impl<T: Object> Object for Box<T> {
    const TABLE: &'static Table = T::TABLE;
}

#[doc(hidden)]
pub trait NotAnOption<Which> {}
impl<T: ?Sized> NotAnOption<()> for T {}
impl<T> NotAnOption<u8> for Option<T> {}
