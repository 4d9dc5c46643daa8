// Written by types.mjs from the JSON Schemas of this project.
// Dialect: actions-json@1

export interface ActionCall {
  /** The arguments, an object that matches the tool's `input_schema`. */
  arguments: unknown;
  /** The id of the call. */
  call_id: CallId;
  /** The name of the tool. */
  name: string;
  /** The page to call, if it is known. */
  runtime_id?: RuntimeId | null;
  /** The page to call. */
  target?: CallTarget | null;
  /** A part of the page's title. */
  target_title_contains?: string | null;
  /** A part of the page's address. */
  target_url_contains?: string | null;
  /** The timeout in milliseconds. */
  timeout_ms?: number | null;
  type?: "action_call";
  [member: string]: unknown;
}

export interface ActionCallOutput {
  /** The id of the call. */
  call_id: CallId;
  /** The output of the tool, any JSON value. */
  output: unknown;
  /** The page that executed the call. */
  runtime_id: RuntimeId;
  type?: "action_call_output";
  [member: string]: unknown;
}

export interface ActionError {
  /** The call that failed; absent for other errors. */
  call_id?: CallId | null;
  /** The details of the error. */
  error: ErrorDetails;
  /** The page where the error occurred. */
  runtime_id?: RuntimeId | null;
  type?: "action_error";
  [member: string]: unknown;
}

export interface Affordance {
  /** The visible label of the element. */
  label?: string | null;
  /** The maximum number of instances. */
  max_instances?: number | null;
  /** The tool call that a click makes: `{"tool","arguments"}`. */
  opens?: unknown;
  /** The position relative to the target, such as `afterend`. */
  placement?: string | null;
  /** The title, usually shown as a tooltip. */
  title?: string | null;
  [member: string]: unknown;
}

export interface AfterEach {
  /** The arguments; slots in them are evaluated. */
  args?: Evaluated & ({
    [member: string]: unknown;
  } | null);
  /** The primitive to call. */
  primitive: "locator.wait_for" | "locator.element_info" | "dom.observe.visible" | "viewport.scroll" | "overlay.menu.hide" | "overlay.menu.show";
  [member: string]: unknown;
}

export interface Assertion {
  /** The attachment that the condition is about. */
  attachment?: string | null;
  /** The state that the condition is about. */
  state?: string | null;
  /** The element that the condition is about. */
  target?: Target | null;
  /** The tool that the condition is about. */
  tool?: string | null;
  /** `true` if the element must be visible. */
  visible?: boolean | null;
  [member: string]: unknown;
}

export interface Attachment {
  /** The appearance and behavior of the attachment. */
  affordance?: Affordance | null;
  /** A description for people and models. */
  description?: string | null;
  /** The id, unique among the attachments. */
  id: SafeIdentifier;
  /** The kind of the attachment. */
  kind?: AttachmentKind | null;
  /** The conditions for installing and removing it. */
  lifecycle: Lifecycle;
  /** The signals that it sends: a list of names, or an object whose values are names. */
  signals?: string[] | {
    [member: string]: string;
  } | null;
  /** Hints on the source of the declaration. */
  source?: Source | null;
  /** The element of the page that it is attached to. */
  target: Target;
  [member: string]: unknown;
}

export type AttachmentId = string;

export type AttachmentKind = "overlay_launcher" | "annotation" | "shortcut" | "status_badge" | (string & {});

export interface AttachmentStatus {
  /** The id of the attachment. */
  id: string;
  /** The status word, such as `attached`. */
  state: string;
  [member: string]: unknown;
}

export type CallId = string;

export interface CallTarget {
  /** The id of the connected page. */
  runtime_id?: RuntimeId | null;
  /** The id of the page across its connections. */
  runtime_key?: RuntimeKey | null;
  [member: string]: unknown;
}

