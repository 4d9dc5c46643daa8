// Runs the package outside of the page, so that a large or hostile input never blocks it. The page ends a worker that is busy with an old input.
import { load } from './bridge.js';
import { action, analyse, sentence } from './engine.js';

const worker = /** @type {any} */ (self);
const ready = load().catch(error => { throw new Error(`the package cannot be loaded: ${error.message}`); });
ready.then(
  ({ version }) => worker.postMessage({ id: 0, part: 'loaded', version }),
  error => worker.postMessage({ id: 0, part: 'failed', error: sentence(error) }),
);

worker.addEventListener('message', async (/** @type {MessageEvent<import('./types.d.ts').Request>} */ { data: request }) => {
  const { id } = request;
  try {
    const { agentUi } = await ready;
    const parts = request.kind === 'analyse' ? analyse(agentUi, request) : [action(agentUi, request)];
    for (const part of parts) worker.postMessage({ id, ...part });
    worker.postMessage({ id, part: 'done' });
  } catch (error) {
    worker.postMessage({ id, part: 'failed', error: sentence(error) });
  }
});
