// Compares two lists of lines: returns [{before, after}], the smallest differing parts in their order; lines that replace each
// other are a part each.
export function differences(before, after) {
  // The length of the longest common subsequence of two rests.
  const common = Array.from({ length: before.length + 1 }, () => new Array(after.length + 1).fill(0));
  for (let a = before.length - 1; a >= 0; a--)
    for (let b = after.length - 1; b >= 0; b--)
      common[a][b] = before[a] === after[b] ? common[a + 1][b + 1] + 1 : Math.max(common[a + 1][b], common[a][b + 1]);
  const parts = [];
  let a = 0, b = 0, part;
  while (a < before.length || b < after.length) {
    if (a < before.length && b < after.length && before[a] === after[b]) {
      part = undefined;
      a++, b++;
      continue;
    }
    if (!part) parts.push((part = { before: [], after: [] }));
    if (b >= after.length || (a < before.length && common[a + 1][b] >= common[a][b + 1])) part.before.push(before[a++].trim());
    else part.after.push(after[b++].trim());
  }
  return parts.flatMap(({ before, after }) =>
    before.length === after.length ? before.map((line, at) => ({ before: [line], after: [after[at]] })) : [{ before, after }]);
}
