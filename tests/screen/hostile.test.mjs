// Hostile surfaces. All their content is shown as text: no markup, no script, no request, no window, and no crash of the browser.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { complaints, drawn, open, textOf } from './browser.mjs';
import { page } from './program.mjs';

const CATALOG = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';
const create = (surfaceId, more = {}) => ({ version: 'v0.9', createSurface: { surfaceId, catalogId: CATALOG, ...more } });
const components = (surfaceId, list) => ({ version: 'v0.9', updateComponents: { surfaceId, components: list } });
const data = (surfaceId, value, path) => ({ version: 'v0.9', updateDataModel: { surfaceId, ...(path && { path }), value } });

const HOSTILE = {
  script: '</script><script>window.hit=1</script>',
  comment: '<!--<script>window.hit=1//-->',
  handler: '"><img src=x onerror="window.hit=1">',
  quoted: `' onfocus='window.hit=1' autofocus='`,
  address: 'javascript:window.hit=1//',
  markdown: '[press](javascript:window.hit=1) ![see](https://tracker.example/p.png) <https://x.example> <b onclick=window.hit=1>b</b>',
  template: '${window.hit=1} {{hit}} #{hit}',
  frame: '<iframe srcdoc="<script>parent.hit=1</script>"></iframe><style>*{display:none}</style><base href=https://evil.example>',
  style: 'red;background:url(https://tracker.example/c.png)',
  remote: 'https://tracker.example/anything',
  prototype: '__proto__',
  constructor: 'constructor',
  separators: 'a\u2028b\u2029c\u0000d\u202e',
};

