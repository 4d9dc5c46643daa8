import type * as module from "./index.js" with { "resolution-mode": "import" };
export type * from "./index.js" with { "resolution-mode": "import" };

/** Loads the module from CommonJS code, also in versions of Node whose `require` reads no ES modules. */
export const load: typeof module.load = async options => (await import("./index.js")).load(options);
