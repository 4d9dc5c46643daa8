import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compare, shorten } from '../src/difference.js';

const before = lines => lines.filter(({ kind }) => kind !== 'added');
const after = lines => lines.filter(({ kind }) => kind !== 'removed');

test('a difference contains both sides, and no more edits than needed', () => {
  let seed = 7;
  const random = most => { seed = (seed * 48_271) % 2_147_483_647; return seed % most; };
  for (let round = 0; round < 500; round += 1) {
    const list = () => Array.from({ length: random(12) }, () => 'abc'[random(3)]);
    const [left, right] = [list(), list()];
    const lines = compare(left, right);
    assert.deepEqual(before(lines).map(({ text }) => text), left);
    assert.deepEqual(after(lines).map(({ text }) => text), right);
    assert.deepEqual(before(lines).map(line => line.before), left.map((_, at) => at + 1));
    assert.deepEqual(after(lines).map(line => line.after), right.map((_, at) => at + 1));
    assert.equal(lines.filter(({ kind }) => kind === 'same').length, common(left, right), `${left} / ${right}`);
  }
});

/** The length of the longest common subsequence. */
function common(left, right) {
  const table = Array.from({ length: left.length + 1 }, () => new Array(right.length + 1).fill(0));
  left.forEach((one, x) => right.forEach((other, y) => {
    table[x + 1][y + 1] = one === other ? table[x][y] + 1 : Math.max(table[x][y + 1], table[x + 1][y]);
  }));
  return table[left.length][right.length];
}

test('a comma at the end of a line makes no difference', () => {
  const lines = compare(['{', '  "a": 1,', '  "b": 2', '}'], ['{', '  "a": 1', '}']);
  assert.deepEqual(lines.map(({ kind, text }) => `${kind[0]} ${text}`), ['s {', 's   "a": 1,', 'r   "b": 2', 's }']);
});

test('long lists without anything in common are compared in little time', () => {
  const list = name => Array.from({ length: 50_000 }, (_, at) => `${name}${at}`);
  const start = performance.now();
  const lines = compare(['head', ...list('a'), 'tail'], ['head', ...list('b'), 'tail']);
  assert.equal(lines.length, 100_002);
  assert.ok(performance.now() - start < 2_000);
});

test('equal lines far from a change are counted', () => {
  const lines = Array.from({ length: 30 }, (_, at) => `${at}`);
  const changed = lines.with(10, 'x');
  const short = shorten(compare(lines, changed), 2);
  assert.deepEqual(short.map(line => (typeof line === 'number' ? line : `${line.kind[0]}${line.text}`)), [8, 's8', 's9', 'r10', 'ax', 's11', 's12', 17]);
  assert.deepEqual(shorten(compare(lines, lines)), [30]);
});
