// Written by types.mjs from the JSON Schemas of this project.
// Dialect: responses@1

export interface FunctionCall {
  /** The arguments as the model wrote them, normally the JSON text of an object. */
  arguments: string;
  /** The id of the call, which its output repeats. */
  call_id: string;
  /** The id of the item. */
  id?: string | null;
  /** The name of the function: letters, digits, `_` and `-`. */
  name: string;
  /** The status: `in_progress`, `completed` or `incomplete`. */
  status?: string | null;
  type?: "function_call";
  [member: string]: unknown;
}

export interface FunctionCallOutput {
  /** The id of the answered call. */
  call_id: string;
  /** The id of the item. */
  id?: string | null;
  /** A text, or a list of texts, images and files. */
  output: unknown;
  /** The status: `in_progress`, `completed` or `incomplete`. */
  status?: string | null;
  type?: "function_call_output";
  [member: string]: unknown;
}

export type ResponseItem = ((FunctionCall & {
  type?: "function_call";
  [member: string]: unknown;
}) | (FunctionCallOutput & {
  type?: "function_call_output";
  [member: string]: unknown;
}) | ({
  type?: string & {};
  [member: string]: unknown;
})) & {
  type: string;
  [member: string]: unknown;
};

/** A message of the dialect. */
export type Message = ResponseItem;
