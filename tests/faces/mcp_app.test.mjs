// The page of a session as an MCP App: the published host shows it in a browser, with the resource and the results that the published
// client gets from the server.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { CHROMIUM, PATIENCE, serve, within, written } from './program.mjs';

const AGENT = written(`
const say = message => console.log(JSON.stringify({ version: 'v0.9', ...message }));
const row = id => ({ id, component: 'Button', child: id + '-label', action: { event: { name: id, context: { name: { path: '/name' } } } } });
const label = (id, text) => ({ id: id + '-label', component: 'Text', text });
say({ createSurface: { surfaceId: 'guests', catalogId: 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json', sendDataModel: true } });
say({ updateComponents: { surfaceId: 'guests', components: [
  { id: 'root', component: 'Column', children: ['title', 'name', 'note', 'add', 'more'] },
  { id: 'title', component: 'Text', text: { path: '/title' } },
  { id: 'name', component: 'TextField', label: 'Name', value: { path: '/name' } },
  { id: 'note', component: 'TextField', label: 'Note', value: { path: '/note' } },
  row('add'), label('add', 'Add'), row('more'), label('more', 'More')] } });
say({ updateDataModel: { surfaceId: 'guests', value: { title: 'No guests', name: '', note: '' } } });
require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
  const whole = JSON.parse(line);
  const message = whole.parts?.find(part => part.data)?.data ?? whole;
  const { name, context } = message.action;
  if (name === 'add') {
    const { note } = whole.metadata.a2uiClientDataModel.surfaces.guests;
    say({ updateDataModel: { surfaceId: 'guests', path: '/title', value: \`\${context.name} is a guest (\${note})\` } });
    say({ updateDataModel: { surfaceId: 'guests', path: '/name', value: '' } });
  }
  if (name === 'more') {
    say({ createSurface: { surfaceId: 'more', catalogId: 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json' } });
    say({ updateComponents: { surfaceId: 'more', components: [{ id: 'root', component: 'Text', text: 'A second surface' }] } });
    console.log(JSON.stringify({ parts: [{ kind: 'text', text: 'Here is more.' }] }));
  }
});
`, 'agent.cjs');

let browser;
before(async () => {
  if (CHROMIUM) browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
});
after(() => browser?.close());

/** A page with the published host, whose calls are answered by `call`. */
async function hostPage(call) {
  const bundle = await build({
    stdin: { contents: "export { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';", resolveDir: import.meta.dirname ?? new URL('.', import.meta.url).pathname },
    bundle: true, format: 'iife', globalName: 'mcp', write: false, logLevel: 'silent',
  });
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE);
  const wrong = [];
  page.on('console', message => { if (message.type() === 'error') wrong.push(message.text()); });
  page.on('pageerror', error => wrong.push(error.message));
  const address = 'http://host.example/';
  await page.route(() => true, route => {
    if (route.request().url() === address) return route.fulfill({ contentType: 'text/html', body: '<!doctype html><link rel=icon href="data:,"><style>iframe{width:700px;height:600px}</style>' });
    wrong.push(`request: ${route.request().url()}`);
    return route.abort();
  });
  await page.goto(address);
  await page.exposeFunction('callTool', call);
  await page.addScriptTag({ content: bundle.outputFiles[0].text });
  return { page, wrong };
}

/** Shows an app as hosts do: a sandboxed frame, the input of the tool, and its result. */
const show = (page, html, result) => page.evaluate(async ([html, result]) => {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  document.body.append(frame);
  const bridge = new window.mcp.AppBridge(null, { name: 'host', version: '1' }, { serverTools: {} });
  bridge.oncalltool = params => window.callTool(params);
  if (window.readResource) bridge.onreadresource = params => window.readResource(params);
  const initialized = new Promise(done => { bridge.oninitialized = done; });
  await bridge.connect(new window.mcp.PostMessageTransport(frame.contentWindow, frame.contentWindow));
  frame.srcdoc = html;
  await initialized;
  await bridge.sendToolInput({ arguments: {} });
  await bridge.sendToolResult(result);
  window.bridge = bridge;
}, [html, result]);

