//! Blocks of Slack: A2UI surfaces as messages and views, and such blocks as A2UI surfaces.

mod emoji;
mod mrkdwn;
mod rich_text;
