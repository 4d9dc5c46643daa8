// The playground, operated by mouse and by keyboard: paste, convert, look up a field, show, share, copy, on a desktop and on a phone.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { after, before, test as tested } from 'node:test';
import { drawn, plain } from './browser.mjs';
import { SAMPLES } from '../../bridge/npm/playground/src/samples.js';
import { MISSING, playground } from './playground.mjs';

let served;
before(async () => { served = await playground(); });
after(() => served?.stop());
if (MISSING) console.log(`skipped: ${MISSING}`);
const test = (name, run) => tested(name, { skip: MISSING }, run);

const sample = name => readFileSync(new URL(`../../bridge/cli/samples/${name}`, import.meta.url), 'utf8');
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] };

async function open(fragment = '', options = {}) {
  const shown = await plain(`${served.url}${fragment}`, { ...CLIPBOARD, ...options });
  const { page } = shown;
  const source = page.locator('#source textarea');
  const target = page.locator('#target textarea');
  const ready = () => page.waitForFunction(() => /^Ready/.test(document.querySelector('#status').textContent));
  await page.waitForFunction(() => document.querySelector('#source textarea')?.value !== '' || !document.querySelector('#notice').hidden);
  await ready().catch(() => {});
  /** Replaces the source as a user does who pastes a text. */
  const paste = async text => {
    await page.evaluate(copied => navigator.clipboard.writeText(copied), text);
    await source.focus();
    await page.keyboard.press('Control+A');
    // The page may translate within one frame, so the change of the status is observed and not looked for.
    await page.evaluate(() => {
      const status = document.querySelector('#status');
      window.begun = new Promise(done => {
        new MutationObserver((_, observer) => {
          observer.disconnect();
          done();
        }).observe(status, { childList: true, characterData: true, subtree: true });
      });
    });
    await page.keyboard.press('Control+V');
    await page.evaluate(() => window.begun);
    await ready();
  };
  const pick = async (name) => {
    await page.getByLabel('Sample').selectOption({ label: name });
    const text = sample(SAMPLES.find(one => one.name === name).file);
    await page.waitForFunction(expected => document.querySelector('#source textarea').value === expected, text);
    await ready();
  };
  /** The highlighted parts of both texts. */
  const linked = () => page.evaluate(() => [...CSS.highlights.get('linked')].map(range => range.toString()));
  const done = async () => {
    assert.deepEqual(shown.wrong, []);
    await shown.close();
  };
  return { ...shown, source, target, ready, paste, pick, linked, done };
}

/** What the program writes. */
const converted = (from, to, text, ...more) => execFileSync(process.env.PROGRAM, ['convert', '--from', from, '--to', to, ...more, '-'], { input: text, stdio: ['pipe', 'pipe', 'ignore'] }).toString();

/** The centre of the first place of a word in a text of the page. */
const placeOf = (page, side, word) => page.evaluate(([id, wanted]) => {
  for (const line of document.querySelectorAll(`#${id} .line`)) {
    const at = line.textContent.indexOf(wanted);
    if (at < 0) continue;
    const frame = line.closest('.text');
    const range = document.createRange();
    range.setStart(line.firstChild, at + 1);
    range.setEnd(line.firstChild, at + wanted.length - 1);
    frame.scrollTop += range.getClientRects()[0].top - frame.getBoundingClientRect().top - 100;
    const box = range.getClientRects()[0];
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  }
  return undefined;
}, [side, word]);

test('a pasted message is recognised and translated, exactly as by the program', async () => {
  const { page, source, target, paste, done } = await open();
  for (const [text, from, to] of [[sample('lossy.jsonl'), 'a2ui', 'a2ui@0.9'], [sample('record.json'), 'aap', 'a2ui@0.9'], [sample('surface.json'), 'a2ui@0.9', 'a2ui@1.0']]) {
    await paste(text);
    assert.equal(await source.inputValue(), text);
    assert.match(await page.locator('#from option').first().innerText(), new RegExp(`^Recognised: ${from.split('@')[0]}`));
    await page.locator('#to').selectOption(to);
    await page.waitForTimeout(300);
    await page.getByRole('checkbox', { name: 'Indent' }).uncheck();
    await page.waitForFunction(length => document.querySelector('#target textarea').value.length === length, converted(from, to, text).length);
    assert.equal(await target.inputValue(), converted(from, to, text));
    await page.getByRole('checkbox', { name: 'Indent' }).check();
    const spread = await target.inputValue();
    assert.ok(spread.split('\n').length > 10);
  }
  // Numbers keep their digits in every layout.
  await paste(sample('record.json'));
  assert.match(await target.inputValue(), /12345678901234567890, 2\.50/);
  await done();
});