export interface Check {
  /** The conditions that must hold. */
  assertions?: Assertion[] | null;
  /** A description of the check. */
  description?: string | null;
  /** The id, unique among the checks. */
  id: SafeIdentifier;
  /** The conditions that must not hold. */
  negative_assertions?: Assertion[] | null;
  /** The reaction to a failure. */
  on_fail?: unknown;
  /** The preparation of the check, any JSON value. */
  setup?: unknown;
  /** The severity of a failure. */
  severity?: CheckSeverity | null;
  /** Hints on the source of the declaration. */
  source?: Source | null;
  /** The actions of the check, any JSON value. */
  steps?: unknown;
  [member: string]: unknown;
}

export type CheckId = string;

export interface CheckResult {
  /** The id of the check. */
  check_id: CheckId;
  /** The details of a failure. */
  error?: unknown;
  /** The observed data. */
  evidence?: unknown;
  /** The time of the check. */
  observed_at?: Timestamp | null;
  /** The outcome of the check. */
  status: CheckStatus;
  /** The address of the page. */
  url?: string | null;
  [member: string]: unknown;
}

export type CheckSeverity = "info" | "minor" | "major" | "critical";

export type CheckStatus = "pass" | "fail" | "skipped" | "error" | (string & {});

export interface Composition {
  /** The policy for conflicting names: `prefer_local`. */
  default_conflict_policy?: string | null;
  /** `true` if every import needs a namespace. */
  namespace_required?: boolean | null;
  [member: string]: unknown;
}

export type Confidence = "observed" | "inferred" | "generated" | "unknown";

export interface Context {
  /** The names of relevant tools. */
  available_tools?: string[] | null;
  /** The documentation in plain language. */
  body?: string | null;
  /** The id, unique among the context blocks. */
  id: SafeIdentifier;
  /** The condition for loading the block. */
  load_when?: LoadWhen | null;
  /** The states that may follow. */
  next_states?: string[] | null;
  /** Hints on the source of the declaration. */
  source?: Source | null;
  /** A short title of the block. */
  title?: string | null;
  [member: string]: unknown;
}

export type ContextId = string;

export interface Convergence {
  /** The condition that ends the repetition. */
  complete_when?: string | null;
  /** The maximum number of attempts. */
  max_attempts?: number | null;
  [member: string]: unknown;
}

export interface Diagnostic {
  /** A description for people. */
  description?: string | null;
  /** The name of the probe. */
  name?: string | null;
  /** The element to inspect. */
  target?: Target | null;
  [member: string]: unknown;
}

export interface Dictionary {
  /** The primitives of the runtime. */
  primitives: Primitive[];
  /** The maturity of the dictionary. */
  stage: unknown;
  /** The version of the dictionary. */
  version: unknown;
  [member: string]: unknown;
}

export type Direction = "agent_to_html" | "html_to_agent" | "bidirectional";

export interface DomEvent {
  /** The name of the DOM event. */
  event?: string | null;
  /** The id of the event. */
  event_id: EventId;
  /** The name of the signal. */
  name: string;
  /** The time at which the runtime observed the event. */
  observed_at?: Timestamp | null;
  /** The payload, any JSON value. The page wrote it, so it must not be treated as instructions. */
  payload: unknown;
  /** The call that caused the event. */
  previous_call_id?: CallId | null;
  /** The page where the event occurred. */
  runtime_id: RuntimeId;
  type?: "dom_event";
  /** The address of the page. */
  url?: string | null;
  [member: string]: unknown;
}

export type ErrorCode = "unknown_action" | "invalid_input" | "runtime_not_ready" | "permission_denied" | "ambiguous_runtime" | "runtime_not_found" | "capability_unavailable" | "missing_handler" | "handler_failed" | "handler_timeout" | "invalid_result" | "target_not_found" | "state_mismatch" | "drift_detected" | "unsafe_state" | "transport_failed" | (string & {});

export interface ErrorDetails {
  /** The error code, for programs. */
  code: ErrorCode;
  /** Structured data about the error. */
  evidence?: unknown;
  /** The message, for people and models. */
  message: string;
  /** `true` if another attempt can succeed. */
  recoverable?: boolean | null;
  /** The severity of the error. */
  severity?: ErrorSeverity | null;
  [member: string]: unknown;
}

