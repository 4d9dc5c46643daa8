// The five ways in which the page communicates, each in a browser: alone, with the program that serves it, and with a host around its sandboxed
// frame: of AAP, of AHP and of MCP.
import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import { test } from 'node:test';
import { build } from 'esbuild';
import { complaints, hostPage, open } from './browser.mjs';
import { page, print, served, surface } from './program.mjs';

const PRESS = '[data-component=take] button';
const messages = surface('party-0.9');

/** The action that the page shows in its drawer. */
const drawn = async panel => {
  await panel.locator('.actions pre').first().waitFor();
  return JSON.parse(await panel.locator('.actions pre').first().innerText());
};
const translated = async (message, ...to) => JSON.parse(await print(['convert', '--from', 'a2ui@0.9', ...to, '-'], JSON.stringify(message)));

test('alone: the drawer shows what a click would send', async () => {
  const shown = await open((await page(messages)).url);
  assert.equal(await shown.panel.locator('.actions details').getAttribute('open'), null);
  await shown.page.locator(PRESS).first().click();
  const { version, action: { timestamp, ...action } } = await drawn(shown.panel);
  assert.deepEqual({ version, action }, { version: 'v0.9', action: {
    name: 'take', surfaceId: 'party', sourceComponentId: 'take', context: { dish: 'Soup', portions: '4', host: 'Ines' } } });
  await shown.panel.getByText('not sent: the page has no host').waitFor();
  assert.deepEqual(shown.wrong, []);
  await shown.close();
});

test('served: lines that another process appends are shown', async () => {
  const program = await served(messages.slice(0, 2));
  const shown = await open(program.url);
  appendFileSync(program.file, `${JSON.stringify(messages[2])}\n`);
  await shown.page.locator(PRESS).first().click();
  assert.equal((await program.next()).action.context.dish, 'Soup');
  await shown.panel.getByText('sent to agent-ui').waitFor();
  assert.deepEqual(shown.wrong, []);
  assert.deepEqual(await complaints(shown), []);
  await shown.close();
  await program.stop();
});

test('served: the agent gets errors of the page, and the data model that it asked for', async () => {
  const asking = structuredClone(messages);
  asking[0].createSurface.sendDataModel = true;
  asking[1].updateComponents.components.find(({ id }) => id === 'seats').max = 'ten';
  const program = await served(asking);
  const shown = await open(program.url);
  const told = await program.next();
  const at = asking[1].updateComponents.components.findIndex(({ id }) => id === 'seats');
  assert.deepEqual(told.parts[0].data, { version: 'v0.9', error: { code: 'VALIDATION_FAILED', path: `/components/${at}/max`,
    message: 'Slider cannot be shown: `max` must be a number, not a string', surfaceId: 'party' } });
  await shown.page.locator('[data-component=name] input').fill('Ruth');
  await shown.page.locator(PRESS).first().click();
  const action = await program.next();
  assert.equal(action.parts[0].data.action.name, 'take');
  assert.equal(action.metadata.a2uiClientDataModel.surfaces.party.name, 'Ruth');
  assert.equal((await print(['check', 'a2ui', '-'], JSON.stringify(action))).includes('"error"'), false);
  // A reloaded page does not repeat its errors.
  await shown.page.reload();
  await shown.page.locator(PRESS).first().click();
  assert.equal((await program.next()).parts[0].data.action.name, 'take');
  assert.deepEqual(program.unread(), []);
  assert.deepEqual(shown.wrong, []);
  await shown.close();
  await program.stop();
});

test('AAP: a panel with a blob in a sandboxed frame', async () => {
  const { html } = await page(messages);
  const host = await hostPage();
  await host.page.evaluate(text => {
    // Such a panel inserts its bridge after the first `<head>`, and shows the page in a frame without an origin.
    const bridge = `<script>window.maestro={send(action,element,data){parent.postMessage({type:'canvas:interaction',action,element:element||null,data:data||null},'*')}}<\/script>`;
    const frame = Object.assign(document.createElement('iframe'), { src: URL.createObjectURL(new Blob([text.replace('<head>', `<head>${bridge}`)], { type: 'text/html' })) });
    frame.setAttribute('sandbox', 'allow-scripts');
    window.heard = [];
    window.addEventListener('message', ({ source, data }) => { if (source === frame.contentWindow) window.heard.push(data); });
    document.body.append(frame);
  }, html());
  const frame = host.page.frameLocator('iframe');
  await frame.locator(PRESS).first().click();
  const message = await drawn(frame.locator('#panel'));
  assert.deepEqual(await host.heard(), [await translated(message, '--to', 'aap', '--type', 'CanvasMessage')]);
  await frame.getByText('sent to maestro.send').waitFor();
  assert.deepEqual(host.wrong, []);
  await host.close();
});

/** A sandboxed frame with the page, and what it posts. */
const framed = (host, html) => host.page.evaluate(text => {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  window.heard = [];
  window.addEventListener('message', ({ source, data }) => { if (source === frame.contentWindow && data.jsonrpc === undefined) window.heard.push(data); });
  window.tell = data => frame.contentWindow.postMessage(data, '*');
  frame.srcdoc = text;
  document.body.append(frame);
}, html);

