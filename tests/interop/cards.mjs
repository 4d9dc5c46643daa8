// Compares the program's Adaptive Cards with npm's adaptivecards, the published renderer, and with A2UI's own web core.
//
// - Every published example of A2UI becomes a card. The renderer must parse and show it without an event. Its words, images, inputs and
//   actions must be those of the core, except of components that the notes of the program name. Each input gets another value and each
//   button a click. What the renderer sends must become the action that the core sends, and no action if a check fails.
// - Every published card (`corpus/neighbours/adaptive-cards`) becomes a surface. The core must show what the renderer shows. The inputs
//   and buttons are used again: the action of the core must become what the renderer sends.
//
// 95 % of each must agree. cards.json lists the other differences with their reasons: the run fails for one that is not listed, and for
// a listed one that no longer occurs.
//
//   node cards.mjs PROGRAM CORPUS
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCard, submitCard } from './card_renderer.mjs';
import { Examples, Payloads } from './neighbour_routes.mjs';
import { Comparison, translator } from './neighbours.mjs';

const [program, corpus] = process.argv.slice(2);
const dialect = 'adaptive-cards@1.5';
const run = await translator(program, dialect);
const comparison = new Comparison('cards.json');

// Teams shows the elements for the width of the window; the renderer shows those of all widths. Leaves those of the width that shows most.
const WIDTHS = ['verynarrow', 'narrow', 'standard', 'wide'];
function includes(targetWidth, width) {
  const [name, range] = String(targetWidth ?? '').toLowerCase().split(':').reverse();
  const at = WIDTHS.indexOf(name);
  return at < 0 || (range === 'atleast' ? width >= at : range === 'atmost' ? width <= at : width === at);
}
function elementsWithWidth(value) {
  if (typeof value !== 'object' || value === null) return [];
  return [...('targetWidth' in value ? [value] : []), ...Object.values(value).flatMap(elementsWithWidth)];
}
function atOneWidth(card) {
  const elements = elementsWithWidth(card);
  const shown = width => elements.filter(({ targetWidth }) => includes(targetWidth, width)).length;
  // The usual width is the first of those that show the same number.
  const width = [2, 3, 1, 0].reduce((best, width) => (shown(width) > shown(best) ? width : best));
  return JSON.parse(JSON.stringify(card), (_, value) => (Array.isArray(value) ? value.filter(one => includes(one?.targetWidth, width)) : value));
}

const format = {
  dialect,
  source: 'adaptive-cards',
  read: card => readCard(atOneWidth(card)),
  send: (card, ...entries) => submitCard(atOneWidth(card), ...entries),
  isSent: ({ type, isEnabled }) => isEnabled && ['Action.Submit', 'Action.Execute'].includes(type),
  comparable: payload => payload,
  judge: card => readCard(card).events,
};

await new Examples(run, comparison, format).compare(corpus);

const folder = join(corpus, 'neighbours', 'adaptive-cards');
const names = readdirSync(folder).filter(name => name.endsWith('.json')).sort();
const payloads = names.map(name => [name, JSON.parse(readFileSync(join(folder, name), 'utf8'))]);
// The others are data for templates.
await new Payloads(run, comparison, format).compare(payloads.filter(([, { type }]) => type === 'AdaptiveCard'));
comparison.end();
