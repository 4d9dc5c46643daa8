// Actions of users on the surfaces that the program makes of questions. See `elicitation.mjs`.

const TIME = '2026-11-30T12:00:00Z';

const TEXTS = ['', 'a', 'ab', 'abcdef', '3', '1.5', '-1', '1e2', 'a@example.com', 'https://example.com/', '2026-02-28', '2026-02-30', '2026-02-28T10:00:00Z'];
/** The values that a user may leave in each input. */
const VALUES = {
  TextField: TEXTS,
  DateTimeInput: ['', '2026-02-28', '2026-02-30', '2026-02-28T10:00:00Z', '2026-02-28T10:00'],
  CheckBox: [true, false],
  Slider: [0, 1, 1.5, -1, 1000],
  ChoicePicker: [[], ['r'], ['g'], ['x'], ['r', 'g'], ['r', 'g', 'b'], ['r', 'r']],
};

/** Returns the value of an answer for the value of an input, or undefined for an answer without it. */
function answerOf(property, value, isRequired) {
  if (property.type === 'array') {
    // No choices are an answer of a required input, and of another one only if the form admits it.
    if (isRequired) return value ?? [];
    return value?.length === 0 && property.minItems > 0 ? undefined : value;
  }
  if (value === '' || (Array.isArray(value) && value.length === 0)) return undefined;
  const isNumber = ['number', 'integer'].includes(property.type);
  if (isNumber && typeof value === 'string' && Number.isFinite(Number(value))) return Number(value);
  if (Array.isArray(value) && value.length === 1) return value[0];
  // Inputs of browsers write neither seconds nor an offset, and the answer is in UTC.
  if (property.format === 'date-time' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(value)) return `${value}:00Z`;
  return value;
}

/** Returns the values at `/content` in which the first input has each value of its kind, and the others are as at the start. */
function contents(components, start) {
  const input = components.find(({ component }) => component in VALUES);
  if (!input) return [start];
  const name = input.value.path.replace('/content/', '');
  return [start, ...VALUES[input.component].map(value => ({ ...start, [name]: value }))];
}

/** Returns the values that the right answer has for the values of the inputs. */
function right({ properties = {}, required = [] }, filled) {
  const answers = Object.entries(properties).map(([name, property]) => [name, answerOf(property, filled[name], required.includes(name))]);
  return Object.fromEntries(answers.filter(([, value]) => value !== undefined));
}

function resolved(context, content) {
  return Object.fromEntries(Object.entries(context).map(([key, value]) => [key, value.path === '/content' ? content : value]));
}

/**
 * Returns an action of each button and, if it accepts a form, of each value of the first input: `{id, filled, content, schema, message}`.
 * They are the id of the question, the values of the inputs, the content of the right answer, the schema of the form, and the message of
 * A2UI. The questions are parameters by ids.
 */
export function actions(messages, questions) {
  const found = [];
  let start = {};
  for (const { updateDataModel, updateComponents } of messages) {
    if (updateDataModel) start = updateDataModel.value.content ?? {};
    if (!updateComponents) continue;
    const { surfaceId, components } = updateComponents;
    for (const { id: sourceComponentId, action } of components) {
      if (!action?.event) continue;
      const { name, context } = action.event;
      const { id } = JSON.parse(context.elicitation);
      const schema = name === 'elicitation.accept' ? questions.get(id).requestedSchema : undefined;
      for (const filled of schema ? contents(components, start) : [undefined]) {
        const message = { surfaceId, name, sourceComponentId, timestamp: TIME, context: resolved(context, filled) };
        const content = schema && right(schema, filled);
        found.push({ id, filled, content, schema, message: { version: 'v0.9', action: message } });
      }
    }
    start = {};
  }
  return found;
}
