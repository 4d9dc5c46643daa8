//! AAP 1.0, the Agent Actions Protocol: what a canvas page sends, what its provider stores, and what the agent
//! reads.
//!
//! | module | holds |
//! |---|---|
//! | [`Interaction`], [`InteractionId`], [`ElementId`], [`Verb`] | the stored record and what it is made of |
//! | [`CanvasMessage`], [`InteractionMessage`] | what the page posts to its provider |
//! | [`SubmitRequest`], [`SubmitResponse`], [`ListResponse`], [`ListQuery`], [`ErrorBody`] | the HTTP bodies |
//! | [`CanvasFile`], [`CanvasPath`] | the page: as it was written, and checked |
//! | [`InteractionFileName`], [`storage`], [`AgentId`] | where the provider keeps records |
//! | [`summary()`], [`SummaryStyle`], [`Notification`] | the texts for people |
//! | [`page`] | the bridge that a provider puts into a page, and what a page may do |
//! | [`javascript`] | JSON as a JavaScript program rewrites it |
//! | [`lenient`] | reading what the real provider writes |
//! | [`provider`] | what the real provider does with a request |
//!
//! Reading is tolerant, [`wire::Validate`] tells everything that is odd, and what is computed is what the real
//! provider computes. Nothing here opens a file, asks for the time or draws a random number.
//!
//! ```
//! # use agent_ui_aap as aap;
//! use aap::{Interaction, SubmitRequest};
//! use wire::{Payload, Validate};
//!
//! let data = Payload::parse(r#"{"comments":"Looks good"}"#)?;
//! let request = SubmitRequest::new("submit", "reports/dashboard.html").element("approve-button").data(data);
//! let record = Interaction::create("a1b2c3d4-e5f6-7890-abcd-ef1234567890", "2026-05-18T15:30:00.000Z", request);
//!
//! assert_eq!(
//!     record.summary,
//!     r#"User submit 'approve-button' on reports/dashboard.html with data: {"comments":"Looks good"}"#
//! );
//! assert_eq!(
//!     record.file_name()?.to_string(),
//!     "2026-05-18T15-30-00-000Z-a1b2c3d4-e5f6-7890-abcd-ef1234567890.json"
//! );
//! assert!(record.validate().is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod canvas_list;
mod canvas_message;
mod canvas_path;
mod credentials;
mod data;
mod error_body;
pub mod file_name;
mod id;
mod interaction;
pub mod javascript;
pub mod lenient;
mod list;
pub mod notification;
pub mod page;
pub mod provider;
pub mod storage;
mod submit;
pub mod summary;
mod verb;
mod walk;

pub use canvas_list::{CanvasFileInfo, CanvasListResponse};
pub use canvas_message::{CanvasMessage, InteractionMessage};
pub use canvas_path::{CanvasFile, CanvasPath, CanvasPathError};
pub use error_body::{ErrorBody, ErrorCode};
pub use file_name::{FileNameError, InteractionFileName};
pub use id::{ElementId, InteractionId};
pub use interaction::Interaction;
pub use list::{ListQuery, ListQueryError, ListResponse};
pub use notification::Notification;
pub use storage::AgentId;
pub use submit::{SubmitRequest, SubmitResponse};
pub use summary::{SummaryStyle, summary};
pub use verb::Verb;

/// The name of this protocol and version in reports and carries. No member of a message holds a version.
pub const V1_0: &str = "aap@1.0";

wire::inventory! {
    /// Every wire type of this crate.
    ///
    /// ```
    /// # use agent_ui_aap as aap;
    /// let verb = aap::TYPES.iter().find(|row| row.name == "Verb").unwrap();
    /// assert_eq!(verb.rewrite(r#" "click""#)?, Ok(r#""click""#.to_owned()));
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    pub static TYPES = [
        Interaction,
        InteractionId,
        ElementId,
        CanvasFile,
        Verb,
        CanvasMessage,
        InteractionMessage,
        SubmitRequest,
        SubmitResponse,
        ListResponse,
        ErrorBody,
        ErrorCode,
        CanvasListResponse,
        CanvasFileInfo,
        InteractionFileName,
        Notification,
    ];
}
