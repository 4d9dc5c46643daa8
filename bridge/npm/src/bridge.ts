import { checkerClass, type CheckerClass } from "./checker.js";
import { AgentUiError, RefusedError, UsageError } from "./errors.js";
import { finding, findings, findingsOfCheck, type ReportLine } from "./findings.js";
import { read, toText, utf8, write } from "./json.js";
import type { MessageTypes } from "./messages/index.js";
import type { Transport } from "./module.js";
import { streamClass, type StreamClass } from "./stream.js";
import type { Call, Reply, ReplyHeader, Send } from "./request.js";
import type { Decoded, Findings, Folded, Note, Repaired, Translation } from "./results.js";

export type { Checker, CheckerClass } from "./checker.js";

/** A message as text: one message, a JSON list of messages, or JSON Lines. */
export type Text = string | Uint8Array;

/** The name of a dialect (`a2ui@0.9`), or of a protocol (`a2ui`) if each message determines its version. */
export type Dialect = keyof MessageTypes | (string & {});

/** The type of the messages of a dialect. */
export type MessageOf<D extends Dialect> = D extends keyof MessageTypes ? MessageTypes[D] : unknown;

/** Facts that messages do not hold. Members that you do not know can be absent. */
export interface Context {
  /** Canvas files with the surfaces that they show: `{"reports/x.html": "surface"}`. */
  routes?: Record<string, string>;
  /** The actions.json manifest of the page that sends the events. */
  manifest?: object;
  /** The verbs of signals, by declared name. */
  verbs?: Record<string, string>;
  /** The A2UI messages that build the live surfaces. */
  surfaces?: object[];
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
export interface TranslatorOptions {
  /** Facts that messages do not hold, as an object or as JSON text. */
  context?: Context | string | undefined;
  /** `true` to refuse messages that would lose data. Data in the carry is not lost. */
  strict?: boolean | undefined;
  /** `true` to store the carry inside the messages, where the protocol allows it. */
  embed?: boolean | undefined;
  /** `true` to use the carries inside the messages. Set it only for messages from a party that you trust. */
  trustEmbedded?: boolean | undefined;
  /** `true` for text as the result, also for objects. */
  exact?: boolean | undefined;
}

/** The options of a translation. */
export interface TranslateOptions extends TranslatorOptions {
  /** The carry of the translation that returned the messages. It restores everything that was not edited. */
  carry?: string | undefined;
}

/** The options of `decode`. */
export interface DecodeOptions {
  /** The protocol of the messages. Without it, the protocol is recognised. */
  protocol?: Dialect | undefined;
  /** One of `types`, if the message is not a usual one. */
  type?: string | undefined;
  /** `true` for text as the result, also for objects. */
  exact?: boolean | undefined;
}

/** The options of a checker. */
export interface CheckerOptions {
  /** One of `types`, if the message is not a usual one. */
  type?: string | undefined;
  /** The profile for manifests of actions.json. */
  profile?: "published" | "strict" | undefined;
  /** Catalogs of A2UI components, as objects or as JSON text. */
  catalogs?: Iterable<Text | object> | undefined;
}

/** The options of `check`. */
export interface CheckOptions extends CheckerOptions {
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
  components?: Iterable<string> | undefined;
  /** The functions of the schema. Without them, all functions of the catalog. */
  functions?: Iterable<string> | undefined;
  /** The names of the optional members that the schema keeps. Without them, all. */
  optional?: Iterable<string> | undefined;
}

/** The options of `fold`. */
export interface FoldOptions {
  /** `true` for the fewest A2UI messages that build the same surfaces, such as for a stored history, instead of states. */
  asMessages?: boolean | undefined;
  /** The protocol of the messages. Without it, the protocol is recognised. */
  protocol?: Dialect | undefined;
  /** `true` for text as the result, also for objects. */
  exact?: boolean | undefined;
}

/** Translates a stream of messages, one call at a time, and remembers what later messages need. */
export interface Translator {
  /**
   * Translates the next messages. The result may be empty, if they wait for later ones.
   *
   * @throws RefusedError if a message is refused, which then changes nothing in the translator.
   */
  push(message: Text, options?: { carry?: string | undefined }): Translation<string>;
  push(message: object, options?: { carry?: string | undefined }): Translation<any>;
  /** Ends the stream, and returns what waited for later messages: as text if the last input was text. */
  finish(): Translation<any>;
  /**
   * Returns the state as text. `Translator.resume` continues from it, in this or another process. The text contains parts of the
   * messages. It does not contain the options.
   */
  save(): string;
  /** Frees the memory of the translator. It cannot be used afterwards. */
  free(): void;
  [Symbol.dispose](): void;
}

/** The class of translators. */
export interface TranslatorClass {
  new (from: Dialect, to: Dialect, options?: TranslatorOptions): Translator;
  /** Creates a translator from the text of `save`. Pass the same options again: the text does not contain them. */
  resume(saved: string, options?: TranslatorOptions): Translator;
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const NONE = new Uint8Array();
const LINE_FEED = 10;

/** The calls that translate, on one instance of a WebAssembly module. The `load` of the modules that only translate returns it. */
export class TranslationBridge {
  readonly #transport: Transport;
  /** The version of the package. */
  readonly version: string;
  /** The names of all dialects that this build contains. */
  readonly dialects: readonly string[];
  /** Translates a stream of messages. */
  readonly Translator: TranslatorClass;

