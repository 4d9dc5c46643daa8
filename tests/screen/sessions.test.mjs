// `agent-ui serve` in a browser: the page of a session and the panel of AAP, also after the program was killed and started again.
import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { open, plain } from './browser.mjs';
import { faces, surface, written } from './program.mjs';

const PRESS = '[data-component=take] button';
const messages = surface('party-0.9');
const change = { version: 'v0.9', updateComponents: { surfaceId: 'party', components: [
  { id: 'title', component: 'Text', variant: 'h2', text: 'At the mill' }] } };
const again = { version: 'v0.9', updateComponents: { surfaceId: 'party', components: [
  { id: 'title', component: 'Text', variant: 'h2', text: 'In the barn' }] } };
const taken = { name: 'take', surfaceId: 'party', sourceComponentId: 'take', context: { dish: 'Soup', portions: '4', host: 'Ines' } };

const folder = mkdtempSync(join(tmpdir(), 'agent-ui-sessions-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Adds a message to the file of the agent. */
const say = (file, message) => appendFileSync(file, `${JSON.stringify(message)}\n`);

/**
 * The next click that the agent receives, without its time. A program that was killed before it noted the end of a turn delivers the
 * click again when it starts: `clicks` holds the times of the clicks that the agent has received.
 */
async function heard(program, clicks) {
  const { version, action: { timestamp, ...action } } = await program.next();
  if (clicks.has(timestamp)) return heard(program, clicks);
  clicks.add(timestamp);
  assert.equal(version, 'v0.9');
  return action;
}

/** The console may report that the connection to the program is lost while it is not running. */
const withoutConnection = lines => lines.filter(line => !/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/.test(line));

test('the page of a session: shown, changed, clicked, and the same after the program was killed', async () => {
  const [file, store, clicks] = [written(messages), join(folder, 'page.db'), new Set()];
  const first = await faces(file, '--store', store);
  const shown = await open(first.url);
  assert.match(await shown.page.title(), /^main/);
  say(file, change);
  await shown.page.getByText('At the mill').waitFor();
  await shown.page.locator(PRESS).first().click();
  assert.deepEqual(await heard(first, clicks), taken);
  await shown.panel.getByText('sent to agent-ui').waitFor();

  await first.stop('SIGKILL');
  await shown.page.getByText('reconnecting').waitFor();
  const second = await faces(file, '--store', store, '--port', new URL(first.url).port);
  assert.equal(second.url, first.url);
  await shown.page.getByText('live', { exact: true }).waitFor();
  say(file, again);
  await shown.page.getByText('In the barn').waitFor();
  assert.equal(await shown.surface.count(), 1);
  await shown.page.locator(PRESS).first().click();
  assert.deepEqual(await heard(second, clicks), taken);
  assert.deepEqual(second.unread(), []);
  assert.deepEqual(withoutConnection(shown.wrong), []);
  await shown.close();
  await second.stop();
});

test('a page whose balancer answers 502 connects again by itself', async () => {
  const [file, store] = [written(messages), join(folder, 'balancer.db')];
  const first = await faces(file, '--store', store);
  const shown = await open(first.url);
  await shown.page.getByText('live', { exact: true }).waitFor();
  await first.stop('SIGKILL');
  const { port } = new URL(first.url);
  const balancer = createServer((_, response) => response.writeHead(502).end()).listen(port, '127.0.0.1');
  await shown.page.getByText('not connected').waitFor();
  balancer.closeAllConnections();
  await new Promise(closed => balancer.close(closed));
  const second = await faces(file, '--store', store, '--port', port);
  await shown.page.getByText('live', { exact: true }).waitFor();
  say(file, again);
  await shown.page.getByText('In the barn').waitFor();
  assert.equal(await shown.surface.count(), 1);
  await shown.close();
  await second.stop();
});

test('the panel of AAP: shown, clicked, stored, shown anew, and the same after the program was killed', async () => {
  const [file, store, records] = [written(messages), join(folder, 'aap.db'), join(folder, 'records')];
  const clicks = new Set();
  const options = ['--face', 'aap', '--store', store, '--records', records];
  const first = await faces(file, ...options);
  const panel = first.url.replace(/page\/main\/$/, 'aap/agents/agent-ui/canvas');
  const shown = await plain(panel);
  const frame = shown.page.frameLocator('iframe');
  await frame.locator(PRESS).first().click();
  assert.deepEqual(await heard(first, clicks), taken);
  await shown.page.getByText("User take 'take' on a2ui/party.html").waitFor();
  // The panel shows the answer of the agent.
  say(file, change);
  await frame.getByText('At the mill').waitFor();
  const stored = join(records, '.aimaestro/agents/agent-ui/canvas/interactions');
  const [name] = readdirSync(stored);
  const record = JSON.parse(readFileSync(join(stored, name), 'utf8'));
  assert.deepEqual([record.canvasFile, record.action, record.element, record.data], ['a2ui/party.html', 'take', 'take', taken.context]);

  await first.stop('SIGKILL');
  const second = await faces(file, ...options, '--port', new URL(first.url).port);
  say(file, again);
  await shown.page.locator('#file').focus();
  await frame.getByText('In the barn').waitFor();
  await frame.locator(PRESS).first().click();
  assert.deepEqual(await heard(second, clicks), taken);
  await shown.page.waitForFunction(() => document.getElementById('said').textContent.startsWith('User take'));
  assert.equal(readdirSync(stored).length, 2);
  assert.deepEqual(withoutConnection(shown.wrong), []);
  await shown.close();
  await second.stop();
});
