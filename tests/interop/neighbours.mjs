// What the comparisons of cards and of Slack blocks share: known differences, agreement, and the notes of the program.
import { fileURLToPath } from 'node:url';
import { KnownDifferences } from './known.mjs';
import { runner } from './processes.mjs';
import { compareShown, digestOf, sizeOf } from './shown_parts.mjs';

export const TIME = '2026-11-30T12:00:00Z';
const REQUIRED = 0.95;

export const written = messages => messages.map(message => `${JSON.stringify(message)}\n`).join('');
export const parsed = out => out.split('\n').filter(Boolean).map(line => JSON.parse(line));

// Properties that a user sees, or that a click sends. A note about another one, such as a style, does not excuse a difference.
const SEEN = ['', 'action', 'child', 'children', 'content', 'description', 'label', 'name', 'options', 'tabs', 'text', 'trigger', 'url', 'value'];
const LOSSES = ['carried', 'lost', 'dropped', 'quarantined'];

/** Returns the ids of the components of which the notes say that something is not shown. */
export function notedComponents(messages, notes) {
  const losses = notes.filter(({ verdict, from, remark }) => from && (LOSSES.includes(verdict) || (verdict !== 'copied' && remark)));
  return new Set(losses.flatMap(({ line, from }) => {
    const [, list, at, member = ''] = /^(.*\/components)\/(\d+)(?:\/component\/[^/]+)?(?:\/([^/]+))?/.exec(from) ?? [];
    if (list === undefined || !SEEN.includes(member)) return [];
    const components = list.slice(1).split('/').reduce((value, name) => value?.[name], messages[line - 1]);
    return [components?.[at]?.id];
  }));
}

/** Counts what agrees, and collects what does not. `file` lists the known differences by names of inputs and digests. */
export class Comparison {
  #wrong = new Set();
  #known;
  #counts = new Map();

  constructor(file) {
    const path = fileURLToPath(new URL(file, import.meta.url));
    this.#known = new KnownDifferences(path, ({ name, digest, digests = [digest] }) => digests.map(digest => `${name}: ${digest}`));
  }

  #count(route) {
    if (!this.#counts.has(route)) this.#counts.set(route, { inputs: 0, parts: 0, alike: 0, noted: 0, refused: 0, clicks: 0, right: 0 });
    return this.#counts.get(route);
  }

  /**
   * Compares what two renderers show, and returns the positions of the parts that both show. `isNoted` excuses differences, and `mayMove`
   * parts that are elsewhere.
   */
  show(route, name, theirs, ours, { isNoted = () => false, mayMove = false } = {}) {
    const { parts, alike, matched, different } = compareShown(theirs, ours, mayMove);
    const count = this.#count(route);
    count.inputs += 1;
    count.parts += parts;
    count.alike += alike;
    for (const difference of different) {
      const { list, before, after } = difference;
      if (isNoted(difference)) count.noted += sizeOf(difference);
      else this.differ(`${route}: ${name}`, digestOf(difference), { list, before, after });
    }
    return matched;
  }

  /** Counts a click, and records an action or event that is not right. */
  click(route, name, isRight, details) {
    const count = this.#count(route);
    count.clicks += 1;
    if (isRight) count.right += 1;
    else this.differ(`${route}: ${name}`, 'click', details);
  }

  /** Records a refusal. */
  refuse(route, name, complaints) {
    this.#count(route).refused += 1;
    this.differ(`${route}: ${name}`, 'refused', { complaints });
  }

  /** Records a fault, which no list excuses. */
  fault(text) {
    this.#wrong.add(text);
  }

  /** Records a difference. */
  differ(name, digest, details) {
    if (!this.#known.find(`${name}: ${digest}`)) this.fault(`not listed: ${JSON.stringify({ name, digest, ...details })}`);
  }

  /** Writes the counts and the faults, and sets the exit code. */
  end() {
    for (const [route, { inputs, parts, alike, noted, refused, clicks, right }] of this.#counts) {
      const compared = parts - noted;
      if (inputs + refused > 0)
        console.log(`${route}: ${inputs} shown, ${refused} refused, ${alike} of ${compared} parts alike (${percent(alike, compared)}), ${noted} noted`);
      if (clicks > 0) console.log(`${route}: ${clicks} clicks, ${right} alike (${percent(right, clicks)})`);
      if (alike < REQUIRED * compared || right < REQUIRED * clicks) this.fault(`${route}: under ${percent(REQUIRED, 1)}`);
    }
    if (this.#counts.size === 0) this.fault('nothing was compared');
    const faults = [...this.#wrong, ...this.#known.faults()];
    for (const text of faults) console.error(text);
    process.exitCode = faults.length > 0 ? 1 : 0;
  }
}

const percent = (part, whole) => `${(whole === 0 ? 100 : 100 * part / whole).toFixed(2)} %`;

/** Returns the runner of the program, after a check that the program translates surfaces to a dialect and back. */
export async function translator(program, dialect) {
  const run = runner(program);
  const surface = written([
    { version: 'v0.9', createSurface: { surfaceId: 's', catalogId: 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json' } },
    { version: 'v0.9', updateComponents: { surfaceId: 's', components: [{ id: 'root', component: 'Text', text: 'Hello' }] } },
  ]);
  try {
    const { out, complaints } = await run(['convert', '--quiet', '--from', 'a2ui@0.9', '--to', dialect, '-'], surface);
    if (out && complaints.length === 0) return run;
    throw new Error(complaints.join('\n') || 'no output');
  } catch (error) {
    const reason = error.message.split('\n').find(line => line.startsWith('error')) ?? error.message;
    console.error(`the program does not translate a2ui@0.9 to ${dialect}: ${reason}`);
    process.exit(1);
  }
}
