//! The values of options, which Slack limits.

use super::slack_text::{is_blank, length};
use a2ui::resolved::ChoiceOption;
use std::collections::{BTreeMap, BTreeSet};

/// The greatest number of options of an element or a group, and of groups of an element.
pub(super) const MAX_OPTIONS: usize = 100;
/// The greatest number of characters of the label of an option.
pub(super) const MAX_LABEL: usize = 75;
/// The greatest number of characters of the value of an option.
const MAX_VALUE: usize = 150;
/// The prefix of values that replace others.
const SUBSTITUTE: &str = "option:";

/// The options of a choice as Slack shows them. A value that Slack refuses is replaced by the position of its option.
#[derive(Debug)]
pub(super) struct OptionValues<'o> {
    options: &'o [ChoiceOption],
    shown: Vec<String>,
    labels: Vec<String>,
    /// The position of each value of the surface, and of each shown value.
    positions: BTreeMap<&'o str, usize>,
    shown_positions: BTreeMap<String, usize>,
    pub(super) has_substitutes: bool,
    pub(super) has_cut: bool,
    pub(super) has_dropped: bool,
}

impl<'o> OptionValues<'o> {
    pub(super) fn of(options: &'o [ChoiceOption]) -> Self {
        let most = MAX_OPTIONS * MAX_OPTIONS;
        let shown_options = options.get(..most).unwrap_or(options);
        let mut values = Self {
            options: shown_options,
            shown: Vec::new(),
            labels: Vec::new(),
            positions: BTreeMap::new(),
            shown_positions: BTreeMap::new(),
            has_substitutes: false,
            has_cut: false,
            has_dropped: options.len() > most,
        };
        let mut seen = BTreeSet::new();
        for (index, option) in shown_options.iter().enumerate() {
            let value = option.value.as_str();
            let is_fit = !is_blank(value)
                && length(value) <= MAX_VALUE
                && !value.starts_with(SUBSTITUTE)
                && seen.insert(value);
            let shown = match is_fit {
                true => value.to_owned(),
                false => format!("{SUBSTITUTE}{index}"),
            };
            values.has_substitutes |= !is_fit;
            let label = [option.label.as_str(), value]
                .into_iter()
                .find(|text| !is_blank(text));
            let label = label.map_or_else(|| format!("{}", index + 1), str::to_owned);
            values.has_cut |= length(&label) > MAX_LABEL;
            values.positions.entry(value).or_insert(index);
            values.shown_positions.insert(shown.clone(), index);
            values.shown.push(shown);
            values.labels.push(label);
        }
        values
    }

    /// Returns the labels and the shown values.
    pub(super) fn labelled(&self) -> impl Iterator<Item = (&str, &str)> {
        let labels = self.labels.iter().map(String::as_str);
        labels.zip(self.shown.iter().map(String::as_str))
    }

    /// Returns the shown value of an option by its value.
    pub(super) fn shown(&self, value: &str) -> Option<&str> {
        let position = self.positions.get(value)?;
        self.shown.get(*position).map(String::as_str)
    }

    /// Returns the position of an option by its shown value.
    pub(super) fn position(&self, shown: &str) -> Option<usize> {
        self.shown_positions.get(shown).copied()
    }

    /// Returns the value of an option by its shown value.
    pub(super) fn value(&self, shown: &str) -> Option<&'o str> {
        let option = self.options.get(self.position(shown)?)?;
        Some(&option.value)
    }
}
