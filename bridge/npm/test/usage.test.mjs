// Wrong arguments: each is a UsageError that says what to pass.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AgentUi, UsageError } from 'agent-ui-bridge';
import { agentUi } from './bridge.mjs';
import { CLICK, RECORD, STREAM } from './values.mjs';

/** The error of a wrong argument. */
function wrong(call) {
  try {
    call();
  } catch (error) {
    assert.ok(error instanceof UsageError, String(error.stack));
    assert.ok(error.message && error.rule);
    return error;
  }
  return assert.fail('the call has returned');
}

function* generated() {
  yield CLICK;
}
const bytes = new TextEncoder().encode(RECORD);
const translate = message => () => agentUi.translate(message, 'aap', 'a2ui@0.9');

for (const [name, message, hint] of [
  ['a Promise', Promise.resolve(RECORD), /`await` it/],
  ['a thenable', { then() {} }, /`await` it/],
  ['an ArrayBuffer', bytes.buffer, /new Uint8Array\(buffer\)/],
  ['a DataView', new DataView(bytes.buffer), /pass a Uint8Array/],
  ['other typed arrays', new Uint16Array(4), /pass a Uint8Array/],
  ['a Blob', new Blob([RECORD]), /await blob\.text\(\)/],
  ['a Response', new Response(RECORD), /await response\.text\(\)/],
  ['a ReadableStream', new Response(RECORD).body, /await new Response/],
  ['a Map', new Map([['id', '7']]), /Object\.fromEntries/],
  ['a Set', new Set([CLICK]), /\[\.\.\.set\]/],
  ['a generator', generated(), /\[\.\.\.values\]/],
  ['an iterator', [CLICK].values(), /pass an object, a list or a text/],
  ['a boxed text', new String(RECORD), /String\(message\)/],
  ['a number', 7, /pass a string/],
  ['null', null, /pass a string/],
  ['a function', () => CLICK, /pass a string/],
  ['a translation', agentUi.translate(RECORD, 'aap', 'a2ui@0.9'), /pass its `messages`/],
  ['a list of texts', [RECORD], /join the texts/],
  ['a list of Promises', [Promise.resolve(RECORD)], /`await` it/],
]) {
  test(`${name} as the message is a usage error for every call`, () => {
    for (const call of [
      translate(message), () => agentUi.check(message), () => agentUi.decode(message), () => agentUi.fold(message), () => agentUi.repair(message),
      () => agentUi.recognize(message), () => new agentUi.Translator('aap', 'a2ui').push(message), () => new agentUi.Checker('aap').push(message),
      () => new agentUi.Bridge('aap', 'a2ui').forward(message), () => new agentUi.Bridge('aap', 'a2ui').backward(message), () => new agentUi.Bridge('aap', 'a2ui').check(message),
    ]) assert.match(wrong(call).hint, hint);
  });
}

test('the JSON text of messages is refused, because their carries would be ignored', () => {
  const { messages } = agentUi.translate(RECORD, 'aap', 'a2ui@0.9');
  for (const text of [JSON.stringify(messages), JSON.stringify(messages[0])]) {
    const error = wrong(() => agentUi.translate(text, 'a2ui@0.9', 'aap'));
    assert.equal(error.rule, 'carry/copy');
    assert.equal(agentUi.translate(JSON.parse(text), 'a2ui@0.9', 'aap').messages[0].text, RECORD);
  }
});

for (const [name, value] of Object.entries({
  Map: new Map([['a', 1]]), 'an empty Map': new Map(), Set: new Set(), Promise: Promise.resolve(1), ArrayBuffer: bytes.buffer, Uint8Array: bytes, RegExp: /a/,
  'an invalid date': new Date(Number.NaN), generator: generated(), Blob: new Blob(['a']),
})) {
  test(`${name} inside a message is a usage error with its place`, () => {
    for (const message of [{ data: { 'a/b': [value] } }, [{ data: { 'a/b': [value] } }]]) {
      assert.equal(wrong(translate(message)).pointer, `${Array.isArray(message) ? '/0' : ''}/data/a~1b/0`);
    }
  });
}

