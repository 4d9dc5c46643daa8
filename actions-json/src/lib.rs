//! actions.json v1: what a page lets an agent do, and the items that travel between the two. Unofficial.
//!
//! | module | holds |
//! |---|---|
//! | [`manifest`] | a site's manifest and all its sections |
//! | [`validate`] | what is wrong with one, by rules, in profiles |
//! | [`dictionary`] | the primitives that workflows name |
//! | [`identifier`] | which names are safe |
//! | [`item`] | the items of the bridge protocol, told apart by `type` |
//! | [`schema`] | whether a value fits a JSON Schema |
//! | [`admission`] | whether an event may reach the agent |
//! | [`checked`] | a manifest that was found valid; only such a one exposes tools |
//! | [`site`] | all of what follows in one object, for the host of an agent |
//! | [`composition`] | a manifest and its imports under one roof |
//! | [`selection`] | what an agent should know where it is |
//! | [`invocation`] | whether a call may be made, and whether its output is what was promised |
//! | [`pacing`] | when something may be repeated, and how often |
//! | [`runtimes`] | which pages are connected, and to which of them a call goes |
//! | [`calls`] | which reply belongs to which call |
//! | [`order`] | in which order the items of a page are handed on |
//!
//! Reading is tolerant and keeps what it does not know: published manifests differ from the specification in many
//! ways. [`validate`] names them.
//!
//! [`site`] and what follows it in the table is for hosts: feature `host`.
//!
//! Feature `jsonschema`: [`admission`] checks payloads against the schemas of their signals. Without it a signal that
//! declares a schema admits nothing.
//!
//! ```
//! # use agent_ui_actions_json as actions_json;
//! use actions_json::{admission::{RefusedKind, admit}, checked::CheckedManifest, item::DomEvent, validate::Profile};
//!
//! let manifest = wire::decode(
//!     r#"{"protocol":"actions.json","version":1,"tools":[],
//!         "signals":[{"name":"cart.opened","event":"shop:opened","ingestion":"enabled"}]}"#,
//! )?;
//! let manifest = CheckedManifest::check(manifest, &Profile::STRICT, None).unwrap();
//! let event = DomEvent::new("e1", "rt1", "shop:opened", wire::Payload::null());
//! assert_eq!(admit(&manifest, &event).unwrap().name, "cart.opened");
//! let event = DomEvent::new("e2", "rt1", "shop:closed", wire::Payload::null());
//! assert_eq!(admit(&manifest, &event).unwrap_err().kind, RefusedKind::Undeclared);
//! # Ok::<(), wire::DecodeError>(())
//! ```

pub mod admission;
#[cfg(feature = "host")]
pub mod calls;
mod check;
pub mod checked;
#[cfg(feature = "host")]
pub mod composition;
pub mod dictionary;
pub mod identifier;
pub mod inventory;
#[cfg(feature = "host")]
pub mod invocation;
pub mod item;
pub mod manifest;
#[cfg(feature = "host")]
pub mod order;
#[cfg(feature = "host")]
pub mod pacing;
#[cfg(feature = "host")]
pub mod runtimes;
pub mod schema;
#[cfg(feature = "host")]
pub mod selection;
#[cfg(feature = "host")]
pub mod site;
pub mod validate;
