// One Chromium for a file of tests, and pages that write down whatever a surface must not do.
import { after, before } from 'node:test';
import { chromium } from 'playwright-core';

let browser;
before(async () => {
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
      '--disable-component-update', '--disable-sync'],
  });
});
after(() => browser?.close());

/**
 * Opens an address. `wrong` lists errors and warnings of the console, errors of scripts, dialogs, new windows and requests to anywhere
 * but the page itself.
 */
export async function open(url, { settle = 120, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1000, height: 800 }, locale: 'en-GB', timezoneId: 'UTC', ...options });
  const page = await context.newPage();
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
  const own = new URL(url);
  const isOwn = address => address.protocol === 'file:' ? address.href === own.href : own.protocol === 'http:' && address.origin === own.origin;
  await context.route(address => !isOwn(address) && !['data:', 'blob:', 'about:'].includes(address.protocol), route => {
    wrong.push(`request: ${route.request().url()}`);
    return route.abort();
  });
  await page.goto(url);
  await page.waitForSelector('#panel section');
  await page.waitForTimeout(settle);
  return { page, wrong, surface: page.locator('agent-ui-surface'), panel: page.locator('#panel'), close: () => context.close() };
}

/** The text of a surface, which stands in its shadow root. */
export const textOf = surface => surface.evaluate(element => [...element.shadowRoot.children].map(child => child.innerText).join('\n'));

/** What the panel names as not shown or refused. */
export const complaints = ({ panel }) => panel.locator('.problems li, .refused li').allInnerTexts();
