//! The rules that concern several members.

use super::{
    form,
    limits::{MAX_CHARTS, MAX_MARKDOWN_CHARACTERS, MAX_NESTING, MAX_VIEW_BYTES},
    members::BlockMembers,
    menus, places,
    report::{BlockPlace, PayloadReport, listed},
    tables,
};
use crate::AppSurface;
use wire::{Finding, PayloadKind, Pointer, token};

/// Returns `true` for a type with further members that Slack defines. Attachments have an older form without blocks.
pub(super) fn is_open(type_name: &str) -> bool {
    type_name == "MessageAttachment"
}

/// Returns `true` for a message or view that Slack has written. It may have any member.
pub(super) fn is_written_by_slack(type_name: &str, members: &BlockMembers<'_>) -> bool {
    match type_name {
        "ModalView" | "HomeView" => members.has("id") || members.has("state"),
        "BlockMessage" => members.string("type").is_some_and(|kind| kind == "message"),
        _ => false,
    }
}

/// Returns the surface of a message or view.
pub(super) fn surface_of(type_name: &str, members: &BlockMembers<'_>) -> Option<AppSurface> {
    match type_name {
        "BlockMessage" if !members.are_only("blocks") => Some(AppSurface::Message),
        "ModalView" => Some(AppSurface::Modal),
        "HomeView" => Some(AppSurface::Home),
        _ => None,
    }
}

/// Judges an object by the rules of its type.
pub(super) fn judge(
    report: &mut PayloadReport,
    type_name: &str,
    members: &BlockMembers<'_>,
    (at, place): (&Pointer, BlockPlace),
) {
    match type_name {
        "BlockMessage" => judge_message(report, members, at),
        "ModalView" => judge_modal(report, members, at),
        "HomeView" => judge_view(report, (AppSurface::Home, members), at),
        "ViewErrors" => judge_errors(report, members, at),
        "ViewUpdate" | "ViewPush" => judge_answered_view(report, members, at),
        "SectionBlock" => require_any(report, &["text", "fields"], members, at),
        "ImageBlock" | "ImageElement" => {
            require_one(report, ["image_url", "slack_file"], members, at)
        }
        "SlackFile" => require_one(report, ["id", "url"], members, at),
        "InputBlock" => report.seen.has_input = true,
        "CardBlock" => {
            require_any(
                report,
                &["hero_image", "title", "actions", "body"],
                members,
                at,
            );
            refuse_both(report, ["icon", "slack_icon"], members, at);
        }
        "ContainerBlock" => judge_container(report, members, (at, place)),
        "LayoutBlock" => judge_layout(report, members, (at, place)),
        "LayoutRow" => tables::judge_layout_row(report, members, at),
        "MarkdownBlock" => judge_markdown(report, members, at),
        "FileBlock" => report_read_only(report, at),
        "PlanBlock" => judge_plan(report, members, at),
        "TaskCardBlock" => judge_task(report, members, at),
        "TableBlock" => tables::judge_table(report, members, at),
        "DataTableBlock" => tables::judge_data_table(report, members, at),
        "ChartBlock" => judge_chart(report, at),
        "BarChart" | "LineChart" | "AreaChart" => tables::judge_series(report, members, at),
        "PieChart" => tables::judge_pie(report, members, at),
        "AxisConfig" => tables::judge_axes(report, members, at),
        "MrkdwnText" => judge_mentions(report, members, at),
        "RichTextBroadcast" => report_mention(report, &at.member("range")),
        "RichText" | "RichTextLink" | "RichTextEmoji" | "RichTextUser" => {
            judge_style(report, members, at)
        }
        "ButtonElement" if members.has("agent_prompt_display") && !members.has("agent_prompt") => {
            report.report_missing("agent_prompt", at);
        }
        "SlackOption" => menus::judge_option(report, members, (at, place)),
        "StaticSelect" | "MultiStaticSelect" => {
            require_one(report, ["options", "option_groups"], members, at);
            menus::judge_initial_options(report, members, at);
        }
        "Checkboxes" | "RadioButtons" => menus::judge_initial_options(report, members, at),
        "NumberElement" => judge_numbers(report, members, at),
        "PlainTextInput" => judge_order(report, ["min_length", "max_length"], members, at),
        "RichTextInput" => judge_order(report, ["min_lines", "max_lines"], members, at),
        _ => {}
    }
}