test('a target without a route is an error in text', async () => {
  const { page, paste, done } = await open();
  await paste(sample('record.json'));
  await page.locator('#to').selectOption('mcp@2025-11-25');
  await page.locator('#refused').waitFor();
  assert.match(await page.locator('#refused').innerText(), /\w+ \w+/);
  assert.equal(await page.locator('#target textarea').inputValue(), '');
  assert.ok(await page.getByRole('button', { name: 'Copy', exact: true }).isDisabled());
  await paste('{"neither": "one"}');
  await page.locator('#refused').getByText(/not recognised/).waitFor();
  await paste('not JSON at all');
  await page.locator('#refused').getByText(/not recognised/).waitFor();
  await done();
});

test('a field is looked up, and rows and both texts highlight each other', async () => {
  const { page, pick, linked, done } = await open();
  await pick('Surface: A2UI 1.0 to 0.9');
  const rows = page.locator('#fields tbody tr');
  const all = await rows.count();
  assert.ok(all > 20);
  assert.match(await rows.first().innerText(), /^carried/);

  const search = page.getByRole('searchbox', { name: 'Look up a field' });
  await search.fill('userMessage');
  assert.equal(await rows.count(), 1);
  assert.match(await page.locator('#fields [role=status]').innerText(), /^1 of \d+ fields$/);
  await rows.first().hover();
  assert.deepEqual(await linked(), ['"userMessage":"Renew my loan"']);
  await search.fill('title accessib');
  await search.fill('components/2 text');
  await rows.first().hover();
  assert.deepEqual(await linked(), ['"text":{"@path":"/loan/title"}', '"text": {"path": "/loan/title"}']);
  await search.fill('');

  const carried = page.getByRole('button', { name: /^carried \d+/ });
  const hidden = Number((await carried.innerText()).split(' ')[1]);
  await carried.click();
  assert.equal(await carried.getAttribute('aria-pressed'), 'false');
  assert.equal(await rows.count(), all - hidden);
  await carried.click();

  for (const [side, word, expected] of [['source', '"org_library_tone"', /@metadata/], ['source', '"L-2041"', /\/updateDataModel\/value/], ['target', '"Title of the loan"', /accessibility/]]) {
    const { x, y } = await placeOf(page, side, word);
    await page.mouse.move(x, y);
    const marked = page.locator('#fields tr.linked');
    await marked.first().waitFor().catch(() => assert.fail(`no row for ${word} at ${x}, ${y}`));
    assert.match(await marked.first().innerText(), expected);
    assert.ok((await linked()).length >= 1, word);
  }
  await page.mouse.move(5, 5);
  await page.locator('#fields tr.linked').waitFor({ state: 'detached' });

  // A click reaches the text area.
  const clicked = await placeOf(page, 'source', '"org_library_tone"');
  await page.mouse.click(clicked.x, clicked.y);
  assert.ok(await page.locator('#source textarea').evaluate(area => document.activeElement === area && area.value.slice(area.selectionStart - 12, area.selectionStart + 18).includes('library')));

  // The caret does what the pointer does.
  await page.locator('#source textarea').evaluate(area => {
    area.focus();
    const at = area.value.indexOf('userMessage') + 3;
    area.setSelectionRange(at, at);
  });
  await page.locator('#fields tr.linked').getByText('/updateComponents/components/5/action/event/userMessage').waitFor();

  // A rule leads to the documentation of its mapping.
  const address = await rows.first().getByRole('link').getAttribute('href');
  await page.goto(new URL(address, served.url).href);
  assert.match(await page.locator('section:target h2').innerText(), /a2ui-0\.9-1\.0/);
  await done();
});

