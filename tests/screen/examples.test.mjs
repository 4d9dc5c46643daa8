// Every published example is shown, in whatever version it is written: no error, no request, nothing left out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { complaints, open } from './browser.mjs';
import { examples } from './examples.mjs';
import { page } from './program.mjs';

const all = examples(process.env.AGENT_UI_CORPUS);
const versions = Map.groupBy ? Map.groupBy(all, one => one.version) : all.reduce((map, one) => map.set(one.version, [...(map.get(one.version) ?? []), one]), new Map());

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
