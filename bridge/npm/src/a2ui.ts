import { Bridge } from "./bridge.js";
import { loadModule, type WasmSource } from "./module.js";

export * from "./bridge.js";
export { AgentUiError, RefusedError, UsageError } from "./errors.js";
export type { MessageTypes } from "./messages/index.js";
export type { WasmSource } from "./module.js";
export * from "./results.js";

let loaded: Promise<Bridge> | undefined;

/**
 * Loads the WebAssembly module with A2UI alone, which is two thirds of the size. Later calls without `wasm` return the same bridge.
 *
 * `wasm` replaces the file of the package: its address, its bytes, a compiled module, or the response of a request.
 */
export function load(options: { wasm?: WasmSource | Promise<WasmSource> } = {}): Promise<Bridge> {
  if (options.wasm !== undefined) return start(options.wasm);
  loaded ??= start(new URL("./a2ui.wasm", import.meta.url)).catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

async function start(wasm: WasmSource | Promise<WasmSource>): Promise<Bridge> {
  return new Bridge(await loadModule(wasm));
}
