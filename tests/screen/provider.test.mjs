// The provider of `agent-ui-live`: a page in its panel posts a click that is stored, listed, reported, and becomes the right action.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { plain } from './browser.mjs';
import { page as pageOf, print, surface } from './program.mjs';

const PROVIDER = process.env.PROVIDER ?? join(dirname(process.env.PROGRAM), 'examples', 'loopback_provider');
const skip = existsSync(PROVIDER) ? false : 'cargo build -p agent-ui-live --features provider --example loopback_provider has not been run';

const home = mkdtempSync(join(tmpdir(), 'agent-ui-provider-'));
const canvas = join(home, '.aimaestro/agents/bo/canvas');
const children = [];
after(() => {
  children.forEach(child => child.kill());
  rmSync(home, { recursive: true, force: true });
});

/** The provider, with these pages; `told` waits for a notification. */
async function provider(pages) {
  mkdirSync(canvas, { recursive: true });
  for (const [path, html] of Object.entries(pages)) {
    mkdirSync(dirname(join(canvas, path)), { recursive: true });
    writeFileSync(join(canvas, path), html);
  }
  const child = spawn(PROVIDER, [home], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const { value: url } = await lines.next();
  return { url, told: async () => (await lines.next()).value };
}

/** The panel of the provider, with a page in it. */
async function panel(url, file) {
  const shown = await plain(`${url}/agents/bo/canvas?file=${file}`);
  return { ...shown, frame: shown.page.frameLocator('iframe'), said: () => shown.page.locator('#said').innerText() };
}

test('a click in a sandboxed page is stored, listed, told and becomes the action', { skip }, async () => {
  const html = (await pageOf(surface('party-0.9'))).html();
  const { url, told } = await provider({ 'a2ui/party.html': html });
  const shown = await panel(url, 'a2ui/party.html');
  await shown.frame.locator('[data-component=take] button').first().click();
  const line = await told();
  assert.match(line, /^bo \[CANVAS\] a2ui\/party\.html: User \S+ 'take' on a2ui\/party\.html with data: /);
  await shown.page.waitForFunction(() => document.getElementById('said').textContent !== '');
  assert.equal(await shown.said(), line.replace('bo [CANVAS] a2ui/party.html: ', ''));

  const [file] = readdirSync(join(canvas, 'interactions'));
  const record = JSON.parse(readFileSync(join(canvas, 'interactions', file), 'utf8'));
  const list = await (await fetch(`${url}/api/agents/bo/canvas/interactions`)).json();
  assert.deepEqual(list, { interactions: [record] });
  const { version, action: { timestamp, ...action } } = JSON.parse(
    await print(['convert', '--from', 'aap', '--to', 'a2ui@0.9', '-'], JSON.stringify(record)));
  assert.deepEqual({ version, timestamp, action }, { version: 'v0.9', timestamp: record.timestamp, action: {
    name: 'take', surfaceId: 'party', sourceComponentId: 'take', context: { dish: 'Soup', portions: '4', host: 'Ines' } } });
  assert.deepEqual(shown.wrong, []);
  await shown.close();
});

test('a page reaches nothing but the bridge, and nobody else speaks for it', { skip }, async () => {
  const hostile = `<!-- <head> --><body><button onclick="maestro.send('click', 'b', {n: 1})">Send</button><p id="seen"></p><script>
    const tried = [];
    const end = () => { document.getElementById('seen').textContent = tried.join(' '); };
    try { localStorage.length; tried.push('storage'); } catch { tried.push('no-storage'); }
    try { parent.document.title; tried.push('parent'); } catch { tried.push('no-parent'); }
    fetch('/api/agents/bo/canvas').then(() => tried.push('fetch'), () => tried.push('no-fetch')).then(end);
  </script>`;
  const { url, told } = await provider({ 'hostile.html': hostile });
  const shown = await panel(url, 'hostile.html');
  await shown.frame.locator('#seen', { hasText: 'fetch' }).waitFor();
  assert.equal(await shown.frame.locator('#seen').innerText(), 'no-storage no-parent no-fetch');
  // The panel is a different window from the frame.
  await shown.page.evaluate(() => window.postMessage({ type: 'canvas:interaction', action: 'forged' }, '*'));
  await shown.frame.locator('button').click();
  assert.equal(await told(), 'bo [CANVAS] hostile.html: User click \'b\' on hostile.html with data: {"n":1}');
  const names = readdirSync(join(canvas, 'interactions')).map(file => JSON.parse(readFileSync(join(canvas, 'interactions', file), 'utf8')).action);
  assert.equal(names.includes('forged'), false);
  // The console has only messages about the content security policy.
  assert.deepEqual(shown.wrong.filter(line => !/Content Security Policy|Refused to connect|Fetch API cannot load/.test(line)), []);
  await shown.close();
});
