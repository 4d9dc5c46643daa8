//! The component types and properties of the published catalogs, in both versions.

use super::{literal::Literal, property::Kind};
use crate::Rule;

/// A component type with its names in both versions.
pub(super) struct Type {
    pub(super) v0_8: &'static str,
    pub(super) v0_9: &'static str,
    pub(super) rows: &'static [Row],
}

/// A property with its names in both versions. An empty name means that the version lacks the property.
pub(super) struct Row {
    pub(super) v0_8: &'static str,
    pub(super) v0_9: &'static str,
    pub(super) kind: Kind,
    /// `true` if 0.8 requires the property.
    pub(super) is_required: bool,
    /// The 0.9 value of a property that 0.8 omits, as JSON; empty if there is none.
    pub(super) default: &'static str,
    pub(super) forward: Rule,
    pub(super) backward: Rule,
}

/// Returns the rules of all properties, for both directions.
pub(crate) fn property_rules() -> impl Iterator<Item = &'static Rule> {
    let rows = TYPES.iter().flat_map(|of_type| of_type.rows);
    // A property that 0.8 lacks has no rule in that direction.
    rows.flat_map(|row| [&row.forward, &row.backward])
        .filter(|rule| !rule.id.is_empty())
}

/// Defines the component types that both versions publish, and their properties. `Image => Image { url => url: KIND, required
/// true; } new [accessibility]` becomes:
///
/// ```text
/// Type { v0_8: "Image", v0_9: "Image", rows: &[
///     Row {
///         v0_8: "url", v0_9: "url", kind: KIND, is_required: true, default: "",
///         forward: Rule { id: "a2ui-0.8-0.9/Image.url", from: "/component/Image/url", to: "/url" },
///         backward: Rule { id: "a2ui-0.9-0.8/Image.url", from: "/url", to: "/component/Image/url" },
///     },
///     // A property that 0.8 lacks has no name in 0.8 and no rule forward.
///     Row { v0_8: "", v0_9: "accessibility", … },
/// ] }
/// ```
macro_rules! types {
    ($(
        $Old:ident => $New:ident {
            $( $old:ident => $new:ident: $kind:expr $(, required $required:literal)? $(, default $default:literal)?; )*
        } new [$($only:ident),*]
    )*) => {
        /// All component types of the published catalogs.
        pub(super) static TYPES: &[Type] = &[ $( Type {
            v0_8: stringify!($Old),
            v0_9: stringify!($New),
            rows: &[
                $( Row {
                    v0_8: stringify!($old),
                    v0_9: stringify!($new),
                    kind: $kind,
                    is_required: false $(|| $required)?,
                    default: concat!($($default)?),
                    forward: Rule {
                        id: concat!("a2ui-0.8-0.9/", stringify!($Old), ".", stringify!($old)),
                        from: concat!("/component/", stringify!($Old), "/", stringify!($old)),
                        to: concat!("/", stringify!($new)),
                    },
                    backward: Rule {
                        id: concat!("a2ui-0.9-0.8/", stringify!($New), ".", stringify!($new)),
                        from: concat!("/", stringify!($new)),
                        to: concat!("/component/", stringify!($Old), "/", stringify!($old)),
                    },
                }, )*
                $( Row {
                    v0_8: "",
                    v0_9: stringify!($only),
                    kind: Kind::Same,
                    is_required: false,
                    default: "",
                    forward: Rule { id: "", from: "", to: "" },
                    backward: Rule {
                        id: concat!("a2ui-0.9-0.8/", stringify!($New), ".", stringify!($only)),
                        from: concat!("/", stringify!($only)),
                        to: "",
                    },
                }, )*
            ],
        } ),* ];
    };
}

/// The image fits, one of which is spelled differently.
const FIT: Kind = Kind::Words {
    both: &[("scale-down", "scaleDown")],
    forward: &[],
    only_v0_9: &[],
};
/// The distributions of children. 0.8 lacks `stretch`.
const JUSTIFY: Kind = Kind::Words {
    both: &[],
    forward: &[],
    only_v0_9: &["stretch"],
};
/// The types of text fields. 0.9 lacks the type for dates.
const FIELD: Kind = Kind::Words {
    both: &[],
    forward: &[("date", "shortText")],
    only_v0_9: &[],
};

