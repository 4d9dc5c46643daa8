// Loading the WebAssembly module, and one call of it.
import { moduleError } from "./errors.js";

/** The source of the WebAssembly module: its address, its bytes, a compiled module, or a response that contains it. */
export type WasmSource = URL | string | BufferSource | WebAssembly.Module | Response;

/** Sends a request to the compiled code: a header and texts. `read` receives the reply, which is valid only during this call. */
export interface Transport {
  request<T>(header: string, texts: readonly Uint8Array[], read: (reply: Uint8Array) => T): T;
}

/** The options of `load`. */
export interface LoadOptions {
  /** Replaces the file of the package: its address, its bytes, a compiled module, or the response of a request. */
  wasm?: WasmSource | Promise<WasmSource>;
}

interface Exports {
  memory: WebAssembly.Memory;
  alloc(length: number): number;
  call(buffer: number, length: number): bigint;
  free(buffer: number, length: number): void;
  /** Takes the seed of the hash maps, if the module has a validator of JSON Schemas. */
  seed?(seed: bigint): void;
}

/** The limit for the texts of one call in bytes. A call needs up to ten times their size. */
const MAX_CALL_BYTES = 64 << 20;
const PAGE = 1 << 16;
/** The call that frees a translator, a bridge, a checker or a stream. */
const FREE = '{"call":"free"';
const MAGIC = [0x00, 0x61, 0x73, 0x6d];
/** The folder of the packages that Vite's development server has bundled. The modules stay in the folder of the package. */
const VITE_FOLDER = /\/\.vite\/deps[^/]*\/(?=[^/]+$)/;

const LOST_HINT = "call `load()` again for a fresh module. Calls of it such as `translate` and `check` can be repeated there; translators, bridges, "
  + "checkers and streams are lost: continue from the text of their last `save()`, or pass their messages again";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Returns a function that loads a module for `create`: the file of the package once, or the source in the options. */
export function loading<B>(create: (transport: Transport) => B): (file: URL, options: LoadOptions) => Promise<B> {
  let loaded: Promise<B> | undefined;
  const start = async (source: WasmSource | Promise<WasmSource>, onStop: () => void) => create(await loadModule(source, onStop));
  return (file, { wasm }) => {
    if (wasm !== undefined) return start(wasm, () => undefined);
    if (loaded) return loaded;
    const forget = () => { if (loaded === own) loaded = undefined; };
    const own: Promise<B> = start(file, forget).catch((error: unknown) => {
      forget();
      throw error;
    });
    loaded = own;
    return own;
  };
}

/** Compiles and starts the module. */
async function loadModule(source: WasmSource | Promise<WasmSource>, onStop: () => void): Promise<Transport> {
  const module = await compile(await source);
  const exports = (await WebAssembly.instantiate(module, {})).exports as unknown as Exports;
  exports.seed?.(crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n);
  return transport(exports, onStop);
}

async function compile(source: WasmSource): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof Response) return compileResponse(source, source.url);
  if (typeof source === "string" || source instanceof URL) return compileAddress(source);
  return WebAssembly.compile(source);
}

async function compileAddress(source: string | URL): Promise<WebAssembly.Module> {
  const address = source instanceof URL ? source : new URL(source, globalThis.location?.href);
  if (address.protocol === "file:") return compileFile(address);
  const packaged = new URL(address.href.replace(VITE_FOLDER, "/agent-ui-bridge/dist/"));
  if (packaged.href !== address.href) {
    const response = await request(packaged);
    if (response.ok && !isPage(response)) return compileResponse(response, packaged.href);
  }
  return compileResponse(await request(address), address.href);
}

async function compileFile(address: URL): Promise<WebAssembly.Module> {
  // Node's `fetch` does not read files. The name is computed, so that bundlers for browsers do not look for this module.
  const name = ["node", "fs/promises"].join(":");
  const { readFile } = await import(/* @vite-ignore */ /* webpackIgnore: true */ name) as { readFile(file: URL): Promise<Uint8Array<ArrayBuffer>> };
  const bytes = await readFile(address).catch((error: unknown) => {
    throw moduleError("module/load", `the WebAssembly module cannot be read from ${address.href}: ${message(error)}`, (
      "copy it from `agent-ui-bridge/dist`, or pass it with `load({ wasm })`; with a bundler for Node, mark agent-ui-bridge as external"
    ), error);
  });
  return compileBytes(bytes, address.href, undefined);
}

async function request(address: URL): Promise<Response> {
  return fetch(address).catch((error: unknown) => {
    throw moduleError("module/load", `the WebAssembly module cannot be loaded from ${address.href}: ${message(error)}`, (
      "serve it at this address, or pass another one with `load({ wasm })`; a Content-Security-Policy must allow it in `connect-src`"
    ), error);
  });
}

