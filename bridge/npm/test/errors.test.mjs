// Refusals and wrong arguments.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AgentUiError, RefusedError, UsageError } from 'agent-ui-bridge';
import { agentUi } from './bridge.mjs';
import { BROKEN, CLICK, RECORD, STREAM } from './values.mjs';

/** The error of a call. */
function thrown(call) {
  try {
    call();
  } catch (error) {
    return error;
  }
  assert.fail('the call has returned');
}

test('a refusal has place, rule and hint, and the other translations', () => {
  const error = thrown(() => agentUi.translate(`${RECORD}\n${BROKEN}\n${RECORD}`, 'aap', 'a2ui@0.9'));
  assert.ok(error instanceof RefusedError && error instanceof AgentUiError && error instanceof Error);
  assert.deepEqual([error.name, error.kind, error.rule, error.line, error.column, error.pointer], ['RefusedError', 'decode', 'missing', 2, 1, '/timestamp']);
  assert.ok(error.message && error.hint);
  assert.deepEqual(error.refusals, [error.finding]);
  assert.equal(error.translation.messages.length, 2);
  assert.ok(error.translation.messages.every(({ carry }) => carry));
});

test('every refused message is listed', () => {
  const error = thrown(() => agentUi.translate(`${BROKEN}\n${BROKEN}`, 'aap', 'a2ui@0.9'));
  assert.deepEqual(error.refusals.map(refusal => refusal.line), [1, 2]);
  assert.deepEqual(error.translation.messages, []);
});

test('a repair is refused on request', () => {
  const text = '{"version":"v0.9","deleteSurface":{"surfaceID":"s"}}';
  assert.ok(agentUi.translate(text, 'a2ui@0.9', 'a2ui@1.0').findings.length > 0);
  assert.ok(thrown(() => agentUi.translate(text, 'a2ui@0.9', 'a2ui@1.0', { strict: true })) instanceof RefusedError);
});

test('a missing fact is refused with its kind', () => {
  assert.equal(thrown(() => agentUi.translate(RECORD, 'aap', 'actions-json')).kind, 'context');
});

test('an unreadable message of decode and fold is refused', () => {
  for (const call of [() => agentUi.decode('{"version":"v0.9"}', { protocol: 'a2ui' }), () => agentUi.fold('{"version":"v0.9","createSurface":{}}', { protocol: 'a2ui' })]) {
    const error = thrown(call);
    assert.ok(error instanceof RefusedError, String(error));
    assert.equal(error.translation, undefined);
  }
});

test('bytes that are not UTF-8 are refused at their place', () => {
  const text = Buffer.concat([Buffer.from('{"id":\n"'), Buffer.from([0xff]), Buffer.from('"}')]);
  const error = thrown(() => agentUi.translate(text, 'aap', 'a2ui'));
  assert.ok(error instanceof RefusedError);
  assert.deepEqual([error.rule, error.line], ['encoding', 2]);
});

test('half of a surrogate pair is reported, never replaced', () => {
  const error = thrown(() => agentUi.translate(RECORD.replace('a.html', '\ud83d'), 'aap', 'a2ui@0.9', { strict: true }));
  assert.equal(error.line, 1);
  assert.ok(agentUi.check(RECORD.replace('a.html', '\ud83d'), { protocol: 'aap' }).length > 0);
});

