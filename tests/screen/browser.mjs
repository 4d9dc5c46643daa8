// One Chromium for a file of tests, and pages that record everything a surface must not do.
import { createServer } from 'node:http';
import { after, before } from 'node:test';
import { chromium } from 'playwright-core';
import { PATIENCE } from './program.mjs';

let browser;
before(async () => {
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
      '--disable-component-update', '--disable-sync'],
  });
});
after(() => browser?.close());

/** A page, and the list of what went wrong there: requests are let through if they are the page's own. */
async function watched(isOwn, options) {
  const context = await browser.newContext({ viewport: { width: 1000, height: 800 }, locale: 'en-GB', timezoneId: 'UTC', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const wrong = [];
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type())) wrong.push(`console: ${message.text()}`);
  });
  page.on('pageerror', error => wrong.push(`error: ${error.message}`));
  page.on('dialog', dialog => {
    wrong.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  context.on('page', opened => wrong.push(`window: ${opened.url()}`));
  await context.route(address => !isOwn(address) && !['data:', 'blob:', 'about:'].includes(address.protocol), route => {
    wrong.push(`request: ${route.request().url()}`);
    return route.abort();
  });
  return { page, wrong, close: () => context.close() };
}

/**
 * Opens the page of a surface. `wrong` lists errors and warnings of the console, errors of scripts, dialogs, new windows and requests to
 * anywhere but the page itself.
 */
export async function open(url, { settle = 120, ...options } = {}) {
  const own = new URL(url);
  const isOwn = address => (own.protocol === 'file:' ? address.href === own.href : address.origin === own.origin);
  const { page, wrong, close } = await watched(isOwn, options);
  await page.goto(url);
  await page.waitForSelector('#panel section');
  await page.waitForTimeout(settle);
  return { page, wrong, surface: page.locator('agent-ui-surface'), panel: page.locator('#panel'), close };
}

/** Opens a page that is none of a surface. */
export async function plain(url, options = {}) {
  const own = new URL(url);
  const { page, wrong, close } = await watched(asked => asked.origin === own.origin, options);
  await page.goto(url);
  return { page, wrong, close };
}

/** An empty page of somebody else, which may put a surface's page into a frame. `heard` is what it wrote down in `window.heard`. */
export async function hostPage() {
  const address = 'http://host.example/';
  const { page, wrong, close } = await watched(asked => asked.href === address, {});
  await page.route(address, route => route.fulfill({ contentType: 'text/html', body: '<!doctype html><style>iframe{width:900px;height:700px}</style>' }));
  await page.goto(address);
  return { page, wrong, heard: () => page.evaluate(() => window.heard), close };
}

/** An empty page of another port of this machine, which may speak to everything on it. `origin` is its own. */
export async function neighbour() {
  const server = createServer((_, answer) => answer.setHeader('Content-Type', 'text/html')
    .end('<!doctype html><link rel=icon href="data:,"><style>iframe{width:900px;height:700px}</style>'));
  await new Promise(done => { server.listen(0, '127.0.0.1', done); });
  // After a failed test, nothing waits for it.
  server.unref();
  const origin = `http://127.0.0.1:${server.address().port}`;
  const { page, wrong, close } = await watched(asked => asked.hostname === '127.0.0.1', {});
  await page.goto(origin);
  const closed = () => new Promise(done => { server.close(done); server.closeAllConnections(); });
  return { page, wrong, origin, close: async () => { await close(); await closed(); } };
}

/** The text of a surface, which stands in its shadow root. */
export const textOf = surface => surface.evaluate(element => [...element.shadowRoot.children].map(child => child.innerText).join('\n'));

/** Waits until the panel shows what has happened so far: it draws with the next frame, which may take its time on a busy machine. */
export const drawn = page => page.evaluate(() => new Promise(done => { requestAnimationFrame(() => requestAnimationFrame(done)); }));

/** What the panel names as not shown or refused. */
export async function complaints({ page, panel }) {
  await drawn(page);
  return panel.locator('.problems li, .refused li').allInnerTexts();
}
