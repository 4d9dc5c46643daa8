// The module in Node: ways to load it, its size in memory, and the smaller builds.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { RefusedError, UsageError, load } from 'agent-ui-bridge';
import { load as loadA2ui } from 'agent-ui-bridge/a2ui';
import { load as loadA2uiTranslation } from 'agent-ui-bridge/a2ui/translate';
import { load as loadTranslation } from 'agent-ui-bridge/translate';
import { isNative } from './bridge.mjs';
import { RECORD, STREAM } from './values.mjs';

const options = { skip: isNative && 'needs the WebAssembly module' };
const file = isNative ? '' : createRequire(import.meta.url).resolve('agent-ui-bridge/agent-ui.wasm');

/** An instance of its own, and the size of its memory. */
async function measured() {
  const { instantiate } = WebAssembly;
  let exports;
  WebAssembly.instantiate = async (...args) => {
    const instance = await instantiate(...args);
    ({ exports } = instance);
    return instance;
  };
  try {
    return { agentUi: await load({ wasm: readFileSync(file) }), size: () => exports.memory.buffer.byteLength };
  } finally {
    WebAssembly.instantiate = instantiate;
  }
}

test('the module is loaded once, or from every kind of source', options, async () => {
  assert.equal(await load(), await load());
  const bytes = readFileSync(file);
  const server = createServer((request, response) => {
    if (request.url === '/missing') response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': request.url === '/typed' ? 'application/wasm' : 'application/octet-stream' }).end(bytes);
  });
  await new Promise(done => { server.listen(0, '127.0.0.1', done); });
  const address = `http://127.0.0.1:${server.address().port}`;
  for (const wasm of [bytes, bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length), new WebAssembly.Module(bytes),
    new URL(`file://${file}`), `${address}/typed`, `${address}/plain`, fetch(`${address}/typed`), new Response(bytes)]) {
    const agentUi = await load({ wasm });
    assert.equal(agentUi.translate(RECORD, 'aap', 'a2ui').messages.length, 1);
  }
  await assert.rejects(load({ wasm: `${address}/missing` }), /status 404/);
  await assert.rejects(load({ wasm: new Uint8Array([1]) }), WebAssembly.CompileError);
  server.close();
  server.closeAllConnections();
});

test('the module imports nothing and exports its calls', options, () => {
  const module = new WebAssembly.Module(readFileSync(file));
  assert.deepEqual(WebAssembly.Module.imports(module), []);
  const functions = WebAssembly.Module.exports(module).filter(({ kind }) => kind === 'function');
  assert.deepEqual(functions.map(({ name }) => name).sort(), ['alloc', 'call', 'free']);
});

test('ten thousand calls do not grow the memory', options, async () => {
  const { agentUi, size } = await measured();
  const round = () => {
    agentUi.translate(RECORD, 'aap', 'a2ui@0.9');
    const translator = new agentUi.Translator('a2ui@0.9', 'a2ui@0.8');
    translator.push(STREAM);
    agentUi.Translator.resume(translator.save()).free();
    translator.free();
    agentUi.check(STREAM, { protocol: 'a2ui' });
    assert.throws(() => agentUi.translate('{', 'aap', 'a2ui'));
  };
  for (let i = 0; i < 200; i += 1) round();
  const before = size();
  for (let i = 0; i < 10_000; i += 1) round();
  assert.equal(size(), before);
});

test('forgotten translators are freed', options, async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  const { agentUi, size } = await measured();
  const text = { id: 'root', component: 'Text', text: 'x'.repeat(100_000) };
  const forget = () => new agentUi.Translator('a2ui@0.9', 'a2ui@0.8').push([STREAM[0], { version: 'v0.9', updateComponents: { surfaceId: 's', components: [text] } }]);
  const grown = async () => {
    const before = size();
    for (let i = 0; i < 40; i += 1) {
      for (let each = 0; each < 10; each += 1) forget();
      collect();
      await new Promise(done => { setTimeout(done, 1); });
    }
    return size() - before;
  };
  await grown();
  // Four hundred translators hold 40 MB.
  assert.ok(await grown() < 8_000_000);
});

