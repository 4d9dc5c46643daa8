// Reading of messages while a model still writes them.
import { read, utf8 } from "./json.js";
import { usageError } from "./errors.js";
import type { Dialect } from "./bridge.js";
import type { Finding } from "./results.js";

/** A complete component of a message that is still being written. The message that follows contains the component again. */
export interface StreamedComponent<Value = any> {
  type: "component";
  /** The id of the surface. */
  surface: string;
  /** The component as the message will contain it. */
  component: Value;
  /** The line of the component in the text, from 1. */
  line: number;
  /** The column in bytes, from 1. */
  column: number;
}

/** A complete message. */
export interface StreamedMessage<Value = any> {
  type: "message";
  /** The message, as `decode` returns it. */
  message: Value;
  /** The line of the message in the text, from 1. */
  line: number;
  /** The column in bytes, from 1. */
  column: number;
}

/** `fault`: a message that cannot be read, or whose end is missing. `finding`: a repair of the message that follows, or a notice. */
export interface StreamedFinding {
  type: "fault" | "finding";
  /** The problem and its place. */
  finding: Finding;
}

/** A part of a text that a model writes, as soon as it is certain. */
export type StreamEvent<Value = any> = StreamedComponent<Value> | StreamedMessage<Value> | StreamedFinding;

/** The options of a stream. */
export interface StreamOptions {
  /** A version of A2UI that all messages must have. Without it, each message shows its version. */
  protocol?: Dialect | undefined;
  /** `true` for components and messages as text, which keeps every number as it is written. */
  exact?: boolean | undefined;
}

/**
 * Reads A2UI messages in a text that arrives in pieces, as a model writes it. Each message is returned as soon as it is complete, and each
 * component of an unfinished message as soon as its closing brace has arrived.
 */
export interface Stream<Value = any> {
  /** Reads the next piece, which can end anywhere, and returns what it completes. Faulty messages are events, not exceptions. */
  push(piece: string | Uint8Array): StreamEvent<Value>[];
  /** Ends the text. A message without its end is a fault. The stream can then be used for another text. */
  finish(): StreamEvent<Value>[];
  /** Frees the memory of the stream. It cannot be used afterwards. */
  free(): void;
  [Symbol.dispose](): void;
}

/** The class of streams. */
export interface StreamClass {
  new (options: StreamOptions & { exact: true }): Stream<string>;
  new (options?: StreamOptions): Stream;
}

/** The calls that a stream sends to the compiled code. */
export interface StreamCalls {
  open(protocol: Dialect | undefined): number;
  /** Returns two lines for each event: the kind with the place, and the JSON text. */
  push(stream: number, piece: Uint8Array): string[];
  finish(stream: number): string[];
  free(stream: number): void;
  finding(line: string): Finding;
}

const HIGH_SURROGATE = /[\uD800-\uDBFF]$/;

/** Returns the class of streams that use these calls. */
export function streamClass(calls: StreamCalls): StreamClass {
  // Frees streams that the program has forgotten.
  const forgotten = new FinalizationRegistry<number>(stream => calls.free(stream));
  return class implements Stream {
    readonly #stream: number;
    readonly #isExact: boolean;
    /** The first half of a character that the last piece has split. */
    #half = "";
    /** Decodes bytes, and keeps those of a character that the last piece has split. */
    #decoder = new TextDecoder("utf-8", { ignoreBOM: true });

    constructor(options: StreamOptions = {}) {
      this.#isExact = options.exact === true;
      this.#stream = calls.open(options.protocol);
      forgotten.register(this, this.#stream, this);
    }

    push(piece: string | Uint8Array): StreamEvent[] {
      return this.#events(calls.push(this.#stream, utf8(this.#wholeCharacters(piece))));
    }

    finish(): StreamEvent[] {
      const rest = this.#half + this.#decoder.decode();
      this.#half = "";
      const last = rest === "" ? [] : calls.push(this.#stream, utf8(rest));
      return this.#events([...last, ...calls.finish(this.#stream)]);
    }

    free(): void {
      forgotten.unregister(this);
      calls.free(this.#stream);
    }

    [Symbol.dispose](): void {
      this.free();
    }

    #wholeCharacters(piece: string | Uint8Array): string {
      if (piece instanceof Uint8Array) return this.#decoder.decode(piece, { stream: true });
      if (typeof piece !== "string") {
        throw usageError("js/type", `the argument \`piece\` must be text, and is \`${typeof piece}\``, "pass a string or a Uint8Array");
      }
      const text = this.#half + piece;
      this.#half = HIGH_SURROGATE.exec(text)?.[0] ?? "";
      return text.slice(0, text.length - this.#half.length);
    }

    #events(lines: string[]): StreamEvent[] {
      const events: StreamEvent[] = [];
      for (let at = 0; at + 1 < lines.length; at += 2) {
        const head = JSON.parse(lines[at] ?? "") as StreamedComponent | StreamedMessage | StreamedFinding;
        const text = lines[at + 1] ?? "";
        if (head.type === "component") {
          const { type, surface, line, column } = head;
          events.push({ type, surface, component: this.#value(text), line, column });
        } else if (head.type === "message") {
          const { type, line, column } = head;
          events.push({ type, message: this.#value(text), line, column });
        } else {
          events.push({ type: head.type, finding: calls.finding(text) });
        }
      }
      return events;
    }

    #value(text: string): unknown {
      return this.#isExact ? text : read(text);
    }
  };
}