export type ErrorSeverity = "info" | "minor" | "major" | "critical" | (string & {});

export type Evaluated = unknown;

export type EventId = string;

export interface Execution {
  /** The condition for falling back to the steps. */
  fallback?: string | null;
  /** The way in which handler and steps are combined. */
  mode?: ExecutionMode | null;
  /** The steps in order. */
  steps?: ExecutionStep[] | null;
  [member: string]: unknown;
}

export type ExecutionMode = "handler_first" | "steps_first" | "documentary" | "test_only" | (string & {});

export interface ExecutionStep {
  /** The id of the step. */
  id?: string | null;
  /** The element that the step acts on. */
  target?: Target | null;
  /** The kind of step, such as `click` or `type`. */
  type?: string | null;
  /** The argument of the call that the step uses. */
  value_from?: string | null;
  [member: string]: unknown;
}

export interface Expression {
  /** The expression, either bare or in a slot `{% … %}`. */
  expression: string;
  /** The expression language, `jsonata`. */
  language: "jsonata";
  [member: string]: unknown;
}

export interface Extract {
  /** The fields of each record by name. See `Extract::fields_by_name`. */
  fields?: ({
    [member: string]: ExtractField | null;
  }) | null;
  /** The name of the records in expressions. */
  id?: unknown;
  /** `false` if only one element is extracted; absent means `true`. */
  many?: boolean | null;
  /** A CSS selector of the elements. */
  selector?: string | null;
  /** An XPath expression for the elements. */
  xpath?: string | null;
  [member: string]: unknown;
}

export interface ExtractField {
  /** The attribute to read. */
  attribute?: string | null;
  /** A CSS selector of the ancestor to read. */
  closest?: string | null;
  /** The value to use if none is found. */
  default?: unknown;
  /** The nested fields by name. See `ExtractField::fields_by_name`. */
  fields?: ({
    [member: string]: ExtractField | null;
  }) | null;
  /** `true` if several elements are read. */
  many?: boolean | null;
  /** The property to read. */
  property?: Property | null;
  /** `true` if the value must be present. */
  required?: boolean | null;
  /** A CSS selector of a descendant to read. */
  selector?: string | null;
  /** `true` if surrounding white space is removed. */
  trim?: boolean | null;
  /** An XPath expression for a descendant to read. */
  xpath?: string | null;
  [member: string]: unknown;
}

export type File = string;

export type HandlerName = SafeIdentifier & string;

export interface Import {
  /** `false` if the import is not used; absent means `true`. */
  enabled?: boolean | null;
  /** The id, unique among the imports. */
  id: SafeIdentifier;
  /** The kind of its location. */
  kind?: ImportKind | null;
  /** The prefix of its names, without the separating dot. */
  namespace?: string | null;
  /** The origin of the import entry. */
  provenance?: Provenance | null;
  /** The trust in the manifest. */
  trust?: Trust | null;
  /** The location of the manifest. */
  uri: ImportUri;
  [member: string]: unknown;
}

export type ImportId = string;

export type ImportKind = "website" | "local" | "storage" | "shared" | "public" | "package";

export type ImportUri = string;

export type Ingestion = "enabled" | "disabled_by_default";

export type Item = ((RuntimeReady & {
  type?: "runtime_ready";
  [member: string]: unknown;
}) | (RuntimeStatus & {
  type?: "runtime_status";
  [member: string]: unknown;
}) | (ActionCall & {
  type?: "action_call";
  [member: string]: unknown;
}) | (ActionCallOutput & {
  type?: "action_call_output";
  [member: string]: unknown;
}) | (DomEvent & {
  type?: "dom_event";
  [member: string]: unknown;
}) | (ActionError & {
  type?: "action_error";
  [member: string]: unknown;
}) | ({
  type?: string & {};
  [member: string]: unknown;
})) & {
  type: string;
  [member: string]: unknown;
};