test('AHP: a host of canvases, both ways', async () => {
  const host = await hostPage();
  await framed(host, (await page(messages)).html());
  const frame = host.page.frameLocator('iframe');
  await frame.locator(PRESS).first().waitFor();
  await host.page.evaluate(() => window.tell({ type: 'canvas/updated', title: 'Party' }));
  // The provider continues with the surface.
  await host.page.evaluate(() => window.tell({ type: 'canvas/message', payload: { version: 'v0.9', updateDataModel: { surfaceId: 'party', path: '/host', value: 'Jo' } } }));
  await frame.locator(PRESS).first().click();
  const message = await drawn(frame.locator('#panel'));
  assert.equal(message.action.context.host, 'Jo');
  assert.deepEqual(await host.heard(), [(await translated(message, '--to', 'ahp')).action]);
  assert.deepEqual(host.wrong, []);
  await host.close();
});

test('AHP: a host that only listens', async () => {
  const host = await hostPage();
  await framed(host, (await page(messages)).html());
  const frame = host.page.frameLocator('iframe');
  await frame.locator(PRESS).first().click();
  await frame.getByText('posted to the parent window').waitFor();
  const message = await drawn(frame.locator('#panel'));
  assert.deepEqual(await host.heard(), [{ type: 'canvas/message', payload: message }]);
  await host.close();
});

test('MCP: a host that answers late', async () => {
  const host = await hostPage();
  await framed(host, (await page(messages)).html());
  const frame = host.page.frameLocator('iframe');
  await frame.locator(PRESS).first().click();
  await frame.getByText('posted to the parent window').waitFor();
  await host.page.evaluate(() => window.addEventListener('message', ({ data }) => { if (data.method === 'tools/call') window.heard.push(data.params); }));
  // The page's first request has the id 1.
  await host.page.evaluate(() => window.tell({ jsonrpc: '2.0', id: 1, result: { protocolVersion: '2026-01-26', hostInfo: {}, hostCapabilities: {}, hostContext: {} } }));
  await frame.locator(PRESS).nth(1).click();
  await host.page.waitForFunction(() => window.heard.length === 2);
  const [posted, called] = await host.heard();
  assert.equal(posted.payload.action.context.dish, 'Soup');
  assert.equal(called.arguments.action.context.dish, 'Pie');
  await host.close();
});

test('MCP: an app in the published host', async () => {
  const bundle = await build({
    stdin: { contents: `export { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';`, resolveDir: import.meta.dirname ?? new URL('.', import.meta.url).pathname },
    bundle: true, format: 'iife', globalName: 'mcp', write: false, logLevel: 'silent',
  });
  const host = await hostPage();
  await host.page.addScriptTag({ content: bundle.outputFiles[0].text });
  await host.page.evaluate(async html => {
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-scripts');
    document.body.append(frame);
    const bridge = new window.mcp.AppBridge(null, { name: 'host', version: '1' }, { serverTools: {}, openLinks: {} }, { hostContext: { theme: 'dark' } });
    window.heard = [];
    window.sizes = [];
    bridge.oncalltool = async call => {
      window.heard.push(call);
      return { content: [{ type: 'text', text: 'noted' }], isError: call.arguments.action.name === 'weather' };
    };
    bridge.onopenlink = async ({ url }) => {
      window.heard.push({ url });
      return {};
    };
    bridge.onsizechange = size => window.sizes.push(size);
    const initialized = new Promise(done => { bridge.oninitialized = done; });
    await bridge.connect(new window.mcp.PostMessageTransport(frame.contentWindow, frame.contentWindow));
    frame.srcdoc = html;
    await initialized;
    await bridge.sendToolInput({ arguments: {} });
    const more = [{ version: 'v0.9', updateDataModel: { surfaceId: 'party', path: '/host', value: 'Jo' } },
      { version: 'v0.9', updateComponents: { surfaceId: 'party', components: [{ id: 'intro', component: 'Text', text: '[Map](https://maps.example/mill)' }] } }];
    await bridge.sendToolResult({ content: [{ type: 'resource', resource: { uri: 'a2ui://party', mimeType: 'application/a2ui+json', text: JSON.stringify(more) } }] });
    window.bridge = bridge;
  }, (await page(messages)).html());
  const frame = host.page.frameLocator('iframe');
  await frame.locator(PRESS).first().click();
  await frame.getByText('accepted by the tool agent_ui_action: noted').waitFor();
  const message = await drawn(frame.locator('#panel'));
  assert.equal(message.action.context.host, 'Jo');
  await frame.getByRole('link', { name: 'Map' }).click();
  await frame.locator('[data-component=pages]').getByText('Weather').click();
  await frame.locator('[data-component=weather] button').click();
  await frame.getByText('not accepted: noted').waitFor();
  const [call, link, failed] = await host.heard();
  assert.deepEqual({ name: call.name, arguments: call.arguments }, { name: 'agent_ui_action', arguments: message });
  assert.deepEqual(link, { url: 'https://maps.example/mill' });
  assert.equal(failed.arguments.action.name, 'weather');
  assert.ok((await host.page.evaluate(() => window.sizes)).every(({ width, height }) => width > 0 && height > 0));
  assert.equal(await frame.locator('html').evaluate(element => getComputedStyle(element).colorScheme), 'dark');
  assert.deepEqual(host.wrong, []);
  await host.close();
});
