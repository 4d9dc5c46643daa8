// Every call, with text and with objects.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLost } from 'agent-ui-bridge';
import { bridge } from './bridge.mjs';
import { CLICK, RECORD, STREAM } from './values.mjs';

test('text comes back byte for byte', () => {
  const there = bridge.translate(RECORD, 'aap', 'a2ui@0.9');
  assert.match(there.messages[0], /"context":\{"fee":2\.50,"id":12345678901234567890\}/);
  assert.deepEqual(bridge.translate(there.messages[0], 'a2ui@0.9', 'aap', { carry: there.carry }).messages, [RECORD]);
});

test('bytes give the same as text', () => {
  const expected = bridge.translate(RECORD, 'aap', 'a2ui@0.9');
  assert.deepEqual(bridge.translate(new TextEncoder().encode(RECORD), 'aap', 'a2ui@0.9').messages, expected.messages);
});

test('objects come back', () => {
  const there = bridge.translate(CLICK, 'a2ui@0.9', 'aap');
  assert.equal(there.messages[0].action, 'save');
  assert.deepEqual(bridge.translate(there.messages, 'aap', 'a2ui@0.9', { carry: there.carry }).messages, [CLICK]);
});

test('objects give text on request', () => {
  const { messages } = bridge.translate(CLICK, 'a2ui@0.9', 'aap', { exact: true });
  assert.deepEqual(messages, bridge.translate(JSON.stringify(CLICK), 'a2ui@0.9', 'aap').messages);
  assert.equal(JSON.parse(messages[0]).action, 'save');
});

test('a list and JSON Lines are the same messages', () => {
  const other = RECORD.replace('"7"', '"8"');
  const listed = bridge.translate(`[${RECORD},${other}]`, 'aap', 'a2ui@0.9');
  const lines = bridge.translate(`${RECORD}\n${other}\n`, 'aap', 'a2ui@0.9');
  assert.equal(lines.messages.length, 2);
  assert.deepEqual(listed.messages, lines.messages);
  assert.equal(listed.carry, lines.carry);
  assert.deepEqual([...new Set(lines.notes.map(note => note.input))], [0, 1]);
  const back = bridge.translate(lines.messages.join('\n'), 'a2ui@0.9', 'aap', { carry: lines.carry });
  assert.deepEqual(back.messages, [RECORD, other]);
});

test('no messages give no messages', () => {
  for (const nothing of ['', '[]', []]) assert.deepEqual(bridge.translate(nothing, 'aap', 'a2ui@0.9').messages, []);
});

test('notes name what only the carry restores', () => {
  const { notes } = bridge.translate(RECORD, 'aap', 'a2ui@0.9');
  const lost = notes.filter(isLost).map(note => note.from);
  assert.ok(lost.includes('/id') && lost.includes('/summary'));
  const shown = notes.find(note => note.from === '/timestamp');
  assert.deepEqual([shown.verdict, shown.to, shown.message], ['copied', '/action/timestamp', 0]);
});

test('a result can be copied, and is not changed by later calls', () => {
  const first = bridge.translate(RECORD, 'aap', 'a2ui@0.9');
  bridge.translate(JSON.stringify(CLICK), 'a2ui@0.9', 'ahp');
  const copy = structuredClone({ ...first });
  const again = bridge.translate(RECORD, 'aap', 'a2ui@0.9');
  assert.deepEqual(copy, { ...again });
  assert.equal(first.notes, first.notes);
  assert.equal(JSON.parse(JSON.stringify(first)).carry, first.carry);
});

test('an edit survives and the rest is restored', () => {
  const there = bridge.translate(JSON.parse(RECORD), 'aap', 'a2ui@0.9');
  there.messages[0].action.name = 'submit';
  const [back] = bridge.translate(there.messages, 'a2ui@0.9', 'aap', { carry: there.carry }).messages;
  assert.deepEqual([back.action, back.id], ['submit', '7']);
});

test('a carry inside the message is used on request', () => {
  const there = bridge.translate(CLICK, 'a2ui@0.9', 'aap', { embed: true });
  assert.deepEqual(bridge.translate(there.messages, 'aap', 'a2ui@0.9', { trustEmbedded: true }).messages, [CLICK]);
});

test('the context supplies what messages do not hold', () => {
  const [event] = bridge.translate(RECORD, 'aap', 'actions-json', { context: { runtimeId: 'rt-ü' } }).messages;
  assert.match(event, /"rt-ü"/);
  const same = bridge.translate(RECORD, 'aap', 'actions-json', { context: '{"runtimeId":"rt-ü"}', carry: '{"v":1,"layers":[]}' });
  assert.deepEqual(same.messages, [event]);
});

test('a stream translates the same in one call and in many', () => {
  const atOnce = bridge.translate(STREAM, 'a2ui@0.9', 'a2ui@0.8').messages;
  const translator = new bridge.Translator('a2ui@0.9', 'a2ui@0.8');
  const oneByOne = STREAM.flatMap(message => translator.push(message).messages);
  assert.deepEqual([...oneByOne, ...translator.finish().messages], atOnce);
  assert.ok(atOnce.length >= 3);
  translator.free();
});

test('a saved translator continues', () => {
  const expected = bridge.translate(STREAM, 'a2ui@0.9', 'a2ui@0.8').messages;
  let translator = new bridge.Translator('a2ui@0.9', 'a2ui@0.8');
  const found = [];
  for (const message of STREAM) {
    found.push(...translator.push(message).messages);
    const saved = translator.save();
    translator.free();
    translator = bridge.Translator.resume(saved);
  }
  assert.deepEqual([...found, ...translator.finish().messages], expected);
  assert.ok(translator instanceof bridge.Translator);
});

