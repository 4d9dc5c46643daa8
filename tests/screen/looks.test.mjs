// Light and dark, wide and narrow: nothing overflows, and all text has the contrast of WCAG 2.2 (4.5 to 1). SCREENSHOTS saves pictures.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open } from './browser.mjs';
import { page, surface } from './program.mjs';

/** Texts whose colour is too close to what is behind them. */
const faint = shown => shown.page.evaluate(() => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  // Blends a colour over another one as the browser does.
  const over = (front, back) => {
    canvas.fillStyle = `rgb(${back.join(' ')})`;
    canvas.fillRect(0, 0, 1, 1);
    canvas.fillStyle = front;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const luminance = colour => colour.map(byte => byte / 255).map(part => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
  const parent = node => node.parentElement ?? node.getRootNode().host;
  const behind = element => {
    if (!element) return [255, 255, 255];
    return over(getComputedStyle(element).backgroundColor, behind(parent(element)));
  };
  const found = [];
  const walk = root => {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) walk(element.shadowRoot);
      const own = [...element.childNodes].filter(node => node.nodeType === Node.TEXT_NODE).map(node => node.data.trim()).join(' ').trim();
      const field = element.matches('input:not([type=checkbox], [type=radio], [type=range]), textarea');
      if ((!own && !field) || element.matches('script, style') || element.closest('button:disabled') || element.getClientRects().length === 0) continue;
      const back = behind(element);
      const [one, two] = [luminance(over(getComputedStyle(element).color, back)), luminance(back)];
      const ratio = (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
      if (ratio < 4.5) found.push(`${element.localName}.${element.className} "${own.slice(0, 30)}": ${ratio.toFixed(2)}`);
    }
  };
  walk(document.body);
  return found;
});

const drill = surface('drill-1.0');
const party = surface('party-0.9');
const refused = [...surface('party-0.9'), { version: 'v0.9', updateComponents: { surfaceId: 'party' } }, { version: 'v0.9', deleteSurface: { surfaceId: 'nobody' } }];
// A theme with a bright colour: text on it must be dark.
const bright = structuredClone(party);
bright[0].createSurface.theme.primaryColor = '#ffd54f';

for (const colorScheme of ['light', 'dark']) {
  for (const [name, messages] of Object.entries({ drill, party, refused, bright })) {
    for (const [shape, viewport] of Object.entries({ wide: { width: 1040, height: 720 }, phone: { width: 360, height: 740 } })) {
      test(`${name}, ${colorScheme}, ${shape}`, async () => {
        const shown = await open((await page(messages)).url, { colorScheme, viewport });
        if (name === 'drill') {
          await shown.page.locator('[data-component=borrow] button').click();
          await shown.panel.locator('.actions pre').waitFor();
          await shown.page.evaluate(() => document.activeElement?.blur());
        } else {
          await shown.page.locator('[data-component=name] input').fill(name === 'party' ? 'Ruth' : '');
        }
        await shown.page.mouse.move(0, 0);
        await shown.page.waitForTimeout(250);
        if (process.env.SCREENSHOTS)
          await shown.page.screenshot({ path: `${process.env.SCREENSHOTS}/${name}-${colorScheme}-${shape}.png`, fullPage: name !== 'drill' || shape === 'phone' });
        assert.deepEqual(await faint(shown), []);
        const [main, side] = [await shown.page.locator('main').boundingBox(), await shown.panel.boundingBox()];
        if (shape === 'phone') assert.ok(side.y >= main.y + main.height, 'the panel is not below');
        else assert.ok(side.x >= main.x + main.width, 'the panel is not beside');
        assert.equal(await shown.page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth), false, 'it scrolls sideways');
        const cut = await shown.surface.evaluate(element => element.parentElement.scrollWidth > element.parentElement.clientWidth);
        assert.equal(cut, false, 'the surface sticks out');
        assert.deepEqual(shown.wrong, []);
        await shown.close();
      });
    }
  }
}

test('the panel is reached by keyboard', async () => {
  const shown = await open((await page(surface('drill-1.0'))).url);
  await shown.page.keyboard.press('Tab');
  const skip = shown.page.getByRole('link', { name: 'Skip to losses' });
  assert.ok(await skip.evaluate(element => element === document.activeElement && element.getBoundingClientRect().top >= 0));
  await shown.page.keyboard.press('Enter');
  await shown.page.keyboard.press('Tab');
  assert.equal(await shown.page.evaluate(() => document.activeElement.closest('#panel') !== null), true);
  await shown.close();
});
