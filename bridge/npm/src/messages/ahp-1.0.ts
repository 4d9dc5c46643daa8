// Written by types.mjs from the JSON Schemas of this project.
// Dialect: ahp@1.0

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

export type CanvasAction = ((CanvasStateChanged & {
  type?: "canvas/stateChanged";
  [member: string]: unknown;
}) | ({
  type?: string & {};
  [member: string]: unknown;
})) & {
  type: string;
  [member: string]: unknown;
};

export interface CanvasCapability {
  [member: string]: unknown;
}

export type CanvasId = string;

export interface CanvasReference {
  /** The channel of the canvas. */
  resource: ChannelUri;
  [member: string]: unknown;
}

export interface CanvasState {
  /** The id of the kind of canvas. */
  canvasId: CanvasId;
  /** The extension that provides this kind of canvas. */
  extensionId: ExtensionId;
  /** The display name of the extension. */
  extensionName?: string | null;
  /** The id of the canvas, chosen by the peer that opens it. */
  instanceId: InstanceId;
  /** A status text, defined by the provider. */
  status?: string | null;
  /** The title of the canvas. */
  title?: string | null;
  /** The current URL of the page, absolute and with the scheme `http` or `https`. Absent while the canvas has no page. It must not be logged, and not be reused after the provider or the host restarts. */
  url?: CanvasUrl | null;
  [member: string]: unknown;
}

export interface CanvasStateChanged {
  /** The new state of the canvas. */
  canvas: CanvasState;
  type?: "canvas/stateChanged";
  [member: string]: unknown;
}

export type CanvasUrl = string;

export interface CanvasesChanged {
  /** The canvases in order. Absent if no canvas is open. */
  canvases?: CanvasReference[] | null;
  type?: "chat/canvasesChanged";
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

export type ChatAction = ((CanvasesChanged & {
  type?: "chat/canvasesChanged";
  [member: string]: unknown;
}) | ({
  type?: string & {};
  [member: string]: unknown;
})) & {
  type: string;
  [member: string]: unknown;
};

export interface ChatState {
  /** The open canvases in order. Absent and empty both mean none, and the difference is preserved. */
  canvases?: CanvasReference[] | null;
  [member: string]: unknown;
}

export interface ClientCapabilities {
  /** Present if the client shows canvases of the proposal. AHP 1.0 does not have this capability. */
  canvas?: CanvasCapability | null;
  [member: string]: unknown;
}

export type ClientId = string;

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

export type StateAction = ((CanvasesChanged & {
  type?: "chat/canvasesChanged";
  [member: string]: unknown;
}) | (CanvasStateChanged & {
  type?: "canvas/stateChanged";
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
