// Requests and replies of the module.
import type { ReportLine } from "./findings.js";

/** The arguments of a request, as `wasm/src/request.rs` reads them. */
export interface Call {
  call: string;
  from?: string;
  to?: string;
  protocol?: string | undefined;
  type?: string | undefined;
  profile?: string | undefined;
  translator?: number;
  checker?: number;
  strict?: boolean | undefined;
  embed?: boolean | undefined;
  trustEmbedded?: boolean | undefined;
  asMessages?: boolean | undefined;
  context?: number | undefined;
  carry?: number | undefined;
  catalogs?: number[];
  target?: string | undefined;
  components?: string[] | undefined;
  functions?: string[] | undefined;
  optional?: string[] | undefined;
}

/** The first line of a reply. */
export interface ReplyHeader {
  failure?: ReportLine;
  messages?: number;
  carry?: number;
  notes?: number;
  translator?: number;
  checker?: number;
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
