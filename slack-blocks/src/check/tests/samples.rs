//! A small valid value of each type.

use super::{findings, info, rules};
use crate::inventory;
use wire::Shape;

/// The values by type, each with its required members only.
const SAMPLES: &[(&str, &str)] = &[
    (
        "ActionsBlock",
        r#"{"type":"actions","elements":[{"type":"button","text":{"type":"plain_text","text":"Go"}}]}"#,
    ),
    (
        "AlertBlock",
        r#"{"type":"alert","text":{"type":"plain_text","text":"Late"}}"#,
    ),
    (
        "AreaChart",
        r#"{"type":"area","series":[{"name":"a","data":[{"label":"x","value":1}]}],"axis_config":{"categories":["x"]}}"#,
    ),
    ("AxisConfig", r#"{"categories":["x"]}"#),
    (
        "BarChart",
        r#"{"type":"bar","series":[{"name":"a","data":[{"label":"x","value":1}]}],"axis_config":{"categories":["x"]}}"#,
    ),
    (
        "BlockMessage",
        r#"{"text":"Hello","blocks":[{"type":"divider"}]}"#,
    ),
    (
        "ButtonElement",
        r#"{"type":"button","text":{"type":"plain_text","text":"Go"}}"#,
    ),
    (
        "CardBlock",
        r#"{"type":"card","title":{"type":"mrkdwn","text":"Trip"}}"#,
    ),
    (
        "CarouselBlock",
        r#"{"type":"carousel","elements":[{"type":"card","title":{"type":"mrkdwn","text":"Trip"}}]}"#,
    ),
    (
        "ChartBlock",
        r#"{"type":"data_visualization","title":"Beds","chart":{"type":"pie","segments":[{"label":"x","value":1}]}}"#,
    ),
    ("ChartPoint", r#"{"label":"x","value":1}"#),
    (
        "ChartSeries",
        r#"{"name":"a","data":[{"label":"x","value":1}]}"#,
    ),
    (
        "Checkboxes",
        r#"{"type":"checkboxes","options":[{"text":{"type":"mrkdwn","text":"*Red*"},"value":"r"}]}"#,
    ),
    ("ColumnSetting", r#"{"align":"left"}"#),
    (
        "Confirmation",
        r#"{"text":{"type":"mrkdwn","text":"Sure?"}}"#,
    ),
    (
        "ContainerBlock",
        r#"{"type":"container","title":{"type":"plain_text","text":"Trip"},"child_blocks":[{"type":"divider"}]}"#,
    ),
    (
        "ContextActionsBlock",
        r#"{"type":"context_actions","elements":[{"type":"icon_button","icon":"trash","text":{"type":"plain_text","text":"Delete"}}]}"#,
    ),
    (
        "ContextBlock",
        r#"{"type":"context","elements":[{"type":"mrkdwn","text":"now"}]}"#,
    ),
    ("ConversationFilter", r#"{"include":["im"]}"#),
    (
        "DataTableBlock",
        r#"{"type":"data_table","caption":"Beds","rows":[[{"type":"raw_text","text":"Name"},{"type":"raw_text","text":"Beds"}],[{"type":"raw_text","text":"Sea"},{"type":"raw_number","value":2}]]}"#,
    ),
    ("DatePicker", r#"{"type":"datepicker"}"#),
    ("DateTimePicker", r#"{"type":"datetimepicker"}"#),
    (
        "DispatchActionConfig",
        r#"{"trigger_actions_on":["on_enter_pressed"]}"#,
    ),
    ("DividerBlock", r#"{"type":"divider"}"#),
    (
        "FeedbackButton",
        r#"{"text":{"type":"plain_text","text":"Good"},"value":"g"}"#,
    ),
    ("FileInput", r#"{"type":"file_input"}"#),
    (
        "HeaderBlock",
        r#"{"type":"header","text":{"type":"plain_text","text":"Trip"}}"#,
    ),
    (
        "HomeView",
        r#"{"type":"home","blocks":[{"type":"divider"}]}"#,
    ),
    (
        "IconButton",
        r#"{"type":"icon_button","icon":"trash","text":{"type":"plain_text","text":"Delete"}}"#,
    ),
    (
        "ImageBlock",
        r#"{"type":"image","image_url":"https://example.com/a.png","alt_text":"A house"}"#,
    ),
    (
        "ImageElement",
        r#"{"type":"image","image_url":"https://example.com/a.png","alt_text":"A house"}"#,
    ),
    (
        "InputBlock",
        r#"{"type":"input","label":{"type":"plain_text","text":"Name"},"element":{"type":"plain_text_input"}}"#,
    ),
    (
        "LayoutBlock",
        r#"{"type":"layout","label":{"type":"plain_text","text":"Trip"},"rows":[{"items":[{"block":{"type":"divider"}}]}]}"#,
    ),
    ("LayoutItem", r#"{"block":{"type":"divider"}}"#),
    ("LayoutRow", r#"{"items":[{"block":{"type":"divider"}}]}"#),
    (
        "LineChart",
        r#"{"type":"line","series":[{"name":"a","data":[{"label":"x","value":1}]}],"axis_config":{"categories":["x"]}}"#,
    ),
    ("MarkdownBlock", r##"{"type":"markdown","text":"# Trip"}"##),
    (
        "ModalView",
        r#"{"type":"modal","title":{"type":"plain_text","text":"Trip"},"blocks":[{"type":"divider"}]}"#,
    ),
    ("MrkdwnText", r#"{"type":"mrkdwn","text":"*Trip*"}"#),
    ("MultiExternalSelect", r#"{"type":"multi_external_select"}"#),
    (
        "MultiStaticSelect",
        r#"{"type":"multi_static_select","options":[{"text":{"type":"plain_text","text":"Red"},"value":"r"}]}"#,
    ),
    (
        "NumberElement",
        r#"{"type":"number_input","is_decimal_allowed":true}"#,
    ),
    (
        "OptionGroup",
        r#"{"label":{"type":"plain_text","text":"Colors"},"options":[{"text":{"type":"plain_text","text":"Red"},"value":"r"}]}"#,
    ),
    (
        "OverflowMenu",
        r#"{"type":"overflow","options":[{"text":{"type":"plain_text","text":"Red"},"value":"r"}]}"#,
    ),
    (
        "PieChart",
        r#"{"type":"pie","segments":[{"label":"x","value":1}]}"#,
    ),
    ("PlainText", r#"{"type":"plain_text","text":"Trip"}"#),
    ("PlainTextInput", r#"{"type":"plain_text_input"}"#),
    ("PlanBlock", r#"{"type":"plan","title":"Booking"}"#),
    ("PlanTask", r#"{"task_id":"t","title":"Search"}"#),
    (
        "RadioButtons",
        r#"{"type":"radio_buttons","options":[{"text":{"type":"mrkdwn","text":"*Red*"},"value":"r"}]}"#,
    ),
    (
        "RichTextBlock",
        r#"{"type":"rich_text","elements":[{"type":"rich_text_section","elements":[{"type":"text","text":"now"}]}]}"#,
    ),
    (
        "RichTextDate",
        r#"{"type":"date","timestamp":1795000000,"format":"{date}"}"#,
    ),
    ("RichTextInput", r#"{"type":"rich_text_input"}"#),
    (
        "RichTextLink",
        r#"{"type":"link","url":"https://example.com/"}"#,
    ),
    (
        "RichTextList",
        r#"{"type":"rich_text_list","style":"bullet","elements":[]}"#,
    ),
    (
        "RichTextPreformatted",
        r#"{"type":"rich_text_preformatted","elements":[]}"#,
    ),
    (
        "RichTextQuote",
        r#"{"type":"rich_text_quote","elements":[]}"#,
    ),
    (
        "SectionBlock",
        r#"{"type":"section","text":{"type":"mrkdwn","text":"*Trip*"}}"#,
    ),
    ("SlackIcon", r#"{"type":"icon","name":"bell"}"#),
    (
        "SlackOption",
        r#"{"text":{"type":"plain_text","text":"Red"},"value":"r"}"#,
    ),
    (
        "StaticSelect",
        r#"{"type":"static_select","options":[{"text":{"type":"plain_text","text":"Red"},"value":"r"}]}"#,
    ),
    (
        "TableBlock",
        r#"{"type":"table","rows":[[{"type":"raw_text","text":"Name"}]]}"#,
    ),
    (
        "TaskCardBlock",
        r#"{"type":"task_card","task_id":"t","title":"Search"}"#,
    ),
    ("TimePicker", r#"{"type":"timepicker"}"#),
    (
        "UrlSource",
        r#"{"type":"url","url":"https://example.com/","text":"Example"}"#,
    ),
    (
        "VideoBlock",
        r#"{"type":"video","alt_text":"A tour","title":{"type":"plain_text","text":"Tour"},"thumbnail_url":"https://example.com/a.png","video_url":"https://example.com/a"}"#,
    ),
    (
        "WorkflowButton",
        r#"{"type":"workflow_button","text":{"type":"plain_text","text":"Go"},"workflow":{"trigger":{"url":"https://slack.com/shortcuts/a/b"}}}"#,
    ),
    (
        "WorkflowTrigger",
        r#"{"url":"https://slack.com/shortcuts/a/b"}"#,
    ),
    // The limits of these types have no value without a finding.
    (
        "FileBlock",
        r#"{"type":"file","source":"remote","external_id":"f"}"#,
    ),
    (
        "RichTextBroadcast",
        r#"{"type":"broadcast","range":"here"}"#,
    ),
];

/// Returns the sample of a type.
pub(super) fn sample(name: &str) -> &'static str {
    let sample = SAMPLES.iter().find(|(own, _)| *own == name);
    sample.unwrap_or_else(|| panic!("{name} has no sample")).1
}

#[test]
fn samples_have_no_findings() {
    for (name, json) in SAMPLES {
        let expected = match *name {
            "FileBlock" => vec![("slack-blocks/place", "")],
            "RichTextBroadcast" => vec![("slack-blocks/mention", "/range")],
            _ => vec![],
        };
        assert_eq!(rules(&findings(name, json, None)), expected, "{name}");
    }
}

#[test]
fn required_members_are_missed() {
    for (name, json) in SAMPLES {
        let Shape::Object(table) = info(name).shape else {
            continue;
        };
        let required = table.members.iter();
        for member in required.filter(|member| member.presence != wire::Presence::Optional) {
            let value = wire::Payload::parse(json).unwrap();
            let kept: Vec<_> = value
                .members()
                .filter(|(own, _)| own != member.name)
                .collect();
            let kept = kept.iter().map(|(own, value)| (&**own, value));
            let found = findings(name, wire::Payload::object(kept).text(), None);
            let at = format!("/{}", member.name);
            let expected = ("slack-blocks/missing", at.as_str());
            assert!(rules(&found).contains(&expected), "{name}: {found:#?}");
        }
    }
}

#[test]
fn every_type_accepts_its_members_only() {
    for info in inventory::ALL {
        let Shape::Object(table) = info.shape else {
            continue;
        };
        let tag = table
            .tag
            .map(|(tag, word)| format!("\"{tag}\":\"{word}\","));
        let json = format!("{{{}\"x_unknown\":1}}", tag.unwrap_or_default());
        let found = findings(info.name, &json, None);
        let is_reported = rules(&found).contains(&("slack-blocks/unknown-member", "/x_unknown"));
        assert_eq!(
            is_reported,
            info.name != "MessageAttachment",
            "{}",
            info.name
        );
    }
}