/** Everything in the document that is not allowed to be there, through all shadow roots. */
const intruders = shown => shown.page.evaluate(() => {
  const found = [];
  const walk = node => {
    for (const element of node.querySelectorAll('*')) {
      if (element.shadowRoot) walk(element.shadowRoot);
      const inFrame = node !== document || element.closest('.frame');
      if (!inFrame) continue;
      if (/^(script|iframe|object|embed|style|link|base|form|meta|frame|template)$/.test(element.localName)) found.push(element.outerHTML);
      for (const { name, value } of element.attributes) {
        if (name.startsWith('on') || name === 'srcdoc' || name === 'formaction') found.push(`${element.localName} ${name}=${value}`);
        if (/^(href|src|action|poster|xlink:href)$/.test(name) && !/^(#panel$|https?:|mailto:|tel:|data:image\/)/.test(value)) found.push(`${name}=${value}`);
        if (name === 'src' && !value.startsWith('data:')) found.push(`src=${value}`);
        if (name === 'style' && value.includes('url(')) found.push(`style=${value}`);
      }
    }
  };
  walk(document);
  return [...found, ...('hit' in window ? ['a script ran'] : []), ...(({}).polluted ? ['a prototype was changed'] : [])];
});

for (const [kind, text] of Object.entries(HOSTILE)) {
  test(`text everywhere: ${kind}`, async () => {
    const id = (/** @type {string} */ part) => `${part}${text}`;
    const messages = [
      create(text, { theme: { primaryColor: text, agentDisplayName: text, iconUrl: text } }),
      components(text, [
        { id: 'root', component: 'Column', children: ['t', 'h', 'f', 'c', 'p', 'b', 'o', 'i', 'v', 'a', 'n', id('u'), 'm', 'l', 'g', 'w'] },
        { id: 't', component: 'Text', text },
        { id: 'h', component: 'Text', variant: 'h1', text },
        { id: 'f', component: 'TextField', label: text, value: { path: '/v' }, accessibility: { label: text } },
        { id: 'c', component: 'CheckBox', label: text, value: false },
        { id: 'p', component: 'ChoicePicker', label: text, options: [{ label: text, value: text }], value: { path: '/p' } },
        { id: 'b', component: 'Button', child: 'bt', action: { event: { name: text, context: { [text]: text, bound: { path: '/v' } } } } },
        { id: 'bt', component: 'Text', text },
        { id: 'o', component: 'Button', child: 'bt', action: { functionCall: { call: 'openUrl', args: { url: kind === 'remote' ? `about:${text}` : text } } } },
        { id: 'i', component: 'Image', url: text, description: text },
        { id: 'v', component: 'Video', url: text },
        { id: 'a', component: 'AudioPlayer', url: text, description: text },
        { id: 'n', component: 'Icon', name: { svgPath: text } },
        { id: id('u'), component: text, child: 't', anything: { [text]: text } },
        { id: 'm', component: 'Tabs', tabs: [{ title: text, child: 'h' }] },
        { id: 'l', component: 'List', children: { path: `/${text}`, componentId: 't' } },
        // A function that opens windows, without a click on a button.
        { id: 'g', component: 'Text', text: { call: 'openUrl', args: { url: 'https://tracker.example/opened' } } },
        { id: 'w', component: 'Text', text: 'The end' },
      ]),
      data(text, { v: text, p: [text], [text]: [text], polluted: 1 }),
      data(text, { polluted: 1 }, `/${text}`),
      '{"version":"v0.9","updateDataModel":{"surfaceId":"x","value":{"__proto__":{"polluted":1}}}}',
      { version: text, createSurface: { surfaceId: text, catalogId: text } },
      create(`${text} own`, { catalogId: `https://own.example/${text}` }),
      components(`${text} own`, [{ id: 'root', component: 'Text', text }]),
    ];
    const shown = await open((await page(messages)).url);
    const surface = shown.page.locator('agent-ui-surface').first();
    assert.match(await textOf(surface), /The end/);
    // Text is shown literally.
    if (kind !== 'separators') assert.ok((await surface.locator('h1').first().innerText()).includes(text.trim()));
    await surface.locator('[data-component=b] button').first().click();
    await surface.locator('[data-component=o] button').first().click();
    await surface.locator('[data-component=f] input').fill(`${text}!`);
    await surface.locator('[data-component=c] input').first().click();
    for (const link of await surface.locator('a:not([href])').all()) await link.click();
    await drawn(shown.page);
    const [action] = await shown.panel.locator('.actions pre').allInnerTexts();
    assert.equal(JSON.parse(action).action.name, text);
    assert.deepEqual(await intruders(shown), []);
    assert.deepEqual(shown.wrong, []);
    const said = (await complaints(shown)).join('\n');
    assert.match(said, /A link was not opened/);
    assert.doesNotMatch(said, /The page has an error/);
    await shown.close();
  });
}

test('a colour of the theme is used, and nothing else of it', async () => {
  const given = [['#336699', true], ['rebeccapurple', true], ['rgb(10 20 30)', true], ['url(https://x.example)', false],
    ['var(--a2ui-color-border)', false], ['#33669', false], ['expression(1)', false], ['red;color:blue', false], [7, false]];
  const messages = given.flatMap(([colour], at) => [create(`s${at}`, { theme: { primaryColor: colour } }), components(`s${at}`, [
    { id: 'root', component: 'Button', variant: 'primary', child: 't', action: { event: { name: 'n' } } },
    { id: 't', component: 'Text', text: 'Press' }])]);
  const shown = await open((await page(messages)).url);
  const used = await shown.page.locator('agent-ui-button').evaluateAll(all => all.map(one => one.style.getPropertyValue('--a2ui-color-primary')));
  assert.deepEqual(used, given.map(([colour, isColour]) => (isColour ? colour : '')));
  assert.deepEqual(shown.wrong, []);
  await shown.close();
});

test('a link opens when it is pressed, and only then', async () => {
  const messages = [create('s'), components('s', [
    { id: 'root', component: 'Column', children: ['t', 'b'] },
    { id: 't', component: 'Text', text: 'Read [the paper](https://paper.example/a)' },
    { id: 'b', component: 'Button', child: 'l', action: { functionCall: { call: 'openUrl', args: { url: 'https://paper.example/b' } } } },
    { id: 'l', component: 'Text', text: 'Open' }])];
  const shown = await open((await page(messages)).url);
  assert.deepEqual(shown.wrong, []);
  const context = shown.page.context();
  const asked = path => context.waitForEvent('requestfailed', request => request.url().endsWith(path));
  const opened = () => context.waitForEvent('page');
  await Promise.all([opened(), asked('/a'), shown.page.getByRole('link', { name: 'the paper' }).click()]);
  await Promise.all([opened(), asked('/b'), shown.page.locator('[data-component=b] button').click()]);
  assert.equal(shown.wrong.filter(one => one.startsWith('window')).length, 2, 'each press opens one window');
  // Chromium requests a page that it cannot reach again, in the same window.
  const requests = new Set(shown.wrong.filter(one => one.startsWith('request')));
  assert.deepEqual([...requests].sort(), ['request: https://paper.example/a', 'request: https://paper.example/b']);
  await shown.close();
});

test('remote images are loaded if they were allowed', async () => {
  const messages = [create('s'), components('s', [
    { id: 'root', component: 'Column', children: ['i', 'm', 'h'] },
    { id: 'i', component: 'Image', url: 'https://pictures.example/i.png', description: 'A heron' },
    { id: 'h', component: 'Image', url: 'http://pictures.example/h.png', description: 'A stork' },
    { id: 'm', component: 'Text', text: '![A crane](https://pictures.example/m.png)' }])];
  const quiet = await open((await page(messages)).url);
  assert.deepEqual(quiet.wrong, []);
  for (const text of ['A heron', 'A stork', 'A crane']) assert.match(await textOf(quiet.surface), new RegExp(text));
  await quiet.close();
  const loud = await open((await page(messages, '--allow-images')).url);
  const requests = () => loud.wrong.filter(one => one.startsWith('request')).sort();
  for (let tries = 0; tries < 300 && requests().length < 2; tries += 1) await loud.page.waitForTimeout(100);
  assert.deepEqual(requests(), ['request: https://pictures.example/i.png', 'request: https://pictures.example/m.png']);
  // Images that cannot be loaded show their description.
  for (let tries = 0; tries < 300 && !/A heron/.test(await textOf(loud.surface)); tries += 1) await loud.page.waitForTimeout(100);
  assert.match(await textOf(loud.surface), /A heron/);
  await loud.close();
});

const many = (count, one) => Array.from({ length: count }, (_, at) => one(at));
const BIG = {
  'a component that contains itself': [/root contains itself/, components('s', [
    { id: 'root', component: 'Column', children: ['a', 'end'] }, { id: 'a', component: 'Card', child: 'root' }, { id: 'end', component: 'Text', text: 'The end' }])],
  'a template that contains itself': [/contains itself/, components('s', [
    { id: 'root', component: 'Column', children: ['l', 'end'] }, { id: 'l', component: 'List', children: { path: '/l', componentId: 'l' } }, { id: 'end', component: 'Text', text: 'The end' }]),
    data('s', { l: [1, 2] })],
  'three hundred levels': [/Only 100 levels of nesting are shown/, components('s', [
    { id: 'root', component: 'Column', children: ['c0', 'end'] }, ...many(300, at => ({ id: `c${at}`, component: 'Card', child: `c${at + 1}` })),
    { id: 'c300', component: 'Text', text: 'deep' }, { id: 'end', component: 'Text', text: 'The end' }])],
  'a hundred thousand rows': [/Only the first 2000 children are shown/, components('s', [
    { id: 'root', component: 'Column', children: ['end', 'l'] }, { id: 'l', component: 'List', children: { path: '/l', componentId: 't' } },
    { id: 't', component: 'Text', variant: 'h5', text: { path: 'n' } }, { id: 'end', component: 'Text', text: 'The end' }]),
    data('s', { l: many(100_000, at => ({ n: `row ${at}` })) })],
  'a tree that doubles at each of thirty levels': [/Only 10000 components are shown/, components('s', [
    { id: 'root', component: 'Column', children: ['end', 'd0'] }, ...many(30, at => ({ id: `d${at}`, component: 'Row', children: [`d${at + 1}`, `d${at + 1}`] })),
    { id: 'd30', component: 'Text', variant: 'h5', text: 'x' }, { id: 'end', component: 'Text', text: 'The end' }])],
  'a text of a million characters': [/The end/, components('s', [
    { id: 'root', component: 'Column', children: ['t', 'end'] }, { id: 't', component: 'Text', text: '*[`_('.repeat(200_000) }, { id: 'end', component: 'Text', text: 'The end' }])],
};
for (const [name, [says, ...messages]] of Object.entries(BIG)) {
  test(`too much: ${name}`, async () => {
    const shown = await open((await page([create('s'), ...messages])).url);
    const text = await shown.surface.evaluate(element => element.shadowRoot.textContent);
    assert.match(text, /The end/);
    assert.match(text, says);
    assert.doesNotMatch((await complaints(shown)).join('\n'), /The page has an error/);
    assert.deepEqual(shown.wrong, []);
    await shown.close();
  });
}

test('one bad message, one bad component: the rest is shown', async () => {
  const shown = await open((await page([
    create('s'),
    components('nobody', [{ id: 'root', component: 'Text', text: 'lost' }]),
    components('s', [
      { id: 'root', component: 'Column', children: ['a', 'b', 'c', 'd'] },
      { id: 'a', component: 'Text', text: 'First' },
      { id: 'b', component: 'Slider', value: 1, max: 'high' },
      { id: 'c', component: 'Text', text: 'Third', sparkle: true },
      { id: 'd', component: 'Chart', children: ['e'] },
      { id: 'e', component: 'Text', text: 'In the chart' }]),
  ])).url);
  const text = await textOf(shown.surface);
  for (const part of ['First', 'Slider b', 'cannot be shown: `max` must be a number', 'Third', 'Chart d', 'In the chart']) assert.ok(text.includes(part), part);
  const said = (await complaints(shown)).join('\n');
  for (const part of [/nobody/, /`max` must be a number, not a string/, /does not support sparkle/]) assert.match(said, part);
  assert.deepEqual(shown.wrong, []);
  await shown.close();
});
