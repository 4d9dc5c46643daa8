import { AgentUi } from "./agent-ui.js";
import { loading, type LoadOptions } from "./module.js";

export { AgentUi } from "./agent-ui.js";
export type { Bridge, BridgeClass } from "./bridge.js";
export type { Checker, CheckerClass } from "./checker.js";
export type { Dialect, MessageInput, MessageOf, MessageTypeName, OneMessage, Text } from "./dialect.js";
export { AgentUiError, ModuleError, RefusedError, UsageError } from "./errors.js";
export type { MessageTypes, OpenMessageTypes } from "./messages/index.js";
export type { LoadOptions, WasmSource } from "./module.js";
export type {
  BridgeOptions, CarryOption, CheckerOptions, CheckOptions, Context, DecodeOptions, FoldOptions, MessageSchemaOptions, PushOptions, RepairOptions,
  StreamOptions, TranslateOptions, TranslatorOptions,
} from "./options.js";
export * from "./results.js";
export type { Stream, StreamClass, StreamedComponent, StreamedFinding, StreamedMessage, StreamEvent } from "./stream.js";
export type { Translator, TranslatorClass } from "./translator.js";

const loadOnce = /* @__PURE__ */ loading(transport => new AgentUi(transport));

/**
 * Loads the WebAssembly module with all protocols and a validator of JSON Schema, for signals and tools of actions.json whose values have
 * schemas. Later calls without `wasm` return the same object.
 */
export function load(options: LoadOptions = {}): Promise<AgentUi> {
  return loadOnce(new URL("./schemas.wasm", import.meta.url), options);
}
