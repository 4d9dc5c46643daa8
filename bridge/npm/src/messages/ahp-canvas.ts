// Written by types.mjs from the JSON Schemas of this project.
// Dialect: ahp@canvas

export interface ActionEnvelope {
  /** The action, as JSON. */
  action: unknown;
  /** The channel that the action changes. */
  channel: ChannelUri;
  /** The origin of the action, if a client dispatched it. */
  origin?: ActionOrigin | null;
  /** The reason for a rejection. A rejected action is sent to its origin only and has no effect. */
  rejectionReason?: string | null;
  /** The host's number for the action. Later actions have greater numbers. */
  serverSeq: number;
  [member: string]: unknown;
}

export interface ActionOrigin {
  /** The client that dispatched the action. */
  clientId: ClientId;
  /** The client's number for the action. */
  clientSeq: number;
  [member: string]: unknown;
}

export interface ActiveClientChanged {
  /** The active client. Null or absent if there is none. */
  activeClient?: SessionActiveClient | null;
  type?: "session/activeClientChanged";
  [member: string]: unknown;
}

export interface ActiveClientRemoved {
  /** The id of the client that left. */
  clientId: ClientId;
  type?: "session/activeClientRemoved";
  [member: string]: unknown;
}

export interface ActiveClientSet {
  /** The complete entry of the client, including the kinds that it provides. */
  activeClient: SessionActiveClient;
  type?: "session/activeClientSet";
  [member: string]: unknown;
}

export type CanvasAction = ((CanvasUpdated & {
  type?: "canvas/updated";
  [member: string]: unknown;
}) | (CanvasCloseRequested & {
  type?: "canvas/closeRequested";
  [member: string]: unknown;
}) | (CanvasMessage & {
  type?: "canvas/message";
  [member: string]: unknown;
}) | ({
  type?: string & {};
  [member: string]: unknown;
})) & {
  type: string;
  [member: string]: unknown;
};

export type CanvasAvailability = "ready" | "stale" | (string & {});

export interface CanvasCapability {
  [member: string]: unknown;
}

export interface CanvasCloseParams {
  /** Optional metadata of the request, as an object. */
  _meta?: unknown;
  /** The id of the kind of canvas. */
  canvasId: CanvasId;
  /** The session that owns the canvas, `ahp-session:/…`. */
  channel: ChannelUri;
  /** The extension that provides this kind of canvas. */
  extensionId: ExtensionId;
  /** The id of the open canvas. */
  instanceId: InstanceId;
  [member: string]: unknown;
}

export interface CanvasCloseRequested {
  type?: "canvas/closeRequested";
  [member: string]: unknown;
}

export type CanvasCloseResult = null;

export type CanvasId = string;

export interface CanvasInvokeActionParams {
  /** Optional metadata of the request, as an object. */
  _meta?: unknown;
  /** The name of a declared action. */
  actionName: string;
  /** The id of the kind of canvas. */
  canvasId: CanvasId;
  /** The session that owns the canvas, `ahp-session:/…`. */
  channel: ChannelUri;
  /** The extension that provides this kind of canvas. */
  extensionId: ExtensionId;
  /** The input of the action, an object that matches the `inputSchema` of the action. */
  input?: unknown;
  /** The id of the open canvas. */
  instanceId: InstanceId;
  [member: string]: unknown;
}

export interface CanvasInvokeActionResult {
  /** The result of the action, any JSON value. Absent and null are different answers. */
  value?: unknown;
  [member: string]: unknown;
}

export interface CanvasMessage {
  /** The content of the message, any JSON value. The proposal requires it, but a message without it can be read. */
  payload?: unknown;
  type?: "canvas/message";
  [member: string]: unknown;
}

export interface CanvasOpenParams {
  /** Optional metadata of the request, as an object. */
  _meta?: unknown;
  /** The id of the kind of canvas. */
  canvasId: CanvasId;
  /** The session that owns the canvas, `ahp-session:/…`. */
  channel: ChannelUri;
  /** The extension that provides this kind of canvas. */
  extensionId: ExtensionId;
  /** The input of the canvas, an object that matches the `inputSchema` of its kind. */
  input?: unknown;
  /** The id of the new canvas. */
  instanceId: InstanceId;
  [member: string]: unknown;
}