export interface Lifecycle {
  /** The reaction when the page has changed. */
  drift?: string | null;
  /** The condition for installing it. */
  install?: string | null;
  /** The condition for installing it again. */
  reattach?: string | null;
  /** The condition for removing it. */
  remove?: string | null;
  [member: string]: unknown;
}

export interface LoadWhen {
  /** The states, one of which must be current. */
  states?: string[] | null;
  /** The targets, one of which must be on the page. */
  targets?: unknown;
  /** A part of the page's address. */
  url_contains?: string | null;
  /** A pattern for the whole address of the page. */
  url_matches?: string | null;
  [member: string]: unknown;
}

export interface Manifest {
  /** Elements that a runtime adds to the page. */
  attachments?: Attachment[] | null;
  /** Probes that detect whether the page still matches the manifest. */
  checks?: Check[] | null;
  /** The rules for composing imports. */
  composition?: Composition | null;
  /** Documentation for agents. */
  context?: Context[] | null;
  /** Other manifests to compose into this one. */
  imports?: Import[] | null;
  /** The protocol name, `actions.json`. */
  protocol: "actions.json";
  /** Authors and reviewers of the manifest. */
  provenance?: Provenance | null;
  /** The events that the page may send. */
  signals?: Signal[] | null;
  /** The readable state of the page as data. */
  state_projections?: StateProjection[] | null;
  /** The states in which the page can be. */
  states?: State[] | null;
  /** The page or application that the manifest describes. */
  surface?: Surface | (string | null);
  /** The tools that an agent may call. */
  tools: Tool[];
  /** The transitions between states. */
  transitions?: Transition[] | null;
  /** The schema version, 1. */
  version: 1;
  [member: string]: unknown;
}

export interface Marker {
  /** The data that identifies the place. */
  anchor?: unknown;
  /** The id, unique among the markers. */
  id: string;
  /** The steps that lead to the place. */
  recipe: MarkerStep[];
  /** The kind of the place. */
  type: MarkerType;
  [member: string]: unknown;
}

export type MarkerId = string;

export interface MarkerStep {
  /** The arguments of the primitive. */
  args?: {
    [member: string]: unknown;
  } | null;
  /** The primitive to call. */
  primitive: "keyboard.press" | "pointer.click" | "pointer.move" | "pointer.double_click" | "locator.element_info" | "locator.wait_for" | "text.insert" | "text.type" | "viewport.scroll";
  [member: string]: unknown;
}

export type MarkerType = "cursor" | "pointer";

export type Method = "tool_call" | "signal" | "navigation" | "click" | "type" | "scroll" | "handler_call" | "attachment_install" | (string & {});

export type OnError = "stop" | "continue";

export interface Postcondition {
  /** The message to the agent if the condition fails. */
  failure_message?: string | null;
  /** The projection to read. */
  projection?: ProjectionName | null;
  /** The expression that must be true. */
  verify?: Expression | null;
  [member: string]: unknown;
}

export interface Primitive {
  /** The adapters that implement the primitive. */
  adapters: unknown;
  /** The capabilities that the primitive provides. */
  capabilities: unknown;
  /** The class of permission that the primitive needs. */
  capability_class: unknown;
  /** The conformance tests of the primitive. */
  conformance: unknown;
  /** The error codes of the primitive. */
  errors: unknown;
  /** The JSON Schema of the arguments. */
  input_schema: unknown;
  /** The name of the primitive, unique in the dictionary. */
  name: PrimitiveName;
  /** The JSON Schema of the result. */
  output_schema: unknown;
  /** `true` if every runtime can support the primitive. */
  portable: unknown;
  /** The maturity of the primitive. */
  stage: unknown;
  /** A summary for people. */
  summary: unknown;
  /** The version of the primitive. */
  version: unknown;
  [member: string]: unknown;
}

export type PrimitiveName = string;

export type ProjectionName = string;

export interface ProjectionScope {
  /** A pattern for the address, in which `*` matches any text. */
  url_matches?: string | null;
  [member: string]: unknown;
}

