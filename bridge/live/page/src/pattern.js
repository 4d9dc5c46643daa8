// Matches the regular expressions of agents. The matcher of the browser backtracks, so it can take exponential time for a short text and
// block the page. This one follows all ways to match at once, and its work on the page is limited.

const MAX_PATTERN = 1_000;
const MAX_TEXT = 64 << 10;
const MAX_INSTRUCTIONS = 20_000;
const DEEPEST = 50;
/** The number of steps before the page can draw again. */
const MAX_STEPS = 4_000_000;
const MAX_CACHED = 200;

const LAST = 0x10ffff;
/** @typedef {[first: number, last: number][]} Ranges */
/** @type {Ranges} */
const DIGIT = [[0x30, 0x39]];
/** @type {Ranges} */
const WORD = [[0x30, 0x39], [0x41, 0x5a], [0x5f, 0x5f], [0x61, 0x7a]];
/** @type {Ranges} */
const SPACE = [[0x09, 0x0d], [0x20, 0x20], [0xa0, 0xa0], [0x1680, 0x1680], [0x2000, 0x200a], [0x2028, 0x2029], [0x202f, 0x202f],
  [0x205f, 0x205f], [0x3000, 0x3000], [0xfeff, 0xfeff]];
/** @type {Ranges} */
const LINE_END = [[0x0a, 0x0a], [0x0d, 0x0d], [0x2028, 0x2029]];
/** @type {Record<string, number>} */
const CONTROLS = { t: 9, n: 10, v: 11, f: 12, r: 13, 0: 0 };

/**
 * @typedef {{ kind: 'one', ranges: Ranges } | { kind: 'edge', edge: string } | { kind: 'sequence' | 'alternatives', parts: Part[] }
 *   | { kind: 'repeated', part: Part, min: number, max: number } | { kind: 'look', part: Part, negated: boolean }} Part
 * @typedef {{ op: 'one', ranges: Ranges } | { op: 'edge', edge: string } | { op: 'look', program: Program, negated: boolean }
 *   | { op: 'split', to: number[] } | { op: 'match' }} Instruction
 * @typedef {Instruction[]} Program
 */

/** A pattern that is not matched, with the reason as a sentence. */
export class PatternError extends Error {}

/** @type {Map<string, Program>} */
const compiled = new Map();
let steps = 0;

/**
 * Returns true if the pattern matches a part of the text.
 * @param {string} pattern a pattern of JavaScript without flags
 * @param {string} text
 */
export function matches(pattern, text) {
  if (pattern.length > MAX_PATTERN || text.length > MAX_TEXT)
    throw new PatternError(`A pattern may have at most ${MAX_PATTERN} characters, and the text at most ${MAX_TEXT}`);
  return run(program(pattern), Array.from(text, letter => letter.codePointAt(0) ?? 0), 0, false);
}

/** @param {string} pattern */
function program(pattern) {
  let known = compiled.get(pattern);
  if (known) return known;
  try {
    // This only compiles the pattern.
    new RegExp(pattern);
  } catch {
    throw new PatternError(`The pattern is not a valid regular expression: ${pattern}`);
  }
  known = compile(new Parser(pattern).alternatives(0));
  if (compiled.size >= MAX_CACHED) compiled.clear();
  compiled.set(pattern, known);
  return known;
}

/** Reads a pattern that the browser accepts. */
class Parser {
  /** @param {string} pattern */
  constructor(pattern) {
    this.rest = Array.from(pattern);
    this.at = 0;
  }

  /** @param {string} letter */
  takes(letter) {
    const is = this.rest[this.at] === letter;
    if (is) this.at += 1;
    return is;
  }

  next() {
    const letter = this.rest[this.at];
    this.at += 1;
    return letter ?? '';
  }

  /** @param {number} depth @returns {Part} */
  alternatives(depth) {
    if (depth > DEEPEST) throw new PatternError(`The groups of a pattern may have at most ${DEEPEST} levels`);
    const parts = [this.sequence(depth)];
    while (this.takes('|')) parts.push(this.sequence(depth));
    return { kind: 'alternatives', parts };
  }

  /** @param {number} depth @returns {Part} */
  sequence(depth) {
    /** @type {Part[]} */
    const parts = [];
    while (this.at < this.rest.length && this.rest[this.at] !== '|' && this.rest[this.at] !== ')') parts.push(this.repeated(this.one(depth)));
    return { kind: 'sequence', parts };
  }

  /** @param {number} depth @returns {Part} */
  one(depth) {
    const letter = this.next();
    switch (letter) {
      case '(':
        return this.group(depth + 1);
      case '[':
        return { kind: 'one', ranges: this.class() };
      case '.':
        return { kind: 'one', ranges: negated(LINE_END) };
      case '^':
      case '$':
        return { kind: 'edge', edge: letter };
      case '\\':
        return this.escape();
      default:
        return { kind: 'one', ranges: [single(letter)] };
    }
  }

