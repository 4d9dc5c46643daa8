// Every call, with text and with objects.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLost, UsageError } from 'agent-ui-bridge';
import { agentUi } from './bridge.mjs';
import { CLICK, CLICK_0_9, RECORD, STREAM, SURFACE_0_8 } from './values.mjs';

const texts = ({ messages }) => messages.map(({ text }) => text);
const OTHER = RECORD.replace('"7"', '"8"');

test('text comes back byte for byte', () => {
  const there = agentUi.translate(RECORD, 'aap', 'a2ui@0.9');
  const [{ text, carry }] = there.messages;
  assert.match(text, /"context":\{"fee":2\.50,"id":12345678901234567890\}/);
  assert.deepEqual(texts(agentUi.translate(there.messages, 'a2ui@0.9', 'aap')), [RECORD]);
  assert.deepEqual(texts(agentUi.translate(text, 'a2ui@0.9', 'aap', { carry })), [RECORD]);
});

test('bytes give the same as text', () => {
  const expected = agentUi.translate(RECORD, 'aap', 'a2ui@0.9');
  assert.deepEqual(agentUi.translate(new TextEncoder().encode(RECORD), 'aap', 'a2ui@0.9'), expected);
});

test('objects come back', () => {
  const [message] = agentUi.translate(CLICK, 'a2ui@0.9', 'aap').messages;
  assert.equal(message.value.action, 'save');
  assert.equal(message.value, message.value);
  const { carry } = message;
  for (const back of [
    agentUi.translate(message, 'aap', 'a2ui@0.9'), agentUi.translate([message], 'aap', 'a2ui@0.9'), agentUi.translate(message.value, 'aap', 'a2ui@0.9', { carry }),
    agentUi.translate([message.value], 'aap', 'a2ui@0.9', { carry: [carry] }), agentUi.translate(message.text, 'aap', 'a2ui@0.9', { carry: [carry] }),
  ]) assert.deepEqual(back.messages.map(({ value }) => value), [CLICK]);
});

test('each message brings its own carry in any order', () => {
  const { messages } = agentUi.translate([RECORD, OTHER].join('\n'), 'aap', 'a2ui@0.9');
  assert.deepEqual(texts(agentUi.translate(messages, 'a2ui@0.9', 'aap')), [RECORD, OTHER]);
  assert.deepEqual(texts(agentUi.translate([...messages].reverse(), 'a2ui@0.9', 'aap')), [OTHER, RECORD]);
  assert.deepEqual(texts(agentUi.translate(messages[1], 'a2ui@0.9', 'aap')), [OTHER]);
});

test('each message gets its own carry, or is refused', () => {
  const records = [RECORD, OTHER.replace('click', 'reject')].map(text => ({ ...JSON.parse(text), data: { fee: 2.5 } }));
  const { messages } = agentUi.translate(records, 'aap', 'a2ui@0.9');
  const carry = messages.map(message => message.carry);
  const values = messages.map(({ value }) => value);
  assert.deepEqual(agentUi.translate(values, 'a2ui@0.9', 'aap', { carry }).messages.map(({ value }) => value.id), ['7', '8']);
  // Each message gets the carry that was made for it.
  assert.deepEqual(agentUi.translate([...values].reverse(), 'a2ui@0.9', 'aap', { carry }).messages.map(({ value }) => value.id), ['8', '7']);
  // An edited message gets the carry at its place, with a warning.
  const single = agentUi.translate({ ...values[0], extra: 1 }, 'a2ui@0.9', 'aap', { carry: carry[0] });
  assert.deepEqual(single.findings.map(({ rule, severity }) => [rule, severity]), [['carry/other-message', 'warning']]);
  // The first message was edited, and its carry has the place of the second one.
  const edited = structuredClone(values);
  edited[0].action.name = 'edited';
  assert.deepEqual(agentUi.translate(edited, 'a2ui@0.9', 'aap', { carry }).messages.map(({ value }) => value.id), ['7', '8']);
  const exchanged = () => agentUi.translate(edited, 'a2ui@0.9', 'aap', { carry: [...carry].reverse() });
  assert.throws(exchanged, error => error instanceof UsageError && error.rule === 'carry/other-message');
});

test('messages with and without a carry are one list', () => {
  const [message] = agentUi.translate(RECORD, 'aap', 'a2ui@0.9').messages;
  const [first, second] = agentUi.translate([CLICK, message], 'a2ui@0.9', 'aap').messages;
  assert.deepEqual([first.value.action, second.text], ['save', RECORD]);
  const { value, carry } = message;
  assert.equal(agentUi.translate([CLICK, value], 'a2ui@0.9', 'aap', { carry: [undefined, carry] }).messages[1].value.id, '7');
});

