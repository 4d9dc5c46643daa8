import type * as module from "./schemas.js" with { "resolution-mode": "import" };
export type * from "./schemas.js" with { "resolution-mode": "import" };

/** Loads the module from CommonJS code, also in versions of Node whose `require` reads no ES modules. */
export const load: typeof module.load = async options => (await import("./schemas.js")).load(options);
