//! A value for each invalid case that a library for Slack lists by its description.

use super::{folder, payload};
use bridge::slack_blocks::{
    Block, View,
    wire::{Finding, Severity, Validate, decode},
};
use std::collections::BTreeSet;

/// The values by case. `<text 3>` is a text of three characters, and `<items 3>…</items>` a list of three elements.
const CASES: &[(&str, &str)] = &[
    (
        "text-empty",
        r#"{"type":"section","text":{"type":"mrkdwn","text":""}}"#,
    ),
    (
        "text-too-long",
        r#"{"type":"section","text":{"type":"mrkdwn","text":"<text 3001>"}}"#,
    ),
    (
        "button-action-id-too-long",
        r#"{"type":"actions","elements":[{"type":"button","text":{"type":"plain_text","text":"Go"},"action_id":"<text 256>"}]}"#,
    ),
    (
        "button-text-too-long",
        r#"{"type":"actions","elements":[{"type":"button","text":{"type":"plain_text","text":"<text 76>"}}]}"#,
    ),
    (
        "button-url-too-long",
        r#"{"type":"actions","elements":[{"type":"button","text":{"type":"plain_text","text":"Go"},"url":"https://example.com/<text 2981>"}]}"#,
    ),
    (
        "button-value-too-long",
        r#"{"type":"actions","elements":[{"type":"button","text":{"type":"plain_text","text":"Go"},"value":"<text 2001>"}]}"#,
    ),
    (
        "confirmation-title-too-long",
        r#"{"type":"actions","elements":[{"type":"button","text":{"type":"plain_text","text":"Go"},"confirm":{"title":{"type":"plain_text","text":"<text 101>"},"text":{"type":"plain_text","text":"a"},"confirm":{"type":"plain_text","text":"a"},"deny":{"type":"plain_text","text":"a"}}}]}"#,
    ),
    (
        "confirmation-text-too-long",
        r#"{"type":"actions","elements":[{"type":"button","text":{"type":"plain_text","text":"Go"},"confirm":{"title":{"type":"plain_text","text":"a"},"text":{"type":"plain_text","text":"<text 301>"},"confirm":{"type":"plain_text","text":"a"},"deny":{"type":"plain_text","text":"a"}}}]}"#,
    ),
    (
        "confirmation-confirm-too-long",
        r#"{"type":"actions","elements":[{"type":"button","text":{"type":"plain_text","text":"Go"},"confirm":{"title":{"type":"plain_text","text":"a"},"text":{"type":"plain_text","text":"a"},"confirm":{"type":"plain_text","text":"<text 31>"},"deny":{"type":"plain_text","text":"a"}}}]}"#,
    ),
    (
        "confirmation-deny-too-long",
        r#"{"type":"actions","elements":[{"type":"button","text":{"type":"plain_text","text":"Go"},"confirm":{"title":{"type":"plain_text","text":"a"},"text":{"type":"plain_text","text":"a"},"confirm":{"type":"plain_text","text":"a"},"deny":{"type":"plain_text","text":"<text 31>"}}}]}"#,
    ),
    (
        "option-text-too-long",
        r#"{"type":"actions","elements":[{"type":"overflow","options":[{"text":{"type":"plain_text","text":"<text 76>"},"value":"r"}]}]}"#,
    ),
    (
        "option-value-too-long",
        r#"{"type":"actions","elements":[{"type":"overflow","options":[{"text":{"type":"plain_text","text":"Red"},"value":"<text 151>"}]}]}"#,
    ),
    (
        "option-url-too-long",
        r#"{"type":"actions","elements":[{"type":"overflow","options":[{"text":{"type":"plain_text","text":"Red"},"value":"r","url":"https://example.com/<text 2981>"}]}]}"#,
    ),
    (
        "option-description-too-long",
        r#"{"type":"actions","elements":[{"type":"overflow","options":[{"text":{"type":"plain_text","text":"Red"},"value":"r","description":{"type":"plain_text","text":"<text 76>"}}]}]}"#,
    ),
    (
        "option-group-label-too-long",
        r#"{"type":"actions","elements":[{"type":"static_select","option_groups":[{"label":{"type":"plain_text","text":"<text 76>"},"options":[{"text":{"type":"plain_text","text":"Red"},"value":"r"}]}]}]}"#,
    ),
    (
        "option-group-empty",
        r#"{"type":"actions","elements":[{"type":"static_select","option_groups":[{"label":{"type":"plain_text","text":"a"},"options":[]}]}]}"#,
    ),
    (
        "option-group-too-many-options",
        r#"{"type":"actions","elements":[{"type":"static_select","option_groups":[{"label":{"type":"plain_text","text":"a"},"options":[<items 101>{"text":{"type":"plain_text","text":"Red"},"value":"r"}</items>]}]}]}"#,
    ),
    (
        "select-placeholder-too-long",
        r#"{"type":"actions","elements":[{"type":"static_select","options":[{"text":{"type":"plain_text","text":"Red"},"value":"r"}],"placeholder":{"type":"plain_text","text":"<text 151>"}}]}"#,
    ),
    (
        "select-too-many-options",
        r#"{"type":"actions","elements":[{"type":"static_select","options":[<items 101>{"text":{"type":"plain_text","text":"Red"},"value":"r"}</items>]}]}"#,
    ),
    (
        "select-too-many-option-groups",
        r#"{"type":"actions","elements":[{"type":"static_select","option_groups":[<items 101>{"label":{"type":"plain_text","text":"a"},"options":[{"text":{"type":"plain_text","text":"Red"},"value":"r"}]}</items>]}]}"#,
    ),
    (
        "overflow-empty",
        r#"{"type":"actions","elements":[{"type":"overflow","options":[]}]}"#,
    ),
    (
        "overflow-too-many-options",
        r#"{"type":"actions","elements":[{"type":"overflow","options":[<items 6>{"text":{"type":"plain_text","text":"Red"},"value":"r"}</items>]}]}"#,
    ),
    (
        "checkboxes-empty",
        r#"{"type":"actions","elements":[{"type":"checkboxes","options":[]}]}"#,
    ),
    (
        "checkboxes-too-many-options",
        r#"{"type":"actions","elements":[{"type":"checkboxes","options":[<items 11>{"text":{"type":"plain_text","text":"Red"},"value":"r"}</items>]}]}"#,
    ),
    (
        "radio-buttons-empty",
        r#"{"type":"actions","elements":[{"type":"radio_buttons","options":[]}]}"#,
    ),
    (
        "radio-buttons-too-many-options",
        r#"{"type":"actions","elements":[{"type":"radio_buttons","options":[<items 11>{"text":{"type":"plain_text","text":"Red"},"value":"r"}</items>]}]}"#,
    ),
    (
        "url-source-url-empty",
        r#"{"type":"task_card","task_id":"a","title":"a","sources":[{"type":"url","url":"","text":"a"}]}"#,
    ),
    (
        "url-source-url-too-long",
        r#"{"type":"task_card","task_id":"a","title":"a","sources":[{"type":"url","url":"https://example.com/<text 2981>","text":"a"}]}"#,
    ),
    (
        "table-too-many-rows",
        r#"{"type":"table","rows":[<items 101>[{"type":"raw_text","text":"a"}]</items>]}"#,
    ),
    (
        "table-ragged-rows",
        r#"{"type":"table","rows":[[{"type":"raw_text","text":"a"}],[{"type":"raw_text","text":"a"},{"type":"raw_text","text":"a"}]]}"#,
    ),
    (
        "table-column-settings-mismatch",
        r#"{"type":"table","rows":[[{"type":"raw_text","text":"a"}]],"column_settings":[{},{}]}"#,
    ),
    (
        "file-input-max-files-too-small",
        r#"{"type":"input","label":{"type":"plain_text","text":"Name"},"element":{"type":"file_input","max_files":0}}"#,
    ),
    (
        "file-input-max-files-too-large",
        r#"{"type":"input","label":{"type":"plain_text","text":"Name"},"element":{"type":"file_input","max_files":11}}"#,
    ),
    (
        "plain-text-input-max-length-too-large",
        r#"{"type":"input","label":{"type":"plain_text","text":"Name"},"element":{"type":"plain_text_input","max_length":3001}}"#,
    ),
    (
        "actions-too-many-elements",
        r#"{"type":"actions","elements":[<items 26>{"type":"button","text":{"type":"plain_text","text":"Go"}}</items>]}"#,
    ),
    (
        "context-too-many-elements",
        r#"{"type":"context","elements":[<items 11>{"type":"mrkdwn","text":"a"}</items>]}"#,
    ),
    (
        "header-text-too-long",
        r#"{"type":"header","text":{"type":"plain_text","text":"<text 151>"}}"#,
    ),
    (
        "image-url-too-long",
        r#"{"type":"image","image_url":"https://example.com/<text 2981>","alt_text":"a"}"#,
    ),
    (
        "image-alt-text-too-long",
        r#"{"type":"image","image_url":"https://example.com/","alt_text":"<text 2001>"}"#,
    ),
    (
        "input-label-too-long",
        r#"{"type":"input","label":{"type":"plain_text","text":"<text 2001>"},"element":{"type":"datepicker"}}"#,
    ),
    (
        "input-hint-too-long",
        r#"{"type":"input","label":{"type":"plain_text","text":"Name"},"element":{"type":"datepicker"},"hint":{"type":"plain_text","text":"<text 2001>"}}"#,
    ),
    ("markdown-empty", r#"{"type":"markdown","text":""}"#),
    (
        "markdown-too-long",
        r#"{"type":"markdown","text":"<text 12001>"}"#,
    ),
    (
        "section-text-too-long",
        r#"{"type":"section","text":{"type":"plain_text","text":"<text 3001>"}}"#,
    ),
    (
        "section-too-many-fields",
        r#"{"type":"section","fields":[<items 11>{"type":"mrkdwn","text":"a"}</items>]}"#,
    ),
    (
        "section-field-too-long",
        r#"{"type":"section","fields":[{"type":"mrkdwn","text":"<text 2001>"}]}"#,
    ),
    (
        "video-alt-text-empty",
        r#"{"type":"video","alt_text":"","title":{"type":"plain_text","text":"a"},"thumbnail_url":"https://example.com/a.png","video_url":"https://example.com/a"}"#,
    ),
    (
        "video-alt-text-too-long",
        r#"{"type":"video","alt_text":"<text 201>","title":{"type":"plain_text","text":"a"},"thumbnail_url":"https://example.com/a.png","video_url":"https://example.com/a"}"#,
    ),
    (
        "video-title-too-long",
        r#"{"type":"video","alt_text":"a","title":{"type":"plain_text","text":"<text 201>"},"thumbnail_url":"https://example.com/a.png","video_url":"https://example.com/a"}"#,
    ),
    (
        "video-author-name-too-long",
        r#"{"type":"video","alt_text":"a","title":{"type":"plain_text","text":"a"},"thumbnail_url":"https://example.com/a.png","video_url":"https://example.com/a","author_name":"<text 51>"}"#,
    ),
    (
        "video-description-too-long",
        r#"{"type":"video","alt_text":"a","title":{"type":"plain_text","text":"a"},"thumbnail_url":"https://example.com/a.png","video_url":"https://example.com/a","description":{"type":"plain_text","text":"<text 201>"}}"#,
    ),
    (
        "video-provider-name-too-long",
        r#"{"type":"video","alt_text":"a","title":{"type":"plain_text","text":"a"},"thumbnail_url":"https://example.com/a.png","video_url":"https://example.com/a","provider_name":"<text 51>"}"#,
    ),
    (
        "view-missing-blocks",
        r#"{"type":"modal","title":{"type":"plain_text","text":"a"},"blocks":[]}"#,
    ),
    (
        "view-too-many-blocks",
        r#"{"type":"modal","title":{"type":"plain_text","text":"a"},"blocks":[<items 101>{"type":"divider"}</items>]}"#,
    ),
    (
        "view-private-metadata-too-long",
        r#"{"type":"modal","title":{"type":"plain_text","text":"a"},"blocks":[{"type":"divider"}],"private_metadata":"<text 3001>"}"#,
    ),
    (
        "view-callback-id-too-long",
        r#"{"type":"modal","title":{"type":"plain_text","text":"a"},"blocks":[{"type":"divider"}],"callback_id":"<text 256>"}"#,
    ),
    (
        "view-title-too-long",
        r#"{"type":"modal","title":{"type":"plain_text","text":"<text 25>"},"blocks":[{"type":"divider"}]}"#,
    ),
    (
        "view-close-too-long",
        r#"{"type":"modal","title":{"type":"plain_text","text":"a"},"blocks":[{"type":"divider"}],"close":{"type":"plain_text","text":"<text 25>"}}"#,
    ),
    (
        "view-submit-too-long",
        r#"{"type":"modal","title":{"type":"plain_text","text":"a"},"blocks":[{"type":"divider"}],"submit":{"type":"plain_text","text":"<text 25>"}}"#,
    ),
    ("section-missing-content", r#"{"type":"section"}"#),
    (
        "static-select-options-and-groups",
        r#"{"type":"actions","elements":[{"type":"static_select","options":[{"text":{"type":"plain_text","text":"Red"},"value":"r"}],"option_groups":[{"label":{"type":"plain_text","text":"a"},"options":[{"text":{"type":"plain_text","text":"Red"},"value":"r"}]}]}]}"#,
    ),
    (
        "image-url-and-slack-file",
        r#"{"type":"image","image_url":"https://example.com/","slack_file":{"id":"F1"},"alt_text":"a"}"#,
    ),
    (
        "number-input-inverted-range",
        r#"{"type":"input","label":{"type":"plain_text","text":"Name"},"element":{"type":"number_input","is_decimal_allowed":false,"min_value":"2","max_value":"1"}}"#,
    ),
    (
        "context-invalid-element",
        r#"{"type":"context","elements":[{"type":"button","text":{"type":"plain_text","text":"Go"}}]}"#,
    ),
    (
        "input-invalid-element",
        r#"{"type":"input","label":{"type":"plain_text","text":"Name"},"element":{"type":"button","text":{"type":"plain_text","text":"Go"}}}"#,
    ),
    (
        "block-id-too-long",
        r#"{"type":"divider","block_id":"<text 256>"}"#,
    ),
    (
        "button-accessibility-label-too-long",
        r#"{"type":"actions","elements":[{"type":"button","text":{"type":"plain_text","text":"Go"},"accessibility_label":"<text 76>"}]}"#,
    ),
    (
        "alert-text-too-long",
        r#"{"type":"alert","text":{"type":"plain_text","text":"<text 201>"}}"#,
    ),
    (
        "card-title-too-long",
        r#"{"type":"card","title":{"type":"mrkdwn","text":"<text 151>"}}"#,
    ),
    (
        "card-subtitle-too-long",
        r#"{"type":"card","title":{"type":"mrkdwn","text":"a"},"subtitle":{"type":"mrkdwn","text":"<text 151>"}}"#,
    ),
    (
        "card-body-too-long",
        r#"{"type":"card","body":{"type":"mrkdwn","text":"<text 201>"}}"#,
    ),
    (
        "card-too-many-actions",
        r#"{"type":"card","actions":[<items 4>{"type":"button","text":{"type":"plain_text","text":"Go"}}</items>]}"#,
    ),
    (
        "card-subtext-too-long",
        r#"{"type":"card","title":{"type":"mrkdwn","text":"a"},"subtext":{"type":"mrkdwn","text":"<text 201>"}}"#,
    ),
    ("carousel-empty", r#"{"type":"carousel","elements":[]}"#),
    (
        "carousel-too-many-cards",
        r#"{"type":"carousel","elements":[<items 11>{"type":"card","title":{"type":"mrkdwn","text":"a"}}</items>]}"#,
    ),
    (
        "container-title-too-long",
        r#"{"type":"container","title":{"type":"plain_text","text":"<text 151>"},"child_blocks":[{"type":"divider"}]}"#,
    ),
    (
        "container-subtitle-too-long",
        r#"{"type":"container","title":{"type":"plain_text","text":"a"},"subtitle":{"type":"mrkdwn","text":"<text 151>"},"child_blocks":[{"type":"divider"}]}"#,
    ),
    (
        "container-too-many-child-blocks",
        r#"{"type":"container","title":{"type":"plain_text","text":"a"},"child_blocks":[<items 11>{"type":"divider"}</items>]}"#,
    ),
    (
        "context-actions-too-many-elements",
        r#"{"type":"context_actions","elements":[<items 6>{"type":"icon_button","icon":"trash","text":{"type":"plain_text","text":"a"}}</items>]}"#,
    ),
    (
        "feedback-button-text-too-long",
        r#"{"type":"context_actions","elements":[{"type":"feedback_buttons","positive_button":{"text":{"type":"plain_text","text":"<text 76>"},"value":"a"},"negative_button":{"text":{"type":"plain_text","text":"b"},"value":"b"}}]}"#,
    ),
    (
        "feedback-button-value-too-long",
        r#"{"type":"context_actions","elements":[{"type":"feedback_buttons","positive_button":{"text":{"type":"plain_text","text":"a"},"value":"<text 2001>"},"negative_button":{"text":{"type":"plain_text","text":"b"},"value":"b"}}]}"#,
    ),
    (
        "feedback-button-accessibility-label-too-long",
        r#"{"type":"context_actions","elements":[{"type":"feedback_buttons","positive_button":{"text":{"type":"plain_text","text":"a"},"value":"a","accessibility_label":"<text 76>"},"negative_button":{"text":{"type":"plain_text","text":"b"},"value":"b"}}]}"#,
    ),
    (
        "icon-button-too-many-visible-users",
        r#"{"type":"context_actions","elements":[{"type":"icon_button","icon":"trash","text":{"type":"plain_text","text":"a"},"visible_to_user_ids":[<items 11>"U1"</items>]}]}"#,
    ),
    (
        "data-table-too-few-rows",
        r#"{"type":"data_table","caption":"a","rows":[[{"type":"raw_text","text":"a"}]]}"#,
    ),
    (
        "data-table-too-many-rows",
        r#"{"type":"data_table","caption":"a","rows":[<items 202>[{"type":"raw_text","text":"a"}]</items>]}"#,
    ),
    (
        "data-table-too-few-columns",
        r#"{"type":"data_table","caption":"a","rows":[[],[]]}"#,
    ),
    (
        "data-table-too-many-columns",
        r#"{"type":"data_table","caption":"a","rows":[[<items 21>{"type":"raw_text","text":"a"}</items>],[<items 21>{"type":"raw_text","text":"a"}</items>]]}"#,
    ),
    (
        "data-table-page-size-too-small",
        r#"{"type":"data_table","caption":"a","rows":[[{"type":"raw_text","text":"a"}],[{"type":"raw_text","text":"a"}]],"page_size":0}"#,
    ),
    (
        "data-table-page-size-too-large",
        r#"{"type":"data_table","caption":"a","rows":[[{"type":"raw_text","text":"a"}],[{"type":"raw_text","text":"a"}]],"page_size":101}"#,
    ),
    (
        "data-table-cell-text-empty",
        r#"{"type":"data_table","caption":"a","rows":[[{"type":"raw_text","text":"a"}],[{"type":"raw_text","text":""}]]}"#,
    ),
    (
        "data-table-content-too-long",
        r#"{"type":"data_table","caption":"a","rows":[[{"type":"raw_text","text":"a"}],[{"type":"raw_text","text":"<text 20000>"}]]}"#,
    ),
    (
        "data-visualization-title-too-long",
        r#"{"type":"data_visualization","title":"<text 51>","chart":{"type":"pie","segments":[{"label":"a","value":1}]}}"#,
    ),
    (
        "pie-chart-empty",
        r#"{"type":"data_visualization","title":"a","chart":{"type":"pie","segments":[]}}"#,
    ),
    (
        "pie-chart-too-many-segments",
        r#"{"type":"data_visualization","title":"a","chart":{"type":"pie","segments":[<items 13>{"label":"a","value":1}</items>]}}"#,
    ),
    (
        "chart-segment-label-too-long",
        r#"{"type":"data_visualization","title":"a","chart":{"type":"pie","segments":[{"label":"<text 21>","value":1}]}}"#,
    ),
    (
        "chart-segment-value-not-positive",
        r#"{"type":"data_visualization","title":"a","chart":{"type":"pie","segments":[{"label":"a","value":0}]}}"#,
    ),
    (
        "chart-series-empty",
        r#"{"type":"data_visualization","title":"a","chart":{"type":"line","series":[],"axis_config":{"categories":["a"]}}}"#,
    ),
    (
        "chart-too-many-series",
        r#"{"type":"data_visualization","title":"a","chart":{"type":"line","series":[<items 13>{"name":"a","data":[{"label":"a","value":1}]}</items>],"axis_config":{"categories":["a"]}}}"#,
    ),
    (
        "data-series-name-too-long",
        r#"{"type":"data_visualization","title":"a","chart":{"type":"line","series":[{"name":"<text 21>","data":[{"label":"a","value":1}]}],"axis_config":{"categories":["a"]}}}"#,
    ),
    (
        "data-series-empty",
        r#"{"type":"data_visualization","title":"a","chart":{"type":"line","series":[{"name":"a","data":[]}],"axis_config":{"categories":["a"]}}}"#,
    ),
    (
        "data-series-too-many-points",
        r#"{"type":"data_visualization","title":"a","chart":{"type":"line","series":[{"name":"a","data":[<items 21>{"label":"a","value":1}</items>]}],"axis_config":{"categories":["a"]}}}"#,
    ),
    (
        "data-point-label-too-long",
        r#"{"type":"data_visualization","title":"a","chart":{"type":"line","series":[{"name":"a","data":[{"label":"<text 21>","value":1}]}],"axis_config":{"categories":["a"]}}}"#,
    ),
    (
        "axis-categories-empty",
        r#"{"type":"data_visualization","title":"a","chart":{"type":"line","series":[{"name":"a","data":[{"label":"a","value":1}]}],"axis_config":{"categories":[]}}}"#,
    ),
    (
        "axis-too-many-categories",
        r#"{"type":"data_visualization","title":"a","chart":{"type":"line","series":[{"name":"a","data":[{"label":"a","value":1}]}],"axis_config":{"categories":[<items 21>"a"</items>]}}}"#,
    ),
    (
        "axis-category-label-too-long",
        r#"{"type":"data_visualization","title":"a","chart":{"type":"line","series":[{"name":"a","data":[{"label":"a","value":1}]}],"axis_config":{"categories":["<text 21>"]}}}"#,
    ),
    (
        "axis-label-too-long",
        r#"{"type":"data_visualization","title":"a","chart":{"type":"line","series":[{"name":"a","data":[{"label":"a","value":1}]}],"axis_config":{"categories":["a"],"x_label":"<text 51>"}}}"#,
    ),
];

/// A character that is two units of UTF-16.
const WIDE_CHARACTER: &str = "😀";

/// Replaces the texts and lists of a case.
fn expand(case: &str) -> String {
    let mut json = case.to_owned();
    while let Some((before, rest)) = json.split_once("<items ") {
        let (count, rest) = rest.split_once('>').unwrap();
        let (element, after) = rest.split_once("</items>").unwrap();
        let elements = vec![element; count.parse().unwrap()].join(",");
        json = format!("{before}{elements}{after}");
    }
    while let Some((before, rest)) = json.split_once("<text ") {
        let (count, after) = rest.split_once('>').unwrap();
        let text = WIDE_CHARACTER.repeat(count.parse().unwrap());
        json = format!("{before}{text}{after}");
    }
    json
}

fn findings(json: &str) -> Vec<Finding> {
    match json.starts_with(r#"{"type":"modal""#) {
        true => decode::<View>(json).unwrap().validate(),
        false => decode::<Block>(json).unwrap().validate(),
    }
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn each_listed_invalid_case_has_an_error() {
    let path = folder("neighbours/block-kit").join("sb-invalid-manifest.json");
    let list = payload(&std::fs::read_to_string(path).unwrap());
    let cases = list.member("cases").unwrap();
    let ids: BTreeSet<String> = cases
        .elements()
        .map(|case| case.member("id").unwrap().as_str().unwrap().into_owned())
        .collect();
    let own: BTreeSet<String> = CASES.iter().map(|(id, _)| (*id).to_owned()).collect();
    assert_eq!(own, ids);
    for (id, case) in CASES {
        let found = findings(&expand(case));
        let mut errors = found
            .iter()
            .filter(|finding| finding.severity == Severity::Error);
        assert!(errors.next().is_some(), "{id}: {found:#?}");
    }
}