test('copies of a message are messages', () => {
  const { messages } = agentUi.translate(RECORD, 'aap', 'a2ui@0.9');
  const [{ text, carry }] = messages;
  for (const copy of [structuredClone(messages), JSON.parse(JSON.stringify(messages)), messages.map(message => ({ ...message })), [{ text, carry }]]) {
    assert.deepEqual(texts(agentUi.translate(copy, 'a2ui@0.9', 'aap')), [RECORD]);
  }
  assert.deepEqual(structuredClone(messages), [{ text, value: JSON.parse(text), carry, notes: messages[0].notes }]);
});

test('results of decode and fold are messages for other calls', () => {
  const decoded = agentUi.decode(STREAM).messages;
  assert.deepEqual(agentUi.translate(decoded, 'a2ui@0.9', 'a2ui@0.8').messages, agentUi.translate(STREAM, 'a2ui@0.9', 'a2ui@0.8').messages);
  assert.deepEqual(agentUi.fold(decoded), agentUi.fold(STREAM));
  assert.equal(agentUi.recognize(decoded[0]), agentUi.recognize(STREAM[0]));
});

test('a list and JSON Lines are the same messages', () => {
  const listed = agentUi.translate(`[${RECORD},${OTHER}]`, 'aap', 'a2ui@0.9');
  const lines = agentUi.translate(`${RECORD}\n${OTHER}\n`, 'aap', 'a2ui@0.9');
  assert.equal(lines.messages.length, 2);
  assert.deepEqual(listed, lines);
  assert.deepEqual(lines.messages.map(({ notes }) => [...new Set(notes.map(note => note.input))]), [[0], [1]]);
  assert.deepEqual(lines.notes, lines.messages.flatMap(({ notes }) => notes));
  const carry = lines.messages.map(message => message.carry);
  assert.deepEqual(texts(agentUi.translate(texts(lines).join('\n'), 'a2ui@0.9', 'aap', { carry })), [RECORD, OTHER]);
});

test('no messages give no messages', () => {
  for (const nothing of ['', '[]', []]) assert.deepEqual(agentUi.translate(nothing, 'aap', 'a2ui@0.9').messages, []);
});

test('notes name what only the carry restores', () => {
  const { notes } = agentUi.translate(RECORD, 'aap', 'a2ui@0.9');
  const lost = notes.filter(isLost).map(note => note.from);
  assert.ok(lost.includes('/id') && lost.includes('/summary'));
  const shown = notes.find(note => note.from === '/timestamp');
  assert.deepEqual([shown.verdict, shown.to], ['copied', '/action/timestamp']);
});

test('a result can be copied, and is not changed by later calls', () => {
  const first = agentUi.translate(RECORD, 'aap', 'a2ui@0.9');
  agentUi.translate(JSON.stringify(CLICK), 'a2ui@0.9', 'ahp');
  const copy = structuredClone(first);
  assert.deepEqual(copy, structuredClone(agentUi.translate(RECORD, 'aap', 'a2ui@0.9')));
  assert.equal(first.notes, first.notes);
  assert.deepEqual(JSON.parse(JSON.stringify(first)).messages[0].notes, first.messages[0].notes);
});

test('an edit survives and the rest is restored', () => {
  const [{ value, text, carry }] = agentUi.translate(JSON.parse(RECORD), 'aap', 'a2ui@0.9').messages;
  value.action.name = 'submit';
  for (const edited of [value, [value], text.replace('"name":"click"', '"name":"submit"')]) {
    const [back] = agentUi.translate(edited, 'a2ui@0.9', 'aap', { carry }).messages;
    assert.deepEqual([back.value.action, back.value.id], ['submit', '7']);
  }
});

test('an edited value inside its message is refused', () => {
  const { messages } = agentUi.translate(JSON.parse(RECORD), 'aap', 'a2ui@0.9');
  const copy = structuredClone(messages);
  for (const edited of [messages, copy]) {
    edited[0].value.action.name = 'submit';
    assert.throws(() => agentUi.translate(edited, 'a2ui@0.9', 'aap'), error => error instanceof UsageError && error.rule === 'js/edited' && error.pointer === '/0');
  }
});

