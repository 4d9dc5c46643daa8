// Written by types.mjs from the JSON Schemas of this project.
// Dialect: mcp@2025-06-18

export interface ListToolsResult {
  /** Metadata that client and server agree on. */
  _meta?: unknown;
  /** The permitted cache, `public` or `private`. Since 2026-07-28. */
  cacheScope?: string | null;
  /** The cursor for the next page of tools. */
  nextCursor?: string | null;
  /** The result type, `complete`. Since 2026-07-28. */
  resultType?: string | null;
  /** The tools of this page of the list. */
  tools: unknown[];
  /** The lifetime of the list in milliseconds; 0 if the next list may differ. Since 2026-07-28. */
  ttlMs?: number | null;
  [member: string]: unknown;
}

export interface Tool {
  /** Metadata that client and server agree on. */
  _meta?: unknown;
  /** Hints about the behaviour of the tool. */
  annotations?: ToolAnnotations | null;
  /** A description for models. */
  description?: string | null;
  /** The JSON Schema of the arguments, of the type `object`. */
  inputSchema: unknown;
  /** The name, unique within the list. */
  name: string;
  /** The JSON Schema of the structured result. Before 2026-07-28 it must be of the type `object`. */
  outputSchema?: unknown;
  /** A title for users. */
  title?: string | null;
  [member: string]: unknown;
}

export interface ToolAnnotations {
  /** `true` if the tool may delete or overwrite data. */
  destructiveHint?: boolean | null;
  /** `true` if repeating a call has no further effect. */
  idempotentHint?: boolean | null;
  /** `true` if the tool interacts with external systems. */
  openWorldHint?: boolean | null;
  /** `true` if the tool changes nothing. */
  readOnlyHint?: boolean | null;
  /** A title for users. */
  title?: string | null;
  [member: string]: unknown;
}

/** A message of the dialect. */
export type Message = ListToolsResult;