  /** Use `load` instead. */
  constructor(transport: Transport) {
    this.#transport = transport;
    this.version = requestText(transport, { call: "version" });
    this.dialects = Object.freeze(requestLines(transport, { call: "dialects" }));
    this.Translator = translatorClass((call, texts, then) => request(transport, call, texts, then));
  }

  /**
   * Translates one message, a list of messages, or JSON Lines. Text in gives text out; objects in give objects out.
   *
   * @throws RefusedError if a message is refused. The others are in its `translation`.
   * @throws UsageError if an argument is wrong.
   */
  translate(message: Text, from: Dialect, to: Dialect, options?: TranslateOptions): Translation<string>;
  translate(message: object, from: Dialect, to: Dialect, options: TranslateOptions & { exact: true }): Translation<string>;
  translate<To extends Dialect>(message: object, from: Dialect, to: To, options?: TranslateOptions): Translation<MessageOf<To>>;
  translate(message: Text | object, from: Dialect, to: Dialect, options: TranslateOptions = {}): Translation<unknown> {
    const { bytes, isText } = toText(message);
    const { settings, texts } = withTexts(options, options.carry);
    const call = { call: "translate", from, to, ...settings };
    return request(this.#transport, call, [...texts, bytes], reply => translation(reply, isText || options.exact === true));
  }
}

/** All calls of the package, on one instance of its WebAssembly module. `load` returns it. */
export class Bridge extends TranslationBridge {
  readonly #transport: Transport;
  /** Reads messages while a model still writes them. */
  readonly Stream: StreamClass;
  /** Checks the texts of a session, one at a time. */
  readonly Checker: CheckerClass;

  /** Use `load` instead. */
  constructor(transport: Transport) {
    super(transport);
    this.#transport = transport;
    this.Stream = streamClass({
      open: protocol => request(transport, { call: "stream-open", protocol }, [], ({ header }) => header.translator ?? 0),
      push: (translator, piece) => requestLines(transport, { call: "stream-push", translator }, piece),
      finish: translator => requestLines(transport, { call: "stream-finish", translator }),
      free: translator => request(transport, { call: "stream-free", translator }, [], () => undefined),
      finding: line => finding(JSON.parse(line) as ReportLine),
    });
    this.Checker = checkerClass((call, texts, then) => request(transport, call, texts, then));
  }

  /**
   * Reads messages and writes them again in the form of this project, with repairs as findings.
   *
   * @throws RefusedError if a message cannot be read.
   */
  decode(message: Text, options?: DecodeOptions): Decoded<string>;
  decode(message: object, options: DecodeOptions & { exact: true }): Decoded<string>;
  decode<P extends Dialect>(message: object, options: DecodeOptions & { protocol: P }): Decoded<MessageOf<P>>;
  decode(message: object, options?: DecodeOptions): Decoded<unknown>;
  decode(message: Text | object, options: DecodeOptions = {}): Decoded<unknown> {
    const { bytes, isText } = toText(message);
    const { protocol, type, exact } = options;
    return request(this.#transport, { call: "decode", protocol, type }, [bytes], ({ header, body }) => {
      refuse(header);
      return { messages: messages(header, body, isText || exact === true), findings: findings(header.findings) };
    });
  }

