//! The version of each element, action and member. The documentation of the types states the same versions, and a test
//! compares both.

use crate::{CardHost, ValidationTarget};

/// The origin of a type or a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Since {
    /// Version 1.0, or the version of the type.
    Start,
    /// The minor version of Adaptive Cards 1.
    Minor(u32),
    /// No version. Teams draws it.
    Teams,
    /// No version. Outlook runs it.
    Outlook,
}

/// The elements and actions that are newer than 1.0.
const TYPES: &[(Since, &[&str])] = &[
    (Since::Minor(1), &["Media"]),
    (
        Since::Minor(2),
        &["Action.ToggleVisibility", "ActionSet", "RichTextBlock"],
    ),
    (Since::Minor(4), &["Action.Execute"]),
    (Since::Minor(5), &["Table"]),
    (Since::Minor(6), &["Carousel"]),
    (
        Since::Teams,
        &[
            "Action.Popover",
            "Action.ResetInputs",
            "Badge",
            "Chart.Donut",
            "Chart.Gauge",
            "Chart.HorizontalBar",
            "Chart.HorizontalBar.Stacked",
            "Chart.Line",
            "Chart.Pie",
            "Chart.VerticalBar",
            "Chart.VerticalBar.Grouped",
            "CodeBlock",
            "Component",
            "CompoundButton",
            "Icon",
            "Input.Rating",
            "ProgressBar",
            "ProgressRing",
            "Rating",
        ],
    ),
    (Since::Outlook, &["Action.Http"]),
];

/// The names of the types of actions.
const ACTIONS: &[&str] = &[
    "ExecuteAction",
    "HttpAction",
    "OpenUrlAction",
    "PopoverAction",
    "ResetInputsAction",
    "ShowCardAction",
    "SubmitAction",
    "ToggleVisibilityAction",
];

/// The names of the types of inputs.
const INPUTS: &[&str] = &[
    "ChoiceSetInput",
    "DateInput",
    "NumberInput",
    "RatingInput",
    "TextInput",
    "TimeInput",
    "ToggleInput",
];

/// The members that are newer than their types, with the types for which the row applies. Without types, it applies to
/// all. The first row that fits applies.
const MEMBERS: &[(Since, &str, &[&str])] = &[
    (Since::Teams, "allowExpand", &[]),
    (Since::Minor(3), "associatedInputs", &["SubmitAction"]),
    (Since::Minor(4), "authentication", &[]),
    (Since::Minor(1), "backgroundColor", &[]),
    (Since::Minor(2), "backgroundImage", &["Column", "Container"]),
    (
        Since::Minor(2),
        "bleed",
        &["Column", "ColumnSet", "Container"],
    ),
    (Since::Minor(6), "captionSources", &[]),
    (Since::Minor(6), "choices.data", &[]),
    (Since::Minor(3), "errorMessage", &[]),
    (Since::Minor(6), "expires", &[]),
    // A fallback exists for older hosts, so it is never reported.
    (Since::Start, "fallback", &[]),
    (Since::Teams, "firstRowAsHeaders", &[]),
    (Since::Minor(2), "fontType", &["TextBlock"]),
    (Since::Teams, "grid.area", &[]),
    (Since::Minor(1), "height", &[]),
    (Since::Teams, "horizontalAlignment", &["ActionSet"]),
    (Since::Minor(1), "iconUrl", &[]),
    (Since::Minor(2), "inlineAction", &[]),
    (Since::Minor(6), "inputStyle", &[]),
    (Since::Minor(5), "isEnabled", &[]),
    (Since::Minor(3), "isRequired", &[]),
    (Since::Start, "isVisible", &["ElementVisibility"]),
    (Since::Minor(2), "isVisible", &[]),
    (Since::Teams, "key", &[]),
    (Since::Minor(6), "labelPosition", INPUTS),
    (Since::Minor(6), "labelWidth", &[]),
    (Since::Minor(3), "label", INPUTS),
    (Since::Teams, "labelFor", &[]),
    (Since::Start, "lang", &["AdaptiveCard"]),
    (Since::Teams, "lang", &[]),
    (Since::Teams, "layouts", &[]),
    (Since::Minor(6), "metadata", &[]),
    (
        Since::Minor(2),
        "minHeight",
        &["AdaptiveCard", "Column", "ColumnSet", "Container"],
    ),
    (Since::Minor(5), "mode", &[]),
    (Since::Minor(4), "refresh", &[]),
    (Since::Minor(3), "regex", &[]),
    (Since::Minor(2), "requires", &[]),
    (Since::Teams, "resources", &[]),
    (Since::Minor(6), "role", ACTIONS),
    (Since::Teams, "roundedCorners", &[]),
    (
        Since::Minor(5),
        "rtl",
        &["AdaptiveCard", "Column", "Container"],
    ),
    (
        Since::Minor(1),
        "selectAction",
        &["AdaptiveCard", "Column", "ColumnSet", "Container", "Image"],
    ),
    (Since::Teams, "showBorder", &[]),
    (Since::Teams, "showTitle", &[]),
    (Since::Teams, "style", &["AdaptiveCard"]),
    (Since::Minor(2), "style", &["Column", "ColumnSet"]),
    (Since::Minor(2), "style", ACTIONS),
    (Since::Minor(5), "style", &["TextBlock"]),
    (Since::Minor(6), "style", &["ImageSet"]),
    (Since::Teams, "targetWidth", &[]),
    (Since::Minor(5), "tooltip", &[]),
    (Since::Minor(3), "underline", &[]),
    (Since::Teams, "valueChangedAction", &[]),
    (
        Since::Minor(1),
        "verticalContentAlignment",
        &["AdaptiveCard", "Column", "Container"],
    ),
    (Since::Minor(1), "width", &["Image"]),
    (Since::Minor(2), "wrap", &["ChoiceSetInput", "ToggleInput"]),
];

