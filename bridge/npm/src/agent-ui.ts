import { bridgeClass, type BridgeClass } from "./bridge.js";
import { checkerClass, type CheckerClass } from "./checker.js";
import type { Dialect, InputOfType, MessageInput, MessageOf, MessageOfType, MessageTypeName, Text } from "./dialect.js";
import { usageError } from "./errors.js";
import { findings } from "./findings.js";
import { toInput, toText } from "./input.js";
import type { Transport } from "./module.js";
import {
  checked, type CheckOptions, type DecodeOptions, dialect, type FoldOptions, type MessageSchemaOptions, OF_CHECKER, OF_TRANSLATION, type RepairOptions,
  text, type TranslateOptions,
} from "./options.js";
import { catalogTexts, readFindings, readLines, readText, readTranslation, refuse, type Send, sender, settings, withInput } from "./request.js";
import type { Decoded, Findings, Folded, Repaired, Translation } from "./results.js";
import { detached } from "./session.js";
import { streamClass, type StreamClass } from "./stream.js";
import { translatorClass, type TranslatorClass } from "./translator.js";
import { jsonText } from "./values.js";

const senders = /* @__PURE__ */ new WeakMap<object, Send>();

/** Returns the function that sends the requests of an object. */
function senderOf(owner: unknown, method: string): Send {
  const send = typeof owner === "object" && owner !== null ? senders.get(owner) : undefined;
  if (send === undefined) throw detached(method, "agentUi");
  return send;
}

/** The calls that translate, on one instance of a WebAssembly module. The `load` of the modules that only translate returns it. */
export class AgentUiTranslation {
  /** The version of the package. */
  readonly version: string;
  /** The names of all dialects that this build contains. */
  readonly dialects: readonly Dialect[];
  /** Translates a stream of messages in one direction. */
  readonly Translator: TranslatorClass;
  /** Translates both directions of a conversation. */
  readonly Bridge: BridgeClass;

  /** Use `load` instead. */
  constructor(transport: Transport) {
    if (typeof transport?.request !== "function") throw usageError("js/type", "the module is not loaded", "call `await load()` instead of `new`");
    const send = sender(transport);
    senders.set(this, send);
    this.version = send({ call: "version" }, [], readText);
    this.dialects = Object.freeze(send({ call: "dialects" }, [], readLines) as Dialect[]);
    this.Translator = translatorClass(send);
    this.Bridge = bridgeClass(send);
  }

  /**
   * Translates messages: text, an object, a message of an earlier result, or a list of these.
   *
   * A message of an earlier result brings its carry, which restores everything that was not edited. For messages that depend on earlier
   * calls, use a `Translator`; for a conversation with clicks, use a `Bridge`.
   *
   * @throws RefusedError if a message is refused. The others are in its `translation`.
   * @throws UsageError if an argument is wrong.
   */
  translate<From extends Dialect, To extends Dialect, N extends MessageTypeName | undefined = undefined>(
    messages: MessageInput<InputOfType<From, N>>, from: From, to: To, options?: TranslateOptions<N>,
  ): Translation<MessageOfType<To, N>> {
    const send = senderOf(this, "translate");
    const input = toInput(messages, "messages");
    const ends = { from: dialect(from, "from"), to: dialect(to, "to") };
    const known = checked(options, OF_TRANSLATION);
    const { call, texts } = withInput(settings(known), input, known.carry);
    return send({ call: "translate", ...ends, ...call }, texts, readTranslation);
  }
}

/** All calls of the package, on one instance of its WebAssembly module. `load` returns it. */
export class AgentUi extends AgentUiTranslation {
  /** Reads messages while a model still writes them. */
  readonly Stream: StreamClass;
  /** Checks the texts of a session, one at a time. */
  readonly Checker: CheckerClass;

  /** Use `load` instead. */
  constructor(transport: Transport) {
    super(transport);
    const send = senderOf(this, "constructor");
    this.Stream = streamClass(send);
    this.Checker = checkerClass(send);
  }