  /** Checks messages against the rules of their protocol, and returns all findings. An unreadable message is a finding, too. */
  check(message: Text | object, options: CheckOptions = {}): Findings {
    const { bytes } = toText(message);
    const { protocol, type, profile, catalogs = [] } = options;
    const texts = [...catalogs].map(catalog => toText(catalog, "catalogs").bytes);
    const call = { call: "check", protocol, type, profile, catalogs: texts.map(text => text.length) };
    return request(this.#transport, call, [...texts, bytes], ({ header, body }) => findingsOfCheck(header.findings, decoder.decode(body)));
  }

  /**
   * Applies a stream of messages in order, and returns the states at its end.
   *
   * @throws RefusedError if a message cannot be applied.
   */
  fold(messages: Text, options?: FoldOptions): Folded<string>;
  fold(messages: object, options: FoldOptions & { exact: true }): Folded<string>;
  fold(messages: object, options?: FoldOptions): Folded<any>;
  fold(stream: Text | object, options: FoldOptions = {}): Folded<unknown> {
    const { bytes, isText } = toText(stream, "messages");
    return request(this.#transport, { call: "fold", protocol: options.protocol, asMessages: options.asMessages }, [bytes], ({ header, body }) => {
      refuse(header);
      return { states: messages(header, body, isText || options.exact === true), findings: findings(header.findings) };
    });
  }

  /** Applies each correction that has only one meaning, such as a missing bracket at the end or a misspelt member. */
  repair(text: Text, options: { protocol?: Dialect | undefined } = {}): Repaired {
    const { bytes } = toText(text, "text");
    return request(this.#transport, { call: "repair", protocol: options.protocol }, [bytes], ({ header, body }) => (
      { text: decoder.decode(body), changes: findings(header.changes), findings: findings(header.findings) }
    ));
  }

