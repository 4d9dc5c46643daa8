// Runs the program and the Python scripts as functions.
import { execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/**
 * Returns a function that runs the program: `(args, input) => {out, complaints, notes, told}`. Complaints are the errors on standard
 * error, a line each; `notes` are the rest, and `told` has their rules. At most three runs go on at once.
 */
export function runner(program) {
  let running = 0;
  const waiting = [];
  return async (args, input) => {
    if (running >= 3) await new Promise(go => waiting.push(go));
    running += 1;
    try {
      return await new Promise((done, failed) => {
        const child = execFile(program, args, { maxBuffer: 1 << 26 }, (error, out, err) => {
          if (error && error.code !== 65) return failed(new Error(`${args.join(' ')}: ${error.message}`));
          const lines = err.split('\n').filter(Boolean);
          const notes = lines.filter(line => !isError(line)).map(line => JSON.parse(line));
          done({ out, complaints: lines.filter(isError), notes, told: notes.map(({ rule }) => rule) });
        });
        // With files, the program does not read standard input.
        child.stdin.on('error', () => {}).end(input ?? '');
      });
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
}

function isError(line) {
  try {
    return 'error' in JSON.parse(line);
  } catch {
    return true;
  }
}

/**
 * Starts a command that answers each line of JSON with a line of JSON, in order. Returns `{ask, end}`, of which `ask` takes a
 * question and resolves to its answer.
 */
export function answerer(command, ...args) {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const asked = [];
  createInterface(child.stdout).on('line', text => asked.shift()(JSON.parse(text)));
  child.on('exit', code => {
    if (asked.length === 0) return;
    console.error(`${command} ended with ${code}`);
    process.exit(1);
  });
  const ask = question => new Promise(done => {
    asked.push(done);
    child.stdin.write(`${JSON.stringify(question)}\n`);
  });
  return { ask, end: () => child.stdin.end() };
}