/// Reports an object without any of these members.
fn require_any(
    report: &mut PayloadReport,
    names: &[&str],
    members: &BlockMembers<'_>,
    at: &Pointer,
) {
    if names.iter().any(|name| members.has(name)) {
        return;
    }
    let names = listed(names);
    let message = format!("the object needs {names}");
    let finding = Finding::error("slack-blocks/one-of", at.clone(), message);
    report.add(finding.hint(format_args!("add {names}")));
}

/// Reports an object with two members that exclude each other.
fn refuse_both(
    report: &mut PayloadReport,
    [one, other]: [&str; 2],
    members: &BlockMembers<'_>,
    at: &Pointer,
) {
    if !members.has(one) || !members.has(other) {
        return;
    }
    let message = format!("the object has both `{one}` and `{other}`");
    let finding = Finding::error("slack-blocks/one-of", at.member(other), message);
    report.add(finding.hint(format_args!("remove `{one}` or `{other}`")));
}

/// Reports an object that does not have exactly one of these members.
fn require_one(
    report: &mut PayloadReport,
    names: [&str; 2],
    members: &BlockMembers<'_>,
    at: &Pointer,
) {
    require_any(report, &names, members, at);
    refuse_both(report, names, members, at);
}

fn judge_message(report: &mut PayloadReport, members: &BlockMembers<'_>, at: &Pointer) {
    // Blocks alone may be those of a view, if the caller says so.
    let named = report.named_surface.filter(|_| members.are_only("blocks"));
    let surface = named.unwrap_or(AppSurface::Message);
    judge_surface(report, surface, at);
    if let Some(blocks) = members
        .get("blocks")
        .filter(|blocks| blocks.starts_with('['))
    {
        // An empty list removes the blocks of a message, so it is right.
        let limits = (0, surface.max_blocks());
        report.items(limits, ("blocks", blocks), &at.member("blocks"));
    }
    if surface != AppSurface::Message {
        return;
    }
    if members.is_true("delete_original") {
        return;
    }
    let has_text = members
        .string("text")
        .is_some_and(|text| !text.trim().is_empty());
    if has_text {
        let has_markup = members.get("mrkdwn") != Some("false");
        if has_markup {
            judge_mentions(report, members, at);
        }
        return;
    }
    if !members.has("blocks") && !members.has("attachments") {
        require_any(report, &["text", "blocks"], &BlockMembers::of("{}"), at);
        return;
    }
    let message =
        "the message has no `text`, so notifications and screen readers have nothing to say";
    let finding = Finding::warning("slack-blocks/notification", at.member("text"), message);
    report.add(finding.hint("add a `text` that says the same as the blocks"));
}

/// Reports a message for another surface than the caller named.
fn judge_surface(report: &mut PayloadReport, own: AppSurface, at: &Pointer) {
    let Some(surface) = report.named_surface.filter(|surface| *surface != own) else {
        return;
    };
    let (own, surface) = (own.title(), surface.title());
    let message = format!("this is the content of {own}, and {surface} was expected");
    let finding = Finding::error("slack-blocks/place", at.clone(), message);
    report.add(finding.hint(format_args!("write {surface}")));
}