  /** Returns the JSON Schema of a message type; without `type`, of the usual messages of the protocol. */
  schema(protocol: Dialect, type?: string): Record<string, unknown> {
    return JSON.parse(requestText(this.#transport, { call: "schema", protocol, type })) as Record<string, unknown>;
  }

  /** Returns the JSON Schema of an object `{"messages":[…]}` with A2UI messages, for the answer of a model. */
  messageSchema(protocol: Dialect, options: MessageSchemaOptions = {}): Record<string, unknown> {
    const { target, catalog } = options;
    const texts = catalog === undefined ? [] : [toText(catalog, "catalog").bytes];
    const call = {
      call: "messageSchema",
      protocol,
      target,
      components: names(options.components),
      functions: names(options.functions),
      optional: names(options.optional),
      catalogs: texts.map(text => text.length),
    };
    const text = request(this.#transport, call, texts, ({ body }) => decoder.decode(body));
    return JSON.parse(text) as Record<string, unknown>;
  }

  /** Returns the name of the dialect or protocol of a message, or `undefined` if no protocol has such messages. */
  recognize(text: Text | object): string | undefined {
    return requestLines(this.#transport, { call: "recognize" }, toText(text, "text").bytes)[0];
  }

  /** Returns the names of the message types of a protocol, for `decode`, `check` and `schema`. */
  types(protocol: Dialect): string[] {
    return requestLines(this.#transport, { call: "types", protocol });
  }
}

function names(list: Iterable<string> | undefined): string[] | undefined {
  return list === undefined ? undefined : [...list];
}

function requestText(transport: Transport, call: Call): string {
  return request(transport, call, [], ({ body }) => decoder.decode(body));
}

function requestLines(transport: Transport, call: Call, text: Uint8Array = NONE): string[] {
  return request(transport, call, [text], ({ header, body }) => messages(header, body, true) as string[]);
}

/** Sends a request and reads its reply. */
function request<T>(transport: Transport, call: Call, texts: readonly Uint8Array[], then: (reply: Reply) => T): T {
  return transport.request(`${JSON.stringify(call)}\n`, texts, bytes => {
    const end = bytes.indexOf(LINE_FEED);
    const head = end < 0 ? bytes : bytes.subarray(0, end);
    const header = JSON.parse(decoder.decode(head)) as ReplyHeader;
    if (header.failure) throw failure(header.failure);
    return then({ header, body: end < 0 ? NONE : bytes.subarray(end + 1) });
  });
}

function translatorClass(send: Send): TranslatorClass {
  const none = (): undefined => undefined;
  // Frees translators that the program has forgotten.
  const forgotten = new FinalizationRegistry<number>(translator => send({ call: "free", translator }, [], none));
  const number = ({ header }: Reply) => header.translator ?? 0;
  return class implements Translator {
    readonly #translator: number;
    readonly #isExact: boolean;
    /** The last input decides whether `finish` returns text. */
    #isText = false;

    constructor(from: Dialect | Resumed, to: Dialect, options: TranslatorOptions = {}) {
      this.#isExact = options.exact === true;
      if (from instanceof Resumed) {
        this.#translator = from.translator;
      } else {
        const { settings, texts } = withTexts(options);
        this.#translator = send({ call: "open", from, to, ...settings }, texts, number);
      }
      forgotten.register(this, this.#translator, this);
    }

    static resume(saved: string, options: TranslatorOptions = {}) {
      const { settings, texts } = withTexts(options);
      const translator = send({ call: "resume", ...settings }, [...texts, utf8(saved)], number);
      return new this(new Resumed(translator), "", options);
    }

    push(message: Text | object, options: { carry?: string | undefined } = {}): Translation<any> {
      const { bytes, isText } = toText(message);
      const { settings, texts } = withTexts({}, options.carry);
      const call = { call: "push", translator: this.#translator, ...settings };
      this.#isText = isText;
      return send(call, [...texts, bytes], reply => translation(reply, isText || this.#isExact));
    }

    finish(): Translation<any> {
      const call = { call: "finish", translator: this.#translator };
      return send(call, [], reply => translation(reply, this.#isText || this.#isExact));
    }

    save(): string {
      return send({ call: "save", translator: this.#translator }, [], ({ body }) => decoder.decode(body));
    }

    free(): void {
      forgotten.unregister(this);
      send({ call: "free", translator: this.#translator }, [], none);
    }

    [Symbol.dispose](): void {
      this.free();
    }
  };
}

/** The number of a translator that exists already. */
class Resumed {
  readonly translator: number;

  constructor(translator: number) {
    this.translator = translator;
  }
}

/** Returns the options as members of the header, and the texts among them in the order of the request. */
function withTexts(options: TranslatorOptions, carry?: string) {
  const { context, strict, embed, trustEmbedded } = options;
  const texts = [];
  const settings: Partial<Call> = { strict, embed, trustEmbedded };
  if (context !== undefined) {
    const text = utf8(typeof context === "string" ? context : write(context));
    settings.context = text.length;
    texts.push(text);
  }
  if (carry !== undefined) {
    const text = utf8(carry);
    settings.carry = text.length;
    texts.push(text);
  }
  return { settings, texts };
}

/** Returns the translation of a reply, or throws the error of refused messages. */
function translation({ header, body }: Reply, asText: boolean): Translation<unknown> {
  const { carry: carryEnd = 0, notes = 0 } = header;
  const notesEnd = carryEnd + notes;
  // The memory of the module is used again for the next call.
  let restBytes: Uint8Array | undefined = body.slice(0, notesEnd);
  let carryText: string | undefined;
  let noteList: Note[] | undefined;
  const result = {
    messages: messages(header, body.subarray(notesEnd + 1), asText),
    get carry() {
      carryText ??= decoder.decode(restBytes?.subarray(0, carryEnd));
      return carryText;
    },
    get notes() {
      noteList ??= JSON.parse(decoder.decode(restBytes?.subarray(carryEnd))) as Note[];
      return noteList;
    },
    findings: findings(header.findings),
  };
  refuse(header, result);
  return result;
}

function messages(header: ReplyHeader, body: Uint8Array, asText: boolean): unknown[] {
  if (!header.messages) return [];
  const text = decoder.decode(body);
  const lines = header.messages === 1 ? [text] : text.split("\n");
  return asText ? lines : lines.map(read);
}

function refuse(header: ReplyHeader, partial?: Translation<unknown>): void {
  const [first, ...others] = findings(header.refusals);
  if (first) throw new RefusedError([first, ...others], partial);
}

/** Returns the error for a call that the module could not answer. */
function failure(line: ReportLine): AgentUiError {
  if (line.rule === "encoding") return new RefusedError([finding(line)]);
  // The kind describes the refusal of a message, and a wrong argument refuses none.
  return new UsageError({ ...finding(line), kind: undefined });
}
