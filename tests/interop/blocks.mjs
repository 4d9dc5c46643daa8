// Compares the program's messages and modals of Slack with npm's slack-blocks-to-jsx, PyPI's slackblocks and slack-sdk, and with A2UI's
// own web core.
//
// - Every published example of A2UI becomes a message and a modal. Both Python packages must accept it. The words, images, inputs and
//   actions of the renderer must be those of the core, except of components that the notes of the program name. Each input gets another
//   value and each button a click. The event that Slack sends must become the action that the core sends, and no action if a check fails.
// - Every published message and view (`corpus/neighbours/block-kit`) becomes a surface. The core must show what the renderer shows. The
//   inputs and buttons are used again: the action of the core must become the event of Slack.
//
// 95 % of each must agree. blocks.json lists the other differences with their reasons: the run fails for one that is not listed, and for
// a listed one that no longer occurs.
//
//   node blocks.mjs PROGRAM CORPUS PYTHON
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readBlocks, sendEvent } from './block_renderer.mjs';
import { Examples, Payloads } from './neighbour_routes.mjs';
import { Comparison, translator } from './neighbours.mjs';
import { answerer } from './processes.mjs';

const [program, corpus, python] = process.argv.slice(2);
const TARGETS = ['slack-blocks@message', 'slack-blocks@modal'];
const run = await translator(program, TARGETS[0]);
const comparison = new Comparison('blocks.json');
const { ask, end } = answerer(python, fileURLToPath(new URL('block_judge.py', import.meta.url)));

/** Returns what is compared of an event: the used element, and the values of the inputs. */
function comparable({ type, actions = [], state, view }) {
  const used = actions.map(({ type, block_id, action_id, value }) => ({ type, block_id, action_id, value }));
  return { type, used, values: (state ?? view?.state)?.values ?? {}, callback: view?.callback_id };
}

const format = {
  source: 'slack-blocks',
  read: payload => readBlocks(payload, { withSend: true }),
  send: sendEvent,
  isSent: ({ type, shown }) => ['button', 'submit'].includes(type) && shown.url === undefined,
  comparable,
};

// The title of a modal is its first heading, and a button submits it. A modal needs both if the surface has neither.
const ofModals = { read: payload => readBlocks(payload, { isTitleLast: true }), mayMove: true, added: ['title', 'submit', 'close'] };
for (const dialect of TARGETS)
  await new Examples(run, comparison, { ...format, ...(dialect.endsWith('modal') ? ofModals : {}), dialect, judge: ask }).compare(corpus);

/** Returns the message or view of a published file, or undefined. A block is shown in a message, and an alert in a modal. */
function payloadOf(document) {
  if (document.blocks || document.attachments) return document;
  if (document.type === 'alert') return { type: 'modal', title: { type: 'plain_text', text: 'Alert' }, blocks: [document] };
  return document.type && !document.user ? { blocks: [document] } : undefined;
}

/** Returns a payload in which every block and element has an id, as Slack sends them to an app. */
function withIds(payload) {
  let count = 0;
  const named = (value, key) => (key in value ? value : { ...value, [key]: `${key}-${(count += 1)}` });
  const element = value => (value && value.type in WITHOUT_ID ? value : value && named(value, 'action_id'));
  const block = value => {
    const { elements, element: input, accessory, ...rest } = named(value, 'block_id');
    return {
      ...rest,
      ...(elements && { elements: value.type === 'actions' ? elements.map(element) : elements }),
      ...(input && { element: element(input) }),
      ...(accessory && { accessory: element(accessory) }),
    };
  };
  return payload.blocks ? { ...payload, blocks: payload.blocks.map(block) } : payload;
}
const WITHOUT_ID = { image: true };

// The renderer draws a chart, and a surface has its numbers.
const isChart = ({ blocks = [] }) => blocks.some(({ type }) => type === 'data_visualization');

const folder = join(corpus, 'neighbours', 'block-kit');
const names = readdirSync(folder).filter(name => name.endsWith('.json')).sort();
const payloads = names.map(name => [name, payloadOf(JSON.parse(readFileSync(join(folder, name), 'utf8')))]);
await new Payloads(run, comparison, { ...format, send: (payload, ...rest) => sendEvent(payload, ...rest, { withSend: true }) }).compare(payloads.filter(([, payload]) => payload && !isChart(payload)).map(([name, payload]) => [name, withIds(payload)]));
end();
comparison.end();
