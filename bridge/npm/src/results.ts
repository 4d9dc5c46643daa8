/** A problem or a notice about one value of a message. */
export interface Finding {
  /** The line in the text, from 1. For an object: the line in its JSON text, which is always 1. */
  line: number;
  /** The column in bytes, from 1. */
  column: number;
  severity: "error" | "warning" | "info";
  /** The kind of a refusal: `decode`, `context`, `rule`, `limit` or `loss`. Otherwise `undefined`. */
  kind: string | undefined;
  /** The stable name of the broken rule. */
  rule: string;
  /** The JSON Pointer of the value; empty for the whole text. */
  pointer: string;
  /** A sentence that describes the problem. */
  message: string;
  /** An instruction for correcting the problem. */
  hint: string;
}

/** The findings of a check: an array, which is empty if the messages are right. */
export type Findings = Finding[] & {
  /**
   * Returns the findings of the check as text for the model that wrote the messages; empty without errors and warnings.
   *
   * Each line has at most 160 characters: the place, the problem, and the exact replacement if there is only one. The same problem at
   * several places is one line. Notices are left out.
   */
  forModel(): string;
};

/** The findings about a text of a session. */
export interface Checked {
  /** `true` if no finding is an error. A checker then checks later texts against this one, too. */
  isAccepted: boolean;
  /** The findings, with places in this text. */
  findings: Findings;
}

/** JSON text and its value. */
export interface JsonText<Value = any> {
  /** The text on one line. Numbers, and the order of members, are exact. */
  text: string;
  /**
   * The value of the text, which is parsed when you first read it.
   *
   * @throws UsageError if a number is outside of the range of JavaScript numbers.
   */
  readonly value: Value;
}

/** The outcome for one field of a translation. */
export interface Note {
  /** The number of the source among the messages of this call, translator or direction of a bridge, from 0. */
  input: number;
  /** `carried`, `lost` and `quarantined` fields do not come back from the target without the carry. */
  verdict: "copied" | "renamed" | "encoded" | "derived" | "defaulted" | "carried" | "lost" | "quarantined";
  /** The rule of the mapping that was applied. */
  rule: string;
  /** The JSON Pointer of the field in the source. */
  from: string;
  /** The JSON Pointer of the value in the target, if the target shows it. */
  to?: string;
  /** An explanation, if there is one. */
  remark?: string;
}

/**
 * A translated message, with everything that restores and explains it. Pass it to a later call as it is: it brings its carry. A structured
 * clone or a JSON copy serves as well.
 *
 * To send an edited message, pass the edited `value` or `text`, and `carry` as an option.
 */
export interface Message<Value = any> extends JsonText<Value> {
  /** The fields that the target cannot hold, as an opaque text. */
  carry: string;
  /** The outcome for each field. The list is built when you first read it. */
  readonly notes: Note[];
}

/** Translated messages, and everything that explains them. */
export interface Translation<Value = any> {
  /** The messages in the target dialect, each with its carry and notes. */
  messages: Message<Value>[];
  /** The notes of all messages, followed by those about sources without a result. The list is built when you first read it. */
  readonly notes: Note[];
  /** The repairs and warnings that do not prevent a translation. */
  findings: Finding[];
}

/** Messages that were read and written again. */
export interface Decoded<Value = any> {
  /** The messages. */
  messages: JsonText<Value>[];
  /** The repairs and warnings. */
  findings: Finding[];
}

/** The states that a stream of messages leads to. */
export interface Folded<Value = any> {
  /** The states: one surface or canvas each. */
  states: JsonText<Value>[];
  /** The repairs and warnings. */
  findings: Finding[];
}

/** A text in which every problem with exactly one safe correction is corrected. */
export interface Repaired {
  /** The corrected text. */
  text: string;
  /** The corrections. */
  changes: Finding[];
  /** The problems that remain. */
  findings: Finding[];
}

/** Returns `true` if the field does not come back from the target without the carry. */
export function isLost(note: Note): boolean {
  return note.verdict === "carried" || note.verdict === "lost" || note.verdict === "quarantined";
}
