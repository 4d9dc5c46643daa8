// A handwritten translator to compare with, and a generator of inputs.
//
//   node by_hand.mjs make N           records, one per line
//   node by_hand.mjs make-provided N  records with the summaries of the provider
//   node by_hand.mjs make-hard N      records with escapes, null elements, unknown members, and summaries with data
//   node by_hand.mjs make-surfaces N  messages of A2UI 0.9, four for each of N surfaces
//   node by_hand.mjs make-manifests N manifests of actions.json with eight tools
//   node by_hand.mjs there FILE       AAP records to A2UI 0.9 actions
//   node by_hand.mjs counted FILE     the same, and counts the fields that an action cannot hold
//   node by_hand.mjs envelope FILE    the same with carries and notes
//   node by_hand.mjs back FILE        envelopes back to records, with notes
//   node by_hand.mjs tools FILE       manifests to lists of MCP tools
//
// For the generated records, the translations write what the program writes, except for the fingerprints in carries. The program
// restores a field of an edited action only if its fingerprint agrees, and the script restores every field.
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

const KNOWN = new Set(['id', 'timestamp', 'canvasFile', 'action', 'element', 'data', 'summary']);

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const contextOf = ({ data }) => (isObject(data) ? data : data === undefined || data === null ? {} : { value: data });

const there = (record) => ({
  version: 'v0.9',
  action: {
    name: record.action,
    surfaceId: record.canvasFile,
    sourceComponentId: record.element ?? '',
    timestamp: record.timestamp,
    context: contextOf(record),
  },
});

// The summary that the AAP provider computes from the other fields.
const summarize = ({ name, surfaceId, sourceComponentId, context }) => {
  const element = sourceComponentId ? ` '${sourceComponentId}'` : '';
  const head = `User ${name}${element}${surfaceId ? ` on ${surfaceId}` : ''}`;
  if (Object.keys(context).length === 0) return head;
  const data = JSON.stringify(context);
  return `${head} with data: ${data.length > 200 ? `${data.slice(0, 200)}...` : data}`;
};

// A cheap comparison first: most summaries lack the data.
const isComputed = (summary, action) =>
  (summary.includes(' with data: ') || Object.keys(action.context).length === 0) && summary === summarize(action);

const toPointer = (name) => '/' + name.replace(/[~/]/g, (found) => (found === '~' ? '~0' : '~1'));

// The fields of a record that its action does not determine, each with its value. A field that the record lacks has no value.
const lostFields = (record, { action }) => {
  const fields = [['/id', record.id]];
  if (record.element === undefined) fields.push(['/element']);
  else if (record.element === null) fields.push(['/element', null]);
  if (record.data === undefined) fields.push(['/data']);
  else if (!isObject(record.data)) fields.push(['/data', record.data]);
  if (!isComputed(record.summary, action)) fields.push(['/summary', record.summary]);
  for (const name in record) if (!KNOWN.has(name)) fields.push([toPointer(name), record[name]]);
  return fields;
};

let losses = 0;
const counted = (record) => {
  const message = there(record);
  losses += lostFields(record, message).length;
  return message;
};

const note = (rule, verdict, from, to) => ({ verdict, rule: `aap-a2ui/${rule}`, from, to });
const envelope = (record) => {
  const value = there(record);
  const fields = lostFields(record, value);
  const lost = new Set(fields.map(([field]) => field));
  const verdict = (field, kept) => (lost.has(field) ? 'carried' : kept);
  const notes = [
    note('canvas-file', 'renamed', '/canvasFile', '/action/surfaceId'),
    note('element', verdict('/element', 'renamed'), '/element', '/action/sourceComponentId'),
    note('action', 'renamed', '/action', '/action/name'),
    note('data', verdict('/data', 'renamed'), '/data', '/action/context'),
    note('timestamp', 'copied', '/timestamp', '/action/timestamp'),
  ];
  for (const [field] of fields) if (!KNOWN.has(field.slice(1))) notes.push(note('unknown-member', 'carried', field));
  notes.push(note('id', 'carried', '/id'), note('summary', verdict('/summary', 'derived'), '/summary'));
  return { value, carry: { v: 1, layers: [{ from: 'aap@1.0', fields }] }, notes };
};

const noteBack = (rule, verdict, from, to, remark) => ({ verdict, rule: `a2ui-aap/${rule}`, from, to, remark });
const restored = (field) => noteBack('restored', 'copied', '', field, 'restored from the carry');
const removed = (field) => noteBack('restored', 'copied', '', field, 'removed, because the carry records it as absent');
const back = ({ value: { action }, carry }) => {
  const value = {
    id: '',
    timestamp: action.timestamp,
    canvasFile: action.surfaceId,
    action: action.name,
    element: action.sourceComponentId,
    data: action.context,
    summary: '',
  };
  const changes = new Map();
  for (const { fields } of carry.layers) {
    for (const field of fields) {
      const [pointer, carried] = field;
      const name = pointer.slice(1).replaceAll('~1', '/').replaceAll('~0', '~');
      if (field.length === 1) delete value[name];
      else value[name] = carried;
      changes.set(pointer, field.length === 1 ? removed(pointer) : restored(pointer));
    }
  }
  const isRestored = changes.has('/summary');
  if (!isRestored) value.summary = summarize(action);
  const encoded = (field) => (changes.has(field) ? 'encoded' : 'renamed');
  const notes = [
    noteBack('canvas-file', 'renamed', '/action/surfaceId', '/canvasFile'),
    noteBack('element', encoded('/element'), '/action/sourceComponentId', '/element'),
    noteBack('action', 'renamed', '/action/name', '/action'),
    noteBack('data', encoded('/data'), '/action/context', '/data'),
    noteBack('timestamp', 'copied', '/action/timestamp', '/timestamp'),
    noteBack('version', 'derived', '/version'),
    isRestored ? changes.get('/summary') : noteBack('summary', 'derived', '', '/summary'),
  ];
  for (const [pointer, change] of changes) if (pointer !== '/summary') notes.push(change);
  return { value, carry: { v: 1, layers: [] }, notes };
};

