// Reads surfaces of A2UI 0.9 in `@a2ui/web_core` as the parts that cards and blocks show, enters values, and clicks.
import * as core from '@a2ui/web_core/v0_9';
import { childSlots } from './screen.mjs';
import { htmlOfA2ui, wordsOf, wordsOfText } from './visible_text.mjs';
import { resolved, settled, surfacesOf0_9 } from './web_core.mjs';

const text = value => (value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value));

/** Returns what an input shows. A date with a time is two inputs. */
function inputsOf(type, props) {
  const value = resolved(props.value);
  const label = text(resolved(props.label)) || text(resolved(props.placeholder));
  switch (type) {
    case 'TextField': return [{ kind: props.variant === 'number' ? 'number' : 'text', label, value: text(value) }];
    case 'Slider': return [{ kind: 'number', label, value: text(value) }];
    case 'CheckBox': return [{ kind: 'toggle', label, value: value === true }];
    case 'DateTimeInput': {
      const date = { kind: 'date', label, value: /^\d{4}-\d\d-\d\d/.exec(text(value))?.[0] ?? '' };
      const time = { kind: 'time', label, value: /(?:^|T)(\d\d:\d\d)/.exec(text(value))?.[1] ?? '' };
      return resolved(props.enableTime) !== true ? [date] : resolved(props.enableDate) !== true ? [time] : [date, time];
    }
    case 'ChoicePicker': {
      const options = (props.options ?? []).map(option => ({ label: text(resolved(option.label)), value: option.value }));
      const selected = Array.isArray(value) ? value : [value];
      const choices = options.map(({ label }) => label);
      const shown = options.filter(option => selected.includes(option.value)).map(({ label }) => label);
      return [{ kind: props.variant === 'multipleSelection' ? 'choices' : 'choice', label, choices, value: shown }];
    }
    default: return [];
  }
}

/** Returns the value that a client writes for the entries of an input, by their kinds. */
function written({ raw, props }, entries) {
  const [[kind, value]] = entries;
  if (entries.has('date') && entries.has('time')) return `${entries.get('date')}T${entries.get('time')}`;
  if (kind === 'choice' || kind === 'choices')
    return props.options.filter(option => value.includes(text(resolved(option.label)))).map(option => option.value);
  const isNumber = raw.min !== undefined || raw.max !== undefined;
  return kind === 'number' && isNumber ? Number(value) : value;
}

// Components on which it depends whether and how what is inside is seen.
const OUTER = ['Tabs', 'Modal', 'Button'];

class Reader {
  words = [];
  images = [];
  inputs = [];
  actions = [];

  constructor(surface) {
    this.surface = surface;
  }

  // A click on the trigger of a modal opens it.
  node(node, outer = [], isTrigger = false) {
    if (!core.isComponentNode(node) || node.isPlaceholder) return;
    const { type, componentId: id } = node;
    const key = [id, ...outer];
    const props = core.peekValue(node.props);
    const raw = this.surface.componentsModel.get(id)?.properties ?? {};
    const scope = new core.DataContext(this.surface, node.dataPath);
    const before = this.words.length;
    const texts = [
      ...(type === 'Text' ? wordsOf(htmlOfA2ui(text(resolved(props.text)))) : []),
      ...(props.tabs ?? []).flatMap(tab => wordsOfText(text(resolved(tab.title)))),
    ];
    this.words.push(...texts.map(shown => ({ key, shown })));
    if (['Image', 'Video', 'AudioPlayer'].includes(type)) this.images.push({ key, shown: text(resolved(props.url)) });
    const failing = raw.checks ? props.validationErrors ?? [] : [];
    const input = { raw, props, scope };
    for (const shown of inputsOf(type, props)) this.inputs.push({ key, shown, failing, input });
    const within = OUTER.includes(type) ? key : outer;
    childSlots(type, props).forEach((child, at) => this.node(child, within, isTrigger || (type === 'Modal' && at === 0)));
    if (!raw.action || isTrigger) return;
    const title = this.words.slice(before).map(({ shown }) => shown).join(' ');
    const { call, args } = raw.action.functionCall ?? {};
    const url = call === 'openUrl' ? text(scope.resolveDynamicValue(args?.url)) : undefined;
    this.actions.push({ key, isEvent: Boolean(raw.action.event), failing, shown: { title, url }, click: props.action });
  }
}

/**
 * Returns the surfaces that messages make, each as `{id, errors, read, enter, click}`. `read` returns what a user sees in its order, as
 * `readCard` of card_renderer.mjs does; the keys of a part are the ids of its component and of those around it. `enter` takes parts of inputs with their values,
 * and `click` the position of an action. It resolves to the action that the client sends.
 */
export async function openSurfaces(messages) {
  const all = surfacesOf0_9(structuredClone(messages)).map(({ surface, resolver }) => {
    const errors = [];
    const sent = [];
    surface.onError.subscribe(error => errors.push(`${error.code}: ${error.message}`));
    surface.onAction.subscribe(action => sent.push(action));
    const read = () => {
      const reader = new Reader(surface);
      reader.node(core.peekValue(resolver.rootNode));
      return reader;
    };
    const enter = async entries => {
      const ofInputs = new Map();
      for (const [{ input, shown }, value] of entries) ofInputs.set(input, (ofInputs.get(input) ?? new Map()).set(shown.kind, value));
      for (const [input, values] of ofInputs)
        if (input.raw.value?.path !== undefined) input.scope.set(input.raw.value.path, written(input, values));
      await settled();
    };
    const click = async at => {
      sent.length = 0;
      read().actions[at].click();
      await settled();
      return sent[0];
    };
    return { id: surface.id, errors, read, enter, click };
  });
  await settled();
  return all;
}
