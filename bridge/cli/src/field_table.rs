//! The table of fields and their verdicts in `explain` and `demo`, fitted to the width of a terminal.

use crate::{
    streams::Terminal,
    terminal_text::{columns, fitting_length, printable, shorten, wrap},
};
use anstyle::{AnsiColor, Effects, Style};
use std::borrow::Cow;
use wire::Pointer;

/// The maximum number of columns of a value.
const VALUE: usize = 40;
/// The minimum number of columns of a shortened cell, on a terminal that has room for it.
const MIN: usize = 12;
/// The space between two columns.
const GAP: usize = 2;

const HEAD: Style = Style::new().bold();
pub(crate) const DIM: Style = Style::new().effects(Effects::DIMMED);

/// Returns the style of the word for a verdict.
pub(crate) fn verdict_style(word: &str) -> Style {
    match word {
        "copied" | "renamed" => AnsiColor::Green.on_default(),
        "encoded" | "derived" => AnsiColor::Cyan.on_default(),
        "defaulted" => DIM,
        "carried" => AnsiColor::Yellow.on_default(),
        _ => AnsiColor::Red.on_default().bold(),
    }
}

/// A field, with its places in the source and in the target.
pub(crate) struct FieldRow<'a> {
    verdict: &'static str,
    source: Cow<'a, str>,
    target: Cow<'a, str>,
    value: Cow<'a, str>,
    rule: Cow<'a, str>,
    remark: Cow<'a, str>,
}

impl<'a> FieldRow<'a> {
    pub(crate) fn new(
        verdict: &'static str,
        source: Option<&'a Pointer>,
        target: Option<&'a Pointer>,
        rule: &'a str,
        remark: &'a str,
    ) -> Self {
        Self {
            verdict,
            source: source.map_or(Cow::Borrowed("-"), shown_place),
            target: target.map_or(Cow::Borrowed("-"), shown_place),
            value: Cow::Borrowed(""),
            rule: printable(rule),
            remark: printable(remark),
        }
    }

    /// Sets the value, a JSON text that is shown on one line and shortened.
    pub(crate) fn value(self, text: &str) -> Self {
        Self {
            value: shown_value(text).into(),
            ..self
        }
    }

    fn cells(&self) -> [&str; 6] {
        [
            self.verdict,
            &self.source,
            &self.target,
            &self.value,
            &self.rule,
            &self.remark,
        ]
    }
}

/// Formats a pointer for people. The root is the whole message.
pub(crate) fn shown_place(pointer: &Pointer) -> Cow<'_, str> {
    if pointer.is_root() {
        Cow::Borrowed("(message)")
    } else {
        printable(pointer.as_str())
    }
}

/// Formats a JSON text on one line and shortens it.
pub(crate) fn shown_value(text: &str) -> String {
    let text = wire::without_layout(text);
    // Only the part that may be visible is escaped. The factor leaves room for combining characters, which take no
    // column.
    let end = text
        .char_indices()
        .nth(4 * VALUE)
        .map_or(text.len(), |(end, _)| end);
    shorten(&printable(text.get(..end).unwrap_or_default()), VALUE)
}

/// Formats the rows as a table that fits the terminal. If the table is too wide, places are broken into several lines,
/// values are shortened, and remarks get separate lines.
pub(crate) fn field_table(rows: &[FieldRow<'_>], terminal: Terminal) -> String {
    let heads = ["VERDICT", "SOURCE", "TARGET", "VALUE", "RULE", ""];
    let mut widths = [0; 6];
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row.cells()) {
            *width = columns(cell).max(*width);
        }
    }
    // A column without content has no head.
    for (width, head) in widths.iter_mut().zip(heads) {
        if *width > 0 {
            *width = head.len().max(*width);
        }
    }
    let is_narrow = total_width(&widths) > terminal.columns;
    if is_narrow {
        let [.., rule, remark] = &mut widths;
        (*rule, *remark) = (0, 0);
        shrink(&mut widths, terminal.columns);
    }
    let mut text = format_line(heads, &widths, |_, head| terminal.paint(HEAD, head));
    for row in rows {
        text += &row_lines(row, &widths, terminal);
        let [_, _, _, _, rule, remark] = row.cells();
        if is_narrow && !remark.is_empty() {
            let indent = widths[0] + GAP;
            let remark = wrap(&format!("{remark} ({rule})"), terminal.columns, indent);
            text = text + &" ".repeat(indent) + &terminal.paint(DIM, remark) + "\n";
        }
    }
    text
}

