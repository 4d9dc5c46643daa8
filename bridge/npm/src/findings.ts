// Findings as the module reports them.
import type { Finding, Findings } from "./results.js";

/** A finding in the form of `docs/finding.schema.json`. */
export interface ReportLine extends Omit<Finding, "kind"> {
  error?: string;
}

/** Returns the findings of report lines. */
export function findings(lines: ReportLine[] = []): Finding[] {
  return lines.map(finding);
}

/** Returns the finding of a report line. */
export function finding({ line, column, severity, error, rule, pointer, message, hint }: ReportLine): Finding {
  return { line, column, severity, kind: error, rule, pointer, message, hint };
}

/** Returns the findings of a check, with their text for a model. */
export function findingsOfCheck(lines: ReportLine[] | undefined, forModel: string): Findings {
  // The method is not enumerable, so that the list compares and prints as its elements.
  return Object.defineProperty(findings(lines), "forModel", { value: () => forModel }) as Findings;
}
