/** Returns the places [a, b] of the longest common subsequence of two lists of lines, in order. */
export function pairs(before, after) {
  // The length of the longest common subsequence of two rests.
  const common = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1));
  for (let a = before.length - 1; a >= 0; a--)
    for (let b = after.length - 1; b >= 0; b--)
      common[a][b] = before[a] === after[b] ? common[a + 1][b + 1] + 1 : Math.max(common[a + 1][b], common[a][b + 1]);
  const found = [];
  let a = 0, b = 0;
  while (a < before.length && b < after.length) {
    if (before[a] === after[b]) found.push([a++, b++]);
    else if (common[a + 1][b] >= common[a][b + 1]) a++;
    else b++;
  }
  return found;
}

/** Returns the ranges {before: [from, to], after: [from, to]} between the pairs of two lists, of which one may be empty. */
export function gaps(found, before, after) {
  let [a, b] = [0, 0];
  const between = [...found, [before.length, after.length]].map(([nextA, nextB]) => {
    const gap = { before: [a, nextA], after: [b, nextB] };
    [a, b] = [nextA + 1, nextB + 1];
    return gap;
  });
  return between.filter(({ before, after }) => before[0] < before[1] || after[0] < after[1]);
}

// Compares two lists of lines: returns [{before, after}], the smallest differing parts in their order; lines that replace each
// other are a part each.
export function differences(before, after) {
  const parts = gaps(pairs(before, after), before, after).map(gap => ({
    before: before.slice(...gap.before).map(line => line.trim()),
    after: after.slice(...gap.after).map(line => line.trim()),
  }));
  return parts.flatMap(({ before, after }) =>
    before.length === after.length ? before.map((line, at) => ({ before: [line], after: [after[at]] })) : [{ before, after }]);
}
