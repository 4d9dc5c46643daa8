// The fewest messages that build the surfaces of a history.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UsageError } from 'agent-ui-bridge';
import { agentUi } from './bridge.mjs';

const CREATE = '{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}';
const data = value => `{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/n","value":${value}}}`;
const OTHER = [CREATE.replace('"s"', '"t"'), '{"version":"v0.9","deleteSurface":{"surfaceId":"t"}}'];
const HISTORY = [CREATE, data('1'), ...OTHER, data('2.50')].join('\n');

test('a history is folded into the fewest messages', () => {
  const texts = states => states.map(({ text }) => text);
  const { states } = agentUi.fold(HISTORY, { asMessages: true });
  assert.deepEqual(texts(states), [CREATE, '{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":{"n":2.50}}}']);
  assert.deepEqual(texts(agentUi.fold(states).states), texts(agentUi.fold(HISTORY).states));
});

test('other protocols have no such messages', () => {
  assert.throws(() => agentUi.fold('{}', { protocol: 'ahp', asMessages: true }), UsageError);
});
