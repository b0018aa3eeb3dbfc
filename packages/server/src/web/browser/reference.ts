import './copy.ts';
import { part } from './dom.ts';

/** Filters the reference. Nothing is sent. */
const find = part('find', HTMLInputElement);
const entries = [...document.querySelectorAll<HTMLElement>('[data-words]')].map((entry) => ({
  words: entry.dataset['words'] ?? '',
  shown: entry.closest('tr') ?? entry,
}));
const groups = [...document.querySelectorAll<HTMLElement>('.endpoints')];

find.addEventListener('input', filter);
find.form?.addEventListener('submit', (event) => event.preventDefault());
if (find.value !== '') filter(); // as restored by the browser
followOldAddress();

function filter(): void {
  const wanted = find.value.toLowerCase().split(/\s+/);
  let count = 0;
  for (const { words, shown } of entries) {
    const fits = wanted.every((word) => words.includes(word));
    shown.hidden = !fits;
    if (fits) count += 1;
  }
  for (const group of groups) group.hidden = group.querySelector('tr:not([hidden]) [data-words]') === null;
  part('found', HTMLOutputElement).value = `${count} of ${entries.length} endpoints`;
  part('found-none', HTMLElement).hidden = count > 0;
}

/** `/docs#getCve` led to an endpoint when the reference was one page; now its row links to the new one. */
function followOldAddress(): void {
  const named = location.hash === '' ? null : document.getElementById(location.hash.slice(1));
  if (named instanceof HTMLAnchorElement && named.dataset['words'] !== undefined) location.replace(named.href);
}