test('a translator gives text for text', () => {
  const translator = new bridge.Translator('a2ui@0.9', 'ahp');
  const pushed = STREAM.flatMap(message => translator.push(JSON.stringify(message)).messages);
  const all = [...pushed, ...translator.finish().messages];
  assert.ok(all.length > 0 && all.every(message => typeof message === 'string'));
  const exact = new bridge.Translator('a2ui@0.9', 'a2ui@0.8', { exact: true });
  assert.ok(STREAM.flatMap(message => exact.push(message).messages).every(message => typeof message === 'string'));
});

test('translators do not disturb each other', () => {
  const [one, other] = [1, 2].map(() => new bridge.Translator('a2ui@0.9', 'a2ui@0.8'));
  const [ofOne, ofOther] = [[], []];
  for (const message of STREAM) {
    ofOne.push(...one.push(message).messages);
    ofOther.push(...other.push(message).messages);
  }
  one.free();
  assert.deepEqual([...ofOther, ...other.finish().messages], bridge.translate(STREAM, 'a2ui@0.9', 'a2ui@0.8').messages);
});

test('decode reads and writes', () => {
  const text = ' {"version" : "v0.9", "deleteSurface": {"surfaceId": "s"}}';
  assert.deepEqual(bridge.decode(text).messages, ['{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}']);
  assert.deepEqual(bridge.decode(JSON.parse(text), { protocol: 'a2ui' }).messages, [JSON.parse(text)]);
  assert.deepEqual(bridge.decode(JSON.parse(text), { exact: true }).messages, bridge.decode(text).messages);
  assert.deepEqual(bridge.decode(RECORD, { protocol: 'aap', type: 'Interaction' }).messages, [RECORD]);
});

test('check returns findings', () => {
  assert.deepEqual(bridge.check('{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}', { protocol: 'a2ui' }), []);
  const [finding, ...others] = bridge.check('\n{"version":"v0.9","deleteSurface":{"surfaceId":7}}', { protocol: 'a2ui' });
  assert.deepEqual([finding.severity, finding.pointer, finding.line, others.length], ['error', '/deleteSurface/surfaceId', 2, 0]);
  assert.ok(finding.hint && finding.message);
});

test('check uses catalogs', () => {
  const catalog = { catalogId: 'urn:example:catalog', components: { Gauge: { type: 'object', properties: { component: { const: 'Gauge' }, id: {}, level: { type: 'number' } }, required: ['level'] } } };
  const stream = level => [
    { version: 'v0.9', createSurface: { surfaceId: 's', catalogId: catalog.catalogId } },
    { version: 'v0.9', updateComponents: { surfaceId: 's', components: [{ id: 'root', component: 'Gauge', level }] } },
  ];
  const errors = (level, catalogs) => bridge.check(stream(level), { protocol: 'a2ui', catalogs }).filter(({ severity }) => severity === 'error').length;
  assert.equal(errors(1, [catalog]), 0);
  assert.ok(errors('high', [catalog]) > 0);
  assert.equal(errors('high', [JSON.stringify(catalog)]), errors('high', [catalog]));
});

test('fold returns the states of a stream', () => {
  const { states } = bridge.fold(STREAM);
  assert.equal(states.length, 1);
  assert.match(JSON.stringify(states), /Ada/);
  const texts = bridge.fold(STREAM.map(message => JSON.stringify(message)).join('\n'), { protocol: 'a2ui' }).states;
  assert.deepEqual(texts.map(text => JSON.parse(text)), states);
});

test('repair corrects and names the correction', () => {
  const repaired = bridge.repair('{"version":"v0.9","deleteSurface":{"surfaceID":"s"}}', { protocol: 'a2ui' });
  assert.equal(repaired.text.trim(), '{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}');
  assert.deepEqual([repaired.changes.length, repaired.findings.length], [1, 0]);
});

test('recognize names the dialect', () => {
  assert.match(bridge.recognize('{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}'), /^a2ui/);
  assert.match(bridge.recognize(CLICK), /^a2ui/);
  for (const text of ['{"weather":"fine"}', 'no JSON', '']) assert.equal(bridge.recognize(text), undefined);
});

test('a message schema describes the selected components of a catalog', () => {
  const options = { target: 'openai', components: ['Text'], functions: [], optional: ['variant'] };
  const schema = bridge.messageSchema('a2ui@0.9', options);
  assert.deepEqual(Object.keys(schema.$defs.Text.properties), ['component', 'id', 'text', 'variant']);
  const catalog = { catalogId: 'shop', protocolVersion: '0.9', components: { Price: { properties: { cents: { type: 'number' } } } } };
  assert.ok(bridge.messageSchema('a2ui@0.9', { catalog }).$defs.Price);
  assert.throws(() => bridge.messageSchema('a2ui@0.9', { target: 'anthropic' }), /80 optional members, at most 24/);
});

test('every type has a schema', () => {
  for (const dialect of bridge.dialects) {
    assert.ok(bridge.schema(dialect));
    for (const type of bridge.types(dialect)) assert.equal(typeof bridge.schema(dialect, type), 'object', type);
  }
});

test('the names of dialects are those of the program', () => {
  for (const name of ['aap@1.0', 'a2ui@0.8', 'a2ui@0.9', 'a2ui@1.0', 'ahp@canvas']) assert.ok(bridge.dialects.includes(name), name);
  assert.match(bridge.version, /^\d+\.\d+\.\d+/);
});