const message = (error: unknown) => (error instanceof Error ? error.message : String(error));
const isPage = (response: Response) => response.headers.get("content-type")?.startsWith("text/html") === true;

async function compileResponse(response: Response, address: string): Promise<WebAssembly.Module> {
  const type = response.headers.get("content-type");
  if (!response.ok) {
    throw moduleError("module/load", `the WebAssembly module cannot be loaded from ${address}: status ${response.status}`, (
      "serve the file of `agent-ui-bridge/dist` at this address, or pass another address with `load({ wasm })`"
    ));
  }
  // Browsers compile while they download if the server names the type.
  if (type?.startsWith("application/wasm")) return WebAssembly.compileStreaming(response);
  return compileBytes(new Uint8Array(await response.arrayBuffer()), address, type ?? "none");
}

/** Compiles the content of an address. `type` is its content type, if a server has named one. */
async function compileBytes(bytes: Uint8Array<ArrayBuffer>, address: string, type: string | undefined): Promise<WebAssembly.Module> {
  if (MAGIC.every((byte, index) => bytes[index] === byte)) return WebAssembly.compile(bytes);
  const start = decoder.decode(bytes.subarray(0, 16)).replaceAll(/[^\x20-\x7e]/g, "?");
  const typed = type === undefined ? "" : `, content type ${type}`;
  throw moduleError("module/load", `${address} is not a WebAssembly module: it has ${bytes.length} bytes, starting with \`${start}\`${typed}`, (
    start.startsWith("<")
      ? "the server has answered with a page, because it has no such file. With Vite's development server, add `optimizeDeps: { exclude: "
        + "[\"agent-ui-bridge\"] }` to vite.config; otherwise, pass the address of the file with `load({ wasm })`"
      : "serve the file of `agent-ui-bridge/dist` unchanged, or pass its address with `load({ wasm })`"
  ));
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

function transport(exports: Exports, onStop: () => void): Transport {
  let memory = new Uint8Array(exports.memory.buffer);
  let stopped: { cause: unknown } | undefined;
  /** The memory moves when it grows. */
  const bytes = () => {
    if (memory.buffer !== exports.memory.buffer) memory = new Uint8Array(exports.memory.buffer);
    return memory;
  };
  /** Stops the module, whose memory is in an unknown state. Returns the error of the call. */
  const stop = (length: number, cause: unknown) => {
    const size = exports.memory.buffer.byteLength;
    stopped = { cause };
    onStop();
    if (canDouble(exports.memory)) return moduleError("module/stopped", "the WebAssembly module has stopped after an error", LOST_HINT, cause);
    return memoryError(length, size, `split the messages into several calls. This module has stopped: ${LOST_HINT}`, cause);
  };
  return {
    request(header, texts, read) {
      // Nothing is left to free, and the runtime frees forgotten translators at any time.
      if (stopped && header.startsWith(FREE)) return read(encoder.encode("{}"));
      if (stopped) throw moduleError("module/stopped", "the WebAssembly module has stopped after an error in an earlier call", LOST_HINT, stopped.cause);
      const first = encoder.encode(header);
      let length = first.length;
      for (const text of texts) length += text.length;
      if (length > MAX_CALL_BYTES) {
        const sizes = `the texts of this call have ${megabytes(length)}, and one call takes at most ${megabytes(MAX_CALL_BYTES)}`;
        throw moduleError("module/call-size", sizes, "split the messages into several calls, such as with a `Translator`");
      }
      const request = exports.alloc(length) >>> 0;
      if (request === 0) throw memoryError(length, exports.memory.buffer.byteLength, "split the messages into several calls");
      bytes().set(first, request);
      let at = request + first.length;
      for (const text of texts) {
        memory.set(text, at);
        at += text.length;
      }
      let packed: bigint;
      try {
        packed = exports.call(request, length);
      } catch (error) {
        throw stop(length, error);
      }
      const reply = Number(BigInt.asUintN(32, packed >> 32n));
      const size = Number(BigInt.asUintN(32, packed));
      try {
        return read(bytes().subarray(reply, reply + size));
      } finally {
        exports.free(reply, size);
      }
    },
  };
}

/** Returns `false` if the memory is full: the lists of the module double when they grow. */
function canDouble(memory: WebAssembly.Memory): boolean {
  try {
    memory.grow(memory.buffer.byteLength / PAGE);
    return true;
  } catch {
    return false;
  }
}

function memoryError(length: number, size: number, hint: string, cause?: unknown) {
  const text = `the memory of the WebAssembly module is full: the call has ${megabytes(length)} of text, and the memory of ${megabytes(size)} cannot grow as needed`;
  return moduleError("module/memory", text, hint, cause);
}
