// Every route of every face refuses foreign hosts, origins and tokens, and no client keeps the others from being answered.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { serve, within, written } from './program.mjs';

const SURFACE = [
  { version: 'v0.9', createSurface: { surfaceId: 's', catalogId: 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json' } },
  { version: 'v0.9', updateComponents: { surfaceId: 's', components: [{ id: 'root', component: 'Text', text: 'Museum' }] } },
];

/** The routes below the token, with the methods of each: [face, path in the sources, path of a request, methods]. */
const ROUTES = [
  ['ag-ui', '/', '', ['POST']],
  ['ai-sdk', '/', '', ['POST']],
  ['ai-sdk', '/{chat}/stream', '/main/stream', ['GET']],
  ['ai-sdk', '/api/chat', '/api/chat', ['POST']],
  ['ai-sdk', '/api/chat/{chat}/stream', '/api/chat/main/stream', ['GET']],
  ['a2a', '/', '', ['POST']],
  ['a2a/.well-known', '/agent-card.json', undefined, ['GET']],
  ['a2a/.well-known', '/agent.json', undefined, ['GET']],
  ['.well-known', '/agent-card.json', undefined, ['GET']],
  ['.well-known', '/agent.json', undefined, ['GET']],
  ['mcp', '/', '', ['POST', 'GET', 'DELETE']],
  ['ahp', '/', '', ['GET']],
  ['ahp/pages', '/{page}/', '/x/', ['GET']],
  ['ahp/pages', '/{page}/steps', '/x/steps', ['GET']],
  ['ahp/pages', '/{page}/actions', '/x/actions', ['POST']],
  ['aap', '/api/agents/{id}/canvas/interactions', '/api/agents/agent-ui/canvas/interactions', ['POST', 'GET']],
  ['aap', '/api/agents/{id}/canvas', '/api/agents/agent-ui/canvas', ['GET']],
  ['aap', '/agents/{id}/canvas', '/agents/agent-ui/canvas', ['GET']],
  ['page', '/{session}', '/main', ['GET']],
  ['page', '/{session}/', '/main/', ['GET']],
  ['page', '/{session}/steps', '/main/steps', ['GET']],
  ['page', '/{session}/actions', '/main/actions', ['POST']],
  ['extension', '/', '', ['GET']],
  ['metrics', '/metrics', '', ['GET']],
];
/** Routes that are not below the token. */
const OTHERS = ['/health', '/ready'];
/** Routes that are served only with --extension-port, which site.test.mjs tests, and those of bots, which serve_bots.rs tests. */
const NOT_SERVED = ['/extension', '/events', '/interactions', '/messages'];

/** A WebSocket handshake, for the routes that need one. */
const HANDSHAKE = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13', 'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==' };

let program;
let base;
before(async () => {
  program = await serve('--connections', '256', written(SURFACE));
  base = new URL('.', program.urls.metrics);
});
after(() => program?.stop());

/** The status of a request; the answer is not read. */
const status = (method, url, headers = {}, body = undefined) => within(new Promise((done, failed) => {
  const asked = request(url, { method, headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers } }, answer => {
    done(answer.statusCode);
    asked.destroy();
  });
  asked.on('upgrade', (answer, socket) => {
    socket.destroy();
    done(answer.statusCode);
  });
  // A server may refuse a body before it has read it.
  asked.on('error', error => (error.code === 'EPIPE' || error.code === 'ECONNRESET' ? done(0) : failed(error)));
  asked.end(body);
}), `${method} ${url}`);

const urlOf = ([face, path, asked]) => new URL(`${face}${asked ?? path}`, base).href;
const headersOf = ([face, path]) => (['ahp', 'extension'].includes(face) && path === '/' ? HANDSHAKE : {});

/** All files below a folder. */
const filesIn = folder => readdirSync(folder, { withFileTypes: true, recursive: true })
  .filter(entry => entry.isFile() && entry.name.endsWith('.rs'))
  .map(entry => `${entry.parentPath ?? entry.path}/${entry.name}`);

test('the table has every route of the sources', () => {
  const folder = fileURLToPath(new URL('../../bridge/live/src', import.meta.url));
  const known = [...ROUTES.map(([, path]) => path), ...OTHERS, ...NOT_SERVED];
  const missing = [];
  for (const file of filesIn(folder).filter(name => !/\/tests?[./]/.test(name))) {
    const code = readFileSync(file, 'utf8').split('\n').filter(line => !/^\s*\/\//.test(line)).join('\n');
    for (const [, path] of code.matchAll(/\.route\(\s*"([^"]*)"/g)) if (!known.includes(path)) missing.push(`${file}: ${path}`);
  }
  assert.deepEqual(missing, []);
});

test('foreign hosts, origins and tokens are refused on every route', async () => {
  for (const route of ROUTES) {
    const url = urlOf(route);
    const own = headersOf(route);
    for (const method of route[3]) {
      const body = method === 'POST' ? '{}' : undefined;
      const ask = (headers, address = url) => status(method, address, { ...own, ...headers }, body);
      assert.notEqual(await ask({}), 403, `${method} ${url}`);
      for (const foreign of [{ host: 'other.test' }, { host: `${base.host}.other.test` }, { origin: 'https://other.test' }, { origin: 'null' }]) {
        assert.equal(await ask(foreign), 403, `${method} ${url} ${JSON.stringify(foreign)}`);
      }
      const guessed = url.replace(base.pathname, `/${'0'.repeat(32)}/`);
      assert.equal(await ask({}, guessed), 404, `${method} ${guessed}`);
    }
    assert.equal(await status('OPTIONS', url, { origin: 'https://other.test', 'access-control-request-method': 'POST' }), 403, url);
  }
  assert.equal(await status('GET', program.urls.health, { host: 'other.test' }), 403);
});

test('a body of 2 MiB is refused on every route that has one', async () => {
  const body = `{"a":"${'x'.repeat(2 << 20)}"}`;
  for (const route of ROUTES.filter(([, , , methods]) => methods.includes('POST'))) {
    const refused = await status('POST', urlOf(route), {}, body);
    assert.ok(refused === 0 || (refused >= 400 && refused < 500), `${urlOf(route)}: ${refused}`);
  }
  assert.equal(await status('GET', program.urls.health), 200);
});

/** A connection that has sent this text, and waits. */
const held = text => new Promise(done => {
  const socket = connect(Number(base.port), base.hostname, () => {
    if (text) socket.write(text);
    done(socket);
  });
  socket.on('error', () => {});
  // Without a reader, nothing is received.
  socket.pause();
});

test('slow, silent and many clients do not keep others from being answered', async () => {
  const host = `Host: ${base.host}\r\n`;
  const sockets = [];
  const hold = async text => sockets.push(await held(text));
  for (let i = 0; i < 20; i += 1) {
    await hold('POST / HT');
    await hold(`POST ${base.pathname}ag-ui HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`);
    await hold(`GET ${base.pathname}page/main/steps HTTP/1.1\r\n${host}\r\n`);
  }
  let took = Infinity;
  // Other load may delay one of the answers.
  for (let tries = 0; tries < 3 && took >= 2_000; tries += 1) {
    const began = Date.now();
    assert.equal(await status('GET', program.urls.health), 200);
    assert.equal(await status('GET', program.urls.page), 200);
    took = Date.now() - began;
  }
  assert.ok(took < 2_000, `${took} ms`);

  // More connections than places: the others get 503, and a place that becomes free is used again.
  for (let i = 0; i < 300; i += 1) await hold('');
  const full = await new Promise(done => {
    const socket = connect(Number(base.port), base.hostname);
    let text = '';
    socket.on('data', data => { text += data; });
    socket.on('close', () => done(text));
    socket.on('error', () => {});
  });
  assert.match(full, /^HTTP\/1\.1 503/);
  sockets.forEach(socket => socket.destroy());
  await within((async () => {
    while (await status('GET', program.urls.health) !== 200) await new Promise(done => { setTimeout(done, 20); });
  })(), 'a free place');
  const metrics = await (await fetch(program.urls.metrics)).text();
  assert.match(metrics, /^agent_ui_refusals_total\{limit="connections"\} [1-9]/m);
});
