//! Blocks of Slack: A2UI surfaces as messages and views, and such blocks as A2UI surfaces.
//!
//! | function | from | to |
//! |---|---|---|
//! | [`surface_of_message`] | a [`BlockMessage`](slack_blocks::BlockMessage) of another app | messages of A2UI |
//! | [`surface_of_view`] | a [`View`](slack_blocks::View) of another app | messages of A2UI |
//! | [`event_of_action`] | the action of such a surface | an [`InteractionEvent`](slack_blocks::InteractionEvent) |
//!
//! None of them keeps state. The buttons of a surface contain the ids and the options of all inputs, so an action alone
//! suffices for the event.
//!
//! # Blocks as surfaces
//!
//! | block or element | component |
//! |---|---|
//! | header, title of a view | Text, a heading |
//! | section | Text; a Row with the accessory; Rows of two fields; a link alone is a borderless Button |
//! | rich_text, markdown, mrkdwn | Text in Markdown, in which the address of a link follows its label |
//! | image, video, divider | Image, Video, Divider |
//! | context | Row of captions and icons |
//! | actions, context_actions | Row |
//! | button | Button with an event, or with `openUrl` |
//! | overflow | Modal with Buttons |
//! | input | the input with its hint |
//! | text, number, email and URL inputs, and rich_text_input | TextField |
//! | checkboxes with one option | CheckBox |
//! | other checkboxes, radio_buttons, static selects | ChoicePicker |
//! | datepicker, timepicker, datetimepicker | DateTimeInput |
//! | external selects, and selects of users, conversations and channels | TextField for the ids |
//! | table, data_table, data_visualization | Column of Rows |
//! | card, container, alert, task_card | Card |
//! | carousel | List of Cards |
//! | layout | Rows with weights |
//! | plan | Column of Cards |

mod answer;
mod block_components;
mod block_groups;
mod block_note;
mod block_reference;
mod block_surface;
mod block_writer;
mod element_surface;
mod emoji;
mod input_entry;
mod mrkdwn;
mod rich_text;

pub use answer::{BlockActionError, event_of_action};
pub use block_note::BlockNote;
pub use block_surface::{surface_of_message, surface_of_view};