/// Formats a row as one line, or as several if a place is too wide for its column.
fn row_lines(row: &FieldRow<'_>, widths: &[usize; 6], terminal: Terminal) -> String {
    let style = verdict_style(row.verdict);
    let [verdict, _, _, value, rule, remark] = row.cells();
    let [_, source_width, target_width, value_width, ..] = *widths;
    let value = shorten(value, value_width);
    let sources = break_pointer(&row.source, source_width);
    let targets = break_pointer(&row.target, target_width);
    let mut text = String::new();
    for number in 0..sources.len().max(targets.len()) {
        let source = sources.get(number).copied().unwrap_or_default();
        let target = targets.get(number).copied().unwrap_or_default();
        let cells = match number {
            0 => [verdict, source, target, &value, rule, remark],
            _ => ["", source, target, "", "", ""],
        };
        text += &format_line(cells, widths, |column, cell| match column {
            0 => terminal.paint(style, cell),
            4.. => terminal.paint(DIM, cell),
            _ => cell.into(),
        });
    }
    text
}

/// Returns the width of a table with columns of these widths. Columns of width 0 are omitted.
fn total_width(widths: &[usize; 6]) -> usize {
    let shown = widths.iter().filter(|width| **width > 0);
    shown
        .map(|width| width + GAP)
        .sum::<usize>()
        .saturating_sub(GAP)
}

/// Reduces the width of the values, and then the width of the wider places, until the table fits.
fn shrink(widths: &mut [usize; 6], columns: usize) {
    let [_, source, target, ..] = widths;
    (*source, *target) = ((*source).min(columns), (*target).min(columns));
    let min = (columns / 6).clamp(2, MIN);
    loop {
        let excess = total_width(widths).saturating_sub(columns);
        let [_, source, target, value, ..] = widths;
        let widest = if *value > min.max(columns / 4) {
            value
        } else if source > target {
            source
        } else {
            target
        };
        if excess == 0 || *widest <= min {
            return;
        }
        *widest -= 1;
    }
}