test('a valid date and empty objects are values', () => {
  const record = { ...JSON.parse(RECORD), timestamp: new Date('2026-05-18T15:30:00.000Z'), data: { a: {}, b: [null, {}], c: { 0: 'x' } } };
  assert.match(agentUi.translate(record, 'aap', 'a2ui@0.9').messages[0].text, /"context":\{"a":\{\},"b":\[null,\{\}\],"c":\{"0":"x"\}\}/);
});

test('a carry of a wrong type is a usage error', () => {
  for (const carry of [{ a: 1 }, 7, null, [7], [{ v: 1 }], bytes]) {
    const error = wrong(() => agentUi.translate(RECORD, 'aap', 'a2ui', { carry }));
    assert.match(error.message, /^the option `carry` is /);
    assert.match(error.hint, /^pass the text of a carry, or a list/);
    assert.match(wrong(() => new agentUi.Translator('aap', 'a2ui').push(RECORD, { carry })).message, /`carry`/);
    assert.match(wrong(() => new agentUi.Bridge('aap', 'a2ui').backward('x', { carry })).message, /`carry`/);
  }
});

test('a carry beside a message of a result is a usage error', () => {
  const { messages } = agentUi.translate(RECORD, 'aap', 'a2ui@0.9');
  for (const message of [messages, messages[0]]) {
    const error = wrong(() => agentUi.translate(message, 'a2ui@0.9', 'aap', { carry: messages[0].carry }));
    assert.equal(error.rule, 'js/carry');
  }
});

test('a wrong number of carries is a usage error', () => {
  const [{ text, carry }] = agentUi.translate(RECORD, 'aap', 'a2ui@0.9').messages;
  assert.equal(wrong(() => agentUi.translate(text.replace('click', 'edited'), 'a2ui@0.9', 'aap', { carry: [carry, carry] })).rule, 'carry/count');
});

test('catalogs and names that are no list are usage errors', () => {
  for (const catalogs of [{}, '{"catalogId":"c"}', new Set(), 7]) {
    for (const call of [
      () => agentUi.check(STREAM, { catalogs }), () => new agentUi.Checker('a2ui', { catalogs }), () => new agentUi.Bridge('a2ui', 'aap', { catalogs }),
    ]) assert.equal(wrong(call).hint, 'pass a list of catalogs');
  }
  assert.equal(wrong(() => agentUi.messageSchema('a2ui@0.9', { components: 'Text' })).hint, 'pass a list of texts');
});

for (const [call, options, hint] of [
  [given => agentUi.translate(RECORD, 'aap', 'a2ui', given), { strcit: true }, 'did you mean `strict`?'],
  [given => agentUi.translate(RECORD, 'aap', 'a2ui', given), { trust_embedded: true }, 'did you mean `trustEmbedded`?'],
  [given => agentUi.translate(RECORD, 'aap', 'a2ui', given), { carries: '' }, 'did you mean `carry`?'],
  [given => agentUi.translate(RECORD, 'aap', 'a2ui', given), { exact: true }, 'the options are `context`, `strict`, '],
  [given => new agentUi.Translator('aap', 'a2ui', given), { carry: '' }, 'the options are `context`, '],
  [given => new agentUi.Translator('aap', 'a2ui').push(RECORD, given), { strict: true }, 'the options are `carry`'],
  [given => new agentUi.Bridge('aap', 'a2ui', given), { catalog: [] }, 'did you mean `catalogs`?'],
  [given => agentUi.Translator.resume(new agentUi.Translator('aap', 'a2ui').save(), given), { Strict: true }, 'did you mean `strict`?'],
  [given => agentUi.check(RECORD, given), { protocoll: 'aap' }, 'did you mean `protocol`?'],
  [given => agentUi.decode(RECORD, given), { typ: 'Interaction' }, 'did you mean `type`?'],
  [given => agentUi.fold(STREAM, given), { asmessages: true }, 'did you mean `asMessages`?'],
  [given => agentUi.repair(RECORD, given), { strict: true }, 'the options are `protocol`'],
  [given => agentUi.messageSchema('a2ui@0.9', given), { component: [] }, 'did you mean `components`?'],
  [given => new agentUi.Checker('aap', given), { profil: 'strict' }, 'did you mean `profile`?'],
  [given => new agentUi.Stream(given), { protokol: 'a2ui' }, 'did you mean `protocol`?'],
]) {
  test(`the unknown option ${Object.keys(options)} of ${call} is named`, () => {
    const error = wrong(() => call(options));
    assert.match(error.message, /^the option `\w+` is unknown$/);
    assert.ok(error.hint.startsWith(hint), error.hint);
  });
}

