// Shows a card with npm's adaptivecards in the DOM of jsdom, and submits it as a host does.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { JSDOM, VirtualConsole } from 'jsdom';
import { htmlOfCard, wordsOf, wordsOfText } from './visible_text.mjs';

const bundle = createRequire(import.meta.url).resolve('adaptivecards/dist/adaptivecards.min.js');
const { window } = new JSDOM('', { runScripts: 'outside-only', virtualConsole: new VirtualConsole() });
// The carousel follows the size of the window, which jsdom does not lay out.
window.ResizeObserver = class { observe() {} unobserve() {} disconnect() {} };
window.eval(readFileSync(bundle, 'utf8'));
const { AdaptiveCards } = window;
AdaptiveCards.AdaptiveCard.onProcessMarkdown = (text, result) => {
  result.outputHtml = htmlOfCard(text);
  result.didProcess = true;
};

const nameOf = (names, value) => Object.keys(names).find(name => names[name] === value);

// Opens a card with all the cards that its actions show. Returns `{card, events}`.
function open(json) {
  const card = new AdaptiveCards.AdaptiveCard();
  const context = new AdaptiveCards.SerializationContext();
  card.parse(window.JSON.parse(JSON.stringify(json)), context);
  const parsed = Array.from({ length: context.eventCount }, (_, at) => context.getEventAt(at));
  const validated = card.validateProperties().validationEvents;
  const events = [...parsed, ...validated].map(({ event, message }) => `${nameOf(AdaptiveCards.ValidationEvent, event)}: ${message}`);
  try {
    window.document.body.replaceChildren(card.render() ?? '');
  } catch (error) {
    events.push(`Render: ${error.message}`);
  }
  return { card, events };
}

const KINDS = {
  'Input.Text': 'text', 'Input.Number': 'number', 'Input.Date': 'date', 'Input.Time': 'time', 'Input.Toggle': 'toggle',
};

// An empty number is NaN.
const valueText = value => (value === undefined || Number.isNaN(value) ? '' : String(value));

// The words of a toggle are its title. An input without a label shows its placeholder.
function inputOf(input) {
  const { id, isRequired, min, max } = input;
  const type = input.getJsonTypeName();
  const label = (type === 'Input.Toggle' ? input.title : undefined) || input.label || input.placeholder || '';
  if (type === 'Input.Toggle') return { key: id, isRequired, shown: { kind: 'toggle', label, value: input.value === input.valueOn } };
  if (type !== 'Input.ChoiceSet')
    return { key: id, isRequired, range: { min, max }, shown: { kind: KINDS[type], label, value: valueText(input.value) } };
  const selected = (input.value ?? '').split(',');
  const choices = input.choices.map(({ title }) => title ?? '');
  const value = input.choices.filter(({ value }) => selected.includes(value)).map(({ title }) => title ?? '');
  return { key: id, isRequired, shown: { kind: input.isMultiSelect ? 'choices' : 'choice', label, choices, value } };
}

// Walks the elements in the order in which a user sees them.
class Reader {
  words = [];
  images = [];
  inputs = [];
  actions = [];

