import { AgentUiTranslation } from "./agent-ui.js";
import { loading, type LoadOptions } from "./module.js";

export { AgentUiTranslation } from "./agent-ui.js";
export * from "./exports.js";

const loadOnce = /* @__PURE__ */ loading(transport => new AgentUiTranslation(transport));

/** Loads the WebAssembly module that only translates, between all protocols. Later calls without `wasm` return the same object. */
export function load(options: LoadOptions = {}): Promise<AgentUiTranslation> {
  return loadOnce(new URL("./translate.wasm", import.meta.url), options);
}
