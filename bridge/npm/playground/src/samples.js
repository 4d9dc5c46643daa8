// The samples that the page offers. Their files are those of the program's documentation.

/** @typedef {{ name: string, file: string, to: string, context?: Record<string, unknown>, tab?: string }} Sample */

/** @type {Sample[]} */
export const SAMPLES = [
  { name: 'Surface: A2UI 1.0 to 0.9', file: 'lossy.jsonl', to: 'a2ui@0.9' },
  { name: 'Surface: A2UI 0.9 to AHP canvas', file: 'surface.json', to: 'ahp@canvas', context: { channel: 'ahp-canvas:/loans' }, tab: 'surface' },
  { name: 'Surface with mistakes', file: 'broken.jsonl', to: 'a2ui@1.0', tab: 'findings' },
  { name: 'Click: AAP record to A2UI', file: 'record.json', to: 'a2ui@0.9' },
  { name: 'Event: actions.json to AAP', file: 'event.json', to: 'aap', context: { canvasFile: 'loans.html', manifest: 'actions.json' } },
  { name: 'Tools: actions.json to MCP', file: 'manifest.json', to: 'mcp@2025-11-25' },
];
