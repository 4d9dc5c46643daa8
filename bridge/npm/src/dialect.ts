// The names of dialects, and the messages that the calls accept.
import type { MessageTypes, OpenMessageTypes } from "./messages/index.js";
import type { JsonText } from "./results.js";

/** Messages as text: one message, a JSON list of messages, or JSON Lines. Bytes are UTF-8. */
export type Text = string | Uint8Array;

/** The name of a dialect (`a2ui@0.9`), or of a protocol (`a2ui`) if each message determines its version. */
export type Dialect = keyof MessageTypes;

/** The type of the messages of a dialect. */
export type MessageOf<D extends Dialect> = MessageTypes[D];

/** A type of messages that is not the usual one of AAP or AHP. */
export type MessageTypeName = "Interaction" | "SubmitRequest" | "CanvasMessage" | "CanvasState";

/** The type of the messages of a dialect, if the option `type` has the type `N`. */
export type MessageOfType<D extends Dialect, N> = [N] extends [undefined] ? MessageOf<D> : any;

/** The type of the messages that a call accepts: its components can be those of any catalog. */
export type InputOfType<D extends Dialect, N = undefined> = [N] extends [undefined] ? OpenMessageTypes[D] : any;

/** One message: an object, or a message of an earlier result, which brings its carry. Copies of such messages are accepted, too. */
export type OneMessage<T> = T | JsonText<T> | { text: string; carry: string; readonly value?: T };

/** The messages that a call accepts: text, one message, or a list of messages. */
export type MessageInput<T> = Text | OneMessage<T> | readonly OneMessage<T>[];
