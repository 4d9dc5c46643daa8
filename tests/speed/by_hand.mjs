// A handwritten translator to compare with, and a generator of inputs.
//
//   node by_hand.mjs make N          records, one per line
//   node by_hand.mjs make-hard N     records with escapes, null elements, unknown members, and summaries with data
//   node by_hand.mjs make-surfaces N messages of A2UI 0.9
//   node by_hand.mjs there FILE      AAP records to A2UI 0.9 actions
//   node by_hand.mjs envelope FILE   the same with carries and notes
//   node by_hand.mjs back FILE       envelopes back to records
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

const NOTES = [
  ['renamed', 'canvas-file', '/canvasFile', '/action/surfaceId'],
  ['renamed', 'element', '/element', '/action/sourceComponentId'],
  ['renamed', 'action', '/action', '/action/name'],
  ['renamed', 'data', '/data', '/action/context'],
  ['copied', 'timestamp', '/timestamp', '/action/timestamp'],
  ['carried', 'id', '/id', undefined],
  ['carried', 'summary', '/summary', undefined],
].map(([verdict, rule, from, to]) => ({ verdict, rule: `aap-a2ui/${rule}`, from, to }));

const there = (record) => ({
  version: 'v0.9',
  action: {
    name: record.action,
    surfaceId: record.canvasFile,
    sourceComponentId: record.element ?? '',
    timestamp: record.timestamp,
    context: record.data ?? {},
  },
});

const envelope = (record) => {
  const fields = [['/id', record.id], ['/summary', record.summary]];
  return { value: there(record), carry: { v: 1, layers: [{ from: 'aap@1.0', fields }] }, notes: NOTES };
};

const back = ({ value: { action }, carry }) => {
  const record = {
    id: '',
    timestamp: action.timestamp,
    canvasFile: action.surfaceId,
    action: action.name,
    element: action.sourceComponentId,
    data: action.context,
    summary: '',
  };
  for (const layer of carry.layers) for (const [pointer, value] of layer.fields) record[pointer.slice(1)] = value;
  return record;
};

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
  { version: 'v0.9', createSurface: { surfaceId: `s${i}`, catalogId: 'https://a2ui.org/specification/v0_9/basic_catalog.json' } },
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

const [mode, argument] = process.argv.slice(2);
const makers = { make: (i) => [plain(i)], 'make-provided': (i) => [provided(i)], 'make-hard': (i) => [hard(i)], 'make-surfaces': surface };
if (mode in makers) {
  for (let i = 0; i < Number(argument); i += 1) makers[mode](i).forEach(write);
} else {
  const translate = { there, envelope, back }[mode];
  for await (const line of createInterface({ input: createReadStream(argument), crlfDelay: Infinity })) {
    if (line) write(translate(JSON.parse(line)));
  }
}
flush();