  #say(html, key) {
    this.words.push(...wordsOf(html).map(word => ({ key, shown: word })));
  }

  #sayPlain(text, key) {
    this.words.push(...wordsOfText(text ?? '').map(word => ({ key, shown: word })));
  }

  #sayMarkdown(text, key) {
    const block = new AdaptiveCards.TextBlock();
    block.text = text;
    this.#say(block.render()?.innerHTML ?? '', key);
  }

  element(element) {
    const before = this.words.length;
    this.#content(element);
    if (!element.selectAction) return;
    const inner = this.words.slice(before).map(({ shown }) => shown).join(' ');
    this.#act(element.selectAction, inner || element.selectAction.title);
  }

  #content(element) {
    const { id } = element;
    switch (element.getJsonTypeName()) {
      case 'TextBlock': return this.#sayMarkdown(element.text, id);
      case 'RichTextBlock': return this.#runs(element);
      case 'FactSet': return element.facts.forEach(({ name, value }) => [name, value].forEach(text => this.#sayMarkdown(text, id)));
      case 'Image': return void this.images.push({ key: id, shown: element.url });
      case 'Media': return void this.images.push({ key: id, shown: element.sources[0]?.url });
      case 'ActionSet': return this.#actions(element);
      case 'ImageSet': case 'Column': case 'ColumnSet': case 'Container': case 'Table': case 'TableRow': case 'TableCell':
      case 'Carousel': case 'CarouselPage': return this.#items(element);
      case 'AdaptiveCard': return [this.#items(element), this.#actions(element)];
      default: return this.#input(element);
    }
  }

  #runs(element) {
    const runs = Array.from({ length: element.getInlineCount() }, (_, at) => element.getInlineAt(at));
    this.#sayPlain(runs.map(({ text }) => text).join(''), element.id);
    for (const { selectAction, text } of runs) if (selectAction) this.#act(selectAction, text);
  }

  #items(element) {
    for (let at = 0; at < element.getItemCount(); at++) this.element(element.getItemAt(at));
  }

  #actions(element) {
    for (let at = 0; at < element.getActionCount(); at++) this.#button(element.getActionAt(at));
  }

  #input(element) {
    if (!(element instanceof AdaptiveCards.Input)) throw new Error(`an element that the reader does not know: ${element.getJsonTypeName()}`);
    const { id, label, title, inlineAction } = element;
    if (title) this.#sayPlain(label, id);
    this.inputs.push({ ...inputOf(element), input: element });
    if (inlineAction) this.#button(inlineAction);
  }

  #button(action) {
    const { id, title, iconUrl } = action;
    if (iconUrl && !iconUrl.startsWith('icon:')) this.images.push({ key: id, shown: iconUrl });
    this.#sayPlain(title, id);
    this.#act(action, title);
  }

  #act(action, title) {
    const type = action.getJsonTypeName();
    if (type === 'Action.ShowCard') return this.#showCard(action);
    if (type === 'Action.ToggleVisibility') return;
    const isLink = type === 'Action.OpenUrl';
    const shown = { title: wordsOfText(title ?? '').join(' '), url: isLink ? action.url : undefined };
    this.actions.push({ key: action.id, type, isEnabled: action.isEnabled, shown, action });
  }

  #showCard({ card }) {
    if (!card.renderedElement) card.render();
    this.element(card);
  }
}

function read(card) {
  const reader = new Reader();
  reader.element(card);
  return reader;
}

/**
 * Returns what a user sees of a card, in its order: `{events, words, images, inputs, actions}`. Each part is `{key, shown}`, of which
 * the key is the id in the card. An input also has `isRequired`, and an action its type and `isEnabled`.
 */
export function readCard(json) {
  const { card, events } = open(json);
  const { words, images, inputs, actions } = read(card);
  return { events, words, images, inputs: inputs.map(({ input, ...part }) => part), actions: actions.map(({ action, ...part }) => part) };
}

// Enters a value as a user does: a text, a boolean for a toggle, and a list of titles for choices.
function enter({ input, shown: { kind } }, value) {
  const controls = [...input.renderedElement.querySelectorAll('input, textarea, select')];
  const [control] = controls;
  if (kind === 'toggle') control.checked = value;
  else if (kind !== 'choice' && kind !== 'choices') control.value = value;
  else if (control.tagName === 'SELECT') control.value = input.choices.find(({ title }) => title === value[0])?.value ?? '';
  else if (control.type === 'text') control.value = value[0] ?? '';
  else controls.forEach((control, at) => void (control.checked = value.includes(input.choices[at].title)));
}

/**
 * Enters values into the inputs of a card, by their positions, and executes an action by its position. Returns `{payload, sent}`: what
 * the host sends, and the positions of the inputs that take part. If inputs are invalid, returns `{invalid}` with their positions.
 */
export function submitCard(json, entries, position) {
  const { card } = open(json);
  const { inputs, actions } = read(card);
  for (const [at, value] of entries) enter(inputs[at], value);
  let executed;
  card.onExecuteAction = action => void (executed = action);
  const { action, type } = actions[position];
  action.execute();
  const at = input => inputs.findIndex(part => part.input === input);
  if (!executed) return { invalid: action.validateInputs().map(at) };
  const referenced = Object.values(action.getReferencedInputs() ?? {});
  const { id, verb, data } = executed;
  return { payload: payloadOf(type, { id, verb, data }), sent: referenced.map(at) };
}

// The activity of the Bot Framework.
function payloadOf(type, { id, verb, data }) {
  if (type === 'Action.Submit') return { type: 'message', text: '', value: data };
  return { type: 'invoke', name: 'adaptiveCard/action', value: { action: { type, id, verb, data }, trigger: 'manual' } };
}
