//! Types of AAP 1.0, the Agent Actions Protocol: the messages of a canvas page, the records of its provider, and the
//! HTTP bodies between them.
//!
//! | items | purpose |
//! |---|---|
//! | [`Interaction`], [`InteractionId`], [`ElementId`], [`Verb`] | the stored record and its parts |
//! | [`CanvasMessage`], [`InteractionMessage`] | the message that a page posts to its provider |
//! | [`SubmitRequest`], [`SubmitResponse`], [`ListResponse`], [`ListQuery`], [`ErrorBody`] | the HTTP bodies |
//! | [`CanvasFile`], [`CanvasPath`] | the path of a page, as received and as checked |
//! | [`InteractionFileName`], [`storage`], [`AgentId`] | the files and folders of records |
//! | [`summary()`], [`SummaryStyle`], [`Notification`] | texts for users |
//! | [`page`] | the bridge script and the sandbox of a page |
//! | [`javascript`] | JSON in the form that JavaScript writes |
//! | [`lenient`] | decoding with repairs, for files of the published provider |
//! | [`provider`] | the record that the published provider stores for a request |
//!
//! | feature | adds |
//! |---|---|
//! | `chrono` | `Timestamp::to_datetime`, and `From<DateTime<Utc>>` for [`wire::Timestamp`] |
//! | `uuid` | `InteractionId::to_uuid`, and `From<Uuid>` for [`InteractionId`] |
//! | `schemars`, `proptest` | a `JsonSchema` and a generator for every wire type |
//!
//! Decoding is tolerant, and [`wire::Validate`] reports everything that breaks a rule. Computed values, such as
//! summaries, are those of the published provider. The crate does no I/O, and uses no clock and no random numbers.
//!
//! ```
//! use agent_ui_aap::{
//!     Interaction, SubmitRequest,
//!     wire::{Payload, Validate},
//! };
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
//!
//! # Features
//!
//! By default the crate contains everything that AAP needs.
//!
//! | feature | adds |
//! |---|---|
//! | `chrono` | conversions between timestamps and the types of `chrono` |
//! | `uuid` | conversions between the ids of records and the types of `uuid` |
//! | `schemars` | an implementation of `schemars::JsonSchema` for every wire type |
//! | `proptest` | a generator (`generate`) for every wire type |
//!
//! # Examples
//!
//! The folder `examples` of the crate contains whole programs, each with its output:
//!
//! | program | shows how to |
//! |---|---|
//! | `record` | store the request of a page, and read a record with repairs |
//! | `findings` | draw errors and findings into the text of a record |
//!
//! # Coverage of the specification
//!
//! The statements of AAP 1.0. Each has a test in the repository of this crate. `agent-ui-live` contains a provider that stores and sends.
//!
//! | section | statement | item |
//! |---|---|---|
//! | The bridge | a provider puts a bridge into every page, which defines `window.maestro` | [`page::with_bridge`] |
//! |  | `send` posts `type`, `action`, `element` and `data` to the parent, null for missing values | [`page::BRIDGE`] |
//! | The flow | pages run in a sandboxed frame | [`page::SANDBOX`] |
//! | Action message | `type` is required and always `canvas:interaction` | [`CanvasMessage`] |
//! |  | `action` is a required string | [`InteractionMessage`] |
//! |  | `element` is an optional string | [`InteractionMessage`] |
//! |  | `data` is an optional object | [`SubmitRequest`] |
//! | Standard actions | eight actions are standard | [`Verb::is_standard`] |
//! |  | others are allowed | [`Verb`] |
//! | Interaction record | seven members | [`Interaction`] |
//! |  | `id` is a required UUID | [`InteractionId`] |
//! |  | `timestamp` is required, in ISO 8601 | [`Interaction`] |
//! |  | `canvasFile` is a required relative path | [`CanvasFile`] |
//! |  | `action` is required | [`Verb`] |
//! |  | `element` and `data` are optional | [`Interaction`] |
//! |  | `summary` is required, for users | [`summary()`] |
//! | Storage | the folder of the records | [`storage`] |
//! |  | the name of a file: time and id, `:` and `.` as `-` | [`InteractionFileName`] |
//! |  | one file per interaction; the storage must not change it | [`InteractionFileName`] |
//! |  | the order by name is the order by time | [`InteractionFileName`] |
//! | API | `POST`: the submitted members, and the answer with 201 | [`SubmitRequest`] |
//! |  | 400 `missing_field` | [`ErrorBody::missing_field`] |
//! |  | 404 `not_found` | [`ErrorBody::agent_not_found`] |
//! |  | `GET`: the records, up to a limit | [`ListQuery`] |
//! | Notification | `[CANVAS] <canvasFile>: <summary>`; sending it must not affect storage | [`Notification`] |

#![cfg_attr(docsrs, feature(doc_cfg))]

mod canvas_list;
mod canvas_message;
mod canvas_path;
mod control_characters;
mod credentials;
mod data;
mod error_body;
pub mod file_name;
mod id;
mod interaction;
pub mod javascript;
pub mod lenient;
#[doc(hidden)]
pub mod limits;
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
#[doc(inline)]
pub use file_name::{FileNameError, InteractionFileName};
pub use id::{ElementId, InteractionId};
pub use interaction::Interaction;
pub use list::{ListQuery, ListQueryError, ListResponse};
#[doc(inline)]
pub use notification::Notification;
#[doc(inline)]
pub use storage::AgentId;
pub use submit::{SubmitRequest, SubmitResponse};
#[doc(inline)]
pub use summary::{SummaryStyle, summary};
pub use verb::Verb;

/// The name of this protocol and version in reports and carries. AAP messages contain no version.
pub const V1_0: &str = "aap@1.0";

wire::inventory! {
    /// All wire types of this crate.
    ///
    /// ```
    /// use agent_ui_aap::wire;
    ///
    /// let verb = agent_ui_aap::TYPES.iter().find(|row| row.name == "Verb").unwrap();
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

pub use wire;

/// Compiles the examples of the page about AAP.
#[cfg(doctest)]
#[doc = include_str!("../docs/aap.md")]
mod aap_page {}

/// Compiles the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
