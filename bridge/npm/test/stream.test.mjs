// Messages that are read while they are still being written.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UsageError } from 'agent-ui-bridge';
import { agentUi } from './bridge.mjs';

const CREATE = '{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}';
const ROOT = '{"id":"root","component":"Text","text":"é 🎉","weight":1.50}';
const DIVIDER = '{"id":"b","component":"Divider"}';
const UPDATE = `{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[${ROOT},${DIVIDER}]}}`;
const LAYOUTS = {
  lines: `${CREATE}\n${UPDATE}\n`,
  list: `[${CREATE},${UPDATE}]`,
  object: `{"messages":[${CREATE},\n${UPDATE}]}`,
  fence: `Here:\n\`\`\`json\n[${CREATE},${UPDATE}]\n\`\`\`\n`,
  tags: `Here:\n<a2ui-json>${CREATE}${UPDATE}</a2ui-json>\n`,
};
const byType = (events, type) => events.filter(event => event.type === type);

test('a half-written message gives its complete components', () => {
  const stream = new agentUi.Stream();
  const end = UPDATE.indexOf(DIVIDER);
  const component = { id: 'root', component: 'Text', text: 'é 🎉', weight: 1.5 };
  assert.deepEqual(stream.push(UPDATE.slice(0, end)), [{ type: 'component', surface: 's', text: ROOT, value: component, line: 1, column: 69 }]);
  // The piece completes a component and the message.
  const [divider, message, ...others] = stream.push(UPDATE.slice(end));
  assert.equal(divider.value.id, 'b');
  assert.deepEqual(others, []);
  assert.equal(message.type, 'message');
  assert.deepEqual(message.value.updateComponents.components[0], component);
  assert.deepEqual(stream.finish(), []);
  stream.free();
  assert.throws(() => stream.push('{'), UsageError);
});

for (const [name, text] of Object.entries(LAYOUTS)) {
  for (const [unit, pieces] of [['bytes', [...new TextEncoder().encode(text)].map(byte => Uint8Array.of(byte))], ['UTF-16 units', text.split('')]]) {
    test(`single ${unit} give the messages of the whole text: ${name}`, () => {
      const stream = new agentUi.Stream({ protocol: 'a2ui@0.9' });
      const events = [...pieces.flatMap(piece => stream.push(piece)), ...stream.finish()];
      assert.deepEqual(byType(events, 'message').map(({ text: written }) => written), [CREATE, UPDATE]);
      assert.deepEqual(byType(events, 'component').map(({ text: written }) => written), [ROOT, DIVIDER]);
      assert.deepEqual(agentUi.decode(text, { protocol: 'a2ui' }).messages.map(message => message.text), [CREATE, UPDATE]);
    });
  }
}

test('the end reports a message without its end', () => {
  const stream = new agentUi.Stream();
  stream.push(`${CREATE}\n${UPDATE.slice(0, 100)}`);
  const [fault] = stream.finish();
  assert.equal(fault.type, 'fault');
  assert.deepEqual([fault.finding.line, fault.finding.column], [2, 1]);
});

test('a faulty message does not affect the next', () => {
  const stream = new agentUi.Stream();
  const events = stream.push(`{"version":"v0.9","deleteSurface":{}}\n${CREATE}\n`);
  assert.deepEqual(events.map(({ type }) => type), ['fault', 'message']);
});

test('wrong arguments are usage errors', () => {
  assert.throws(() => new agentUi.Stream({ protocol: 'mcp' }), UsageError);
  assert.throws(() => new agentUi.Stream().push({}), UsageError);
});