export interface CanvasOpenResult {
  /** A status text, defined by the provider. */
  status?: string | null;
  /** The title of the canvas. */
  title?: string | null;
  /** The URL of the content. */
  url?: CanvasUrl | null;
  [member: string]: unknown;
}

export type CanvasProviderErrorCode = "canvas_action_no_handler" | "canvas_provider_unavailable" | (string & {});

export interface CanvasProviderErrorData {
  /** The error code, defined by the provider. */
  code: CanvasProviderErrorCode;
  /** A description of the error for people and models. */
  message: string;
  [member: string]: unknown;
}

export type CanvasProviderSource = ((ServerSource & {
  kind?: "server";
  [member: string]: unknown;
}) | (ClientSource & {
  kind?: "client";
  [member: string]: unknown;
}) | ({
  kind?: string & {};
  [member: string]: unknown;
})) & {
  kind: string;
  [member: string]: unknown;
};

export interface CanvasReadResourceParams {
  /** Optional metadata of the request, as an object. */
  _meta?: unknown;
  /** The channel of the canvas, `ahp-canvas:/…`. */
  channel: ChannelUri;
  /** The URI of the requested content, `ahp-canvas-content:/…`. */
  uri: ContentUri;
  [member: string]: unknown;
}

export interface CanvasReadResourceResult {
  /** The requested contents. */
  contents: CanvasResourceContent[];
  [member: string]: unknown;
}

export interface CanvasResourceContent {
  /** The content as bytes, in Base64 (RFC 4648, section 4). */
  blob?: string | null;
  /** The media type of the content. */
  mimeType?: string | null;
  /** The content as text. */
  text?: string | null;
  /** The URI of the content. Relative references in the content are resolved against it. */
  uri: ContentUri;
  [member: string]: unknown;
}

export interface CanvasState {
  /** The availability of the provider. */
  availability: CanvasAvailability;
  /** The id of the kind of canvas. */
  canvasId: CanvasId;
  /** The display name of the kind of canvas. */
  displayName?: string | null;
  /** The extension that provides this kind of canvas. */
  extensionId: ExtensionId;
  /** The display name of the extension. */
  extensionName?: string | null;
  /** The input with which the agent opened the canvas, an object. It is kept so that the canvas can be reopened. */
  input?: unknown;
  /** The id of the open canvas. */
  instanceId: InstanceId;
  /** The provider of the canvas. */
  provider: CanvasProviderSource;
  /** A status text, defined by the provider. */
  status?: string | null;
  /** The title of the canvas. */
  title?: string | null;
  /** The URL of the content. Absent while the canvas has no content. */
  url?: CanvasUrl | null;
  [member: string]: unknown;
}

export interface CanvasUpdated {
  /** The new availability. It cannot be cleared, so null is an error. */
  availability?: CanvasAvailability | null;
  /** The new status text, defined by the provider. */
  status?: string | null;
  /** The new title of the canvas. */
  title?: string | null;
  type?: "canvas/updated";
  /** The new URL of the content. */
  url?: CanvasUrl | null;
  [member: string]: unknown;
}

export type CanvasUrl = string;

export interface CanvasesChanged {
  /** The kinds in order. An action without the list can be read, and means that there are none. */
  canvases?: SessionCanvasDeclaration[] | null;
  type?: "session/canvasesChanged";
  [member: string]: unknown;
}

export interface ChannelMissing {
  /** The lost channel. */
  channel: ChannelUri;
  kind?: "missing";
  [member: string]: unknown;
}

export type ChannelRecovery = ((ChannelReplay & {
  kind?: "replay";
  [member: string]: unknown;
}) | (ChannelSnapshot & {
  kind?: "snapshot";
  [member: string]: unknown;
}) | (ChannelMissing & {
  kind?: "missing";
  [member: string]: unknown;
}) | ({
  kind?: string & {};
  [member: string]: unknown;
})) & {
  kind: string;
  [member: string]: unknown;
};

export interface ChannelReplay {
  /** The missed actions, in order. */
  actions: ActionEnvelope[];
  /** The recovered channel. */
  channel: ChannelUri;
  kind?: "replay";
  [member: string]: unknown;
}

export interface ChannelReplayCursor {
  /** The channel of the cursor. */
  channel: ChannelUri;
  /** The host's number for the last action that the client received on the channel. */
  lastSeenServerSeq: number;
  [member: string]: unknown;
}

export interface ChannelSnapshot {
  /** The recovered channel. */
  channel: ChannelUri;
  kind?: "snapshot";
  /** The current state of the channel. */
  snapshot: Snapshot;
  [member: string]: unknown;
}

