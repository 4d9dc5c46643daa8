import assert from 'node:assert/strict';
import { test } from 'node:test';
import { find, indent, messages, offsetOf, pointer, pointerAt, reorder, scalars, segments } from '../src/json-text.js';

const whole = text => ({ start: 0, end: text.length });
const at = (text, path) => {
  const { start, end, isExact } = find(text, whole(text), path);
  return isExact ? text.slice(start, end) : undefined;
};

/** Every pointer of a value, with the value. */
function* places(value, path = '') {
  yield [path, value];
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) yield* places(inner, path + pointer([key]));
}

const MESSAGE = { a: [1, { 'b/c': '"]}', 'd~e': [[], {}] }], '': null, 'ü€🦊': { x: '\\', y: 'é' }, n: -1.5e3, t: true, __proto__x: 1 };

test('every value of a message is found by its pointer, in every layout', () => {
  for (const text of [JSON.stringify(MESSAGE), JSON.stringify(MESSAGE, undefined, 2), JSON.stringify(MESSAGE, undefined, '\t').replaceAll('\n', '\r\n')]) {
    for (const [path, value] of places(MESSAGE)) assert.deepEqual(JSON.parse(at(text, path)), value, path);
  }
});

test('every offset of a message leads to the value that contains it', () => {
  for (const text of [JSON.stringify(MESSAGE), JSON.stringify(MESSAGE, undefined, 2)]) {
    for (let offset = 0; offset < text.length; offset += 1) {
      const path = pointerAt(text, whole(text), offset);
      const { start, end, nameStart, isExact } = find(text, whole(text), path);
      assert.ok(isExact && (nameStart ?? start) <= offset && offset < end, `${offset}: ${path}`);
    }
    for (const [path] of places(MESSAGE)) {
      const { start, nameStart } = find(text, whole(text), path);
      assert.equal(pointerAt(text, whole(text), nameStart ?? start), path);
    }
  }
});

test('a pointer to nothing leads to the closest value that exists', () => {
  const text = '{"a":{"b":[1]},"a":{"b":[1,2]}}';
  assert.deepEqual(find(text, whole(text), '/a/b/7/c'), { start: 24, end: 29, name: 'b', nameStart: 20, isExact: false });
  assert.equal(at(text, '/a/b/1'), '2', 'the last of two members counts');
  assert.equal(at(text, '/a/b/01'), undefined);
});

test('messages are documents, elements of lists, and lines', () => {
  const cases = [
    ['{"a":1}', ['{"a":1}']],
    [' [ {"a":1} , {"b":[2]} ]\n', ['{"a":1}', '{"b":[2]}']],
    ['{"a":1}\n\n{"b":2}\r\n[{"c":3}]', ['{"a":1}', '{"b":2}', '{"c":3}']],
    ['\uFEFF{"a":"}"}', ['{"a":"}"}']],
    ['12:30 INFO "sent": {"a":1}\n', ['{"a":1}']],
    ['{\n  "a": 1\n}\n{\n  "b": 2\n}', ['{\n  "a": 1\n}', '{\n  "b": 2\n}']],
    ['{"a":[1\n{"b":2}', ['{"a":[1', '{"b":2}']],
    ['', []], ['null 7 "x"', []],
  ];
  for (const [text, expected] of cases) assert.deepEqual(messages(text).map(({ start, end }) => text.slice(start, end)), expected, text);
});

test('broken and hostile texts end, and cost little', () => {
  const deep = '['.repeat(500_000);
  const texts = ['{', '[', '{"', '{"a', '{"a"', '{"a":', '{"a":}', '{"a":1,}', '[,]', '[1 2]', '}{', '{a:1}', "{'a':1}", '"', '\\', '{"a":1}}}]', deep,
    deep + ']'.repeat(500_000), '{"a":'.repeat(100_000), `"${'\\'.repeat(200_001)}`, '{"__proto__":{"x":1},"constructor":2}'];
  const start = performance.now();
  for (const text of texts) {
    for (const message of messages(text)) {
      find(text, message, '/a/0/b');
      pointerAt(text, message, message.end - 1);
    }
    indent(text, 80);
    for (const _ of scalars(text.slice(0, 10_000)));
  }
  assert.ok(performance.now() - start < 5_000, `took ${performance.now() - start} ms`);
  assert.ok(indent(deep).length < 2 * deep.length + 10_000);
  assert.equal(at('{"__proto__":{"x":1}}', '/__proto__/x'), '1');
});

test('indentation changes the layout alone', () => {
  const texts = [JSON.stringify(MESSAGE), '{"n":12345678901234567890,"m":1.0,"o":1e400,"p":"\\u00e9\\/"}', '[]', '{}', '[[],{"a":{}}]', '7', '"x"', ' null '];
  for (const text of texts) {
    for (const width of [0, 20, 80]) {
      const spread = indent(text, width);
      assert.deepEqual(JSON.parse(spread), JSON.parse(text));
      assert.equal(spread.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1'), text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1'));
    }
    assert.equal(indent(text), indent(indent(text, 80)), text);
  }
  assert.equal(indent('{"a":[1,{"b":[]}]}'), '{\n  "a": [\n    1,\n    {\n      "b": []\n    }\n  ]\n}');
  assert.equal(indent('{"a":[1,{"b":[]}]}', 80), '{"a": [1, {"b": []}]}');
});

test('members take the order of another value, and nothing else changes', () => {
  assert.equal(reorder(' {"c":{"y":1.0,"x":[{"b":1,"a":2}]}, "a":"}" ,"d":[]}', '{"a":0,"c":{"x":[{"a":0,"b":0},{}],"y":0}}'), '{"a":"}","c":{"x":[{"a":2,"b":1}],"y":1.0},"d":[]}');
  assert.equal(reorder('[1,{"b":1,"a":2}]', '{"a":1}'), '[1,{"b":1,"a":2}]');
  assert.equal(reorder('{"a":1,"a":2,"\\u0061":3}', '{"a":0}'), '{"a":1,"a":2,"\\u0061":3}');
  const shuffled = JSON.stringify(MESSAGE, (_, value) => (value && typeof value === 'object' && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).reverse()) : value));
  assert.equal(reorder(shuffled, JSON.stringify(MESSAGE)), JSON.stringify(MESSAGE));
});

test('a column counts bytes', () => {
  const text = 'a\n"é€🦊x"\n';
  assert.equal(text[offsetOf(text, 2, 1)], '"');
  assert.equal(text[offsetOf(text, 2, 2)], 'é');
  assert.equal(text[offsetOf(text, 2, 4)], '€');
  assert.equal(text.slice(offsetOf(text, 2, 7), offsetOf(text, 2, 11)), '🦊');
  assert.equal(text[offsetOf(text, 2, 11)], 'x');
  assert.equal(offsetOf(text, 9, 1), text.length);
});

test('scalars have a kind, and names of members are left out', () => {
  const text = '{"a": "x", "b" : [1.5e3, true, null, -2]}';
  assert.deepEqual([...scalars(text)].map(({ start, end, kind }) => `${kind} ${text.slice(start, end)}`),
    ['string "x"', 'number 1.5e3', 'literal true', 'literal null', 'number -2']);
});

test('segments and pointers are inverse', () => {
  for (const parts of [[], [''], ['a/b', '~', '~1', '0']]) assert.deepEqual(segments(pointer(parts)), parts);
});
