// Loading the WebAssembly module, and one call of it.

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
}

const encoder = new TextEncoder();

/** Returns a function that loads a module for `create`: the file of the package once, or the source in the options. */
export function loading<B>(create: (transport: Transport) => B): (file: URL, options: LoadOptions) => Promise<B> {
  let loaded: Promise<B> | undefined;
  const start = async (source: WasmSource | Promise<WasmSource>) => create(await loadModule(source));
  return (file, { wasm }) => {
    if (wasm !== undefined) return start(wasm);
    loaded ??= start(file).catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}

/** Compiles and starts the module. */
async function loadModule(source: WasmSource | Promise<WasmSource>): Promise<Transport> {
  const module = await compile(await source);
  const { exports } = await WebAssembly.instantiate(module, {});
  return transport(exports as unknown as Exports);
}

async function compile(source: WasmSource): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof Response) return compileResponse(source);
  if (typeof source === "string" || source instanceof URL) return compileAddress(source);
  return WebAssembly.compile(source);
}

async function compileAddress(source: string | URL): Promise<WebAssembly.Module> {
  const address = source instanceof URL ? source : new URL(source, globalThis.location?.href);
  if (address.protocol !== "file:") return compileResponse(await fetch(address));
  // Node's `fetch` does not read files. The name is computed, so that bundlers for browsers do not look for this module.
  const name = ["node", "fs/promises"].join(":");
  const { readFile } = await import(/* @vite-ignore */ /* webpackIgnore: true */ name) as { readFile(file: URL): Promise<Uint8Array<ArrayBuffer>> };
  return WebAssembly.compile(await readFile(address));
}

async function compileResponse(response: Response): Promise<WebAssembly.Module> {
  if (!response.ok) throw new Error(`the WebAssembly module cannot be loaded from ${response.url}: status ${response.status}`);
  // Browsers compile while they download if the server names the type.
  if (response.headers.get("content-type")?.startsWith("application/wasm")) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

function transport(exports: Exports): Transport {
  let memory = new Uint8Array(exports.memory.buffer);
  let stopped: unknown;
  /** The memory moves when it grows. */
  const bytes = () => {
    if (memory.buffer !== exports.memory.buffer) memory = new Uint8Array(exports.memory.buffer);
    return memory;
  };
  return {
    request(header, texts, read) {
      if (stopped) throw new Error("the WebAssembly module has stopped after an error; load it again", { cause: stopped });
      const first = encoder.encode(header);
      let length = first.length;
      for (const text of texts) length += text.length;
      const request = exports.alloc(length) >>> 0;
      if (request === 0) throw new RangeError("the memory of the WebAssembly module is full");
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
        stopped = error;
        throw new Error("the WebAssembly module has stopped after an error; load it again", { cause: error });
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
