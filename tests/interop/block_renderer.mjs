// Shows blocks of Slack with npm's slack-blocks-to-jsx, and sends the events that Slack sends. There is no published client that sends
// them, so the events follow the documentation of Slack.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import slack from 'slack-blocks-to-jsx';
import { wordsOf, wordsOfText } from './visible_text.mjs';

// The renderer shows the marks of texts with `verbatim`, and of links without a scheme. Slack reads both.
const readAsInSlack = block => JSON.parse(JSON.stringify(block, (name, value) => {
  if (name === 'verbatim') return undefined;
  return typeof value === 'string' ? value.replace(/<(?=[\w-]+(?:\.[\w-]+)+\|)/g, '<https://') : value;
}));

/** Returns the words of a block, as the renderer shows it. */
function wordsOfBlock(block) {
  const { error, warn } = console;
  console.error = console.warn = () => {};
  try {
    return wordsOf(renderToStaticMarkup(createElement(slack.Message, { blocks: [readAsInSlack(block)], logo: '', name: '', withoutWrapper: true })));
  } finally {
    Object.assign(console, { error, warn });
  }
}

const textOf = text => text?.text ?? '';
const labelOf = text => (text ? wordsOfBlock({ type: 'section', text }).join(' ') : '');
const optionsOf = element => element.options ?? (element.option_groups ?? []).flatMap(group => group.options);

const TEXT_INPUTS = ['plain_text_input', 'email_text_input', 'url_text_input', 'rich_text_input', 'file_input'];
// Selects of users and channels, and those with options of the app.
const OUTER_SELECT = /^(?:multi_)?(?:users|channels|conversations|external)_select$/;
const SEVERAL = ['checkboxes', 'multi_static_select'];

function choiceOf(element, label) {
  const several = SEVERAL.includes(element.type);
  const options = optionsOf(element);
  const initial = several ? element.initial_options ?? [] : [element.initial_option].filter(Boolean);
  const value = initial.map(option => labelOf(option.text));
  if (element.type !== 'checkboxes' || options.length > 1)
    return { kind: several ? 'choices' : 'choice', label, choices: options.map(option => labelOf(option.text)), value };
  const title = labelOf(options[0]?.text);
  return { kind: 'toggle', label: [...new Set([label, title])].filter(Boolean).join(' '), value: initial.length > 0 };
}

// Slack shows a date with a time in the zone of the user, which is UTC here.
function dateTimeOf({ initial_date_time: seconds }, label) {
  const text = seconds === undefined ? '' : new Date(seconds * 1000).toISOString();
  return [{ kind: 'date', label, value: text.slice(0, 10) }, { kind: 'time', label, value: text.slice(11, 16) }];
}

/** Returns what an input shows. A date with a time is two inputs. */
function inputsOf(element, label) {
  const { type } = element;
  if (TEXT_INPUTS.includes(type)) return [{ kind: 'text', label, value: typeof element.initial_value === 'string' ? element.initial_value : '' }];
  if (OUTER_SELECT.test(type)) return [{ kind: 'text', label, value: '' }];
  switch (type) {
    case 'number_input': return [{ kind: 'number', label, value: element.initial_value ?? '' }];
    case 'datepicker': return [{ kind: 'date', label, value: element.initial_date ?? '' }];
    case 'timepicker': return [{ kind: 'time', label, value: element.initial_time ?? '' }];
    case 'datetimepicker': return dateTimeOf(element, label);
    case 'checkboxes': case 'radio_buttons': case 'static_select': case 'multi_static_select': return [choiceOf(element, label)];
    default: return [];
  }
}

class Reader {
  #withSend;
  words = [];
  images = [];
  inputs = [];
  actions = [];

  constructor(withSend) {
    this.#withSend = withSend;
  }

