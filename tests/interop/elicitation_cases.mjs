// Messages of elicitation, each with one thing that is wrong or unusual. See `elicitation.mjs`.

const isAcp = dialect => dialect.startsWith('acp');
const request = (method, params) => ({ jsonrpc: '2.0', id: 1, method, params });
const answer = result => ({ jsonrpc: '2.0', id: 1, result });
const refusal = (code, data) => ({ jsonrpc: '2.0', id: 1, error: { code, message: 'No.', ...data } });

/** Returns the members that a question of the dialect must have. */
function start(dialect, mode) {
  const scope = isAcp(dialect) ? { sessionId: 's' } : {};
  return dialect === 'mcp-elicitation@2025-06-18' && mode === 'form' ? scope : { ...scope, mode };
}

/** Returns a form with the properties, of which the first is required. Members that are undefined are left out. */
function form(dialect, properties, edits = {}, params = {}) {
  const requestedSchema = { type: 'object', properties, required: Object.keys(properties).slice(0, 1), ...edits };
  return request('elicitation/create', { ...start(dialect, 'form'), message: 'Who?', requestedSchema, ...params });
}

const page = (dialect, edits = {}) =>
  request('elicitation/create', { ...start(dialect, 'url'), message: 'Sign in', url: 'https://example.com/', elicitationId: 'e1', ...edits });

const titled = (...values) => values.map(value => ({ const: value, title: value.toUpperCase() }));
const plain = (...values) => ({ type: 'string', enum: values });
const many = edits => ({ type: 'array', items: plain('r', 'g', 'b'), ...edits });