fn judge_view(
    report: &mut PayloadReport,
    (own, members): (AppSurface, &BlockMembers<'_>),
    at: &Pointer,
) {
    judge_surface(report, own, at);
    let bytes = members.bytes();
    if bytes <= MAX_VIEW_BYTES {
        return;
    }
    let message = format!("the view has {bytes} bytes, and Slack accepts at most {MAX_VIEW_BYTES}");
    let finding = Finding::error("slack-blocks/limit", at.clone(), message);
    report.add(finding.hint("remove blocks, or show them in another view"));
}

fn judge_modal(report: &mut PayloadReport, members: &BlockMembers<'_>, at: &Pointer) {
    judge_view(report, (AppSurface::Modal, members), at);
    if !report.seen.has_input || members.has("submit") {
        return;
    }
    let message = "the dialog has an input, and no button that submits it";
    let finding = Finding::error("slack-blocks/submit", at.member("submit"), message);
    report.add(finding.hint("add `submit`, the label of the button"));
}

/// Reports errors without a block or without a text.
fn judge_errors(report: &mut PayloadReport, members: &BlockMembers<'_>, at: &Pointer) {
    let Some(errors) = members
        .get("errors")
        .filter(|errors| errors.starts_with('{'))
    else {
        return;
    };
    let at = at.member("errors");
    report.items((1, usize::MAX), ("errors", errors), &at);
}

/// Reports an answer that shows the home of the app in place of a dialog.
fn judge_answered_view(report: &mut PayloadReport, members: &BlockMembers<'_>, at: &Pointer) {
    let view = BlockMembers::of(members.get("view").unwrap_or_default());
    if view.string("type").is_none_or(|kind| kind != "home") {
        return;
    }
    let message = "an answer to a dialog cannot show the home of the app";
    let finding = Finding::error("slack-blocks/place", at.member("view"), message);
    report.add(finding.hint("answer with a view of the type `modal`"));
}

fn judge_container(
    report: &mut PayloadReport,
    members: &BlockMembers<'_>,
    (at, place): (&Pointer, BlockPlace),
) {
    require_one(report, ["title", "rich_text_title"], members, at);
    let is_collapsible = members.is_true("is_collapsible");
    let (name, message) = match is_collapsible {
        false if members.is_true("default_collapsed") => (
            "default_collapsed",
            "the container is collapsed at first, and cannot be collapsed",
        ),
        true if members.is_true("has_header_divider") => (
            "has_header_divider",
            "a container that can be collapsed cannot have a line below its title",
        ),
        _ => {
            judge_nesting(report, (at, place));
            return;
        }
    };
    let finding = Finding::error("slack-blocks/one-of", at.member(name), message);
    report.add(finding.hint(format_args!("remove `{name}`, or change `is_collapsible`")));
    judge_nesting(report, (at, place));
}

fn judge_nesting(report: &mut PayloadReport, (at, place): (&Pointer, BlockPlace)) {
    if place.nesting <= MAX_NESTING {
        return;
    }
    let message = format!("layouts and containers nest more than {MAX_NESTING} levels");
    let finding = Finding::error("slack-blocks/place", at.clone(), message);
    report.add(finding.hint("move the block out of the layout or the container"));
}

fn judge_layout(
    report: &mut PayloadReport,
    members: &BlockMembers<'_>,
    (at, place): (&Pointer, BlockPlace),
) {
    judge_nesting(report, (at, place));
    let fallback = members.get("fallback").unwrap_or_default();
    for (index, block) in token::children(fallback).enumerate() {
        let Some(kind) = BlockMembers::of(block.text).string("type") else {
            continue;
        };
        if places::FALLBACK_BLOCKS.contains(&&*kind) {
            continue;
        }
        let message = format!("clients without layouts cannot show a block of the type `{kind}`");
        let at = at.member("fallback").element(index);
        let finding = Finding::error("slack-blocks/place", at, message);
        let known = listed(&places::FALLBACK_BLOCKS);
        report.add(finding.hint(format_args!("use a block of the type {known}")));
    }
}

fn judge_markdown(report: &mut PayloadReport, members: &BlockMembers<'_>, at: &Pointer) {
    let text = members.string("text").unwrap_or_default();
    let before = report.seen.markdown;
    report.seen.markdown = before.saturating_add(text.chars().count());
    let sum = report.seen.markdown;
    // The block that exceeds the limit is reported. Later ones say nothing new.
    if before > MAX_MARKDOWN_CHARACTERS || sum <= MAX_MARKDOWN_CHARACTERS {
        return;
    }
    let message = format!(
        "the Markdown blocks up to here have {sum} characters, and Slack accepts at most {MAX_MARKDOWN_CHARACTERS} in a message"
    );
    let finding = Finding::error("slack-blocks/limit", at.member("text"), message);
    report.add(finding.hint("shorten the texts, or split the message"));
}

fn report_read_only(report: &mut PayloadReport, at: &Pointer) {
    let message = "blocks of the type `file` come from Slack, and an app cannot send them";
    let finding = Finding::warning("slack-blocks/place", at.clone(), message);
    report.add(finding.hint("share the file, and Slack adds the block"));
}

fn judge_plan(report: &mut PayloadReport, members: &BlockMembers<'_>, at: &Pointer) {
    let mut ids = std::collections::BTreeSet::new();
    let tasks = members.get("tasks").unwrap_or_default();
    for (index, task) in token::children(tasks).enumerate() {
        let Some(id) = BlockMembers::of(task.text).string("task_id") else {
            continue;
        };
        if ids.insert(id.into_owned()) {
            continue;
        }
        let at = at.member("tasks").element(index).member("task_id");
        let message = "another task of the plan has the same `task_id`";
        let finding = Finding::error("slack-blocks/id", at, message);
        report.add(finding.hint("give each task its own id"));
    }
}

fn judge_task(report: &mut PayloadReport, members: &BlockMembers<'_>, at: &Pointer) {
    if members
        .string("status")
        .is_none_or(|status| status != "pending")
    {
        return;
    }
    let message = "a task outside a plan should not be pending";
    let finding = Finding::warning("slack-blocks/value", at.member("status"), message);
    report.add(finding.hint("use `in_progress`, or put the task into a plan"));
}

fn judge_chart(report: &mut PayloadReport, at: &Pointer) {
    report.seen.charts += 1;
    if report.seen.charts != MAX_CHARTS + 1 {
        return;
    }
    let message = format!("the message has more than {MAX_CHARTS} charts");
    let finding = Finding::error("slack-blocks/limit", at.clone(), message);
    report.add(finding.hint("remove charts, or split the message"));
}

/// The styles of a piece of a rich text.
const STYLES: [&str; 8] = [
    "bold",
    "italic",
    "strike",
    "underline",
    "code",
    "highlight",
    "client_highlight",
    "unlink",
];

/// Reports styles that are neither `true` nor `false`, and unknown ones.
fn judge_style(report: &mut PayloadReport, members: &BlockMembers<'_>, at: &Pointer) {
    let Some(style) = members.get("style") else {
        return;
    };
    let at = at.member("style");
    if !report.expect(PayloadKind::Object, style, &at) {
        return;
    }
    for (name, value) in BlockMembers::of(style).iter() {
        let at = at.member(name);
        match STYLES.contains(&name) {
            true => _ = report.expect(PayloadKind::Boolean, value, &at),
            false => report.report_word("slack-blocks/unknown-member", (name, &STYLES), &at),
        }
    }
}

/// Reports a text that notifies all members of a channel or a workspace.
fn judge_mentions(report: &mut PayloadReport, members: &BlockMembers<'_>, at: &Pointer) {
    let text = members.string("text").unwrap_or_default();
    let notifies = ["<!channel", "<!here", "<!everyone"].iter().any(|mention| {
        let mut rests = text.split(mention).skip(1);
        rests.any(|rest| rest.starts_with(['>', '|']))
    });
    if notifies {
        report_mention(report, &at.member("text"));
    }
}

fn report_mention(report: &mut PayloadReport, at: &Pointer) {
    let message = "the text notifies many users at once";
    let finding = Finding::warning("slack-blocks/mention", at.clone(), message);
    report.add(finding.hint("escape `<` as `&lt;`, unless the app means to notify all of them"));
}

/// Reports bounds that no number fits, and an initial value outside them.
fn judge_numbers(report: &mut PayloadReport, members: &BlockMembers<'_>, at: &Pointer) {
    let value = |name| form::number(&members.string(name)?);
    let (least, most) = (value("min_value"), value("max_value"));
    report_order(report, ["min_value", "max_value"], (least, most), at);
    let initial = value("initial_value");
    let is_below = least
        .zip(initial)
        .is_some_and(|(least, initial)| initial < least);
    let is_above = most
        .zip(initial)
        .is_some_and(|(most, initial)| initial > most);
    if is_below || is_above {
        let message = "the initial value is outside the bounds of the input";
        let finding = Finding::error("slack-blocks/range", at.member("initial_value"), message);
        report.add(finding.hint("change the initial value, or the bounds"));
    }
    if members.get("is_decimal_allowed") != Some("false") {
        return;
    }
    for (name, value) in [
        ("initial_value", initial),
        ("min_value", least),
        ("max_value", most),
    ] {
        if value.is_some_and(|value| value.fract() != 0.0) {
            let message = format!("`{name}` has a fraction, which the input does not accept");
            let finding = Finding::error("slack-blocks/range", at.member(name), message);
            report.add(finding.hint("write an integer, or set `is_decimal_allowed` to `true`"));
        }
    }
}

fn judge_order(
    report: &mut PayloadReport,
    names: [&str; 2],
    members: &BlockMembers<'_>,
    at: &Pointer,
) {
    let [least, most] = names.map(|name| members.get(name)?.parse().ok());
    report_order(report, names, (least, most), at);
}

/// Reports a least value above the greatest one.
fn report_order(
    report: &mut PayloadReport,
    [least_name, most_name]: [&str; 2],
    (least, most): (Option<f64>, Option<f64>),
    at: &Pointer,
) {
    if least.zip(most).is_none_or(|(least, most)| least <= most) {
        return;
    }
    let message =
        format!("`{least_name}` is greater than `{most_name}`, so users cannot enter a value");
    let finding = Finding::error("slack-blocks/range", at.member(least_name), message);
    report.add(finding.hint(format_args!("exchange `{least_name}` and `{most_name}`")));
}
