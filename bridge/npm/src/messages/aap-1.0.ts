// Written by types.mjs from the JSON Schemas of this project.
// Dialect: aap@1.0

export type CanvasFile = string;

export interface CanvasFileInfo {
  /** The time of the last change. */
  modifiedAt: Timestamp;
  /** The last segment of the path. */
  name: string;
  /** The path of the page below `canvas/`. */
  path: CanvasFile;
  /** The size of the file in bytes. */
  size: number;
  [member: string]: unknown;
}

export interface CanvasListResponse {
  /** All pages of the agent. */
  files: CanvasFileInfo[];
  [member: string]: unknown;
}

export type CanvasMessage = ((InteractionMessage & {
  type?: "canvas:interaction";
  [member: string]: unknown;
}) | ({
  type?: string & {};
  [member: string]: unknown;
})) & {
  type: string;
  [member: string]: unknown;
};

export type ElementId = string;

export interface ErrorBody {
  /** Further free-form details. */
  details?: unknown;
  /** The machine-readable code of the error. */
  error: ErrorCode;
  /** The member of the request that the error is about. */
  field?: string | null;
  /** The description of the error, for users. The published provider omits it in one of its modes. */
  message?: string | null;
  [member: string]: unknown;
}

export type ErrorCode = "missing_field" | "not_found" | "invalid_request" | "internal_error" | (string & {});

export interface Interaction {
  /** The action of the user. */
  action: Verb;
  /** The path of the page below `canvas/`. */
  canvasFile: CanvasFile;
  /** Free-form data of the page: an object by the specification, any JSON value in practice. */
  data?: unknown;
  /** The element, if the page named one; can be null. */
  element?: ElementId | null;
  /** The id of the record. Providers create UUIDs; any text is kept. */
  id: InteractionId;
  /** The summary for users, which is never parsed. */
  summary: string;
  /** The time of receipt in ISO 8601, in its original spelling. */
  timestamp: Timestamp;
  [member: string]: unknown;
}

export type InteractionFileName = string;

export type InteractionId = string;

export interface InteractionMessage {
  /** The action of the user. */
  action: Verb;
  /** Free-form data of the page, an object by the specification. The bridge writes null if there is none. */
  data?: unknown;
  /** The id of the element, if the page names one. The bridge writes null otherwise. */
  element?: ElementId | null;
  type?: "canvas:interaction";
  [member: string]: unknown;
}

export interface ListResponse {
  /** The listed records. */
  interactions: Interaction[];
  [member: string]: unknown;
}

export type Notification = string;

export interface SubmitRequest {
  /** The action of the user. */
  action: Verb;
  /** The path of the page. The specification does not mark it as required here, but records and the published provider require it. */
  canvasFile: CanvasFile;
  /** Free-form data of the page, an object by the specification. */
  data?: unknown;
  /** The element, if the page named one; can be null. */
  element?: ElementId | null;
  [member: string]: unknown;
}

export interface SubmitResponse {
  /** The id of the stored record. */
  id: InteractionId;
  /** The summary of the stored record. */
  summary: string;
  [member: string]: unknown;
}

export type Timestamp = string;

export type Verb = "click" | "submit" | "change" | "select" | "toggle" | "dismiss" | "navigate" | "custom" | (string & {});

/** A message of the dialect. */
export type Message = Interaction;