/** One property a form: [rule, name, property]. The rule is that of the program for what is wrong, or `sound`. */
const PROPERTIES = [
  ['sound', 'a text', { type: 'string', title: 'Name', description: 'Yours' }],
  ['sound', 'a text with bounds', { type: 'string', minLength: 2, maxLength: 5 }],
  ...['email', 'uri', 'date', 'date-time'].map(format => ['sound', `the format ${format}`, { type: 'string', format }]),
  ['sound', 'a number', { type: 'number', minimum: -0.5, maximum: 1e3 }],
  ['sound', 'an integer', { type: 'integer', minimum: 0, maximum: 9 }],
  ['sound', 'a boolean', { type: 'boolean', default: false }],
  ['sound', 'a choice', plain('r', 'g')],
  ['sound', 'a choice with names', { ...plain('r', 'g'), enumNames: ['R', 'G'] }],
  ['sound', 'a choice with titles', { type: 'string', oneOf: titled('r', 'g') }],
  ['sound', 'several choices', many({ minItems: 1, maxItems: 2 })],
  ['sound', 'several choices with titles', many({ items: { anyOf: titled('r', 'g') } })],
  ['sound', 'a number on a scale', { type: 'number', minimum: 0, maximum: 10, default: 2.5 }],
  ['sound', 'an integer on a scale', { type: 'integer', minimum: -5, maximum: 5, default: 0 }],
  ['sound', 'an email address with a bound', { type: 'string', format: 'email', maxLength: 12 }],
  ['sound', 'a text with letters of two units', { type: 'string', maxLength: 2, default: '😀é' }],
  ['sound', 'exactly two choices', many({ minItems: 2, maxItems: 2 })],
  ['sound', 'the default of a text', { type: 'string', default: 'Z' }],
  ['sound', 'the default of a number', { type: 'number', default: 1.5 }],
  ['sound', 'the default of an integer', { type: 'integer', default: 2 }],
  ['sound', 'the default of a choice', { ...plain('r', 'g'), default: 'g' }],
  ['sound', 'the default of choices with titles', { type: 'string', oneOf: titled('r', 'g'), default: 'g' }],
  ['sound', 'the default of several choices', many({ default: ['r', 'b'] })],
  ['elicit-schema', 'an object', { type: 'object', properties: {} }],
  ['elicit-schema', 'an array of numbers', { type: 'array', items: { type: 'number' } }],
  ['elicit-schema', 'an array of any texts', { type: 'array', items: { type: 'string' } }],
  ['elicit-schema', 'an array without items', { type: 'array' }],
  ['elicit-schema', 'the type null', { type: 'null' }],
  ['elicit-schema', 'no type', { title: 'Name' }],
  ['elicit-schema', 'a list of types', { type: ['string', 'null'] }],
  ['elicit-schema', 'the format time', { type: 'string', format: 'time' }],
  ['elicit-schema', 'a title that is a number', { type: 'string', title: 1 }],
  ['elicit-schema', 'an own type', { type: '_color' }],
  ['elicit-choices', 'the same option twice', plain('r', 'r')],
  ['elicit-choices', 'the same option twice, with titles', { type: 'string', oneOf: titled('r', 'r') }],
  ['elicit-choices', 'the same option twice among several', many({ items: plain('r', 'r') })],
  ['elicit-choices', 'no options', plain()],
  ['elicit-choices', 'no options with titles', { type: 'string', oneOf: [] }],
  ['elicit-choices', 'no options among several', many({ items: { anyOf: [] } })],
  ['elicit-choices', 'an option that is a number', { type: 'string', enum: ['r', 1] }],
  ['elicit-choices', 'a titled option that is a number', { type: 'string', oneOf: [{ const: 1, title: 'One' }] }],
  ['elicit-choices', 'an option without a title', { type: 'string', oneOf: [{ const: 'r' }] }],
  ['elicit-choices', 'too few names', { ...plain('r', 'g'), enumNames: ['R'] }],
  ['elicit-choices', 'a name that is a number', { ...plain('r'), enumNames: [1] }],
  ['elicit-bounds', 'a minimum above the maximum', { type: 'integer', minimum: 3, maximum: 1 }],
  ['elicit-bounds', 'no integer between the bounds', { type: 'integer', minimum: 1.2, maximum: 1.8 }],
  ['elicit-bounds', 'a fraction as the bound of an integer', { type: 'integer', minimum: 0.5, maximum: 3 }],
  ['elicit-bounds', 'a least length above the greatest', { type: 'string', minLength: 3, maxLength: 1 }],
  ['elicit-bounds', 'a length below zero', { type: 'string', minLength: -1 }],
  ['elicit-bounds', 'a length with a fraction', { type: 'string', maxLength: 1.5 }],
  ['elicit-bounds', 'more choices than options', many({ minItems: 4 })],
  ['elicit-bounds', 'a least number of choices above the greatest', many({ minItems: 2, maxItems: 1 })],
  ['elicit-bounds', 'a number of choices below zero', many({ minItems: -1 })],
  ['elicit-bounds', 'a bound that is a text', { type: 'number', minimum: '1' }],
  ['elicit-default', 'another option', { ...plain('r', 'g'), default: 'b' }],
  ['elicit-default', 'another option, with titles', { type: 'string', oneOf: titled('r', 'g'), default: 'b' }],
  ['elicit-default', 'another option among several', many({ default: ['x'] })],
  ['elicit-default', 'one option for several', many({ default: 'r' })],
  ['elicit-default', 'a text for a number', { type: 'number', default: '1' }],
  ['elicit-default', 'a number for a text', { type: 'string', default: 1 }],
  ['elicit-default', 'a text for a boolean', { type: 'boolean', default: 'yes' }],
  ['elicit-default', 'a fraction for an integer', { type: 'integer', default: 1.5 }],
  ['elicit-default', 'a number above the maximum', { type: 'number', maximum: 1, default: 2 }],
  ['elicit-default', 'too long a text', { type: 'string', maxLength: 1, default: 'ab' }],
  ['elicit-default', 'no address', { type: 'string', format: 'email', default: 'a' }],
  ['elicit-default', 'no date', { type: 'string', format: 'date', default: '2026-02-30' }],
  ['elicit-revision', 'a pattern', { type: 'string', pattern: '^a' }],
  ['elicit-revision', 'the description of an option', { type: 'string', oneOf: [{ const: 'r', title: 'R', description: 'Red' }] }],
  ['elicit-revision', 'a member of JSON Schema', { type: 'number', multipleOf: 5 }],
  ['elicit-revision', 'a null member', { type: 'string', title: null }],
];

/** Properties of which a user need not give a value. */
const OPTIONAL = [
  ['a text', { type: 'string', minLength: 2 }],
  ['a number', { type: 'number', minimum: 1 }],
  ['an integer', { type: 'integer', maximum: 3 }],
  ['a date', { type: 'string', format: 'date' }],
  ['a boolean', { type: 'boolean' }],
  ['a choice', { type: 'string', enum: ['r', 'g'] }],
];

const text = { name: { type: 'string' } };

