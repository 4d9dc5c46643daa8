// A short walk over all faces. walk.mjs alone walks for ten minutes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { walk } from './walk.mjs';

test('clicks through any face, kills and restarts lose and double nothing', async () => {
  const { answered, kills, compared } = await walk(15, 1);
  assert.ok(answered > 10 && kills > 0 && compared > 0, JSON.stringify({ answered, kills, compared }));
});

test('each accepted click on failing agents is delivered or reported', async () => {
  const { answered, failures, reported, compared } = await walk(15, 2, 'failing');
  assert.ok(answered > 10 && failures > 0 && reported > 0 && compared > 0, JSON.stringify({ answered, failures, reported, compared }));
});
