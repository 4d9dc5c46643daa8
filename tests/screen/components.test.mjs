// Components of custom catalogs: boxes with their values, and the renderers of --components. The theme of a surface.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { complaints, drawn, hostPage, open, textOf } from './browser.mjs';
import { faces, page, served, written } from './program.mjs';

const CATALOG = 'https://own.example/catalog.json';
const create = (more = {}) => ({ version: 'v0.9', createSurface: { surfaceId: 's', catalogId: CATALOG, ...more } });
const components = (...all) => ({ version: 'v0.9', updateComponents: { surfaceId: 's', components: all } });
const data = value => ({ version: 'v0.9', updateDataModel: { surfaceId: 's', value } });
const text = (id, value) => ({ id, component: 'Text', text: value });

const GAUGE = [
  create(),
  data({ level: 3, rooms: [{ name: 'Attic' }, { name: 'Cellar' }] }),
  components(
    { id: 'root', component: 'Gauge', title: 'Water', level: { path: '/level' }, limits: { low: 1, high: { path: '/top' } },
      headerChild: 'h', children: { path: '/rooms', componentId: 'room' }, action: { event: { name: 'drain', context: { level: { path: '/level' } } } } },
    text('h', 'In the house'), { id: 'room', component: 'Room', child: 'name' }, text('name', { path: 'name' })),
];

test('a component of a custom catalog is a box with its values and its children', async () => {
  const program = await served(GAUGE);
  const shown = await open(program.url);
  const box = shown.page.getByRole('group', { name: 'Gauge root' });
  await box.waitFor();
  const values = () => box.locator('> dl > div').allInnerTexts().then(all => all.map(one => one.replace(/\s+/g, ' ')));
  assert.deepEqual(await values(), ['title Water', 'level 3', 'limits {"low":1}', 'action drain']);
  assert.equal(await shown.page.getByRole('group', { name: 'Room room' }).count(), 2);
  assert.match(await textOf(shown.surface), /Gauge root[^]*In the house[^]*Room room\s+Attic[^]*Room room\s+Cellar/);
  // An event of the component can be sent.
  await box.getByRole('button', { name: 'drain' }).click();
  const { action } = await program.next();
  assert.deepEqual([action.name, action.sourceComponentId, action.context], ['drain', 'root', { level: 3 }]);
  assert.deepEqual(await complaints(shown), []);
  assert.deepEqual(shown.wrong, []);
  await shown.close();
  await program.stop();
});

test('the values of a box follow the data and later components', async () => {
  const changed = [...GAUGE, { version: 'v0.9', updateDataModel: { surfaceId: 's', path: '/level', value: 9 } },
    components({ id: 'room', component: 'Room', child: 'name', floor: { path: '/level' } })];
  const shown = await open((await page(changed)).url);
  assert.match(await textOf(shown.surface), /level\s+9/);
  assert.match(await textOf(shown.surface), /Room room\s+floor\s+9\s+Attic/);
  await shown.close();
});

test('a box shows markup as text, and a part of long values', async () => {
  const markup = '<img src=x onerror=alert(1)>';
  const many = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`v${at}`, at]));
  const shown = await open((await page([create(), components({ id: 'root', component: markup, label: markup, long: 'x'.repeat(500), ...many, call: { call: 'nothing', args: {} }, path: '/a' })])).url);
  const seen = await textOf(shown.surface);
  for (const part of [markup, `${'x'.repeat(200)}…`, 'more values']) assert.ok(seen.includes(part), part);
  assert.equal(await shown.surface.evaluate(element => element.shadowRoot.querySelectorAll('img').length), 0);
  assert.deepEqual(shown.wrong, []);
  await shown.close();
});

