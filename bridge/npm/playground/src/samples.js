// The samples that the page offers. Their files are those of the program's documentation.

/** @typedef {{ name: string, file: string, to: string, context?: Record<string, unknown>, tab?: string }} Sample */

// The page that sends the event. Its signal has no schema for the payload, because the package does not check schemas.
const MANIFEST = {
  protocol: 'actions.json',
  version: 1,
  tools: [],
  signals: [{
    name: 'loan.renewed',
    description: 'The reader renewed a loan.',
    direction: 'html_to_agent',
    event: 'desk:loan-renewed',
    ingestion: 'enabled',
    target: { name: 'renew-button', selector: '#renew' },
  }],
};

/** @type {Sample[]} */
export const SAMPLES = [
  { name: 'Surface: A2UI 1.0 to 0.9', file: 'lossy.jsonl', to: 'a2ui@0.9' },
  { name: 'Surface: A2UI 0.9 to AHP canvas', file: 'surface.json', to: 'ahp@canvas', context: { channel: 'ahp-canvas:/loans' }, tab: 'surface' },
  { name: 'Surface with mistakes', file: 'broken.jsonl', to: 'a2ui@1.0', tab: 'findings' },
  { name: 'Click: AAP record to A2UI', file: 'record.json', to: 'a2ui@0.9' },
  { name: 'Event: actions.json to AAP', file: 'event.json', to: 'aap', context: { canvasFile: 'loans.html', manifest: MANIFEST } },
  { name: 'Tools: actions.json to MCP', file: 'manifest.json', to: 'mcp@2025-11-25' },
];