test('the build with A2UI alone gives the same', options, async () => {
  const [all, a2ui] = [await load(), await loadA2ui()];
  assert.deepEqual(a2ui.dialects, all.dialects.filter(name => name.startsWith('a2ui')));
  for (const target of a2ui.dialects.filter(name => name !== 'a2ui@0.9')) {
    const [mine, theirs] = [all, a2ui].map(agentUi => agentUi.translate(STREAM, 'a2ui@0.9', target));
    assert.deepEqual(structuredClone(theirs), structuredClone(mine));
  }
  assert.deepEqual(a2ui.fold(STREAM), all.fold(STREAM));
  assert.deepEqual(a2ui.check(STREAM), all.check(STREAM));
  assert.throws(() => a2ui.translate(RECORD, 'aap', 'a2ui'), UsageError);
});

for (const [name, loadSmall, loadWhole] of [['translate', loadTranslation, load], ['a2ui/translate', loadA2uiTranslation, loadA2ui]]) {
  test(`${name} translates like the build with all calls`, options, async () => {
    const [small, whole] = [await loadSmall(), await loadWhole()];
    assert.equal(await loadSmall(), small);
    assert.deepEqual([small.version, small.dialects], [whole.version, whole.dialects]);
    for (const target of small.dialects.filter(to => to.startsWith('a2ui') && to !== 'a2ui@0.9')) {
      const [mine, theirs] = [small, whole].map(agentUi => agentUi.translate(STREAM, 'a2ui@0.9', target));
      assert.deepEqual(structuredClone(mine), structuredClone(theirs));
    }
    // The first member prevents reading, the second one has no effect.
    const misspelt = ['"surfaceID":"s","catalogId":"c"', '"surfaceId":"t","catalogId":"c","sendDataModels":true']
      .map(members => `{"version":"v0.9","createSurface":{${members}}}`).join('\n');
    const [mine, theirs] = [small, whole].map(agentUi => agentUi.translate(misspelt, 'a2ui@0.9', 'a2ui@1.0'));
    assert.equal(theirs.findings.length, 2);
    assert.deepEqual(structuredClone(mine), structuredClone(theirs));
    // Either module continues from the state of the other one.
    const first = new small.Translator('a2ui@0.9', 'a2ui@0.8');
    const texts = ({ messages }) => messages.map(({ text }) => text);
    const before = texts(first.push(STREAM[0]));
    const second = whole.Translator.resume(first.save());
    const after = STREAM.slice(1).flatMap(message => texts(second.push(message)));
    const third = small.Translator.resume(second.save());
    assert.deepEqual([...before, ...after, ...texts(third.finish())], texts(whole.translate(STREAM, 'a2ui@0.9', 'a2ui@0.8')));
  });

  test(`${name} has no other calls, and finds no messages in other texts`, options, async () => {
    const small = await loadSmall();
    for (const call of ['check', 'decode', 'fold', 'recognize', 'repair', 'schema', 'types']) assert.equal(small[call], undefined);
    const wasm = readFileSync(createRequire(import.meta.url).resolve(`agent-ui-bridge/${name.replace('/', '-')}.wasm`));
    const mixed = await load({ wasm });
    assert.throws(() => mixed.check(STREAM), error => error instanceof UsageError && error.message === 'this module only translates');
    const prose = `Here it is:\n\n\`\`\`json\n${JSON.stringify(STREAM[0])}\n\`\`\`\n`;
    assert.equal((await loadWhole()).translate(prose, 'a2ui@0.9', 'a2ui@1.0').messages.length, 1);
    assert.throws(() => small.translate(prose, 'a2ui@0.9', 'a2ui@1.0'), error => error instanceof RefusedError && /does not extract/.test(error.message));
  });
}

test('translate translates between protocols', options, async () => {
  const [small, whole] = [await loadTranslation(), await load()];
  for (const target of ['a2ui@0.9', 'ahp']) {
    const [mine, theirs] = [small, whole].map(agentUi => agentUi.translate(RECORD, 'aap', target));
    assert.deepEqual(structuredClone(mine), structuredClone(theirs));
    const [back, again] = [small, whole].map(agentUi => agentUi.translate(mine.messages, target, 'aap'));
    assert.deepEqual(structuredClone(back), structuredClone(again));
  }
});
