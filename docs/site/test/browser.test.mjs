// The built website in Chromium, below a path of a static server and without a server. SITE is the folder, and CHROMIUM the browser.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { after, before, test as tested } from 'node:test';
import { pathToFileURL } from 'node:url';

const folder = process.env.SITE;
const executablePath = process.env.CHROMIUM;
const skip = (!folder && 'SITE is not set') || (!executablePath && 'Chromium is not installed');
if (skip) console.log(`skipped: the website in a browser, as ${skip}`);
const test = (name, run, options) => tested(name, { skip, ...options }, run);

/** The website is not at the top of its host: all addresses must be relative. */
const TOP = '/some/path/';
const TYPES = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8', '.svg': 'image/svg+xml',
  '.png': 'image/png', '.json': 'application/json', '.wasm': 'application/wasm', '.txt': 'text/plain; charset=utf-8',
};
const DESKTOP = { viewport: { width: 1400, height: 900 } };
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

let browser;
let server;
let base;
before(async () => {
  if (skip) return;
  const { chromium } = await import('playwright-core');
  browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
  server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
    const file = path.startsWith(TOP) && !path.includes('..') ? join(folder, path.slice(TOP.length)) : '';
    if (!file || !existsSync(file) || !statSync(file).isFile()) return response.writeHead(404).end();
    return response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream' }).end(readFileSync(file));
  });
  await new Promise(done => { server.listen(0, '127.0.0.1', done); });
  base = `http://127.0.0.1:${server.address().port}${TOP}`;
});
after(async () => {
  await browser?.close();
  server?.close();
  server?.closeAllConnections();
});

/** Opens a page. `wrong` lists errors and warnings of the console, errors of scripts, failed requests, and requests to other hosts. */
async function open(address, options = DESKTOP, top = base) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.setDefaultTimeout(30000);
  const wrong = [];
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type())) wrong.push(`${page.url()}: console: ${message.text()}`);
  });
  page.on('pageerror', error => wrong.push(`${page.url()}: error: ${error.message}`));
  page.on('requestfailed', request => {
    // The next page ends the requests of the one before it, such as that for its icon. A missing file has a status instead.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') wrong.push(`failed: ${request.url()}`);
  });
  page.on('request', request => {
    if (!request.url().startsWith(top) && !/^(data|blob|about):/.test(request.url())) wrong.push(`request: ${request.url()}`);
  });
  page.on('response', response => {
    if (response.status() >= 400) wrong.push(`status ${response.status()}: ${response.url()}`);
  });
  await page.goto(top + address);
  const done = async () => {
    assert.deepEqual(wrong, []);
    await context.close();
  };
  return { page, wrong, done };
}

/** The pages that the build writes. The playground has tests of its own. */
const pages = () => readdirSync(folder, { recursive: true }).map(name => name.replaceAll('\\', '/'))
  .filter(name => name.endsWith('.html') && !name.startsWith('playground/')).sort();

test('every page opens, and every link leads to a file and to an anchor', async () => {
  const { page, wrong, done } = await open('index.html');
  const anchors = new Map();
  const links = [];
  for (const address of pages()) {
    await page.goto(base + address);
    assert.notEqual(await page.title(), '', address);
    const read = await page.evaluate(() => ({
      ids: [...document.querySelectorAll('[id]')].map(element => element.id),
      hrefs: [...document.querySelectorAll('a[href]')].map(link => link.href),
      broken: [...document.images].filter(image => image.loading !== 'lazy' && image.naturalWidth === 0).map(image => image.src),
      wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    }));
    assert.equal(new Set(read.ids).size, read.ids.length, `${address}: an id occurs twice`);
    assert.deepEqual(read.broken, [], address);
    assert.equal(read.wide, 0, `${address}: the page scrolls sideways`);
    anchors.set(address, new Set(read.ids));
    links.push(...read.hrefs.filter(href => href.startsWith('http://127.')).map(href => [address, href]));
  }
  const broken = links.filter(([, href]) => {
    const [address, anchor] = decodeURI(href).split('#');
    const file = address.slice(base.length);
    return !address.startsWith(base) || !existsSync(join(folder, file)) || (anchor && anchors.has(file) && !anchors.get(file).has(anchor));
  });
  assert.deepEqual(broken, []);
  assert.ok(anchors.size > 60 && links.length > 4000, `${anchors.size} pages, ${links.length} links`);
  assert.deepEqual(wrong, []);
  await done();
}, { timeout: 300000 });

test('images are loaded when they are shown', async () => {
  for (const address of ['index.html', 'show-and-serve.html']) {
    const { page, done } = await open(address);
    for (const image of await page.locator('main img').all()) {
      await image.scrollIntoViewIfNeeded();
      await page.waitForFunction(element => element.naturalWidth > 0, await image.elementHandle());
    }
    await done();
  }
});

