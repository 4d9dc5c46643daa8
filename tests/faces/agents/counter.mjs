// An agent that counts clicks. It speaks A2UI in lines, and appends each click that it receives to a file.
//
//   node counter.mjs VERSION NAME FILE [failing]
//
// VERSION is 0.8 or 0.9. The agent has the surfaces NAME and `shared`. A click has its number in the context member `step`. A failing agent
// ends before or after it has noted some of the clicks, and answers others with a message that is refused.
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [version, name, file, mode] = process.argv.slice(2);
const counts = { [name]: 0, shared: 0 };

function say(...messages) {
  process.stdout.write(messages.map(message => `${JSON.stringify(message)}\n`).join(''));
}

function create(surfaceId) {
  if (version === '0.8') {
    const component = (id, component) => ({ id, component });
    const label = component('label', { Text: { text: { path: '/count' } } });
    const button = component('button', { Button: { child: 'label', action: { name: 'hit' } } });
    say({ surfaceUpdate: { surfaceId, components: [button, label] } }, { beginRendering: { surfaceId, root: 'button' } });
  } else {
    const label = { id: 'label', component: 'Text', text: { path: '/count' } };
    const button = { id: 'root', component: 'Button', child: 'label', action: { event: { name: 'hit' } } };
    const catalogId = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';
    say(
      { version: 'v0.9', createSurface: { surfaceId, catalogId } },
      { version: 'v0.9', updateComponents: { surfaceId, components: [label, button] } },
    );
  }
}

/** The faults of a failing agent, by the remainder of the click. */
const FAULTS = { 3: 'end', 5: 'end after the note', 7: 'refused', 8: 'refused' };

/** Marks the end of a turn. A failing agent does, so that each of its answers is that to one click. */
function endTurn() {
  if (mode === 'failing') say({ turn: 'end' });
}

function count(surfaceId) {
  const value = counts[surfaceId];
  if (version === '0.8') {
    say({ dataModelUpdate: { surfaceId, path: '/', contents: [{ key: 'count', valueNumber: value }] } });
  } else {
    say({ version: 'v0.9', updateDataModel: { surfaceId, path: '/count', value } });
  }
}

for (const surfaceId of [name, 'shared']) {
  create(surfaceId);
  count(surfaceId);
}
for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  const action = message.userAction ?? message.action ?? message.data?.[0]?.action;
  if (!action) {
    endTurn();
    continue;
  }
  const { step } = action.context;
  const fault = mode === 'failing' ? FAULTS[step % 11] : undefined;
  if (fault === 'end') process.exit(3);
  appendFileSync(file, `${JSON.stringify({ agent: name, surface: action.surfaceId, step })}\n`);
  if (fault === 'end after the note') process.exit(4);
  if (fault === 'refused') {
    say({ version: 'v0.9', updateDataModel: { surfaceId: 'unknown', path: '/count', value: step } });
  } else {
    counts[action.surfaceId] += 1;
    count(action.surfaceId);
  }
  endTurn();
}