test('findings have places, and repairs are applied and undone', async () => {
  const { page, source, pick, ready, done } = await open();
  await pick('Surface with mistakes');
  const before = await source.inputValue();
  const findings = page.locator('#findings > .list li');
  assert.ok(await findings.count() >= 4);
  const selected = () => source.evaluate(area => area.value.slice(area.selectionStart, area.selectionEnd));
  await findings.filter({ hasText: 'unknown-member' }).first().getByRole('button').click();
  assert.equal(await selected(), '"varient":"h2"');
  await findings.filter({ hasText: 'repair/name-spelling' }).first().getByRole('button').click();
  assert.match(await selected(), /^"catalog_id":"https:/);
  await page.locator('#source-pane').getByRole('button', { name: /^Apply \d repairs$/ }).click();
  await page.waitForFunction(old => document.querySelector('#source textarea').value !== old, before);
  assert.match(await source.inputValue(), /"catalogId"/);
  await page.waitForTimeout(300);
  await ready();
  await page.keyboard.press('Control+Z');
  assert.equal(await source.inputValue(), before);
  await done();
});

test('a finding leads to its rule', async () => {
  const { page, pick, done } = await open();
  await pick('Surface with mistakes');
  for (const rule of ['unknown-member', 'repair/name-spelling']) {
    const link = page.locator('#findings > .list').getByRole('link', { name: rule, exact: true }).first();
    const address = new URL(await link.getAttribute('href'), served.url);
    const shown = await plain(address.href);
    assert.equal(await shown.page.locator('tr:target td').first().innerText(), rule);
    assert.deepEqual(shown.wrong, []);
    await shown.close();
  }
  await done();
});

test('a source in the dialect of the target stays as it is', async () => {
  const { page, source, target, pick, ready, done } = await open();
  await pick('Surface: A2UI 0.9 to AHP canvas');
  await page.locator('#to').selectOption('a2ui@0.9');
  await page.locator('#target-pane').getByText('The source is a2ui@0.9 already, so its text is unchanged').waitFor();
  await ready();
  assert.equal(await target.inputValue(), await source.inputValue());
  await page.locator('#tab-fields').click();
  await page.locator('#fields').getByText('No field changes').waitFor();
  await page.locator('#tab-surface').click();
  await page.frameLocator('#surface iframe').getByRole('button', { name: 'Renew' }).waitFor();
  await page.locator('#to').selectOption('a2ui@1.0');
  await page.locator('#unchanged').waitFor({ state: 'hidden' });
  await page.waitForFunction(() => /"version": "1\.0"/.test(document.querySelector('#target textarea').value));
  await done();
});

test('what comes back is compared with the source', async () => {
  const { page, pick, done } = await open();
  await pick('Surface: A2UI 1.0 to 0.9');
  await page.getByRole('tab', { name: /Round trip/ }).click();
  const [withCarry, without] = [0, 1].map(at => page.locator('#return section').nth(at));
  assert.match(await withCarry.innerText(), /With the carry: (identical|equal) to the source/);
  assert.match(await without.innerText(), /Without the carry: \d+ lines differ/);
  // The page may show the difference anew in the meantime, so each line is waited for.
  for (const lost of ['org_library_branch', 'userMessage']) await without.locator('.removed', { hasText: lost }).first().waitFor();
  await done();
});

test('a surface is shown, and its actions are the messages of the agent', async () => {
  const { page, pick, done } = await open();
  for (const [name, version, heading] of [['Surface: A2UI 0.9 to AHP canvas', 'v0.9', 'A Field Guide to Mosses'], ['Surface: A2UI 1.0 to 0.9', '1.0', 'A Field Guide to Mosses']]) {
    await pick(name);
    await page.getByRole('tab', { name: /Surface/ }).click();
    const frame = page.frameLocator('#surface iframe');
    await frame.getByText(heading).waitFor();
    await frame.getByRole('button', { name: 'Renew' }).click();
    await page.locator('#surface .log pre').first().waitFor();
    const message = JSON.parse(await page.locator('#surface .log pre').first().innerText());
    assert.equal(message.version, version);
    assert.equal(message.action.name, 'renew');
    assert.deepEqual(message.action.context, { loan: 'L-2041' });
  }
  assert.equal(await page.locator('#surface iframe').getAttribute('sandbox'), 'allow-scripts');
  assert.match(await page.locator('#surface .log').innerText(), /3 fields are not shown/);
  // The frame cannot reach the page.
  assert.equal(await page.locator('#surface iframe').evaluate(frame => frame.contentDocument), null);
  await pick('Click: AAP record to A2UI');
  await page.getByRole('tab', { name: /Surface/ }).click();
  await page.locator('#surface').getByText('aap has no surfaces').waitFor();
  await done();
});

test('a link holds the whole state', async () => {
  const first = await open();
  await first.pick('Event: actions.json to AAP');
  await first.page.getByRole('tab', { name: /Round trip/ }).click();
  await first.page.getByRole('button', { name: 'Copy link' }).click();
  await first.page.locator('#status').getByText('The link is copied').waitFor();
  const link = await first.page.evaluate(() => navigator.clipboard.readText());
  assert.equal(link, first.page.url());
  assert.match(link, /#1z[\w-]+$/);
  const [text, written, context] = [await first.source.inputValue(), await first.target.inputValue(), await first.page.locator('#context-text').inputValue()];
  assert.notEqual(written, '');
  // A later change removes the stale state from the address.
  await first.source.focus();
  await first.page.keyboard.type(' ');
  await first.page.waitForFunction(() => location.hash === '');
  await first.done();

  const second = await open(new URL(link).hash);
  assert.equal(await second.source.inputValue(), text);
  assert.equal(await second.target.inputValue(), written);
  assert.equal(await second.page.locator('#context-text').inputValue(), context);
  assert.equal(await second.page.getByRole('tab', { name: /Round trip/ }).getAttribute('aria-selected'), 'true');
  assert.match(await second.page.locator('#return section').first().innerText(), /identical/);
  await second.page.reload();
  await second.page.waitForFunction(expected => document.querySelector('#target textarea')?.value === expected, written);
  // Another link in the same tab.
  await second.page.evaluate(() => { location.hash = '#1zbroken'; });
  await second.page.getByRole('alert').getByText('The link is damaged or incomplete').waitFor();
  await second.done();

  for (const [fragment, message] of [['#9zabc', 'another version'], [`#1z${'A'.repeat(70_000)}`, 'The link is too long'], ['#<script>alert(1)</script>', 'does not hold a state']]) {
    const broken = await open(fragment);
    await broken.page.getByRole('alert').getByText(message).waitFor();
    // The page works all the same.
    await broken.pick('Click: AAP record to A2UI');
    assert.notEqual(await broken.target.inputValue(), '');
    await broken.done();
  }
});

test('the result is copied and downloaded, and shown if copying is not permitted', async () => {
  const { page, target, done } = await open();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await page.locator('#status').getByText('The translation is copied').waitFor();
  const text = await target.inputValue();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), text);
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download' }).click()]);
  assert.equal(file.suggestedFilename(), 'a2ui-0.9.jsonl');
  assert.equal(readFileSync(await file.path(), 'utf8'), text);
  await done();

  const denied = await open('', { permissions: [] });
  await denied.page.evaluate(() => { navigator.clipboard.writeText = () => Promise.reject(new Error('denied')); });
  await denied.page.getByRole('button', { name: 'Copy link' }).click();
  const dialog = denied.page.getByRole('dialog', { name: 'Link to this state' });
  await dialog.waitFor();
  assert.match(await dialog.getByRole('textbox').inputValue(), /#1z/);
  await denied.page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await denied.done();
});

test('files are opened and dropped, and unusable ones are refused with a sentence', async () => {
  const { page, source, target, ready, done } = await open();
  const file = (name, buffer) => page.locator('#file').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(buffer) });
  await file('record.json', sample('record.json'));
  await page.waitForFunction(() => document.querySelector('#source textarea').value.includes('overdue'));
  await ready();
  assert.match(await target.inputValue(), /"name": "submit"/);
  await file('image.png', [0xff, 0xfe, 0x00, 0x80]);
  await page.getByRole('alert').getByText('not text in UTF-8').waitFor();
  await file('large.json', Buffer.alloc(4_000_001, 32));
  await page.getByRole('alert').getByText('The file is too large').waitFor();
  assert.match(await source.inputValue(), /overdue/);
  await page.evaluate(text => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'surface.json'));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  }, sample('surface.json'));
  await page.waitForFunction(() => document.querySelector('#source textarea').value.includes('loan desk'));
  await done();
});

