//! A2UI 0.9 (0.9.1) and 1.0, in either notation.
//!
//! | 0.9 | 1.0 | how |
//! |---|---|---|
//! | `createSurface` | `createSurface` | back, its `components` and `dataModel` are messages of their own |
//! | – `theme` | `metadata.extensions` | as the member `agent_ui_theme` |
//! | – `catalogId` | `catalogId` | the published catalog has a name in each version; another one keeps its own |
//! | `updateComponents` | `updateComponents` | as it is, but for what follows |
//! | – `{"path"}`, `{"call"}` | the same, or `{"@path"}`, `{"@call"}` | by the notation; `returnType` is gone |
//! | – `Text.variant` `h1` to `h5` | Markdown in `text` | `# ` before a literal, or in a `formatString` before a binding |
//! | – `TextField.validationRegexp` | `checks` | a call of `regex` on the bound value |
//! | `updateDataModel` without `value` | `value` null | 1.0 cannot store null |
//! | `deleteSurface`, `action` | the same | as they are |
//! | `error` | `error` | the code is text; back, `UNALLOWED_…` is `VALIDATION_FAILED` |
//! | – | calls and their answers | refused: 0.9 has none |

mod agent;
mod client;
mod component;
mod notation;
mod rules;
mod session;

pub use client::{client_backward, client_forward};
pub use session::{Downward, Upward};
