// The log contains names of sessions, and no secrets, texts or values.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve, within, written } from './program.mjs';

const SECRET = 'peregrine';
const SESSION = 'a-session';
const TOKEN = 'token-for-the-log-test';
const SURFACE = [
  { version: 'v0.9', createSurface: { surfaceId: 's', catalogId: 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json' } },
  { version: 'v0.9', updateComponents: { surfaceId: 's', components: [{ id: 'root', component: 'Text', text: SECRET }] } },
];

test('the log contains no secrets, texts or values', async () => {
  // The agent answers, so that no turn waits for it.
  const answer = `printf '{"parts":[{"text":"${SECRET}"}]}\\n'`;
  const agent = `lines:cat '${written(SURFACE)}'; while read -r line; do ${answer}; done`;
  const program = await serve('--log', 'debug', '--token', TOKEN, '--agent', agent);
  const post = (url, body, headers = {}) => fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${SECRET}`, ...headers },
    body: JSON.stringify(body),
  }).then(answer => answer.text());
  const click = { version: 'v0.9', action: { name: SECRET, surfaceId: 's', sourceComponentId: 'root', timestamp: '2026-05-18T15:30:00Z', context: { a: SECRET } } };
  await post(`${program.urls.page}actions`, click);
  await fetch(`${new URL('.', program.urls.page)}../${SESSION}/`);
  const message = { messageId: SECRET, role: 'user', parts: [{ text: SECRET }] };
  await post(program.urls.A2A, { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message: { ...message, role: 'ROLE_USER' } } }, { 'A2A-Version': '1.0' });
  const ui = { threadId: SESSION, runId: SECRET, state: { a: SECRET }, messages: [{ id: SECRET, role: 'user', content: SECRET }], tools: [], context: [], forwardedProps: {} };
  await post(program.urls['AG-UI'], ui);
  const tool = { name: 'agent_ui_show', arguments: { session: SESSION, text: SECRET } };
  await post(program.urls.MCP, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: tool }, { accept: 'application/json, text/event-stream' });
  await post(`${program.urls.AAP}/api/agents/agent-ui/canvas/interactions`, { canvasFile: 'a.html', action: 'click', summary: SECRET });
  await fetch(`${new URL(program.urls.health).origin}/${SECRET}/`);
  const log = () => program.said.filter(line => /^(error|warn|info|debug) /.test(line));
  await within((async () => {
    while (!log().some(line => line.includes('face=other'))) await new Promise(done => { setTimeout(done, 20); });
  })(), () => program.said.join('\n'));
  for (const face of ['page', 'a2a', 'ag-ui', 'mcp', 'aap']) assert.ok(log().some(line => line.includes(`face=${face} `)), `${face}: ${log().join('\n')}`);
  for (const secret of [SECRET, TOKEN]) assert.deepEqual(log().filter(line => line.includes(secret)), []);
  assert.equal(await program.stop(), 0);
});
