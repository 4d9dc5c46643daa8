//! Each row of the table of limits: one below the limit, the limit, and one above.

use super::{findings, info, rules, samples::sample};
use crate::check::{
    form::Form,
    limits::{
        ALL, COMMON, Limit, MAX_DATA_TABLE_CHARACTERS, MAX_MARKDOWN_CHARACTERS, MAX_VIEW_BYTES,
        limits_of,
    },
};
use std::fmt::Write;
use wire::{Payload, Severity, Shape, Type};

/// A character that is two units of UTF-16 and four bytes.
const WIDE_CHARACTER: &str = "😀";

/// Returns the sample of a type with another value of one member.
fn with_member(name: &str, member: &str, value: &str) -> String {
    let sample = Payload::parse(sample(name)).unwrap();
    let mut json = String::from("{");
    for (own, value) in sample.members().filter(|(own, _)| own != member) {
        // A select has options or groups, and an image has an address or a file.
        if member == "option_groups" && own == "options" {
            continue;
        }
        write!(json, "{}:{},", Payload::string(&own).text(), value.text()).unwrap();
    }
    format!("{json}\"{member}\":{value}}}")
}

/// The JSON form of a member, as far as the limits need it.
#[derive(Debug, PartialEq)]
enum MemberForm {
    String,
    Text,
    Other,
}

fn form_of(ty: &Type) -> MemberForm {
    match ty {
        Type::Tolerant(inner) | Type::Nullable(inner) | Type::List(inner) => form_of(inner),
        Type::String => MemberForm::String,
        Type::Named(info) if info().name == "TextObject" => MemberForm::Text,
        _ => MemberForm::Other,
    }
}

fn form_of_member(name: &str, member: &str) -> MemberForm {
    let Shape::Object(table) = info(name).shape else {
        panic!("{name} is not an object");
    };
    let row = table.members.iter().find(|row| row.name == member);
    form_of(
        &row.unwrap_or_else(|| panic!("{name} has no member {member}"))
            .ty,
    )
}

/// Returns a text of this length, as a string or a text object.
fn text(form: &MemberForm, length: usize) -> String {
    written(form, &WIDE_CHARACTER.repeat(length))
}

/// Returns a text of this length for a member. An address begins with its scheme.
fn text_of_member(name: &str, member: &str, length: usize) -> String {
    let form = form_of_member(name, member);
    let is_address = limits_of(name, member).any(|limit| matches!(limit, Limit::Form(_)));
    let begin = "https://example.com/";
    match is_address && length > begin.len() {
        true => written(
            &form,
            &format!("{begin}{}", WIDE_CHARACTER.repeat(length - begin.len())),
        ),
        false => text(&form, length),
    }
}