impl Since {
    /// Returns the origin of the element or action with this `type`.
    pub(crate) fn of_type(tag: &str) -> Self {
        let row = TYPES.iter().find(|(_, tags)| tags.contains(&tag));
        row.map_or(Self::Start, |(since, _)| *since)
    }

    /// Returns the origin of a member. `owner` is the name of the type that has the member.
    pub(crate) fn of_member(owner: &str, member: &str) -> Self {
        let row = MEMBERS.iter().find(|(_, name, owners)| {
            *name == member && (owners.is_empty() || owners.contains(&owner))
        });
        row.map_or(Self::Start, |(since, ..)| *since)
    }

    /// Returns `true` if the readers of a card know the type or the member. `stated` is the minor version that the card
    /// states. It counts if the target names neither a version nor a host.
    pub(crate) fn is_known(self, target: ValidationTarget, stated: Option<u32>) -> bool {
        let limit = match target {
            ValidationTarget::Host(host) => return self.is_known_to(host),
            ValidationTarget::Version(minor) => Some(minor),
            ValidationTarget::Any => stated,
        };
        match self {
            Self::Start => true,
            Self::Minor(minor) => limit.is_none_or(|limit| minor <= limit),
            Self::Teams | Self::Outlook => target == ValidationTarget::Any,
        }
    }

    fn is_known_to(self, host: CardHost) -> bool {
        match self {
            Self::Start => true,
            // Teams states 1.5 and also reads what 1.6 added.
            Self::Minor(minor) => host.has_hub_elements() || minor <= host.minor_version(),
            Self::Teams => host.has_hub_elements(),
            Self::Outlook => host == CardHost::Outlook,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wire::{Member, Shape};

    /// Returns the origin that the documentation of a member states.
    fn documented(member: &Member) -> Since {
        let doc = member.doc.join(" ");
        if let Some((_, later)) = doc.split_once("Since 1.") {
            let minor = later
                .split('.')
                .next()
                .and_then(|minor| minor.trim().parse().ok());
            return minor
                .filter(|_| member.name != "fallback")
                .map_or(Since::Start, Since::Minor);
        }
        match doc.contains("Only in Teams") || doc.contains("name in Teams") {
            true => Since::Teams,
            false => Since::Start,
        }
    }

    #[test]
    fn the_table_has_the_versions_of_the_documentation() {
        for info in crate::inventory::ALL {
            let Shape::Object(table) = info.shape else {
                continue;
            };
            // Members of a type without a version have none either.
            let is_of_teams = table
                .tag
                .is_some_and(|(_, tag)| Since::of_type(tag) == Since::Teams);
            for member in table.members.iter().filter(|_| !is_of_teams) {
                let stated = match (info.name, member.name) {
                    // A data URI and `icon:` are the newer forms of these texts.
                    ("Image", "url") => Since::Start,
                    _ => documented(member),
                };
                assert_eq!(
                    Since::of_member(info.name, member.name),
                    stated,
                    "{} {}",
                    info.name,
                    member.name
                );
            }
        }
    }

    #[test]
    fn every_tag_of_the_table_exists() {
        let known = [crate::Element::TAGS, crate::Action::TAGS].concat();
        for (_, tags) in TYPES {
            for tag in *tags {
                assert!(known.contains(tag), "{tag}");
            }
        }
    }

    #[test]
    fn hosts_and_versions_know_different_members() {
        let known = |since: Since, target| since.is_known(target, Some(2));
        assert!(!known(Since::Minor(3), ValidationTarget::Any));
        assert!(known(Since::Minor(3), ValidationTarget::Version(3)));
        assert!(known(
            Since::Minor(6),
            ValidationTarget::Host(CardHost::Teams)
        ));
        assert!(!known(
            Since::Minor(6),
            ValidationTarget::Host(CardHost::Outlook)
        ));
        assert!(!known(Since::Teams, ValidationTarget::Version(6)));
        assert!(known(Since::Teams, ValidationTarget::Any));
    }
}
