// Bridges: both directions of a conversation.
import type { Dialect, InputOfType, MessageInput, MessageOf, MessageOfType, MessageTypeName, Text } from "./dialect.js";
import { toInput, toText } from "./input.js";
import { utf8 } from "./json.js";
import { type BridgeOptions, checked, dialect, OF_BRIDGE, type PushOptions, text } from "./options.js";
import { readFindings, readText, readTranslation, type Send, settings, withInput } from "./request.js";
import type { Checked, Translation } from "./results.js";
import { type Releasable, Resumed, Sessions } from "./session.js";
import { SAVED_HINT } from "./translator.js";

/**
 * Translates both directions of a conversation: the surfaces of an agent for a client, and the actions that the client returns.
 *
 * Both directions use the same state of the surfaces, so a click names the component that the agent has sent, also where the two versions
 * name it differently.
 */
export interface Bridge<Source = any, Target = any> extends Releasable {
  /**
   * Translates the next messages from source to target. The result may be empty, if they wait for later ones.
   *
   * @throws RefusedError if a message is refused, which then changes nothing in the bridge.
   * @throws UsageError if an argument is wrong. No message is translated then.
   */
  forward(messages: MessageInput<Source>, options?: PushOptions): Translation<Target>;
  /**
   * Translates the next messages from target to source, such as the clicks of a client.
   *
   * @throws RefusedError if a message is refused, which then changes nothing in the bridge.
   * @throws UsageError if an argument is wrong. No message is translated then.
   */
  backward(messages: MessageInput<Target>, options?: PushOptions): Translation<Source>;
  /** Ends the messages from source to target, and returns those that waited for later ones. */
  finishForward(): Translation<Target>;
  /** Ends the messages from target to source, and returns those that waited for later ones. */
  finishBackward(): Translation<Source>;
  /**
   * Checks messages of the source against the surfaces as they are now. The bridge stays as it is.
   *
   * @throws UsageError in modules that only translate.
   */
  check(messages: Text | object): Checked;
  /**
   * Returns the state as text. `Bridge.resume` continues from it, in this or another process. The text contains parts of the messages. It
   * does not contain the options.
   */
  save(): string;
  /** Frees the memory of the bridge. It cannot be used afterwards. */
  free(): void;
}

/** The class of bridges. */
export interface BridgeClass {
  new <From extends Dialect, To extends Dialect, N extends MessageTypeName | undefined = undefined>(
    from: From, to: To, options?: BridgeOptions<N>,
  ): Bridge<InputOfType<From, N>, MessageOfType<To, N>>;
  /** Creates a bridge from the text of `save`. Pass the same options again: the text does not contain them. */
  resume<From extends Dialect = any, To extends Dialect = any>(
    saved: string, options?: BridgeOptions,
  ): Bridge<InputOfType<From>, MessageOf<To>>;
}

/** Returns the class of bridges of one module. */
export function bridgeClass(send: Send): BridgeClass {
  const sessions = new Sessions(send, "bridge");
  const translate = (owner: unknown, method: string, messages: unknown, options?: PushOptions) => {
    const { call, texts } = withInput({ call: {}, texts: [] }, toInput(messages, "messages"), checked(options, ["carry"]).carry);
    return sessions.call(owner, method, texts, readTranslation, call);
  };
  class OpenedBridge {
    constructor(from: unknown, to?: unknown, options?: BridgeOptions) {
      if (from instanceof Resumed) {
        sessions.adopt(this, from);
        return;
      }
      const ends = { from: dialect(from, "from"), to: dialect(to, "to") };
      const { call, texts } = settings(checked(options, OF_BRIDGE));
      sessions.open(this, { ...ends, ...call }, texts);
    }

    static resume(saved: unknown, options?: BridgeOptions) {
      const bytes = utf8(text(saved, "saved", SAVED_HINT));
      const { call, texts } = settings(checked(options, OF_BRIDGE));
      return new OpenedBridge(sessions.resume(call, [...texts, bytes]));
    }

    forward(messages: unknown, options?: PushOptions): Translation {
      return translate(this, "forward", messages, options);
    }

    backward(messages: unknown, options?: PushOptions): Translation {
      return translate(this, "backward", messages, options);
    }

    finishForward(): Translation {
      return sessions.call(this, "finishForward", [], readTranslation);
    }

    finishBackward(): Translation {
      return sessions.call(this, "finishBackward", [], readTranslation);
    }

    check(messages: unknown): Checked {
      return sessions.call(this, "check", [toText(messages, "messages")], reply => (
        { isAccepted: reply.header.accepted === 1, findings: readFindings(reply) }
      ));
    }

    save(): string {
      return sessions.call(this, "save", [], readText);
    }

    free(): void {
      sessions.free(this);
    }

    [Symbol.dispose](): void {
      sessions.free(this);
    }
  }
  // The types of the messages exist only in the interface.
  return OpenedBridge as unknown as BridgeClass;
}
