// Messages as objects, and as the JSON text that the module reads and writes.
import { kindOf, usageError } from "./errors.js";

const encoder = new TextEncoder();
const TEXT_HINT = "pass the message as JSON text, which keeps every number as it is written";

/** Encodes a text. A lone surrogate becomes its JSON escape, so that the reader reports it with its place. */
export function utf8(text: string): Uint8Array {
  return encoder.encode(text.isWellFormed() ? text : escaped(text));
}

function escaped(text: string): string {
  return text.replace(/\p{Surrogate}/gu, half => `\\u${half.charCodeAt(0).toString(16)}`);
}

/** Kinds of objects that JSON cannot hold, and instructions for replacing them. */
const REPLACEMENTS: Record<string, string> = {
  ArrayBuffer: "pass `new Uint8Array(buffer)`",
  AsyncGenerator: "collect its values in a list, and pass the list",
  Blob: "pass `await blob.text()`",
  Error: "pass its message",
  File: "pass `await file.text()`",
  Generator: "pass a list: `[...values]`",
  Map: "pass `Object.fromEntries(map)`",
  Promise: "`await` it, and pass its result",
  ReadableStream: "pass `await new Response(stream).text()`",
  RegExp: "pass its source",
  Request: "pass `await request.text()`",
  Response: "pass `await response.text()` or `await response.json()`",
  Set: "pass a list: `[...set]`",
};

/** Returns an instruction for replacing a value that JSON cannot hold, or `undefined` for all other values. */
export function replacement(value: unknown): string | undefined {
  const kind = kindOf(value);
  if (Object.hasOwn(REPLACEMENTS, kind)) return REPLACEMENTS[kind];
  if (ArrayBuffer.isView(value) || kind === "SharedArrayBuffer") return "pass a list of numbers, or a text";
  // `{}` is the JSON of these, too.
  if (/^Weak|Iterator$/.test(kind)) return "pass an object, a list or a text";
  const hasThen = typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
  return hasThen ? REPLACEMENTS["Promise"] : undefined;
}

/** Writes a value as JSON. Throws a `UsageError` with the place of a value that JSON cannot hold. */
export function write(value: unknown): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch (error) {
    throw unwritable(value) ?? usageError("js/type", `the object cannot be written as JSON: ${String(error)}`, TEXT_HINT);
  }
  if (text === undefined) throw usageError("js/type", "the value cannot be written as JSON", TEXT_HINT);
  // `JSON.stringify` writes null for numbers that JSON does not have, `{}` for a Map or a Promise, and `{"0":…}` for bytes.
  if (text.includes("null") || text.includes("{}") || text.includes('{"0":')) {
    const error = unwritable(value);
    if (error) throw error;
  }
  return text;
}

/** Finds the first value that JSON cannot hold. */
function unwritable(value: unknown) {
  const open: { pointer: string; value: unknown; parents: Parents }[] = [{ pointer: "", value, parents: undefined }];
  for (let next = open.pop(); next; next = open.pop()) {
    let { pointer, value, parents } = next;
    if (value instanceof Date && Number.isNaN(value.getTime())) {
      return usageError("js/type", "the date is invalid, and JSON would have null", "pass a valid date, or leave it out", pointer);
    }
    if (hasToJson(value)) {
      try {
        value = value.toJSON("");
      } catch {
        continue;
      }
    }
    if (typeof value === "bigint") {
      return usageError("js/number", "JSON.stringify cannot write a BigInt", `convert it to a number or a string, or ${TEXT_HINT}`, pointer);
    }
    if (typeof value === "number" && !Number.isFinite(value)) {
      return usageError("js/number", `JSON has no number for \`${value}\``, "write null, a string or a finite number", pointer);
    }
    if (typeof value !== "object" || value === null) continue;
    const replaced = replacement(value);
    if (replaced) return usageError("js/type", `JSON has no \`${kindOf(value)}\``, replaced, pointer);
    for (let parent = parents; parent; parent = parent.next) {
      if (parent.value === value) return usageError("js/circle", "the object contains itself", "copy the inner object", pointer);
    }
    const inside = { value, next: parents };
    const members = Object.entries(value).reverse();
    for (const [name, member] of members) open.push({ pointer: `${pointer}/${step(name)}`, value: member, parents: inside });
  }
  return undefined;
}

type Parents = { value: object; next: Parents } | undefined;

const step = (name: string) => name.replaceAll("~", "~0").replaceAll("/", "~1");

function hasToJson(value: unknown): value is { toJSON(key: string): unknown } {
  return typeof value === "object" && value !== null && "toJSON" in value && typeof value.toJSON === "function";
}

// Numbers that are too large for a double have so many digits, or such an exponent.
const LARGE = /\d{309}|\d[eE]\+?\d{3}/;

/** Reads a message. Numbers become doubles. Throws a `UsageError` for a number outside of their range. */
export function read(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (LARGE.test(text) && unwritable(value)) {
    throw usageError(
      "js/number",
      "a number of the result is outside of the range of a JavaScript number",
      "use `text`, which keeps every number as it is written",
      unwritable(value)?.pointer,
    );
  }
  return value;
}