test('the keyboard alone operates everything', async () => {
  const { page, source, linked, done } = await open();
  const focused = () => page.evaluate(() => {
    const { activeElement: element } = document;
    const { outlineStyle } = getComputedStyle(element);
    return `${element.id || element.ariaLabel || element.textContent.trim()}${outlineStyle === 'none' ? ' without a focus ring' : ''}`;
  });
  const order = [];
  for (let times = 0; times < 19; times += 1) {
    await page.keyboard.press('Tab');
    order.push(await focused());
  }
  assert.deepEqual(order.slice(0, 15), ['Skip to the source', 'sample', 'open', 'share', 'Rules', 'Licences', 'from', 'indent', 'Source: a message, a list of messages, or JSON Lines', 'to', 'layout', 'swap', 'copy', 'download', 'Translation']);
  assert.equal(order[15], 'tab-fields');
  assert.equal(order[16], 'Look up a field');
  assert.deepEqual(order.filter(name => name.endsWith('without a focus ring')), []);

  const first = page.locator('#fields tbody tr').first();
  await first.focus();
  await page.keyboard.press('ArrowDown');
  assert.deepEqual(await linked(), ['"@metadata":{"extensions":{"org_library_tone":"warning"}}']);
  await page.keyboard.press('Enter');
  assert.equal(await source.evaluate(area => document.activeElement === area && area.value.slice(area.selectionStart, area.selectionEnd)), '"@metadata":{"extensions":{"org_library_tone":"warning"}}');

  await page.locator('#tab-fields').focus();
  for (const [key, name] of [['ArrowRight', 'tab-findings'], ['ArrowRight', 'tab-return'], ['End', 'tab-context'], ['ArrowRight', 'tab-fields'], ['ArrowLeft', 'tab-context'], ['Home', 'tab-fields']]) {
    await page.keyboard.press(key);
    assert.equal(await focused(), name);
    assert.equal(await page.locator(`#${name}`).getAttribute('aria-selected'), 'true');
    assert.equal(await page.getByRole('tabpanel').count(), 1);
  }
  await page.locator('#to').focus();
  await page.keyboard.type('ahp@c');
  await page.waitForFunction(() => document.querySelector('#to').value === 'ahp@canvas');
  // Tab leaves the text areas.
  await source.focus();
  await page.keyboard.press('Tab');
  assert.equal(await focused(), 'to');
  await done();
});

