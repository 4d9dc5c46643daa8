// Numbers that a double cannot hold.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agentUi } from './bridge.mjs';

const NUMBERS = ['1e400', '12345678901234567890', '1.0', '-0', '2.50', '0.1000000000000000055511151231257827', '1E+2'];
const action = number => `{"version":"v0.9","action":{"name":"pay","surfaceId":"s","sourceComponentId":"b","timestamp":"2026-05-18T15:30:00.000Z","context":{"n":${number}}}}`;

test('text keeps the spelling of every number', () => {
  for (const number of NUMBERS) {
    const there = agentUi.translate(action(number), 'a2ui@0.9', 'aap');
    assert.ok(there.messages[0].text.includes(`"data":{"n":${number}}`), there.messages[0].text);
    assert.deepEqual(agentUi.translate(there.messages, 'aap', 'a2ui@0.9').messages.map(({ text }) => text), [action(number)]);
    assert.deepEqual(agentUi.decode(action(number)).messages.map(({ text }) => text), [action(number)]);
  }
});

test('objects have doubles', () => {
  const { messages } = agentUi.translate(JSON.parse(action('1.0')), 'a2ui@0.9', 'aap');
  assert.match(messages[0].text, /"data":\{"n":1\}/);
});

test('a number outside of the range of doubles is never returned as Infinity', () => {
  const click = action(1).replace('"action"', '"extra":1e999,"action"');
  const there = agentUi.translate(click, 'a2ui@0.9', 'aap');
  const [{ value, carry }] = there.messages;
  const [back] = agentUi.translate(value, 'aap', 'a2ui@0.9', { carry }).messages;
  assert.match(back.text, /"extra":1e999/);
  assert.throws(() => back.value, { name: 'UsageError', pointer: '/extra' });
});