test('a carry inside the message is used on request', () => {
  const [{ value }] = agentUi.translate(CLICK, 'a2ui@0.9', 'aap', { embed: true }).messages;
  assert.deepEqual(agentUi.translate(value, 'aap', 'a2ui@0.9', { trustEmbedded: true }).messages[0].value, CLICK);
});

test('the context supplies what messages do not hold', () => {
  const [event] = agentUi.translate(RECORD, 'aap', 'actions-json', { context: { runtimeId: 'rt-ü' } }).messages;
  assert.match(event.text, /"rt-ü"/);
  const same = agentUi.translate(RECORD, 'aap', 'actions-json', { context: '{"runtimeId":"rt-ü"}', carry: '{"v":1,"layers":[]}' });
  assert.deepEqual(texts(same), [event.text]);
});

test('the surfaces of a context can be messages of a result', () => {
  const surfaces = agentUi.translate(SURFACE_0_8, 'a2ui@0.8', 'a2ui@0.9').messages;
  const [ofMessages, ofValues] = [surfaces, surfaces.map(({ value }) => value)].map(each => (
    texts(agentUi.translate(CLICK_0_9, 'a2ui@0.9', 'aap', { context: { surfaces: each, title: 't' } }))
  ));
  assert.deepEqual(ofMessages, ofValues);
});

test('a key seals carries, and ignores those of others', () => {
  const carryKey = '0123456789abcdef';
  const back = (messages, key) => agentUi.translate(messages, 'a2ui@0.9', 'aap', { carryKey: key }).messages[0].value.id;
  const there = agentUi.translate(RECORD, 'aap', 'a2ui@0.9', { carryKey });
  assert.equal(back(there.messages, new TextEncoder().encode(carryKey)), '7');
  assert.notEqual(back(there.messages, 'another key of 16 bytes'), '7');
  assert.notEqual(back(agentUi.translate(RECORD, 'aap', 'a2ui@0.9').messages, carryKey), '7');
});

test('ids of components are escaped on request', () => {
  const surface = [STREAM[0], { version: 'v0.9', updateComponents: { surfaceId: 's', components: [{ id: 'root', component: 'Card', child: 'my text' }, { id: 'my text', component: 'Text', text: 'a' }] } }];
  const written = escapeIds => texts(agentUi.translate(surface, 'a2ui@0.9', 'a2ui@1.0', { escapeIds })).join();
  assert.match(written(false), /"my text"/);
  assert.doesNotMatch(written(true), /"my text"/);
});

test('the memory of a session is limited on request', () => {
  const translator = new agentUi.Translator('a2ui@0.9', 'a2ui@0.8', { maxBytes: 100 });
  assert.throws(() => translator.push([...STREAM, { version: 'v0.9', updateDataModel: { surfaceId: 's', value: 'x'.repeat(1000) } }]), { kind: 'limit' });
  translator.free();
});

test('a message type of AAP is selected by its name', () => {
  const request = { canvasFile: 'a.html', action: 'click', element: 'b', data: { fee: 2.5 }, summary: 'x' };
  const [message] = agentUi.translate(request, 'aap', 'a2ui@0.9', { type: 'SubmitRequest', context: { time: '2026-05-18T15:30:00.000Z' } }).messages;
  assert.equal(message.value.action.name, 'click');
});

test('a stream translates the same in one call and in many', () => {
  const atOnce = texts(agentUi.translate(STREAM, 'a2ui@0.9', 'a2ui@0.8'));
  const translator = new agentUi.Translator('a2ui@0.9', 'a2ui@0.8');
  const oneByOne = STREAM.flatMap(message => texts(translator.push(message)));
  assert.deepEqual([...oneByOne, ...texts(translator.finish())], atOnce);
  assert.ok(atOnce.length >= 3);
  translator.free();
});

test('a saved translator continues', () => {
  const expected = texts(agentUi.translate(STREAM, 'a2ui@0.9', 'a2ui@0.8'));
  let translator = new agentUi.Translator('a2ui@0.9', 'a2ui@0.8');
  const found = [];
  for (const message of STREAM) {
    found.push(...texts(translator.push(message)));
    const saved = translator.save();
    translator.free();
    translator = agentUi.Translator.resume(saved);
  }
  assert.deepEqual([...found, ...texts(translator.finish())], expected);
  assert.ok(translator instanceof agentUi.Translator);
});

test('translators do not disturb each other', () => {
  const [one, other] = [1, 2].map(() => new agentUi.Translator('a2ui@0.9', 'a2ui@0.8'));
  const [ofOne, ofOther] = [[], []];
  for (const message of STREAM) {
    ofOne.push(...texts(one.push(message)));
    ofOther.push(...texts(other.push(message)));
  }
  one.free();
  assert.deepEqual([...ofOther, ...texts(other.finish())], texts(agentUi.translate(STREAM, 'a2ui@0.9', 'a2ui@0.8')));
});