fn written(form: &MemberForm, text: &str) -> String {
    match form {
        MemberForm::String => format!("\"{text}\""),
        MemberForm::Text => format!(r#"{{"type":"plain_text","text":"{text}"}}"#),
        MemberForm::Other => panic!("the member is not a text"),
    }
}

/// Returns a valid element of a list. Elements with an id have the number in it.
fn element(name: &str, member: &str, number: usize) -> String {
    match (name, member) {
        ("PlanBlock", "tasks") => format!(r#"{{"task_id":"t{number}","title":"Search"}}"#),
        (_, "series") => {
            format!(r#"{{"name":"{number}","data":[{{"label":"x","value":1}}]}}"#)
        }
        ("AxisConfig", "categories") => format!("\"{number}\""),
        ("SectionBlock", "fields") => r#"{"type":"mrkdwn","text":"a"}"#.to_owned(),
        ("TableBlock", "column_settings") => r#"{"align":"left"}"#.to_owned(),
        (_, "option_groups") => sample("OptionGroup").to_owned(),
        (_, "initial_options") => sample("SlackOption").to_owned(),
        ("BlockMessage", "attachments") => r#"{"fallback":"a"}"#.to_owned(),
        ("CardBlock", "actions") => sample("ButtonElement").to_owned(),
        ("FileInput", "filetypes") => "\"png\"".to_owned(),
        ("IconButton", "visible_to_user_ids") => "\"U1\"".to_owned(),
        _ => {
            let sample = Payload::parse(sample(name)).unwrap();
            let list = sample.member(member).unwrap();
            let first = list.elements().next();
            first
                .unwrap_or_else(|| panic!("{name} has no {member}"))
                .text()
                .to_owned()
        }
    }
}

fn list(name: &str, member: &str, length: usize) -> String {
    let elements: Vec<_> = (0..length)
        .map(|number| element(name, member, number))
        .collect();
    format!("[{}]", elements.join(","))
}

/// Asserts that a value has no errors.
fn accept(name: &str, member: &str, value: &str) {
    let json = with_member(name, member, value);
    let found = findings(name, &json, None);
    let is_right = found
        .iter()
        .all(|finding| finding.severity != Severity::Error);
    assert!(is_right, "{name} {member} {found:#?}");
}

/// Asserts that a value breaks the rule at the place below the member.
fn refuse(rule: &str, name: &str, (member, below): (&str, &str), value: &str) {
    let json = with_member(name, member, value);
    let found = findings(name, &json, None);
    let at = format!("/{member}{below}");
    let is_found = rules(&found).contains(&(rule, at.as_str()));
    assert!(is_found, "{rule} at {at} of {name}: {found:#?}");
}

fn judge_characters(name: &str, member: &str, (least, most): (usize, usize)) {
    let form = form_of_member(name, member);
    let below = if form == MemberForm::Text {
        "/text"
    } else {
        ""
    };
    if most < usize::MAX {
        accept(name, member, &text_of_member(name, member, most - 1));
        accept(name, member, &text_of_member(name, member, most));
        let long = text_of_member(name, member, most + 1);
        refuse("slack-blocks/limit", name, (member, below), &long);
    }
    if least > 0 {
        refuse("slack-blocks/empty", name, (member, below), &text(&form, 0));
    } else {
        accept(name, member, &text(&form, 0));
    }
}

fn judge_items(name: &str, member: &str, (least, most): (usize, usize)) {
    for length in [least, least + 1, most - 1, most] {
        // The list of settings has the length of the rows.
        if length < usize::MAX - 1
            && member != "column_settings"
            && (least..=most).contains(&length)
        {
            accept_list(name, member, length);
        }
    }
    if most < usize::MAX {
        refuse(
            "slack-blocks/limit",
            name,
            (member, ""),
            &list(name, member, most + 1),
        );
    }
    match least {
        0 => accept_list(name, member, 0),
        1 => refuse("slack-blocks/empty", name, (member, ""), "[]"),
        _ => refuse(
            "slack-blocks/limit",
            name,
            (member, ""),
            &list(name, member, least - 1),
        ),
    }
}

fn accept_list(name: &str, member: &str, length: usize) {
    // The options of multi-selects begin as plain options, and those of checkboxes with markup.
    if (name, member) == ("Checkboxes", "initial_options")
        || name == "MultiStaticSelect" && member == "initial_options"
    {
        let option = Payload::parse(sample(name))
            .unwrap()
            .member("options")
            .unwrap();
        let option = option.elements().next().unwrap();
        let options = vec![option.text(); length].join(",");
        accept(name, member, &format!("[{options}]"));
        return;
    }
    accept(name, member, &list(name, member, length));
}

fn judge_number(name: &str, member: &str, (least, most): (f64, f64)) {
    for number in [least, least + 1.0] {
        accept_number(name, member, number, most);
    }
    refuse(
        "slack-blocks/limit",
        name,
        (member, ""),
        &(least - 1.0).to_string(),
    );
    if most < f64::MAX {
        accept_number(name, member, most - 1.0, most);
        accept_number(name, member, most, most);
        refuse(
            "slack-blocks/limit",
            name,
            (member, ""),
            &(most + 1.0).to_string(),
        );
    }
}

fn accept_number(name: &str, member: &str, number: f64, most: f64) {
    if number <= most {
        accept(name, member, &number.to_string());
    }
}

fn judge_form(name: &str, member: &str, form: Form) {
    let (right, wrong): (&[&str], &[&str]) = match form {
        Form::Date => (
            &["2026-12-24", "2024-02-29"],
            &["", "2026-02-29", "24.12.2026", "2026-12-24T00:00:00Z"],
        ),
        Form::Time => (
            &["00:00", "23:59"],
            &["", "24:00", "9:30", "09:30:00", "09:60"],
        ),
        Form::Number => (
            &["0", "-1.5", "+2", "007", "1e3", ".5"],
            &["", "-", "one", "1,5", "0x1"],
        ),
        Form::Link => (
            &[
                "https://example.com/",
                "http://a.b",
                "mailto:ada@example.com",
                "HTTPS://a.b",
                "tel:112",
            ],
            &[
                "a",
                "javascript:alert(1)",
                "data:text/html,a",
                "https://",
                "/path",
                "JavaScript:a",
            ],
        ),
        Form::Web => (
            &["https://example.com/a.png", "http://example.com/a.png"],
            &[
                "a.png",
                "data:image/png;base64,AA==",
                "mailto:ada@example.com",
                "ftp://a.b/c",
            ],
        ),
        Form::Https => (
            &["https://example.com/a"],
            &["http://example.com/a", "//a.b", "javascript:a"],
        ),
    };
    for text in right {
        accept(name, member, Payload::string(text).text());
    }
    let rule = match form {
        Form::Date | Form::Time | Form::Number => "slack-blocks/value",
        _ => "slack-blocks/url",
    };
    for text in wrong {
        refuse(rule, name, (member, ""), Payload::string(text).text());
    }
}

fn judge_row(name: &str, member: &str, limit: Limit) {
    match limit {
        Limit::Characters(least, most) => judge_characters(name, member, (least, most)),
        Limit::EachCharacters(most) => {
            let form = form_of_member(name, member);
            for length in [most - 1, most] {
                accept(name, member, &format!("[{}]", text(&form, length)));
            }
            let below = if form == MemberForm::Text {
                "/0/text"
            } else {
                "/0"
            };
            let long = format!("[{}]", text(&form, most + 1));
            refuse("slack-blocks/limit", name, (member, below), &long);
        }
        Limit::Items(least, most) => judge_items(name, member, (least, most)),
        Limit::Number(least, most) => judge_number(name, member, (least, most)),
        Limit::Words(words) => {
            for word in words {
                accept(name, member, &format!("\"{word}\""));
            }
            refuse("slack-blocks/value", name, (member, ""), "\"x\"");
        }
        Limit::EachWord(words) => {
            for word in words {
                accept(name, member, &format!("[\"{word}\"]"));
            }
            refuse("slack-blocks/value", name, (member, "/0"), "[\"x\"]");
        }
        Limit::Form(form) => judge_form(name, member, form),
        Limit::Plain => {
            let value = r#"{"type":"mrkdwn","text":"a"}"#;
            refuse("slack-blocks/markup", name, (member, "/type"), value);
        }
    }
}

#[test]
fn each_row_refuses_one_more_than_its_limit() {
    for limits in ALL {
        for (member, limit) in limits.members {
            judge_row(limits.name, member, *limit);
        }
    }
}

#[test]
fn common_rows_refuse_one_more_than_their_limit() {
    for (member, limit) in COMMON {
        let name = match *member {
            "placeholder" | "max_selected_items" => "MultiStaticSelect",
            "min_query_length" => "MultiExternalSelect",
            "block_id" => "DividerBlock",
            _ => "ButtonElement",
        };
        judge_row(name, member, *limit);
    }
}

#[test]
fn the_table_is_sorted_and_names_each_type_once() {
    let names: Vec<_> = ALL.iter().map(|limits| limits.name).collect();
    let mut sorted = names.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(names, sorted);
}

#[test]
fn texts_of_several_blocks_share_a_limit() {
    let block = |length: usize| format!(r#"{{"type":"markdown","text":"{}"}}"#, "a".repeat(length));
    let half = MAX_MARKDOWN_CHARACTERS / 2;
    for (second, expected) in [(half - 1, false), (half, false), (half + 1, true)] {
        let json = format!(
            r#"{{"text":"a","blocks":[{},{},{}]}}"#,
            block(half - 1),
            block(1),
            block(second)
        );
        let found = findings("BlockMessage", &json, None);
        let at = [("slack-blocks/limit", "/blocks/2/text")];
        assert_eq!(
            rules(&found),
            if expected { &at[..] } else { &[] },
            "{second}"
        );
    }
}

#[test]
fn cells_of_several_tables_share_a_limit() {
    let table = |length: usize| {
        let cell = format!(r#"{{"type":"raw_text","text":"{}"}}"#, "a".repeat(length));
        format!(r#"{{"type":"data_table","caption":"a","rows":[[{cell}],[{cell}]]}}"#)
    };
    let quarter = MAX_DATA_TABLE_CHARACTERS / 4;
    for (second, expected) in [(quarter, false), (quarter + 1, true)] {
        let json = format!(
            r#"{{"text":"a","blocks":[{},{}]}}"#,
            table(quarter),
            table(second)
        );
        let found = findings("BlockMessage", &json, None);
        let at = [("slack-blocks/limit", "/blocks/1/rows")];
        assert_eq!(
            rules(&found),
            if expected { &at[..] } else { &[] },
            "{second}"
        );
    }
}

#[test]
fn views_have_a_greatest_size() {
    let view = |bytes: usize| {
        let section = format!(
            r#"{{"type":"section","text":{{"type":"plain_text","text":"{}"}}}}"#,
            "a".repeat(2_900)
        );
        let blocks = vec![section; 84].join(",");
        let json = format!(r#"{{"type":"home","blocks":[{blocks}],"private_metadata":""}}"#);
        let rest = bytes - json.len();
        json.replace(
            "_metadata\":\"",
            &format!("_metadata\":\"{}", "a".repeat(rest)),
        )
    };
    for (bytes, expected) in [
        (MAX_VIEW_BYTES - 1, false),
        (MAX_VIEW_BYTES, false),
        (MAX_VIEW_BYTES + 1, true),
    ] {
        let json = view(bytes);
        assert_eq!(json.len(), bytes);
        let found = findings("HomeView", &json, None);
        assert_eq!(
            rules(&found).contains(&("slack-blocks/limit", "")),
            expected,
            "{found:#?}"
        );
    }
}

#[test]
fn messages_have_fifty_blocks() {
    let message = |count: usize| {
        let blocks = vec![r#"{"type":"divider"}"#; count].join(",");
        format!(r#"{{"text":"a","blocks":[{blocks}]}}"#)
    };
    for (count, expected) in [(49, false), (50, false), (51, true)] {
        let found = findings("BlockMessage", &message(count), None);
        let at = [("slack-blocks/limit", "/blocks")];
        assert_eq!(
            rules(&found),
            if expected { &at[..] } else { &[] },
            "{count}"
        );
    }
}
