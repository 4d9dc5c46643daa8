// The matcher of the page for regular expressions: its results are those of the engine, and no pattern blocks the page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { matches, PatternError } from '../../bridge/live/page/src/pattern.js';
import { complaints, open, textOf } from './browser.mjs';
import { page } from './program.mjs';

const CATALOG = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';
const TEXTS = ['', 'a', 'b', 'ab', 'aab', 'ba1', 'a b', '\n', 'é', 'aaa', 'abab', 'a-b', 'x', '_', '0', 'ab\nab', 'a,1', '\\', '{', 'a{2}', '12345-6789'];
const PATTERNS = [
  '^\\d{5}(-\\d{4})?$', '^[a-z]+(-[a-z]+)*$', '^(?=.*[0-9])(?=.*[a-z]).{2,}$', '^(?!.*a)', '(?!a)b', 'a{2}', 'a{,2}', '{', ']', 'x{0}', '(?:a|)+b',
  '(a*)*', '(|a)+', '[^]', '[]', '[\\w-.]', '[-a]', '[a-]', '[\\d-x]', '\\bab\\b', '\\B', '^$', '.', '\\x61', '\\u0061', '\\u{2}', '[\\b]', '(?<n>a)b', 'a|b|', 'a??b', 'a{1,}?',
];

/** The result of this page, or the error. */
function result(pattern, text) {
  try {
    return matches(pattern, text);
  } catch (error) {
    assert.ok(error instanceof PatternError, error);
    return error.message;
  }
}

test('patterns match the same texts as in the engine', async () => {
  for (const pattern of PATTERNS) for (const text of TEXTS) assert.equal(matches(pattern, text), new RegExp(pattern).test(text), `${pattern} on ${text}`);
  const letters = Array.from('ab.*+?|()[]{}^$\\dwsSWDbB-,012xu:=!<n>é');
  const any = (/** @type {any} */ list) => list[Math.floor(Math.random() * list.length)];
  let same = 0;
  for (let tries = 0; tries < 50_000; tries += 1) {
    if (tries % 1_000 === 0) await setImmediate();
    const pattern = Array.from({ length: 1 + Math.floor(Math.random() * 9) }, () => any(letters)).join('');
    let engine;
    try {
      engine = new RegExp(pattern);
    } catch {
      assert.match(`${result(pattern, 'a')}`, /not a valid regular expression/);
      continue;
    }
    const text = any(TEXTS);
    const own = result(pattern, text);
    if (typeof own === 'string') continue;
    assert.equal(own, engine.test(text), `${pattern} on ${text}`);
    same += 1;
  }
  assert.ok(same > 10_000, `${same} patterns were compared`);
});

test('what cannot be matched within the limits is an error', async () => {
  for (const [pattern, text, says] of [
    ['(a)\\1', 'aa', /a back reference/], ['(?<=a)b', 'ab', /look-behind/], ['(', 'a', /not a valid/], ['a'.repeat(1_001), 'a', /at most 1000 characters/],
    ['a', 'a'.repeat(70_000), /at most/], ['((a{99}){99}){99}', 'a', /too large/], ['('.repeat(100) + ')'.repeat(100), '', /at most 50 levels/],
    ['(?=.*b)x', 'a'.repeat(60_000), /takes too long/],
  ]) {
    const start = performance.now();
    assert.match(`${result(pattern, text)}`, says);
    assert.ok(performance.now() - start < 5_000);
    // The limit of time applies until the page can draw again.
    await new Promise(done => { setTimeout(done, 5); });
  }
  assert.equal(matches('^(a+)+$', `${'a'.repeat(60_000)}!`), false);
});

test('a pattern that takes exponential time elsewhere does not block the page', async () => {
  const check = pattern => [{ condition: { call: 'regex', args: { value: { path: '/v' }, pattern } }, message: 'Only the letter a' }];
  const slow = ['^(a+)+$', '^(a|aa)+$', '^(.*a){12}$', '^(a*)*$', '^(?=(a+)+$)a'];
  const shown = await open((await page([
    { version: 'v0.9', createSurface: { surfaceId: 's', catalogId: CATALOG } },
    { version: 'v0.9', updateComponents: { surfaceId: 's', components: [
      { id: 'root', component: 'Column', children: ['f', ...slow.map((_, at) => `b${at}`)] },
      { id: 'f', component: 'TextField', label: 'Letters', value: { path: '/v' }, checks: check(slow[0]) },
      ...slow.flatMap((pattern, at) => [
        { id: `b${at}`, component: 'Button', child: `t${at}`, checks: check(pattern), action: { event: { name: 'go' } } },
        { id: `t${at}`, component: 'Text', text: pattern }])] } },
    { version: 'v0.9', updateDataModel: { surfaceId: 's', value: { v: `${'a'.repeat(40)}!` } } },
  ])).url);
  const button = at => shown.page.locator(`[data-component=b${at}] button`);
  assert.match(await textOf(shown.surface), /Only the letter a/);
  for (const at of slow.keys()) assert.ok(await button(at).isDisabled(), slow[at]);
  const field = shown.page.locator('[data-component=f] input');
  await field.fill('');
  await field.pressSequentially('a'.repeat(40), { timeout: 20_000 });
  for (const at of slow.keys()) await button(at).click({ timeout: 5_000 });
  await field.press('End');
  await field.press('!');
  for (const at of slow.keys()) await button(at).and(shown.page.locator(':disabled')).waitFor({ timeout: 5_000 });
  assert.doesNotMatch((await complaints(shown)).join('\n'), /The page has an error/);
  assert.deepEqual(shown.wrong, []);
  await shown.close();
});
