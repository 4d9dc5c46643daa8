// Translators of one direction.
import type { Dialect, InputOfType, MessageInput, MessageOf, MessageOfType, MessageTypeName } from "./dialect.js";
import { toInput } from "./input.js";
import { checked, dialect, OF_TRANSLATOR, type PushOptions, text, type TranslatorOptions } from "./options.js";
import { readText, readTranslation, type Send, settings, withInput } from "./request.js";
import type { Translation } from "./results.js";
import { type Releasable, Resumed, Sessions } from "./session.js";
import { utf8 } from "./json.js";

/**
 * Translates a stream of messages in one direction, and remembers what later messages need.
 *
 * A conversation has two directions: a click names a component of the surface that was sent before. Use a `Bridge` for it.
 */
export interface Translator<Source = any, Target = any> extends Releasable {
  /**
   * Translates the next messages. The result may be empty, if they wait for later ones.
   *
   * @throws RefusedError if a message is refused, which then changes nothing in the translator.
   * @throws UsageError if an argument is wrong. No message is translated then.
   */
  push(messages: MessageInput<Source>, options?: PushOptions): Translation<Target>;
  /** Ends the stream, and returns what waited for later messages. */
  finish(): Translation<Target>;
  /**
   * Returns the state as text. `Translator.resume` continues from it, in this or another process. The text contains parts of the
   * messages. It does not contain the options.
   */
  save(): string;
  /** Frees the memory of the translator. It cannot be used afterwards. */
  free(): void;
}

/** The class of translators. */
export interface TranslatorClass {
  new <From extends Dialect, To extends Dialect, N extends MessageTypeName | undefined = undefined>(
    from: From, to: To, options?: TranslatorOptions<N>,
  ): Translator<InputOfType<From, N>, MessageOfType<To, N>>;
  /** Creates a translator from the text of `save`. Pass the same options again: the text does not contain them. */
  resume<From extends Dialect = any, To extends Dialect = any>(
    saved: string, options?: TranslatorOptions,
  ): Translator<InputOfType<From>, MessageOf<To>>;
}

/** The hint for a wrong argument of `resume`. */
export const SAVED_HINT = "pass the text that `save` returned";

/** Returns the class of translators of one module. */
export function translatorClass(send: Send): TranslatorClass {
  const sessions = new Sessions(send, "translator");
  class OpenedTranslator {
    constructor(from: unknown, to?: unknown, options?: TranslatorOptions) {
      if (from instanceof Resumed) {
        sessions.adopt(this, from);
        return;
      }
      const ends = { from: dialect(from, "from"), to: dialect(to, "to") };
      const { call, texts } = settings(checked(options, OF_TRANSLATOR));
      sessions.open(this, { ...ends, ...call }, texts);
    }

    static resume(saved: unknown, options?: TranslatorOptions) {
      const bytes = utf8(text(saved, "saved", SAVED_HINT));
      const { call, texts } = settings(checked(options, OF_TRANSLATOR));
      return new OpenedTranslator(sessions.resume(call, [...texts, bytes]));
    }

    push(messages: unknown, options?: PushOptions): Translation {
      const { call, texts } = withInput({ call: {}, texts: [] }, toInput(messages, "messages"), checked(options, ["carry"]).carry);
      return sessions.call(this, "push", texts, readTranslation, call);
    }

    finish(): Translation {
      return sessions.call(this, "finish", [], readTranslation);
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
  return OpenedTranslator as unknown as TranslatorClass;
}
