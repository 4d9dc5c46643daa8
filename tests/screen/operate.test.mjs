// Every basic component, operated by mouse and by keyboard, in a surface of 0.8, of 0.9 and of the current 1.0. Each action is written to
// standard output, in the version of its surface.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { complaints, drawn, open } from './browser.mjs';
import { served, surface } from './program.mjs';

// Returns an action in the form of the version, without its time.
const WRITTEN = {
  '0.8': (name, component, context) => ({ userAction: { name, surfaceId: 'party', sourceComponentId: component, context } }),
  '0.9': (name, component, context) => ({ version: 'v0.9', action: { name, surfaceId: 'party', sourceComponentId: component, context } }),
  '1.0': (name, component, context) => ({ version: '1.0', action: { name, surfaceId: 'party', sourceComponentId: component, context } }),
};

function timeless(message) {
  const { timestamp, ...body } = message.action ?? message.userAction;
  assert.match(timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  return message.action ? { ...message, action: body } : { ...message, userAction: body };
}

// Operates a component, with either device. Both leave the same state.
const BY_MOUSE = {
  fill: async (page, id, text) => {
    const field = page.locator(`[data-component=${id}]`).locator('input, textarea').first();
    await field.click({ clickCount: 3 });
    await page.keyboard.type(text);
  },
  check: (page, id) => page.locator(`[data-component=${id}] label`).first().click(),
  option: (page, id, label) => page.locator(`[data-component=${id}]`).getByText(label, { exact: true }).click(),
  slide: async (page, id) => {
    const track = page.locator(`[data-component=${id}] input`);
    const { width, height } = await track.boundingBox();
    await track.click({ position: { x: width * 0.7, y: height / 2 } });
  },
  press: (page, id, at = 0) => page.locator(`[data-component=${id}] button`).nth(at).click(),
  tab: (page, id, title) => page.locator(`[data-component=${id}]`).getByText(title, { exact: true }).click(),
  close: (page, id) => page.locator(`[data-component=${id}]`).getByRole('button', { name: 'Close' }).click(),
};
const focus = async (page, target) => {
  await target.focus();
  // A focus ring is visible around the focused element.
  assert.notEqual(await target.evaluate(element => getComputedStyle(element).outlineStyle), 'none', `no focus ring: ${target}`);
};
const BY_KEYBOARD = {
  fill: async (page, id, text) => {
    await focus(page, page.locator(`[data-component=${id}]`).locator('input, textarea').first());
    await page.keyboard.press('Control+A');
    await page.keyboard.type(text);
  },
  check: async (page, id) => {
    await focus(page, page.locator(`[data-component=${id}] input`));
    await page.keyboard.press('Space');
  },
  option: async (page, id, label) => {
    const component = page.locator(`[data-component=${id}]`);
    if (await component.locator('input[type=radio]').count() > 0) {
      await focus(page, component.locator('input[type=radio]:checked'));
      await page.keyboard.press('ArrowDown');
      assert.equal(await component.locator('label:has(:checked)').innerText(), label);
      return;
    }
    await focus(page, component.getByLabel(label, { exact: true }).or(component.getByRole('button', { name: label })));
    await page.keyboard.press('Space');
  },
  slide: async (page, id) => {
    await focus(page, page.locator(`[data-component=${id}] input`));
    for (let times = 0; times < 5; times += 1) await page.keyboard.press('ArrowRight');
  },
  press: async (page, id, at = 0) => {
    await focus(page, page.locator(`[data-component=${id}] button`).nth(at));
    await page.keyboard.press('Enter');
  },
  tab: async (page, id, title) => {
    await focus(page, page.locator(`[data-component=${id}]`).getByRole('button', { name: title }));
    await page.keyboard.press('Space');
  },
  close: page => page.keyboard.press('Escape'),
};

for (const [version, written] of Object.entries(WRITTEN)) {
  for (const [way, hand] of Object.entries({ mouse: BY_MOUSE, keyboard: BY_KEYBOARD })) {
    test(`a surface of ${version}, by ${way}`, async () => {
      const program = await served(surface(`party-${version}`));
      const shown = await open(program.url);
      const { page } = shown;
      const component = id => page.locator(`[data-component=${id}]`);
      const action = async () => timeless(await program.next());
      const has = async (id, text) => assert.match(await component(id).first().innerText(), text);

      // Failing checks prevent the action and show their messages.
      if (version !== '0.8') {
        await has('name', /Who is coming\?/);
        await has('send', /First your name/);
        assert.equal(await component('send').locator('button').isDisabled(), true);
        await component('send').locator('button').click({ force: true });
        await hand.fill(page, 'name', 'Wolfgang Amadeus');
        await has('name', /Twelve letters at most/);
        await hand.fill(page, 'name', 'Ruth');
        assert.doesNotMatch(await component('name').innerText(), /letters|coming/);
        // A function with two bindings, in a Markdown text.
        await has('intro', /^Hello Ruth, 2 seats$/);
      } else {
        await hand.fill(page, 'name', 'Ruth');
      }
      await hand.fill(page, 'secret', 'mole');
      await hand.fill(page, 'letters', 'No "rain", <b>please</b>');
      await hand.fill(page, 'many', '3');
      await hand.check(page, 'consent');
      await hand.slide(page, 'seats');
      await hand.option(page, 'tea', 'Green');
      await hand.option(page, 'cakes', 'Plum');
      await hand.option(page, 'cakes', 'Apple');
      await hand.option(page, 'tools', 'Rake');
      await hand.option(page, 'tools', 'Spade');
      // Day and month are equal, as the browser may ask for either first.
      const [date, time] = [component('moment').locator('input').nth(0), component('moment').locator('input').nth(1)];
      if (way === 'mouse') await date.fill('2026-07-07');
      else {
        await focus(page, date);
        await page.keyboard.type('07072026');
      }
      await date.blur();
      if (way === 'mouse') await time.fill('16:30');
      else {
        await focus(page, time);
        await page.keyboard.type('1630');
      }
      await time.blur();
      if (version !== '0.8') await has('intro', /^Hello Ruth, 7 seats$/);

      await hand.press(page, 'send');
      const filled = {
        name: 'Ruth', secret: 'mole', wishes: 'No "rain", <b>please</b>', guests: '3', chair: true, seats: 7, tea: ['green'],
        cakes: ['plum', 'apple'], tools: ['spade'], when: '2026-07-07T16:30:00', from: 'the form',
      };
      assert.deepEqual(await action(), written('reply', 'send', version === '0.8' ? filled : { ...filled, about: 'Ruth takes 7' }));

      // One template, two items, each with its own values.
      const second = component('portions').nth(1).locator('input');
      await second.fill('9');
      await hand.press(page, 'take', 1);
      const host = version === '0.8' ? {} : { host: 'Ines' };
      assert.deepEqual(await action(), written('take', 'take', { dish: 'Pie', portions: '9', ...host }));
      await hand.press(page, 'take', 0);
      assert.deepEqual(await action(), written('take', 'take', { dish: 'Soup', portions: '4', ...host }));

      await has('map', /Behind the mill/);
      await hand.tab(page, 'pages', 'Weather');
      await hand.press(page, 'weather');
      assert.deepEqual(await action(), written('weather', 'weather', {}));

      // The button that opens the modal has an action of its own.
      await hand.press(page, 'more', 0);
      assert.deepEqual(await action(), written('opened', 'more_open', {}));
      await hand.press(page, 'more_agree');
      assert.deepEqual(await action(), written('agree', 'more_agree', { rules: 'all' }));
      await hand.close(page, 'more');
      assert.equal(await page.getByRole('dialog').count(), 0);
      // The focus returns to its previous element.
      if (way === 'keyboard') assert.equal(await component('more_open').locator('button:focus').count(), 1);

      // Components without an operation are shown.
      assert.equal(await component('title').locator('h2').innerText(), 'Garden party');
      assert.equal(await component('face').locator('img').evaluate(image => image.naturalWidth), 8);
      assert.equal(await component('rule').locator('hr').count(), 1);
      await has('film', /Video not loaded: use --allow-images\s+https:\/\/media\.example\/film\.mp4/);
      await has('song', /A song not loaded: use --allow-images/);

      // The drawer shows the same action, in the version of the renderer.
      await drawn(page);
      await shown.panel.getByText('sending').waitFor({ state: 'detached' });
      const drawer = await shown.panel.locator('.actions li').allInnerTexts();
      assert.equal(drawer.length, 6);
      assert.match(drawer[0], /^sent to agent-ui\s+\{\s+"version": "v0\.9",\s+"action": \{\s+"name": "agree"/);

      assert.deepEqual(program.unread(), []);
      assert.deepEqual(shown.wrong, []);
      assert.deepEqual(await complaints(shown), []);
      await shown.close();
      await program.stop();
    });
  }
}

test('an action in another language', async () => {
  const program = await served(surface('party-1.0'), '--to', 'aap');
  const shown = await open(program.url);
  await shown.page.locator('[data-component=take] button').first().click();
  const { action, element, data, canvasFile } = await program.next();
  assert.deepEqual({ action, element, data, canvasFile }, { action: 'take', element: 'take', data: { dish: 'Soup', portions: '4', host: 'Ines' }, canvasFile: 'a2ui/party.html' });
  await shown.close();
  await program.stop();
});