  /** @param {number} depth @returns {Part} */
  group(depth) {
    let look = '';
    if (this.takes('?')) {
      const letter = this.next();
      if (letter === '=' || letter === '!') look = letter;
      else if (letter === '<') {
        if ('=!'.includes(this.rest[this.at] ?? '')) throw unsupported('look-behind');
        while (this.next() !== '>');
      } else if (letter !== ':') throw unsupported('this kind of group');
    }
    const part = this.alternatives(depth);
    this.takes(')');
    return look ? { kind: 'look', part, negated: look === '!' } : part;
  }

  /** @param {Part} part @returns {Part} */
  repeated(part) {
    const [min, max] = this.count();
    if (max < 0) return part;
    this.takes('?');
    return { kind: 'repeated', part, min, max };
  }

  /** Reads a quantifier. Without one, the maximum is negative. */
  count() {
    if (this.takes('*')) return [0, Infinity];
    if (this.takes('+')) return [1, Infinity];
    if (this.takes('?')) return [0, 1];
    const [all, min, comma, max] = /^\{(\d+)(,?)(\d*)\}/.exec(this.rest.slice(this.at, this.at + 40).join('')) ?? [];
    // A brace that begins no count is a character.
    if (all === undefined || (!comma && max)) return [0, -1];
    this.at += all.length;
    return [Number(min), max ? Number(max) : comma ? Infinity : Number(min)];
  }

  /** @returns {Part} */
  escape() {
    const letter = this.rest[this.at] ?? '';
    if (letter === 'b' || letter === 'B') {
      this.at += 1;
      return { kind: 'edge', edge: letter };
    }
    if (/[1-9k]/.test(letter)) throw unsupported('a back reference');
    return { kind: 'one', ranges: this.escaped() };
  }

  /** Reads the characters that an escape stands for. @returns {Ranges} */
  escaped() {
    const letter = this.next();
    if (Object.hasOwn(CONTROLS, letter)) return [[CONTROLS[letter] ?? 0, CONTROLS[letter] ?? 0]];
    switch (letter) {
      case 'd':
        return DIGIT;
      case 'D':
        return negated(DIGIT);
      case 'w':
        return WORD;
      case 'W':
        return negated(WORD);
      case 's':
        return SPACE;
      case 'S':
        return negated(SPACE);
      case 'u':
        return this.code(letter, 4);
      case 'x':
        return this.code(letter, 2);
      case 'c':
        throw unsupported('\\c');
      default:
        return [single(letter)];
    }
  }

  /** Reads a character code. Without its digits, the letter means itself. @param {string} letter @param {number} count @returns {Ranges} */
  code(letter, count) {
    const digits = this.rest.slice(this.at, this.at + count).join('');
    if (digits.length !== count || !/^[0-9a-f]+$/i.test(digits)) return [single(letter)];
    const code = parseInt(digits, 16);
    if (code >= 0xd800 && code <= 0xdfff) throw unsupported('half of a surrogate pair');
    this.at += count;
    return [[code, code]];
  }

  /** Reads a class after its bracket. @returns {Ranges} */
  class() {
    const isNegated = this.takes('^');
    /** @type {Ranges} */
    const ranges = [];
    while (this.at < this.rest.length && !this.takes(']')) {
      const first = this.atom();
      if (this.rest[this.at] !== '-' || this.rest[this.at + 1] === ']') {
        ranges.push(...first);
        continue;
      }
      this.at += 1;
      const last = this.atom();
      // A set next to a hyphen begins no range.
      if (isSingle(first) && isSingle(last)) ranges.push([first[0]?.[0] ?? 0, last[0]?.[1] ?? 0]);
      else ranges.push(...first, single('-'), ...last);
    }
    return isNegated ? negated(ranges) : merged(ranges);
  }

  /** @returns {Ranges} */
  atom() {
    const letter = this.next();
    if (letter !== '\\') return [single(letter)];
    if (this.takes('b')) return [[8, 8]];
    if (/[1-9]/.test(this.rest[this.at] ?? '')) throw unsupported('an octal code');
    return this.escaped();
  }
}

/** @param {string} what */
const unsupported = what => new PatternError(`This page does not match patterns with ${what}`);

/** @param {string} letter @returns {[number, number]} */
function single(letter) {
  const code = letter.codePointAt(0) ?? 0;
  return [code, code];
}

/** @param {Ranges} ranges */
const isSingle = ranges => ranges.length === 1 && ranges[0]?.[0] === ranges[0]?.[1];

/** @param {Ranges} ranges @returns {Ranges} */
function merged(ranges) {
  /** @type {Ranges} */
  const all = [];
  for (const [first, last] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const before = all.at(-1);
    if (before && first <= before[1]) before[1] = Math.max(before[1], last);
    else all.push([first, last]);
  }
  return all;
}

