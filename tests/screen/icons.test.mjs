// Every icon of the basic catalog is one glyph of the font, and icons with different meanings look different.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IconApi } from '@a2ui/web_core/v0_9';
import { open } from './browser.mjs';
import { page } from './program.mjs';

const NAMES = IconApi.schema.shape.name._def.options.flatMap(option => option._def.values ?? []);
// The font has one glyph for these icons.
const ALIKE = [['call', 'phone']];

test(`${NAMES.length} icons`, async () => {
  assert.equal(NAMES.length, 59);
  const shown = await open((await page([
    { version: 'v0.9', createSurface: { surfaceId: 's', catalogId: 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json' } },
    { version: 'v0.9', updateComponents: { surfaceId: 's', components: [
      { id: 'root', component: 'Column', children: NAMES },
      ...NAMES.map(name => ({ id: name, component: 'Icon', name })) ] } },
  ])).url);
  await shown.page.evaluate(() => document.fonts.ready);
  const seen = new Map();
  for (const name of NAMES) {
    const icon = shown.page.locator(`[data-component=${name}] .a2ui-icon`);
    const { width, characters, known } = await icon.evaluate(element => {
      const range = document.createRange();
      range.selectNodeContents(element);
      // A character that the font lacks is drawn with another font, so that these two would differ.
      const canvas = document.createElement('canvas').getContext('2d');
      const drawn = family => {
        canvas.clearRect(0, 0, 300, 150);
        canvas.font = `24px ${family}`;
        canvas.fillText(element.textContent, 10, 40);
        return canvas.canvas.toDataURL();
      };
      return { width: range.getBoundingClientRect().width, characters: [...element.textContent].length,
        known: drawn("'Agent UI Icons', monospace") === drawn("'Agent UI Icons', serif") && drawn("'Agent UI Icons'") !== drawn('monospace') };
    });
    assert.deepEqual({ name, width: Math.round(width), characters, known }, { name, width: 24, characters: 1, known: true });
    const picture = (await icon.screenshot()).toString('base64');
    seen.set(picture, [...(seen.get(picture) ?? []), name]);
  }
  assert.deepEqual([...seen.values()].filter(names => names.length > 1), ALIKE);
  assert.deepEqual(shown.wrong, []);
  await shown.close();
});
