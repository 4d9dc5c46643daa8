// Numbers that a double cannot hold.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bridge } from './bridge.mjs';

const NUMBERS = ['1e400', '12345678901234567890', '1.0', '-0', '2.50', '0.1000000000000000055511151231257827', '1E+2'];
const action = number => `{"version":"v0.9","action":{"name":"pay","surfaceId":"s","sourceComponentId":"b","timestamp":"2026-05-18T15:30:00.000Z","context":{"n":${number}}}}`;

test('text keeps the spelling of every number', () => {
  for (const number of NUMBERS) {
    const there = bridge.translate(action(number), 'a2ui@0.9', 'aap');
    assert.ok(there.messages[0].includes(`"data":{"n":${number}}`), there.messages[0]);
    assert.deepEqual(bridge.translate(there.messages[0], 'aap', 'a2ui@0.9', { carry: there.carry }).messages, [action(number)]);
    assert.deepEqual(bridge.decode(action(number)).messages, [action(number)]);
  }
});

test('objects have doubles', () => {
  const { messages } = bridge.translate(JSON.parse(action('1.0')), 'a2ui@0.9', 'aap', { exact: true });
  assert.match(messages[0], /"data":\{"n":1\}/);
});

test('a number outside of the range of doubles is never returned as Infinity', () => {
  const click = action(1).replace('"action"', '"extra":1e999,"action"');
  const there = bridge.translate(click, 'a2ui@0.9', 'aap');
  const objects = there.messages.map(message => JSON.parse(message));
  assert.throws(() => bridge.translate(objects, 'aap', 'a2ui@0.9', { carry: there.carry }), { name: 'UsageError', pointer: '/extra' });
  const [back] = bridge.translate(objects, 'aap', 'a2ui@0.9', { carry: there.carry, exact: true }).messages;
  assert.match(back, /"extra":1e999/);
});
