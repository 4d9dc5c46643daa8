// Every published example of every version is shown completely, without an error or a request.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { complaints, open } from './browser.mjs';
import { examples } from './examples.mjs';
import { page } from './program.mjs';

const all = examples(process.env.AGENT_UI_CORPUS);
const versions = new Map();
for (const one of all) versions.set(one.version, [...(versions.get(one.version) ?? []), one]);
test('the examples of the corpus', { skip: process.env.AGENT_UI_CORPUS ? false : 'AGENT_UI_CORPUS names no folder' }, () => {
  for (const version of ['v0_8', 'v0_9', 'v0_10']) assert.ok(versions.has(version), version);
});

for (const [version, some] of versions) {
  test(`${some.length} examples of ${version}`, async () => {
    const faults = [];
    const rest = [...some];
    const one = async () => {
      for (let example = rest.shift(); example; example = rest.shift()) {
        const { url } = await page(example.messages);
        const shown = await open(url);
        const missing = await shown.surface.evaluateAll(surfaces => surfaces.length === 0 ? ['no surface']
          : surfaces.filter(one => one.offsetHeight < 10 || one.shadowRoot.querySelectorAll('[data-component]').length === 0).map(() => 'an empty surface'));
        const placeholders = await shown.surface.locator('agent-ui-absent').allInnerTexts();
        const found = [...shown.wrong, ...missing, ...placeholders, ...await complaints(shown)];
        if (found.length > 0) faults.push(`${example.name}: ${found.join(' | ')}`);
        await shown.close();
      }
    };
    await Promise.all([one(), one(), one()]);
    assert.deepEqual(faults, []);
  });
}
