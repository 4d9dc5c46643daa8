// Messages as objects, and as the JSON text that the module reads and writes.
import { usageError } from "./errors.js";

const encoder = new TextEncoder();
const TEXT_HINT = "pass the message as JSON text, which keeps every number as it is written";

/** Encodes a text. A lone surrogate becomes its JSON escape, so that the reader reports it with its place. */
export function utf8(text: string): Uint8Array {
  return encoder.encode(text.isWellFormed() ? text : escaped(text));
}

function escaped(text: string): string {
  return text.replace(/\p{Surrogate}/gu, half => `\\u${half.charCodeAt(0).toString(16)}`);
}

/** Returns a message as UTF-8, and whether it was text. */
export function toText(message: unknown, name = "message"): { bytes: Uint8Array; isText: boolean } {
  if (typeof message === "string") return { bytes: utf8(message), isText: true };
  if (message instanceof Uint8Array) return { bytes: message, isText: true };
  if (typeof message === "object" && message !== null) return { bytes: utf8(write(message)), isText: false };
  const kind = message === null ? "null" : typeof message;
  throw usageError(
    "js/type",
    `the argument \`${name}\` must be text, an object or a list of objects, and is \`${kind}\``,
    "pass a string, a Uint8Array, or the objects that JSON.parse returns",
  );
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
  // `JSON.stringify` writes null for numbers that JSON does not have.
  if (text.includes("null")) {
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
      "pass and request text (`exact: true`), which keeps every number as it is written",
      unwritable(value)?.pointer,
    );
  }
  return value;
}
