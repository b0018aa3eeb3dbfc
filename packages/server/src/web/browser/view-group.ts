import { sentence } from '@almanac/core/explain';
import { VERDICT_WORDS } from '../parts/verdict-words.ts';
import { count, counted, foreign, make } from './dom.ts';
import type { Row } from './select-rows.ts';

/** Names up to this many pages of rows on one line. */
const NAMES = 4;

/** `size` is the number of rows per page. */
export function groupElement(rows: readonly Row[], size: number): HTMLElement {
  const [first] = rows;
  const { verdict = 'unknown', reason = '' } = first?.outcome ?? {};
  const left = rows.length - size * NAMES;
  const names = rows
    .slice(0, size * NAMES)
    .map(({ component: { name, version } }) =>
      make(
        'li',
        {},
        make('span', { class: 'pkg' }, foreign(name)),
        ' ',
        make('span', { class: 'ver' }, foreign(version ?? '')),
      ),
    );
  if (left > 0) names.push(make('li', {}, `and ${count(left)} more: order by name to see each`));
  return make(
    'tr',
    { role: 'row', class: 'group' },
    make('td', { role: 'cell', class: 'name' }, make('strong', {}, counted(rows.length, 'component'))),
    make('td', { role: 'cell', class: 'brief' }, make('span', { class: `word is-${verdict}` }, VERDICT_WORDS[verdict])),
    make(
      'td',
      { role: 'cell', class: 'prose' },
      make('span', { class: 'note' }, foreign(sentence(reason))),
      make('details', { class: 'more' }, make('summary', {}, 'Which'), make('ul', { class: 'names' }, ...names)),
    ),
    make('td', { role: 'cell', class: 'prose where' }, 'in several places'),
  );
}
