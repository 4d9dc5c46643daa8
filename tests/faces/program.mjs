// Runs the program under test: `agent-ui serve`, with agents and files of the tests.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after } from 'node:test';

/** The program under test. */
export const PROGRAM = process.env.PROGRAM;
if (!PROGRAM) throw new Error('PROGRAM names no program: start the tests with `run`');

/** The Python interpreter with the packages of requirements.txt; empty if there is none. */
export const PYTHON = process.env.PYTHON ?? '';

/** The program of a NATS server; empty if there is none. */
export const NATS_SERVER = process.env.NATS_SERVER ?? '';

/** Chromium; empty if there is none. */
export const CHROMIUM = process.env.CHROMIUM ?? '';

/** The time in milliseconds that a test waits for one event. It only bounds failures: a build machine may be slow. */
export const PATIENCE = 30_000;

/** A folder of this test file, which is removed at its end. */
export const folder = mkdtempSync(join(tmpdir(), 'agent-ui-faces-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

// Ends the processes of failed tests, too.
const children = new Set();
after(() => children.forEach(child => child.kill('SIGKILL')));

let files = 0;

/** Writes a file in a folder of its own, and returns its path. Messages become JSON Lines. */
export function written(content, name = 'surface.jsonl') {
  files += 1;
  const path = join(folder, `${files}`, name);
  mkdirSync(dirname(path), { recursive: true });
  const line = message => `${typeof message === 'string' ? message : JSON.stringify(message)}\n`;
  writeFileSync(path, typeof content === 'string' ? content : content.map(line).join(''));
  return path;
}

/** The promise, or an error after PATIENCE that states what was waited for. */
export async function within(promise, what, patience = PATIENCE) {
  let late;
  const timeout = new Promise((_, failed) => {
    late = setTimeout(() => failed(new Error(`${typeof what === 'function' ? what() : what}: nothing after ${patience} ms`)), patience);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(late);
  }
}

/** A list that grows, whose next element can be waited for. */
export class Queue {
  #items = [];
  #waiting = [];

  push(item) {
    const asked = this.#waiting.shift();
    if (asked) asked(item);
    else this.#items.push(item);
  }

  /** Waits for the next element. */
  next(what = 'the next element') {
    if (this.#items.length > 0) return Promise.resolve(this.#items.shift());
    return within(new Promise(done => this.#waiting.push(done)), what);
  }

  /** The elements that were not taken. */
  unread() {
    return this.#items.splice(0);
  }
}

/**
 * Starts a process. `output` and `errors` are queues of its lines, `ended` is its exit status or signal. The process is killed at the
 * end of the test file.
 */
export function start(command, args, options = {}) {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'], ...options });
  children.add(child);
  child.stdin.on('error', () => {});
  const output = new Queue();
  const errors = new Queue();
  const said = [];
  createInterface(child.stdout).on('line', line => output.push(line));
  createInterface(child.stderr).on('line', line => {
    said.push(line);
    errors.push(line);
  });
  const ended = new Promise(done => {
    child.on('error', error => done(error.message));
    child.on('exit', (code, signal) => {
      children.delete(child);
      done(code ?? signal);
    });
  });
  return {
    child,
    output,
    errors,
    said,
    ended,
    /** Writes lines to its standard input. */
    say: (...lines) => lines.forEach(line => child.stdin.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`)),
    /** Ends the process with a signal, and returns its exit status or signal. */
    stop: async (signal = 'SIGINT') => {
      child.kill(signal);
      return within(ended, () => `${command} does not end after ${signal}: ${said.join('\n')}`);
    },
  };
}

/** The address lines of `serve`: the name of the face, and its address. */
const ADDRESS = /^serving (\S.*?) {2,}((?:https?|wss?):\/\/\S+)/;

/**
 * Starts `agent-ui serve` and waits until it has printed its addresses. `urls` has the address of each face by its name, as in
 * `urls['AG-UI']`.
 */
export async function serve(...args) {
  // A file that cannot grow is an error of the program instead of its end.
  const program = start('bash', ['-c', 'trap "" XFSZ; exec "$@"', 'bash', PROGRAM, 'serve', ...args]);
  const urls = {};
  const ready = (async () => {
    for (;;) {
      const line = await Promise.race([program.errors.next('an address'), program.ended.then(status => ({ status }))]);
      if (typeof line !== 'string') throw new Error(`serve ended with ${line.status}: ${program.said.join('\n')}`);
      const [, name, url] = ADDRESS.exec(line) ?? [];
      if (url) urls[name] = url;
      // The address of the health check is printed last.
      if (name === 'health') return;
    }
  })();
  await within(ready, () => `serve prints no address: ${program.said.join('\n')}`);
  return { ...program, urls };
}
