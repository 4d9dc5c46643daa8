// The memory of one call with many messages, and what happens when it is not enough.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { load } from 'agent-ui-bridge';
import { isNative } from './bridge.mjs';

const record = index => JSON.stringify({
  id: `f6554697-47fd-4d67-8db9-${index.toString(16).padStart(12, '0')}`, timestamp: '2026-05-18T15:30:00.000Z', canvasFile: 'bookings/east.html',
  action: 'click', element: 'save-button', data: { guests: index % 9, note: 'window seat, please', tags: ['a', 'b'], price: 12.5 },
  summary: "User click 'save-button' on bookings/east.html",
});
const records = count => Array.from({ length: count }, (_, index) => record(index)).join('\n');

test('one call needs at most ten times the memory of its text', { skip: isNative && 'needs the WebAssembly module' }, async () => {
  const { instantiate } = WebAssembly;
  let exports;
  WebAssembly.instantiate = async (...args) => {
    const instance = await instantiate(...args);
    ({ exports } = instance);
    return instance;
  };
  const wasm = readFileSync(createRequire(import.meta.url).resolve('agent-ui-bridge/agent-ui.wasm'));
  const agentUi = await load({ wasm }).finally(() => { WebAssembly.instantiate = instantiate; });
  const before = exports.memory.buffer.byteLength;
  const text = records(40_000);
  assert.equal(agentUi.translate(text, 'aap', 'a2ui@0.9').messages.length, 40_000);
  const grown = exports.memory.buffer.byteLength - before;
  assert.ok(grown < text.length * 10, `${(grown / text.length).toFixed(1)} times the text`);
});

/** The largest memory of a program in bytes, as Linux reports it. */
const peak = ({ pid }) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) * 1024;

test('the native program needs at most ten times the memory of the text, too', {
  skip: (!isNative && 'needs the native program') || (!existsSync('/proc/self/status') && 'needs Linux'),
}, async () => {
  const request = Buffer.from(`{"call":"translate","from":"aap","to":"a2ui@0.9"}\n${records(40_000)}`);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(request.length);
  const child = spawn(process.env.AGENT_UI_CALLS, [], { stdio: ['pipe', 'pipe', 'inherit'] });
  const before = peak(child);
  child.stdin.write(Buffer.concat([length, request]));
  const parts = [];
  let [received, expected] = [0, Infinity];
  for await (const part of child.stdout) {
    parts.push(part);
    received += part.length;
    if (parts.length === 1) expected = part.readUInt32LE() + 4;
    if (received >= expected) break;
  }
  const grown = peak(child) - before;
  child.kill();
  assert.equal(JSON.parse(Buffer.concat(parts).toString('utf8', 4).split('\n')[0]).messages, 40_000);
  assert.ok(grown < request.length * 10, `${(grown / request.length).toFixed(1)} times the text`);
});

test('a call that fills the memory says so, and the next module works', { skip: isNative && 'needs the WebAssembly module' }, () => {
  const script = `import { load, ModuleError } from 'agent-ui-bridge';
    const agentUi = await load();
    const translator = new agentUi.Translator('aap', 'a2ui@0.9');
    const record = ${JSON.stringify(record(1))};
    const errors = [];
    for (const call of [() => agentUi.translate((record + '\\n').repeat(60_000), 'aap', 'a2ui@0.9'), () => translator.push(record), () => agentUi.check(record)]) {
      try { call(); } catch (error) { errors.push([error instanceof ModuleError, error.rule, error.message, error.hint]); }
    }
    translator.free();
    const next = await load();
    console.log(JSON.stringify({ errors, isFresh: next !== agentUi, count: next.translate(record, 'aap', 'a2ui@0.9').messages.length }));`;
  const folder = new URL('.', import.meta.url);
  // 64 MB of memory.
  const ran = spawnSync(process.execPath, ['--wasm-max-mem-pages=1000', '--input-type=module', '-e', script], { encoding: 'utf8', cwd: folder });
  assert.equal(ran.stderr, '');
  const { errors, isFresh, count } = JSON.parse(ran.stdout);
  assert.deepEqual([isFresh, count], [true, 1]);
  assert.deepEqual(errors.map(([isModuleError, rule]) => [isModuleError, rule]), [[true, 'module/memory'], [true, 'module/stopped'], [true, 'module/stopped']]);
  assert.match(errors[0][2], /^the memory of the WebAssembly module is full: the call has 17\.\d MB of text, and the memory of \d+\.\d MB cannot grow as needed$/);
  assert.match(errors[0][3], /^split the messages into several calls/);
});
