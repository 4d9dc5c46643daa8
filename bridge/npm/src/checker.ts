import type { CheckerOptions, Dialect, Text } from "./bridge.js";
import { findingsOfCheck } from "./findings.js";
import { toText } from "./json.js";
import type { Reply, Send } from "./request.js";
import type { Checked, Findings } from "./results.js";

/**
 * Checks the texts of a session one at a time, and remembers what later messages refer to: surfaces, component ids and data.
 *
 * A refused text changes nothing, so a corrected text can be pushed in its place. If the messages of a protocol do not depend on each
 * other, each text is checked by itself.
 */
export interface Checker {
  /**
   * Checks the next text of the session: one message, a list of messages, or JSON Lines.
   *
   * If any message has an error, the whole text is refused and has no effect on later ones. A reference to a component or to data that a
   * later text may still send is not an error: see `finish`.
   */
  push(message: Text | object): Checked;
  /**
   * Returns the findings about whole surfaces, such as a reference to a component that no accepted text has sent. Each place is a place in
   * the text of its message. The session can go on afterwards: a later text may send what is missing.
   */
  finish(): Findings;
  /** Frees the memory of the checker. It cannot be used afterwards. */
  free(): void;
  [Symbol.dispose](): void;
}

/** The class of checkers. */
export interface CheckerClass {
  /** Begins a session of a protocol. The options apply to all texts. */
  new (protocol: Dialect, options?: CheckerOptions): Checker;
}

const decoder = new TextDecoder();

/** Returns the class of checkers of one module. */
export function checkerClass(send: Send): CheckerClass {
  const none = (): undefined => undefined;
  // Frees checkers that the program has forgotten.
  const forgotten = new FinalizationRegistry<number>(checker => send({ call: "free-checker", checker }, [], none));
  const found = ({ header, body }: Reply) => findingsOfCheck(header.findings, decoder.decode(body));
  return class implements Checker {
    readonly #checker: number;

    constructor(protocol: Dialect, options: CheckerOptions = {}) {
      const { type, profile, catalogs = [] } = options;
      const texts = [...catalogs].map(catalog => toText(catalog, "catalogs").bytes);
      const call = { call: "open-checker", protocol, type, profile, catalogs: texts.map(text => text.length) };
      this.#checker = send(call, texts, ({ header }) => header.checker ?? 0);
      forgotten.register(this, this.#checker, this);
    }

    push(message: Text | object): Checked {
      const { bytes } = toText(message);
      const read = (reply: Reply) => ({ isAccepted: reply.header.accepted === 1, findings: found(reply) });
      return send({ call: "push-checked", checker: this.#checker }, [bytes], read);
    }

    finish(): Findings {
      return send({ call: "finish-checked", checker: this.#checker }, [], found);
    }

    free(): void {
      forgotten.unregister(this);
      send({ call: "free-checker", checker: this.#checker }, [], none);
    }

    [Symbol.dispose](): void {
      this.free();
    }
  };
}