const circle = {};
circle.self = circle;
for (const [name, call] of Object.entries({
  'an unknown source': () => agentUi.translate('{}', 'nonsense', 'aap'),
  'an unknown target': () => agentUi.translate('{}', 'aap', 'a2u'),
  'a pair without a mapping': () => agentUi.translate('{}', 'aap', 'mcp'),
  'an unreadable carry': () => agentUi.translate('{}', 'aap', 'a2ui', { carry: 'no carry' }),
  'an unreadable context': () => agentUi.translate('{}', 'aap', 'a2ui', { context: '{"routes":7}' }),
  'a context without JSON': () => agentUi.translate('{}', 'aap', 'a2ui', { context: { time: Number.NaN } }),
  'a translator of nothing': () => new agentUi.Translator('nonsense', 'aap'),
  'an unreadable state': () => agentUi.Translator.resume('nothing'),
  'decode of nothing': () => agentUi.decode('{}', { protocol: 'nonsense' }),
  'an unknown type': () => agentUi.decode('{}', { protocol: 'aap', type: 'Nonsense' }),
  'check of nothing': () => agentUi.check('{}', { protocol: 'nonsense' }),
  'an unknown profile': () => agentUi.check('{}', { protocol: 'actions-json', profile: 'nonsense' }),
  'an unreadable catalog': () => agentUi.check('{}', { protocol: 'a2ui', catalogs: ['{'] }),
  'fold of nothing': () => agentUi.fold('{}', { protocol: 'nonsense' }),
  'repair of nothing': () => agentUi.repair('{}', { protocol: 'nonsense' }),
  'a schema of nothing': () => agentUi.schema('nonsense'),
  'a schema of an unknown type': () => agentUi.schema('aap', 'Nonsense'),
  'types of nothing': () => agentUi.types('nonsense'),
  'a name that is not a text': () => agentUi.types(7),
  'a number as the message': () => agentUi.translate(7, 'aap', 'a2ui'),
  'no message': () => agentUi.translate(undefined, 'aap', 'a2ui'),
  'a circle': () => agentUi.translate(circle, 'aap', 'a2ui'),
})) {
  test(`${name} is a wrong argument`, () => {
    const error = thrown(call);
    assert.ok(error instanceof UsageError, String(error.stack));
    assert.ok(error.message && error.hint && error.rule);
    assert.equal(error.kind, undefined);
  });
}

test('a value that JSON cannot hold is refused with its place', () => {
  const place = value => thrown(() => agentUi.translate({ action: { 'a/b': [null, value] } }, 'a2ui@0.9', 'aap')).pointer;
  for (const value of [Number.NaN, Infinity, 10n, { toJSON: () => -Infinity }]) assert.equal(place(value), '/action/a~1b/1');
});

test('a refused message changes nothing in a translator', () => {
  const translator = new agentUi.Translator('a2ui@0.9', 'a2ui@0.8');
  translator.push(STREAM[0]);
  const saved = translator.save();
  assert.ok(thrown(() => translator.push({ version: 'v0.9', updateComponents: { surfaceId: 7 } })) instanceof RefusedError);
  assert.ok(thrown(() => translator.push(STREAM[1], { carry: 'no carry' })) instanceof UsageError);
  assert.deepEqual(translator.push(STREAM[1]), agentUi.Translator.resume(saved).push(STREAM[1]));
});

test('a freed translator is a wrong argument', () => {
  const translator = new agentUi.Translator('a2ui@0.9', 'a2ui@0.8');
  translator[Symbol.dispose ?? 'free']();
  translator.free();
  for (const call of [() => translator.push(STREAM[0]), () => translator.finish(), () => translator.save()]) {
    const error = thrown(call);
    assert.ok(error instanceof UsageError && /freed/.test(error.message));
  }
  // The next translator does not take its place.
  const next = new agentUi.Translator('a2ui@0.9', 'a2ui@0.8');
  assert.ok(thrown(() => translator.push(STREAM[0])) instanceof UsageError);
  next.free();
});

