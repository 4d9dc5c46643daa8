import { Bridge } from "./bridge.js";
import { loading, type LoadOptions } from "./module.js";

export * from "./bridge.js";
export { AgentUiError, RefusedError, UsageError } from "./errors.js";
export type { MessageTypes } from "./messages/index.js";
export type { LoadOptions, WasmSource } from "./module.js";
export * from "./results.js";
export type * from "./stream.js";

const loadOnce = /* @__PURE__ */ loading(transport => new Bridge(transport));

/** Loads the WebAssembly module with A2UI alone, which is two thirds of the size. Later calls without `wasm` return the same bridge. */
export function load(options: LoadOptions = {}): Promise<Bridge> {
  return loadOnce(new URL("./a2ui.wasm", import.meta.url), options);
}
