// Shows a stream of A2UI 0.8 or 0.9 messages as a client built on `@a2ui/web_core` does, in the lines of screen.mjs.
import { A2uiMessageProcessor } from '@a2ui/web_core/v0_8';
import * as core from '@a2ui/web_core/v0_9';
import { z } from 'zod';
import { childSlots, entered, line, SHOWN } from './screen.mjs';

// The only function of the minimal catalog; the core has the functions of the basic catalog alone.
const capitalize = core.createFunctionImplementation(
  { name: 'capitalize', returnType: 'string', schema: z.object({ value: z.unknown() }) },
  ({ value }) => String(value ?? '').replace(/^./, first => first.toUpperCase()),
);

/** The reader of each version: messages become a list of lines. */
export const READERS = { 'a2ui@0.8': of0_8, 'a2ui@0.9': of0_9 };

async function of0_8(messages) {
  const processor = new A2uiMessageProcessor();
  processor.processMessages(messages);
  const plain = value =>
    value instanceof Map ? Object.fromEntries([...value].map(([key, value]) => [key, plain(value)]))
    : Array.isArray(value) ? value.map(plain)
    : value;
  const lines = [];
  const read = fill => {
    for (const [id, surface] of processor.getSurfaces()) {
      lines.push(`${fill ? 'filled in' : 'surface'} ${id}`);
      if (fill) walk(id, surface.componentTree, 1, true);
      walk(id, surface.componentTree, 1, false);
    }
  };
  const walk = (id, node, depth, fill) => {
    if (node === null || node === undefined) return void (fill || lines.push(line(depth, 'missing')));
    const value = bound => {
      if (bound === null || typeof bound !== 'object') return bound;
      for (const name of ['literalString', 'literalNumber', 'literalBoolean', 'literalArray', 'literal'])
        if (name in bound) return bound[name];
      return 'path' in bound ? plain(processor.getData(node, bound.path, id)) : bound;
    };
    const { type, properties } = node;
    const later = type === 'MultipleChoice' ? 'ChoicePicker' : type;
    const named = rename(later, properties);
    if (fill) {
      const input = entered(later, named);
      if (input !== undefined && named.value?.path !== undefined) processor.setData(node, named.value.path, input, id);
    } else {
      const shown = {};
      for (const name of SHOWN[later]) shown[name] = value(named[name]);
      if (named.options) shown.options = named.options.map(option => value(option.label));
      if (named.tabs) shown.tabs = named.tabs.map(tab => value(tab.title));
      const { action } = named;
      const context = Object.fromEntries((action?.context ?? []).map(entry => [entry.key, value(entry.value)]));
      lines.push(line(depth, later, shown, { event: action && { name: action.name, context } }));
    }
    for (const child of childSlots(later, named)) walk(id, child, depth + 1, fill);
  };
  read(false);
  read(true);
  return lines;
}

// The names of 0.9 for properties of 0.8.
const LATER = {
  Text: { usageHint: 'variant' },
  TextField: { text: 'value', textFieldType: 'variant' },
  Slider: { minValue: 'min', maxValue: 'max' },
  ChoicePicker: { selections: 'value' },
  Tabs: { tabItems: 'tabs' },
  Modal: { entryPointChild: 'trigger', contentChild: 'content' },
};

/** Returns properties of 0.8 under the names of 0.9; other properties keep their names. */
export function rename(type, properties) {
  const names = LATER[type] ?? {};
  const named = Object.fromEntries(Object.entries(properties).map(([name, value]) => [names[name] ?? name, value]));
  if (type === 'Button' && named.primary) named.variant = 'primary';
  return named;
}

/** Returns the surfaces of messages of 0.9, each with the resolver of its components. */
export function surfacesOf0_9(messages) {
  const ids = new Set(messages.map(message => message.createSurface?.catalogId).filter(Boolean));
  const functions = [...core.BASIC_FUNCTIONS, capitalize];
  const processor = new core.MessageProcessor([...ids].map(id => new core.Catalog(id, core.BASIC_COMPONENTS, functions)));
  processor.processMessages(messages);
  return [...processor.model.surfacesMap.values()].map(surface => ({ surface, resolver: new core.NodeResolver(surface, surface.catalog) }));
}

async function of0_9(messages) {
  const lines = [];
  const seen = [];
  for (const { surface, resolver } of surfacesOf0_9(messages)) {
    surface.onError.subscribe(error => lines.push(`error ${error.code}: ${error.message}`));
    surface.onAction.subscribe(action => seen.push(action));
    await settled();
    for (const fill of [false, true]) {
      lines.push(`${fill ? 'filled in' : 'surface'} ${surface.id}`);
      if (fill) {
        await walk(surface, core.peekValue(resolver.rootNode), 1, true);
        await settled();
      }
      await walk(surface, core.peekValue(resolver.rootNode), 1, false);
    }
  }
  return lines;

  async function walk(surface, node, depth, fill) {
    if (!core.isComponentNode(node) || node.isPlaceholder) return void (fill || lines.push(line(depth, 'missing')));
    const props = core.peekValue(node.props);
    const raw = surface.componentsModel.get(node.componentId)?.properties ?? {};
    const scope = new core.DataContext(surface, node.dataPath);
    if (fill) {
      const input = entered(node.type, raw);
      if (input !== undefined && raw.value?.path !== undefined) scope.set(raw.value.path, input);
    } else {
      const shown = {};
      for (const name of SHOWN[node.type]) shown[name] = resolved(props[name]);
      if (props.options) shown.options = props.options.map(option => resolved(option.label));
      if (props.tabs) shown.tabs = props.tabs.map(tab => resolved(tab.title));
      const sent = {};
      if (raw.action?.event) {
        seen.length = 0;
        props.action();
        await settled();
        sent.event = seen.find(action => action.sourceComponentId === node.componentId) ?? { name: 'nothing' };
      } else if (raw.action?.functionCall) {
        const { call, args } = raw.action.functionCall;
        const context = Object.entries(args ?? {}).map(([name, value]) => [name, scope.resolveDynamicValue(value)]);
        sent.call = { name: call, context: Object.fromEntries(context) };
      }
      if (raw.checks) sent.failing = props.validationErrors;
      lines.push(line(depth, node.type, shown, sent));
    }
    for (const child of childSlots(node.type, props)) await walk(surface, child, depth + 1, fill);
  }
}

/** Returns the value of a property; a bound value includes its binding. */
export const resolved = value => (value instanceof core.ResolvedBinding ? value.value : value);
/** Waits until the surfaces have taken in what has changed. */
export const settled = () => new Promise(done => setImmediate(done));
