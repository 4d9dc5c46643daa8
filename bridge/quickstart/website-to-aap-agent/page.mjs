// Plays a page of a website: it announces its manifest, sends one signal, and answers calls of its tool.
//
//   node --experimental-websocket page.mjs ws://127.0.0.1:PORT/TOKEN/extension
import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('actions.json', import.meta.url)));
const loans = [{ title: 'Tide Tables', due: '2026-12-01' }];
const socket = new WebSocket(process.argv[2]);
const send = item => socket.send(JSON.stringify({ runtime_id: 'library-tab', ...item }));

socket.addEventListener('open', () => {
  send({ type: 'runtime_ready', runtime_key: 'library-tab', url: 'https://library.test/loans', manifest });
  send({ type: 'dom_event', event_id: 'event-1', name: 'loan.overdue', payload: loans[0], observed_at: new Date().toISOString() });
  console.log('The page is ready.');
});
socket.addEventListener('message', ({ data }) => {
  const { type, call_id } = JSON.parse(data);
  if (type === 'runtime_status') send({ type });
  if (type === 'action_call') send({ type: 'action_call_output', call_id, output: { loans } });
  if (type === 'action_error') console.error(data);
});
socket.addEventListener('error', () => { process.exitCode = 1; });