const VIEWS = [['light', {}], ['dark', { colorScheme: 'dark' }], ['phone', PHONE], ['phone-dark', { ...PHONE, colorScheme: 'dark' }]];
for (const [name, options] of VIEWS) {
  test(`names, roles, contrast and width: ${name}`, async () => {
    const { page, pick, done } = await open('', options);
    for (const [tab, picked] of [['fields', 'Surface: A2UI 1.0 to 0.9'], ['findings', 'Surface with mistakes'], ['return', 'Surface: A2UI 1.0 to 0.9'], ['surface', 'Surface: A2UI 0.9 to AHP canvas'], ['context', 'Event: actions.json to AAP']]) {
      await pick(picked);
      await page.locator(`#tab-${tab}`).click();
      if (tab === 'surface') await page.frameLocator('#surface iframe').getByRole('button', { name: 'Renew' }).waitFor();
      await drawn(page);
      assert.deepEqual(await page.evaluate(unnamed), [], tab);
      assert.deepEqual(await page.evaluate(pale), [], tab);
      const { width, all } = await page.evaluate(() => ({ width: document.documentElement.clientWidth, all: document.documentElement.scrollWidth }));
      assert.ok(all <= width, `${tab}: ${all} > ${width}`);
      if (process.env.SCREENSHOTS) {
        mkdirSync(process.env.SCREENSHOTS, { recursive: true });
        await page.screenshot({ path: `${process.env.SCREENSHOTS}/playground-${name}-${tab}.png` });
      }
    }
    assert.equal(await page.locator('h1').count(), 1);
    assert.equal(await page.locator('main').count(), 1);
    await done();
  });
}

