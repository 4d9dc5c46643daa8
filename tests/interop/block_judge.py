"""Builds payloads of Slack with PyPI's slackblocks, and parses them with PyPI's slack-sdk. See `blocks.mjs`.

Reads a payload a line from standard input: a message, or a view. Writes a line for each with the list of its faults.
"""

import json
import logging
import sys

import slackblocks as sb
from slack_sdk.models.blocks import Block
from slack_sdk.models.views import View

CLASSES = {
    "actions": sb.ActionsBlock,
    "alert": sb.AlertBlock,
    "button": sb.Button,
    "card": sb.CardBlock,
    "carousel": sb.CarouselBlock,
    "checkboxes": sb.CheckboxGroup,
    "container": sb.ContainerBlock,
    "context": sb.ContextBlock,
    "datepicker": sb.DatePicker,
    "datetimepicker": sb.DateTimePicker,
    "divider": sb.DividerBlock,
    "email_text_input": sb.EmailInput,
    "header": sb.HeaderBlock,
    "home": sb.HomeTabView,
    "input": sb.InputBlock,
    "markdown": sb.MarkdownBlock,
    "modal": sb.ModalView,
    "multi_static_select": sb.StaticMultiSelectMenu,
    "number_input": sb.NumberInput,
    "overflow": sb.OverflowMenu,
    "plain_text_input": sb.PlainTextInput,
    "radio_buttons": sb.RadioButtonGroup,
    "rich_text": sb.RichTextBlock,
    "rich_text_list": sb.RichTextList,
    "rich_text_preformatted": sb.RichTextCodeBlock,
    "rich_text_quote": sb.RichTextQuote,
    "rich_text_section": sb.RichTextSection,
    "section": sb.SectionBlock,
    "static_select": sb.StaticSelectMenu,
    "timepicker": sb.TimePicker,
    "url_text_input": sb.URLInput,
    "video": sb.VideoBlock,
}
TEXTS = {"plain_text": sb.TextType.PLAINTEXT, "mrkdwn": sb.TextType.MARKDOWN}
# Objects without a type, by the members that contain them.
UNTYPED = {"options": sb.Option, "initial_option": sb.Option, "initial_options": sb.Option, "option_groups": sb.OptionGroup, "confirm": sb.ConfirmationDialogue}
RENAMED = {"initial_date_time": "initial_datetime"}
# The inlines of rich text, whose styles are parameters.
INLINES = {"text": sb.RichText, "link": sb.RichTextLink, "emoji": sb.RichTextEmoji}


def built(value, member=""):
    """Returns the object of slackblocks for a value. The constructors refuse members that they do not know."""
    if isinstance(value, list):
        return [built(item, member) for item in value]
    if not isinstance(value, dict):
        return value
    kind = value.get("type")
    if kind in TEXTS:
        return sb.Text(**{"type_" if name == "type" else name: TEXTS[kind] if name == "type" else inner for name, inner in value.items()})
    if kind in INLINES:
        return INLINES[kind](**{name: inner for name, inner in value.items() if name not in ("type", "style")}, **value.get("style", {}))
    if kind == "image":
        build = sb.ImageBlock if member == "blocks" else sb.Image
    elif kind is None:
        build = UNTYPED[member]
    elif kind in CLASSES:
        build = CLASSES[kind]
    else:
        raise ValueError(f"a block of type {kind}")
    members = {RENAMED.get(name, name): built(inner, "blocks" if name == "child_blocks" else name) for name, inner in value.items() if name != "type"}
    return build(**members)


def build(payload):
    """Builds a payload with slackblocks."""
    if "type" in payload:
        return built(payload)
    return sb.Message(channel="C1", **{name: built(inner, name) for name, inner in payload.items()})


def parse(payload):
    """Parses a payload with slack-sdk, which leaves out members that it does not know."""
    for block in payload["blocks"]:
        parsed = Block.parse(block)
        if parsed is None:
            raise ValueError(f"slack-sdk does not know a block of type {block['type']}")
        parsed.validate_json()
        if parsed.to_dict() != block:
            raise ValueError(f"slack-sdk reads {json.dumps(parsed.to_dict())} for {json.dumps(block)}")
    if "type" in payload:
        View(**payload).validate_json()


def faults(payload):
    """Returns what the packages refuse."""
    found = []
    for name, judge in (("slackblocks", build), ("slack-sdk", parse)):
        try:
            judge(payload)
        except Exception as error:  # Both packages raise errors of their own and of Python.
            found.append(f"{name}: {type(error).__name__}: {error}")
    return found


logging.disable(logging.CRITICAL)
for line in sys.stdin:
    print(json.dumps(faults(json.loads(line))), flush=True)