export type ChannelUri = string;

export interface ClientCanvasDeclaration {
  /** The actions of the kind. Absent and empty both mean none, and the difference is preserved. */
  actions?: SessionCanvasAction[] | null;
  /** The id of the kind, unique within the client. */
  canvasId: CanvasId;
  /** The purpose of the kind, for people and models. */
  description: string;
  /** The display name of the kind. */
  displayName: string;
  /** The JSON Schema of the input for opening, an object that is opaque to AHP. */
  inputSchema?: unknown;
  [member: string]: unknown;
}

export interface ClientCapabilities {
  /** Present if the client shows canvases of the proposal. AHP 1.0 does not have this capability. */
  canvas?: CanvasCapability | null;
  [member: string]: unknown;
}

export type ClientId = string;

export interface ClientSource {
  /** The id of the providing client. */
  clientId: ClientId;
  kind?: "client";
  [member: string]: unknown;
}

export type ContentUri = string;

export interface DispatchActionParams {
  /** Optional metadata of the dispatch, as an object. */
  _meta?: unknown;
  /** The action, as JSON. */
  action: unknown;
  /** The channel that the action targets. */
  channel: ChannelUri;
  /** The client's number for the action. */
  clientSeq: number;
  [member: string]: unknown;
}

export type ExtensionId = string;

export interface InitializeParams {
  /** Optional metadata of the request, as an object. */
  _meta?: unknown;
  /** The capabilities of the client. */
  capabilities?: ClientCapabilities | null;
  /** The root channel of the connection, `ahp-root://`. */
  channel: ChannelUri;
  /** The id of the client at the host. */
  clientId: ClientId;
  /** The channels that the client follows from the start. The answer contains a snapshot of each. */
  initialSubscriptions?: ChannelUri[] | null;
  /** The versions that the client speaks, most preferred first. */
  protocolVersions: string[];
  [member: string]: unknown;
}

export interface InitializeResult {
  /** Optional metadata of the host, as an object. */
  _meta?: unknown;
  /** The version that both peers use from now on, one of the offered ones. */
  protocolVersion: string;
  /** The host's number for its latest action. */
  serverSeq: number;
  /** The states of the channels in `initial_subscriptions`. */
  snapshots: Snapshot[];
  [member: string]: unknown;
}

export type InstanceId = string;

export interface JsonRpcError {
  /** The error code, see `error_code`. */
  code: number;
  /** Additional data, whose type depends on the code. */
  data?: unknown;
  /** A short description of the error. */
  message: string;
  [member: string]: unknown;
}

export interface JsonRpcErrorResponse {
  /** The error of the request. */
  error: JsonRpcError;
  /** The id of the request. */
  id: RequestId;
  /** The JSON-RPC version, `"2.0"`. */
  jsonrpc: JsonRpcVersion;
  [member: string]: unknown;
}

export type JsonRpcMessage = (JsonRpcRequest & {
  method: unknown;
  id: unknown;
  [member: string]: unknown;
}) | (JsonRpcNotification & {
  method: unknown;
  [member: string]: unknown;
}) | (JsonRpcResponse & {
  result: unknown;
  [member: string]: unknown;
}) | (JsonRpcErrorResponse & {
  error: unknown;
  [member: string]: unknown;
});

export interface JsonRpcNotification {
  /** The JSON-RPC version, `"2.0"`. */
  jsonrpc: JsonRpcVersion;
  /** The name of the method. */
  method: string;
  /** The parameters of the method. */
  params?: unknown;
  [member: string]: unknown;
}

export interface JsonRpcRequest {
  /** The id that the answer repeats. */
  id: RequestId;
  /** The JSON-RPC version, `"2.0"`. */
  jsonrpc: JsonRpcVersion;
  /** The name of the method. */
  method: string;
  /** The parameters of the method. */
  params?: unknown;
  [member: string]: unknown;
}

export interface JsonRpcResponse {
  /** The id of the request. */
  id: RequestId;
  /** The JSON-RPC version, `"2.0"`. */
  jsonrpc: JsonRpcVersion;
  /** The result of the method. Null if the method returns nothing. */
  result: unknown;
  [member: string]: unknown;
}

export type JsonRpcVersion = "2.0";

