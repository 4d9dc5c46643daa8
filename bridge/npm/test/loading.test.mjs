// How the package loads a module, and what it does when the module stops. A small module takes the place of the one of the package, so
// these tests need no compiler for WebAssembly.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { AgentUiError, ModuleError } from 'agent-ui-bridge';
import { loading } from '../node_modules/agent-ui-bridge/dist/module.js';

// Replies with the message `x`. A call of more than 300 bytes stops the module, and one of more than 600 bytes fills its memory first:
//
//   (module
//     (memory (export "memory") 1 4)
//     (data (i32.const 16) "{\"messages\":1}\0ax")
//     (func (export "alloc") (param i32) (result i32) (i32.const 4096))
//     (func (export "call") (param i32 i32) (result i64)
//       (if (i32.gt_u (local.get 1) (i32.const 600)) (then (drop (memory.grow (i32.const 3))) (unreachable)))
//       (if (i32.gt_u (local.get 1) (i32.const 300)) (then (unreachable)))
//       (i64.const 68719476752))
//     (func (export "free") (param i32 i32)))
const MODULE = Buffer.from('AGFzbQEAAAABEQNgAX8Bf2ACf38BfmACf38AAwQDAAECBQQBAQEEByAEBm1lbW9yeQIABWFsbG9jAAAEY2FsbAABBGZyZWUAAgotAwUAQYAgCyIAIAFB'
  + '2ARLBEBBA0AAGgALIAFBrAJLBEAAC0KQgICAgAILAgALCxYBAEEQCxB7Im1lc3NhZ2VzIjoxfQp4', 'base64');

const folder = mkdtempSync(join(tmpdir(), 'agent-ui-module-'));
const file = pathToFileURL(join(folder, 'module.wasm'));
writeFileSync(file, MODULE);
after(() => rmSync(folder, { recursive: true }));

/** A development server: files of the package, and a page for every other address. */
const PACKAGED = '/node_modules/agent-ui-bridge/dist/agent-ui.wasm';
let server;
let base;
before(async () => {
  server = createServer(({ url }, response) => {
    if (url === '/missing.wasm') response.writeHead(404).end();
    else if (url === '/typed.wasm' || url === PACKAGED) response.writeHead(200, { 'content-type': 'application/wasm' }).end(MODULE);
    else if (url === '/plain.wasm') response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(MODULE);
    else if (url === '/pointer.wasm') response.writeHead(200).end('version https://example.com/pointer');
    else response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>app</title>');
  });
  await new Promise(done => { server.listen(0, '127.0.0.1', done); });
  base = `http://127.0.0.1:${server.address().port}`;
});
after(() => {
  server.close();
  server.closeAllConnections();
});

const load = source => loading(transport => transport)(file, source ? { wasm: source } : {});
const call = (transport, length = 0) => transport.request('{"call":"translate"}\n', [new Uint8Array(length)], reply => Buffer.from(reply).toString());

/** The error of a call. */
function thrown(run) {
  try {
    run();
  } catch (error) {
    assert.ok(error instanceof ModuleError && error instanceof AgentUiError && error.hint && error.rule, String(error?.stack));
    return error;
  }
  return assert.fail('the call has returned');
}

test('a module is loaded from files and servers', async () => {
  for (const source of [undefined, file, `${base}/typed.wasm`, `${base}/plain.wasm`, fetch(`${base}/plain.wasm`), MODULE]) {
    assert.equal(call(await load(source)), '{"messages":1}\nx');
  }
});

test('a page in place of the module is named with its address, its type and the remedy', async () => {
  for (const source of [`${base}/app/agent-ui.wasm`, fetch(`${base}/app/agent-ui.wasm`)]) {
    const error = await load(source).catch(reason => reason);
    assert.ok(error instanceof ModuleError);
    assert.equal(error.rule, 'module/load');
    assert.equal(error.message, `${base}/app/agent-ui.wasm is not a WebAssembly module: it has 33 bytes, starting with \`<!doctype html><\`, content type text/html`);
    assert.match(error.hint, /optimizeDeps: \{ exclude: \["agent-ui-bridge"\] \}/);
  }
});

test('a module that cannot be loaded is named with its address', async () => {
  for (const [source, message] of [
    [`${base}/missing.wasm`, /missing\.wasm: status 404/],
    [`${base}/pointer.wasm`, /pointer\.wasm is not a WebAssembly module: it has 35 bytes, starting with `version https:\/\/`, content type none/],
    ['http://127.0.0.1:1/agent-ui.wasm', /cannot be loaded from http:\/\/127\.0\.0\.1:1\/agent-ui\.wasm: /],
    [new URL('./nothing.wasm', file), /cannot be read from file:.*nothing\.wasm: ENOENT/],
  ]) {
    await assert.rejects(load(source), error => error instanceof ModuleError && message.test(error.message) && error.hint !== '');
  }
});

test("Vite's development server gives the module of the package", async () => {
  for (const at of ['/node_modules/.vite/deps/agent-ui.wasm', '/node_modules/.vite/deps_ssr/agent-ui.wasm']) {
    assert.equal(call(await load(`${base}${at}`)), '{"messages":1}\nx');
  }
  // The package may be elsewhere.
  await assert.rejects(load(`${base}/node_modules/.vite/deps/other.wasm`), /deps\/other\.wasm is not a WebAssembly module/);
});

test('a stopped module is dropped, and its later calls say so', async () => {
  const loadOnce = loading(transport => transport);
  const first = await loadOnce(file, {});
  assert.equal(await loadOnce(file, {}), first);
  const error = thrown(() => call(first, 300));
  assert.deepEqual([error.name, error.rule, error.message], ['ModuleError', 'module/stopped', 'the WebAssembly module has stopped after an error']);
  assert.ok(error.cause instanceof WebAssembly.RuntimeError);
  const later = thrown(() => call(first));
  assert.deepEqual([later.rule, later.cause], ['module/stopped', error.cause]);
  assert.match(later.hint, /^call `load\(\)` again.*`translate` and `check` can be repeated.*translators.*are lost/);

  const second = await loadOnce(file, {});
  assert.notEqual(second, first);
  assert.equal(await loadOnce(file, {}), second);
  assert.equal(call(second), '{"messages":1}\nx');
  // The first module does not drop the second one.
  thrown(() => call(first));
  assert.equal(await loadOnce(file, {}), second);
});

test('a stopped module has nothing to free', async () => {
  const transport = await load();
  thrown(() => call(transport, 300));
  assert.equal(transport.request('{"call":"free","session":1}\n', [], reply => Buffer.from(reply).toString()), '{}');
});

test('a full memory is an error with the sizes', async () => {
  const loadOnce = loading(transport => transport);
  const transport = await loadOnce(file, {});
  const error = thrown(() => call(transport, 50_000));
  assert.equal(error.rule, 'module/memory');
  assert.equal(error.message, 'the memory of the WebAssembly module is full: the call has 0.1 MB of text, and the memory of 0.3 MB cannot grow as needed');
  assert.match(error.hint, /^split the messages into several calls\. This module has stopped: call `load\(\)` again/);
  assert.notEqual(await loadOnce(file, {}), transport);
});

test('a call that is too large is refused before it reaches the module', async () => {
  const transport = await load();
  const error = thrown(() => call(transport, 70_000_000));
  assert.equal(error.rule, 'module/call-size');
  assert.equal(error.message, 'the texts of this call have 70.0 MB, and one call takes at most 67.1 MB');
  assert.match(error.hint, /^split the messages into several calls/);
  assert.equal(call(transport), '{"messages":1}\nx');
});
