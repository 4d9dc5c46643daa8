import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LONGEST, read, write } from '../src/fragment.js';

const STATE = { text: '{"a":"ü€🦊\u0000</script>"}\n', from: 'a2ui@0.9', to: 'ahp@canvas', context: '{"time":"2026-05-18T15:30:00.000Z"}', tab: 'return' };

test('a state comes back from its fragment', async () => {
  for (const state of [STATE, { text: '', from: '', to: '', context: '', tab: '' }, { ...STATE, text: '{"version":"1.0"}\n'.repeat(50_000) }]) {
    const fragment = await write(state);
    assert.match(fragment, /^1z[\w-]+$/);
    assert.deepEqual(await read(fragment), state);
  }
});

test('without compression, the state is written as it is', async () => {
  const { CompressionStream } = globalThis;
  try {
    delete globalThis.CompressionStream;
    const fragment = await write(STATE);
    assert.match(fragment, /^1p/);
    assert.deepEqual(await read(fragment), STATE);
  } finally {
    globalThis.CompressionStream = CompressionStream;
  }
});

test('a state that does not fit into a link is refused', async () => {
  let text = '';
  for (let at = 0; at < 20_000; at += 1) text += Math.sin(at);
  await assert.rejects(write({ ...STATE, text }), /too large for a link: it would have \d+ characters/);
});

test('a fragment without a state is refused with a sentence', async () => {
  const good = await write(STATE);
  const cases = [
    ['', /does not hold a state/], ['source', /does not hold a state/], [`2${good.slice(1)}`, /another version/], [`1q${good.slice(2)}`, /another version/],
    [good.slice(0, 30), /damaged or incomplete/], [`${good.slice(0, 20)}AAAA${good.slice(24)}`, /damaged or incomplete/], ['1z!!!', /damaged or incomplete/],
    ['1z', /damaged or incomplete/], ['1p', /damaged or incomplete/], ['1pe30x', /damaged or incomplete/], [`1z${'A'.repeat(LONGEST)}`, /link is too long/],
  ];
  for (const [fragment, expected] of cases) await assert.rejects(read(fragment), expected, fragment.slice(0, 40));
});

test('a small fragment cannot become a huge state', async () => {
  const whole = new Response(new Blob(['x'.repeat(50_000_000)]).stream().pipeThrough(new CompressionStream('deflate-raw')));
  const bomb = Buffer.from(await whole.arrayBuffer()).toString('base64url');
  assert.ok(bomb.length < LONGEST * 2);
  await assert.rejects(read(`1z${bomb}`.slice(0, LONGEST)), /too large: at most|damaged/);
  const small = new Response(new Blob(['x'.repeat(5_000_000)]).stream().pipeThrough(new CompressionStream('deflate-raw')));
  await assert.rejects(read(`1z${Buffer.from(await small.arrayBuffer()).toString('base64url')}`), /too large: at most 4000000 bytes/);
});

test('members of another type or name are ignored', async () => {
  const fragment = value => `1p${Buffer.from(JSON.stringify(value)).toString('base64url')}`;
  const empty = { text: '', from: '', to: '', context: '', tab: '' };
  for (const value of [null, 7, [], 'text', { text: 7, to: {} }, { constructor: 'x' }]) assert.deepEqual(await read(fragment(value)), empty);
  assert.deepEqual(await read(`1p${Buffer.from('{"__proto__":{"text":"x"},"to":"aap"}').toString('base64url')}`), { ...empty, to: 'aap' });
});