export interface ListSessionsParams {
  /** Optional metadata of the request, as an object. */
  _meta?: unknown;
  /** The root channel of the connection, `ahp-root://`. */
  channel: ChannelUri;
  /** The `nextCursor` of the previous answer. */
  cursor?: string | null;
  /** The maximum number of entries in the answer. */
  limit?: number | null;
  [member: string]: unknown;
}

export interface ListSessionsResult {
  /** The sessions of this page. */
  items: SessionSummary[];
  /** The cursor of the next page. Absent on the last page. */
  nextCursor?: string | null;
  [member: string]: unknown;
}

export interface OpenCanvasRef {
  /** The availability of the provider. */
  availability: CanvasAvailability;
  /** The id of the kind of canvas. */
  canvasId: CanvasId;
  /** The channel of the canvas, `ahp-canvas:/…`. */
  channel: ChannelUri;
  /** The extension that provides this kind of canvas. */
  extensionId: ExtensionId;
  /** The display name of the extension. */
  extensionName?: string | null;
  /** The id of the open canvas. */
  instanceId: InstanceId;
  /** The title of the canvas. */
  title?: string | null;
  [member: string]: unknown;
}

export interface OpenCanvasesChanged {
  /** The canvases in order. An action without the list can be read, and means that there are none. */
  openCanvases?: OpenCanvasRef[] | null;
  type?: "session/openCanvasesChanged";
  [member: string]: unknown;
}

export interface ReconnectParams {
  /** Optional metadata of the request, as an object. */
  _meta?: unknown;
  /** The root channel of the connection, `ahp-root://`. */
  channel: ChannelUri;
  /** The id of the client, as on the lost connection. */
  clientId: ClientId;
  /** The host's number for the last action that the client received. */
  lastSeenServerSeq: number;
  /** The channels that the client followed. */
  subscriptions: ChannelUri[];
  [member: string]: unknown;
}

export interface ReconnectReplayResult {
  /** The missed actions, in order. */
  actions: ActionEnvelope[];
  /** The channels that the client can no longer follow, including those of closed canvases. */
  missing: ChannelUri[];
  type?: "replay";
  [member: string]: unknown;
}

export type ReconnectResult = ((ReconnectReplayResult & {
  type?: "replay";
  [member: string]: unknown;
}) | (ReconnectSnapshotResult & {
  type?: "snapshot";
  [member: string]: unknown;
}) | ({
  type?: string & {};
  [member: string]: unknown;
})) & {
  type: string;
  [member: string]: unknown;
};

export interface ReconnectSnapshotResult {
  /** The states of the channels. A channel without a snapshot can no longer be followed. */
  snapshots: Snapshot[];
  type?: "snapshot";
  [member: string]: unknown;
}

export interface RecoverParams {
  /** Optional metadata of the request, as an object. */
  _meta?: unknown;
  /** The root channel of the connection, `ahp-root://`. */
  channel: ChannelUri;
  /** The id of the client, as on the lost connection. */
  clientId: ClientId;
  /** The channels that the client followed, with their cursors. */
  subscriptions: ChannelReplayCursor[];
  [member: string]: unknown;
}

export interface RecoverResult {
  /** The recovery of each channel. */
  channels: ChannelRecovery[];
  [member: string]: unknown;
}

export interface ReducerCase {
  /** The actions, in order. */
  actions: unknown[];
  /** A description of the case. */
  description?: string | null;
  /** The expected state after all actions. */
  expected?: unknown;
  /** The initial state, or null if the peer has no state. */
  initial: unknown;
  /** The name of the reducer that applies the actions. */
  reducer: string;
  [member: string]: unknown;
}

export type RequestId = number | string | null;

export interface ServerSource {
  kind?: "server";
  [member: string]: unknown;
}

export type SessionAction = ((CanvasesChanged & {
  type?: "session/canvasesChanged";
  [member: string]: unknown;
}) | (OpenCanvasesChanged & {
  type?: "session/openCanvasesChanged";
  [member: string]: unknown;
}) | (ActiveClientChanged & {
  type?: "session/activeClientChanged";
  [member: string]: unknown;
}) | (ActiveClientSet & {
  type?: "session/activeClientSet";
  [member: string]: unknown;
}) | (ActiveClientRemoved & {
  type?: "session/activeClientRemoved";
  [member: string]: unknown;
}) | ({
  type?: string & {};
  [member: string]: unknown;
})) & {
  type: string;
  [member: string]: unknown;
};

