import { AgentUiTranslation } from "./agent-ui.js";
import { loading, type LoadOptions } from "./module.js";

export { AgentUiTranslation } from "./agent-ui.js";
export type { Bridge, BridgeClass } from "./bridge.js";
export type { Dialect, MessageInput, MessageOf, MessageTypeName, OneMessage, Text } from "./dialect.js";
export { AgentUiError, ModuleError, RefusedError, UsageError } from "./errors.js";
export type { MessageTypes, OpenMessageTypes } from "./messages/index.js";
export type { LoadOptions, WasmSource } from "./module.js";
export type { BridgeOptions, CarryOption, Context, PushOptions, TranslateOptions, TranslatorOptions } from "./options.js";
export * from "./results.js";
export type { Translator, TranslatorClass } from "./translator.js";

const loadOnce = /* @__PURE__ */ loading(transport => new AgentUiTranslation(transport));

/** Loads the WebAssembly module that only translates, between all protocols. Later calls without `wasm` return the same object. */
export function load(options: LoadOptions = {}): Promise<AgentUiTranslation> {
  return loadOnce(new URL("./translate.wasm", import.meta.url), options);
}
