// Clicks at random through all faces of `agent-ui serve`, kills the program at random and starts it again, and checks that nothing that
// was answered is lost or doubled, and that all faces show the same surfaces. With failing agents, the program is not killed, and each click
// that was accepted is either delivered or reported.
//
//   PROGRAM=target/debug/agent-ui node walk.mjs [SECONDS [SEED [failing]]]
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { CLIENTS, eventsOf } from './clients.mjs';
import { PATIENCE, PROGRAM, folder, serve } from './program.mjs';

const AGENT = fileURLToPath(new URL('agents/counter.mjs', import.meta.url));
const SESSION = 'main';

/** Reproducible random numbers. */
function dice(seed) {
  let state = seed >>> 0 || 1;
  return sides => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** The surfaces that messages of A2UI 0.9 build, as `agent-ui fold` writes them. */
function folded(messages) {
  const input = messages.map(message => `${JSON.stringify(message)}\n`).join('');
  const { stdout, stderr, status } = spawnSync(PROGRAM, ['fold', 'a2ui@0.9', '-'], { input, encoding: 'utf8' });
  if (status !== 0) throw new Error(`fold ends with ${status}: ${stderr}`);
  return stdout;
}

/** The faces whose clients wait for the end of the turn. */
const WAITING = new Set(['AG-UI', 'AI SDK', 'A2A', 'MCP']);

/** Counts the failed messages that the page of the session reports. */
function watchFailures(page) {
  const stop = new AbortController();
  const watch = { count: 0, stop: () => stop.abort() };
  watch.ended = (async () => {
    const decoder = new TextDecoder();
    let text = '';
    const response = await fetch(new URL('steps', page), { signal: stop.signal });
    for await (const chunk of response.body) {
      text += decoder.decode(chunk, { stream: true });
      const end = text.lastIndexOf('\n\n') + 2;
      if (end < 2) continue;
      const refused = eventsOf(text.slice(0, end)).flatMap(step => step.refused ?? []);
      watch.count += refused.filter(({ error }) => error === 'failed').length;
      text = text.slice(end);
    }
  })().catch(error => { if (error.name !== 'AbortError') watch.error = error; });
  return watch;
}

/** Walks for some seconds, and returns what it did. */
export async function walk(seconds, seed, mode = '') {
  const isFailing = mode === 'failing';
  const roll = dice(seed);
  const log = join(folder, `clicks-${seed}.jsonl`);
  const store = join(folder, `sessions-${seed}.db`);
  const agent = (version, name) => ['--agent', `${name}=lines:node ${AGENT} ${version} ${name} ${log} ${mode}`];
  const start = () => serve(...agent('0.8', 'old'), ...agent('0.9', 'new'), '--store', store);
  let program = await start();
  const faces = Object.keys(CLIENTS).filter(face => program.urls[face]);
  // The agent that speaks second has its `shared` under another id.
  let surfaces = [];
  const counts = { steps: 0, answered: 0, unanswered: 0, kills: 0, again: 0, compared: 0 };
  const answered = new Set();
  const reported = new Map();
  const sent = new Map();
  let dying = false;

  /** Waits until the agents have created their surfaces. */
  const ready = async () => {
    const [face] = faces.filter(face => CLIENTS[face](program.urls, SESSION).surfaces);
    for (let tries = 0; tries < 600; tries += 1) {
      const shown = Object.keys(await CLIENTS[face](program.urls, SESSION).surfaces());
      surfaces = shown.sort();
      if (shown.length === 4) return;
      await sleep(100);
    }
    throw new Error(`the agents do not create their surfaces: ${program.said.join('\n')}`);
  };
  const click = async step => {
    const face = faces[roll(faces.length)];
    const surface = surfaces[roll(surfaces.length)];
    sent.set(step, { face, surface });
    try {
      await CLIENTS[face](program.urls, SESSION).click(surface, step, randomUUID());
      answered.add(step);
      counts.answered += 1;
    } catch (error) {
      if (isFailing) {
        reported.set(step, error.message);
        return;
      }
      // The program was killed before it answered.
      if (!dying) throw new Error(`${face}, click ${step} on ${surface}: ${error.cause ?? error.message}\n${program.said.join('\n')}`);
      counts.unanswered += 1;
    }
  };
  const compare = async () => {
    const until = Date.now() + PATIENCE;
    for (;;) {
      await sleep(1500);
      const seen = {};
      for (const face of faces.filter(face => CLIENTS[face](program.urls, SESSION).surfaces)) {
        const surfaces = await CLIENTS[face](program.urls, SESSION).surfaces();
        seen[face] = Object.keys(surfaces).sort().map(id => folded(surfaces[id])).join('');
      }
      const [first, ...others] = Object.entries(seen);
      const other = others.find(([, state]) => state !== first[1]);
      if (!other) break;
      // An agent may have changed a surface in between.
      if (Date.now() > until) throw new Error(`${other[0]} shows\n${other[1]}\nbut ${first[0]} shows\n${first[1]}`);
    }
    counts.compared += 1;
  };

  const end = Date.now() + 1000 * seconds;
  let step = 0;
  await ready();
  const failures = isFailing && watchFailures(new URL(`../${SESSION}/`, program.urls.page));
  while (Date.now() < end || counts.steps < 12) {
    counts.steps += 1;
    // A short walk has each of them, too.
    const chance = { 3: 80, 5: 99 }[counts.steps] ?? roll(100);
    if (chance < 80 || (isFailing && chance < 92)) {
      const clicks = Array.from({ length: 1 + roll(4) }, () => click((step += 1)));
      await Promise.all(clicks);
    } else if (chance < 92) {
      // In the middle of clicks.
      const clicks = Array.from({ length: 1 + roll(6) }, () => click((step += 1)));
      await sleep(roll(40));
      dying = true;
      await program.stop('SIGKILL');
      counts.kills += 1;
      await Promise.all(clicks);
      dying = false;
      program = await start();
      await ready();
    } else {
      await compare();
    }
  }
  await sleep(2000);
  await compare();
  failures?.stop?.();
  await program.stop();
  if (failures?.error) throw failures.error;

  const received = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').map(line => JSON.parse(line)) : [];
  const times = new Map();
  for (const { agent, surface, step } of received) {
    const { surface: outside } = sent.get(step);
    const [prefix, inside = prefix] = outside.split('/');
    const second = surfaces.find(id => id.includes('/'))?.split('/')[0];
    const owner = prefix === 'shared' ? ['old', 'new'].find(name => name !== second) : prefix;
    if (agent !== owner || surface !== inside) throw new Error(`click ${step} on ${outside} came to ${agent} as ${surface}`);
    times.set(step, (times.get(step) ?? 0) + 1);
  }
  const lost = [...answered].filter(step => !times.has(step));
  if (isFailing) {
    const silent = lost.filter(step => WAITING.has(sent.get(step).face));
    if (silent.length > 0) throw new Error(`answered and lost: ${silent.map(step => `${step} (${sent.get(step).face})`)}`);
    // The clients of the other faces learn failures from the page only.
    const learned = [...reported].filter(([step, reason]) => WAITING.has(sent.get(step).face) && /stopped|ended/.test(reason)).length;
    counts.failures = failures.count;
    counts.reported = reported.size;
    counts.lostAndReported = lost.length;
    if (lost.length > failures.count - learned) {
      throw new Error(`${lost.length} accepted clicks reached no agent, and ${failures.count} failures were reported, ${learned} of them to waiting clients: ${lost.map(step => `${step} (${sent.get(step).face})`)}`);
    }
    const reasons = new Map();
    for (const said of reported.values()) {
      const [reason] = /the agent has [a-z ]*|messages? of the agent .* refused|no agent owns/.exec(said) ?? [said.slice(0, 80)];
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    }
    counts.reasons = Object.fromEntries(reasons);
  } else if (lost.length > 0) throw new Error(`answered and lost: ${lost.map(step => `${step} (${sent.get(step).face})`)}`);
  for (const [step, count] of times) {
    // A click that an agent received just before the program was killed comes again to the agent that starts anew.
    if (count > 2 || (count === 2 && counts.kills === 0)) throw new Error(`click ${step} came ${count} times`);
    if (count === 2) counts.again += 1;
  }
  // One input of each agent is under way at a time.
  if (counts.again > 2 * counts.kills) throw new Error(`${counts.again} clicks came again after ${counts.kills} kills`);
  return counts;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [seconds = '600', seed = '1', mode] = process.argv.slice(2);
  console.log(JSON.stringify(await walk(Number(seconds), Number(seed), mode)));
  process.exit(0);
}