test('an option of a wrong type is a usage error', () => {
  for (const options of [
    { strict: 'true' }, { strict: null }, { embed: 1 }, { escapeIds: 'x' }, { maxBytes: -1 }, { maxBytes: 1.5 }, { maxBytes: '7' }, { carryKey: 7 }, { carryKey: 'short' },
    { type: 7 }, { type: 'Nonsense' }, { context: 7 }, { context: new Map() }, 'strict', ['strict'], null, 7,
  ]) assert.ok(wrong(() => agentUi.translate(RECORD, 'aap', 'a2ui', options)).hint);
});

test('an unknown member of the context is named', () => {
  for (const context of [{ runtimeID: 'x' }, '{"runtimeID":"x"}']) {
    for (const call of [() => agentUi.translate(RECORD, 'aap', 'actions-json', { context }), () => new agentUi.Bridge('aap', 'actions-json', { context })]) {
      const error = wrong(call);
      assert.deepEqual([error.pointer, error.hint], ['/context/runtimeID', 'did you mean `runtimeId`?']);
    }
  }
});

test('a detached method is a usage error', () => {
  for (const name of ['translate', 'check', 'decode', 'fold', 'repair', 'recognize', 'schema', 'messageSchema', 'types']) {
    const { [name]: method } = agentUi;
    assert.equal(wrong(() => method(RECORD, 'aap', 'a2ui')).hint, `call \`agentUi.${name}(…)\``);
  }
  for (const [object, methods] of [
    [new agentUi.Translator('aap', 'a2ui'), ['push', 'finish', 'save', 'free']],
    [new agentUi.Bridge('aap', 'a2ui'), ['forward', 'backward', 'finishForward', 'finishBackward', 'check', 'save', 'free']],
    [new agentUi.Checker('aap'), ['push', 'finish', 'save', 'free']],
    [new agentUi.Stream(), ['push', 'finish', 'free']],
  ]) {
    for (const name of methods) {
      const { [name]: method } = object;
      assert.equal(wrong(() => method('{}')).rule, 'js/this');
      assert.equal(wrong(() => method.call(agentUi, '{}')).rule, 'js/this');
    }
    object.free();
  }
});

test('a call on a freed object is a usage error', () => {
  for (const [object, methods] of [
    [new agentUi.Translator('aap', 'a2ui'), ['push', 'finish', 'save']],
    [new agentUi.Bridge('aap', 'a2ui'), ['forward', 'backward', 'finishForward', 'finishBackward', 'check', 'save']],
    [new agentUi.Checker('aap'), ['push', 'finish', 'save']],
    [new agentUi.Stream(), ['push', 'finish']],
  ]) {
    object.free();
    object.free();
    for (const name of methods) assert.match(wrong(() => object[name]('{}')).message, /^the \w+ was freed$/);
  }
});

test('the state of a session must be the text of save', () => {
  for (const { resume } of [agentUi.Translator, agentUi.Bridge, agentUi.Checker]) {
    for (const saved of [undefined, null, 7, {}, bytes, Promise.resolve('')]) assert.equal(wrong(() => resume(saved)).hint, 'pass the text that `save` returned');
    wrong(() => resume('nothing'));
  }
  wrong(() => agentUi.Bridge.resume(new agentUi.Translator('aap', 'a2ui').save()));
  wrong(() => agentUi.Translator.resume(new agentUi.Bridge('aap', 'a2ui').save()));
});

test('the name of a dialect must be a text', () => {
  for (const call of [
    () => agentUi.translate(RECORD, undefined, 'aap'), () => agentUi.translate(RECORD, 'aap'), () => new agentUi.Bridge('aap'), () => new agentUi.Translator(),
    () => new agentUi.Checker(), () => agentUi.types(7), () => agentUi.schema(), () => agentUi.messageSchema(),
  ]) assert.match(wrong(call).hint, /^pass the name of a dialect/);
  assert.equal(wrong(() => agentUi.check(RECORD, { protocol: 7 })).hint, 'pass the name of a dialect');
});

test('an instance without its module is a usage error', () => {
  assert.match(wrong(() => new AgentUi()).hint, /await load\(\)/);
});
