//! Inputs of a surface as inputs of a card.

use super::{
    card_draft::{CardDraft, Part, Piece, boolean, number, text_of},
    card_ids::{InputIds, has_index_values},
    card_text::{escape, plain},
    rules,
};
use crate::{Refusal, Verdict, surface_writer::object};
use a2ui::resolved::{InputKind, ResolvedInput, ResolvedNode};
use wire::{Payload, PayloadKind, Pointer};

/// Adds the elements of an input. The value of an input in a tab can be hidden, so the host must not check it: a check that
/// fails would block all buttons without a message.
///
/// # Errors
/// Refuses a secret in a card before 1.5, which would show it.
pub(super) fn add_input(
    draft: &mut CardDraft<'_>,
    node: &ResolvedNode,
    input: &ResolvedInput,
    is_in_tab: bool,
) -> Result<Vec<Part>, Refusal> {
    if input.is_secret && !draft.target.is_at_least(5) {
        let message = format!(
            "the input `{}` hides what the user types, and a card of version {} would show it",
            node.key, draft.target.version
        );
        return Err(
            Refusal::rule_broken(rules::SECRET, Pointer::root(), message)
                .hint("write the card for version 1.5 or later"),
        );
    }
    if input.kind.is_choice() && input.options.is_empty() {
        let remark = "the input has no options to choose from";
        draft.note(node, "options", Verdict::Dropped, None, remark);
        return Ok(Vec::new());
    }
    let mut parts = Vec::new();
    let label = input.label.clone().filter(|label| !label.is_empty());
    let label = label.filter(|_| input.kind != InputKind::Boolean);
    if let Some(label) = label.as_ref().filter(|_| !draft.target.is_at_least(3)) {
        let block = Piece::new("TextBlock").with_text("text", &escape(label));
        let block = draft.add(block.with_flag("wrap", true));
        draft.note(node, "label", Verdict::Encoded, Some((block, "text")), "");
        parts.push(Part::Element(block));
    }
    let labels = label.filter(|_| draft.target.is_at_least(3));
    let mut builder = InputBuilder {
        draft,
        node,
        input,
        label: labels,
        is_in_tab,
    };
    let pieces = match input.kind {
        InputKind::Boolean => vec![builder.toggle()],
        InputKind::SingleChoice | InputKind::MultipleChoice => vec![builder.choices()],
        InputKind::Number if builder.has_number() => vec![builder.number()],
        InputKind::Slider => vec![builder.number()],
        InputKind::Date => vec![builder.date(InputKind::Date)],
        InputKind::Time => vec![builder.date(InputKind::Time)],
        InputKind::DateTime => vec![builder.date(InputKind::Date), builder.date(InputKind::Time)],
        _ => vec![builder.text()],
    };
    builder.note_value(&pieces);
    parts.extend(pieces.into_iter().map(Part::Element));
    Ok(parts)
}

struct InputBuilder<'d, 's> {
    draft: &'d mut CardDraft<'s>,
    node: &'d ResolvedNode,
    input: &'d ResolvedInput,
    label: Option<String>,
    is_in_tab: bool,
}

impl InputBuilder<'_, '_> {
    /// Begins an input with its id and its label.
    fn begin(&self, kind: &'static str) -> Piece {
        let id = match self.draft.ids.of_input(&self.input.key) {
            InputIds::One(id) => id,
            InputIds::Moment(date, time) => match kind {
                "Input.Date" => date,
                _ => time,
            },
        };
        let piece = Piece::new(kind).with_text("id", id);
        let is_second = kind == "Input.Time" && self.input.kind == InputKind::DateTime;
        match &self.label {
            Some(label) if is_second => piece.with_text("label", &plain(&format!("{label}, time"))),
            Some(label) => piece.with_text("label", &plain(label)),
            None => piece,
        }
    }

