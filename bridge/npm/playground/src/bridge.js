// The only place that names the package, whose files `build` copies next to the page.

// Not a static import, because the package is built later than the page is checked.
const ADDRESS = '../agent-ui-bridge/index.js';

/** @returns {Promise<{ agentUi: import('./types.d.ts').AgentUi, version: string }>} */
export async function load() {
  const published = await import(ADDRESS);
  const agentUi = await published.load();
  return { agentUi, version: agentUi.version ?? '' };
}
