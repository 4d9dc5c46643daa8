import { AgentUi } from "./agent-ui.js";
import { loading, type LoadOptions } from "./module.js";

export * from "./exports-of-all-calls.js";

const loadOnce = /* @__PURE__ */ loading(transport => new AgentUi(transport));

/** Loads the WebAssembly module with A2UI alone, which is two thirds of the size. Later calls without `wasm` return the same object. */
export function load(options: LoadOptions = {}): Promise<AgentUi> {
  return loadOnce(new URL("./a2ui.wasm", import.meta.url), options);
}
