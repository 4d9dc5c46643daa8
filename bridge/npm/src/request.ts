// Requests to the module, and its replies.
import { AgentUiError, RefusedError, UsageError } from "./errors.js";
import { finding, findings, type ReportLine } from "./findings.js";
import { utf8 } from "./json.js";
import { carryText, contextText, type Input, toText } from "./input.js";
import type { Transport } from "./module.js";
import type { BridgeOptions, CarryOption } from "./options.js";
import type { Findings, Note, Translation } from "./results.js";
import { findingsOfCheck } from "./findings.js";
import { messageWith } from "./values.js";

/** The arguments of a request, as `wasm/src/request.rs` reads them. */
export interface Call {
  call: string;
  from?: string;
  to?: string;
  protocol?: string | undefined;
  type?: string | undefined;
  profile?: string | undefined;
  kind?: string;
  session?: number;
  strict?: boolean | undefined;
  embed?: boolean | undefined;
  trustEmbedded?: boolean | undefined;
  escapeIds?: boolean | undefined;
  carryKey?: number[] | undefined;
  maxBytes?: number | undefined;
  asMessages?: boolean | undefined;
  context?: number | undefined;
  carry?: number | undefined;
  catalogs?: number[];
  target?: string | undefined;
  components?: readonly string[] | undefined;
  functions?: readonly string[] | undefined;
  optional?: readonly string[] | undefined;
}

/** The first line of a reply. */
export interface ReplyHeader {
  failure?: ReportLine;
  messages?: number;
  notes?: number;
  session?: number;
  accepted?: number;
  findings?: ReportLine[];
  refusals?: ReportLine[];
  changes?: ReportLine[];
}

export interface Reply {
  header: ReplyHeader;
  /** The texts after the header. */
  body: Uint8Array;
}

/** Sends a request to one module. */
export type Send = <T>(call: Call, texts: readonly Uint8Array[], then: (reply: Reply) => T) => T;

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const NONE = new Uint8Array();
const LINE_FEED = 10;

/** Returns the function that sends requests through a transport, and reads the replies. */
export function sender(transport: Transport): Send {
  return (call, texts, then) => transport.request(`${JSON.stringify(call)}\n`, texts, bytes => {
    const end = bytes.indexOf(LINE_FEED);
    const head = end < 0 ? bytes : bytes.subarray(0, end);
    const header = JSON.parse(decoder.decode(head)) as ReplyHeader;
    if (header.failure) throw failure(header.failure);
    return then({ header, body: end < 0 ? NONE : bytes.subarray(end + 1) });
  });
}

/** Returns the error for a call that the module could not answer. */
function failure(line: ReportLine): AgentUiError {
  if (line.rule === "encoding") return new RefusedError([finding(line)]);
  // The kind describes the refusal of a message, and a wrong argument refuses none.
  return new UsageError({ ...finding(line), kind: undefined });
}

/** The texts of a request before its message, and their lengths for the header. */
export interface Settings {
  call: Partial<Call>;
  texts: Uint8Array[];
}

/** Returns the options of a translation for a request. */
export function settings(options: BridgeOptions): Settings {
  const { context, strict, embed, trustEmbedded, escapeIds, carryKey, maxBytes, type, catalogs } = options;
  const key = typeof carryKey === "string" ? utf8(carryKey) : carryKey;
  const call: Partial<Call> = { strict, embed, trustEmbedded, escapeIds, carryKey: key && [...key], maxBytes, type };
  const texts = [];
  if (context !== undefined) {
    const text = utf8(contextText(context));
    call.context = text.length;
    texts.push(text);
  }
  const listed = catalogTexts(catalogs);
  return { call: { ...call, ...listed.call }, texts: [...texts, ...listed.texts] };
}

/** Returns catalogs for a request. */
export function catalogTexts(catalogs: readonly unknown[] = []): Settings {
  const texts = catalogs.map(catalog => toText(catalog, "catalogs"));
  return { call: { catalogs: texts.map(text => text.length) }, texts };
}

/** Adds messages and their carries to a request. The carry precedes the catalogs, which no call has beside it. */
export function withInput({ call, texts }: Settings, { bytes, carry: brought }: Input, option?: CarryOption): Settings {
  const carry = carryText(brought, option);
  if (carry === undefined) return { call, texts: [...texts, bytes] };
  const text = utf8(carry);
  return { call: { ...call, carry: text.length }, texts: [...texts, text, bytes] };
}

/** Reads the whole body as text. */
export function readText({ body }: Reply): string {
  return decoder.decode(body);
}

/** Reads one text for each line. */
export function readLines({ header, body }: Reply): string[] {
  if (!header.messages) return [];
  const text = decoder.decode(body);
  return header.messages === 1 ? [text] : text.split("\n");
}

/** Reads the findings of a check. */
export function readFindings({ header, body }: Reply): Findings {
  return findingsOfCheck(header.findings, decoder.decode(body));
}

/** Reads a translation, or throws the error of refused messages. */
export function readTranslation({ header, body }: Reply): Translation {
  const { messages: count = 0, notes: end = 0 } = header;
  // The memory of the module is used again for the next call.
  const noteBytes = body.slice(end);
  let noteLines: string[] | undefined;
  const notesAt = (index: number) => {
    noteLines ??= decoder.decode(noteBytes).split("\n");
    // A line has the index of a list after the lines of all messages, and the number of the first source.
    const [list = 0, first = 0] = (noteLines[index] ?? "").split(" ").map(Number);
    const notes = JSON.parse(noteLines[count + 1 + list] ?? "[]") as Note[];
    for (const note of notes) note.input += first;
    return notes;
  };
  const lines = decoder.decode(body.subarray(0, end)).split("\n");
  const messages = [];
  for (let index = 0; index < count; index += 1) {
    messages.push(messageWith(lines[index] ?? "", lines[count + index] ?? "", () => notesAt(index)));
  }
  const ofMessages = [...messages];
  let allNotes: Note[] | undefined;
  const result: Translation = {
    messages,
    get notes() {
      allNotes ??= [...ofMessages.flatMap(message => message.notes), ...notesAt(count)];
      return allNotes;
    },
    findings: findings(header.findings),
  };
  refuse(header, result);
  return result;
}

/** Throws the error of refused messages, if there are any. */
export function refuse(header: ReplyHeader, partial?: Translation): void {
  const [first, ...others] = findings(header.refusals);
  if (first) throw new RefusedError([first, ...others], partial);
}