/** Searches by keyboard for a rule that the page of rules explains, and follows the first result. */
async function search(page) {
  await page.keyboard.press('/');
  await page.keyboard.type('unknown-member');
  const results = page.locator('#site-results a');
  await results.first().waitFor();
  assert.match(await page.locator('#site-results p').innerText(), /^\d+ sections\./);
  assert.equal(await results.first().locator('b').innerText(), 'unknown-member');
  await page.keyboard.press('ArrowDown');
  assert.ok(await results.first().evaluate(link => link === document.activeElement));
  await page.keyboard.press('Enter');
  await page.waitForURL(/rules\.html#unknown-member$/);
  assert.equal(await page.locator(':target').innerText(), 'unknown-member #');
  assert.ok(await page.locator(':target').evaluate(target => target.getBoundingClientRect().top < innerHeight));
}

test('a search finds sections, and its results are operated by keyboard', async () => {
  const { page, done } = await open('protocols/a2ui.html');
  await search(page);
  await page.locator('#site-search input').fill('no-such-word-at-all');
  await page.getByText('No section has all these words.').waitFor();
  await page.keyboard.press('Escape');
  assert.ok(await page.locator('#site-results').isHidden());
  await done();
});

test('pages and the search work without a server', async () => {
  const { page, done } = await open('bridge/cli/index.html', DESKTOP, pathToFileURL(`${folder}/`).href);
  await search(page);
  await done();
});

test('the colours follow the system, and texts have contrast', async () => {
  for (const [colorScheme, isDark] of [['light', false], ['dark', true]]) {
    const { page, done } = await open('fidelity.html', { ...DESKTOP, colorScheme });
    const brightness = selector => page.locator(selector).first().evaluate(element => {
      const values = property => getComputedStyle(element)[property].match(/[\d.]+/g).slice(0, 3).map(Number);
      const luminance = colour => [0.2126, 0.7152, 0.0722].reduce((sum, part, index) => {
        const value = colour[index] / 255;
        return sum + part * (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
      }, 0);
      return { ink: luminance(values('color')), ground: luminance(values('backgroundColor')) };
    });
    const body = await brightness('body');
    assert.equal(body.ground < body.ink, isDark);
    const contrast = (one, other) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    assert.ok(contrast(body.ink, body.ground) > 7);
    for (const selector of ['main a[href^="carries"]', '#site-navigation li a', '#site-navigation [aria-current]']) {
      assert.ok(contrast((await brightness(selector)).ink, body.ground) > 4.5, `${colorScheme}: ${selector}`);
    }
    await done();
  }
});

test('a phone shows the text in its width, and opens the navigation', async () => {
  for (const address of ['index.html', 'rules.html', 'cli.html', 'bridge/npm/index.html', 'matrix.html']) {
    const { page, done } = await open(address, PHONE);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), PHONE.viewport.width, address);
    await done();
  }
  const { page, done } = await open('index.html', PHONE);
  const navigation = page.locator('#site-navigation');
  assert.ok(await navigation.isHidden());
  await page.getByRole('link', { name: 'Menu' }).click();
  await navigation.getByText('Commands').click();
  await navigation.getByRole('link', { name: 'Checks in CI' }).click();
  await page.waitForURL(/\/ci\.html$/);
  assert.ok(await navigation.isHidden());
  await done();
});

test('the keyboard reaches the text first, and the focus is visible', async () => {
  const { page, done } = await open('cli.html');
  await page.keyboard.press('Tab');
  const skipLink = page.getByRole('link', { name: 'Skip to the text' });
  assert.ok(await skipLink.evaluate(link => link === document.activeElement && link.getBoundingClientRect().top >= 0));
  assert.equal(await skipLink.evaluate(link => getComputedStyle(link).outlineStyle), 'solid');
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'site-content');
  await page.keyboard.press('Tab');
  assert.ok(await page.evaluate(() => document.querySelector('main').contains(document.activeElement)));
  await done();
});

test('code is copied', async () => {
  const { page, done } = await open('ci.html', { ...DESKTOP, permissions: ['clipboard-read', 'clipboard-write'] });
  const block = page.locator('.code').first();
  await block.hover();
  await block.getByRole('button', { name: 'Copy' }).click();
  await block.getByRole('button', { name: 'Copied' }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await block.locator('code').evaluate(code => code.textContent));
  await done();
});

test('the matrix can be filtered', async () => {
  const { page, done } = await open('matrix.html');
  const rows = page.locator('#fields details');
  const all = await rows.count();
  assert.ok(all > 3, `${all} fields`);
  const field = await rows.nth(2).locator('code').first().innerText();
  await page.getByLabel('Field').fill(field.replace(/ \?$/, ''));
  assert.ok(await rows.count() < all);
  await rows.first().locator('summary').click();
  assert.ok(await rows.first().locator('table').isVisible());
  await done();
});

test('a page of schemas has a file for each dialect', async () => {
  const { page, done } = await open('schemas/index.html');
  const addresses = await page.locator('main td a').evaluateAll(links => links.map(link => link.href));
  assert.ok(addresses.length >= 30, `${addresses.length} schemas`);
  for (const address of addresses) assert.equal((await (await page.request.get(address)).json()).$schema, 'https://json-schema.org/draft/2020-12/schema', address);
  await done();
});

const withPlayground = skip || (!existsSync(join(folder, 'playground/index.html')) && 'the website has no playground');
test('the playground translates a sample', async () => {
  const { page, done } = await open('index.html');
  await page.getByRole('link', { name: 'Playground' }).click();
  await page.waitForFunction(() => /^Ready/.test(document.querySelector('#status')?.textContent));
  assert.notEqual(await page.locator('#source textarea').inputValue(), '');
  assert.notEqual(await page.locator('#target textarea').inputValue(), '');
  await done();
}, { skip: withPlayground });