test('decode reads and writes', () => {
  const text = ' {"version" : "v0.9", "deleteSurface": {"surfaceId": "s"}}';
  assert.deepEqual(texts(agentUi.decode(text)), ['{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}']);
  assert.deepEqual(agentUi.decode(JSON.parse(text), { protocol: 'a2ui' }).messages[0].value, JSON.parse(text));
  assert.deepEqual(texts(agentUi.decode(RECORD, { protocol: 'aap', type: 'Interaction' })), [RECORD]);
});

test('check returns findings', () => {
  assert.deepEqual(agentUi.check('{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}', { protocol: 'a2ui' }), []);
  const [finding, ...others] = agentUi.check('\n{"version":"v0.9","deleteSurface":{"surfaceId":7}}', { protocol: 'a2ui' });
  assert.deepEqual([finding.severity, finding.pointer, finding.line, others.length], ['error', '/deleteSurface/surfaceId', 2, 0]);
  assert.ok(finding.hint && finding.message);
});

test('check uses catalogs', () => {
  const catalog = { catalogId: 'urn:example:catalog', components: { Gauge: { type: 'object', properties: { component: { const: 'Gauge' }, id: {}, level: { type: 'number' } }, required: ['level'] } } };
  const stream = level => [
    { version: 'v0.9', createSurface: { surfaceId: 's', catalogId: catalog.catalogId } },
    { version: 'v0.9', updateComponents: { surfaceId: 's', components: [{ id: 'root', component: 'Gauge', level }] } },
  ];
  const errors = (level, catalogs) => agentUi.check(stream(level), { protocol: 'a2ui', catalogs }).filter(({ severity }) => severity === 'error').length;
  assert.equal(errors(1, [catalog]), 0);
  assert.ok(errors('high', [catalog]) > 0);
  assert.equal(errors('high', [JSON.stringify(catalog)]), errors('high', [catalog]));
});

test('fold returns the states of a stream', () => {
  const { states } = agentUi.fold(STREAM);
  assert.equal(states.length, 1);
  assert.match(JSON.stringify(states), /Ada/);
  const ofText = agentUi.fold(STREAM.map(message => JSON.stringify(message)).join('\n'), { protocol: 'a2ui' }).states;
  assert.deepEqual(ofText, states);
});

test('repair corrects and names the correction', () => {
  const repaired = agentUi.repair('{"version":"v0.9","deleteSurface":{"surfaceID":"s"}}', { protocol: 'a2ui' });
  assert.equal(repaired.text.trim(), '{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}');
  assert.deepEqual([repaired.changes.length, repaired.findings.length], [1, 0]);
});

test('recognize names the dialect', () => {
  assert.match(agentUi.recognize('{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}'), /^a2ui/);
  assert.match(agentUi.recognize(CLICK), /^a2ui/);
  for (const text of ['{"weather":"fine"}', 'no JSON', '']) assert.equal(agentUi.recognize(text), undefined);
});

test('a message schema describes the selected components of a catalog', () => {
  const options = { target: 'openai', components: ['Text'], functions: [], optional: ['variant'] };
  const schema = agentUi.messageSchema('a2ui@0.9', options);
  assert.deepEqual(Object.keys(schema.$defs.Text.properties), ['component', 'id', 'text', 'variant']);
  const catalog = { catalogId: 'shop', protocolVersion: '0.9', components: { Price: { properties: { cents: { type: 'number' } } } } };
  assert.ok(agentUi.messageSchema('a2ui@0.9', { catalog }).$defs.Price);
  assert.throws(() => agentUi.messageSchema('a2ui@0.9', { target: 'anthropic' }), /80 optional members, at most 24/);
});

test('every type has a schema', () => {
  for (const dialect of agentUi.dialects) {
    assert.ok(agentUi.schema(dialect));
    for (const type of agentUi.types(dialect)) assert.equal(typeof agentUi.schema(dialect, type), 'object', type);
  }
});

test('the names of dialects are those of the program', () => {
  for (const name of ['aap@1.0', 'a2ui@0.8', 'a2ui@0.9', 'a2ui@1.0', 'ahp@canvas']) assert.ok(agentUi.dialects.includes(name), name);
  assert.match(agentUi.version, /^\d+\.\d+\.\d+/);
});
