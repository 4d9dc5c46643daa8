// The module with a validator of JSON Schema, for signals and tools of actions.json.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load, RefusedError } from 'agent-ui-bridge';
import { load as loadSchemas } from 'agent-ui-bridge/schemas';
import { isNative } from './bridge.mjs';
import { RECORD, STREAM } from './values.mjs';

const options = { skip: isNative && 'needs the WebAssembly module' };
// A pattern needs the validator. Simpler schemas are checked without it.
const payload = { type: 'object', properties: { code: { type: 'string', pattern: '^[A-Z]{2}\\d+$' } } };
const manifest = { protocol: 'actions.json', version: 1, tools: [], signals: [{ name: 'kiosk.opened', event: 'kiosk:opened', ingestion: 'enabled', payload }] };
const context = { manifest, time: '2026-05-18T15:30:00.000Z', canvasFile: 'a.html' };
const event = code => ({ type: 'dom_event', event_id: 'e-1', runtime_id: 'rt-1', name: 'kiosk.opened', payload: { code } });

function refusal(call) {
  try {
    call();
  } catch (error) {
    assert.ok(error instanceof RefusedError, String(error));
    return error;
  }
  return assert.fail('the call has returned');
}

test('an event is checked against the schema of its signal', options, async () => {
  const agentUi = await loadSchemas();
  const [{ value }] = agentUi.translate(event('AB12'), 'actions-json', 'aap', { context }).messages;
  assert.deepEqual(value.data, { code: 'AB12' });
  const error = refusal(() => agentUi.translate(event('ab'), 'actions-json', 'aap', { context }));
  assert.equal(error.pointer, '/payload/code');
});

test('a wrong schema in a manifest is a finding', options, async () => {
  const wrong = structuredClone(manifest);
  wrong.signals[0].payload.properties.code.pattern = '(';
  const [schemas, usual] = [await loadSchemas(), await load()];
  const found = agentUi => agentUi.check(wrong, { protocol: 'actions-json' }).filter(({ pointer }) => pointer.startsWith('/signals/0/payload'));
  assert.deepEqual([found(schemas).length, found(usual).length], [1, 0]);
});

test('the usual module refuses such an event, and names the module that checks it', options, async () => {
  const agentUi = await load();
  const { kind, hint } = refusal(() => agentUi.translate(event('AB12'), 'actions-json', 'aap', { context }));
  assert.equal(kind, 'rule');
  assert.equal(hint, 'load `agent-ui-bridge/schemas`, which has a validator, or remove `payload` from the signal "kiosk.opened"');
});

test('both modules translate alike', options, async () => {
  const [schemas, usual] = [await loadSchemas(), await load()];
  assert.deepEqual(schemas.dialects, usual.dialects);
  for (const [message, from, to] of [[RECORD, 'aap', 'a2ui@0.9'], [STREAM, 'a2ui@0.9', 'a2ui@0.8']]) {
    const texts = agentUi => agentUi.translate(message, from, to).messages.map(({ text }) => text);
    assert.deepEqual(texts(schemas), texts(usual));
  }
});