/// Formats the cells of a line. `paint` receives the number and the text of a cell.
fn format_line<'a>(
    cells: [&'a str; 6],
    widths: &[usize; 6],
    paint: impl Fn(usize, &'a str) -> Cow<'a, str>,
) -> String {
    let (mut text, mut missing) = (String::new(), 0);
    for (number, (cell, width)) in cells.into_iter().zip(widths).enumerate() {
        if *width == 0 {
            continue;
        }
        if !cell.is_empty() {
            text = text + &" ".repeat(missing) + &paint(number, cell);
            missing = 0;
        }
        missing += (width + GAP).saturating_sub(columns(cell));
    }
    text + "\n"
}

/// Breaks a pointer into lines of at most `room` columns, after a slash if possible.
fn break_pointer(text: &str, room: usize) -> Vec<&str> {
    let (mut lines, mut rest) = (Vec::new(), text);
    while let Some((mut start, _)) = rest
        .split_at_checked(fitting_length(rest, room))
        .filter(|(_, end)| !end.is_empty())
    {
        if let Some(slash) = start.rfind('/').filter(|slash| *slash > 0) {
            start = start.get(..=slash).unwrap_or(start);
        }
        if start.is_empty() {
            break;
        }
        lines.push(start);
        rest = rest.get(start.len()..).unwrap_or_default();
    }
    lines.push(rest);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    const NARROW: Terminal = Terminal {
        columns: 50,
        has_color: false,
    };
    const WIDE: Terminal = Terminal {
        columns: 200,
        has_color: false,
    };

    fn pointer(text: &str) -> Pointer {
        Pointer::parse(text).unwrap()
    }

    #[test]
    fn wide_tables_have_one_line_per_field() {
        let (source, target) = (pointer("/id"), pointer("/a/b"));
        let rows = [
            FieldRow::new("lost", Some(&source), None, "x/id", "0.8 has no ids").value("\"é\""),
            FieldRow::new("copied", Some(&source), Some(&target), "x/long-id", ""),
        ];
        let expected = "\
VERDICT  SOURCE  TARGET  VALUE  RULE
lost     /id     -       \"é\"    x/id       0.8 has no ids
copied   /id     /a/b           x/long-id
";
        assert_eq!(field_table(&rows, WIDE), expected);
    }

    #[test]
    fn narrow_tables_break_places_and_move_remarks_below() {
        let (source, target) = (
            pointer("/updateComponents/components/5/action"),
            pointer("/action"),
        );
        let rows = [FieldRow::new(
            "lost",
            Some(&source),
            Some(&target),
            "x/id",
            "0.8 cannot express such actions",
        )
        .value("\"a long value that is shortened\"")];
        let expected = "\
VERDICT  SOURCE              TARGET   VALUE
lost     /updateComponents/  /action  \"a long val…
         components/5/
         action
         0.8 cannot express such actions (x/id)
";
        let text = field_table(&rows, NARROW);
        assert_eq!(text, expected);
    }

    #[test]
    fn tables_fit_and_keep_every_character_of_a_place() {
        let long = pointer(&format!(
            "/{}/世界世界世界/{}",
            "segment/".repeat(9),
            "x".repeat(90)
        ));
        let short = pointer("/a");
        for columns in 40..160 {
            for (source, target) in [(&long, &long), (&long, &short), (&short, &long)] {
                let row = FieldRow::new(
                    "quarantined",
                    Some(source),
                    Some(target),
                    "x/rule",
                    "a remark in words",
                );
                let rows = [row.value("\"世界世界世界世界世界世界世界\"")];
                let text = field_table(
                    &rows,
                    Terminal {
                        columns,
                        has_color: false,
                    },
                );
                let widest = text.lines().map(super::columns).max();
                assert!(widest <= Some(columns), "{columns}: {widest:?}\n{text}");
                let shown = |pointer: &Pointer| {
                    let letters = |text: &str| text.matches(['x', '世']).count();
                    (letters(pointer.as_str()), letters(&text))
                };
                let (one, all) = shown(&long);
                assert!(all >= one, "{text}");
            }
        }
    }

    #[test]
    fn colors_do_not_move_the_columns() {
        let (source, target) = (pointer("/id"), pointer("/a/b"));
        let rows = [FieldRow::new("lost", Some(&source), Some(&target), "x/id", "why").value("7")];
        let colored = field_table(
            &rows,
            Terminal {
                has_color: true,
                ..WIDE
            },
        );
        assert!(colored.contains("\u{1b}[31mlost\u{1b}[0m"), "{colored:?}");
        let mut plain = String::new();
        for part in colored.split('\u{1b}') {
            plain += part
                .strip_prefix('[')
                .and_then(|part| part.split_once('m'))
                .map_or(part, |(_, text)| text);
        }
        assert_eq!(plain, field_table(&rows, WIDE));
    }

    #[test]
    fn values_cannot_control_the_terminal() {
        let hostile = pointer("/\u{1b}[2J\u{202e}");
        let rows = [
            FieldRow::new("lost", Some(&hostile), None, "\u{7}", "\u{9b}")
                .value("\"\u{9b}x\u{7f}\""),
        ];
        let text = field_table(&rows, WIDE);
        assert!(
            !text.contains(|character: char| character.is_control() && character != '\n'),
            "{text:?}"
        );
        assert!(
            !text.contains('\u{202e}') && text.contains("\\u{202e}"),
            "{text:?}"
        );
    }
}
