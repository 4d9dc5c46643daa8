//! Maps A2UI surfaces to blocks of Slack and back, and events of Slack to actions and back.
//!
//! A surface becomes one message, dialog or home tab when the input ends. Blocks become the messages of a surface. The
//! module [`blocks`](crate::blocks) decides what becomes of the single components and blocks; both tables name its rules.
//!
//! | A2UI | Slack | how |
//! |---|---|---|
//! | the surface | the message or view | the whole surface is carried, because blocks contain values instead of bindings |
//! | `surfaceId`, the id of a component | `block_id`, `action_id`, `value`, `private_metadata` | encoded |
//! | Text | `header`, `section`, `context` | Markdown becomes mrkdwn |
//! | Image, Icon, Video, AudioPlayer | `image`, an emoji, a link | encoded |
//! | Row, Column, List, Card, Tabs, Modal, Divider | `fields`, accessories, `divider`, buttons | encoded; the layout is carried |
//! | TextField, CheckBox, ChoicePicker, Slider, DateTimeInput | `input` with an element | encoded; values of bindings |
//! | `checks` | `optional`, lengths and bounds | those that Slack has; all of them are judged on the way back |
//! | Button | `button`, `submit` of a dialog | encoded |
//! | a TextField for secrets | – | refused, because Slack shows and stores the text |
//! | other components | – | carried |
//!
//! | event | A2UI action | how |
//! |---|---|---|
//! | `state.values` | the data model | written as a client does; the checks of the inputs and of the button must pass |
//! | `action_id`, `callback_id` | `surfaceId`, `sourceComponentId`, `name`, `context` | the event of the button |
//! | – | `timestamp` | the time of the context |
//!
//! An event on the blocks of a surface needs the surface in the context; a [`Bridge`](crate::Bridge) keeps it there. An action
//! on the surface of blocks contains what the answer needs.
