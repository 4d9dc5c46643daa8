// The package under test: the installed package on its WebAssembly module. If AGENT_UI_CALLS names the program `agent-ui-calls`, the same
// JavaScript sends its requests there.
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AgentUi, load } from 'agent-ui-bridge';

const program = process.env.AGENT_UI_CALLS;
export const isNative = Boolean(program);

/** A transport to the program. Calls are synchronous, so its input and output are named pipes. */
function native() {
  const folder = mkdtempSync(join(tmpdir(), 'agent-ui-calls-'));
  const [input, output] = [join(folder, 'in'), join(folder, 'out')];
  if (spawnSync('mkfifo', [input, output]).status !== 0) throw new Error('mkfifo failed');
  const child = spawn('sh', ['-c', 'exec "$0" <"$1" >"$2"', program, input, output], { stdio: ['ignore', 'ignore', 'inherit'] });
  const [to, from] = [openSync(input, 'w'), openSync(output, 'r')];
  rmSync(folder, { recursive: true });
  child.unref();
  process.on('exit', () => { closeSync(to); closeSync(from); });
  const write = bytes => { for (let at = 0; at < bytes.length;) at += writeSync(to, bytes, at); };
  const read = length => {
    const bytes = Buffer.alloc(length);
    for (let at = 0; at < length;) {
      const count = readSync(from, bytes, at, length - at, null);
      if (count === 0) throw new Error('the program ended');
      at += count;
    }
    return bytes;
  };
  return {
    request(header, texts, then) {
      const request = Buffer.concat([Buffer.from(header), ...texts]);
      const length = Buffer.alloc(4);
      length.writeUInt32LE(request.length);
      write(Buffer.concat([length, request]));
      return then(new Uint8Array(read(read(4).readUInt32LE())));
    },
  };
}

export const agentUi = isNative ? new AgentUi(native()) : await load();