/** The controls without a name, small ones on a phone, and references to elements that do not exist. Runs in the page. */
function unnamed() {
  const wrong = [];
  const isShown = element => element.checkVisibility({ visibilityProperty: true });
  for (const element of document.querySelectorAll('button, select, textarea, input, iframe, a, [role=tab], [role=tabpanel], [role=group], table, section')) {
    if (!isShown(element) || element.matches('.skip')) continue;
    const labelled = (element.getAttribute('aria-labelledby') ?? '').split(' ').filter(Boolean).map(id => document.getElementById(id)?.textContent);
    const name = [element.ariaLabel, ...labelled, ...[...(element.labels ?? [])].map(label => label.textContent), element.title,
      element.matches('button, a, [role=tab]') ? element.textContent : ''].find(text => text?.trim());
    if (!name && !element.matches('.sides section')) wrong.push(`${element.localName}#${element.id}.${element.className} has no name`);
    if (element.matches('button, select, input:not([type=checkbox])') && element.getBoundingClientRect().height < 24) wrong.push(`${name} is only ${element.getBoundingClientRect().height} high`);
  }
  for (const name of ['aria-controls', 'aria-labelledby', 'aria-describedby']) {
    for (const element of document.querySelectorAll(`[${name}]`)) {
      for (const id of element.getAttribute(name).split(' ')) if (!document.getElementById(id)) wrong.push(`${name}=${id} leads nowhere`);
    }
  }
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  if (new Set(ids).size < ids.length) wrong.push('an id occurs twice');
  return wrong;
}

/** The texts with less contrast than WCAG 2.2 AA requires. Runs in the page. */
function pale() {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgba = colour => {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data];
  };
  const luminance = ([red, green, blue]) => {
    const [r, g, b] = [red, green, blue].map(byte => (byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = element => {
    for (let here = element; here; here = here.parentElement) {
      const colour = rgba(getComputedStyle(here).backgroundColor);
      if (colour[3] === 255) return colour;
    }
    return rgba('Canvas');
  };
  const wrong = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !element.checkVisibility({ visibilityProperty: true }) || element.closest('script, .skip, option')) continue;
    const [one, other] = [luminance(rgba(getComputedStyle(element).color)), luminance(ground(element))].sort((a, b) => b - a);
    const ratio = (one + 0.05) / (other + 0.05);
    if (ratio < 4.5) wrong.add(`${element.className || element.localName}: ${ratio.toFixed(2)}`);
  }
  // The colours of highlights, on the paper and on the mark.
  const token = name => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.setProperty('color', `var(${name})`);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return rgba(color);
  };
  for (const text of ['--string', '--number', '--ink']) {
    for (const paper of ['--paper', '--mark']) {
      const [one, other] = [luminance(token(text)), luminance(token(paper))].sort((a, b) => b - a);
      if ((one + 0.05) / (other + 0.05) < 4.5) wrong.add(`${text} on ${paper}: ${((one + 0.05) / (other + 0.05)).toFixed(2)}`);
    }
  }
  return [...wrong];
}

