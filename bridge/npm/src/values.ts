// Texts whose values are parsed when they are first read.
import { read } from "./json.js";
import type { JsonText, Message, Note } from "./results.js";

/** The values that were read. An edit of one of them is found here. */
const values = /* @__PURE__ */ new WeakMap<object, unknown>();

/** Returns the value of a message, if it was read before. */
export function readValue(message: object): unknown {
  return values.get(message);
}

function parse(own: JsonText): unknown {
  if (!values.has(own)) values.set(own, read(own.text));
  return values.get(own);
}

/** Returns a text with its value. The members are own ones, so that copies have them. */
export function jsonText(text: string): JsonText {
  const own: JsonText = {
    text,
    get value() {
      return parse(own);
    },
  };
  return own;
}

/** Returns a message with its carry and notes. */
export function messageWith(text: string, carry: string, readNotes: () => Note[]): Message {
  let notes: Note[] | undefined;
  const own: Message = {
    text,
    get value() {
      return parse(own);
    },
    carry,
    get notes() {
      notes ??= readNotes();
      return notes;
    },
  };
  return own;
}