export type Property = "innerText" | "textContent" | "value" | "checked" | "ariaLabel" | "boundingClientRect" | (string & {});

export interface Provenance {
  /** The time of creation, often a date alone. */
  created_at?: Timestamp | null;
  /** The author of the manifest. */
  created_by?: string | null;
  /** The time of the review. */
  reviewed_at?: Timestamp | null;
  /** The reviewer of the manifest. */
  reviewed_by?: string | null;
  /** The revision of the manifest. */
  revision?: string | null;
  /** The source that the manifest was created from. */
  source?: string | null;
  /** The time of the last change. */
  updated_at?: Timestamp | null;
  /** The author of the last change. */
  updated_by?: string | null;
  [member: string]: unknown;
}

export type RuntimeId = string;

export type RuntimeKey = string;

export interface RuntimeReady {
  /** The approval under which the page runs; null if there is none. */
  authorization_id?: string | null;
  /** The device of the page. Runtimes send this member; the specification does not define it. */
  device?: unknown;
  /** The version of the browser extension. */
  extension_version?: string | null;
  /** The manifest that the page loaded. */
  manifest?: Manifest | null;
  /** The items that a reconnecting runtime missed. Runtimes send this member; the specification does not define it. */
  replay?: unknown;
  /** The id of the runtime. */
  runtime_id: RuntimeId;
  /** The id of the page across its connections. */
  runtime_key?: RuntimeKey | null;
  /** The tab, with `tab_id`, `title` and `active`. Runtimes send this member; the specification does not define it. */
  tab?: unknown;
  type?: "runtime_ready";
  /** The address of the page. */
  url: string;
  [member: string]: unknown;
}

export interface RuntimeStatus {
  /** The names of the page's actions. Runtimes send this member; the specification does not define it. */
  actions?: string[] | null;
  /** The status of each attachment. */
  attachments?: AttachmentStatus[] | null;
  /** The approval under which the page runs. Runtimes send this member; the specification does not define it here. */
  authorization_id?: string | null;
  /** `true` if the page is connected. Runtimes send this member; the specification does not define it. */
  connected?: boolean | null;
  /** The version of the extension. Runtimes send this member; the specification does not define it here. */
  extension_version?: string | null;
  /** The time at which the runtime observed the status. */
  observed_at?: Timestamp | null;
  /** The id of the runtime. The specification requires it, but bridges send keep-alive items without it. */
  runtime_id?: RuntimeId | null;
  /** The id of the page across its connections. Runtimes send this member; the specification does not define it here. */
  runtime_key?: RuntimeKey | null;
  /** The names of the current states of the page. */
  states?: string[] | null;
  type?: "runtime_status";
  /** The address of the page. */
  url?: string | null;
  [member: string]: unknown;
}

export type SafeIdentifier = string;

export type Scope = "active_surface" | "persistent";

export type Selectors = string | string[];

export type SettleAfter = {
  /** The state that the element must reach; absent means `visible`. */
  state?: string | null;
  /** The timeout in milliseconds; absent means 8000. */
  timeout_ms?: number | null;
} & (
  | { locator: {
  [member: string]: unknown;
}; delay_ms?: never; }
  | { locator?: never; delay_ms: number; }
);

export interface Signal {
  /** A description for people and models. */
  description?: string | null;
  /** The direction of the signal; absent means to the agent. */
  direction?: Direction | null;
  /** The name of the DOM event. */
  event?: string | null;
  /** The forwarding to the agent; absent means disabled. */
  ingestion?: Ingestion | null;
  /** The name, unique among the signals. */
  name: SafeIdentifier;
  /** The JSON Schema of the payload; absent means any payload. */
  payload?: {
    [member: string]: unknown;
  };
  /** Metadata for protocol adapters. */
  protocol?: {
    [member: string]: unknown;
  };
  /** Hints on the source of the declaration. */
  source?: Source | null;
  /** The element where the event occurs. */
  target?: Target | null;
  [member: string]: unknown;
}