test('hostile input stops nothing', () => {
  const deep = '['.repeat(200_000);
  const object = '{"a":'.repeat(100_000);
  for (const text of [deep, object, `{"version":"v0.9","action":${object}`, `"${'x'.repeat(1_000_000)}"`, '\u0000', '\ufeff', '}{', '-', '"\\']) {
    for (const call of [
      () => agentUi.translate(text, 'a2ui@0.9', 'aap'), () => agentUi.decode(text, { protocol: 'a2ui' }), () => agentUi.check(text, { protocol: 'ahp' }),
      () => agentUi.fold(text, { protocol: 'a2ui' }), () => agentUi.repair(text, { protocol: 'a2ui' }), () => agentUi.recognize(text),
      () => agentUi.translate(RECORD, 'aap', 'a2ui', { carry: text }), () => agentUi.translate(RECORD, 'aap', 'a2ui', { context: text }),
      () => agentUi.Translator.resume(text),
    ]) {
      try {
        call();
      } catch (error) {
        if (!(error instanceof AgentUiError)) throw error;
      }
    }
  }
  assert.equal(agentUi.translate(CLICK, 'a2ui@0.9', 'aap').messages.length, 1);
});

test('damaged messages stop nothing', () => {
  let state = 46;
  const random = below => {
    state = Math.imul(state, 1664525) + 1013904223 >>> 0;
    return state % below;
  };
  const texts = [RECORD, JSON.stringify(CLICK), ...STREAM.map(message => JSON.stringify(message))].map(text => Buffer.from(text));
  for (let round = 0; round < 2_000; round += 1) {
    const text = Buffer.from(texts[random(texts.length)]);
    for (let edits = 1 + random(4); edits > 0; edits -= 1) text[random(text.length)] = random(256);
    for (const call of [() => agentUi.translate(text, 'a2ui', 'a2ui@0.8'), () => agentUi.check(text, { protocol: 'aap' }), () => agentUi.repair(text)]) {
      try {
        call();
      } catch (error) {
        if (!(error instanceof AgentUiError)) throw error;
      }
    }
  }
});

test('hints name the options of JavaScript', () => {
  const create = '{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}';
  const event = '{"type":"dom_event","event_id":"e-1","runtime_id":"rt-1","name":"kiosk.opened","payload":{}}';
  for (const [message, from, to, hint] of [
    [RECORD, 'aap', 'actions-json', 'pass the runtime id with `options.context.runtimeId`'],
    [event, 'actions-json', 'aap', 'pass the manifest of the page with `options.context.manifest`'],
    [RECORD, 'a2ui', 'aap', 'this looks like aap: set `from` to `aap`'],
    ['record.json', 'aap', 'a2ui', 'read the file first, and pass its text'],
  ]) {
    assert.equal(thrown(() => agentUi.translate(message, from, to)).hint, hint);
  }
  const strictly = thrown(() => agentUi.translate(create.replace('surfaceId', 'surfaceID'), 'a2ui@0.9', 'a2ui@1.0', { strict: true }));
  assert.equal(strictly.hint, '`repair()` applies this repair, and so does reading without `options.strict`');
  const update = '{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Clock"}]}}';
  const found = agentUi.check(`${create}\n${update}`, { protocol: 'a2ui' }).find(finding => finding.rule === 'unjudged-catalog');
  assert.equal(found.hint, 'pass the catalog with `options.catalogs`');
});

test('skipped text is a finding', () => {
  const create = '{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}';
  const text = `Here it is:\n\`\`\`json\n${create}\n\`\`\`\nDone.`;
  for (const findings of [agentUi.check(text), agentUi.translate(text, 'a2ui', 'a2ui@1.0').findings]) {
    const skipped = findings.filter(finding => finding.rule === 'text-around');
    assert.deepEqual(skipped.map(finding => [finding.line, finding.message]), [[1, '2 lines of text around the messages were skipped']]);
  }
});

test('a wrong context and equal ends are named', () => {
  for (const [context, hint] of [[{ runtime_id: 'r' }, 'did you mean `runtimeId`?'], [[1], 'pass an object with the members `routes`, ']]) {
    const error = thrown(() => agentUi.translate(RECORD, 'aap', 'actions-json', { context }));
    assert.ok(error instanceof UsageError && error.hint.startsWith(hint), error.hint);
  }
  assert.match(thrown(() => agentUi.translate(RECORD, 'aap', 'aap')).message, /there is nothing to translate/);
  assert.match(thrown(() => agentUi.check('record.json')).message, /this is the path of a file/);
});
