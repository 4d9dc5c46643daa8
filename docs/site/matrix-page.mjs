// The page of the fidelity matrix, from the committed measurements (matrix.jsonl) and the page of `agent-ui matrix --format html`. Its style
// and its script become files, because the policy of the website forbids them in a page.
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s{}[\]:,"]+/g;

/** The number of open brackets around the members of a case: mapping, fields, field, cases, case. */
const DEPTH_OF_CASES = 5;

/**
 * Returns a line of the measurements with the examples `before` and `after` as texts: numbers in a browser are not exact.
 * @param {string} line
 */
export function withTextExamples(line) {
  const parts = [];
  let depth = 0;
  let key;
  let example;
  for (const [token] of line.matchAll(TOKEN)) {
    if (token === '}' || token === ']') depth -= 1;
    if (example !== undefined) {
      const isOver = depth < DEPTH_OF_CASES || (depth === DEPTH_OF_CASES && token === ',');
      if (isOver) {
        parts.push(JSON.stringify(example));
        example = undefined;
      } else example += token;
    }
    if (example === undefined) {
      parts.push(token);
      if (token === ':' && depth === DEPTH_OF_CASES && /^"(before|after)"$/.test(key)) example = '';
    }
    if (token === '{' || token === '[') depth += 1;
    key = token;
  }
  return parts.join('');
}

/**
 * Returns the files of the matrix: the page, its style and its script.
 * @param {{ template: string, lines: string[], head: string, navigation: string }} parts `head` goes into the head of the page, and
 * `navigation` above its heading.
 */
export function matrixFiles({ template, lines, head, navigation }) {
  const data = `{"mappings":[${lines.map(withTextExamples).join(',')}]}`.replaceAll('<', '\\u003c');
  const [, style] = /<style>([\s\S]*?)<\/style>/.exec(template) ?? [];
  const [, script] = /<script>([\s\S]*?)<\/script>/.exec(template) ?? [];
  if (!style || !script || !template.includes('{{matrix}}')) throw new Error('bridge/fidelity/src/page.html has no style, script or place of the matrix');
  const page = template
    .replace(/<style>[\s\S]*?<\/style>/, () => `${head}\n<link rel="stylesheet" href="matrix.css">`)
    .replace(/<script>[\s\S]*?<\/script>/, () => '<script src="matrix.js"></script>')
    .replace('<header>', () => `<header>\n${navigation}`)
    .replace('{{matrix}}', () => data);
  return { 'matrix.html': page, 'matrix.css': `${style}\n  a { color: var(--accent); }\n`, 'matrix.js': script };
}
