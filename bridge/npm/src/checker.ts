// Checks of a session, one text at a time.
import type { Dialect, Text } from "./dialect.js";
import { toText } from "./input.js";
import { utf8 } from "./json.js";
import { checked, type CheckerOptions, dialect, OF_CHECKER, text } from "./options.js";
import { catalogTexts, readFindings, readText, type Send } from "./request.js";
import type { Checked, Findings } from "./results.js";
import { type Releasable, Resumed, Sessions } from "./session.js";
import { SAVED_HINT } from "./translator.js";

/**
 * Checks the texts of a session one at a time, and remembers what later messages refer to: surfaces, component ids and data.
 *
 * A refused text changes nothing, so a corrected text can be pushed in its place. If the messages of a protocol do not depend on each
 * other, each text is checked by itself.
 */
export interface Checker extends Releasable {
  /**
   * Checks the next text of the session: one message, a list of messages, or JSON Lines.
   *
   * If any message has an error, the whole text is refused and has no effect on later ones. A reference to a component or to data that a
   * later text may still send is not an error: see `finish`.
   */
  push(messages: Text | object): Checked;
  /**
   * Returns the findings about whole surfaces, such as a reference to a component that no accepted text has sent. Each place is a place in
   * the text of its message. The session can go on afterwards: a later text may send what is missing.
   */
  finish(): Findings;
  /**
   * Returns the state as text. `Checker.resume` continues from it, in this or another process. The text contains parts of the messages. It
   * does not contain the options.
   */
  save(): string;
  /** Frees the memory of the checker. It cannot be used afterwards. */
  free(): void;
}

/** The class of checkers. */
export interface CheckerClass {
  /** Begins a session of a protocol. The options apply to all texts. */
  new (protocol: Dialect, options?: CheckerOptions): Checker;
  /** Creates a checker from the text of `save`. Pass the same options again: the text does not contain them. */
  resume(saved: string, options?: CheckerOptions): Checker;
}

/** Returns the class of checkers of one module. */
export function checkerClass(send: Send): CheckerClass {
  const sessions = new Sessions(send, "checker");
  const settings = (options?: CheckerOptions) => {
    const { type, profile, catalogs } = checked(options, OF_CHECKER);
    const { call, texts } = catalogTexts(catalogs);
    return { call: { type, profile, ...call }, texts };
  };
  class OpenedChecker {
    constructor(protocol: unknown, options?: CheckerOptions) {
      if (protocol instanceof Resumed) {
        sessions.adopt(this, protocol);
        return;
      }
      const name = dialect(protocol, "protocol");
      const { call, texts } = settings(options);
      sessions.open(this, { protocol: name, ...call }, texts);
    }

    static resume(saved: unknown, options?: CheckerOptions) {
      const bytes = utf8(text(saved, "saved", SAVED_HINT));
      const { call, texts } = settings(options);
      return new OpenedChecker(sessions.resume(call, [...texts, bytes]));
    }

    push(messages: unknown): Checked {
      return sessions.call(this, "push", [toText(messages, "messages")], reply => (
        { isAccepted: reply.header.accepted === 1, findings: readFindings(reply) }
      ));
    }

    finish(): Findings {
      return sessions.call(this, "finish", [], readFindings);
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
  return OpenedChecker;
}
