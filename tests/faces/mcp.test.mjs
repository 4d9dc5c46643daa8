// The published MCP client, over Streamable HTTP and over standard streams, in both eras; and MCP servers as agents.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from 'mcp-sdk-of-2024/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from 'mcp-sdk-of-2024/client/streamableHttp.js';
import { PROGRAM, PYTHON, Queue, folder, serve, start, within, written } from './program.mjs';

/** An agent that shows a form, and answers an action with a text and with new data. */
const AGENT = written(`
const say = message => console.log(JSON.stringify({ version: 'v0.9', ...message }));
const components = [
  { id: 'root', component: 'Column', children: ['title', 'book'] },
  { id: 'title', component: 'Text', text: { path: '/title' } },
  { id: 'book', component: 'Button', child: 'label', action: { event: { name: 'book', context: { seats: { path: '/seats' } } } } },
  { id: 'label', component: 'Text', text: 'Book' }];
say({ createSurface: { surfaceId: 'trip', catalogId: 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json' } });
say({ updateComponents: { surfaceId: 'trip', components } });
say({ updateDataModel: { surfaceId: 'trip', value: { title: 'Boat trip', seats: 2 } } });
require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
  const message = JSON.parse(line);
  const text = message.parts?.find(part => part.kind === 'text')?.text;
  if (text) console.log(JSON.stringify({ parts: [{ kind: 'text', text: \`You said \${text}.\` }] }));
  const { name, context } = message.action ?? {};
  if (name === 'book') say({ updateDataModel: { surfaceId: 'trip', path: '/title', value: \`\${context.seats} seats are booked\` } });
  if (name === 'leave') say({ deleteSurface: { surfaceId: 'trip' } });
});
`, 'agent.cjs');
const LINES = ['--agent', `lines:node ${AGENT}`];
const ACTION = { version: 'v0.9', action: { name: 'book', surfaceId: 'trip', sourceComponentId: 'book', timestamp: '2026-05-18T15:30:00Z', context: { seats: 2 } } };
const INFO = { name: 'faces', version: '1.0.0' };
const ERAS = { '2025-11-25': { mode: 'legacy' }, '2026-07-28': { mode: { pin: '2026-07-28' } } };

/** Connects a client, which collects its notifications. */
async function connected(transport, versionNegotiation, options = {}) {
  const notices = new Queue();
  const changed = { autoRefresh: false, debounceMs: 0, onChanged: () => notices.push({ list: 'resources' }) };
  const client = new Client(INFO, { versionNegotiation, listChanged: { resources: changed }, ...options });
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => notices.push(params));
  await within(client.connect(transport), 'the handshake');
  return { client, notices };
}

/** The A2UI messages of the embedded resources of a result. */
const embedded = result => result.content.filter(part => part.type === 'resource').map(({ resource }) => {
  assert.equal(resource.mimeType, 'application/a2ui+json');
  return { uri: resource.uri, messages: JSON.parse(resource.text) };
});
const data = messages => messages.find(message => message.updateDataModel).updateDataModel.value;

/** The session that the URI of a surface names, as an argument for the tools. */
const sessionOf = uri => ({ session: decodeURIComponent(new URL(uri).host) });

/**
 * Shows, acts and reads, as every client does. A client without a session of its own states the session that the first result names.
 */