test('hostile input neither freezes the page nor becomes markup', async () => {
  const { page, source, ready, pick, done } = await open('', {});
  await page.evaluate(() => {
    window.longest = 0;
    let last = performance.now();
    setInterval(() => {
      const now = performance.now();
      window.longest = Math.max(window.longest, now - last);
      last = now;
    }, 20);
  });
  const markup = '<img src=x onerror="alert(1)"><script>alert(2)</script>';
  const surface = [
    { version: 'v0.9', createSurface: { surfaceId: markup, catalogId: 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json', [markup]: 1 } },
    { version: 'v0.9', updateComponents: { surfaceId: markup, components: [{ id: 'root', component: 'Text', text: markup, [`__proto__`]: markup, ['constructor']: { [markup]: markup } }] } },
  ].map(message => JSON.stringify(message)).join('\n').replace('"constructor"', '"__proto__":{"polluted":1},"constructor"');
  const texts = {
    markup: surface,
    'one megabyte': `{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":[${Array.from({ length: 100_000 }, (_, at) => `"${markup.slice(0, 4)}${at}"`).join(',')}]}}`,
    'one long string': `{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":"${'x'.repeat(1_000_000)}"}}`,
    'many messages': Array.from({ length: 6_000 }, (_, at) => `{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/${at}","value":{"a":${at},"b":"${markup.length}"}}}`).join('\n'),
    deep: `{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`,
    open: '['.repeat(500_000),
    'no JSON': '\u0000\uFFFF\u202E'.repeat(10_000),
    'a lone surrogate': '{"version":"v0.9","deleteSurface":{"surfaceId":"\\ud800"}}',
  };
  for (const [name, text] of Object.entries(texts)) {
    let longest = Infinity;
    // Other load may stop the page, so an input that blocks it is tried again, with another space at its end.
    for (let tries = 0; tries < 3 && longest >= 1_000; tries += 1) {
      await page.evaluate(() => { window.longest = 0; });
      await page.locator('#source textarea').evaluate((area, value) => {
        area.value = value;
        area.dispatchEvent(new InputEvent('input', { bubbles: true }));
      }, text + ' '.repeat(tries));
      await page.waitForTimeout(400);
      await page.waitForFunction(() => /^Ready/.test(document.querySelector('#status').textContent) || !document.querySelector('#notice').hidden, undefined, { timeout: 60_000 });
      for (const tab of ['findings', 'return', 'surface', 'context', 'fields']) await page.locator(`#tab-${tab}`).click();
      longest = await page.evaluate(() => window.longest);
    }
    assert.ok(longest < 1_000, `${name}: the page was blocked for ${Math.round(longest)} ms`);
    assert.equal(await page.evaluate(() => document.querySelectorAll('body img, body script').length + Number({}.polluted !== undefined)), 0, name);
  }
  // A newer input cancels the older one.
  await source.evaluate((area, value) => {
    area.value = value;
    area.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }, texts['many messages']);
  await page.waitForTimeout(200);
  await pick('Click: AAP record to A2UI');
  await ready();
  assert.match(await page.locator('#target textarea').inputValue(), /"name": "submit"/);
  await done();
});

tested('the program serves the page', async context => {
  const child = spawn(process.env.PROGRAM, ['playground'], { stdio: ['ignore', 'ignore', 'pipe'] });
  after(() => child.kill());
  const said = await new Promise(done => {
    let text = '';
    child.stderr.on('data', part => {
      text += part;
      if (text.includes('\n')) done(text);
    });
    child.on('exit', () => done(text));
  });
  const url = /^serving (http:\S+)/.exec(said)?.[1];
  if (!url) {
    assert.match(said, /built without/);
    context.skip('this program does not contain the page');
    return;
  }
  const answer = await fetch(url);
  const policy = /Content-Security-Policy" content="([^"]+)"/.exec(await answer.text())[1];
  assert.equal(answer.headers.get('content-security-policy'), `${policy}; frame-ancestors 'none'`);
  const { page, wrong, close } = await plain(url);
  await page.waitForFunction(() => /"v0\.9"/.test(document.querySelector('#target textarea').value));
  await page.getByLabel('Sample').selectOption({ label: 'Surface: A2UI 0.9 to AHP canvas' });
  await page.frameLocator('#surface iframe').getByRole('button', { name: 'Renew' }).waitFor();
  assert.deepEqual(wrong, []);
  await close();
});

test('a page whose package is missing says so', async () => {
  const broken = await playground({ missing: 'agent-ui-bridge' });
  after(broken.stop);
  const { page, close } = await plain(broken.url);
  await page.getByRole('alert').getByText(/The package cannot be loaded|cannot be started/).waitFor();
  await page.locator('#source textarea').waitFor();
  await close();
});
