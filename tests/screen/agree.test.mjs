// Compares the renderer and the program: the action of a button with a binding, a function or a check, pressed in the browser and
// computed by the program from the same messages. differences.json lists the differences with their reasons.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { open } from './browser.mjs';
import { print, served, written } from './program.mjs';

const CATALOG = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';
const at = path => ({ path });
const call = (name, args) => ({ call: name, args });

const DATA = {
  text: 'Linden', empty: '', number: 12.5, zero: 0, yes: true, no: false, nothing: null, list: ['a', 'b'], none: [],
  deep: { inner: { leaf: 'green' } }, 'a/b': 'slash', 'm~n': 'tilde', date: '2026-03-09T07:05:00Z', rows: [{ n: 1 }, { n: 2 }],
};

// The context member `value` of a button.
const VALUES = {
  'text': 'plain', 'a number': 3, 'true': true, 'null': null, 'a list': ['x', at('/text')], 'an object': { inner: at('/text') },
  'bound to text': at('/text'), 'bound to a number': at('/number'), 'bound to false': at('/no'), 'bound to null': at('/nothing'),
  'bound to a list': at('/list'), 'bound to an item': at('/list/1'), 'bound to an object': at('/deep'), 'bound to nothing': at('/missing'),
  'bound below a text': at('/text/x'), 'bound to all': at('/zero'), 'escaped slash': at('/a~1b'), 'escaped tilde': at('/m~0n'),
  'relative at the top': at('text'), 'an index too far': at('/list/7'), 'an index that is no number': at('/list/x'), 'an index with a zero in front': at('/list/01'),
  'a slash at the end': at('/deep/inner/'), 'two slashes': at('/deep//inner'),
  'formatString': call('formatString', { value: 'Tree: ${/text}, ${/number}' }),
  'formatString of nothing': call('formatString', { value: '[${/missing}]' }),
  'formatString of null': call('formatString', { value: '[${/nothing}]' }),
  'formatString of a list': call('formatString', { value: '${/list}' }),
  'formatString of an object': call('formatString', { value: '${/deep}' }),
  'formatString of true': call('formatString', { value: '${/yes}' }),
  'formatString escaped': call('formatString', { value: '\\${/text}' }),
  'formatString with a call': call('formatString', { value: "${formatNumber(value: ${/number}, decimals: 2)}" }),
  'formatString without an end': call('formatString', { value: 'a ${/text' }),
  'formatNumber': call('formatNumber', { value: 1234567.891 }),
  'formatNumber, two decimals': call('formatNumber', { value: at('/number'), decimals: 2 }),
  'formatNumber, no groups': call('formatNumber', { value: 1234567, grouping: false }),
  'formatNumber of a half': call('formatNumber', { value: 2.5, decimals: 0 }),
  'formatNumber of text': call('formatNumber', { value: 'many' }),
  'formatCurrency': call('formatCurrency', { value: 1234.5, currency: 'EUR' }),
  'formatCurrency of yen': call('formatCurrency', { value: 1234.5, currency: 'JPY' }),
  'formatCurrency of less than nothing': call('formatCurrency', { value: -3, currency: 'USD' }),
  'formatDate': call('formatDate', { value: at('/date'), format: 'yyyy-MM-dd' }),
  'formatDate with a time': call('formatDate', { value: at('/date'), format: 'HH:mm' }),
  'formatDate with names': call('formatDate', { value: at('/date'), format: 'EEEE, d MMMM yyyy' }),
  'formatDate at noon': call('formatDate', { value: at('/date'), format: 'h:mm a' }),
  'formatDate of a day': call('formatDate', { value: '2026-03-09', format: 'd.M.yy' }),
  'formatDate of no date': call('formatDate', { value: 'soon', format: 'd' }),
  'pluralize, one': call('pluralize', { value: 1, one: 'tree', other: 'trees' }),
  'pluralize, many': call('pluralize', { value: 5, one: 'tree', other: 'trees' }),
  'pluralize, none': call('pluralize', { value: 0, zero: 'no tree', one: 'tree', other: 'trees' }),
  'required': call('required', { value: at('/text') }), 'required, empty': call('required', { value: at('/empty') }),
  'required, zero': call('required', { value: at('/zero') }), 'required, an empty list': call('required', { value: at('/none') }),
  'required, nothing': call('required', { value: at('/missing') }), 'required, false': call('required', { value: at('/no') }),
  'regex': call('regex', { value: at('/text'), pattern: '^L' }), 'regex, part': call('regex', { value: at('/text'), pattern: 'nd' }),
  'regex, none': call('regex', { value: at('/text'), pattern: '^x' }), 'regex with look-ahead': call('regex', { value: at('/text'), pattern: '^(?=Lin)' }),
  'length': call('length', { value: at('/text'), min: 2, max: 6 }), 'length, too long': call('length', { value: at('/text'), max: 5 }),
  'length of a list': call('length', { value: at('/list'), min: 2 }), 'length of an emoji': call('length', { value: '🌳', max: 1 }),
  'numeric': call('numeric', { value: at('/number'), min: 12, max: 13 }), 'numeric, too big': call('numeric', { value: at('/number'), max: 12 }),
  'numeric of text': call('numeric', { value: '7' }), 'numeric of words': call('numeric', { value: 'seven' }),
  'email': call('email', { value: 'ines@garden.example' }), 'email, none': call('email', { value: 'ines@garden' }),
  'email with a plus': call('email', { value: 'i+n@garden.example' }),
  'and': call('and', { values: [at('/yes'), true] }), 'and, not': call('and', { values: [at('/yes'), at('/no')] }),
  'or': call('or', { values: [at('/no'), at('/yes')] }), 'or, not': call('or', { values: [at('/no'), false] }), 'not': call('not', { value: at('/no') }),
  'nested': call('not', { value: call('and', { values: [call('required', { value: at('/text') }), at('/no')] }) }),
  'a function that is not known': call('frobnicate', { value: 1 }),
};