export interface SessionActiveClient {
  /** The kinds of canvas that the client provides. Absent and empty both mean none, and the difference is preserved. */
  canvasProviders?: ClientCanvasDeclaration[] | null;
  /** The id of the client. */
  clientId: ClientId;
  [member: string]: unknown;
}

export interface SessionCanvasAction {
  /** A description for people and models. */
  description?: string | null;
  /** The JSON Schema of the action's input, an object that is opaque to AHP. */
  inputSchema?: unknown;
  /** The name of the action, unique among the actions of the canvas. */
  name: string;
  [member: string]: unknown;
}

export interface SessionCanvasDeclaration {
  /** The actions of the kind. Absent and empty both mean none, and the difference is preserved. */
  actions?: SessionCanvasAction[] | null;
  /** The id of the kind, unique within the extension. */
  canvasId: CanvasId;
  /** The purpose of the kind, for people and models. */
  description: string;
  /** The display name of the kind. */
  displayName: string;
  /** The extension that provides this kind of canvas. */
  extensionId: ExtensionId;
  /** The display name of the extension. */
  extensionName?: string | null;
  /** The JSON Schema of the input for opening, an object that is opaque to AHP. */
  inputSchema?: unknown;
  /** The provider of this kind of canvas. */
  source: CanvasProviderSource;
  [member: string]: unknown;
}

export interface SessionSnapshot {
  /** The number of the last action that the state includes. Actions with greater numbers follow. */
  fromSeq: number;
  /** The channel of the session. */
  resource: ChannelUri;
  /** The state of the session. */
  state: SessionState;
  [member: string]: unknown;
}

export interface SessionState {
  /** The clients that are active in the session. */
  activeClients?: SessionActiveClient[] | null;
  /** The declared kinds of canvas of all providers. Absent if the host does not publish canvases. */
  canvases?: SessionCanvasDeclaration[] | null;
  /** The open canvases. Absent if the host does not publish canvases. */
  openCanvases?: OpenCanvasRef[] | null;
  [member: string]: unknown;
}

export interface SessionSubscribeResult {
  /** The snapshot of the session. */
  snapshot?: SessionSnapshot | null;
  [member: string]: unknown;
}

export interface SessionSummary {
  /** The channel of the session, `ahp-session:/…`. */
  resource: ChannelUri;
  [member: string]: unknown;
}

export interface Snapshot {
  /** The number of the last action that the state includes. Actions with greater numbers follow. */
  fromSeq: number;
  /** The channel of the state. */
  resource: ChannelUri;
  /** The state of the channel, as JSON. */
  state: unknown;
  [member: string]: unknown;
}

export type StateAction = ((CanvasUpdated & {
  type?: "canvas/updated";
  [member: string]: unknown;
}) | (CanvasCloseRequested & {
  type?: "canvas/closeRequested";
  [member: string]: unknown;
}) | (CanvasMessage & {
  type?: "canvas/message";
  [member: string]: unknown;
}) | (CanvasesChanged & {
  type?: "session/canvasesChanged";
  [member: string]: unknown;
}) | (OpenCanvasesChanged & {
  type?: "session/openCanvasesChanged";
  [member: string]: unknown;
}) | (ActiveClientChanged & {
  type?: "session/activeClientChanged";
  [member: string]: unknown;
}) | (ActiveClientSet & {
  type?: "session/activeClientSet";
  [member: string]: unknown;
}) | (ActiveClientRemoved & {
  type?: "session/activeClientRemoved";
  [member: string]: unknown;
}) | ({
  type?: string & {};
  [member: string]: unknown;
})) & {
  type: string;
  [member: string]: unknown;
};

export interface SubscribeParams {
  /** Optional metadata of the request, as an object. */
  _meta?: unknown;
  /** The channel to follow. */
  channel: ChannelUri;
  [member: string]: unknown;
}

export interface SubscribeResult {
  /** The state of the channel. Absent for channels without a state. */
  snapshot?: Snapshot | null;
  [member: string]: unknown;
}

export interface UnsubscribeParams {
  /** The channel to leave. */
  channel: ChannelUri;
  [member: string]: unknown;
}

export interface UnsupportedProtocolVersionErrorData {
  /** The versions that the host speaks, as versions or version ranges. */
  supportedVersions: string[];
  [member: string]: unknown;
}

/** A message of the dialect. */
export type Message = JsonRpcMessage;
