// Both directions of a conversation.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UsageError } from 'agent-ui-bridge';
import { agentUi } from './bridge.mjs';
import { CLICK_0_9, RECORD, SURFACE_0_8 } from './values.mjs';

const clickedId = ({ messages }) => messages[0].value.userAction.sourceComponentId;

test('a click names the component of the agent', () => {
  const bridge = new agentUi.Bridge('a2ui@0.8', 'a2ui@0.9');
  const sent = [...bridge.forward(SURFACE_0_8).messages, ...bridge.finishForward().messages];
  assert.match(JSON.stringify(sent.map(({ value }) => value)), /"id":"root"/);
  assert.equal(clickedId(bridge.backward(CLICK_0_9)), 'top');
  assert.deepEqual(bridge.finishBackward().messages, []);
  bridge.free();
});

test('two translators refuse a click that only a bridge can translate', () => {
  const back = new agentUi.Translator('a2ui@0.9', 'a2ui@0.8');
  assert.throws(() => back.push(CLICK_0_9), error => /options\.context\.surfaces/.test(error.hint) && /bridge/i.test(error.hint));
  assert.throws(() => agentUi.translate(CLICK_0_9, 'a2ui@0.9', 'a2ui@0.8'), { rule: 'translator/unknown-root' });
  const surfaces = SURFACE_0_8;
  assert.equal(clickedId(agentUi.translate(CLICK_0_9, 'a2ui@0.9', 'a2ui@0.8', { context: { surfaces } })), 'top');
});

test('a saved bridge continues in both directions', () => {
  let bridge = new agentUi.Bridge('a2ui@0.8', 'a2ui@0.9');
  for (const message of SURFACE_0_8) {
    bridge.forward(message);
    const saved = bridge.save();
    bridge.free();
    bridge = agentUi.Bridge.resume(saved);
  }
  assert.equal(clickedId(bridge.backward(CLICK_0_9)), 'top');
  assert.ok(bridge instanceof agentUi.Bridge);
});

test('messages that come back bring their carry', () => {
  const bridge = new agentUi.Bridge('aap', 'a2ui@0.9');
  const { messages } = bridge.forward(RECORD);
  assert.deepEqual(bridge.backward(structuredClone(messages)).messages.map(({ text }) => text), [RECORD]);
  const [{ text, carry }] = messages;
  assert.deepEqual(bridge.backward(text, { carry }).messages.map(message => message.text), [RECORD]);
});

test('a bridge checks a message against its surfaces and stays as it is', () => {
  const bridge = new agentUi.Bridge('a2ui@0.8', 'a2ui@0.9');
  const update = { surfaceUpdate: { surfaceId: 's', components: [{ id: 'label', component: { Text: { text: 7 } } }] } };
  bridge.forward(SURFACE_0_8);
  const before = bridge.save();
  const { isAccepted, findings } = bridge.check(update);
  assert.deepEqual([isAccepted, findings.length > 0, typeof findings.forModel()], [false, true, 'string']);
  assert.equal(bridge.check({ surfaceUpdate: { surfaceId: 's', components: [{ id: 'label', component: { Text: { text: { literalString: 'Ok' } } } }] } }).isAccepted, true);
  assert.equal(bridge.save(), before);
});

test('a bridge checks with catalogs', () => {
  const catalog = { catalogId: 'urn:example:catalog', components: { Gauge: { type: 'object', properties: { component: { const: 'Gauge' }, id: {}, level: { type: 'number' } }, required: ['level'] } } };
  const bridge = new agentUi.Bridge('a2ui@0.9', 'a2ui@1.0', { catalogs: [catalog] });
  bridge.forward({ version: 'v0.9', createSurface: { surfaceId: 's', catalogId: catalog.catalogId } });
  const update = level => ({ version: 'v0.9', updateComponents: { surfaceId: 's', components: [{ id: 'root', component: 'Gauge', level }] } });
  assert.deepEqual([bridge.check(update(1)).isAccepted, bridge.check(update('high')).isAccepted], [true, false]);
});

test('bridges between unrelated protocols are usage errors', () => {
  assert.throws(() => new agentUi.Bridge('aap', 'mcp'), UsageError);
});