export type SignalName = string;

export type Slot = string;

export interface Snapshot {
  /** The elements to extract from the page. */
  extract: Extract[];
  /** The JSON Schema of the result. */
  output_schema?: {
    [member: string]: unknown;
  };
  /** The expression that transforms the extracted records. */
  projection: Expression;
  /** The source of the data, `dom`. */
  source: "dom";
  /** The snapshot version, 1. */
  version: 1;
  [member: string]: unknown;
}

export interface Source {
  /** The name of the component. */
  component?: string | null;
  /** Source files, relative to the manifest and below it. */
  files?: File[] | File | null;
  /** CSS selectors of related elements. */
  selectors?: Selectors;
  /** Symbol names in the files. */
  symbols?: string[] | null;
  [member: string]: unknown;
}

export interface State {
  /** The meaning of the state. */
  description?: string | null;
  /** Probes that determine whether the state is current. */
  diagnostics?: Diagnostic[] | null;
  /** The name, unique among the states. */
  name: SafeIdentifier;
  /** The values that can be collected during diagnosis. */
  observables?: string[] | null;
  /** Hints on the source of the declaration. */
  source?: Source | null;
  [member: string]: unknown;
}

export type StateName = string;

export interface StateProjection {
  /** A description of the projection. */
  description?: string | null;
  /** Places in the page, as a list or as an expression that computes it. */
  markers?: Marker[] | Slot | null;
  /** The name, unique among the projections. */
  name: string;
  /** The conditions that must hold after a tool, by tool name. See `StateProjection::postconditions_by_tool`. */
  postconditions?: ({
    [member: string]: Postcondition | string;
  }) | string | null;
  /** The pages on which the projection works. */
  scope?: ProjectionScope | null;
  /** The extraction and transformation of the data. */
  snapshot: Snapshot;
  /** Short summaries of the state. */
  summaries?: Summary[] | null;
  [member: string]: unknown;
}

export interface Step {
  /** The primitive to call between attempts. */
  after_each?: unknown;
  /** The arguments; slots in them are evaluated. */
  args?: Evaluated & ({
    [member: string]: unknown;
  } | null);
  /** A list; the step is executed for each element. */
  for_each?: Evaluated;
  /** The id, unique in the workflow and without dots. */
  id: string;
  /** The maximum number of attempts, 1 to 50; required with `retry_until`. */
  max_attempts?: unknown;
  /** The maximum number of elements, 1 to 50; required with `for_each`. */
  max_items?: unknown;
  /** The reaction to a failure; absent means `stop`. */
  on_error?: OnError | null;
  /** The primitive to call. */
  primitive: string;
  /** The condition that ends the repetition of the step. */
  retry_until?: Evaluated;
  /** The condition to wait for before the next step. */
  settle_after?: SettleAfter;
  /** The condition of the step; it is skipped if this is falsy. */
  when?: Evaluated;
}

export type StepId = string;

export interface Summary {
  /** The expression that computes the summary from the state. */
  expression?: unknown;
  /** The maximum size in bytes. */
  max_bytes?: number | null;
  /** The name of the summary. */
  name?: unknown;
  [member: string]: unknown;
}

export interface Surface {
  /** A description for reviewers and agents. */
  description?: string | null;
  /** The category of the page. */
  kind?: string | null;
  /** The name of the site, for people. */
  name?: string | null;
  /** The origin of the site, such as `https://example.com`. */
  origin?: string | null;
  /** A stable id of the surface. */
  surface_id?: string | null;
  [member: string]: unknown;
}

