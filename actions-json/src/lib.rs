//! actions.json v1: what a page lets an agent do, and the items that travel between the two. Unofficial.
//!
//! | module | holds |
//! |---|---|
//! | [`manifest`] | a site's manifest and all its sections |
//! | [`validate`] | what is wrong with one, by rules, in profiles |
//! | [`dictionary`] | the primitives that workflows name |
//! | [`identifier`] | which names are safe |
//! | `workflow` | a workflow, run step by step (feature `workflows`) |
//! | `expression` | JSONata, compiled and evaluated within bounds (feature `workflows`) |
//! | [`item`] | the items of the bridge protocol, told apart by `type` |
//! | [`schema`] | whether a value fits a JSON Schema |
//! | [`admission`] | whether an event may reach the agent |
//! | [`checked_manifest`] | a manifest that was found valid; only such a one exposes tools |
//! | [`site`] | all of what follows in one object, for the host of an agent |
//! | [`composition`] | a manifest and its imports under one roof |
//! | [`selection`] | what an agent should know where it is |
//! | [`invocation`] | whether a call may be made, and whether its output is what was promised |
//! | [`pacing`] | when something may be repeated, and how often |
//! | [`runtimes`] | which pages are connected, and to which of them a call goes |
//! | [`calls`] | which reply belongs to which call |
//! | [`item_order`] | in which order the items of a page are handed on |
//!
//! Reading is tolerant and keeps what it does not know: published manifests differ from the specification in many
//! ways. [`validate`] names them.
//!
//! [`site`] and what follows it in the table is for hosts: feature `host`.
//!
//! Feature `workflows`: the expressions of workflows are compiled and judged. It brings `jsonata-core`, which turns
//! `preserve_order` of `serde_json` on for the whole build; nothing here depends on the order of members.
//!
//! Feature `jsonschema`: [`admission`] checks payloads against the schemas of their signals. Without it a signal that
//! declares a schema admits nothing.
//!
//! ```
//! # use agent_ui_actions_json as actions_json;
//! use actions_json::{admission::{AdmissionRefusalKind, admit}, checked_manifest::CheckedManifest, item::DomEvent, validate::Profile};
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
//! # The specification, line by line
//!
//! What the reference of schema version 1 says, and the test behind it. Rules by their names are those of [`validate`]. What a
//! browser does is up to the runtime: to find targets and handlers, to carry out primitives, to read projections, to put
//! attachments on pages. Their words are typed and checked here, and what comes of them is taken.
//!
//! | section | says | here | test |
//! |---|---|---|---|
//! | Root | `protocol` is `actions.json` | V1 | `specification::the_protocol_is_actions_json` |
//! |  | `version` is 1 | V2 | `specification::the_version_is_one` |
//! |  | `tools` is a list, if need be an empty one | V3 | `specification::the_tools_are_a_list` |
//! |  | the other sections may be missing | [`Manifest`](manifest::Manifest) | `specification::the_other_sections_are_optional` |
//! | surface | it has an origin, a name, a kind, a description, an id | [`Surface`](manifest::Surface) | `specification::a_surface_is_described` |
//! |  | it is metadata and allows nothing | [`Site`](site::Site) | `specification::a_surface_allows_nothing` |
//! | imports | an import has an id, a kind, an address, a namespace, a trust | [`Import`](manifest::Import) | `specification::imports_name_kind_address_namespace_and_trust` |
//! |  | `enabled` is true where it is missing | [`Import::is_enabled`](manifest::Import::is_enabled) | `specification::an_import_is_enabled_unless_it_says_otherwise` |
//! |  | the namespace stands in front of imported names | [`composition`] | `specification::imported_names_get_the_namespace` |
//! |  | names that conflict are not merged, unless a policy says whose they are | [`Conflict`](composition::Conflict) | `specification::names_that_conflict_are_not_merged` |
//! | context | it is loaded where address, state, target or task fit | [`Site::context`](site::Site::context) | `specification::context_is_loaded_where_it_fits` |
//! |  | it permits no tool that is not declared | [`Site::call`](site::Site::call) | `specification::context_permits_nothing` |
//! |  | id, title, body, predicates, tools, next states | [`Context`](manifest::Context) | `specification::context_has_these_members` |
//! | tools | name, description and input schema are required | [`Tool`](manifest::Tool) | `specification::a_tool_has_a_name_a_description_and_a_schema` |
//! |  | it may have a target on the page | [`Target`](manifest::Target) | `specification::a_tool_may_have_a_target` |
//! |  | a tool may require primitives of the host | [`SiteLoader::capabilities`](site::SiteLoader::capabilities) | `specification::what_a_tool_requires_the_host_has_to_have` |
//! | x_actions | `direction` has three values, for tools `agent_to_html` where it is missing | [`Tool::is_called_by_agents`](manifest::Tool::is_called_by_agents) | `specification::tools_are_for_agents_unless_they_say_otherwise` |
//! |  | a handler is a dotted name and no source | V4 | `specification::a_handler_is_a_name_and_no_source` |
//! |  | `scope` is `active_surface` or `persistent` | [`Scope`](manifest::Scope) | `specification::a_scope_is_one_of_two` |
//! |  | `execution` holds steps that can be looked at | [`Execution`](manifest::Execution) | `specification::execution_holds_steps` |
//! |  | `result_schema` is what an output has to fit | [`Site::receive`](site::Site::receive) | `specification::an_output_fits_the_result_schema` |
//! | target | selectors, role, name, texts, addresses, state, notes | [`Target`](manifest::Target) | `specification::a_target_is_described` |
//! |  | `confidence` has four values | [`Confidence`](manifest::Confidence) | `specification::confidence_has_four_values` |
//! |  | `state` is required of the page | [`Site::call`](site::Site::call) | `specification::the_state_of_a_target_is_required` |
//! | states | name, description, diagnostics, observables | [`State`](manifest::State) | `specification::a_state_says_how_it_is_diagnosed` |
//! | transitions | a tool makes them; they are nothing that is called | [`SiteTool`](site::SiteTool) | `specification::transitions_are_made_by_tools_and_not_called` |
//! |  | `method` is one of eight, or another | [`Method`](manifest::Method) | `specification::a_method_is_one_of_eight_or_another` |
//! |  | `rate_limit_ms` is the least delay before it is repeated | [`pacing`] | `specification::a_transition_is_not_repeated_too_soon` |
//! |  | `convergence` says when to stop | [`pacing`] | `specification::a_transition_is_not_repeated_too_often` |
//! |  | preconditions, what it reveals, what not to use | [`Transition`](manifest::Transition) | `specification::a_transition_keeps_what_it_says_for_readers` |
//! | workflow | version 1, `jsonata` and steps are required, the output is not, and nothing else is there | [`Workflow`](manifest::Workflow) | `specification::a_workflow_has_these_members_only` |
//! |  | a step has these members only; the error names step and member | [`Step`](manifest::Step) | `specification::a_step_has_these_members_only` |
//! |  | the id of a step is unique | W-same-id | `specification::the_id_of_a_step_is_unique` |
//! |  | a primitive is in the dictionary, where there is one | [`Dictionary`](dictionary::Dictionary) | `specification::a_primitive_is_in_the_dictionary` |
//! |  | an expression is a whole slot, and never a part of a text | W-partial-slot | `specification::an_expression_is_a_whole_slot` |
//! |  | what is repeated has a bound | W-for-each, W-retry | `specification::what_is_repeated_has_a_bound` |
//! |  | between attempts one primitive that only looks, or can be repeated | W-after-each | `specification::between_attempts_one_primitive_is_done` |
//! |  | `settle_after` is a locator or a delay, and not both | W-settle | `specification::settling_waits_for_one_thing` |
//! |  | `on_error` is `stop` or `continue` | W-on-error | `specification::a_step_stops_or_goes_on` |
//! |  | a runtime bounds steps and items | [`Limits`](validate::Limits) | `specification::a_runtime_bounds_workflows` |
//! |  | expressions are JSONata | W-expression (feature `workflows`) | `specification::expressions_are_jsonata` |
//! |  | they read the arguments, the results of steps, the element and its number | `Runner` (feature `workflows`) | `specification::expressions_read_input_steps_item_and_index` |
//! |  | steps are done in order, each with its primitive and its arguments | `Runner` | `specification::steps_are_done_in_order` |
//! |  | a step is skipped where `when` is false | `Runner` | `specification::a_step_is_skipped_where_when_is_false` |
//! |  | it is done for each element of a list | `Runner` | `specification::a_step_is_done_for_each_element` |
//! |  | it is done again until something holds, with something between | `Runner` | `specification::a_step_is_done_until_something_holds` |
//! |  | what it settles with is waited for | `Runner` | `specification::what_a_step_settles_with_is_waited_for` |
//! |  | an error stops the workflow, or it goes on | `Runner` | `specification::an_error_stops_the_workflow_or_it_goes_on` |
//! |  | the output is what the tool gives back | `Runner` | `specification::the_output_is_what_the_tool_gives_back` |
//! |  | what expressions and workflows give has a size | [`Limits`](validate::Limits) | `specification::what_workflows_give_has_a_size` |
//! | state_projections | a name, a snapshot of the DOM, an expression, an output schema, summaries | [`StateProjection`](manifest::StateProjection) | `specification::a_projection_is_described` |
//! |  | a workflow may name one that is read again afterwards | rule `W-postcondition` | `specification::a_workflow_may_name_a_projection` |
//! | attachments | an id, a kind (one of four, or another), an affordance | [`Attachment`](manifest::Attachment) | `specification::an_attachment_is_described` |
//! |  | a lifecycle says when it comes and goes | [`Lifecycle`](manifest::Lifecycle) | `specification::an_attachment_says_when_it_comes_and_goes` |
//! |  | it may name signals | [`Attachment::signal_names`](manifest::Attachment::signal_names) | `specification::an_attachment_may_name_signals` |
//! | signals | a name, an event, a direction, an ingestion, a schema | [`Signal`](manifest::Signal) | `specification::a_signal_is_described` |
//! |  | events reach the agent if that is enabled, after validation | [`admission`] | `specification::events_reach_the_agent_if_they_are_enabled` |
//! |  | a payload is data and no instruction | [`SiteEvent`](site::SiteEvent) | `specification::a_payload_is_data` |
//! | checks | assertions, and what to do if they fail | [`Check`](manifest::Check) | `specification::a_check_is_described` |
//! |  | `severity` has four values | [`CheckSeverity`](manifest::CheckSeverity) | `specification::the_severity_of_a_check_has_four_values` |
//! |  | a result says which check, its status, when, where, and what was seen | [`CheckResult`](manifest::CheckResult) | `specification::the_result_of_a_check_is_a_record` |
//! | provenance | who made it and when, from what | [`Provenance`](manifest::Provenance) | `specification::provenance_is_described` |
//! |  | nothing private is in it | rule `private` | `specification::provenance_is_safe_to_publish` |
//! | Safe identifiers | letters, digits, `_` and `-`, each part begins with a letter | [`identifier`] | `specification::names_are_safe_identifiers` |
//! | Validation rules | names and ids are safe | V4 | `specification::names_and_ids_are_safe` |
//! |  | no two of a section have one name | V5 | `specification::names_do_not_collide` |
//! |  | schemas are objects | V6 | `specification::schemas_are_objects` |
//! |  | a tool that agents call can be executed | V7 | `specification::a_tool_can_be_executed` |
//! |  | an enabled signal names its event | V8 | `specification::an_enabled_signal_names_its_event` |
//! |  | selectors are texts or lists of texts | V9 | `specification::selectors_are_texts` |
//! |  | an attachment has a target and a lifecycle | V10 | `specification::an_attachment_has_a_target_and_a_lifecycle` |
//! |  | transitions lead between declared states | V11 | `specification::transitions_lead_between_declared_states` |
//! |  | checks refer to what is declared; targets have no names and cannot be looked up | V12 | `specification::checks_refer_to_what_is_declared` |
//! |  | source files lie below the manifest | V13 | `specification::source_files_lie_below_the_manifest` |
//! |  | a handler that is missing is an error of the page | [`ErrorCode`](item::ErrorCode) | `specification::a_missing_handler_is_told_by_the_page` |
//! | Runtime rules | a manifest is loaded and validated first, and nothing of an invalid one acts | [`CheckedManifest`](checked_manifest::CheckedManifest) | `specification::nothing_of_an_invalid_manifest_acts` |
//! |  | imports compose by namespace, trust and policy | [`Origin`](composition::Origin) | `specification::imports_compose_by_namespace_trust_and_policy` |
//! |  | every call fits the input schema | [`Site::call`](site::Site::call) | `specification::every_call_fits_the_input_schema` |
//! |  | required states are diagnosed before | [`SiteRefusal`](site::SiteRefusal) | `specification::required_states_are_diagnosed` |
//! |  | who is not ready is not called | [`runtimes`] | `specification::who_is_not_ready_is_not_called` |
//! |  | events of pages are validated before they are forwarded | [`admission`] | `specification::events_are_validated` |
//! |  | private, shared and public storage stay apart | [`Storage`](composition::Storage) | `specification::storage_stays_apart` |
//! | Protocol binding | six types of items | [`Item`](item::Item) | `specification::there_are_six_types_of_items` |
//! |  | a reply belongs to its call and its runtime | [`calls`] | `specification::a_reply_belongs_to_its_call` |
//! |  | a call goes to one runtime | [`runtimes`] | `specification::a_call_goes_to_one_runtime` |

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
