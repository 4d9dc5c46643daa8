// Compares what two renderers show of a surface: its words, images, inputs and actions.
import { createHash } from 'node:crypto';
import { gaps, pairs } from './lines.mjs';

const LISTS = ['words', 'images', 'inputs', 'actions'];

// Returns the positions [theirs, ours] of parts that are alike: those in the same order, and the others too if parts may move.
function matchedParts(before, after, mayMove) {
  const found = pairs(before, after);
  if (!mayMove) return found;
  const taken = new Set(found.map(([, at]) => at));
  const inOrder = new Set(found.map(([at]) => at));
  before.forEach((part, at) => {
    const to = inOrder.has(at) ? -1 : after.findIndex((other, to) => other === part && !taken.has(to));
    if (to >= 0) found.push([at, to]), taken.add(to);
  });
  return found;
}

/**
 * Compares the parts of two renderers. Returns `{parts, alike, matched, different}`: the number of parts and of those that both show,
 * the positions [theirs, ours] of these in each list, and the differences `{list, before, after, keys}`.
 */
export function compareShown(theirs, ours, mayMove = false) {
  const matched = {};
  const different = [];
  let parts = 0, alike = 0;
  for (const list of LISTS) {
    const [before, after] = [theirs, ours].map(shown => shown[list].map(part => JSON.stringify(part.shown)));
    matched[list] = matchedParts(before, after, mayMove);
    parts += Math.max(before.length, after.length);
    alike += matched[list].length;
    const [inBefore, inAfter] = [0, 1].map(side => new Set(matched[list].map(pair => pair[side])));
    for (const gap of gaps(pairs(before, after), before, after)) {
      const lost = theirs[list].slice(...gap.before).filter((_, at) => !inBefore.has(gap.before[0] + at));
      const gained = ours[list].slice(...gap.after).filter((_, at) => !inAfter.has(gap.after[0] + at));
      if (lost.length + gained.length === 0) continue;
      const keys = [...new Set([...lost, ...gained].flatMap(({ key }) => key))];
      different.push({ list, before: lost.map(({ shown }) => shown), after: gained.map(({ shown }) => shown), keys });
    }
  }
  return { parts, alike, matched, different };
}

/** Returns the number of parts that a difference concerns. */
export const sizeOf = ({ before, after }) => Math.max(before.length, after.length);

/** Returns the digest of a difference. The texts are not ours to copy. */
export const digestOf = ({ list, before, after }) =>
  createHash('sha256').update(JSON.stringify([list, before, after])).digest('hex').slice(0, 16);

/** Returns the value, or the bound of the range that it exceeds. Dates and times are compared as texts. */
function bounded(value, { min, max } = {}) {
  const ordered = bound => (typeof value === 'number' ? Number(bound) : String(bound).slice(0, value.length));
  if (min !== undefined && value < ordered(min)) return ordered(min);
  return max !== undefined && value > ordered(max) ? ordered(max) : value;
}

/** Returns another value for an input than the one that it shows. */
export function another({ shown: { kind, value, choices }, range }) {
  switch (kind) {
    case 'toggle': return !value;
    case 'date': return bounded('2027-03-04', range);
    case 'time': return bounded('05:06', range);
    case 'number': return String(bounded(value === '3' ? 4 : 3, range));
    case 'choice': return [choices.findLast(choice => !value.includes(choice)) ?? choices[0]].filter(choice => choice !== undefined);
    case 'choices': return choices.filter((choice, at) => at === choices.length - 1 || value.includes(choice));
    default: return value === 'someone@example.org' ? 'nobody@example.org' : 'someone@example.org';
  }
}