  /**
   * Reads messages and writes them again in the form of this project, with repairs as findings.
   *
   * @throws RefusedError if a message cannot be read.
   */
  decode(messages: Text | object, options: DecodeOptions & { type: string }): Decoded<unknown>;
  decode<P extends Dialect>(messages: Text | object, options: DecodeOptions<P> & { protocol: P }): Decoded<MessageOf<P>>;
  decode(messages: Text | object, options?: DecodeOptions): Decoded<unknown>;
  decode(messages: Text | object, options?: DecodeOptions): Decoded<unknown> {
    const send = senderOf(this, "decode");
    const { protocol, type } = checked(options, ["protocol", "type"]);
    return send({ call: "decode", protocol, type }, [toText(messages, "messages")], reply => {
      refuse(reply.header);
      return { messages: readLines(reply).map(jsonText), findings: findings(reply.header.findings) };
    });
  }

  /** Checks messages against the rules of their protocol, and returns all findings. An unreadable message is a finding, too. */
  check(messages: Text | object, options?: CheckOptions): Findings {
    const send = senderOf(this, "check");
    const bytes = toText(messages, "messages");
    const { protocol, type, profile, catalogs } = checked(options, ["protocol", ...OF_CHECKER]);
    const { call, texts } = catalogTexts(catalogs);
    return send({ call: "check", protocol, type, profile, ...call }, [...texts, bytes], readFindings);
  }

  /**
   * Applies a stream of messages in order, and returns the states at its end.
   *
   * @throws RefusedError if a message cannot be applied.
   */
  fold(messages: Text | object, options?: FoldOptions): Folded {
    const send = senderOf(this, "fold");
    const { protocol, asMessages } = checked(options, ["protocol", "asMessages"]);
    return send({ call: "fold", protocol, asMessages }, [toText(messages, "messages")], reply => {
      refuse(reply.header);
      return { states: readLines(reply).map(jsonText), findings: findings(reply.header.findings) };
    });
  }

  /** Applies each correction that has only one meaning, such as a missing bracket at the end or a misspelt member. */
  repair(text: Text, options?: RepairOptions): Repaired {
    const send = senderOf(this, "repair");
    const { protocol } = checked(options, ["protocol"]);
    return send({ call: "repair", protocol }, [toText(text, "text")], reply => (
      { text: readText(reply), changes: findings(reply.header.changes), findings: findings(reply.header.findings) }
    ));
  }

  /** Returns the JSON Schema of a message type; without `type`, of the usual messages of the protocol. */
  schema(protocol: Dialect, type?: string): Record<string, unknown> {
    const send = senderOf(this, "schema");
    const call = { call: "schema", protocol: dialect(protocol, "protocol"), type: type === undefined ? type : text(type, "type", "pass one of `types`") };
    return JSON.parse(send(call, [], readText)) as Record<string, unknown>;
  }

  /** Returns the JSON Schema of an object `{"messages":[…]}` with A2UI messages, for the answer of a model. */
  messageSchema(protocol: Dialect, options?: MessageSchemaOptions): Record<string, unknown> {
    const send = senderOf(this, "messageSchema");
    const { catalog, ...selected } = checked(options, ["target", "catalog", "components", "functions", "optional"]);
    const { call, texts } = catalogTexts(catalog === undefined ? [] : [catalog]);
    const request = { call: "messageSchema", protocol: dialect(protocol, "protocol"), ...selected, ...call };
    return JSON.parse(send(request, texts, readText)) as Record<string, unknown>;
  }

  /** Returns the name of the dialect or protocol of a message, or `undefined` if no protocol has such messages. */
  recognize(text: Text | object): Dialect | undefined {
    return senderOf(this, "recognize")({ call: "recognize" }, [toText(text, "text")], readLines)[0] as Dialect | undefined;
  }

  /** Returns the names of the message types of a protocol, for `decode`, `check` and `schema`. */
  types(protocol: Dialect): string[] {
    return senderOf(this, "types")({ call: "types", protocol: dialect(protocol, "protocol") }, [], readLines);
  }
}