async function operate({ client, notices }, { session, hasOwn = true }) {
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map(tool => tool.name), ['agent_ui_show', 'agent_ui_action']);
  assert.equal(tools[0]._meta.ui.resourceUri, 'ui://agent-ui/app.html');
  const shown = await client.callTool({ name: 'agent_ui_show', arguments: {} });
  assert.match(shown.content[0].text, /Boat trip[^]*action book of component book with \{"seats":2\}/);
  const [{ uri, messages }] = embedded(shown);
  if (session) assert.equal(uri, `a2ui://${session}/trip`);
  const named = hasOwn ? {} : sessionOf(uri);
  assert.deepEqual(data(messages), { title: 'Boat trip', seats: 2 });
  const { resources } = await client.listResources();
  assert.deepEqual(resources.map(resource => resource.uri).slice(1), hasOwn ? [uri] : []);
  if (client.getNegotiatedProtocolVersion() === '2026-07-28') {
    await client.listen({ resourceSubscriptions: [uri], resourcesListChanged: true });
  } else await client.subscribeResource({ uri });

  const acted = await client.callTool({ name: 'agent_ui_action', arguments: { ...ACTION, ...named } });
  assert.equal(acted.isError, undefined);
  // The client has seen the rest of the surface.
  assert.deepEqual(embedded(acted)[0].messages, [{ version: 'v0.9', updateDataModel: { surfaceId: 'trip', path: '/title', value: '2 seats are booked' } }]);
  for (let notice = {}; notice.uri !== uri;) notice = await notices.next('a changed resource');
  const { contents: [read] } = await client.readResource({ uri });
  assert.equal(data(JSON.parse(read.text)).title, '2 seats are booked');
  const said = await client.callTool({ name: 'agent_ui_show', arguments: { text: 'hello', ...named } });
  assert.match(said.content[0].text, /^You said hello\./);
  const left = await client.callTool({ name: 'agent_ui_action', arguments: { action: { ...ACTION.action, name: 'leave' }, ...named } });
  assert.deepEqual(embedded(left)[0].messages, [{ version: 'v0.9', deleteSurface: { surfaceId: 'trip' } }]);
  for (let notice = {}; !notice.list;) notice = await notices.next('a changed list');
  await assert.rejects(client.readResource({ uri }), /does not exist/);
  const refused = await client.callTool({ name: 'agent_ui_action', arguments: { ...ACTION, ...named } });
  assert.equal(refused.isError, true);
}

for (const [era, mode] of Object.entries(ERAS)) {
  test(`a client of ${era} over Streamable HTTP`, async () => {
    const program = await serve(...LINES);
    const transport = new StreamableHTTPClientTransport(new URL(program.urls.MCP));
    const peer = await connected(transport, mode);
    assert.equal(peer.client.getNegotiatedProtocolVersion(), era);
    await operate(peer, { hasOwn: era !== '2026-07-28' });
    if (transport.sessionId) await transport.terminateSession();
    await peer.client.close();
    assert.equal(await program.stop(), 0);
  });

  test(`a client of ${era} over standard streams`, async () => {
    const transport = new StdioClientTransport({ command: PROGRAM, args: ['serve', '--stdio', ...LINES], stderr: 'pipe' });
    const peer = await connected(transport, mode);
    assert.equal(peer.client.getNegotiatedProtocolVersion(), era);
    await operate(peer, { session: 'main' });
    await peer.client.close();
  });

  test(`an MCP server is the agent of a client of ${era}`, async () => {
    const inner = await serve(...LINES);
    const outer = await serve('--agent', `mcp:${inner.urls.MCP}`, '--agent', `desk=mcp:${PROGRAM} serve --stdio --agent 'lines:node ${AGENT}'`);
    const { client } = await connected(new StreamableHTTPClientTransport(new URL(outer.urls.MCP)), mode);
    const shown = await client.callTool({ name: 'agent_ui_show', arguments: {} });
    assert.equal(embedded(shown).length, 2);
    for (const { uri, messages } of embedded(shown)) {
      const surfaceId = messages[0].createSurface.surfaceId;
      const acted = await client.callTool({ name: 'agent_ui_action', arguments: { action: { ...ACTION.action, surfaceId }, ...sessionOf(uri) } });
      assert.deepEqual(embedded(acted).map(resource => resource.uri), [uri]);
      const { contents: [read] } = await client.readResource({ uri });
      assert.equal(data(JSON.parse(read.text)).title, '2 seats are booked');
    }
    await client.close();
    await outer.stop();
    await inner.stop();
  });
}

