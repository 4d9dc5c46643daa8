// A short walk over all faces. walk.mjs alone walks for ten minutes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { walk } from './walk.mjs';

test('clicks through any face, kills and restarts lose and double nothing', async () => {
  const { answered, kills, compared } = await walk(15, 1);
  assert.ok(answered > 10 && kills > 0 && compared > 0, JSON.stringify({ answered, kills, compared }));
});
