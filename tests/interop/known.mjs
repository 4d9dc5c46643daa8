// Lists of known differences: `{"reasons": {name: text}, "listed": [{"reason": name, …}]}`.

import { readFileSync } from 'node:fs';

/** The known differences of a comparison. A run fails for one that no longer occurs, and for faults of the list. */
export class KnownDifferences {
  #seen = new Map();
  #faults = [];

  /** Reads the list in a file. `keysOf` returns the keys of the differences of an entry. */
  constructor(path, keysOf) {
    const { reasons, listed } = JSON.parse(readFileSync(path, 'utf8'));
    for (const { reason, ...entry } of listed) {
      if (!(reason in reasons)) this.#faults.push(`a difference without a reason: ${JSON.stringify(entry)}`);
      for (const key of keysOf(entry)) this.#seen.set(key, false);
    }
    for (const reason of Object.keys(reasons))
      if (!listed.some(entry => entry.reason === reason)) this.#faults.push(`a reason that no difference has: ${reason}`);
  }

  /** Returns whether a difference is listed, and records that it occurs. */
  find(key) {
    const isListed = this.#seen.has(key);
    if (isListed) this.#seen.set(key, true);
    return isListed;
  }

  /** Returns the faults of the list, after all differences were found. */
  faults() {
    const stale = [...this.#seen].filter(([, isSeen]) => !isSeen);
    return [...this.#faults, ...stale.map(([key]) => `no longer seen, to be taken off the list: ${key}`)];
  }
}