// Returns true if a button with such a check can be pressed.
const CHECKS = {
  'a check that passes': [{ condition: call('required', { value: at('/text') }), message: 'no' }],
  'a check that fails': [{ condition: call('required', { value: at('/empty') }), message: 'no' }],
  'two checks, one fails': [{ condition: at('/yes'), message: 'a' }, { condition: at('/no'), message: 'b' }],
  'a check of text': [{ condition: at('/text'), message: 'no' }],
  'a check of nothing': [{ condition: at('/missing'), message: 'no' }],
  'a check of null': [{ condition: at('/nothing'), message: 'no' }],
  'a check that is true': [{ condition: true, message: 'no' }],
  'a check by a function that is not known': [{ condition: call('frobnicate', { value: 1 }), message: 'no' }],
  'no checks': [],
};

const list = JSON.parse(readFileSync(new URL('differences.json', import.meta.url), 'utf8'));

/** The next action of the page, after any errors of functions. */
async function nextAction(program) {
  for (;;) {
    const { action } = await program.next();
    if (action) return action;
  }
}

test('what buttons send, in the browser and by the program', async () => {
  const cases = [...Object.entries(VALUES).map(([name, value]) => ({ name, context: { value } })),
    ...Object.entries(CHECKS).map(([name, checks]) => ({ name, checks, context: { value: 'pressed' } }))];
  const messages = [
    { version: 'v0.9', createSurface: { surfaceId: 's', catalogId: CATALOG } },
    { version: 'v0.9', updateDataModel: { surfaceId: 's', value: DATA } },
    { version: 'v0.9', updateComponents: { surfaceId: 's', components: [
      { id: 'root', component: 'Column', children: cases.map((_, index) => `b${index}`) },
      ...cases.flatMap(({ name, checks, context }, index) => [
        { id: `b${index}`, component: 'Button', child: `t${index}`, ...(checks && { checks }), action: { event: { name: 'press', context } } },
        { id: `t${index}`, component: 'Text', variant: 'h5', text: name }]) ] } },
  ];

  const program = await served(messages);
  const shown = await open(program.url, { locale: 'en-US' });
  const records = written(cases.map((_, index) => ({ id: `i${index}`, timestamp: '2026-03-09T00:00:00.000Z', canvasFile: 'a2ui/s.html',
    action: 'click', element: `b${index}`, data: {}, summary: '' })));
  const computed = new Map();
  const answers = await print(['convert', '--from', 'aap', '--to', 'a2ui@0.9', '--surface', program.file, records]);
  for (const line of answers.split('\n').filter(Boolean)) {
    const { action } = JSON.parse(line);
    computed.set(action.sourceComponentId, action.name === 'press' ? action.context : `no event: ${JSON.stringify(action.context)}`);
  }

  const wrong = [];
  const seen = new Set();
  for (const [index, { name }] of cases.entries()) {
    const button = shown.page.locator(`[data-component=b${index}] button`);
    const inBrowser = await button.count() === 0 ? 'not shown' : await button.isDisabled() ? 'disabled'
      : await button.click().then(() => nextAction(program)).then(action => action.context);
    const byProgram = computed.get(`b${index}`) ?? 'disabled';
    try {
      assert.deepEqual(inBrowser, byProgram);
      continue;
    } catch {
      // Differences are looked up below.
    }
    const known = list.differences.find(one => one.case === name);
    seen.add(name);
    try {
      assert.deepEqual({ browser: inBrowser, program: byProgram }, known && { browser: known.browser, program: known.program });
    } catch {
      wrong.push(`not listed: ${JSON.stringify({ case: name, browser: inBrowser, program: byProgram })}`);
    }
  }
  for (const { case: name, reason } of list.differences) {
    if (!seen.has(name)) wrong.push(`no longer seen, to be taken off the list: ${name}`);
    if (!list.reasons[reason]) wrong.push(`without a reason: ${name}`);
  }
  for (const reason of Object.keys(list.reasons))
    if (!list.differences.some(one => one.reason === reason)) wrong.push(`a reason that no difference has: ${reason}`);
  assert.equal(wrong.join('\n'), '');
  assert.deepEqual(shown.wrong, []);
  await shown.close();
  await program.stop();
});