test('a box sends no event of a component with checks, or of one that is refused', async () => {
  const action = { event: { name: 'go', context: { value: null } } };
  const checks = [{ condition: { call: 'required', args: { value: { path: '/none' } } }, message: 'Needed' }];
  const shown = await open((await page([create(), components({ id: 'root', component: 'Column', children: ['a', 'b'] },
    { id: 'a', component: 'Gauge', checks, action }, { id: 'b', component: 'Button', child: 't', action }, text('t', 'Go'))])).url);
  assert.equal(await shown.page.getByRole('button', { name: 'go' }).count(), 0);
  assert.match(await textOf(shown.surface), /Gauge a[^]*action\s+\{"event"[^]*Button b\s+cannot be shown[^]*Go/);
  assert.deepEqual(shown.wrong, []);
  await shown.close();
});

test('a component that refers to itself ends', async () => {
  const shown = await open((await page([create(), components({ id: 'root', component: 'Loop', child: 'root', children: ['a'] }, { id: 'a', component: 'Loop', children: ['root', 'a'] })])).url);
  assert.match(await textOf(shown.surface), /root contains itself/);
  assert.deepEqual(shown.wrong, []);
  await shown.close();
});

const SCRIPT = `
agentUi.component('Gauge', ({ id, properties, child, act, set }) => {
  const meter = document.createElement('meter');
  Object.assign(meter, { max: 10, value: properties.level ?? 0, title: properties.title });
  const drain = document.createElement('button');
  drain.textContent = 'Drain';
  drain.addEventListener('click', () => act(properties.action));
  const fill = document.createElement('button');
  fill.textContent = 'Fill';
  fill.addEventListener('click', () => set('level', 10));
  const place = document.createElement('div');
  place.append(meter, drain, fill, child(properties.headerChild), child(properties.children));
  return place;
});
agentUi.component('Plain', ({ properties }) => properties.text);
agentUi.component('Broken', () => { throw new Error('no paint'); });
`;
const script = written([SCRIPT], 'components.js');

async function operate(shown, next) {
  const meter = shown.page.locator('meter');
  await meter.waitFor();
  assert.equal(await meter.evaluate(element => element.value), 3);
  assert.match(await textOf(shown.surface), /In the house[^]*Room room\s+Attic/);
  await shown.page.getByRole('button', { name: 'Fill' }).click();
  await shown.page.waitForFunction(() => document.querySelector('agent-ui-surface').shadowRoot.querySelector('meter').value === 10);
  await shown.page.getByRole('button', { name: 'Drain' }).click();
  if (next) assert.deepEqual((await next()).action.context, { level: 10 });
  assert.equal(await shown.page.getByText('is unknown').count(), 0);
  assert.deepEqual(shown.wrong, []);
}

test('a script draws components on a served page, and its actions reach the agent', async () => {
  const program = await served(GAUGE, '--components', script);
  const shown = await open(program.url);
  await operate(shown, program.next);
  await shown.close();
  await program.stop();
});

test('a script draws components in one file and in the page of serve', async () => {
  const file = await open((await page(GAUGE, '--components', script)).url);
  await operate(file);
  await file.close();
  const program = await faces(written(GAUGE), '--components', script);
  const shown = await open(program.url);
  await operate(shown);
  await shown.close();
  await program.stop();
});

test('a script draws components in a sandboxed frame', async () => {
  const html = (await page(GAUGE, '--components', script)).html();
  const { page: host, wrong, close } = await hostPage();
  await host.evaluate(document_ => {
    const frame = Object.assign(document.createElement('iframe'), { srcdoc: document_ });
    frame.setAttribute('sandbox', 'allow-scripts');
    document.body.append(frame);
  }, html);
  await host.frameLocator('iframe').locator('meter').waitFor();
  assert.deepEqual(wrong, []);
  await close();
});

test('a renderer that fails leaves a box with the reason, and other components are drawn', async () => {
  const shown = await open((await page([create(), components({ id: 'root', component: 'Column', children: ['a', 'b', 'c'] }, { id: 'a', component: 'Broken', level: 1 },
    { id: 'b', component: 'Plain', text: '<b>x</b>' }, { id: 'c', component: 'Other' })], '--components', script)).url);
  const seen = await textOf(shown.surface);
  for (const part of [/Broken a\s+its renderer failed: no paint/, /level\s+1/, /<b>x<\/b>/, /Other c/]) assert.match(seen, part);
  await drawn(shown.page);
  assert.match((await complaints(shown)).join('\n'), /its renderer failed: no paint/);
  await shown.close();
});

test('a script can neither load other scripts nor reach other servers', async () => {
  const hostile = written([`
agentUi.component('Gauge', ({ properties }) => {
  window.tried ??= (async () => {
    const failed = [];
    try { eval('1'); } catch { failed.push('eval'); }
    await import('data:text/javascript,0').catch(() => failed.push('import'));
    await fetch('https://elsewhere.example/').catch(() => failed.push('fetch'));
    const inline = document.createElement('script');
    inline.textContent = 'window.inline = true';
    document.body.append(inline);
    if (!window.inline) failed.push('inline');
    return failed.join();
  })();
  return properties.title;
});`], 'hostile.js');
  const shown = await open((await page(GAUGE, '--components', hostile)).url);
  assert.equal(await shown.page.evaluate(() => window.tried), 'eval,import,fetch,inline');
  assert.equal(shown.wrong.filter(one => one.startsWith('request:')).length, 0);
  await shown.close();
});

test('a script that a page cannot contain is refused with its line', () => {
  for (const [content, why] of [['a\n"</script>"', /line 2 contains "<\/script"/], ['<!--', /line 1 contains "<!--"/]]) {
    const failed = (() => {
      try {
        execFileSync(process.env.PROGRAM, ['show', '--components', written([content], 'wrong.js'), '-'], { input: '', stdio: 'pipe' });
        return undefined;
      } catch (error) { return error; }
    })();
    assert.equal(failed.status, 2);
    assert.match(failed.stderr.toString(), why);
  }
});

test('a surface has the colour, the font and the icon of its theme', async () => {
  const icon = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  for (const messages of [
    [{ surfaceUpdate: { surfaceId: 's', components: [{ id: 'root', component: { Text: { text: { literalString: 'Hello' } } } }] } },
      { beginRendering: { surfaceId: 's', root: 'root', styles: { font: 'Roboto Slab', primaryColor: '#00695c' } } }],
    [create({ catalogId: 'basic', theme: { font: 'Roboto Slab', primaryColor: '#00695c', iconUrl: icon, agentDisplayName: 'Desk' } }), components(text('root', 'Hello'))],
  ]) {
    const shown = await open((await page(messages)).url);
    const { font, colour } = await shown.surface.evaluate(element => {
      const style = getComputedStyle(element.shadowRoot.querySelector('[data-component=root]'));
      return { font: style.fontFamily, colour: style.getPropertyValue('--a2ui-color-primary') };
    });
    assert.match(font, /^"Roboto Slab", system-ui/);
    assert.equal(colour, '#00695c');
    const hasIcon = messages.length === 2 && messages[0].createSurface;
    assert.equal(await shown.page.locator('.agent img').count(), hasIcon ? 1 : 0);
    assert.deepEqual(await complaints(shown), []);
    assert.deepEqual(shown.wrong, []);
    await shown.close();
  }
});

test('values of a theme that are not used are named', async () => {
  const shown = await open((await page([create({ catalogId: 'basic', theme: { font: 'x; } body { display: none', secondaryColor: '#ffffff' } }), components(text('root', 'Hello'))])).url);
  const said = (await complaints(shown)).join('\n');
  assert.match(said, /The theme's font is not the name of a font/);
  assert.match(said, /The theme's secondaryColor is not used/);
  assert.doesNotMatch(await shown.surface.evaluate(element => element.getAttribute('style') ?? ''), /display/);
  await shown.close();
});
