// The package in Chromium, from a static server and under a strict content security policy. CHROMIUM is the browser.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { isNative } from './bridge.mjs';
import { RECORD, STREAM } from './values.mjs';

const executablePath = process.env.CHROMIUM;
const skip = (!executablePath && 'needs CHROMIUM') || (isNative && 'needs the WebAssembly module');
const root = new URL('../node_modules/agent-ui-bridge/', import.meta.url).pathname;
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; img-src data:";
const TYPES = { js: 'text/javascript', wasm: 'application/wasm', html: 'text/html' };

let browser;
let server;
let policy = POLICY;
before(async () => {
  if (skip) return;
  const { chromium } = await import('playwright-core');
  browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
  server = createServer((request, response) => {
    response.setHeader('Content-Security-Policy', policy);
    response.setHeader('Content-Type', TYPES[request.url.split('.').at(-1)] ?? 'text/html');
    if (!request.url.startsWith('/package/')) return response.end('<!doctype html><title>t</title><link rel=icon href="data:,">');
    return response.end(readFileSync(join(root, request.url.slice('/package/'.length))));
  });
  await new Promise(done => { server.listen(0, '127.0.0.1', done); });
});
after(async () => {
  await browser?.close();
  server?.close();
  server?.closeAllConnections();
});

async function page() {
  const opened = await browser.newPage();
  const wrong = [];
  opened.on('pageerror', error => wrong.push(error.message));
  opened.on('console', message => { if (message.type() === 'error') wrong.push(message.text()); });
  const base = `http://127.0.0.1:${server.address().port}`;
  await opened.goto(base);
  return { page: opened, wrong, base };
}

for (const build of ['index', 'a2ui', 'translate', 'a2ui-translate']) {
  test(`${build}.js loads and translates`, { skip }, async () => {
    policy = POLICY;
    const { page: opened, wrong, base } = await page();
    const result = await opened.evaluate(async ({ url, stream }) => {
      const { load } = await import(url);
      const agentUi = await load();
      const { messages } = agentUi.translate(stream, 'a2ui@0.9', 'a2ui@0.8');
      const fromBytes = await load({ wasm: await (await fetch(url.replace(/[\w-]+\.js$/, 'a2ui-translate.wasm'))).arrayBuffer() });
      return { messages, same: fromBytes.translate(stream, 'a2ui@0.9', 'a2ui@0.8').messages, dialects: agentUi.dialects.length };
    }, { url: `${base}/package/dist/${build}.js`, stream: STREAM });
    assert.ok(result.messages.length >= 3);
    assert.deepEqual(result.same, result.messages);
    assert.ok(build.startsWith('a2ui') ? result.dialects < 12 : result.dialects > 12);
    assert.deepEqual(wrong, []);
  });
}

test('text, carry and refusals are those of Node', { skip }, async () => {
  policy = POLICY;
  const { page: opened, wrong, base } = await page();
  const back = await opened.evaluate(async ({ url, record }) => {
    const { load, RefusedError } = await import(url);
    const agentUi = await load();
    const there = agentUi.translate(record, 'aap', 'a2ui@0.9');
    let refused;
    try {
      agentUi.translate('{"id":"7"}', 'aap', 'a2ui');
    } catch (error) {
      refused = error instanceof RefusedError && error.rule;
    }
    return [agentUi.translate(there.messages, 'a2ui@0.9', 'aap').messages.map(({ text }) => text), refused];
  }, { url: `${base}/package/dist/index.js`, record: RECORD });
  assert.deepEqual(back, [[RECORD], 'missing']);
  assert.deepEqual(wrong, []);
});

test('without the permission for WebAssembly, load fails', { skip }, async () => {
  policy = "default-src 'none'; script-src 'self'; connect-src 'self'";
  const { page: opened, base } = await page();
  const reason = await opened.evaluate(async url => {
    const { load } = await import(url);
    return load().then(() => 'loaded', error => error.name);
  }, `${base}/package/dist/index.js`);
  assert.equal(reason, 'CompileError');
});
