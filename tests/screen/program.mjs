// Runs the program under test: `agent-ui show`, as one file or served.
import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const PROGRAM = process.env.PROGRAM;
if (!PROGRAM) throw new Error('PROGRAM names no program: start the tests with `run`');

/** The time in milliseconds that a test waits for one event. It only bounds failures: a build machine may be slow. */
export const PATIENCE = 30_000;

const folder = mkdtempSync(join(tmpdir(), 'agent-ui-screen-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
let files = 0;

// Ends the processes of failed tests, too.
const children = new Set();
after(() => children.forEach(child => child.kill()));

/** A file with these messages, one a line. */
export function written(messages, name = 'surface.jsonl') {
  files += 1;
  mkdirSync(join(folder, `${files}`));
  const path = join(folder, `${files}`, name);
  writeFileSync(path, messages.map(message => `${typeof message === 'string' ? message : JSON.stringify(message)}\n`).join(''));
  return path;
}

/** What the program prints for these arguments and this input. It may refuse some of it (65). */
export async function print(args, input = '') {
  const running = promisify(execFile)(PROGRAM, args, { maxBuffer: 1 << 28 });
  running.child.stdin.on('error', () => {}).end(input);
  const { stdout } = await running.catch(error => {
    if (error.code !== 65) throw error;
    return error;
  });
  return stdout;
}

/** The page of these messages, in one file. */
export async function page(messages, ...options) {
  const file = written(messages);
  const path = file.replace(/\.jsonl$/, '.html');
  await print(['show', file, '--output', path, ...options]);
  return { url: pathToFileURL(path).href, html: () => readFileSync(path, 'utf8') };
}

/** The page of these messages, served. `next` waits for an action on standard output. */
export async function served(messages, ...options) {
  const file = written(messages);
  return { file, ...await running(['show', '--watch', file, ...options], /showing (http:\/\/127\.0\.0\.1:\d+\/\S*)/) };
}

/** The canvases of these messages, whose pages come by `way`; `url` is that of their host. */
export async function canvases(messages, way, ...options) {
  const file = written(messages);
  return { file, ...await running(['serve', '--face', 'ahp', '--canvas-pages', way, file, ...options], /serving AHP +(ws:\/\/127\.0\.0\.1:\d+\/\S*)/) };
}

/** The page of a session, served with other faces by `serve`. `url` is that of the page. */
export const faces = (file, ...options) =>
  running(['serve', '--face', 'page', file, ...options], /serving page +(http:\/\/127\.0\.0\.1:\d+\/\S*)/);

/** The page of the session of an agent, given as for `--agent`. `url` is that of the page. */
export const agentPage = (agent, ...options) =>
  running(['serve', '--face', 'page', '--agent', agent, ...options], /serving page +(http:\/\/127\.0\.0\.1:\d+\/\S*)/);

/** The program with these arguments, when it has said its address. */
async function running(args, address) {
  const child = spawn(PROGRAM, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  children.add(child);
  const lines = [];
  const waiting = [];
  createInterface(child.stdout).on('line', line => {
    const asked = waiting.shift();
    if (asked) asked(JSON.parse(line));
    else lines.push(JSON.parse(line));
  });
  const said = [];
  const url = await new Promise((done, failed) => {
    createInterface(child.stderr).on('line', line => {
      said.push(line);
      const found = address.exec(line);
      if (found) done(found[1]);
    });
    child.on('exit', code => failed(new Error(`${args[0]} ended with ${code}: ${said.join('\n')}`)));
  });
  return {
    url,
    next: () => (lines.length > 0 ? Promise.resolve(lines.shift()) : new Promise((done, failed) => {
      const late = setTimeout(() => failed(new Error(`no action on standard output; standard error: ${said.join('\n')}`)), PATIENCE);
      waiting.push(value => {
        clearTimeout(late);
        done(value);
      });
    })),
    unread: () => lines,
    stop: signal => new Promise(done => {
      child.removeAllListeners('exit');
      child.on('exit', done);
      children.delete(child);
      child.kill(signal);
    }),
  };
}

/** The messages of a surface of ours. */
export const surface = name => JSON.parse(readFileSync(new URL(`surfaces/${name}.json`, import.meta.url), 'utf8'));
