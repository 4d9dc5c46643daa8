// The compared parts of a screen, in words that all versions share. Every reader writes a screen as lines: one for each component,
// indented by its depth, with its content, the action of a click, and its failing checks. The screen is written twice: after the
// messages, and after an entry in every input.

/** The values of each component that are shown, under the names of 0.9. Options and tabs are shown by their labels. */
export const SHOWN = {
  Text: ['text', 'variant'], Image: ['url'], Icon: ['name'], Video: ['url'], AudioPlayer: ['url', 'description'],
  Row: [], Column: [], List: [], Card: [], Tabs: [], Modal: [], Divider: [], Button: ['variant'],
  CheckBox: ['label', 'value'], TextField: ['label', 'value', 'variant'], Slider: ['label', 'min', 'max', 'value'],
  DateTimeInput: ['label', 'value', 'enableDate', 'enableTime'], ChoicePicker: ['label', 'value'],
};

/** What is below a component, in the order in which it is seen. */
export function childSlots(type, properties) {
  switch (type) {
    case 'Row': case 'Column': case 'List': return properties.children ?? [];
    case 'Card': case 'Button': return [properties.child];
    case 'Modal': return [properties.trigger, properties.content];
    case 'Tabs': return (properties.tabs ?? []).map(tab => tab.child);
    default: return [];
  }
}

/** What is entered into an input. */
export function entered(type, properties) {
  switch (type) {
    case 'TextField': return properties.variant === 'number' ? '42' : 'someone@example.org';
    case 'CheckBox': return true;
    case 'Slider': return properties.max ?? properties.maxValue;
    case 'DateTimeInput': return '2027-03-04T05:06:00Z';
    case 'ChoicePicker': return (properties.options ?? []).slice(-1).map(option => option.value);
    default: return undefined;
  }
}

/** The line of a component. */
export function line(depth, type, shown = {}, { event, call, failing } = {}) {
  const kept = Object.entries(readable(type, shown)).filter(([, value]) => value !== undefined && value !== null && value !== '');
  let text = `${'  '.repeat(depth)}${type} ${written(Object.fromEntries(kept))}`;
  if (event) text += ` sends ${event.name} ${written(event.context ?? {})}`;
  if (call) text += ` calls ${call.name} ${written(call.context)}`;
  if (failing?.length) text += ` fails ${written(failing)}`;
  return text;
}

// A heading is a variant up to 0.9 and Markdown from 1.0 on; `body` and the like are the defaults.
function readable(type, shown) {
  const { variant, ...others } = shown;
  const level = type === 'Text' ? /^h([1-6])$/.exec(variant ?? '')?.[1] : undefined;
  if (level) return { ...others, text: `${'#'.repeat(level)} ${others.text ?? ''}` };
  return ['body', 'default', 'shortText'].includes(variant) ? others : shown;
}

// Sorts members by name, as their order does not matter.
function written(value) {
  return JSON.stringify(value, (_, inner) =>
    inner && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner);
}