types! {
    Text => Text {
        text => text: Kind::Dynamic(Literal::String), required true;
        usageHint => variant: Kind::Same;
    } new [accessibility]
    Image => Image {
        url => url: Kind::Dynamic(Literal::String), required true;
        altText => description: Kind::Dynamic(Literal::String);
        fit => fit: FIT;
        usageHint => variant: Kind::Same;
    } new [accessibility]
    Icon => Icon {
        name => name: Kind::Icon, required true;
    } new [accessibility]
    Video => Video {
        url => url: Kind::Dynamic(Literal::String), required true;
    } new [accessibility]
    AudioPlayer => AudioPlayer {
        url => url: Kind::Dynamic(Literal::String), required true;
        description => description: Kind::Dynamic(Literal::String);
    } new [accessibility]
    Row => Row {
        children => children: Kind::Children, required true;
        distribution => justify: JUSTIFY;
        alignment => align: Kind::Same;
    } new [accessibility]
    Column => Column {
        children => children: Kind::Children, required true;
        distribution => justify: JUSTIFY;
        alignment => align: Kind::Same;
    } new [accessibility]
    List => List {
        children => children: Kind::Children, required true;
        direction => direction: Kind::Same;
        alignment => align: Kind::Same;
    } new [accessibility]
    Card => Card {
        child => child: Kind::Child, required true;
    } new [accessibility]
    Tabs => Tabs {
        tabItems => tabs: Kind::Tabs, required true;
    } new [accessibility]
    Modal => Modal {
        entryPointChild => trigger: Kind::Child, required true;
        contentChild => content: Kind::Child, required true;
    } new [accessibility]
    Divider => Divider {
        axis => axis: Kind::Same;
    } new [accessibility]
    Button => Button {
        child => child: Kind::Child, required true;
        primary => variant: Kind::Primary;
        action => action: Kind::Action, required true;
    } new [checks, accessibility]
    CheckBox => CheckBox {
        label => label: Kind::Dynamic(Literal::String), required true;
        value => value: Kind::Dynamic(Literal::Boolean), required true;
    } new [checks, accessibility]
    TextField => TextField {
        label => label: Kind::Dynamic(Literal::String), required true;
        text => value: Kind::Dynamic(Literal::String);
        textFieldType => variant: FIELD;
        validationRegexp => validationRegexp: Kind::Same;
    } new [checks, accessibility]
    DateTimeInput => DateTimeInput {
        value => value: Kind::Dynamic(Literal::String), required true;
        enableDate => enableDate: Kind::Same;
        enableTime => enableTime: Kind::Same;
    } new [min, max, label, checks, accessibility]
    MultipleChoice => ChoicePicker {
        selections => value: Kind::Dynamic(Literal::Strings), required true;
        options => options: Kind::Options, required true;
        maxAllowedSelections => variant: Kind::Selections, default "\"multipleSelection\"";
        variant => displayStyle: Kind::Same;
        filterable => filterable: Kind::Same;
    } new [label, checks, accessibility]
    Slider => Slider {
        label => label: Kind::Dynamic(Literal::String);
        value => value: Kind::Dynamic(Literal::Number), required true;
        minValue => min: Kind::Same;
        maxValue => max: Kind::Same, default "100";
    } new [checks, accessibility]
}

impl Type {
    /// Finds the type with this name in 0.8.
    pub(super) fn of_v0_8(name: &str) -> Option<&'static Self> {
        TYPES.iter().find(|known| known.v0_8 == name)
    }

    /// Finds the type with this name in 0.9.
    pub(super) fn of_v0_9(name: &str) -> Option<&'static Self> {
        TYPES.iter().find(|known| known.v0_9 == name)
    }

    /// Returns the 0.9 name of a 0.8 type. If 0.8 does not define the name but 0.9 does, the type gets a name that is unknown in
    /// 0.9, so that it stays unknown.
    pub(super) fn name_forward(name: &str) -> &str {
        match (Self::of_v0_8(name), Self::of_v0_9(name)) {
            (Some(known), _) => known.v0_9,
            (None, Some(known)) => known.v0_8,
            (None, None) => name,
        }
    }

    /// Returns the 0.8 name of a 0.9 type, as the inverse of [`name_forward`](Self::name_forward).
    pub(super) fn name_backward(name: &str) -> &str {
        match (Self::of_v0_9(name), Self::of_v0_8(name)) {
            (Some(known), _) => known.v0_8,
            (None, Some(known)) => known.v0_9,
            (None, None) => name,
        }
    }

    /// Finds the property with this name in 0.8.
    pub(super) fn row_of_v0_8(&self, name: &str) -> Option<&'static Row> {
        self.rows
            .iter()
            // The empty name marks the properties that 0.8 lacks.
            .find(|row| row.v0_8 == name && !name.is_empty())
    }

    /// Finds the property with this name in 0.9.
    pub(super) fn row_of_v0_9(&self, name: &str) -> Option<&'static Row> {
        self.rows.iter().find(|row| row.v0_9 == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_catalog_has_eighteen_types_with_unique_properties() {
        assert_eq!(TYPES.len(), 18);
        for known in TYPES {
            let names: BTreeSet<_> = known.rows.iter().map(|row| row.v0_9).collect();
            assert_eq!(names.len(), known.rows.len(), "{}", known.v0_9);
        }
    }
}
