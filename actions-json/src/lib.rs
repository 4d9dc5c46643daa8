//! actions.json v1: typed manifests of web pages, the items of the bridge protocol, and a validator. Unofficial.
//!
//! A manifest describes the actions that an agent may call on a page, the events that the page may send, and the
//! states of the page. The bridge protocol carries calls, outputs, events and errors between the agent and the page.
//!
//! | module | contents |
//! |---|---|
//! | [`manifest`] | the manifest of a site and all its sections |
//! | [`validate`] | the validator: named rules, and profiles that set their severity |
//! | [`dictionary`] | dictionaries of the primitives that workflows call |
//! | [`identifier`] | safe identifiers |
//! | [`workflow`] | a step-by-step workflow interpreter (feature `workflows`) |
//! | [`expression`] | bounded compilation and evaluation of JSONata (feature `workflows`) |
//! | [`item`] | the items of the bridge protocol, distinguished by `type` |
//! | [`schema`] | JSON Schema checks of payloads and of schemas |
//! | [`admission`] | the decision that lets a page event reach the agent |
//! | [`checked_manifest`] | validated manifests, the only ones that expose tools |
//! | [`site`] | all following modules combined in one object, for the host of an agent |
//! | [`composition`] | composition of a manifest with its imports |
//! | [`selection`] | selection of the context that applies to a situation |
//! | [`invocation`] | checks of calls and of their outputs |
//! | [`pacing`] | rate limits and limits on repetition |
//! | [`runtimes`] | connected pages, and the routing of calls to them |
//! | [`calls`] | matching of replies to calls |
//! | [`item_order`] | delivery of a page's items in order of arrival |
//!
//! Reading is tolerant and preserves unknown members, because published manifests differ from the specification in many ways.
//! [`validate`] reports the differences.
//!
//! Specification: [Schema V1 Reference](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md)
//! and [Actions Bridge Protocol](https://github.com/yaniv256/actions.json/blob/1546fec74222bb5a3b4b319ad7d2b92db32ec3b1/docs/actions-bridge-protocol.md).
//!
//! ```
//! use agent_ui_actions_json::{
//!     admission::{AdmissionRefusalKind, admit}, checked_manifest::CheckedManifest, item::DomEvent,
//!     validate::Profile, wire,
//! };
//!
//! let manifest = wire::decode(
//!     r#"{"protocol":"actions.json","version":1,"tools":[],
//!         "signals":[{"name":"cart.opened","event":"shop:opened","ingestion":"enabled"}]}"#,
//! )?;
//! let manifest = CheckedManifest::check(manifest, &Profile::STRICT, None).unwrap();
//! let event = DomEvent::new("e1", "rt1", "shop:opened", wire::Payload::null());
//! assert_eq!(admit(&manifest, &event).unwrap().name, "cart.opened");
//! let event = DomEvent::new("e2", "rt1", "shop:closed", wire::Payload::null());
//! assert_eq!(admit(&manifest, &event).unwrap_err().kind, AdmissionRefusalKind::Undeclared);
//! # Ok::<(), wire::DecodeError>(())
//! ```
//!
//! # Features
//!
//! By default the crate contains manifests, their validation, and the items of the protocol.
//!
//! | feature | adds |
//! |---|---|
//! | `host` | [`site`] and the modules listed after it |
//! | `jsonschema` | the check of payloads against the schemas of their signals, in [`admission`]; without it, a signal with a schema admits no event |
//! | `workflows` | compiling, checking and evaluating the expressions of workflows: the modules `workflow` and `expression`. It adds `jsonata-core`, which enables `preserve_order` of `serde_json` for the whole build; this crate does not depend on the order of members |
//! | `chrono` | conversions between timestamps and the types of `chrono` |
//! | `schemars` | an implementation of `schemars::JsonSchema` for every wire type |
//! | `proptest` | a generator (`generate`) for every wire type |
//!
//! # Examples
//!
//! The folder `examples` of the crate contains whole programs, each with its output:
//!
//! | program | shows how to |
//! |---|---|
//! | `site` | visit a site, call a tool, and judge events (features `host` and `jsonschema`); it is quoted in [`site`] |
//!
//! # Coverage of the specification
//!
//! The table lists each requirement of the schema version 1 reference with the item that implements it. Each has a test in the
//! repository of this crate. Rules are those of [`validate`]. Work inside a browser is left to the runtime: finding targets and handlers, running primitives, reading projections
//! and installing attachments. This crate types and checks the messages about that work.
//!
//! | section | requirement | implementation |
//! |---|---|---|
//! | Root | `protocol` must be `actions.json` | V1 |
//! | | `version` must be 1 | V2 |
//! | | `tools` must be a list; it may be empty | V3 |
//! | | every other section is optional | [`Manifest`](manifest::Manifest) |
//! | surface | a surface has an origin, a name, a kind, a description and an id | [`Surface`](manifest::Surface) |
//! | | a surface is metadata and grants no permission | [`Site`](site::Site) |
//! | imports | an import has an id, a kind, an address, a namespace and a trust | [`Import`](manifest::Import) |
//! | | `enabled` is true by default | [`Import::is_enabled`](manifest::Import::is_enabled) |
//! | | imported names are prefixed with the namespace | [`composition`] |
//! | | conflicting names are not merged unless a policy chooses one | [`Conflict`](composition::Conflict) |
//! | context | context is loaded where the address, state, target or task matches | [`Site::context`](site::Site::context) |
//! | | context does not permit undeclared tools | [`Site::call`](site::Site::call) |
//! | | a context has an id, title, body, predicates, tools and next states | [`Context`](manifest::Context) |
//! | tools | name, description and input schema are required | [`Tool`](manifest::Tool) |
//! | | a tool may have a target on the page | [`Target`](manifest::Target) |
//! | | a tool may require primitives of the host | [`SiteLoader::capabilities`](site::SiteLoader::capabilities) |
//! | x_actions | `direction` has three values; tools default to `agent_to_html` | [`Tool::is_called_by_agents`](manifest::Tool::is_called_by_agents) |
//! | | a handler is a dotted name and not source code | V4 |
//! | | `scope` is `active_surface` or `persistent` | [`Scope`](manifest::Scope) |
//! | | `execution` contains inspectable steps | [`Execution`](manifest::Execution) |
//! | | an output must match `result_schema` | [`Site::receive`](site::Site::receive) |
//! | target | a target has selectors, role, name, texts, addresses, state and notes | [`Target`](manifest::Target) |
//! | | `confidence` has four values | [`Confidence`](manifest::Confidence) |
//! | | `state` is a precondition of the page | [`Site::call`](site::Site::call) |
//! | states | a state has a name, a description, diagnostics and observables | [`State`](manifest::State) |
//! | transitions | tools perform transitions; transitions are not callable | [`SiteTool`](site::SiteTool) |
//! | | `method` has eight documented values and is open | [`Method`](manifest::Method) |
//! | | `rate_limit_ms` is the minimum delay before a repetition | [`pacing`] |
//! | | `convergence` limits repetitions | [`pacing`] |
//! | | a transition has preconditions, revealed data and approaches to avoid | [`Transition`](manifest::Transition) |
//! | workflow | version 1, `jsonata` and steps are required, output is optional, other members are rejected | [`Workflow`](manifest::Workflow) |
//! | | the members of a step are closed; an error names the step and the member | [`Step`](manifest::Step) |
//! | | step ids are unique | W-same-id |
//! | | if a dictionary is supplied, primitives must be in it | [`Dictionary`](dictionary::Dictionary) |
//! | | a slot is the whole string; embedded slots are rejected | W-partial-slot |
//! | | every repetition has a bound | W-for-each, W-retry |
//! | | `after_each` runs one primitive that only reads or is repeatable | W-after-each |
//! | | `settle_after` has either a locator or a delay | W-settle |
//! | | `on_error` is `stop` or `continue` | W-on-error |
//! | | a runtime limits the number of steps and items | [`Limits`](validate::Limits) |
//! | | expressions are JSONata | W-expression (feature `workflows`) |
//! | | expressions read the input, step results, the item and its index | `workflow::Runner` (feature `workflows`) |
//! | | steps run in order, each with its primitive and arguments | `workflow::Runner` |
//! | | a step is skipped if `when` is falsy | `workflow::Runner` |
//! | | a step runs once per element of a list | `workflow::Runner` |
//! | | a step is repeated until a condition holds, with one primitive between attempts | `workflow::Runner` |
//! | | a step waits for its settle condition | `workflow::Runner` |
//! | | an error stops the workflow or is ignored | `workflow::Runner` |
//! | | the workflow output is the output of the tool | `workflow::Runner` |
//! | | expression and workflow outputs have a size limit | [`Limits`](validate::Limits) |
//! | state_projections | a projection has a name, a DOM snapshot, an expression, an output schema and summaries | [`StateProjection`](manifest::StateProjection) |
//! | | a workflow may name a projection to read again afterwards | rule `W-postcondition` |
//! | attachments | an attachment has an id, an open kind and an affordance | [`Attachment`](manifest::Attachment) |
//! | | a lifecycle has conditions for installing and removing | [`Lifecycle`](manifest::Lifecycle) |
//! | | an attachment may name signals | [`Attachment::signal_names`](manifest::Attachment::signal_names) |
//! | signals | a signal has a name, an event, a direction, an ingestion and a schema | [`Signal`](manifest::Signal) |
//! | | enabled events reach the agent after validation | [`admission`] |
//! | | a payload is data and never an instruction | [`SiteEvent`](site::SiteEvent) |
//! | checks | a check has assertions and a reaction to failure | [`Check`](manifest::Check) |
//! | | `severity` has four values | [`CheckSeverity`](manifest::CheckSeverity) |
//! | | a check result has a check id, a status, a time, an address and evidence | [`CheckResult`](manifest::CheckResult) |
//! | provenance | provenance has authors, reviewers, times and a source | [`Provenance`](manifest::Provenance) |
//! | | provenance contains nothing private | rule `private` |
//! | Safe identifiers | letters, digits, `_` and `-`; each segment begins with a letter | [`identifier`] |
//! | Validation rules | names and ids are safe identifiers | V4 |
//! | | names within a section are unique | V5 |
//! | | schemas are objects | V6 |
//! | | an agent-callable tool is executable | V7 |
//! | | an enabled signal names its event | V8 |
//! | | selectors are strings or lists of strings | V9 |
//! | | an attachment has a target and a lifecycle | V10 |
//! | | transitions connect declared states | V11 |
//! | | checks refer to declared items; targets have no names and cannot be looked up | V12 |
//! | | source files are below the manifest | V13 |
//! | | a missing handler is a runtime error of the page | [`ErrorCode`](item::ErrorCode) |
//! | Runtime rules | a manifest is validated first; an invalid manifest exposes no actions | [`CheckedManifest`](checked_manifest::CheckedManifest) |
//! | | imports are composed by namespace, trust and policy | [`Origin`](composition::Origin) |
//! | | every call matches the input schema | [`Site::call`](site::Site::call) |
//! | | required states are diagnosed before a call | [`SiteRefusal`](site::SiteRefusal) |
//! | | a page that is not ready is not called | [`runtimes`] |
//! | | page events are validated before they are forwarded | [`admission`] |
//! | | private, shared and public storage stay separate | [`Storage`](composition::Storage) |
//! | Protocol binding | there are six item types | [`Item`](item::Item) |
//! | | a reply is matched to its call and its runtime | [`calls`] |
//! | | a call is routed to one runtime | [`runtimes`] |
#![cfg_attr(
    not(feature = "workflows"),
    doc = "
[`workflow`]: #features
[`expression`]: #features
"
)]
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod admission;
#[cfg(feature = "host")]
pub mod calls;
mod check;
pub mod checked_manifest;
#[cfg(feature = "host")]
pub mod composition;
pub mod dictionary;
#[cfg(feature = "workflows")]
pub mod expression;
pub mod identifier;
pub mod inventory;
#[cfg(feature = "host")]
pub mod invocation;
pub mod item;
#[cfg(feature = "host")]
pub mod item_order;
#[doc(hidden)]
pub mod limits;
pub mod manifest;
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
#[cfg(feature = "workflows")]
pub mod workflow;

pub use wire;

/// Compiles the examples of the page.
#[cfg(doctest)]
#[doc = include_str!("../docs/actions-json.md")]
mod actions_json_page {}

/// Compiles the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
