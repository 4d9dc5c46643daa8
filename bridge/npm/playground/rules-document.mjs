// Makes rules.html: the documentation of the mappings, from the comments at the heads of their files, and the page of all rules.
import { readFileSync } from 'node:fs';
import { ruleId } from './src/dialects.js';

// The file of each mapping, and the names of its two directions.
const FILES = ['aap_a2ui', 'a2ui_ahp', 'a2ui_v0_8_v0_9', 'a2ui_v0_9_v0_10', 'a2ui_v0_9_v1_0', 'a2ui_v1_0', 'actions_json_aap', 'actions_json_ahp',
  'actions_json_mcp', 'actions_json_responses', 'ahp_canvas_ahp_v1_0', 'mcp_versions', 'elicitation_versions',
  'a2ui_elicitation', 'a2ui_adaptive_cards', 'a2ui_slack_blocks'];

const escape = text => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Code, bold text, and links, which lead to other files and therefore stay text. */
const inline = text => text.split(/(`[^`]*`)/).map(part => (part.startsWith('`') ? `<code>${escape(part.slice(1, -1))}</code>`
  : escape(part).replace(/\*\*([^*]+)\*\*/g, '<b>$1</b>'))).join('');
const plain = text => text.replace(/\[(`?[^\]]*`?)\]\([^)]*\)/g, '$1').replace(/\[(`[^`\]]+`)\](?:\[[^\]]*\])?/g, '$1');

export function rulesDocument() {
  const sections = FILES.map(file => {
    const source = readFileSync(new URL(`../../src/mappings/${file}.rs`, import.meta.url), 'utf8');
    const [, forward, backward] = /rules!\s*\{\s*"([^"]+)",\s*"([^"]+)"/.exec(source) ?? [];
    if (!forward) throw new Error(`${file}.rs names no rules`);
    const comment = source.split('\n').filter(line => line.startsWith('//!')).map(line => line.slice(3).trim());
    const paragraphs = comment.join('\n').split(/\n\n+/).map(plain);
    return { forward, backward, body: paragraphs.map(block).join('\n') };
  });
  const rules = rulesOf(readFileSync(new URL('../../../docs/rules.md', import.meta.url), 'utf8'));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="color-scheme" content="light dark">
<title>Rules – Agent UI Bridge</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="style.css">
</head>
<body class="document">
<main>
<h1>Rules of Agent UI Bridge</h1>
<p>Findings name the rule that they are about. The rule of a field is named after the mapping and the field, as in <code>aap-a2ui/element</code>.</p>
<nav aria-label="Rules"><ul>${sections.map(({ forward }) => `<li><a href="#${forward}">${forward}</a></li>`).join('')}<li><a href="#rules">All rules</a></li></ul></nav>
${sections.map(({ forward, backward, body }) => `<section id="${forward}">\n<h2>${forward}, ${backward}</h2>\n${body}\n</section>`).join('\n')}
<section id="rules">
<h2>All rules</h2>
${rules}
</section>
</main>
</body>
</html>
`;
}

/** Returns the sections of docs/rules.md. Each row has the id of its rule. @param {string} page */
function rulesOf(page) {
  const sections = page.slice(page.indexOf('\n## ')).split(/\n(?=##+ )/).map(section => section.trim()).filter(Boolean);
  const seen = new Set();
  return sections.map(section => section.split(/\n\n+/).map(plain).map(block).join('\n')).join('\n')
    .replace(/<tr>(?=<td><code>([^<]+)<\/code><\/td>)/g, (row, rule) => {
      // A rule about several fields has several rows.
      if (seen.has(rule)) return row;
      seen.add(rule);
      return `<tr id="${ruleId(rule)}">`;
    });
}

/** @param {string} text */
function block(text) {
  const lines = text.split('\n');
  if (text.startsWith('#')) return `<h3>${inline(text.replace(/^#+\s*/, ''))}</h3>`;
  if (text.startsWith('|')) {
    const rows = lines.map(line => line.split(/(?<!\\)\|/).slice(1, -1).map(cell => inline(cell.trim().replaceAll('\\|', '|'))));
    const [head, , ...body] = rows;
    return `<div class="wide"><table><thead><tr>${head.map(cell => `<th scope="col">${cell}</th>`).join('')}</tr></thead><tbody>
${body.map(row => `<tr>${row.map(cell => `<td>${cell}</td>`).join('')}</tr>`).join('\n')}</tbody></table></div>`;
  }
  if (/^[-*] /.test(text)) {
    const items = text.split(/\n(?=[-*] )/).map(item => `<li>${inline(item.slice(2).replaceAll('\n', ' '))}</li>`);
    return `<ul>${items.join('')}</ul>`;
  }
  return `<p>${inline(lines.join(' '))}</p>`;
}
