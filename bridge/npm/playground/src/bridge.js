// The only place that names the package, whose files `build` copies next to the page.

// Not a static import, because the package is built later than the page is checked.
const ADDRESS = '../agent-ui-bridge/index.js';

/** @returns {Promise<{ bridge: import('./types.d.ts').Bridge, version: string }>} */
export async function load() {
  const published = await import(ADDRESS);
  const bridge = await published.load();
  return { bridge, version: bridge.version ?? '' };
}
