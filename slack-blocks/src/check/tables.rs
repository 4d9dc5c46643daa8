//! The rules of tables, charts and the rows of layouts.

use super::{
    limits::{MAX_COLUMNS, MAX_DATA_TABLE_CHARACTERS},
    members::BlockMembers,
    report::PayloadReport,
};
use std::collections::BTreeSet;
use wire::{Finding, Pointer, token};

/// The greatest number of characters of a table. Other libraries measured it; Slack does not document it.
const MAX_TABLE_CHARACTERS: usize = 10_000;

pub(super) fn judge_table(report: &mut PayloadReport, members: &BlockMembers<'_>, at: &Pointer) {
    let rows = members.get("rows").unwrap_or_default();
    let columns = judge_rows(report, rows, &at.member("rows"));
    let settings = members.get("column_settings").unwrap_or_default();
    let settings_count = token::children(settings).count();
    if settings.starts_with('[') && columns.is_some_and(|columns| columns != settings_count) {
        let message = format!(
            "the table has {settings_count} settings of columns, and another number of columns"
        );
        let finding = Finding::error("slack-blocks/table", at.member("column_settings"), message);
        report.add(finding.hint("write one setting for each column"));
    }
    let characters = characters_of(rows);
    if characters > MAX_TABLE_CHARACTERS {
        let message = format!(
            "the table has {characters} characters, and Slack may refuse more than {MAX_TABLE_CHARACTERS}"
        );
        let finding = Finding::warning("slack-blocks/limit", at.member("rows"), message);
        report.add(finding.hint("shorten the texts, or use a block of the type `data_table`"));
    }
}

pub(super) fn judge_data_table(
    report: &mut PayloadReport,
    members: &BlockMembers<'_>,
    at: &Pointer,
) {
    let rows = members.get("rows").unwrap_or_default();
    let rows_at = at.member("rows");
    let columns = judge_rows(report, rows, &rows_at);
    for (number, row) in token::children(rows).enumerate() {
        for (index, cell) in token::children(row.text).enumerate() {
            let cell_at = rows_at.element(number).element(index);
            judge_cell(report, (number == 0, cell.text), &cell_at);
        }
    }
    let index: Option<usize> = members
        .get("row_header_column_index")
        .and_then(|index| index.parse().ok());
    if index
        .zip(columns)
        .is_some_and(|(index, columns)| index >= columns)
    {
        let message = "the table does not have the column with the names of its rows";
        let finding = Finding::error(
            "slack-blocks/table",
            at.member("row_header_column_index"),
            message,
        );
        report.add(finding.hint("write the index of a column, from 0"));
    }
    let before = report.seen.table_characters;
    report.seen.table_characters = before.saturating_add(characters_of(rows));
    let sum = report.seen.table_characters;
    if before > MAX_DATA_TABLE_CHARACTERS || sum <= MAX_DATA_TABLE_CHARACTERS {
        return;
    }
    let message = format!(
        "the data tables up to here have {sum} characters, and Slack accepts at most {MAX_DATA_TABLE_CHARACTERS} in a message"
    );
    let finding = Finding::error("slack-blocks/limit", rows_at, message);
    report.add(finding.hint("shorten the texts, or split the table"));
}

/// Reports a cell without a text, and a header with styles.
fn judge_cell(report: &mut PayloadReport, (is_header, cell): (bool, &str), at: &Pointer) {
    let members = BlockMembers::of(cell);
    let Some(kind) = members.string("type") else {
        return;
    };
    if is_header && !kind.starts_with("raw_") {
        let message = "a header of a data table has no styles";
        let finding = Finding::error("slack-blocks/table", at.clone(), message);
        report.add(finding.hint("use a cell of the type `raw_text`"));
    }
    if kind.starts_with("raw_") && members.string("text").is_some_and(|text| text.is_empty()) {
        let message = "a cell of a data table is empty, and Slack refuses an empty text here";
        let finding = Finding::error("slack-blocks/empty", at.member("text"), message);
        report.add(finding.hint("write a text such as `-`"));
    }
}

/// Reports rows of different lengths, and too many columns. Returns the number of columns if all rows have it.
fn judge_rows(report: &mut PayloadReport, rows: &str, at: &Pointer) -> Option<usize> {
    let mut columns = None;
    for (number, row) in token::children(rows).enumerate() {
        if !row.text.starts_with('[') {
            return None;
        }
        let count = token::children(row.text).count();
        let at = at.element(number);
        if count > MAX_COLUMNS {
            let message =
                format!("the row has {count} cells, and Slack accepts at most {MAX_COLUMNS}");
            let finding = Finding::error("slack-blocks/limit", at, message);
            report.add(finding.hint("remove columns, or split the table"));
            return None;
        }
        if count == 0 {
            let message = "the row is empty, and Slack refuses an empty list here";
            let finding = Finding::error("slack-blocks/empty", at, message);
            report.add(finding.hint("add cells, or leave the row out"));
            return None;
        }
        if *columns.get_or_insert(count) != count {
            let message =
                format!("the row has {count} cells, and the first row has another number");
            let finding = Finding::error("slack-blocks/table", at, message);
            report.add(finding.hint("write the same number of cells into each row"));
            return None;
        }
    }
    columns
}