/** Returns questions, completions, answers and errors of both families: [rule, name, message]. */
function shared(dialect) {
  const complete = isAcp(dialect) ? 'elicitation/complete' : 'notifications/elicitation/complete';
  const notification = params => ({ jsonrpc: '2.0', method: complete, params });
  const edited = (edits, params) => form(dialect, text, edits, params);
  return [
    ...PROPERTIES.map(([rule, name, property]) => [rule, name, form(dialect, { value: property })]),
    ...OPTIONAL.map(([name, property]) => ['sound', `${name} that is optional`, form(dialect, { value: property }, { required: undefined })]),
    ['sound', 'two inputs', form(dialect, { name: { type: 'string' }, beds: { type: 'integer' } })],
    ['sound', 'several choices that are optional', form(dialect, { value: many({ minItems: 1 }) }, { required: undefined })],
    ['sound', 'no inputs', form(dialect, {})],
    ['sound', 'no required names', edited({ required: undefined })],
    ['sound', 'a page', page(dialect)],
    ['sound', 'completion', notification({ elicitationId: 'e1' })],
    ['elicit-schema', 'a form that is an array', edited({ type: 'array' })],
    ['elicit-schema', 'a form without a type', edited({ type: undefined })],
    ['elicit-schema', 'a form without properties', edited({ properties: undefined, required: undefined })],
    ['elicit-schema', 'no form', edited({}, { requestedSchema: undefined })],
    ['elicit-schema', 'no message', edited({}, { message: undefined })],
    ['elicit-required', 'an unknown name', edited({ required: ['nmae'] })],
    ['elicit-required', 'a name twice', edited({ required: ['name', 'name'] })],
    ['elicit-required', 'a name that is a number', edited({ required: [1] })],
    ['elicit-required', 'one name without a list', edited({ required: 'name' })],
    ['elicit-mode', 'no mode', edited({}, { mode: undefined })],
    ['elicit-mode', 'a stated mode', edited({}, { mode: 'form' })],
    ['elicit-mode', 'an unknown mode', edited({}, { mode: 'voice' })],
    ['elicit-mode', 'the members of the other mode', page(dialect, { mode: 'form' })],
    ['elicit-url', 'no scheme', page(dialect, { url: 'example.com' })],
    ['elicit-url', 'a path', page(dialect, { url: '/sign-in' })],
    ['elicit-url', 'a script', page(dialect, { url: 'javascript:alert(1)' })],
    ['elicit-url', 'a file', page(dialect, { url: 'file:///etc/passwd' })],
    ['elicit-url', 'no host', page(dialect, { url: 'https://' })],
    ['elicit-url', 'no address', page(dialect, { url: undefined })],
    ['elicit-url', 'no id', page(dialect, { elicitationId: undefined })],
    ['elicit-url', 'an id that is a number', page(dialect, { elicitationId: 1 })],
    ['elicit-url', 'completion without an id', notification({})],
    ['elicit-scope', 'neither a session nor a request', edited({}, { sessionId: undefined })],
    ['elicit-scope', 'a request', edited({}, { sessionId: undefined, requestId: 12 })],
    ['elicit-scope', 'a session and a request', edited({}, { sessionId: 's', requestId: 12 })],
    ['elicit-scope', 'a session and a tool call', edited({}, { sessionId: 's', toolCallId: 'c' })],
    ['elicit-scope', 'a request that is null', edited({}, { sessionId: undefined, requestId: null })],
    ['elicit-frame', 'no id', { ...edited(), id: undefined }],
    ['elicit-frame', 'the id null', { ...edited(), id: null }],
    ['elicit-frame', 'an id with a fraction', { ...edited(), id: 1.5 }],
    ['elicit-frame', 'no version of JSON-RPC', { ...edited(), jsonrpc: undefined }],
    ['elicit-frame', 'no parameters', request('elicitation/create', undefined)],
    ['elicit-secret', 'a password', form(dialect, { password: { type: 'string' } })],
    ['elicit-revision', 'the title of a form', edited({ title: 'You' })],
    ['elicit-revision', 'other properties', edited({ additionalProperties: false })],
    ['elicit-revision', 'a task', edited({}, { task: { ttl: 1000 } })],
    ['elicit-revision', 'metadata', edited({}, { _meta: { 'example.com/a': 1 } })],
    ['elicit-revision', 'an own member', edited({}, { colour: 'red' })],
    ['elicit-action', 'an unknown action', answer({ action: 'ok' })],
    ['elicit-action', 'no action', answer({ content: {} })],
    ...['accept', 'decline', 'cancel'].map(action => ['sound', `the answer ${action}`, answer({ action })]),
    ['sound', 'values', answer({ action: 'accept', content: { a: 'Z', b: 1.5, c: 3, d: true } })],
    ['sound', 'a list of texts', answer({ action: 'accept', content: { a: ['r', 'g'] } })],
    ['elicit-content', 'null', answer({ action: 'accept', content: { name: null } })],
    ['elicit-content', 'an object', answer({ action: 'accept', content: { name: {} } })],
    ['elicit-content', 'a list of numbers', answer({ action: 'accept', content: { name: [1] } })],
    ['elicit-content', 'a list', answer({ action: 'accept', content: [] })],
    ['elicit-content', 'the content null', answer({ action: 'accept', content: null })],
    ['elicit-content', 'values of a refusal', answer({ action: 'decline', content: { name: 'Z' } })],
    ['elicit-error', 'no addresses', refusal(-32042)],
    ['elicit-error', 'an empty list of addresses', refusal(-32042, { data: { elicitations: [] } })],
    ['elicit-error', 'a form', refusal(-32042, { data: { elicitations: [form(dialect, text).params] } })],
    ['sound', 'an error with addresses', refusal(-32042, { data: { elicitations: [page(dialect).params] } })],
    ['sound', 'another error', refusal(-32602)],
  ];
}

