// Reading of messages while a model still writes them.
import { usageError, kindOf } from "./errors.js";
import { finding, type ReportLine } from "./findings.js";
import { utf8 } from "./json.js";
import { checked, type StreamOptions } from "./options.js";
import { readLines, type Send } from "./request.js";
import type { Finding, JsonText } from "./results.js";
import { type Releasable, Sessions } from "./session.js";
import { jsonText } from "./values.js";

/** A complete component of a message that is still being written, as the message will contain it. The message contains it again. */
export interface StreamedComponent extends JsonText {
  type: "component";
  /** The id of the surface. */
  surface: string;
  /** The line of the component in the text, from 1. */
  line: number;
  /** The column in bytes, from 1. */
  column: number;
}

/** A complete message, as `decode` returns it. */
export interface StreamedMessage extends JsonText {
  type: "message";
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
export type StreamEvent = StreamedComponent | StreamedMessage | StreamedFinding;

/**
 * Reads A2UI messages in a text that arrives in pieces, as a model writes it. Each message is returned as soon as it is complete, and each
 * component of an unfinished message as soon as its closing brace has arrived.
 */
export interface Stream extends Releasable {
  /** Reads the next piece, which can end anywhere, and returns what it completes. Faulty messages are events, not exceptions. */
  push(piece: string | Uint8Array): StreamEvent[];
  /** Ends the text. A message without its end is a fault. The stream can then be used for another text. */
  finish(): StreamEvent[];
  /** Frees the memory of the stream. It cannot be used afterwards. */
  free(): void;
}

/** The class of streams. */
export interface StreamClass {
  new (options?: StreamOptions): Stream;
}

const HIGH_SURROGATE = /[\uD800-\uDBFF]$/;

/** Returns the class of streams of one module. */
export function streamClass(send: Send): StreamClass {
  const sessions = new Sessions(send, "stream");
  /** The unfinished characters of each stream. */
  const ends = new WeakMap<object, UnfinishedCharacter>();
  return class Stream {
    constructor(options?: StreamOptions) {
      sessions.open(this, { protocol: checked(options, ["protocol"]).protocol }, []);
      ends.set(this, new UnfinishedCharacter());
    }

    push(piece: unknown): StreamEvent[] {
      const isText = typeof piece === "string";
      if (!isText && kindOf(piece) !== "Uint8Array") {
        throw usageError("js/type", `the argument \`piece\` must be text, and is \`${kindOf(piece)}\``, "pass a string or a Uint8Array");
      }
      // A detached method has no unfinished character, and `call` reports it.
      const text = ends.get(this)?.complete(piece as string | Uint8Array) ?? "";
      return events(sessions.call(this, "push", [utf8(text)], readLines));
    }

    finish(): StreamEvent[] {
      const rest = ends.get(this)?.end() ?? "";
      const last = rest === "" ? [] : sessions.call(this, "push", [utf8(rest)], readLines);
      return events([...last, ...sessions.call(this, "finish", [], readLines)]);
    }

    free(): void {
      sessions.free(this);
    }

    [Symbol.dispose](): void {
      sessions.free(this);
    }
  };
}

/** The start of a character that the last piece has split. */
class UnfinishedCharacter {
  /** The first half of a surrogate pair. */
  #half = "";
  /** Decodes bytes, and keeps those of an unfinished character. */
  #decoder = new TextDecoder("utf-8", { ignoreBOM: true });

  /** Returns the complete characters of a piece. */
  complete(piece: string | Uint8Array): string {
    if (typeof piece !== "string") return this.#decoder.decode(piece, { stream: true });
    const text = this.#half + piece;
    this.#half = HIGH_SURROGATE.exec(text)?.[0] ?? "";
    return text.slice(0, text.length - this.#half.length);
  }

  /** Returns what is left at the end of the text. */
  end(): string {
    const rest = this.#half + this.#decoder.decode();
    this.#half = "";
    return rest;
  }
}

/** Reads the two lines of each event: the kind with the place, and the JSON text. */
function events(lines: string[]): StreamEvent[] {
  const all: StreamEvent[] = [];
  for (let at = 0; at + 1 < lines.length; at += 2) {
    const head = JSON.parse(lines[at] ?? "") as StreamEvent;
    const text = lines[at + 1] ?? "";
    if (head.type === "component" || head.type === "message") {
      // The members stay own ones, with the value that is parsed when it is first read.
      const { type, ...place } = head;
      all.push(Object.assign(jsonText(text), { type, ...place }) as StreamEvent);
    } else {
      all.push({ type: head.type, finding: finding(JSON.parse(text) as ReportLine) });
    }
  }
  return all;
}