    /// Ends an input: adds the checks that the host runs.
    fn end(&mut self, mut piece: Piece) -> usize {
        let input = self.input;
        let rules = &input.constraints;
        let is_checked = self.draft.target.is_at_least(3) && !self.is_in_tab;
        // A switch that is off has a value for A2UI, and none for a card. A host names a missing input by its label.
        let is_required = rules.is_required
            && is_checked
            && self.label.is_some()
            && self.input.kind != InputKind::Boolean;
        let message = rules.messages.first().filter(|_| is_checked);
        if is_required {
            piece = piece.with_flag("isRequired", true);
        }
        if let Some(message) = message {
            piece = piece.with_text("errorMessage", &escape(message));
        }
        let is_partial = self.input.has_other_checks
            || rules.is_required && !is_required
            || rules.is_email
            || rules.min_length.is_some();
        let piece = self.draft.add(piece);
        if is_required {
            let place = Some((piece, "isRequired"));
            self.draft
                .note(self.node, "checks", Verdict::Encoded, place, "");
        }
        if message.is_some() {
            let place = Some((piece, "errorMessage"));
            let remark = match rules.messages.len() {
                1 => "",
                _ => "an input has one message, so that of the first check is shown",
            };
            self.draft
                .note(self.node, "checks", Verdict::Encoded, place, remark);
        }
        if is_partial {
            let remark = "the check runs after the click";
            self.draft
                .note(self.node, "checks", Verdict::Derived, None, remark);
        }
        if let (Some(_), true) = (&self.label, self.draft.target.is_at_least(3)) {
            self.note_label(piece, "label");
        }
        piece
    }

    fn note_label(&mut self, piece: usize, place: &'static str) {
        let is_own = self.node.text("label").is_some();
        let member = if is_own { "label" } else { "accessibility" };
        let place = Some((piece, place));
        self.draft
            .note(self.node, member, Verdict::Encoded, place, "");
    }

    fn note_value(&mut self, pieces: &[usize]) {
        let member = self.input.property;
        if self.input.path.is_none() {
            let remark = "the value is bound to no path, so a change is not stored";
            self.draft
                .note(self.node, member, Verdict::Dropped, None, remark);
            return;
        }
        if self.input.is_secret && self.current().is_some_and(|value| !value.is_empty()) {
            let remark = "hosts store cards, so the user enters a secret again";
            self.draft
                .note(self.node, member, Verdict::Dropped, None, remark);
            return;
        }
        for piece in pieces {
            let place = Some((*piece, "value"));
            self.draft
                .note(self.node, member, Verdict::Derived, place, "");
        }
    }

    fn note(&mut self, names: &[&'static str], place: (usize, &'static str)) {
        if let Some((name, _)) = text_of(self.node, names) {
            let place = Some(place);
            self.draft
                .note(self.node, name, Verdict::Encoded, place, "");
        }
    }

    fn current(&self) -> Option<String> {
        let value = self.input.value.as_ref()?;
        match value.kind() {
            PayloadKind::Null | PayloadKind::Object | PayloadKind::Array => None,
            PayloadKind::String => Some(value.as_str()?.into_owned()),
            _ => Some(value.text().to_owned()),
        }
    }

    fn placeholder(&mut self, piece: Piece) -> Piece {
        match self.node.text("placeholder") {
            Some(text) if !text.is_empty() => piece.with_text("placeholder", &plain(&text)),
            _ => piece,
        }
    }

    fn text(&mut self) -> usize {
        let target = self.draft.target;
        let is_checked = target.is_at_least(3) && !self.is_in_tab;
        let (input, current) = (self.input, self.current());
        let rules = &input.constraints;
        let mut piece = self.begin("Input.Text");
        piece = self.placeholder(piece);
        // Hosts store cards, so a secret must not be in them.
        let is_shown = !self.input.is_secret;
        if let Some(value) = current.filter(|value| is_shown && !value.is_empty()) {
            piece = piece.with_text("value", &value);
        }
        let style = match () {
            () if self.input.is_secret => Some(("style", "password")),
            () if rules.is_email => Some(("style", "email")),
            () => None,
        };
        if let Some((name, word)) = style {
            piece = piece.with_text(name, word);
        }
        if self.input.kind == InputKind::LongText {
            piece = piece.with_flag("isMultiline", true);
        }
        if let Some(most) = rules.max_length {
            let most = Payload::parse(most.to_string()).unwrap_or_else(|_| Payload::null());
            piece = piece.with("maxLength", most);
        }
        let pattern = rules.pattern.as_ref().filter(|_| is_checked);
        // The pattern of 0.8 does not prevent an action.
        let pattern = pattern.filter(|_| !rules.messages.is_empty());
        if let Some(pattern) = pattern {
            piece = piece.with_text("regex", pattern);
        }
        let has_pattern = pattern.is_some();
        let has_placeholder = self.node.text("placeholder").is_some();
        let piece = self.end(piece);
        if has_pattern {
            let place = Some((piece, "regex"));
            self.draft
                .note(self.node, "checks", Verdict::Encoded, place, "");
        }
        if has_placeholder {
            let place = Some((piece, "placeholder"));
            self.draft
                .note(self.node, "placeholder", Verdict::Copied, place, "");
        }
        match self.input.kind {
            InputKind::LongText => self.note(&["variant", "textFieldType"], (piece, "isMultiline")),
            InputKind::Number => {
                let remark = "the value is not a number";
                self.draft
                    .note(self.node, "variant", Verdict::Carried, None, remark);
            }
            _ if self.input.is_secret => self.note(&["variant", "textFieldType"], (piece, "style")),
            _ => {}
        }
        piece
    }

