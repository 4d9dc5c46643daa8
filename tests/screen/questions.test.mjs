// The questions of MCP servers (elicitation), answered in a browser: the published examples, and a form with every kind of input. The
// server is the published package, which validates each answer.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { asker } from './asker.mjs';
import { complaints, drawn, open } from './browser.mjs';
import { agentPage } from './program.mjs';

const corpus = process.env.AGENT_UI_CORPUS;
const skip = corpus ? false : 'AGENT_UI_CORPUS is not set';

/** The questions of a sample in form mode: a request, its parameters, or the entries of a result. */
function questionsOf(value) {
  if (value === null || typeof value !== 'object') return [];
  if (value.requestedSchema && (value.mode ?? 'form') === 'form') return [value];
  return Object.values(value).flatMap(questionsOf);
}

/** The published questions, by the names of their files. */
function published() {
  const folder = `${corpus}/neighbours/elicitation`;
  const found = readdirSync(folder).filter(name => /^mcp-.*\.json$/.test(name)).sort().flatMap(name => {
    const questions = questionsOf(JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')));
    assert.ok(questions.length <= 1, name);
    return questions.map(question => [name, question]);
  });
  return Object.fromEntries(found);
}

const isFocused = target => target.evaluate(element => element.matches(':focus'));

/** Moves the focus as a user without a mouse, until an element has it. */
async function tabTo(page, target) {
  for (let times = 0; times < 40 && !await isFocused(target); times += 1) await page.keyboard.press('Tab');
  assert.ok(await isFocused(target), `the focus does not get to ${target}`);
}

/** The options of a choice, as their values and the titles that users see. */
function optionsOf({ enum: values, enumNames, oneOf, items }) {
  if (items) return optionsOf({ enum: items.enum, oneOf: items.anyOf });
  return oneOf?.map(one => [one.const, one.title]) ?? values?.map((value, at) => [value, enumNames?.[at] ?? value]);
}

// Enters a value with one of the devices.
const BY_MOUSE = {
  fill: async (page, component, text) => {
    await component.locator('input, textarea').click({ clickCount: 3 });
    await page.keyboard.type(text);
  },
  check: (page, component) => component.locator('label').click(),
  choose: (page, component, title) => component.getByText(title, { exact: true }).click(),
  slide: async (page, component, value) => {
    const track = component.locator('input');
    const [{ width, height }, min, max] = [await track.boundingBox(), ...await Promise.all(['min', 'max'].map(name => track.getAttribute(name)))];
    // The middle of the thumb stops half of its width before each end.
    await track.click({ position: { x: 8 + (width - 16) * (value - min) / (max - min), y: height / 2 } });
  },
  moment: async (page, component, texts) => {
    for (const [at, text] of texts.entries()) await component.locator('input').nth(at).fill(text);
    await component.locator('input').last().blur();
  },
  press: (page, id) => page.locator(`[data-component=${id}] button`).click(),
};
const BY_KEYBOARD = {
  fill: async (page, component, text) => {
    await tabTo(page, component.locator('input, textarea'));
    await page.keyboard.press('Control+A');
    await page.keyboard.type(text);
  },
  check: async (page, component) => {
    await tabTo(page, component.locator('input'));
    await page.keyboard.press('Space');
  },
  choose: async (page, component, title) => {
    const option = component.getByLabel(title, { exact: true });
    if (await option.getAttribute('type') === 'checkbox') {
      await tabTo(page, option);
      await page.keyboard.press('Space');
      return;
    }
    const chosen = component.locator('input:checked');
    const first = await chosen.count() > 0 ? chosen : component.locator('input').first();
    await tabTo(page, first);
    if (await chosen.count() === 0) await page.keyboard.press('Space');
    // The message of a check that no longer fails goes away, and the focus stays.
    await drawn(page);
    assert.ok(await isFocused(chosen), `the focus is lost: ${title}`);
    for (let times = 0; times < 9 && !await option.isChecked(); times += 1) await page.keyboard.press('ArrowDown');
  },
  slide: async (page, component, value) => {
    const track = component.locator('input');
    await tabTo(page, track);
    await page.keyboard.press('Home');
    for (let at = Number(await track.getAttribute('min')); at < value; at += 1) await page.keyboard.press('ArrowRight');
  },
  moment: async (page, component, [date, time]) => {
    const [year, month, day] = date.split('-');
    // The browser may ask for the month or the day first.
    assert.equal(month, day);
    await tabTo(page, component.locator('input').nth(0));
    await page.keyboard.type(`${day}${month}${year}`);
    if (!time) return;
    await tabTo(page, component.locator('input').nth(1));
    await page.keyboard.type(time.replace(':', ''));
  },
  press: async (page, id) => {
    await tabTo(page, page.locator(`[data-component=${id}] button`));
    await page.keyboard.press('Enter');
  },
};

/** Enters a value into the input of a property. Values that the input has already are left as they are. */
async function enter(hand, page, component, property, value) {
  const options = optionsOf(property);
  if (options) {
    for (const [option, title] of options) {
      const isWanted = [value].flat().includes(option);
      const isChosen = await component.getByLabel(title, { exact: true }).isChecked();
      if (isWanted !== isChosen && (isWanted || property.type === 'array')) await hand.choose(page, component, title);
    }
    return;
  }
  if (property.type === 'boolean') {
    if (await component.locator('input').isChecked() !== value) await hand.check(page, component);
    return;
  }
  if (await component.locator('input[type=range]').count() > 0) return hand.slide(page, component, value);
  if (property.format === 'date' || property.format === 'date-time') return hand.moment(page, component, value.slice(0, 16).split('T'));
  return hand.fill(page, component, `${value}`);
}

/** Asks a question by a click on its button, and checks that it is shown with all of its inputs. */
async function ask(page, at, { message, requestedSchema: { properties } }) {
  await page.locator(`[data-component=ask_${at}] button`).click();
  await page.locator('[data-component=accept]').waitFor();
  assert.equal(await page.locator('[data-component=server]').innerText(), 'asker');
  assert.equal(await page.locator('[data-component=message]').innerText(), message);
  for (const [index, [name, { title, description }]] of Object.entries(properties).entries()) {
    const text = await page.locator(`[data-component=field_${index}]`).innerText();
    assert.ok(text.includes(title ?? name), text);
    if (description) assert.equal(await page.locator(`[data-component=field_${index}_description]`).innerText(), description);
  }
}

/** Enters the values into the inputs of a form. */
async function fill(hand, page, { requestedSchema: { properties } }, content) {
  for (const [index, [name, property]] of Object.entries(properties).entries()) {
    if (name in content) await enter(hand, page, page.locator(`[data-component=field_${index}]`), property, content[name]);
  }
}

/** Waits until the surface of a question is gone. */
const gone = page => page.locator('[data-component=accept]').waitFor({ state: 'detached' });

/** A value that a property admits. */
function valueOf(property) {
  const options = optionsOf(property);
  if (options) return property.type === 'array' ? [options[0][0]] : options[0][0];
  if (property.type === 'boolean') return true;
  if (property.type !== 'string') return (property.minimum ?? 0) + 12;
  const formats = { email: 'ada@example.com', uri: 'https://example.com/ada', date: '2026-07-07', 'date-time': '2026-07-07T16:30:00Z' };
  return formats[property.format] ?? 'Ada "L" Lovelace';
}

/** A program that serves questions on a page. */
async function asked(questions, era) {
  const server = await asker(questions, era);
  const program = await agentPage(`mcp:${server.url}`);
  const shown = await open(program.url, { viewport: { width: 1000, height: 1600 } });
  const end = async () => {
    assert.deepEqual(server.unread(), []);
    assert.deepEqual(shown.wrong, []);
    await shown.close();
    await program.stop();
    await server.close();
  };
  return { server, shown, page: shown.page, end };
}

for (const [era, hand] of [['legacy', BY_MOUSE], ['modern', BY_KEYBOARD]]) {
  test(`the published questions are answered: ${era}`, { skip }, async context => {
    const questions = published();
    const { server, page, end } = await asked(questions, era);
    for (const [at, [name, question]] of Object.entries(questions).entries()) {
      await ask(page, at, question);
      const content = Object.fromEntries(Object.entries(question.requestedSchema.properties).map(([key, property]) => [key, valueOf(property)]));
      await fill(hand, page, question, content);
      // The first questions are also declined and dismissed.
      const [action, id] = [['decline', 'decline'], ['cancel', 'cancel']][at] ?? ['accept', 'accept'];
      await hand.press(page, id);
      assert.deepEqual(await server.next(), action === 'accept' ? { action, content } : { action }, name);
      await gone(page);
    }
    context.diagnostic(`${Object.keys(questions).length} questions`);
    assert.ok(Object.keys(questions).length >= 9);
    await end();
  });
}

const EVERY = { message: 'Every input?', requestedSchema: { type: 'object', properties: {
  name: { type: 'string', title: 'Name', description: 'As on the door', minLength: 2, maxLength: 20 },
  wishes: { type: 'string', title: 'Wishes', maxLength: 500 },
  email: { type: 'string', title: 'Mail', format: 'email' },
  page: { type: 'string', title: 'Page', format: 'uri' },
  day: { type: 'string', title: 'Day', format: 'date' },
  moment: { type: 'string', title: 'Moment', format: 'date-time', default: '2026-12-24T10:00:00Z' },
  weight: { type: 'number', title: 'Weight', minimum: 0.5, maximum: 500.5 },
  beds: { type: 'integer', title: 'Beds', minimum: 1, maximum: 8 },
  rooms: { type: 'integer', title: 'Rooms', minimum: 1, maximum: 9 },
  guests: { type: 'integer', title: 'Guests', default: 2 },
  news: { type: 'boolean', title: 'News', default: true },
  terms: { type: 'boolean', title: 'Terms' },
  dogs: { type: 'boolean', title: 'Dogs' },
  colour: { type: 'string', title: 'Colour', enum: ['red', 'green', 'blue'] },
  titled: { type: 'string', title: 'Titled', oneOf: [{ const: '#f00', title: 'Ruby' }, { const: '#0f0', title: 'Moss' }], default: '#0f0' },
  size: { type: 'string', title: 'Size', enum: ['s', 'm'], enumNames: ['Small', 'Medium'] },
  meals: { type: 'array', title: 'Meals', items: { type: 'string', enum: ['Ham', 'Egg', 'Jam'] }, minItems: 1, maxItems: 2 },
  pets: { type: 'array', title: 'Pets', items: { anyOf: [{ const: 'a', title: 'Ant' }, { const: 'b', title: 'Bee' }] }, default: ['a'] },
}, required: ['name', 'email', 'weight', 'beds', 'terms', 'dogs', 'colour', 'meals'] } };
const DEFAULTS = { moment: '2026-12-24T10:00:00Z', guests: 2, news: true, titled: '#0f0', pets: ['a'] };
const REQUIRED = { name: 'Ruth "R" Öz', email: 'ruth@example.com', weight: 12.25, beds: 5, terms: true, colour: 'green', meals: ['Ham', 'Jam'] };
// While `-4` is typed, its first character is no number yet.
const OPTIONAL = { wishes: 'A\nB', page: 'https://example.com/?q=1', day: '2026-07-07', rooms: 3, guests: -4, news: false, titled: '#f00', size: 'm', pets: ['a', 'b'] };
// A required box that is not ticked is an answer.
const UNTICKED = { dogs: false };

for (const [era, way, hand] of [['legacy', 'keyboard', BY_KEYBOARD], ['modern', 'mouse', BY_MOUSE]]) {
  test(`every kind of input comes back with its type: ${era}, by ${way}`, async () => {
    const { server, page, end } = await asked({ every: EVERY }, era);
    await ask(page, 0, EVERY);
    await fill(hand, page, EVERY, { ...REQUIRED, ...OPTIONAL });
    await hand.press(page, 'accept');
    assert.deepEqual(await server.next(), { action: 'accept', content: { ...DEFAULTS, ...REQUIRED, ...OPTIONAL, ...UNTICKED } });
    await gone(page);
    await end();
  });
}

test('inputs that stay as they are send their defaults, or nothing', async () => {
  const { server, page, end } = await asked({ every: EVERY }, 'legacy');
  await ask(page, 0, EVERY);
  await fill(BY_MOUSE, page, EVERY, REQUIRED);
  await BY_MOUSE.press(page, 'accept');
  assert.deepEqual(await server.next(), { action: 'accept', content: { ...DEFAULTS, ...REQUIRED, ...UNTICKED } });
  await end();
});

for (const era of ['legacy', 'modern']) {
  test(`a question with invalid values stays open and shows the reasons: ${era}`, async () => {
    const { server, page, end } = await asked({ every: EVERY }, era);
    await ask(page, 0, EVERY);
    await fill(BY_MOUSE, page, EVERY, { ...REQUIRED, email: 'nobody', page: 'nowhere', rooms: 3.5, meals: [] });
    const mail = page.locator('[data-component=field_2]');
    assert.match(await mail.innerText(), /Please enter an email address \(Mail\)\./);
    assert.equal(await mail.locator('input').getAttribute('aria-invalid'), 'true');
    await BY_MOUSE.press(page, 'accept');
    const problems = page.locator('[data-component=elicitation-problems]');
    await problems.waitFor();
    const reasons = await problems.innerText();
    for (const reason of [/Mail: .*email/, /Page: .*uri/, /Rooms: 3\.5 is not a whole number/, /Meals: the value has 0/]) assert.match(reasons, reason);
    assert.deepEqual(server.unread(), []);
    // The values are still there, and those that were wrong can be entered again.
    assert.equal(await page.locator('[data-component=field_0] input').inputValue(), REQUIRED.name);
    const right = { email: 'ruth@example.com', page: 'https://example.com', rooms: 4, meals: ['Egg'] };
    await fill(BY_MOUSE, page, EVERY, right);
    assert.doesNotMatch(await mail.innerText(), /Please/);
    await BY_MOUSE.press(page, 'accept');
    assert.deepEqual(await server.next(), { action: 'accept', content: { ...DEFAULTS, ...REQUIRED, ...right, ...UNTICKED } });
    await gone(page);
    await end();
  });
}

const asksFor = (property, message = 'Which?') => ({ message, requestedSchema: { type: 'object', properties: { it: property }, required: ['it'] } });

// The page sends dates and times without an offset from UTC, and its sliders have whole steps.
for (const [what, property, value] of [
  ['a date with a time', { type: 'string', format: 'date-time' }, '2026-07-07T16:30:00Z'],
  ['a fraction between close bounds', { type: 'number', minimum: 0, maximum: 1 }, 0.25],
]) {
  test(`${what} can be entered`, async () => {
    const question = asksFor(property);
    const { server, page, end } = await asked({ question }, 'legacy');
    try {
      await ask(page, 0, question);
      await fill(BY_MOUSE, page, question, { it: value });
      await BY_MOUSE.press(page, 'accept');
      const problems = page.locator('[data-component=elicitation-problems]');
      await Promise.race([gone(page), problems.waitFor()]);
      assert.deepEqual(await problems.allInnerTexts(), []);
      assert.deepEqual(await server.next(), { action: 'accept', content: { it: value } });
    } finally {
      await end();
    }
  });
}

test('the inputs of a new question have no complaints about optional values', async () => {
  const properties = { age: { type: 'number', minimum: 18 }, size: { type: 'number' }, mail: { type: 'string', format: 'email' }, code: { type: 'string', minLength: 2 } };
  const question = { message: 'Which?', requestedSchema: { type: 'object', properties } };
  const { page, shown, end } = await asked({ question }, 'legacy');
  try {
    await ask(page, 0, question);
    assert.deepEqual(await complaints(shown), []);
    assert.equal(await page.locator('[aria-invalid=true]').count(), 0);
  } finally {
    await end();
  }
});

async function textsOf(message, url) {
  const questions = { form: asksFor({ type: 'string' }, message), page: { mode: 'url', message, url, elicitationId: 'e' } };
  const { server, page, end } = await asked(questions, 'legacy');
  const shownText = async id => (await page.locator(`[data-component=${id}]`).innerText()).trim();
  const texts = [];
  try {
    for (const at of [0, 1]) {
      await page.locator(`[data-component=ask_${at}] button`).click();
      await page.locator('[data-component=accept]').waitFor();
      texts.push(await shownText(at === 0 ? 'message' : 'url'));
      await BY_MOUSE.press(page, 'cancel');
      assert.deepEqual(await server.next(), { action: 'cancel' });
      await gone(page);
    }
  } finally {
    await end();
  }
  return texts;
}

test('the address of a page is shown as it is', async () => {
  const url = 'https://example.com/*a*b/__x__/?t=a\\_b';
  assert.equal((await textsOf('Which?', url))[1], url);
});

test('the message of a question is shown as it is', { todo: 'texts are read as Markdown' }, async () => {
  const message = 'Is 2*3*4 in __init__?\n# no title [link](https://example.com)';
  assert.equal((await textsOf(message, 'https://example.com/'))[0], message);
});
