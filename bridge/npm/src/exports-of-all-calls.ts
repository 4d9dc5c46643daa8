// What the modules with all calls export beside `load`.
export { AgentUi } from "./agent-ui.js";
export type { Checker, CheckerClass } from "./checker.js";
export * from "./exports.js";
export type { CheckerOptions, CheckOptions, DecodeOptions, FoldOptions, MessageSchemaOptions, RepairOptions, StreamOptions } from "./options.js";
export type { Stream, StreamClass, StreamedComponent, StreamedFinding, StreamedMessage, StreamEvent } from "./stream.js";
