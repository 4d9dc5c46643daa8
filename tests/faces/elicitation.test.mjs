// The published MCP client asks its user about the forms of agents, and the questions of the published MCP server reach clients of
// every face.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { PROGRAM, serve, start, within, written } from './program.mjs';

/** An agent that shows a form, and repeats the action of its user as a text. */
const AGENT = written(`
const say = message => console.log(JSON.stringify({ version: 'v0.9', ...message }));
const components = [
  { id: 'root', component: 'Column', children: ['title', 'name', 'size', 'news', 'nights', 'go'] },
  { id: 'title', component: 'Text', text: 'Your trip' },
  { id: 'name', component: 'TextField', label: 'Name', value: { path: '/name' } },
  { id: 'size', component: 'ChoicePicker', label: 'Size', variant: 'mutuallyExclusive', options: [{ label: 'Small', value: 's' }, { label: 'Medium', value: 'm' }], value: { path: '/size' } },
  { id: 'news', component: 'CheckBox', label: 'News', value: { path: '/news' } },
  { id: 'nights', component: 'Slider', label: 'Nights', min: 1, max: 14, value: { path: '/nights' } },
  { id: 'go', component: 'Button', child: 'label', action: { event: { name: 'book', context: { name: { path: '/name' }, size: { path: '/size' }, news: { path: '/news' }, nights: { path: '/nights' } } } } },
  { id: 'label', component: 'Text', text: 'Book' }];
say({ createSurface: { surfaceId: 'trip', catalogId: 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json' } });
say({ updateComponents: { surfaceId: 'trip', components } });
say({ updateDataModel: { surfaceId: 'trip', value: { name: 'Ada', size: ['m'], news: false, nights: 2 } } });
require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
  const message = JSON.parse(line);
  const { action, error } = message.action || message.error ? message : message.parts?.find(part => part.data)?.data ?? {};
  if (!action && !error) return;
  delete action?.timestamp;
  console.log(JSON.stringify({ parts: [{ kind: 'text', text: JSON.stringify(action ?? error) }] }));
  if (action) say({ deleteSurface: { surfaceId: 'trip' } });
  console.log(JSON.stringify({ turn: 'end' }));
});
`, 'agent.cjs');
const LINES = ['--agent', `lines:node ${AGENT}`];
const ERAS = { '2025-11-25': { mode: 'legacy' }, '2026-07-28': { mode: { pin: '2026-07-28' } } };
const CONTENT = { name: 'Grace', size: 's', news: true, nights: 3 };
const CLICK = { name: 'book', surfaceId: 'trip', sourceComponentId: 'go', context: { name: 'Grace', size: ['s'], news: true, nights: 3 } };

/** Connects a client whose user answers each question with the next answer. */
async function connected(transport, versionNegotiation, answers) {
  const questions = [];
  const client = new Client({ name: 'faces', version: '1.0.0' }, { versionNegotiation, capabilities: { elicitation: { form: {}, url: {} } } });
  client.setRequestHandler('elicitation/create', ({ params }) => {
    questions.push(params);
    return answers.shift() ?? { action: 'cancel' };
  });
  await within(client.connect(transport), 'the handshake');
  return { client, questions };
}

const show = (client, args = {}) => within(client.callTool({ name: 'agent_ui_show', arguments: args }), 'the result of the tool');
const received = result => result.content[0].text.split('\n').filter(line => line.startsWith('{')).map(line => JSON.parse(line));

for (const [era, mode] of Object.entries(ERAS)) {
  for (const how of ['HTTP', 'lines']) {
    test(`a client of ${era} over ${how} answers the form of an agent`, async () => {
      const program = how === 'HTTP' ? await serve(...LINES) : undefined;
      const transport = program
        ? new StreamableHTTPClientTransport(new URL(program.urls.MCP))
        : new StdioClientTransport({ command: PROGRAM, args: ['serve', '--stdio', ...LINES], stderr: 'pipe' });
      const { client, questions } = await connected(transport, mode, [{ action: 'accept', content: CONTENT }]);
      const shown = await show(client, { session: 'main' });
      assert.deepEqual(received(shown), [CLICK]);
      assert.equal(questions.length, 1);
      assert.equal(questions[0].message, 'Your trip');
      assert.deepEqual(Object.keys(questions[0].requestedSchema.properties), ['name', 'size', 'news', 'nights']);
      await client.close();
      await program?.stop();
    });
  }

  test(`a client of ${era} declines the form of an agent`, async () => {
    const program = await serve(...LINES);
    const { client } = await connected(new StreamableHTTPClientTransport(new URL(program.urls.MCP)), mode, [{ action: 'decline' }]);
    const shown = await show(client, { session: 'main' });
    assert.equal(received(shown)[0].code, 'SURFACE_CLOSED');
    assert.match(shown.content[0].text, /The user has declined to answer: surface trip\./);
    await client.close();
    await program.stop();
  });
}

const SERVER = new URL('mcp_server.mjs', import.meta.url).pathname;
for (const how of ['stdio', 'modern']) {
  test(`a question of the published server reaches clients: ${how}`, async () => {
    const server = how === 'stdio' ? undefined : start('node', [SERVER, how]);
    const address = server ? await server.output.next('the address of the server') : `node ${SERVER} stdio`;
    const program = await serve('--agent', `mcp:${address}`);
    const { client, questions } = await connected(
      new StreamableHTTPClientTransport(new URL(program.urls.MCP)),
      ERAS['2026-07-28'],
      [{ action: 'accept', content: { colour: 'red', count: 2 } }],
    );
    const action = { name: 'paint', surfaceId: 'cart', sourceComponentId: 'root', context: {} };
    await show(client, { session: 'main' });
    // The question of the server is a surface, and this client asks it as a form again.
    const acted = await within(client.callTool({ name: 'agent_ui_action', arguments: { action, session: 'main' } }), 'the result of the action');
    assert.equal(questions.length, 1, JSON.stringify(acted));
    assert.match(questions[0].message, /shop[^]*Which colour\?/);
    assert.match(acted.content[0].text, /painted red 2/);
    await client.close();
    await program.stop();
    server?.child.kill();
  });
}