/** Returns permission requests and their outcomes: [rule, name, message]. */
function permissions(dialect) {
  const option = { optionId: 'yes', name: 'Yes', kind: 'allow_once' };
  const toolCall = { toolCallId: 'c' };
  const about = dialect === 'acp@1' ? { toolCall } : { title: 'Run?', subject: { type: 'tool_call', toolCall } };
  const asked = edits => request('session/request_permission', { sessionId: 's', ...about, options: [option], ...edits });
  const chosen = outcome => answer({ outcome });
  return [
    ['sound', 'permission', asked()],
    ['permission-request', 'no session', asked({ sessionId: undefined })],
    ['permission-request', 'no tool call', asked({ toolCall: undefined, subject: undefined })],
    ['permission-request', 'no id of the tool call', asked({ toolCall: {}, subject: { type: 'tool_call', toolCall: {} } })],
    ['permission-request', 'no title', asked({ title: undefined })],
    ['permission-request', 'a command', asked({ subject: { type: 'command', command: 'ls', cwd: '/' } })],
    ['permission-request', 'a command without a folder', asked({ subject: { type: 'command', command: 'ls' } })],
    ['permission-request', 'an own subject', asked({ subject: { type: '_visit', place: 'x' } })],
    ['permission-options', 'no options', asked({ options: [] })],
    ['permission-options', 'no list of options', asked({ options: undefined })],
    ['permission-options', 'an id twice', asked({ options: [option, option] })],
    ['permission-options', 'an unknown kind', asked({ options: [{ ...option, kind: 'maybe' }] })],
    ['permission-options', 'an own kind', asked({ options: [{ ...option, kind: '_maybe' }] })],
    ['permission-options', 'no name', asked({ options: [{ ...option, name: undefined }] })],
    ['permission-options', 'no id', asked({ options: [{ ...option, optionId: undefined }] })],
    ['sound', 'a chosen option', chosen({ outcome: 'selected', optionId: 'yes' })],
    ['sound', 'a cancelled request', chosen({ outcome: 'cancelled' })],
    ['permission-outcome', 'an unknown outcome', chosen({ outcome: 'ok' })],
    ['permission-outcome', 'an own outcome', chosen({ outcome: '_later' })],
    ['permission-outcome', 'no option', chosen({ outcome: 'selected' })],
  ];
}

/**
 * Returns the messages of a dialect: [rule, name, message]. The rule is that of the program for what is wrong or unusual, or `sound`.
 * Both are the id of the message, so that its translation can be recognised.
 */
export function cases(dialect) {
  const all = [...shared(dialect), ...(isAcp(dialect) ? permissions(dialect) : [])];
  return all.map(([rule, name, message]) => {
    const identified = message.id === 1 ? { ...message, id: `${rule}/${name}` } : message;
    // Without the members that are undefined.
    return [rule, name, JSON.parse(JSON.stringify(identified))];
  });
}
