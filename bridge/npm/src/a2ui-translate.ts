import { TranslationBridge } from "./bridge.js";
import { loading, type LoadOptions } from "./module.js";

export * from "./bridge.js";
export { AgentUiError, RefusedError, UsageError } from "./errors.js";
export type { MessageTypes } from "./messages/index.js";
export type { LoadOptions, WasmSource } from "./module.js";
export * from "./results.js";

const loadOnce = /* @__PURE__ */ loading(transport => new TranslationBridge(transport));

/** Loads the WebAssembly module that only translates between the versions of A2UI: the smallest one. Later calls without `wasm` return the same bridge. */
export function load(options: LoadOptions = {}): Promise<TranslationBridge> {
  return loadOnce(new URL("./a2ui-translate.wasm", import.meta.url), options);
}
