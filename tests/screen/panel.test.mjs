// The panel next to the surfaces: refused messages, parts that are not shown, and losses with their places.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { complaints, drawn, open, textOf } from './browser.mjs';
import { page, served, surface } from './program.mjs';

test('nothing lost: one line', async () => {
  for (const version of ['0.9', '1.0']) {
    const shown = await open((await page(surface(`party-${version}`))).url);
    // Two media files are not loaded.
    const lost = (await shown.panel.locator('.lost').innerText()).split(/\n+/);
    assert.deepEqual(lost, ['Translation to A2UI 0.9', 'The translation lost nothing.',
      '2 images or media files are not loaded: use --allow-images to load them from https addresses.'], version);
    assert.equal(await shown.panel.locator('.refused, .problems').count(), 0);
    await shown.close();
  }
});

test('losses by component, with their place; a placeholder for what the catalog does not have', async () => {
  const shown = await open((await page(surface('drill-1.0'))).url);
  const lost = await shown.panel.locator('.lost').innerText();
  for (const part of [/who in drill/, /not shown in 0\.9 \/updateComponents\/components\/8\/placeholder/, /"First and last name"/, /jsonl:2:\d+ a2ui-1\.0-0\.9\/property/, /stock in drill/])
    assert.match(lost, part);
  assert.match(await textOf(shown.surface), /StockChart stock\s+1 of its fields is not shown in 0\.9/);
  // The panel highlights a component, by mouse or keyboard.
  await shown.panel.getByRole('button', { name: 'who' }).first().press('Enter');
  assert.equal(await shown.page.locator('[data-component=who]').evaluate(element => element.matches('.pointed-at') || element.querySelector('.pointed-at') !== null), true);
  assert.deepEqual(shown.wrong, []);
  await shown.close();
});

test('a refused message is at the top, and the others are shown', async () => {
  const [create, update, data] = surface('party-0.9');
  const shown = await open((await page([create, { version: 'v0.9', updateComponents: { surfaceId: 'party' } }, update, data])).url);
  const sections = await shown.panel.locator('section').allInnerTexts();
  assert.match(sections[0], /^1 message was refused/);
  assert.match(sections[0], /\.jsonl:2:\d+ \/updateComponents\/components missing/);
  assert.match(await textOf(shown.surface), /Garden party/);
  await shown.close();
});

test('a version and a catalog that cannot be shown say so where the surface would stand', async () => {
  const strange = await open((await page([{ version: 'v7.0', createSurface: { surfaceId: 's', catalogId: 'c' } }])).url);
  assert.match(await strange.page.locator('main').innerText(), /^No surface can be shown: .*v7\.0/s);
  await strange.close();
  const own = await open((await page([
    { version: 'v0.9', createSurface: { surfaceId: 's', catalogId: 'https://own.example/catalog.json' } },
    { version: 'v0.9', updateComponents: { surfaceId: 's', components: [{ id: 'root', component: 'Dial', child: 't' }, { id: 't', component: 'Text', text: 'At noon' }] } }])).url);
  assert.match(await own.page.locator('main').innerText(), /The catalog https:\/\/own\.example\/catalog\.json is unknown/);
  assert.match(await textOf(own.surface), /Dial root\s+At noon/);
  assert.deepEqual(own.wrong, []);
  await own.close();
});

test('an empty surface waits for its root on a live page, and nowhere else', async () => {
  const written = await open((await page(surface('party-0.9').slice(0, 1))).url);
  assert.match(await written.page.locator('main').innerText(), /This surface has no component `root`, so nothing is shown/);
  await written.close();
  const program = await served(surface('party-0.9').slice(0, 1));
  const shown = await open(program.url);
  await shown.page.getByText('Nothing to show yet: the component `root` is missing').waitFor();
  assert.equal(await shown.page.locator('header .dialect').innerText(), 'a2ui@0.9');
  await shown.close();
  await program.stop();
});

