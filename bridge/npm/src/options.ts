// The options of all calls, and their check at run time.
import type { Dialect, MessageTypeName, Text } from "./dialect.js";
import { kindOf, usageError } from "./errors.js";

/** Facts that messages do not hold. Members that you do not know can be absent. */
export interface Context {
  /** Canvas files with the surfaces that they show: `{"reports/x.html": "surface"}`. */
  routes?: Record<string, string>;
  /** The actions.json manifest of the page that sends the events. */
  manifest?: object;
  /** The verbs of signals, by declared name. */
  verbs?: Record<string, string>;
  /** The A2UI messages that build the live surfaces, also as messages of an earlier result. */
  surfaces?: readonly object[];
  /** The agent that owns the surfaces. */
  owner?: string;
  /** The time of receipt, for messages without one. */
  time?: string;
  /** The canvas file of events. */
  canvasFile?: string;
  /** The runtime id of events without one. */
  runtimeId?: string;
  /** The AHP channel of the messages. */
  channel?: string;
  /** The AHP session to which the open canvases of a chat belong. */
  session?: string;
  /** The AHP chat to which the open canvases of a session belong. */
  chat?: string;
  /** The http(s) address under which canvas contents are served. */
  baseUrl?: string;
  /** `true` if names of MCP tools have no dots. */
  flatNames?: boolean;
  /** `true` if input schemas of MCP tools have no `oneOf`, `anyOf`, `allOf` and `if` at their top level. */
  portableSchemas?: boolean;
  /** The title of a canvas. */
  title?: string;
}

/** The options of a translator. */
export interface TranslatorOptions<N extends MessageTypeName | undefined = MessageTypeName | undefined> {
  /** Facts that messages do not hold, as an object or as JSON text. */
  context?: Context | string | undefined;
  /** `true` to refuse messages that would lose data. Data in the carry is not lost. */
  strict?: boolean | undefined;
  /** `true` to store the carry inside the messages, where the protocol allows it. */
  embed?: boolean | undefined;
  /** `true` to use the carries inside the messages. Set it only for messages from a party that you trust. */
  trustEmbedded?: boolean | undefined;
  /** `true` to write ids of components as identifiers, which strict clients of A2UI 1.0 require. */
  escapeIds?: boolean | undefined;
  /** The key that seals the carries, of at least 16 bytes. Only carries that this key has sealed are used. */
  carryKey?: string | Uint8Array | undefined;
  /** The limit for the bytes kept of earlier messages. Without it, 256 MiB. */
  maxBytes?: number | undefined;
  /** The type of the messages of AAP or AHP, if it is not the usual one. */
  type?: N | undefined;
}

/** The carry of one message, or a list with one for each message. A message without a carry has `undefined`. */
export type CarryOption = string | readonly (string | null | undefined)[];

/** The options of one call of a translator or bridge. */
export interface PushOptions {
  /**
   * The carries of messages that are text or objects. The carry restores everything that was not edited. A message of an earlier result
   * brings its own carry.
   */
  carry?: CarryOption | undefined;
}

/** The options of a translation. */
export interface TranslateOptions<N extends MessageTypeName | undefined = MessageTypeName | undefined> extends TranslatorOptions<N>, PushOptions {}

/** The options of a bridge. */
export interface BridgeOptions<N extends MessageTypeName | undefined = MessageTypeName | undefined> extends TranslatorOptions<N> {
  /** Catalogs of A2UI components for `check`, as objects or as JSON text. */
  catalogs?: readonly (Text | object)[] | undefined;
}

/** The options of `decode`. */
export interface DecodeOptions<P extends Dialect = Dialect> {
  /** The protocol of the messages. Without it, the protocol is recognised. */
  protocol?: P | undefined;
  /** One of `types`, if the message is not a usual one. */
  type?: string | undefined;
}

/** The options of a checker. */
export interface CheckerOptions {
  /** One of `types`, if the message is not a usual one. */
  type?: string | undefined;
  /** The profile for manifests of actions.json. */
  profile?: "published" | "strict" | undefined;
  /** Catalogs of A2UI components, as objects or as JSON text. */
  catalogs?: readonly (Text | object)[] | undefined;
}

/** The options of `check`. */
export interface CheckOptions extends CheckerOptions {
  /** The protocol of the messages. Without it, the protocol is recognised. */
  protocol?: Dialect | undefined;
}

/** The options of `fold`. */
export interface FoldOptions {
  /** `true` for the fewest A2UI messages that build the same surfaces, such as for a stored history, instead of states. */
  asMessages?: boolean | undefined;
  /** The protocol of the messages. Without it, the protocol is recognised. */
  protocol?: Dialect | undefined;
}

/** The options of `repair`. */
export interface RepairOptions {
  /** The protocol of the messages. Without it, the protocol is recognised. */
  protocol?: Dialect | undefined;
}

/** The options of `messageSchema`. */
export interface MessageSchemaOptions {
  /** The reader of the schema. Without it, any validator of JSON Schema. */
  target?: "json-schema" | "openai" | "anthropic" | undefined;
  /** The catalog of components, as an object or as JSON text. Without it, A2UI's own catalog. */
  catalog?: Text | object | undefined;
  /** The component types of the schema. Without them, all types of the catalog. */
  components?: readonly string[] | undefined;
  /** The functions of the schema. Without them, all functions of the catalog. */
  functions?: readonly string[] | undefined;
  /** The names of the optional members that the schema keeps. Without them, all. */
  optional?: readonly string[] | undefined;
}

