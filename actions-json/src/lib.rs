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
//! | `workflow` | a step-by-step workflow interpreter (feature `workflows`) |
//! | `expression` | bounded compilation and evaluation of JSONata (feature `workflows`) |
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
//! The table lists each requirement of the schema version 1 reference with the item that implements it and its test. Rules are those
//! of [`validate`]. Work inside a browser is left to the runtime: finding targets and handlers, running primitives, reading projections
//! and installing attachments. This crate types and checks the messages about that work.
//!
//! | section | requirement | implementation | test |
//! |---|---|---|---|
//! | Root | `protocol` must be `actions.json` | V1 | `specification::the_protocol_is_actions_json` |
//! | | `version` must be 1 | V2 | `specification::the_version_is_one` |
//! | | `tools` must be a list; it may be empty | V3 | `specification::the_tools_are_a_list` |
//! | | every other section is optional | [`Manifest`](manifest::Manifest) | `specification::the_other_sections_are_optional` |
//! | surface | a surface has an origin, a name, a kind, a description and an id | [`Surface`](manifest::Surface) | `specification::a_surface_has_its_documented_members` |
//! | | a surface is metadata and grants no permission | [`Site`](site::Site) | `specification::a_surface_grants_no_permission` |
//! | imports | an import has an id, a kind, an address, a namespace and a trust | [`Import`](manifest::Import) | `specification::imports_name_kind_address_namespace_and_trust` |
//! | | `enabled` is true by default | [`Import::is_enabled`](manifest::Import::is_enabled) | `specification::an_import_is_enabled_by_default` |
//! | | imported names are prefixed with the namespace | [`composition`] | `specification::imported_names_get_the_namespace` |
//! | | conflicting names are not merged unless a policy chooses one | [`Conflict`](composition::Conflict) | `specification::conflicting_names_are_not_merged` |
//! | context | context is loaded where the address, state, target or task matches | [`Site::context`](site::Site::context) | `specification::context_is_loaded_if_it_matches` |
//! | | context does not permit undeclared tools | [`Site::call`](site::Site::call) | `specification::context_grants_no_permission` |
//! | | a context has an id, title, body, predicates, tools and next states | [`Context`](manifest::Context) | `specification::context_has_its_documented_members` |
//! | tools | name, description and input schema are required | [`Tool`](manifest::Tool) | `specification::a_tool_has_a_name_a_description_and_a_schema` |
//! | | a tool may have a target on the page | [`Target`](manifest::Target) | `specification::a_tool_may_have_a_target` |
//! | | a tool may require primitives of the host | [`SiteLoader::capabilities`](site::SiteLoader::capabilities) | `specification::the_host_must_support_required_primitives` |
//! | x_actions | `direction` has three values; tools default to `agent_to_html` | [`Tool::is_called_by_agents`](manifest::Tool::is_called_by_agents) | `specification::tools_are_for_agents_by_default` |
//! | | a handler is a dotted name and not source code | V4 | `specification::a_handler_is_a_name_and_not_source_code` |
//! | | `scope` is `active_surface` or `persistent` | [`Scope`](manifest::Scope) | `specification::a_scope_has_two_values` |
//! | | `execution` contains inspectable steps | [`Execution`](manifest::Execution) | `specification::execution_contains_steps` |
//! | | an output must match `result_schema` | [`Site::receive`](site::Site::receive) | `specification::an_output_matches_the_result_schema` |
//! | target | a target has selectors, role, name, texts, addresses, state and notes | [`Target`](manifest::Target) | `specification::a_target_has_its_documented_members` |
//! | | `confidence` has four values | [`Confidence`](manifest::Confidence) | `specification::confidence_has_four_values` |
//! | | `state` is a precondition of the page | [`Site::call`](site::Site::call) | `specification::the_state_of_a_target_is_required` |
//! | states | a state has a name, a description, diagnostics and observables | [`State`](manifest::State) | `specification::a_state_has_diagnostics` |
//! | transitions | tools perform transitions; transitions are not callable | [`SiteTool`](site::SiteTool) | `specification::transitions_are_performed_by_tools_and_not_callable` |
//! | | `method` has eight documented values and is open | [`Method`](manifest::Method) | `specification::unknown_methods_are_preserved` |
//! | | `rate_limit_ms` is the minimum delay before a repetition | [`pacing`] | `specification::a_transition_is_not_repeated_too_soon` |
//! | | `convergence` limits repetitions | [`pacing`] | `specification::a_transition_is_not_repeated_too_often` |
//! | | a transition has preconditions, revealed data and approaches to avoid | [`Transition`](manifest::Transition) | `specification::a_transition_keeps_its_documentation` |
//! | workflow | version 1, `jsonata` and steps are required, output is optional, other members are rejected | [`Workflow`](manifest::Workflow) | `specification::unknown_workflow_members_are_errors` |
//! | | the members of a step are closed; an error names the step and the member | [`Step`](manifest::Step) | `specification::unknown_step_members_are_errors` |
//! | | step ids are unique | W-same-id | `specification::the_id_of_a_step_is_unique` |
//! | | if a dictionary is supplied, primitives must be in it | [`Dictionary`](dictionary::Dictionary) | `specification::a_primitive_is_in_the_dictionary` |
//! | | a slot is the whole string; embedded slots are rejected | W-partial-slot | `specification::an_expression_is_a_whole_slot` |
//! | | every repetition has a bound | W-for-each, W-retry | `specification::repetition_has_a_bound` |
//! | | `after_each` runs one primitive that only reads or is repeatable | W-after-each | `specification::one_primitive_runs_between_attempts` |
//! | | `settle_after` has either a locator or a delay | W-settle | `specification::settling_has_one_condition` |
//! | | `on_error` is `stop` or `continue` | W-on-error | `specification::a_failed_step_stops_or_continues` |
//! | | a runtime limits the number of steps and items | [`Limits`](validate::Limits) | `specification::a_runtime_bounds_workflows` |
//! | | expressions are JSONata | W-expression (feature `workflows`) | `specification::expressions_are_jsonata` |
//! | | expressions read the input, step results, the item and its index | `Runner` (feature `workflows`) | `specification::expressions_read_input_steps_item_and_index` |
//! | | steps run in order, each with its primitive and arguments | `Runner` | `specification::steps_run_in_order` |
//! | | a step is skipped if `when` is falsy | `Runner` | `specification::a_step_is_skipped_if_when_is_false` |
//! | | a step runs once per element of a list | `Runner` | `specification::a_step_runs_for_each_element` |
//! | | a step is repeated until a condition holds, with one primitive between attempts | `Runner` | `specification::a_step_is_repeated_until_a_condition_holds` |
//! | | a step waits for its settle condition | `Runner` | `specification::a_step_waits_for_its_settle_condition` |
//! | | an error stops the workflow or is ignored | `Runner` | `specification::an_error_stops_the_workflow_or_is_ignored` |
//! | | the workflow output is the output of the tool | `Runner` | `specification::the_workflow_output_is_the_tool_output` |
//! | | expression and workflow outputs have a size limit | [`Limits`](validate::Limits) | `specification::workflow_outputs_have_a_size_limit` |
//! | state_projections | a projection has a name, a DOM snapshot, an expression, an output schema and summaries | [`StateProjection`](manifest::StateProjection) | `specification::a_projection_has_its_documented_members` |
//! | | a workflow may name a projection to read again afterwards | rule `W-postcondition` | `specification::a_workflow_may_name_a_projection` |
//! | attachments | an attachment has an id, an open kind and an affordance | [`Attachment`](manifest::Attachment) | `specification::an_attachment_has_its_documented_members` |
//! | | a lifecycle has conditions for installing and removing | [`Lifecycle`](manifest::Lifecycle) | `specification::an_attachment_has_a_lifecycle` |
//! | | an attachment may name signals | [`Attachment::signal_names`](manifest::Attachment::signal_names) | `specification::an_attachment_may_name_signals` |
//! | signals | a signal has a name, an event, a direction, an ingestion and a schema | [`Signal`](manifest::Signal) | `specification::a_signal_has_its_documented_members` |
//! | | enabled events reach the agent after validation | [`admission`] | `specification::events_reach_the_agent_if_they_are_enabled` |
//! | | a payload is data and never an instruction | [`SiteEvent`](site::SiteEvent) | `specification::a_payload_is_data` |
//! | checks | a check has assertions and a reaction to failure | [`Check`](manifest::Check) | `specification::a_check_has_its_documented_members` |
//! | | `severity` has four values | [`CheckSeverity`](manifest::CheckSeverity) | `specification::the_severity_of_a_check_has_four_values` |
//! | | a check result has a check id, a status, a time, an address and evidence | [`CheckResult`](manifest::CheckResult) | `specification::the_result_of_a_check_is_a_record` |
//! | provenance | provenance has authors, reviewers, times and a source | [`Provenance`](manifest::Provenance) | `specification::provenance_has_its_documented_members` |
//! | | provenance contains nothing private | rule `private` | `specification::provenance_is_safe_to_publish` |
//! | Safe identifiers | letters, digits, `_` and `-`; each segment begins with a letter | [`identifier`] | `specification::names_are_safe_identifiers` |
//! | Validation rules | names and ids are safe identifiers | V4 | `specification::names_and_ids_are_safe` |
//! | | names within a section are unique | V5 | `specification::names_within_a_section_are_unique` |
//! | | schemas are objects | V6 | `specification::schemas_are_objects` |
//! | | an agent-callable tool is executable | V7 | `specification::a_tool_can_be_executed` |
//! | | an enabled signal names its event | V8 | `specification::an_enabled_signal_names_its_event` |
//! | | selectors are strings or lists of strings | V9 | `specification::selectors_are_strings` |
//! | | an attachment has a target and a lifecycle | V10 | `specification::an_attachment_has_a_target_and_a_lifecycle` |
//! | | transitions connect declared states | V11 | `specification::transitions_connect_declared_states` |
//! | | checks refer to declared items; targets have no names and cannot be looked up | V12 | `specification::checks_refer_to_declared_names` |
//! | | source files are below the manifest | V13 | `specification::source_files_are_below_the_manifest` |
//! | | a missing handler is a runtime error of the page | [`ErrorCode`](item::ErrorCode) | `specification::a_missing_handler_is_reported_by_the_page` |
//! | Runtime rules | a manifest is validated first; an invalid manifest exposes no actions | [`CheckedManifest`](checked_manifest::CheckedManifest) | `specification::an_invalid_manifest_exposes_nothing` |
//! | | imports are composed by namespace, trust and policy | [`Origin`](composition::Origin) | `specification::imports_compose_by_namespace_trust_and_policy` |
//! | | every call matches the input schema | [`Site::call`](site::Site::call) | `specification::every_call_matches_the_input_schema` |
//! | | required states are diagnosed before a call | [`SiteRefusal`](site::SiteRefusal) | `specification::required_states_are_diagnosed` |
//! | | a page that is not ready is not called | [`runtimes`] | `specification::a_page_that_is_not_ready_is_not_called` |
//! | | page events are validated before they are forwarded | [`admission`] | `specification::events_are_validated` |
//! | | private, shared and public storage stay separate | [`Storage`](composition::Storage) | `specification::storage_stays_separate` |
//! | Protocol binding | there are six item types | [`Item`](item::Item) | `specification::the_protocol_has_six_item_types` |
//! | | a reply is matched to its call and its runtime | [`calls`] | `specification::a_reply_is_matched_to_its_call` |
//! | | a call is routed to one runtime | [`runtimes`] | `specification::a_call_goes_to_one_runtime` |

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
#[doc = include_str!("../../docs/protocols/actions-json.md")]
mod actions_json_page {}

/// Compiles the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