const SERVER = new URL('mcp_server.mjs', import.meta.url).pathname;
for (const how of ['stdio', 'both', 'modern']) {
  test(`the published server is an agent: ${how}`, async () => {
    const server = how === 'stdio' ? undefined : start('node', [SERVER, how]);
    const address = server ? await server.output.next('the address of the server') : `node ${SERVER} stdio`;
    const program = await serve('--agent', `mcp:${address}`);
    const { client } = await connected(new StreamableHTTPClientTransport(new URL(program.urls.MCP)), ERAS['2026-07-28']);
    const session = `published ${how}`;
    const show = async args => client.callTool({ name: 'agent_ui_show', arguments: { session, ...args } });
    assert.equal(data(embedded(await show())[0].messages).text, '0 items');
    const action = { name: 'add', surfaceId: 'cart', sourceComponentId: 'root', context: { count: 3 } };
    const acted = await client.callTool({ name: 'agent_ui_action', arguments: { action, session } });
    assert.equal(data(embedded(acted)[0].messages).text, '3 items');
    const said = await show({ text: 'it rains' });
    assert.match(said.content[0].text, /^Is it true that it rains\?/);
    // Over HTTP, this server announces changes since 2026-07-28 only.
    if (how === 'modern') {
      const changed = async () => {
        while (data(embedded(await show())[0].messages).text !== '103 items');
      };
      await within(changed(), 'the announced change');
    }
    const failed = await client.callTool({ name: 'agent_ui_action', arguments: { session, action: { ...action, context: { count: 'x' } } } });
    assert.equal(failed.isError, true);
    await client.close();
    await program.stop();
    server?.child.kill();
  });
}

test('a client that chooses its era, and one of an unknown revision', async () => {
  const program = await serve(...LINES);
  const { client } = await connected(new StreamableHTTPClientTransport(new URL(program.urls.MCP)), { mode: 'auto' });
  assert.equal(client.getNegotiatedProtocolVersion(), '2026-07-28');
  await client.close();
  const stdio = new StdioClientTransport({ command: PROGRAM, args: ['serve', '--stdio', ...LINES], stderr: 'pipe' });
  const second = await connected(stdio, { mode: 'auto' });
  assert.equal(second.client.getNegotiatedProtocolVersion(), '2026-07-28');
  await second.client.close();
  await program.stop();
});

test('a client finds its session after a restart of the program', async () => {
  const begin = (...more) => serve(...LINES, '--face', 'mcp', '--store', join(folder, 'mcp.db'), ...more);
  let program = await begin();
  const { port } = new URL(program.urls.MCP);
  const { client } = await connected(new StreamableHTTPClientTransport(new URL(program.urls.MCP)), ERAS['2025-11-25']);
  const show = () => client.callTool({ name: 'agent_ui_show', arguments: {} });
  const [{ uri }] = embedded(await show());
  await program.stop();
  program = await begin('--port', port);
  assert.equal(embedded(await show())[0].uri, uri);
  await client.close();
  await program.stop();
});

test('a published client that knows no revision after 2024-11-05', async () => {
  const program = await serve(...LINES);
  const client = new OldClient(INFO);
  await within(client.connect(new OldTransport(new URL(program.urls.MCP))), 'the handshake');
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map(tool => tool.name), ['agent_ui_show', 'agent_ui_action']);
  const [{ uri, messages }] = embedded(await client.callTool({ name: 'agent_ui_show', arguments: {} }));
  assert.deepEqual(data(messages), { title: 'Boat trip', seats: 2 });
  const acted = await client.callTool({ name: 'agent_ui_action', arguments: ACTION });
  assert.match(acted.content[0].text, /2 seats are booked/);
  const { contents: [read] } = await client.readResource({ uri });
  assert.match(read.text, /2 seats are booked/);
  await client.close();
  await program.stop();
});

test('the published client for Python', { skip: PYTHON ? false : 'Python packages are not installed' }, async () => {
  const program = await serve(...LINES);
  const python = start(PYTHON, [new URL('mcp_client.py', import.meta.url).pathname, program.urls.MCP]);
  assert.equal(await within(python.ended, () => python.said.join('\n')), 0, python.said.join('\n'));
  await program.stop();
});
