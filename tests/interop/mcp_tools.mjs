// Gives the tool lists that the program writes to the official clients of MCP: every manifest of the corpus, and one with
// schemas that no client can use. A client that refuses one tool refuses the list. A client reads the lists of 2025; the schemas of the
// next client validate those of 2026. `agent-ui check` finds no error in any, unless two tools have different schemas
// with one `$id`. mcp_schema.py validates lists, calls and answers, too.
//
//   node mcp_tools.mjs <agent-ui> <corpus> <python>
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { ListToolsResultSchema } from '@modelcontextprotocol/core';
import { oddSchemas, tool } from './odd_schemas.mjs';

const [program, corpus, python] = process.argv.slice(2);
const DIALECTS = ['mcp@2025-06-18', 'mcp@2025-11-25', 'mcp@2026-07-28'];

async function listed(list) {
  if (list.resultType) {
    if (list.resultType !== 'complete' || list.ttlMs !== 0 || list.cacheScope !== 'private') throw new Error('no result of 2026');
    return ListToolsResultSchema.parse(list);
  }
  const server = new Server({ name: 'site', version: '1' }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => list);
  const client = new Client({ name: 'agent', version: '1' });
  const [here, there] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(there), client.connect(here)]);
  try {
    return await client.listTools();
  } finally {
    await client.close();
  }
}

function converted(input, dialect) {
  const made = execFileSync(program, ['convert', '--quiet', '--from', 'actions-json', '--to', dialect], { input, maxBuffer: 1 << 28 });
  return made.toString().trim().split('\n').map((line) => JSON.parse(line));
}

/** A call of each kind of arguments, and answers with every kind of value and error. */
const ITEMS = [
  ...[{}, { seat: 'C7', minutes: 10 }].map((given) => ({ type: 'action_call', call_id: 'c', name: 'seat.hold', arguments: given })),
  ...[null, true, 7, 'Held.', [1], { held: true }].map((output) => ({ type: 'action_call_output', call_id: 'c', runtime_id: 'r', output })),
  ...['invalid_input', 'unknown_action', 'tab_closed'].map((code) => ({ type: 'action_error', call_id: 'c', error: { code, message: 'No.' } })),
];

const maps = join(corpus, 'actions-json', 'maps');
const manifests = readdirSync(maps).map((name) => [name, JSON.parse(readFileSync(join(maps, name), 'utf8'))]);
const whole = (tools) => ({ protocol: 'actions.json', version: 1, tools });
manifests.push(['odd schemas', whole([...oddSchemas()].map(([name, schema]) => tool(name, schema, schema)))]);
const failures = [];
const judged = [];
let accepted = 0;
for (const [name, manifest] of manifests) {
  for (const dialect of DIALECTS) {
    const [list] = converted(JSON.stringify(manifest), dialect);
    judged.push({ dialect, name, list });
    const check = spawnSync(program, ['check', dialect], { input: JSON.stringify(list), maxBuffer: 1 << 28 });
    const errors = check.stdout.toString().split('\n').filter(Boolean).map((line) => JSON.parse(line)).filter(({ severity }) => severity === 'error');
    // Two tools may have different schemas with one `$id`.
    const [error] = errors.filter(({ pointer }) => !pointer.endsWith('/$id'));
    if (error) failures.push([name, dialect, 'an error that check finds', JSON.stringify(error)]);
    try {
      const { tools } = await listed(list);
      accepted += tools.length;
      continue;
    } catch { /* Which of them it is, each one tells alone. */ }
    for (const one of list.tools) {
      await listed({ ...list, tools: [one] }).then(() => (accepted += 1), (error) => failures.push([name, dialect, JSON.stringify(one), String(error.message ?? error).slice(0, 200)]));
    }
  }
}
for (const failure of failures.slice(0, 20)) console.error(failure.join('\n  '));
console.log(`MCP: ${accepted} tools of ${manifests.length} manifests accepted in ${DIALECTS.length} dialects, ${failures.length} refused`);
for (const dialect of DIALECTS) {
  const frames = converted(ITEMS.map((item) => JSON.stringify(item)).join('\n'), dialect);
  judged.push(...frames.map((frame) => ({ dialect, name: JSON.stringify(frame), frame })));
}
const lines = judged.map((one) => JSON.stringify(one)).join('\n');
const schemas = spawnSync(python, ['mcp_schema.py'], { input: lines, stdio: ['pipe', 'inherit', 'inherit'] });
process.exit(failures.length || schemas.status ? 1 : 0);
