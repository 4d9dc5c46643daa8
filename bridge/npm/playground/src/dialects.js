// The dialects that the page offers, and the documentation of the mappings between them.

/** @type {Record<string, string[]>} */
export const DIALECTS = {
  A2UI: ['a2ui@0.8', 'a2ui@0.9', 'a2ui@0.9.1', 'a2ui@0.10', 'a2ui@1.0-june', 'a2ui@1.0-aug', 'a2ui@1.0-sep', 'a2ui@1.0'],
  AHP: ['ahp@canvas', 'ahp@1.0'],
  AAP: ['aap'],
  'actions.json': ['actions-json'],
  MCP: ['mcp@2025-06-18', 'mcp@2025-11-25', 'mcp@2026-07-28'],
  'MCP elicitation': ['mcp-elicitation@2025-06-18', 'mcp-elicitation@2025-11-25', 'mcp-elicitation@2026-07-28'],
  ACP: ['acp@1', 'acp@2'],
  'Adaptive Cards': ['adaptive-cards@1.2', 'adaptive-cards@1.3', 'adaptive-cards@1.4', 'adaptive-cards@1.5', 'adaptive-cards@1.6', 'adaptive-cards@teams',
    'adaptive-cards@teams-webhook', 'adaptive-cards@outlook', 'adaptive-cards@web-chat'],
  'Slack blocks': ['slack-blocks@message', 'slack-blocks@modal', 'slack-blocks@home'],
  'Responses API': ['responses'],
};

const ALL = Object.values(DIALECTS).flat();

/** Returns true if the page offers a dialect. @param {string} name */
export const isDialect = name => ALL.includes(name);

/**
 * Returns the dialect that a text probably has, if only its protocol is known.
 * @param {string} protocol @param {string} text
 */
export function exact(protocol, text) {
  if (protocol !== 'a2ui') return isDialect(protocol) ? protocol : protocol.replace(/^(aap|actions-json|responses)@.*$/, '$1');
  const version = /"version"\s*:\s*"v?(\d+\.\d+(?:\.\d+)?)"/.exec(text)?.[1];
  if (version === undefined) return /"(?:beginRendering|surfaceUpdate|dataModelUpdate|userAction)"/.test(text) || /^\s*\{\s*"deleteSurface"/.test(text) ? 'a2ui@0.8' : 'a2ui@0.9';
  if (version === '1.0') return /"version"\s*:\s*"1\.0"/.test(text) ? 'a2ui@1.0' : 'a2ui';
  return isDialect(`a2ui@${version}`) ? `a2ui@${version}` : protocol;
}

/** Returns a target for a source, if the user has not chosen one. @param {string} from @param {string} text */
export function usualTarget(from, text) {
  if (from.startsWith('a2ui')) return exact(from.split('@')[1] ? from : 'a2ui', text) === 'a2ui@0.9' ? 'a2ui@1.0' : 'a2ui@0.9';
  if (from.startsWith('actions-json')) return /"protocol"\s*:/.test(text) ? 'mcp@2025-11-25' : 'aap';
  if (from.startsWith('mcp-elicitation')) return 'acp@1';
  if (from.startsWith('acp')) return 'mcp-elicitation@2025-11-25';
  if (from.startsWith('mcp') || from.startsWith('responses')) return 'actions-json';
  return 'a2ui@0.9';
}

/** The names of both directions of each mapping. The first one is the id of its section in rules.html. */
const MAPPINGS = [
  ['aap-a2ui', 'a2ui-aap'],
  ['a2ui-ahp', 'ahp-a2ui'],
  ['a2ui-0.8-0.9', 'a2ui-0.9-0.8'],
  ['a2ui-0.9-0.10', 'a2ui-0.10-0.9'],
  ['a2ui-0.9-1.0', 'a2ui-1.0-0.9'],
  ['a2ui-1.0-later', 'a2ui-1.0-earlier'],
  ['actions-json-aap', 'aap-actions-json'],
  ['actions-json-ahp', 'ahp-actions-json'],
  ['actions-json-mcp', 'mcp-actions-json'],
  ['actions-json-responses', 'responses-actions-json'],
  ['ahp-canvas-1.0', 'ahp-1.0-canvas'],
  ['mcp-later', 'mcp-earlier'],
  ['elicitation-later', 'elicitation-earlier'],
  ['a2ui-elicitation', 'elicitation-a2ui'],
  ['a2ui-adaptive-cards', 'adaptive-cards-a2ui'],
  ['a2ui-slack-blocks', 'slack-blocks-a2ui'],
];

/**
 * Returns the address of a rule on the page of all rules. If a name has three parts, the broken rule is the last one.
 * @param {string} rule
 */
export function ruleAddress(rule) {
  const names = rule.split('/');
  return `rules.html#${ruleId(names.length > 2 ? names.slice(2).join('/') : rule)}`;
}

/** Returns the id of a rule in rules.html. @param {string} rule */
export const ruleId = rule => `rule-${rule}`;

/** Returns the address of the documentation of a rule's mapping, or undefined. @param {string} rule */
export function documentation(rule) {
  const name = rule.slice(0, Math.max(0, rule.indexOf('/')));
  const mapping = MAPPINGS.find(names => names.includes(name));
  return mapping && `rules.html#${mapping[0]}`;
}
