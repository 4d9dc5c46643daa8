// The part of the package `agent-ui-bridge` that the page uses.

export interface Finding {
  line: number;
  column: number;
  rule: string;
  pointer: string;
  severity: 'error' | 'warning' | 'info';
  message: string;
  hint: string;
}

export interface Note {
  /** The index of the message with the note. The page adds it. */
  message?: number;
  input: number;
  verdict: string;
  rule: string;
  from: string;
  to?: string;
  remark?: string;
}

export interface Message {
  text: string;
  carry: string;
  notes: Note[];
}

export interface Translation {
  messages: Message[];
  /** The notes of all messages, and those without a message at the end. */
  notes: Note[];
  findings: Finding[];
}

export interface Repaired {
  text: string;
  changes: Finding[];
  findings: Finding[];
}

export interface AgentUi {
  version: string;
  recognize(text: string): string | undefined | null;
  check(text: string, options?: { protocol?: string }): Finding[];
  repair(text: string, options?: { protocol?: string }): Repaired;
  translate(text: string, from: string, to: string, options?: { context?: object; carry?: string[] }): Translation;
}

/** What the page asks its worker. */
export type Request =
  | { id: number; kind: 'analyse'; text: string; from: string; to: string; context: string }
  | { id: number; kind: 'action'; message: object; surface: string; from: string; context: string };

/** One difference to the source: lines, with the number of equal lines for each gap. */
export type Difference = (import('./difference.js').Line | number)[];

/** What comes back, or the reason why nothing does. */
export type Return = { error: string } | { lines: Difference; changes: number; isReordered: boolean };

/** What the worker answers, part by part. */
export type Part = { id: number } & (
  | { part: 'loaded'; version: string }
  | { part: 'failed'; error: string }
  | { part: 'source'; dialect: string; isRecognised: boolean }
  | { part: 'findings'; findings: Finding[]; error?: string }
  | { part: 'repair'; text: string; changes: Finding[] }
  | { part: 'target'; dialect: string; messages: string[]; notes: Note[]; refusals: Finding[]; findings: Finding[]; error?: string; milliseconds: number; isUnchanged?: boolean }
  | { part: 'return'; withCarry: Return; withoutCarry: Return }
  | { part: 'surface'; messages: object[]; surface: string; lost: number; error?: string }
  | { part: 'action'; messages: string[]; error?: string }
  | { part: 'done' }
);
