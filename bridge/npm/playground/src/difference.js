// The difference between two lists of lines, as `diff` finds it (Myers, "An O(ND) Difference Algorithm", 1986).

/** @typedef {{ kind: 'same' | 'removed' | 'added', text: string, before?: number, after?: number }} Line the numbers start at 1 */

// Beyond this number of edits, the middle is shown as removed and added as a whole.
const MOST_EDITS = 1_000;

/**
 * Compares two lists of lines. A comma at the end of a line makes no difference: a member has one if another follows.
 * @param {string[]} given @param {string[]} now
 * @returns {Line[]}
 */
export function compare(given, now) {
  const [before, after] = [given, now].map(lines => lines.map(line => line.replace(/,$/, '')));
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < before.length - head && tail < after.length - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  const [left, right] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)];
  /** @type {Line[]} */
  const lines = [];
  let [x, y] = [0, 0];
  const same = () => {
    lines.push({ kind: 'same', text: given[x], before: x + 1, after: y + 1 });
    x += 1;
    y += 1;
  };
  while (x < head) same();
  for (const step of edits(left, right)) {
    if (step === 'same') same();
    else if (step === 'removed') lines.push({ kind: 'removed', text: given[x], before: ++x });
    else lines.push({ kind: 'added', text: now[y], after: ++y });
  }
  while (x < given.length) same();
  return lines;
}

/**
 * Returns the steps that lead from one list to the other.
 * @param {string[]} before @param {string[]} after
 * @returns {Line['kind'][]}
 */
function edits(before, after) {
  const most = Math.min(before.length + after.length, MOST_EDITS);
  const middle = most + 1;
  const furthest = new Int32Array(2 * middle + 1);
  /** @type {Int32Array[]} */
  const history = [];
  for (let count = 0; count <= most; count += 1) {
    history.push(furthest.slice(middle - count - 1, middle + count + 2));
    for (let diagonal = -count; diagonal <= count; diagonal += 2) {
      const isDown = diagonal === -count || (diagonal !== count && furthest[middle + diagonal - 1] < furthest[middle + diagonal + 1]);
      let x = isDown ? furthest[middle + diagonal + 1] : furthest[middle + diagonal - 1] + 1;
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x += 1;
      furthest[middle + diagonal] = x;
      if (x >= before.length && x - diagonal >= after.length) return walked(history, before.length, after.length);
    }
  }
  return [...before.map(() => /** @type {const} */ ('removed')), ...after.map(() => /** @type {const} */ ('added'))];
}

/** Follows the history back to the start. @param {Int32Array[]} history @param {number} x @param {number} y */
function walked(history, x, y) {
  /** @type {Line['kind'][]} */
  const steps = [];
  for (let count = history.length - 1; count > 0; count -= 1) {
    const at = (/** @type {number} */ diagonal) => history[count][diagonal + count + 1];
    const diagonal = x - y;
    const isDown = diagonal === -count || (diagonal !== count && at(diagonal - 1) < at(diagonal + 1));
    const previous = isDown ? diagonal + 1 : diagonal - 1;
    const fromX = at(previous);
    const fromY = fromX - previous;
    while (x > fromX && y > fromY && (isDown ? x > fromX : x > fromX + 1)) {
      steps.push('same');
      x -= 1;
      y -= 1;
    }
    steps.push(isDown ? 'added' : 'removed');
    [x, y] = [fromX, fromY];
  }
  for (; x > 0 && y > 0; x -= 1, y -= 1) steps.push('same');
  return steps.reverse();
}

/**
 * Leaves out equal lines that are far from a change. Each gap is a number of lines.
 * @param {Line[]} lines @param {number} around the number of equal lines next to a change
 * @returns {(Line | number)[]}
 */
export function shorten(lines, around = 3) {
  const keeps = new Uint8Array(lines.length);
  lines.forEach(({ kind }, at) => {
    if (kind !== 'same') keeps.fill(1, Math.max(0, at - around), Math.min(lines.length, at + around + 1));
  });
  /** @type {(Line | number)[]} */
  const out = [];
  lines.forEach((line, at) => {
    const last = out.at(-1);
    if (keeps[at]) out.push(line);
    else if (typeof last === 'number') out[out.length - 1] = last + 1;
    else out.push(1);
  });
  return out;
}