    /// Returns `true` if the field for a number is empty or holds a number.
    fn has_number(&self) -> bool {
        match self.current() {
            Some(text) if !text.is_empty() => number(&Payload::string(&text)).is_some(),
            _ => true,
        }
    }

    fn number(&mut self) -> usize {
        let (input, current) = (self.input, self.current());
        let rules = &input.constraints;
        let mut piece = self.begin("Input.Number");
        piece = self.placeholder(piece);
        if let Some(value) = current.and_then(|text| number(&Payload::string(&text))) {
            piece = piece.with("value", value);
        }
        let bounds = [("min", &rules.minimum), ("max", &rules.maximum)];
        for (name, bound) in bounds {
            let bound = bound.as_ref().filter(|_| !self.is_in_tab);
            if let Some(bound) = bound.and_then(|bound| number(&Payload::string(bound.as_str()))) {
                piece = piece.with(name, bound);
            }
        }
        let is_slider = self.input.kind == InputKind::Slider;
        let piece = self.end(piece);
        if !is_slider {
            self.note(&["variant", "textFieldType"], (piece, ""));
            return piece;
        }
        let remark = "a card has no sliders, so the user types the number";
        self.draft
            .note(self.node, "", Verdict::Encoded, Some((piece, "")), remark);
        for (names, place) in [(["min", "minValue"], "min"), (["max", "maxValue"], "max")] {
            self.note(&names, (piece, place));
        }
        if self.node.text("steps").is_some() {
            let remark = "an input for numbers has no steps";
            self.draft
                .note(self.node, "steps", Verdict::Carried, None, remark);
        }
        piece
    }

    fn toggle(&mut self) -> usize {
        let label = self.input.label.clone().unwrap_or_default();
        let is_on = self.current().as_deref() == Some("true");
        let mut piece = self
            .begin("Input.Toggle")
            .with_text("title", &escape(&label));
        piece = piece
            .with_text("value", if is_on { "true" } else { "false" })
            .with_text("valueOn", "true")
            .with_text("valueOff", "false");
        if self.draft.target.is_at_least(2) {
            piece = piece.with_flag("wrap", true);
        }
        let piece = self.end(piece);
        self.note_label(piece, "title");
        piece
    }

    fn choices(&mut self) -> usize {
        let input = self.input;
        let is_multiple = input.kind == InputKind::MultipleChoice;
        let is_filtered = self.node.text("filterable").as_deref() == Some("true")
            && !is_multiple
            && self.draft.target.is_at_least(5);
        let has_chips = self.node.text("displayStyle").as_deref() == Some("chips");
        let style = match (is_filtered, has_chips) {
            (true, _) => "filtered",
            (false, true) if !is_multiple => "compact",
            _ => "expanded",
        };
        let has_indices = has_index_values(input);
        let mut choices = Vec::new();
        let mut chosen = Vec::new();
        let current = chosen_values(input);
        for (index, option) in input.options.iter().enumerate() {
            let value = match has_indices {
                true => index.to_string(),
                false => option.value.clone(),
            };
            if current.contains(&option.value) && (is_multiple || chosen.is_empty()) {
                chosen.push(value.clone());
            }
            // Hosts read Markdown in the titles only if all choices are visible.
            let title = match style {
                "expanded" => escape(&option.label),
                _ => plain(&option.label),
            };
            choices.push(object(&[
                ("title", Payload::string(&title)),
                ("value", Payload::string(&value)),
            ]));
        }
        let mut piece = self.begin("Input.ChoiceSet").with_text("style", style);
        if is_multiple {
            piece = piece.with_flag("isMultiSelect", true);
        }
        if !chosen.is_empty() {
            piece = piece.with_text("value", &chosen.join(","));
        }
        piece = piece.with("choices", Payload::array(&choices));
        if self.draft.target.is_at_least(2) {
            piece = piece.with("wrap", boolean(true));
        }
        let piece = self.end(piece);
        let remark = match has_indices {
            true => {
                "the values are the indices of the options, because the values hold a comma or are empty"
            }
            false => "",
        };
        let place = Some((piece, "choices"));
        self.draft
            .note(self.node, "options", Verdict::Encoded, place, remark);
        self.note(
            &["variant", "maxAllowedSelections"],
            (piece, "isMultiSelect"),
        );
        if is_filtered {
            self.note(&["filterable"], (piece, "style"));
        }
        match has_chips {
            true => {
                let remark = "a card has no chips";
                self.draft
                    .note(self.node, "displayStyle", Verdict::Carried, None, remark);
            }
            false => self.note(&["displayStyle"], (piece, "style")),
        }
        piece
    }