test('findings of the check are listed, and point at their components', async () => {
  const [create] = surface('party-0.9');
  const shown = await open((await page([create,
    { version: 'v0.9', updateDataModel: { surfaceId: 'party', value: { title: 'Maps' } } },
    { version: 'v0.9', updateComponents: { surfaceId: 'party', components: [{ id: 'root', component: 'Column', children: ['t', 'gone'] },
      { id: 't', component: 'Text', text: { path: '/titel' } }] } }])).url);
  const findings = await shown.panel.locator('.findings').innerText();
  for (const part of [/^2 findings of the check/, /error root in party .*gone/, /warning t in party .*titel/, /did you mean `\/title`/, /jsonl:3:\d+ /]) assert.match(findings, part);
  await shown.panel.locator('.findings').getByRole('button', { name: 't', exact: true }).press('Enter');
  assert.equal(await shown.page.locator('[data-component=t]').evaluate(element => element.matches('.pointed-at') || element.querySelector('.pointed-at') !== null), true);
  assert.deepEqual(shown.wrong, []);
  await shown.close();
});

test('the page does not reveal the folder of its source', async () => {
  const shown = await open((await page(surface('party-0.9'))).url);
  assert.equal(await shown.page.title(), 'surface.jsonl – Agent UI');
  assert.doesNotMatch(await shown.page.content(), /agent-ui-screen-/);
  await shown.close();
});

test('images that are not loaded say so where they stand', async () => {
  const image = (id, url, variant) => ({ id, component: 'Image', url, variant, description: 'A heron' });
  const shown = await open((await page([{ version: 'v0.9', createSurface: { surfaceId: 's', catalogId: surface('party-0.9')[0].createSurface.catalogId } },
    { version: 'v0.9', updateComponents: { surfaceId: 's', components: [{ id: 'root', component: 'Column', children: ['a', 'b', 'c', 'd'] },
      image('a', 'https://pictures.example/a.png', 'mediumFeature'), image('b', 'https://pictures.example/b.png', 'avatar'),
      image('c', 'http://pictures.example/c.png', 'icon'), { id: 'd', component: 'Text', text: '![A crane](https://pictures.example/d.png)' }] } }])).url);
  const texts = await Promise.all(['a', 'b', 'c', 'd'].map(id => shown.page.locator(`[data-component=${id}]`).innerText()));
  assert.match(texts[0], /A heron\s+not loaded: use --allow-images/);
  assert.match(texts[1], /A\s+image not loaded: use --allow-images/);
  assert.match(texts[2], /A\s+image not loaded: its address is not https/);
  assert.match(texts[3], /A crane \(image not loaded: use --allow-images\)/);
  assert.match(await shown.panel.locator('.lost').innerText(), /2 images or media files are not loaded/);
  assert.match(await shown.page.locator('[data-component=b] [role=img]').getAttribute('title'), /Not loaded: https:\/\/pictures\.example\/b\.png/);
  assert.deepEqual(shown.wrong, []);
  await shown.close();
});

test('a watched file that is replaced begins anew, and the actions stay', async () => {
  const program = await served(surface('drill-1.0'));
  const shown = await open(program.url);
  await shown.page.locator('[data-component=later] button').click();
  await program.next();
  await drawn(shown.page);
  assert.match(await shown.panel.locator('.lost').innerText(), /who in drill/);
  writeFileSync(program.file, surface('party-0.9').map(message => `${JSON.stringify(message)}\n`).join(''));
  await shown.page.locator('[data-component=intro]').waitFor();
  await shown.page.getByText('Garden party').waitFor();
  assert.equal(await shown.surface.count(), 1);
  await drawn(shown.page);
  assert.match(await shown.panel.locator('.lost').innerText(), /The translation lost nothing/);
  assert.equal(await shown.panel.locator('.actions li').count(), 1);
  await shown.page.locator('[data-component=take] button').first().click();
  assert.equal((await program.next()).action.name, 'take');
  assert.deepEqual(await complaints(shown), []);
  assert.deepEqual(shown.wrong, []);
  await shown.close();
  await program.stop();
});

test('an action that is not taken says why', async () => {
  const program = await served(surface('party-0.9'));
  const shown = await open(program.url);
  await shown.page.route('**/actions', route => route.fulfill({ status: 413, json: { error: 'more than this desk takes' } }));
  await shown.page.locator('[data-component=take] button').first().click();
  await shown.panel.getByText('not accepted: more than this desk takes').waitFor();
  await shown.close();
  await program.stop();
});