/** @param {Ranges} ranges @returns {Ranges} */
function negated(ranges) {
  /** @type {Ranges} */
  const rest = [];
  let next = 0;
  for (const [first, last] of merged(ranges)) {
    if (next < first) rest.push([next, first - 1]);
    next = last + 1;
  }
  if (next <= LAST) rest.push([next, LAST]);
  return rest;
}

/** @param {Part} part @returns {Program} */
function compile(part) {
  /** @type {Program} */
  const all = [];
  emit(part, all);
  all.push({ op: 'match' });
  return all;
}

/** Adds the instructions of a part. The parser limits the depth of parts. @param {Part} part @param {Program} all */
function emit(part, all) {
  if (all.length > MAX_INSTRUCTIONS) throw new PatternError('The pattern is too large');
  switch (part.kind) {
    case 'one':
      all.push({ op: 'one', ranges: part.ranges });
      return;
    case 'edge':
      all.push({ op: 'edge', edge: part.edge });
      return;
    case 'look':
      all.push({ op: 'look', program: compile(part.part), negated: part.negated });
      return;
    case 'sequence':
      for (const one of part.parts) emit(one, all);
      return;
    case 'alternatives': {
      /** @type {number[][]} */
      const ends = [];
      for (const [index, one] of part.parts.entries()) {
        const to = [all.length + 1];
        const isLast = index === part.parts.length - 1;
        if (!isLast) all.push({ op: 'split', to });
        emit(one, all);
        if (isLast) continue;
        /** @type {number[]} */
        const end = [];
        all.push({ op: 'split', to: end });
        ends.push(end);
        to.push(all.length);
      }
      for (const end of ends) end.push(all.length);
      return;
    }
    case 'repeated':
      emitRepeated(part.part, part.min, part.max, all);
  }
}

/** @param {Part} part @param {number} min @param {number} max @param {Program} all */
function emitRepeated(part, min, max, all) {
  for (let count = 0; count < min; count += 1) emitCopy(part, all);
  if (max === Infinity) {
    const start = all.length;
    const to = [start + 1];
    all.push({ op: 'split', to });
    emit(part, all);
    all.push({ op: 'split', to: [start] });
    to.push(all.length);
    return;
  }
  /** @type {number[][]} */
  const ends = [];
  for (let count = min; count < max; count += 1) {
    const to = [all.length + 1];
    all.push({ op: 'split', to });
    ends.push(to);
    emitCopy(part, all);
  }
  for (const end of ends) end.push(all.length);
}

/** Adds a repetition. One without instructions matches the empty text, so it counts as an instruction. @param {Part} part @param {Program} all */
function emitCopy(part, all) {
  const before = all.length;
  emit(part, all);
  if (all.length === before) all.push({ op: 'split', to: [all.length + 1] });
}

/** Counts the work until the page can draw again. */
function step() {
  if (steps === 0) setTimeout(() => { steps = 0; });
  steps += 1;
  if (steps > MAX_STEPS) throw new PatternError('Matching the patterns of this surface takes too long');
}

/**
 * Returns true if the program matches from a position, or from a later one if the search is not anchored.
 * @param {Program} program @param {number[]} text @param {number} from @param {boolean} isAnchored
 */
function run(program, text, from, isAnchored) {
  const reached = new Int32Array(program.length).fill(-1);
  /** @type {number[]} */
  let current = [];
  let isFound = false;

  /** Adds an instruction and those that follow without text. @param {number} instruction @param {number} at @param {number[]} list */
  function add(instruction, at, list) {
    const open = [instruction];
    for (let index = open.pop(); index !== undefined; index = open.pop()) {
      const one = program[index];
      if (!one || reached[index] === at) continue;
      reached[index] = at;
      step();
      if (one.op === 'one') list.push(index);
      else if (one.op === 'match') isFound = true;
      else if (one.op === 'split') open.push(...one.to);
      else if (one.op === 'edge' ? isEdge(one.edge, text, at) : run(one.program, text, at, true) !== one.negated) open.push(index + 1);
    }
  }

  for (let at = from; ; at += 1) {
    step();
    if (!isAnchored || at === from) add(0, at, current);
    if (isFound) return true;
    const code = text[at];
    if (code === undefined || (isAnchored && current.length === 0)) return false;
    /** @type {number[]} */
    const next = [];
    for (const index of current) {
      step();
      const one = program[index];
      if (one?.op === 'one' && has(one.ranges, code)) add(index + 1, at + 1, next);
    }
    current = next;
  }
}

/** @param {Ranges} ranges @param {number} code */
function has(ranges, code) {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const [first, last] = ranges[middle] ?? [0, 0];
    if (code < first) high = middle;
    else if (code > last) low = middle + 1;
    else return true;
  }
  return false;
}

/** @param {string} edge @param {number[]} text @param {number} at */
function isEdge(edge, text, at) {
  if (edge === '^') return at === 0;
  if (edge === '$') return at === text.length;
  const isWord = (/** @type {number | undefined} */ code) => code !== undefined && has(WORD, code);
  return (isWord(text[at - 1]) !== isWord(text[at])) === (edge === 'b');
}