for (const era of ['2025-11-25', '2026-07-28']) {
  test(`a host of ${era} shows the app, and its clicks reach the agent`, { skip: CHROMIUM ? false : 'Chromium is not installed' }, async () => {
    const program = await serve('--agent', `lines:node ${AGENT}`);
    const mode = era === '2026-07-28' ? { pin: era } : 'legacy';
    const client = new Client({ name: 'host', version: '1' }, { versionNegotiation: { mode } });
    await within(client.connect(new StreamableHTTPClientTransport(new URL(program.urls.MCP))), 'the handshake');
    const { tools: [tool] } = await client.listTools();
    const { contents: [resource] } = await client.readResource({ uri: tool._meta.ui.resourceUri });
    assert.equal(resource.mimeType, 'text/html;profile=mcp-app');
    assert.equal(resource._meta.ui.prefersBorder, true);
    const calls = [];
    const { page, wrong } = await hostPage(async params => {
      calls.push(params);
      return client.callTool(params);
    });
    await show(page, resource.text, await client.callTool({ name: tool.name, arguments: {} }));
    // The hidden panel repeats the answers.
    const frame = page.frameLocator('iframe').locator('main');
    await frame.getByText('No guests').waitFor();
    await frame.locator('[data-component=name] input').fill('Ada');
    await frame.locator('[data-component=note] input').fill('vegetarian');
    await frame.getByRole('button', { name: 'Add' }).click();
    await frame.getByText('Ada is a guest (vegetarian)').waitFor();
    const [{ name, arguments: { version, action, session, dataModel } }] = calls;
    assert.deepEqual({ name, version }, { name: 'agent_ui_action', version: 'v0.9' });
    assert.deepEqual([action.name, action.context, dataModel.surfaces.guests.note], ['add', { name: 'Ada' }, 'vegetarian']);
    assert.match(session, /^[0-9a-f]{32}$/);
    // The agent has cleared one input. The other one keeps what the user typed.
    assert.equal(await frame.locator('[data-component=name] input').inputValue(), '');
    assert.equal(await frame.locator('[data-component=note] input').inputValue(), 'vegetarian');

    await frame.getByRole('button', { name: 'More' }).click();
    await frame.getByText('A second surface').waitFor();
    await frame.getByText('Here is more.').waitFor();
    assert.equal(await frame.locator('agent-ui-surface').count(), 2);
    // A client of another face changes the surface meanwhile, so the app gets the whole surface.
    const other = { version: 'v0.9', action: { ...action, context: { name: 'Lin' } }, dataModel, session };
    const { content } = await client.callTool({ name: 'agent_ui_action', arguments: other });
    assert.match(content[0].text, /Lin is a guest/);
    await frame.locator('[data-component=name] input').fill('Bea');
    await frame.getByRole('button', { name: 'Add' }).click();
    await frame.getByText('Bea is a guest (vegetarian)').waitFor();
    assert.equal(await frame.locator('agent-ui-surface').count(), 2);
    assert.deepEqual(wrong, []);
    await page.close();
    await client.close();
    await program.stop();
  });
}

const LONG = written(`
const say = message => console.log(JSON.stringify({ version: 'v0.9', ...message }));
say({ createSurface: { surfaceId: 'long', catalogId: 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json' } });
say({ updateComponents: { surfaceId: 'long', components: [
  { id: 'root', component: 'Column', children: ['title', 'go'] }, { id: 'title', component: 'Text', text: { path: '/title' } },
  { id: 'go', component: 'Button', child: 'label', action: { event: { name: 'go', context: {} } } }, { id: 'label', component: 'Text', text: 'Go' }] } });
say({ updateDataModel: { surfaceId: 'long', value: { title: 'All of it', rest: 'x'.repeat(100_000) } } });
require('node:readline').createInterface({ input: process.stdin }).on('line', () =>
  say({ updateDataModel: { surfaceId: 'long', path: '/title', value: 'More of it' } }));
`, 'long.cjs');

test('an app reads a surface that is too long for a result', { skip: CHROMIUM ? false : 'Chromium is not installed' }, async () => {
  const program = await serve('--agent', `lines:node ${LONG}`);
  const client = new Client({ name: 'host', version: '1' });
  await within(client.connect(new StreamableHTTPClientTransport(new URL(program.urls.MCP))), 'the handshake');
  const { contents: [resource] } = await client.readResource({ uri: 'ui://agent-ui/app.html' });
  const { page, wrong } = await hostPage(params => client.callTool(params));
  await page.exposeFunction('readResource', params => client.readResource(params));
  const shown = await client.callTool({ name: 'agent_ui_show', arguments: {} });
  assert.equal(shown.content[1].type, 'resource_link');
  await show(page, resource.text, shown);
  const frame = page.frameLocator('iframe').locator('main');
  await frame.getByText('All of it').waitFor();
  await frame.getByRole('button', { name: 'Go' }).click();
  await frame.getByText('More of it').waitFor();
  assert.deepEqual(wrong, []);
  await page.close();
  await client.close();
  await program.stop();
});
