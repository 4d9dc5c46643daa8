// The messages and carries that a call receives.
import { kindOf, usageError } from "./errors.js";
import { replacement, utf8, write } from "./json.js";
import type { CarryOption, Context } from "./options.js";
import { readValue } from "./values.js";

/** Messages as UTF-8, and the carries that they bring. */
export interface Input {
  bytes: Uint8Array;
  /** The carry of one message, or the carries of a list; `undefined` if no message brings one. */
  carry: string | (string | undefined)[] | undefined;
}

const ACCEPTED = "pass a string, a Uint8Array, the objects that JSON.parse returns, or messages of an earlier result";

/** Reads the messages of a call. */
export function toInput(message: unknown, name = "message"): Input {
  if (typeof message === "string") return { bytes: utf8(message), carry: undefined };
  const kind = kindOf(message);
  if (kind === "Uint8Array") return { bytes: message as Uint8Array, carry: undefined };
  if (!Array.isArray(message)) {
    const { text, carry } = oneMessage(message, name);
    return { bytes: utf8(text), carry };
  }
  const all = message.map((each: unknown, index) => oneElement(each, name, index));
  // A list that brings no text is written at once, which is faster and finds a list that contains itself.
  const text = all.every(each => each === undefined) ? write(message) : `[${all.map((each, index) => each?.text ?? write(message[index])).join()}]`;
  const carries = all.map(each => each?.carry);
  return { bytes: utf8(text), carry: carries.some(carry => carry !== undefined) ? carries : undefined };
}

/** Returns messages as UTF-8, without their carries. */
export function toText(message: unknown, name?: string): Uint8Array {
  return toInput(message, name).bytes;
}

/** Returns the text of an element that brings one. */
function oneElement(element: unknown, name: string, index: number) {
  const pointer = `/${index}`;
  if (typeof element === "string") {
    throw usageError("js/type", `the element ${index} of \`${name}\` is a text`, "join the texts with \"\\n\", or pass the messages themselves", pointer);
  }
  const replaced = replacement(element);
  if (replaced) throw usageError("js/type", `the element ${index} of \`${name}\` is \`${kindOf(element)}\``, replaced, pointer);
  return broughtText(element, pointer);
}

function oneMessage(message: unknown, name: string): { text: string; carry?: string | undefined } {
  const kind = kindOf(message);
  const isBoxed = typeof message === "object" && ["Boolean", "Number", "String"].includes(kind);
  if (typeof message !== "object" || message === null || isBoxed) {
    throw wrongType(name, kind, kind === "String" ? "pass `String(message)`" : ACCEPTED);
  }
  const replaced = kind === "SharedArrayBuffer" || ArrayBuffer.isView(message) ? "pass a Uint8Array of the text" : replacement(message);
  if (replaced) throw wrongType(name, kind, replaced);
  // The carries are in the messages of a translation, so reading it as a message would lose them.
  if (Array.isArray((message as { messages?: unknown }).messages) && "findings" in message) throw wrongType(name, "Translation", "pass its `messages`");
  return broughtText(message, "") ?? { text: write(message) };
}

function wrongType(name: string, kind: string, hint: string) {
  return usageError("js/type", `the argument \`${name}\` must be text, an object or a list of objects, and is \`${kind}\``, hint);
}

/** Returns the text and the carry of a message of an earlier result, or of its copy. */
function broughtText(message: unknown, pointer: string): { text: string; carry?: string | undefined } | undefined {
  if (typeof message !== "object" || message === null) return undefined;
  if (!Object.hasOwn(message, "text")) return undefined;
  const { text, carry } = message as { text?: unknown; carry?: unknown };
  if (typeof text !== "string") return undefined;
  const hasCarry = Object.hasOwn(message, "carry") && typeof carry === "string";
  // A result of `decode` or `fold` has exactly these members.
  if (!hasCarry && Object.keys(message).sort().join() !== "text,value") return undefined;
  if (isEdited(message, text)) {
    throw usageError(
      "js/edited",
      "the `value` of the message was edited, and its `text` was not",
      "pass `message.value`, with `message.carry` in `options.carry`",
      pointer,
    );
  }
  return { text, carry: hasCarry ? carry as string : undefined };
}

/** Returns `true` if the value of a message is not the value of its text. */
function isEdited(message: object, text: string): boolean {
  const value: unknown = readValue(message) ?? Object.getOwnPropertyDescriptor(message, "value")?.value;
  if (value === undefined) return false;
  try {
    return JSON.stringify(value) !== JSON.stringify(JSON.parse(text));
  } catch {
    // The module reports an unreadable text with its place.
    return false;
  }
}

/** Returns the text of the carries for a request: those that the messages bring, or those of the option. */
export function carryText(brought: Input["carry"], option: CarryOption | undefined): string | undefined {
  if (brought !== undefined && option !== undefined) {
    throw usageError(
      "js/carry",
      "the messages bring their own carries, and `options.carry` has others",
      "leave out `options.carry`, or pass the `text` or `value` of the messages with it",
    );
  }
  const carry = brought ?? option;
  return typeof carry === "object" ? `[${carry.map(each => each ?? "null").join()}]` : carry;
}

/** Returns the context as JSON text. */
export function contextText(context: Context | string): string {
  if (typeof context === "string") return context;
  if (!Array.isArray(context.surfaces)) return write(context);
  const { surfaces, ...others } = context;
  const texts = new TextDecoder().decode(toText(surfaces, "context.surfaces"));
  const rest = write(others).slice(1);
  return `{"surfaces":${texts}${rest === "}" ? "" : ","}${rest}`;
}