/** The options of a stream. */
export interface StreamOptions {
  /** A version of A2UI that all messages must have. Without it, each message shows its version. */
  protocol?: Dialect | undefined;
}

const isText = (value: unknown) => typeof value === "string";
const isFlag = (value: unknown) => typeof value === "boolean";
const isBytes = (value: unknown) => kindOf(value) === "Uint8Array";
const isNames = (value: unknown) => Array.isArray(value) && value.every(isText);
const isCount = (value: unknown) => typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
const isCarry = (value: unknown) => isText(value) || (Array.isArray(value) && value.every(each => each === undefined || each === null || isText(each)));
const isContext = (value: unknown) => isText(value) || kindOf(value) === "Object" || Array.isArray(value);
const isCatalog = (value: unknown) => isText(value) || isBytes(value) || kindOf(value) === "Object";

const FLAG = [isFlag, "`true` or `false`"] as const;
const NAME = [isText, "a text"] as const;
const NAMES = [isNames, "a list of texts"] as const;

/** The test of each option, and the values that it accepts. */
const OPTIONS = {
  asMessages: FLAG,
  carry: [isCarry, "the text of a carry, or a list with one text or `undefined` for each message"],
  carryKey: [(value: unknown) => isText(value) || isBytes(value), "a text or a Uint8Array"],
  catalog: [isCatalog, "a catalog as an object or as JSON text"],
  catalogs: [Array.isArray, "a list of catalogs"],
  components: NAMES,
  context: [isContext, "an object or JSON text"],
  embed: FLAG,
  escapeIds: FLAG,
  functions: NAMES,
  maxBytes: [isCount, "a whole number of bytes"],
  optional: NAMES,
  profile: NAME,
  protocol: [isText, "the name of a dialect"],
  strict: FLAG,
  target: NAME,
  trustEmbedded: FLAG,
  type: NAME,
} satisfies Record<string, readonly [(value: unknown) => boolean, string]>;

type OptionName = keyof typeof OPTIONS;

/** The options of translators. */
export const OF_TRANSLATOR = ["context", "strict", "embed", "trustEmbedded", "escapeIds", "carryKey", "maxBytes", "type"] as const;
/** The options of bridges. */
export const OF_BRIDGE = [...OF_TRANSLATOR, "catalogs"] as const;
/** The options of `translate`. */
export const OF_TRANSLATION = [...OF_TRANSLATOR, "carry"] as const;
/** The options of checkers. */
export const OF_CHECKER = ["type", "profile", "catalogs"] as const;

/** Returns the options after a check of their names and values. */
export function checked<O extends object>(options: O | undefined, known: readonly OptionName[]): O {
  if (options === undefined) return {} as O;
  if (kindOf(options) !== "Object") {
    throw usageError("js/option", `the options must be an object, and are \`${kindOf(options)}\``, `pass an object with some of ${listed(known)}`);
  }
  for (const [name, value] of Object.entries(options)) {
    const option = known.find(each => each === name);
    if (option === undefined) {
      const like = closest(name, known);
      throw usageError("js/option", `the option \`${name}\` is unknown`, like ? `did you mean \`${like}\`?` : `the options are ${listed(known)}`);
    }
    const [isValid, expected] = OPTIONS[option];
    if (value !== undefined && !isValid(value)) {
      throw usageError("js/option", `the option \`${name}\` is \`${kindOf(value)}\``, `pass ${expected}`);
    }
  }
  return options;
}

/** Checks an argument that is a text, such as the name of a dialect. */
export function text(value: unknown, name: string, hint: string): string {
  if (typeof value === "string") return value;
  throw usageError("js/type", `the argument \`${name}\` must be a text, and is \`${kindOf(value)}\``, hint);
}

/** Checks the name of a dialect. */
export function dialect(value: unknown, name: string): string {
  return text(value, name, "pass the name of a dialect, such as \"a2ui@0.9\"");
}

const listed = (names: readonly string[]) => names.map(name => `\`${name}\``).join(", ");

/** Returns the known name that was probably meant. */
function closest(name: string, known: readonly string[]): string | undefined {
  const plain = (text: string) => text.replaceAll(/[_-]/g, "").toLowerCase();
  let best: string | undefined;
  // At most half of the letters are wrong, and at most three.
  let least = Math.min(Math.floor(name.length / 2), 3) + 1;
  for (const each of known) {
    const count = distance(plain(name), plain(each));
    // Of two equally close names, the shorter one has more of its letters in common.
    if (count < least || (count === least && best !== undefined && each.length < best.length)) [best, least] = [each, count];
  }
  return best;
}

/** Returns the number of letters to insert, remove or replace. */
function distance(from: string, to: string): number {
  // Long names are never close, and would take long.
  if (Math.abs(from.length - to.length) > 3) return Infinity;
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...from].entries()) {
    const next = [at + 1];
    for (const [index, other] of [...to].entries()) {
      const replaced = (row[index] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? Infinity;
}