    /// Adds an input for a date or for a time.
    fn date(&mut self, kind: InputKind) -> usize {
        let (name, part) = match kind {
            InputKind::Time => ("Input.Time", 1),
            _ => ("Input.Date", 0),
        };
        let part_of = |text: &str| {
            let (date, time) = moment(text);
            if part == 0 { date } else { time }
        };
        let input = self.input;
        let rules = &input.constraints;
        let mut piece = self.begin(name);
        if let Some(value) = self.current().as_deref().and_then(part_of) {
            piece = piece.with_text("value", &value);
        }
        let is_both = self.input.kind == InputKind::DateTime;
        let bounds = [("min", &rules.earliest), ("max", &rules.latest)];
        let mut noted = Vec::new();
        for (name, bound) in bounds {
            let Some(bound) = bound.as_deref() else {
                continue;
            };
            // A bound for the time holds only on the first or last day.
            let is_possible = !self.is_in_tab && (part == 0 || !is_both);
            match part_of(bound).filter(|_| is_possible) {
                Some(bound) => {
                    piece = piece.with_text(name, &bound);
                    noted.push((name, true));
                }
                None => noted.push((name, false)),
            }
        }
        let piece = self.end(piece);
        for (name, is_checked) in noted {
            match is_checked {
                true => self.note(&[name], (piece, name)),
                false => {
                    let remark = "the bound is checked after the click";
                    self.draft
                        .note(self.node, name, Verdict::Derived, None, remark);
                }
            }
        }
        piece
    }
}

/// Returns the chosen values of an input.
fn chosen_values(input: &ResolvedInput) -> Vec<String> {
    let Some(value) = &input.value else {
        return Vec::new();
    };
    match value.as_str() {
        Some(text) => vec![text.into_owned()],
        None => value
            .elements()
            .filter_map(|element| Some(element.as_str()?.into_owned()))
            .collect(),
    }
}

/// Splits a date with a time, in ISO 8601, into the forms that inputs of cards have.
fn moment(text: &str) -> (Option<String>, Option<String>) {
    let (date, rest) = match text.split_at_checked(10) {
        Some((date, rest)) if has_form(date, b"0000-00-00") => (
            Some(date.to_owned()),
            rest.trim_start_matches(['T', 't', ' ']),
        ),
        _ => (None, text),
    };
    let time = rest.get(..5).filter(|time| has_form(time, b"00:00"));
    (date, time.map(str::to_owned))
}

/// Returns `true` for a text that has digits where the form has them, and its other characters elsewhere.
fn has_form(text: &str, form: &[u8]) -> bool {
    text.len() == form.len()
        && text.bytes().zip(form).all(|(byte, form)| match form {
            b'0' => byte.is_ascii_digit(),
            form => byte == *form,
        })
}

#[cfg(test)]
mod tests {
    use super::moment;

    #[test]
    fn dates_with_times_are_split() {
        for (text, date, time) in [
            (
                "2026-12-01T10:30:00+02:00",
                Some("2026-12-01"),
                Some("10:30"),
            ),
            ("2026-12-01", Some("2026-12-01"), None),
            ("10:30:15Z", None, Some("10:30")),
            ("tomorrow", None, None),
            ("2026-12-0é", None, None),
            ("", None, None),
        ] {
            let found = moment(text);
            assert_eq!(
                (found.0.as_deref(), found.1.as_deref()),
                (date, time),
                "{text}"
            );
        }
    }
}
