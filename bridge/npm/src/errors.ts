import type { Finding, Translation } from "./results.js";

/** The base of all errors of this package. They have the place, the rule and the hint of their finding as members. */
export class AgentUiError extends Error {
  /** The finding with all members below. */
  readonly finding: Finding;
  /** The stable name of the broken rule. */
  readonly rule: string;
  /** The JSON Pointer of the value; empty for the whole text. */
  readonly pointer: string;
  /** The line in the text, from 1. */
  readonly line: number;
  /** The column in bytes, from 1. */
  readonly column: number;
  /** An instruction for correcting the problem. */
  readonly hint: string;
  /** `decode`, `context`, `rule`, `limit` or `loss` for a refused message; `undefined` for a wrong argument. */
  readonly kind: string | undefined;

  constructor(finding: Finding) {
    super(finding.message);
    this.name = "AgentUiError";
    this.finding = finding;
    ({
      rule: this.rule, pointer: this.pointer, line: this.line, column: this.column, hint: this.hint, kind: this.kind,
    } = finding);
  }
}

/** An argument is wrong: an unknown dialect, a value that JSON cannot hold, an unknown option, an unreadable carry, a freed translator. */
export class UsageError extends AgentUiError {
  constructor(finding: Finding) {
    super(finding);
    this.name = "UsageError";
  }
}

/** At least one message was refused. The members of the error describe the first one. */
export class RefusedError extends AgentUiError {
  /** The refusal of each refused message. */
  readonly refusals: Finding[];
  /** The translation of the other messages; `undefined` for calls that do not translate. */
  readonly translation: Translation<unknown> | undefined;

  constructor(refusals: [Finding, ...Finding[]], translation?: Translation<unknown>) {
    super(refusals[0]);
    this.name = "RefusedError";
    this.refusals = refusals;
    this.translation = translation;
  }
}

/** Returns the kind of a value for an error: `null`, `number`, `Map`, `Promise`. It is the same for values of other frames. */
export function kindOf(value: unknown): string {
  if (typeof value !== "object" || value === null) return value === null ? "null" : typeof value;
  return Object.prototype.toString.call(value).slice("[object ".length, -1);
}

/** The WebAssembly module cannot be loaded, has no memory left, or has stopped. The hint says which calls can be repeated. */
export class ModuleError extends AgentUiError {
  constructor(finding: Finding, cause?: unknown) {
    super(finding);
    this.name = "ModuleError";
    if (cause !== undefined) this.cause = cause;
  }
}

/** Returns the error about the module. `cause` is the error of the browser, if there is one. */
export function moduleError(rule: string, message: string, hint: string, cause?: unknown): ModuleError {
  return new ModuleError({ line: 1, column: 1, severity: "error", kind: undefined, rule, pointer: "", message, hint }, cause);
}

/** Returns the error for a wrong argument that the JavaScript finds itself. */
export function usageError(rule: string, message: string, hint: string, pointer = ""): UsageError {
  return new UsageError({ line: 1, column: 1, severity: "error", kind: undefined, rule, pointer, message, hint });
}