  #say(block, key) {
    this.words.push(...wordsOfBlock(block).map(word => ({ key, shown: word })));
  }

  #sayText(text, key) {
    if (text) this.#say({ type: 'section', text }, key);
  }

  payload({ type, title, blocks = [], submit, close, attachments = [] }, isTitleLast) {
    if (!isTitleLast) this.#sayText(title, 'title');
    blocks.forEach(block => this.block(block));
    // The title may repeat a heading of the blocks, which comes first so that the heading is found at its place.
    if (isTitleLast) this.#sayText(title, 'title');
    attachments.forEach(({ blocks = [] }) => blocks.forEach(block => this.block(block)));
    if (type !== 'modal') return;
    for (const [kind, text] of [['submit', submit], ['close', close]]) if (text) this.#act({ type: kind, text }, kind);
  }

  block(block) {
    const { type, block_id: key } = block;
    switch (type) {
      case 'section': {
        const { accessory, ...rest } = block;
        this.#say(rest, key);
        return accessory && this.#element(accessory, block);
      }
      case 'actions': case 'context_actions': return block.elements.forEach(element => this.#element(element, block));
      case 'input':
        this.#element(block.element, block, textOf(block.label));
        return this.#sayText(block.hint, key);
      case 'image':
        this.images.push({ key, shown: block.image_url });
        return this.#sayText(block.title, key);
      case 'context':
        for (const { image_url: url } of block.elements) if (url) this.images.push({ key, shown: url });
        return this.#say(block, key);
      case 'video':
        this.images.push({ key, shown: block.video_url });
        return this.#say(block, key);
      case 'card': return this.#card(block);
      case 'carousel': return block.elements.forEach(card => this.#card(card));
      case 'container':
        [block.title, block.subtitle].forEach(text => this.#sayText(text, key));
        return block.child_blocks.forEach(child => this.block(child));
      case 'layout': return block.rows.forEach(row => row.items.forEach(item => this.block(item.block)));
      case 'table': case 'data_table': return block.rows.flat().forEach(cell => this.#cell(cell, key));
      default: return this.#say(block, key);
    }
  }

  #card({ block_id: key, hero_image: image, icon, title, subtitle, body, subtext, actions = [] }) {
    for (const one of [image, icon]) if (one?.image_url) this.images.push({ key, shown: one.image_url });
    [title, subtitle, body, subtext].forEach(text => this.#sayText(text, key));
    actions.forEach(element => this.#element(element, { block_id: key }));
  }

  #cell(cell, key) {
    if (cell.type === 'rich_text') return this.#say(cell, key);
    const text = String(cell.text ?? cell.value ?? '');
    if (text) this.#sayText({ type: 'plain_text', text }, key);
  }

  #element(element, block, label = '') {
    const { type } = element;
    if (['button', 'workflow_button', 'icon_button'].includes(type)) return this.#act(element, element.action_id, block);
    if (type === 'feedback_buttons') return [element.positive_button, element.negative_button].forEach(one => this.#act(one, element.action_id, block));
    if (type === 'image') return this.images.push({ key: block.block_id, shown: element.image_url });
    // Each option of a menu is a button.
    if (type === 'overflow') return element.options.forEach(option => this.#act({ ...option, type }, element.action_id, block));
    const { min_value: min, max_value: max } = element;
    for (const shown of inputsOf(element, label || textOf(element.placeholder)))
      this.inputs.push({ key: block.block_id, shown, isRequired: block.optional === false, range: { min, max }, element, block });
    const isSentAtOnce = block.type !== 'input' || block.dispatch_action;
    if (this.#withSend && isSentAtOnce) this.#act({ type: 'send', text: { type: 'plain_text', text: 'Send' } }, element.action_id, block);
  }

  #act(element, key, block) {
    this.#sayText(element.text, key);
    const shown = { title: wordsOfText(textOf(element.text)).join(' '), url: element.url };
    this.actions.push({ key, type: element.type, shown, element, block });
  }
}

/**
 * Returns what a user sees of a message or a view, in its order, as `readCard` of card_renderer.mjs does. The keys of parts are the ids of
 * blocks and buttons. The buttons of a view that submit and close it are actions of the types `submit` and `close`. Slack sends some
 * values when the user enters them. `withSend` adds an action after such an input, as a surface has a button for it.
 */
export function readBlocks(payload, { isTitleLast = false, withSend = false } = {}) {
  const reader = new Reader(withSend);
  reader.payload(payload, isTitleLast);
  return reader;
}

const OPTIONS = { choice: 'selected_option', choices: 'selected_options', toggle: 'selected_options' };
const VALUES = {
  datepicker: 'selected_date', timepicker: 'selected_time', users_select: 'selected_user', channels_select: 'selected_channel',
  conversations_select: 'selected_conversation',
};
const LISTS = { multi_users_select: 'selected_users', multi_channels_select: 'selected_channels', multi_conversations_select: 'selected_conversations' };

/** Returns the entry of an element in the state: its initial value, or the values of its parts by kind. */
function stateOf(element, parts) {
  const { type } = element;
  if (type === 'datetimepicker') {
    const [date, time] = [parts.get('date'), parts.get('time')];
    return { type, selected_date_time: date && time ? Date.parse(`${date}T${time}Z`) / 1000 : null };
  }
  const [[kind, value]] = parts;
  // The user enters what the app would offer.
  if (type in LISTS) return { type, [LISTS[type]]: value === '' ? [] : [value] };
  const offered = value === '' ? [] : [{ text: { type: 'plain_text', text: value }, value }];
  if (type === 'multi_external_select') return { type, selected_options: offered };
  if (type === 'external_select') return { type, selected_option: offered[0] ?? null };
  if (!OPTIONS[kind]) return { type, [VALUES[type] ?? 'value']: value === '' ? null : value };
  const options = optionsOf(element);
  const labels = kind === 'toggle' ? (value ? [labelOf(options[0].text)] : []) : value;
  const selected = options.filter(option => labels.includes(labelOf(option.text)));
  return { type, [OPTIONS[kind]]: kind === 'choice' ? selected[0] ?? null : selected };
}

/** Returns the state of a message or a view: the values of its inputs by the ids of block and element. */
function stateValues(inputs, entries) {
  const parts = new Map();
  inputs.forEach(({ element, shown: { kind, value } }, at) =>
    parts.set(element, (parts.get(element) ?? new Map()).set(kind, entries.has(at) ? entries.get(at) : value)));
  const values = {};
  for (const { element, block } of inputs)
    values[block.block_id] = { ...values[block.block_id], [element.action_id]: stateOf(element, parts.get(element)) };
  return values;
}

// A view is not submitted before its required inputs have values.
const isMissing = ({ block, element }, values) => {
  if (block.type !== 'input' || block.optional) return false;
  const { type, ...entry } = values[block.block_id][element.action_id] ?? {};
  return Object.values(entry).every(value => value === null || (Array.isArray(value) && value.length === 0));
};

/**
 * Enters values into the inputs of a message or a view, by their positions, and clicks an action by its position. Returns the event of
 * Slack as `{payload}`, or `{invalid}` with the positions of the required inputs without a value.
 */
export function sendEvent(payload, entries, position, options = {}) {
  const { inputs, actions } = readBlocks(payload, options);
  const values = stateValues(inputs, entries);
  const { type, element, block } = actions[position];
  const user = { id: 'U1', username: 'user', team_id: 'T1' };
  const isView = payload.type === 'modal' || payload.type === 'home';
  const view = { id: 'V1', ...payload, state: { values } };
  if (type === 'close') return { payload: { type: 'view_closed', user, view, is_cleared: false } };
  if (type === 'submit') {
    const invalid = inputs.flatMap((input, at) => (isMissing(input, values) ? [at] : []));
    return invalid.length > 0 ? { invalid } : { payload: { type: 'view_submission', user, view } };
  }
  const { action_id, text, value } = element;
  const action = { type, block_id: block.block_id, action_id, text, value, action_ts: '1796040000.000100' };
  const inView = { container: { type: 'view', view_id: 'V1' }, view };
  const inMessage = { container: { type: 'message', message_ts: '1.2', channel_id: 'C1' }, message: { ts: '1.2', ...payload } };
  const place = isView ? inView : inMessage;
  return { payload: { type: 'block_actions', user, ...place, state: { values }, actions: [action] } };
}
