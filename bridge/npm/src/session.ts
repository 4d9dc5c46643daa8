// Objects with a state in the module: translators, bridges, checkers and streams.
import { usageError } from "./errors.js";
import type { Call, Reply, Send } from "./request.js";

/** The kind of an object with a state in the module. */
export type Kind = "translator" | "bridge" | "checker" | "stream";

/** Has `[Symbol.dispose]`, if the libraries of the compiler have the symbol. `using` frees the object then. */
export type Releasable = { [Key in SymbolConstructor["dispose" & keyof SymbolConstructor]]: () => void };

interface Handle {
  readonly number: number;
  readonly kind: Kind;
  isFreed: boolean;
}

const handles = /* @__PURE__ */ new WeakMap<object, Handle>();

/** Marks the argument of a constructor that gets a session which exists already. */
export class Resumed {
  readonly number: number;

  constructor(number: number) {
    this.number = number;
  }
}

/** The sessions of one kind in one module. */
export class Sessions {
  readonly #send: Send;
  readonly #kind: Kind;
  readonly #forgotten: FinalizationRegistry<number>;

  constructor(send: Send, kind: Kind) {
    this.#send = send;
    this.#kind = kind;
    // Frees objects that the program has forgotten.
    this.#forgotten = new FinalizationRegistry(number => this.#free(number));
  }

  /** Opens a session for an object. */
  open(owner: object, call: Partial<Call>, texts: readonly Uint8Array[]): void {
    this.adopt(owner, this.#start("open", call, texts));
  }

  /** Opens a session with a saved state. */
  resume(call: Partial<Call>, texts: readonly Uint8Array[]): Resumed {
    return this.#start("resume", call, texts);
  }

  #start(name: "open" | "resume", call: Partial<Call>, texts: readonly Uint8Array[]): Resumed {
    return this.#send({ ...call, call: name, kind: this.#kind }, texts, ({ header }) => new Resumed(header.session ?? 0));
  }

  /** Makes an object the owner of a session. */
  adopt(owner: object, { number }: Resumed): void {
    handles.set(owner, { number, kind: this.#kind, isFreed: false });
    this.#forgotten.register(owner, number, owner);
  }

  /** Sends a request to the session of an object. */
  call<T>(owner: unknown, method: string, texts: readonly Uint8Array[], then: (reply: Reply) => T, call: Partial<Call> = {}): T {
    const { number, isFreed } = this.#handle(owner, method);
    if (isFreed) throw usageError("call/session", `the ${this.#kind} was freed`, `create a new ${this.#kind}`);
    return this.#send({ ...call, call: method, session: number }, texts, then);
  }

  /** Frees the session of an object. Later calls have no effect. */
  free(owner: unknown): void {
    const handle = this.#handle(owner, "free");
    if (handle.isFreed) return;
    handle.isFreed = true;
    this.#forgotten.unregister(owner as object);
    this.#free(handle.number);
  }

  #free(session: number): void {
    try {
      this.#send({ call: "free", session }, [], () => undefined);
    } catch {
      // A module that has stopped has no session to free, and an error here would end the program.
    }
  }

  #handle(owner: unknown, method: string): Handle {
    const handle = typeof owner === "object" && owner !== null ? handles.get(owner) : undefined;
    if (handle?.kind === this.#kind) return handle;
    throw detached(method, this.#kind);
  }
}

/** Returns the error of a method that is called without its object, as in `const { push } = translator`. */
export function detached(method: string, name: string) {
  return usageError("js/this", `\`${method}\` was called without its object`, `call \`${name}.${method}(…)\``);
}