export interface Target {
  /** The certainty of the target. */
  confidence?: Confidence | null;
  /** Selectors to try if the others match nothing. */
  fallback_selectors?: Selectors;
  /** The accessible name of the element. */
  name?: string | null;
  /** Notes for reviewers. */
  notes?: string | null;
  /** The accessible role of the element. */
  role?: string | null;
  /** The preferred CSS selector. */
  selector?: Selectors;
  /** Several CSS selectors, the best one first. */
  selectors?: Selectors;
  /** The name of the state that the page must be in. */
  state?: string | null;
  /** A part of the visible text. */
  text_contains?: string | null;
  /** The complete visible text. */
  text_equals?: string | null;
  /** A part of the page's address. */
  url_contains?: string | null;
  /** A pattern for the page's address. */
  url_matches?: string | null;
  [member: string]: unknown;
}

export type Timestamp = string;

export type Tool = ({
  workflow: {
    [member: string]: unknown;
  };
  [member: string]: unknown;
} | ({
  x_actions: {
    handler: string;
    [member: string]: unknown;
  } | {
    execution: {
      steps: unknown[];
      [member: string]: unknown;
    };
    [member: string]: unknown;
  } | {
    direction: "html_to_agent";
    [member: string]: unknown;
  };
  [member: string]: unknown;
})) & ({
  /** A description for people and models. */
  description: string;
  /** The JSON Schema of the arguments. */
  input_schema: {
    [member: string]: unknown;
  };
  /** The name, unique among the tools. */
  name: SafeIdentifier;
  /** The primitives that the tool needs. */
  requires?: PrimitiveName[] | null;
  /** The JSON Schema of the result, at the place where some publishers write it. */
  result_schema?: {
    [member: string]: unknown;
  };
  /** Hints on the source of the declaration. */
  source?: Source | null;
  /** The element of the page that the tool acts on. */
  target?: Target | null;
  /** The steps that execute the tool. */
  workflow?: Workflow | null;
  /** The execution of the tool by the browser runtime. */
  x_actions?: XActions | null;
  [member: string]: unknown;
});

export type ToolName = string;

export interface Transition {
  /** The limit on repetition. */
  convergence?: Convergence | null;
  /** Approaches that are known to fail. */
  do_not_use?: unknown;
  /** The state before the transition. */
  from?: StateName | null;
  /** The method of the transition. */
  method?: Method | null;
  /** The name, unique among the transitions. */
  name: SafeIdentifier;
  /** The conditions that must hold before. */
  preconditions?: unknown;
  /** The minimum delay before a repetition, in milliseconds. */
  rate_limit_ms?: number | null;
  /** The state or data that becomes visible. */
  reveals?: unknown;
  /** The signal that reports the transition. */
  signal?: SignalName | null;
  /** Hints on the source of the declaration. */
  source?: Source | null;
  /** The state after the transition. */
  to?: StateName | null;
  /** The tool that an agent calls to perform the transition. */
  tool?: ToolName | null;
  [member: string]: unknown;
}

export type TransitionName = string;

export type Trust = "website" | "private" | "shared" | "public" | "local" | "unknown";

export type Version = number | string;

export interface Workflow {
  /** The expression language, `jsonata`. */
  expression_language: "jsonata";
  /** The output of the tool; slots in it are evaluated. */
  output?: Evaluated;
  /** The projection to read again after the workflow. */
  postcondition?: unknown;
  /** The steps in order. */
  steps: Step[];
  /** The workflow version, 1. */
  version: 1;
  /** The author's notes on states, any JSON value. */
  x_state_machine?: unknown;
}

export interface XActions {
  /** Arguments that a published handler receives in addition to those of the call. */
  binding?: unknown;
  /** The direction of the tool; absent means from the agent to the page. */
  direction?: Direction | null;
  /** The abstract steps of the first draft, which workflows replaced. */
  execution?: Execution | null;
  /** The function of the page that executes the tool. */
  handler?: HandlerName | null;
  /** The JSON Schema of the result. */
  result_schema?: {
    [member: string]: unknown;
  };
  /** The lifetime of the tool. */
  scope?: Scope | null;
  /** Hints on the source of the declaration. */
  source?: Source | null;
  /** The constant output of the tool. Publishers use this member; the specification does not define it. */
  static_output?: unknown;
  [member: string]: unknown;
}

/** A message of the dialect. */
export type Message = Manifest | Item;