const tools = ({ tools }) => ({
  tools: tools.map(({ name, description, input_schema }) => ({ name, description, inputSchema: input_schema })),
});

let buffered = [];
let size = 0;
const write = (value) => {
  const line = JSON.stringify(value);
  buffered.push(line);
  size += line.length;
  if (size > 65536) flush();
};
const flush = () => {
  if (buffered.length) process.stdout.write(buffered.join('\n') + '\n');
  [buffered, size] = [[], 0];
};

const id = (i) => `f6554697-47fd-4d67-8db9-${i.toString(16).padStart(12, '0')}`;
const plain = (i) => ({
  id: id(i),
  timestamp: '2026-05-18T15:30:00.000Z',
  canvasFile: 'bookings/east.html',
  action: 'click',
  element: 'save-button',
  data: { guests: i % 9, note: 'window seat, please', tags: ['a', 'b'], price: 12.5 },
  summary: `User click 'save-button' on bookings/east.html`,
});
const hard = (i) => ({
  ...plain(i),
  element: i % 2 ? null : 'save "now"',
  data: { text: 'two\nlines\t"quoted" \u2028 \ud83d\ude00', deep: { list: [{ a: [i, null, 1e21] }] } },
  summary: `User click on bookings/east.html with data: {"text":"two\\nlines`,
  clientVersion: `1.${i}`,
});
// Adds the summary that the provider writes.
const provided = (i) => {
  const record = plain(i);
  return { ...record, summary: `${record.summary} with data: ${JSON.stringify(record.data)}` };
};
const surface = (i) => [
  { version: 'v0.9', createSurface: { surfaceId: `s${i}`, catalogId: 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json' } },
  {
    version: 'v0.9',
    updateComponents: {
      surfaceId: `s${i}`,
      components: [
        { id: 'root', component: 'Column', children: ['title', 'go'] },
        { id: 'title', component: 'Text', text: { path: '/title' } },
        { id: 'go', component: 'Button', child: 'label', action: { event: { name: 'go', context: { at: { path: '/at' } } } } },
        { id: 'label', component: 'Text', text: 'Go' },
      ],
    },
  },
  { version: 'v0.9', updateDataModel: { surfaceId: `s${i}`, value: { title: `Number ${i}`, at: [i, 1.5] } } },
  { version: 'v0.9', deleteSurface: { surfaceId: `s${i}` } },
];

const properties = [
  { sku: { type: 'string', description: 'The article number.', maxLength: 40 }, count: { type: 'integer', minimum: 1, maximum: 99 } },
  { query: { type: 'string', minLength: 1 }, sort: { enum: ['price', 'name'] }, page: { type: 'integer', minimum: 0, default: 0 } },
  {},
  { items: { type: 'array', items: { type: 'object', properties: { id: { type: 'string' }, n: { type: 'number' } }, required: ['id'] } } },
  { address: { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } }, required: ['street', 'city'] } },
  { date: { type: 'string', format: 'date' }, guests: { type: 'integer', minimum: 1 } },
  { text: { type: 'string' }, notify: { type: 'boolean', default: true } },
  { id: { anyOf: [{ type: 'string' }, { type: 'integer' }] }, reason: { type: ['string', 'null'] } },
];
const manifest = (i) => ({
  protocol: 'actions.json',
  version: 1,
  tools: properties.map((of, tool) => ({
    name: `shop${i % 97}.action_${tool}`,
    description: `Does number ${tool} in shop ${i}.`,
    input_schema: { type: 'object', properties: of, required: Object.keys(of).slice(0, 1) },
    x_actions: { handler: `shop.action_${tool}` },
  })),
});

const [mode, argument] = process.argv.slice(2);
const makers = {
  make: (i) => [plain(i)],
  'make-provided': (i) => [provided(i)],
  'make-hard': (i) => [hard(i)],
  'make-surfaces': surface,
  'make-manifests': (i) => [manifest(i)],
};
if (mode in makers) {
  for (let i = 0; i < Number(argument); i += 1) makers[mode](i).forEach(write);
} else {
  const translate = { there, counted, envelope, back, tools }[mode];
  for await (const line of createInterface({ input: createReadStream(argument), crlfDelay: Infinity })) {
    if (line) write(translate(JSON.parse(line)));
  }
}
flush();
if (losses) console.error(`the output cannot hold ${losses} fields`);