/// Counts the characters in the texts of cells.
fn characters_of(rows: &str) -> usize {
    let mut count = 0_usize;
    for row in token::children(rows) {
        for cell in token::children(row.text) {
            let text = BlockMembers::of(cell.text)
                .string("text")
                .unwrap_or_default();
            count = count.saturating_add(text.chars().count());
        }
    }
    count
}

/// Reports slices without a size.
pub(super) fn judge_pie(report: &mut PayloadReport, members: &BlockMembers<'_>, at: &Pointer) {
    let segments = members.get("segments").unwrap_or_default();
    for (index, segment) in token::children(segments).enumerate() {
        let value = BlockMembers::of(segment.text)
            .get("value")
            .unwrap_or_default();
        if value.parse::<f64>().is_ok_and(|value| value <= 0.0) {
            let at = at.member("segments").element(index).member("value");
            let message =
                format!("the slice has the value {value}, and Slack requires more than 0");
            let finding = Finding::error("slack-blocks/limit", at, message);
            report.add(finding.hint("leave the slice out"));
        }
    }
}

/// Reports series with the same name, and series without exactly one value for each category.
pub(super) fn judge_series(report: &mut PayloadReport, members: &BlockMembers<'_>, at: &Pointer) {
    let axes = BlockMembers::of(members.get("axis_config").unwrap_or_default());
    let categories = axes.get("categories").unwrap_or_default();
    let mut categories: Vec<_> = token::children(categories)
        .map(|category| token::string(category.text))
        .collect();
    categories.sort_unstable();
    // Without categories, their absence is reported.
    let has_categories = !categories.is_empty();
    let mut names = BTreeSet::new();
    let series = members.get("series").unwrap_or_default();
    for (index, one) in token::children(series).enumerate() {
        let at = at.member("series").element(index);
        let members = BlockMembers::of(one.text);
        let name = members.string("name").unwrap_or_default();
        if !names.insert(name) {
            let message = "another series has the same name";
            let finding = Finding::error("slack-blocks/id", at.member("name"), message);
            report.add(finding.hint("give each series its own name"));
        }
        let mut labels: Vec<_> = token::children(members.get("data").unwrap_or_default())
            .filter_map(|point| BlockMembers::of(point.text).string("label"))
            .collect();
        labels.sort_unstable();
        if has_categories && labels != categories {
            let message = "the series does not have exactly one value for each category";
            let finding = Finding::error("slack-blocks/table", at.member("data"), message);
            report.add(finding.hint("write the categories as the labels of the values, each once"));
        }
    }
}

/// Reports repeated categories.
pub(super) fn judge_axes(report: &mut PayloadReport, members: &BlockMembers<'_>, at: &Pointer) {
    let mut known = BTreeSet::new();
    let categories = members.get("categories").unwrap_or_default();
    for (index, category) in token::children(categories).enumerate() {
        if !category.text.starts_with('"')
            || known.insert(token::string(category.text).into_owned())
        {
            continue;
        }
        let at = at.member("categories").element(index);
        let message = "another category has the same name";
        let finding = Finding::error("slack-blocks/id", at, message);
        report.add(finding.hint("give each category its own name"));
    }
}

/// The blocks that may be in a row of a layout only once.
const WIDE_BLOCKS: [&str; 3] = ["carousel", "data_table", "data_visualization"];

pub(super) fn judge_layout_row(
    report: &mut PayloadReport,
    members: &BlockMembers<'_>,
    at: &Pointer,
) {
    let items = members.get("items").unwrap_or_default();
    let mut wide_blocks = 0;
    let mut row_width = 0;
    let mut chart = None;
    for (index, item) in token::children(items).enumerate() {
        let item = BlockMembers::of(item.text);
        let kind = BlockMembers::of(item.get("block").unwrap_or_default()).string("type");
        let width = match item.string("width").as_deref() {
            Some("narrow") => 1,
            Some("wide") => 3,
            _ => 2,
        };
        row_width += width;
        let kind = kind.unwrap_or_default();
        if kind == "data_visualization" {
            chart = Some((index, width));
        }
        if WIDE_BLOCKS.contains(&&*kind) {
            wide_blocks += 1;
        }
    }
    if wide_blocks > 1 {
        let message = "a row of a layout can have one carousel, data table or chart";
        let finding = Finding::error("slack-blocks/place", at.member("items"), message);
        report.add(finding.hint("put each of them into its own row"));
    }
    if let Some((index, width)) = chart.filter(|(_, width)| width * 2 <= row_width) {
        let message = format!(
            "the chart has {width} of {row_width} parts of the row, and needs more than half"
        );
        let finding = Finding::error(
            "slack-blocks/place",
            at.member("items").element(index),
            message,
        );
        report.add(finding.hint("make the chart wider, or the other blocks narrower"));
    }
}
